import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { showToast } from '#app/ui/toast.tsx'
import { hasUnsavedChanges, signedOutMessage } from '#app/ui/unsaved-changes.ts'

const channelName = 'muster-session'

/**
 * Tells the browser's other tabs who is signed in each time this one has asked, and asks again when another knows of
 * somebody else: pages for members alone then lead to /auth by themselves. One with unsaved typing stays and says so.
 */
export function useOtherTabs(userId: string | null, loaded: object): void {
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
        showToast({ title: 'Signed out', description: signedOutMessage, bad: true })
      else void revalidate()
    }
    // A page the browser kept whole, for 'Back', may be from before somebody signed out.
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
