const zone = 'Europe/London'

// American English, because the specification's 'MMM dd, yyyy' needs months of three letters.
const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'short', day: '2-digit' })
const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

// Sweden writes a day as 2026-11-21.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
const longDay = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: 'long', day: 'numeric' })
const month = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: 'long' })

/** Formats a month, 'November 2026', in London time. */
export function formatMonth(date: Date): string {
  return month.format(date)
}

/** Formats a date in a sentence, '21 November 2026', in London time. */
export function formatLongDate(date: Date): string {
  return longDay.format(date)
}

/** Formats a date, 'Nov 21, 2026', in London time; 'Never' for null. */
export function formatDate(date: Date | null): string {
  return date ? day.format(date) : 'Never'
}

/** Formats a date and time, 'Nov 21, 2026 at 14:05', in London time; 'Never' for null. */
export function formatDateTime(date: Date | null): string {
  return date ? `${day.format(date)} at ${time.format(date)}` : 'Never'
}

/** The day in London, '2026-11-21'. */
export function londonDay(date: Date): string {
  return isoDay.format(date)
}

/** Noon of a day such as '2026-11-21', which is that day in London, too; null for what is no day. */
export function noonOf(day: string): Date | null {
  const noon = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T12:00:00Z`) : null
  return noon?.toJSON()?.startsWith(day) ? noon : null
}
