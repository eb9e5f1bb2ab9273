const zone = 'Europe/London'

// American English is where the specification's 'MMM dd, yyyy' is at home: British months are not all three letters long.
const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: 'short', day: '2-digit' })
const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const month = new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: 'long' })

/** A month, 'November 2026', by the clocks of London. */
export function formatMonth(date: Date): string {
  return month.format(date)
}

/** A day as the product writes it, 'Nov 21, 2026', by the clocks of London; 'Never' for none. */
export function formatDate(date: Date | null): string {
  return date ? day.format(date) : 'Never'
}

/** A day with the time of day, 'Nov 21, 2026 at 14:05', by the clocks of London; 'Never' for none. */
export function formatDateTime(date: Date | null): string {
  return date ? `${day.format(date)} at ${time.format(date)}` : 'Never'
}
