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
    const listen = (missed: boolean) => {
      const hear = (heard: LiveKind | null) => {
        if (heard === null || heard === kind) void revalidate()
      }
      stop ??= keepListening(readNews, hear, missed)
    }
    const follow = () => {
      if (document.visibilityState === 'visible') listen(true)
      else {
        stop?.()
        stop = null
      }
    }
    if (document.visibilityState === 'visible') listen(false)
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.()
    }
  }, [kind, revalidate])
}
