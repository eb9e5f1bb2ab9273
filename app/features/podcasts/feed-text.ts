import { safeHttpUrl } from '#app/lib/links.ts'

/** Read of any text of a feed before it is made plain; nothing that is shown needs more. */
const rawLimit = 2_000

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  pound: '£',
  euro: '€',
  middot: '·',
  bull: '•',
  eacute: 'é',
  egrave: 'è',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
}

/** Replaces references to characters, each once; one that names none stays as it is. */
function decodeReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

/**
 * A text of a feed as plain words on one line, at most so long. Feeds write HTML, escaped once or twice or not at all: tags go,
 * and references become characters. So do control characters and those that turn the direction of writing.
 */
export function plainText(raw: string, most: number): string {
  const words = decodeReferences(decodeReferences(raw.slice(0, rawLimit)).replace(/<[a-z/!][^<>]*>/gi, ' '))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...words]
  return characters.length <= most
    ? words
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

/** An address of the web in a feed, null for anything else or one that is too long to keep. */
export function feedUrl(raw: string): string | null {
  const url = raw.length <= rawLimit ? safeHttpUrl(decodeReferences(raw)) : null
  return url && url.length <= rawLimit ? url : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Minutes that zones with a name are ahead; those of America as RFC 822 has them. */
const zones: Record<string, number> = {
  bst: 60,
  wet: 0,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}

const dayMs = 86_400_000

/**
 * When an episode came out: 'Mon, 1 Jan 2024 10:00:00 +0100' with or without its parts that may be missing, or
 * '2024-01-01T10:00:00Z'. Without a zone it is UTC. Null for anything else, for what is before podcasts, and for what lies more
 * than a day ahead of `now`.
 */
export function parseFeedDate(raw: string, now: Date): Date | null {
  const text = raw.slice(0, 80).trim().toLowerCase()
  const named = /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?,?[\s-](\d{4}|\d{2})(?:\s+(.+))?$/.exec(text)
  const numeric = /^(\d{4})-(\d{2})-(\d{2})(?:[t\s](.+))?$/.exec(text)
  const time = named || numeric ? parseTime((named ?? numeric)?.[4] ?? '') : null
  if (time === null) return null
  const [year, month, day] = named
    ? [fullYear(Number(named[3])), months.indexOf(named[2] ?? ''), Number(named[1])]
    : [Number(numeric?.[1]), Number(numeric?.[2]) - 1, Number(numeric?.[3])]
  const midnight = new Date(Date.UTC(year, month, day))
  // There is no 31st of February.
  if (midnight.getUTCDate() !== day || midnight.getUTCMonth() !== month || year < 1990) return null
  const moment = new Date(midnight.getTime() + time)
  return moment.getTime() <= now.getTime() + dayMs ? moment : null
}

function fullYear(year: number): number {
  return year < 100 ? year + (year < 70 ? 2000 : 1900) : year
}

/** Milliseconds since midnight in UTC; null for what is no time. */
function parseTime(text: string): number | null {
  if (text === '') return 0
  const parts =
    /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(?:([a-z]{1,4})?([+-]\d{2}):?(\d{2})|([a-z]{1,4}))?$/.exec(text)
  if (!parts) return null
  const [, hours, minutes, seconds = '0', , zoneHours, zoneMinutes, zone = ''] = parts
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)]
  if (h > 23 || m > 59 || s > 60) return null
  const ahead = zoneHours
    ? Number(zoneHours) * 60 + Number(zoneMinutes) * (zoneHours.startsWith('-') ? -1 : 1)
    : (zones[zone] ?? 0)
  return ((h * 60 + m - ahead) * 60 + s) * 1000
}

/** Seconds of 'HH:MM:SS', 'MM:SS' or a number of seconds; null for anything else, for none, and for more than a day. */
export function parseDuration(raw: string): number | null {
  const text = raw.trim()
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,6})(?:\.\d{1,9})?$/.exec(text)
  if (!parts) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  if (text.includes(':') && Number(seconds) > 59) return null
  const all = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return all > 0 && all <= 86_400 ? all : null
}
