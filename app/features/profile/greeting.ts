import { hourIn } from '#app/lib/time-zone.ts'

/** The greeting on the dashboard, by the member's local time. */
export function greetingOf(firstName: string | null, timeZone: string, now: Date): string {
  const hour = hourIn(timeZone, now)
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${time}, ${firstName || 'Member'}`
}
