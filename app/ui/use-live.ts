import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { LiveKind } from '#app/lib/live.ts'
import { keepListening, readNews } from './live-connection.ts'

/**
 * Reloads the data of the page on events of a kind; `version` is that of its data. A hidden page has no connection, as a browser
 * has few; it catches up when it becomes visible.
 */
export function useLive(kind: LiveKind, version: string): void {
  const { revalidate } = useRevalidator()
  const shown = useRef(version)
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
      stop ??= keepListening(readNews, (news) => {
        const isNew = typeof news === 'string' ? news === kind : news[kind] !== shown.current
        if (isNew) void revalidate()
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
