/** Days of a month on which the emails of the one before are sent: later, nobody wants them. */
const mailDays = 7

/**
 * The month that an email may be sent about: the last one, in the first days after it.
 * @param today an ISO date
 * @returns its first day as an ISO date, null later in the month
 */
export function monthForVisitsMail(today: string): string | null {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  if (day > mailDays) return null
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}
