import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { showToast } from '#app/ui/toast.tsx'
import { hasUnsavedChanges, signedOutWithUnsavedMessage } from '#app/ui/unsaved-changes.ts'

const channelName = 'muster-session'

/**
 * Broadcasts the signed-in user to other tabs, and fetches the session again if another tab has a different one: members' pages
 * then redirect to /auth. A page with unsaved input stays and says so.
 */
export function useSessionSyncAcrossTabs(userId: string | null, loaded: object): void {
  const { revalidate } = useRevalidator()
  const own = useRef(userId)
  const channel = useRef<BroadcastChannel>(null)

  useEffect(() => {
    own.current = userId
  }, [userId])

  useEffect(() => {
    const opened = new BroadcastChannel(channelName)
    channel.current = opened
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === own.current) return
      if (data === null && hasUnsavedChanges())
        showToast({ title: 'Signed out', description: signedOutWithUnsavedMessage, bad: true })
      else void revalidate()
    }
    // A page from the back/forward cache may be from before a sign-out.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void revalidate()
    }
    window.addEventListener('pageshow', onShow)
    return () => {
      window.removeEventListener('pageshow', onShow)
      opened.close()
    }
  }, [revalidate])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was fetched anew is told anew, the same user too.
  useEffect(() => {
    channel.current?.postMessage(userId)
  }, [userId, loaded])
}
