import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { writeTimeZone } from '#app/lib/time-zone.ts'

/** Saves the visitor's time zone in a cookie, and reloads the data if it was rendered with another one. */
export function useTimeZone(assumed: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (!timeZone || timeZone === assumed) return
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = writeTimeZone(timeZone, { secure: location.protocol === 'https:' })
    void revalidate()
  }, [assumed, revalidate])
}
