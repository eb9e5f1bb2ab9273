const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

/** Formats a time for emails: '21 November 2026 at 14:36', in UK time. */
export function londonTime(moment: Date): string {
  return format.format(moment)
}
