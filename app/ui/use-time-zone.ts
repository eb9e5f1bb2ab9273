import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { serializeTimeZoneCookie } from '#app/lib/time-zone.ts'

/** Saves the visitor's time zone in a cookie, and reloads the data if it was rendered with another one. */
export function useTimeZoneCookie(assumed: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (!timeZone || timeZone === assumed) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = serializeTimeZoneCookie(timeZone, { secure: location.protocol === 'https:' })
    void revalidate()
  }, [assumed, revalidate])
}
