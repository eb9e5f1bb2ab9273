import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveKind } from '#app/lib/live.ts'
import { keepListening, readNews } from './live-connection.ts'

/**
 * Has the page made again when there is news of a kind. One that nobody sees holds no connection, of which a browser has few:
 * it is made again when it is looked at.
 */
export function useLive(kind: LiveKind): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let stop: (() => void) | null = null
    const listen = () => {
      stop ??= keepListening(readNews, (heard) => {
        if (heard === null || heard === kind) void revalidate()
      })
    }
    const follow = () => {
      if (document.visibilityState === 'visible') {
        if (!stop) void revalidate()
        listen()
      } else {
        stop?.()
        stop = null
      }
    }
    if (document.visibilityState === 'visible') listen()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [kind, revalidate])
}
