import { isTimeZone } from '#app/lib/time-zone.ts'

const dayMs = 86_400_000
const earliest = Date.UTC(1990, 0)

/**
 * Hours from UTC by name, in Europe and North America: those of RFC 2822, and what programs write besides. Where two continents share a name,
 * it is the one of these: BST is British, IST Irish, CST American.
 */
const zoneHours: Record<string, number> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0, WET: 0, WEST: 1, BST: 1, IST: 1 },
  ...{ CET: 1, MET: 1, MEZ: 1, CEST: 2, MEST: 2, MESZ: 2, EET: 2, EEST: 3, MSK: 3, TRT: 3 },
  ...{ NST: -3.5, NDT: -2.5, AST: -4, ADT: -3, EST: -5, EDT: -4, CST: -6, CDT: -5 },
  ...{ MST: -7, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10 },
}

/** Short names that mean summer or winter time, whichever it was. */
const zonePlaces: Record<string, string> = {
  NT: 'America/St_Johns',
  AT: 'America/Halifax',
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
  AKT: 'America/Anchorage',
}

/** Languages whose names of months are read; of two with the same beginning, the earlier counts. */
const languages = ['en', 'cy', 'fr', 'de', 'es', 'it', 'nl', 'pt', 'pl', 'el', 'hu']

/** Long and short names of months without accents, with their number; the first of each name. */
const monthNames = new Map<string, number>()
for (const language of languages) {
  for (const month of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
    for (let index = 0; index < 12; index += 1) {
      const part = format.formatToParts(Date.UTC(2024, index, 1)).find(({ type }) => type === 'month')
      const name = plainLetters(part?.value ?? '')
      if (!monthNames.has(name)) monthNames.set(name, index + 1)
    }
  }
}

const weekday = String.raw`(?:\p{L}+\.?(?:,\s*|\s+))?`
const day = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`
const name = String.raw`(?<month>\p{L}{3,12})\.?`
const year = String.raw`(?<year>\d{4}|\d\d)`
const clock = String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,9})?)?(?:\s?(?<half>[ap])\.?m\b\.?)?`
const zone = String.raw`\s*(?<zone>[^\d\s].*)?`
const time = String.raw`(?:(?:T|[\s,]+(?:-\s|at\s)?)${clock})?${zone}`

const forms = [
  // '26 Jan 2024', '26-Jan-24', 'Fri,26 January, 2024'.
  String.raw`${weekday}${day}[\s.,-]+${name}[\s,-]+${year}${time}`,
  // 'Jan 26, 2024', 'Fri Jan 26 2024'.
  String.raw`${weekday}${name}\s+${day}[\s,]+(?<year>\d{4})${time}`,
  // 'Fri Jan 26 10:00:00 GMT 2024', with the zone before or after the year, or without.
  String.raw`${weekday}${name}\s+${day}\s+${clock}\s*(?<early>[^\s\d]\S*?)?\s*\b(?<year>\d{4})${zone}`,
  // '2024-01-26', '2024/1/26', '2024-január-26', '2024-01', '2024'.
  String.raw`${weekday}(?<year>\d{4})(?:[-/.](?<month>0?\d{1,2}|\p{L}{3,12})(?:[-/.]${day})?)?${time}`,
  // '20240126T100000Z'.
  String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)?)?${zone}`,
  // '26.01.2024', '26/01/2024' or '01/26/2024'.
  String.raw`${weekday}(?<first>\d{1,2})(?<mark>[./])(?<other>\d{1,2})\k<mark>${year}${time}`,
].map((form) => new RegExp(`^${form}$`, 'iu'))

/**
 * Parses the date of an episode as programs write it: RFC 2822, ISO 8601, those of C, JavaScript, Java, SQL, Go and PHP, and seconds since 1970.
 * Without a zone it is UTC; the weekday is ignored, which is often wrong. Null if it is none, before 1990, or more than a day after `now`;
 * if its zone is none (a wrong hour would be shown as a fact, and UTC is no better guess than others); and if day and month cannot be told
 * apart ('03/04/2024').
 */
export function parsePodcastFeedDate(raw: string, now: Date): Date | null {
  const text = raw
    .slice(0, 100)
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const time = readUnixTime(text) ?? readForms(text)
  return time !== null && time >= earliest && time <= now.getTime() + dayMs ? new Date(time) : null
}

function readUnixTime(text: string): number | null {
  const seconds = /^(\d{10})(\d{3})?$/.exec(text)?.[1]
  return seconds ? Number(seconds) * 1_000 : null
}

function readForms(text: string): number | null {
  for (const form of forms) {
    const parts = form.exec(text)?.groups
    const time = parts ? readParts(parts) : null
    if (time !== null) return time
  }
  return null
}

function readParts(parts: Record<string, string | undefined>): number | null {
  const year = fullYear(parts.year ?? '')
  const date = readMonthAndDay(parts)
  const hour = readHour(parts)
  const minute = Number(parts.minute ?? 0)
  // A leap second is the one before.
  const second = parts.second === '60' ? 59 : Number(parts.second ?? 0)
  if (!date || hour === null || minute > 59 || second > 59) return null
  const time = Date.UTC(year, date.month - 1, date.day, hour, minute, second)
  const isDay = new Date(Date.UTC(year, date.month - 1, date.day)).getUTCDate() === date.day && date.month <= 12
  const zone = zoneOf(parts.zone ?? parts.early ?? '')
  if (!isDay || zone === null) return null
  if (typeof zone === 'number') return time - zone * 60_000
  // What is read as UTC is a few hours off, so the difference there may be that of a day when clocks change.
  return time - minutesIn(zone, time - minutesIn(zone, time) * 60_000) * 60_000
}

/** Minutes that the clocks of a place are ahead of UTC at a moment. */
function minutesIn(place: string, moment: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: place, timeZoneName: 'longOffset' })
  const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value
  return Number(zoneOf(name ?? ''))
}

function readMonthAndDay(parts: Record<string, string | undefined>): { month: number; day: number } | null {
  const [first, other] = [Number(parts.first), Number(parts.other)]
  if (parts.mark === '.' || first > 12) return { month: other, day: first }
  if (parts.mark) return other > 12 || first === other ? { month: first, day: other } : null
  const month = /^\d*$/.test(parts.month ?? '') ? Number(parts.month ?? 1) : monthOf(parts.month ?? '')
  return month ? { month, day: Number(parts.day ?? 1) } : null
}

function monthOf(name: string): number | null {
  const wanted = plainLetters(name)
  return monthNames.get(wanted) ?? [...monthNames].find(([known]) => known.startsWith(wanted))?.[1] ?? null
}

function plainLetters(text: string): string {
  return text.normalize('NFD').replace(/\P{L}/gu, '').toLowerCase()
}

function readHour({ hour = '0', half }: Record<string, string | undefined>): number | null {
  if (!half) return Number(hour) < 24 ? Number(hour) : null
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
}

function fullYear(text: string): number {
  if (text.length === 4) return Number(text)
  return Number(text) + (Number(text) < 70 ? 2000 : 1900)
}

/**
 * The zone of a date: a name, '+01:00', 'GMT+1', or an offset with a name after it. Minutes from UTC, 0 for '', or the name of a place; null
 * if it is none.
 */
function zoneOf(raw: string): number | string | null {
  const text = raw.trim()
  if (text === '') return 0
  const offset = /^(?:UTC?|GMT)?\s?([+-])(\d{1,2}):?(\d\d)?(?:\s?[a-z]{1,5})?$/i.exec(text)
  if (offset) {
    const [, sign, hours, minutes = '0'] = offset
    if (Number(hours) > 14 || Number(minutes) > 59) return null
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  }
  const named = text.toUpperCase()
  const hours = Object.hasOwn(zoneHours, named) ? zoneHours[named] : undefined
  if (hours !== undefined) return hours * 60
  const place = Object.hasOwn(zonePlaces, named) ? zonePlaces[named] : /^[a-z]+\/[\w+/-]+$/i.exec(text)?.[0]
  return place && isTimeZone(place) ? place : null
}
