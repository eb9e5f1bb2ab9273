import { hourInTimeZone } from '#app/lib/time-zone.ts'

/** The greeting on the dashboard, by the member's local time. */
export function dashboardGreeting(firstName: string | null, timeZone: string, now: Date): string {
  const hour = hourInTimeZone(timeZone, now)
  const time = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return `Good ${time}, ${firstName || 'Member'}`
}
