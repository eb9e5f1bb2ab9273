import { useEffect, useRef } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import type { LiveEventKind } from '#app/lib/live.ts'
import { keepLiveConnection, readLiveEventStream } from './live-connection.ts'

/**
 * Reloads the data of the page on events of a kind; `version` is that of its data. A hidden page has no connection, as a browser
 * has few; it catches up when it becomes visible. An event during a navigation waits for its end: reloading would start it again, and
 * the message that it brings is only sent once.
 */
export function useLiveReload(kind: LiveEventKind, version: string): void {
  const { revalidate } = useRevalidator()
  const { state } = useNavigation()
  const shown = useRef(version)
  const isNavigating = useRef(false)
  const isMissed = useRef(false)
  useEffect(() => {
    isNavigating.current = state !== 'idle'
    if (isNavigating.current || !isMissed.current) return
    isMissed.current = false
    void revalidate()
  }, [state, revalidate])
  useEffect(() => {
    shown.current = version
  }, [version])
  useEffect(() => {
    let stop: (() => void) | null = null
    const follow = () => {
      if (document.visibilityState !== 'visible') {
        stop?.()
        stop = null
        return
      }
      stop ??= keepLiveConnection(readLiveEventStream, (news) => {
        const isNew = typeof news === 'string' ? news === kind : news[kind] !== shown.current
        if (!isNew) return
        if (isNavigating.current) isMissed.current = true
        else void revalidate()
      })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [kind, revalidate])
}
