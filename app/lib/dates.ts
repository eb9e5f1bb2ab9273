const zone = 'Europe/London'

// American English, because the specification's 'MMM dd, yyyy' needs months of three letters.
const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'short', day: '2-digit' })
const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

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

/** Formats a date and time in a sentence, '21 November 2026 at 14:05', in London time. */
export function formatLongDateTime(date: Date): string {
  return `${longDay.format(date)} at ${time.format(date)}`
}

/** Formats a date, 'Nov 21, 2026', in London time; 'Never' for null. */
export function formatDate(date: Date | null): string {
  return date ? day.format(date) : 'Never'
}

/** Formats a date and time, 'Nov 21, 2026 at 14:05', in London time; 'Never' for null. */
export function formatDateTime(date: Date | null): string {
  return date ? `${day.format(date)} at ${time.format(date)}` : 'Never'
}
