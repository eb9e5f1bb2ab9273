import { decodeHTMLStrict } from 'entities'
import { safeHttpUrl } from '#app/lib/links.ts'

/** How many characters of a text are read. Nothing that is shown needs more. */
export const rawFeedTextMaxLength = 2_000

/**
 * What markup within a text means. 'guess': RSS does not say whether '<b>' is markup or was typed, so it is markup where it ends as well, has
 * attributes or needs no end. 'html': all of it is. 'text': none is.
 */
export type PodcastFeedTextMarkupKind = 'guess' | 'html' | 'text'

/**
 * Converts a text of a feed, its references as written, to plain text on one line. Markup is removed, scripts and styles with what is in them,
 * and references are decoded, which some programs write twice. Control characters, bidi controls and U+FFFD become spaces.
 * @param maxLength in characters; a longer text ends with an ellipsis
 */
export function podcastFeedPlainText(
  raw: string,
  maxLength: number,
  kind: PodcastFeedTextMarkupKind = 'guess',
): string {
  const isCut = raw.length > rawFeedTextMaxLength
  const written = withoutCode(decodeHTMLStrict(raw.slice(0, rawFeedTextMaxLength)), isCut)
  const shown = kind === 'text' ? written : withoutTags(written, kind)
  const text = withoutCode(decodeHTMLStrict(decodeHTMLStrict(shown)), isCut)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...text]
  if (characters.length <= maxLength) return text
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.trimEnd()}…`
}

/** Removes scripts and styles; one without an end is a word that was typed, unless the end was cut off. */
function withoutCode(text: string, isCut: boolean): string {
  const whole = text.replace(/<(script|style)\b[^<>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
  return isCut ? whole.replace(/<(script|style)\b[\s\S]*/i, ' ') : whole
}

/** Elements within a line, between which no space is. */
const inline =
  /^(a|abbr|b|bdi|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var)$/i
/** Elements that need no end. */
const withoutEnd = /^(br|hr|img|input|li|p|source|wbr)$/i

/** Whether a tag stands between words, so that a space takes its place. */
export function isWordSeparatingTag(name: string): boolean {
  return !inline.test(name)
}

function withoutTags(text: string, kind: PodcastFeedTextMarkupKind): string {
  const opened = namesOf(text, /<([a-z][\w:-]*)/gi)
  const closed = namesOf(text, /<\/([a-z][\w:-]*)/gi)
  const whole = text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, '$1')
  return whole.replace(
    /<!--[\s\S]*?-->|<!\w[^<>]*>|<\/?([a-z][\w:-]*)([^<>]*)>/gi,
    (tag, name: string | undefined, attributes: string) => {
      if (!name) return ' '
      const known = name.toLowerCase()
      const isMarkup =
        kind === 'html' || withoutEnd.test(known) || /[=/]/.test(attributes) || (opened.has(known) && closed.has(known))
      if (!isMarkup) return tag
      return isWordSeparatingTag(known) ? ' ' : ''
    },
  )
}

function namesOf(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase()))
}

/**
 * Parses an http(s) URL of a feed, relative to `base`; null if it is anything else, or too long to store. A relative address has to look like
 * one, or like a file: programs write words such as 'none' where they have no link.
 */
export function parseUrlInPodcastFeed(raw: string, base?: string): string | null {
  if (raw.length > rawFeedTextMaxLength) return null
  const address = decodeHTMLStrict(raw).trim()
  const isRelative = !/^[a-z][a-z\d+.-]*:/i.test(address)
  if (isRelative && !/^([./?]|(?!www\.|n\/a$)\S*[/.?]\S*$|.+\.\w{2,4}$)/i.test(address)) return null
  const resolved = isRelative && base && URL.canParse(address, base) ? new URL(address, base).href : address
  const url = safeHttpUrl(resolved)
  return url && url.length <= rawFeedTextMaxLength ? url : null
}

/** Parses 'HH:MM:SS', 'MM:SS' or a number of seconds. Returns seconds; null if it is invalid, zero, or more than a day. */
export function parseEpisodeDuration(raw: string): number | null {
  const text = raw.trim()
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,6})(?:\.\d{1,9})?$/.exec(text)
  if (!parts) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = parts
  if (text.includes(':') && Number(seconds) > 59) return null
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return total > 0 && total <= 86_400 ? total : null
}
