import { z } from 'zod'

/** Removes control characters, lone surrogates and bidirectional marks from a text. */
function plain(value: string): string {
  return value.toWellFormed().replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '')
}

/** A line of text from a form: trimmed, without line breaks and control characters. A missing value is ''. */
export function line() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plain(value).replace(/\s+/g, ' ').trim() : ''),
    z.string(),
  )
}

/** A multi-line text from a form: trimmed, with uniform line breaks, without control characters. A missing value is ''. */
export function paragraphs() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plain(value.replace(/\r\n?/g, '\n')).trim() : ''),
    z.string(),
  )
}

/** Whether a text has any visible character. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u.test(text)
}

/** A secret from a form, unchanged including spaces. A missing value is ''. */
export function secretText() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''),
    z.string(),
  )
}

/** An optional field; empty becomes null. */
export function optional<Schema extends z.ZodType<string>>(schema: Schema) {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null)),
    z.union([z.null(), schema]),
  )
}
