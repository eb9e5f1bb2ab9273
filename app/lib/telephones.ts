/** A telephone number that can be dialled. */
export interface Telephone {
  /** As it is shown: '0113 496 0123, extension 204'; with its country's code if it is not one of the UK. */
  shown: string
  /** As it is dialled, with the country's code: '+44 113 496 0123 ext. 204'. */
  international: string
  /** For a link (RFC 3966). */
  uri: string
  /** What else was typed: '(9-5)'; null if nothing. */
  note: string | null
}

/** A stretch of a text that may be a telephone number, and what stands around it. */
export interface TelephoneCandidate {
  /** Digits, with a plus in front where the text has one. */
  number: string
  extension: string | null
  /** What else the text says, such as '(9-5)' or another number; null if nothing. */
  note: string | null
}

/** Longer texts are no telephone numbers; also bounds the work. */
const maxLength = 100

/** The most digits of a short number: 999, 116 123. */
export const shortTelephoneMaxDigits = 6

/** Opening hours behind a number: '9-5', '9.30-17.00'. */
const hours = /^\d{1,2}([:.]\d\d)?\s*-\s*\d{1,2}([:.]\d\d)?$/

const extension = /^[\s,;.]*[([]?\s*(?:(?:ext(?:ension|n)?|x)\b|ext|x|#)\s*[.:#=]?\s*(\d{1,7})(?!\d)\s*[)\]]?/i

/**
 * Finds what may be telephone numbers in a text as people write them, the likeliest first: '24/7: 0113 496 0123 (9-5)' has one,
 * with the note '24/7 (9-5)'. What is no digit or separator ends a number, as does a second number or opening hours behind it.
 */
export function* telephoneCandidates(value: string | null | undefined): Generator<TelephoneCandidate, void> {
  if (!value || value.length > 10 * maxLength) return
  const text = tidy(value)
  if (text.length > maxLength) return
  for (const { index, 0: run } of text.matchAll(/\+?\d(?:[ ./-]*\d)*/g)) {
    const groups = [...run.matchAll(/\+?\d+/g)]
    for (const first of groups) {
      if (first.index > 0 && (run.startsWith('+') || !first[0].startsWith('0'))) continue
      for (const last of groups.toReversed()) {
        const end = last.index + last[0].length
        if (last.index < first.index || !endsAt(run.slice(end), text.slice(index + run.length))) continue
        const number = digitsOf(run.slice(first.index, end))
        if (!isPlausible(number)) continue
        const before = text.slice(0, index + first.index)
        const after = text.slice(index + end)
        const [whole = '', digits = null] = (end === run.length && extension.exec(after)) || []
        const note = noteOf(before, after.slice(whole.length))
        // '100 years' has no short number in it.
        if (number.length > shortTelephoneMaxDigits || note === null) yield { number, extension: digits, note }
      }
    }
  }
}

/** Whether a text may hold a telephone number, as far as a browser can tell; the server knows the lengths of each country. */
export function mayContainTelephone(value: string): boolean {
  return telephoneCandidates(value).next().value !== undefined
}

/** Digits in ASCII, one kind of space and hyphen, and no brackets around an area code or a zero that abroad is left out. */
function tidy(value: string): string {
  return value
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[([] ?0 ?[)\]]/g, ' ')
    .replace(/[([] ?(\+?\d{1,6}) ?[)\]](?=[ .-]*\d)/g, ' $1 ')
    .replace(/\+ *(?=\d)/g, '+')
}

const digitsOf = (run: string) => run.replace(/[ ./-]/g, '')

/**
 * Whether a number may end where `rest` of its run of digits and separators is left. Opening hours and words may follow: the '9' of '9am' or
 * '09:00', or the '2' of '2 lines', is no part of a number.
 */
function endsAt(rest: string, behind: string): boolean {
  const left = rest.trim()
  const isOther = left === '' || left.startsWith('/') || left === '24/7' || hours.test(left)
  if (isOther || /^(\+\d{7}|0[1-9]\d{8})/.test(digitsOf(left))) return true
  return /^(- ?)?\d{1,2}(\.\d\d)?$/.test(left) && /^(\s?(?!x|ext|opt)\p{L}|:\d\d)/iu.test(behind)
}

/**
 * Short numbers; those with a plus or a zero; and those that lost their zero in a spreadsheet. A number without its area code is none,
 * since nobody elsewhere reaches it.
 */
function isPlausible(number: string): boolean {
  return /^(1\d\d|999|11[68]\d{3}|\+\d{7,15}|00\d{9,15}|0[1-9]\d{8,9}|08[04][05]\d{4}|44\d{9,11}|[1-9]\d{9}|[158]\d{8})$/.test(
    number,
  )
}

/** What stands around a number, without the word for one. */
function noteOf(before: string, after: string): string | null {
  const edges = /^(?:[\s,;:/|.&-]|\+(?!\d))+|[\s,;:/|.+&-]+$/g
  return (
    [before.replace(/(?:^|tel:)(?:t|tel|telephone|phone)(?: ?(?:no|number))?\.?\s*:?\s*$/i, ''), after]
      .map((part) => part.replace(edges, ''))
      .filter(Boolean)
      .join(' ') || null
  )
}
