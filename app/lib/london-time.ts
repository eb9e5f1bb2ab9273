const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/London' })

/** A moment as it is written in mails: '21 November 2026 at 14:36', by the clocks of the United Kingdom. */
export function londonTime(moment: Date): string {
  return format.format(moment)
}
