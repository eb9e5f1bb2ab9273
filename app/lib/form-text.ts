import { z } from 'zod'

/**
 * What a person writes, without what makes a text look like another one or a database refuse it: control characters, half
 * characters, marks that turn the direction of what follows.
 */
function plain(value: string): string {
  return value.toWellFormed().replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** One line of text as a form sends it: trimmed, without line breaks and control characters. Nothing sent is ''. */
export function line() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plain(value).replace(/\s+/g, ' ').trim() : ''),
    z.string(),
  )
}

/** Several lines of text as a form sends them: one kind of line break, no control characters, no space around. Nothing sent is ''. */
export function paragraphs() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plain(value.replace(/\r\n?/g, '\n')).trim() : ''),
    z.string(),
  )
}

/** Whether there is anything to see in a text: not only spaces and characters that have no shape. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u.test(text)
}

/** A secret as a form sends it: kept to the letter, spaces included. Nothing sent is ''. */
export function secretText() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''),
    z.string(),
  )
}

/** A field that may be left empty, which makes it null. */
export function optional<Schema extends z.ZodType<string>>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null)),
    z.union([z.null(), schema]),
  )
}
