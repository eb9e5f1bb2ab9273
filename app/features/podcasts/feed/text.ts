import { decodeHTMLStrict } from 'entities'
import { DateTime } from 'luxon'
import { safeHttpUrl } from '#app/lib/links.ts'

/** How many characters of a text are processed. Nothing that is shown needs more. */
const maxRawLength = 2_000

/**
 * Converts a text of a feed to plain text on one line. Feeds contain HTML that is escaped once, twice or not at all: tags are removed,
 * and character references decoded. Control characters, bidi controls and U+FFFD become spaces.
 * @param maxLength in characters; a longer text ends with an ellipsis
 */
export function plainText(raw: string, maxLength: number): string {
  const text = decodeHTMLStrict(decodeHTMLStrict(raw.slice(0, maxRawLength)).replace(/<[a-z/!][^<>]*>/gi, ' '))
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.trimEnd()}…`
}

/** Parses an http(s) URL; null if it is anything else, or too long to store. */
export function feedUrl(raw: string): string | null {
  const url = raw.length <= maxRawLength ? safeHttpUrl(decodeHTMLStrict(raw)) : null
  return url && url.length <= maxRawLength ? url : null
}

const dayMs = 86_400_000

/** European zones by name. RFC 2822 only knows those of North America. */
const europeanZones: Record<string, string> = {
  BST: '+0100',
  WEST: '+0100',
  CET: '+0100',
  CEST: '+0200',
  EET: '+0200',
  EEST: '+0300',
}

/**
 * Parses the date of an episode: RFC 2822 as feeds write it, such as 'Mon, 1 Jan 2024 10:00:00 +0100' with or without weekday, time and
 * zone, or ISO 8601. Without a known zone it is UTC. Null if it is invalid, before 1990, or more than a day after `now`.
 */
export function parseFeedDate(raw: string, now: Date): Date | null {
  const text = raw.slice(0, 80).trim()
  const date = /^\d{4}-\d\d-\d\d/.test(text)
    ? DateTime.fromISO(text.replace(/^(\S{10})\s+/, '$1T').replace(/\s/g, ''), { zone: 'utc' })
    : DateTime.fromRFC2822(toRfc2822(text), { zone: 'utc' })
  if (!date.isValid || date.year < 1990 || date.toMillis() > now.getTime() + dayMs) return null
  return date.startOf('second').toJSDate()
}

/** Weekday, day, month and year, then hour, minutes with seconds, fraction and zone. */
const datePattern =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*\.?,?[\s-](\d{4}|\d{2})(?:\s+(\d{1,2})(:\d{2}(?::\d{2})?)(?:[.,]\d{1,9})?\s*(\S*))?$/i

/** Rewrites a date strictly as RFC 2822 has it: without weekday, which is often wrong, and with short months, time and zone. */
function toRfc2822(text: string): string {
  const parts = datePattern.exec(text) ?? []
  const [, day, month = '', year, hour = '0', minutes = ':00', zone = ''] = parts
  const name = zone.toUpperCase()
  const [offset = /^[ECMP][SD]T$/.test(name) ? name : europeanZones[name]] = /[+-]\d{2}:?\d{2}$/.exec(zone) ?? []
  const shortMonth = month.charAt(0).toUpperCase() + month.slice(1).toLowerCase()
  return `${day} ${shortMonth} ${year} ${hour.padStart(2, '0')}${minutes} ${offset?.replace(':', '') ?? 'GMT'}`
}

/** Parses 'HH:MM:SS', 'MM:SS' or a number of seconds. Returns seconds; null if it is invalid, zero, or more than a day. */
export function parseDuration(raw: string): number | null {
  const text = raw.trim()
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,6})(?:\.\d{1,9})?$/.exec(text)
  if (!parts) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  if (text.includes(':') && Number(seconds) > 59) return null
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 && total <= 86_400 ? total : null
}
