const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The units of a duration, each with its minimum. */
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
]

const words = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' })

/** Formats how long ago something was, '2 days ago'; 'Recently' if unknown. */
export function formatRelativeDate(then: Date | null, now: Date): string {
  const past = then ? now.getTime() - then.getTime() : Number.NaN
  const unit = past >= 0 ? units.find(([, length]) => past >= length) : undefined
  return unit ? words.format(-Math.floor(past / unit[1]), unit[0]) : 'Recently'
}
