// Sweden writes a day as 2026-11-21.
const isoDay = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in London, '2026-11-21'. */
export function londonDay(date: Date): string {
  return isoDay.format(date)
}

/** Noon of a day such as '2026-11-21', which is that day in London, too; null for what is no day. */
export function noonOfDay(day: string): Date | null {
  const noon = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T12:00:00Z`) : null
  return noon?.toJSON()?.startsWith(day) ? noon : null
}
