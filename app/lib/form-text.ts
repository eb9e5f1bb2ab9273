import { z } from 'zod'
import { oneLine, plainText } from './plain-text.ts'

/** A line of text from a form: trimmed, without line breaks and control characters. A missing value is ''. */
export function line() {
  return z.preprocess((value) => (typeof value === 'string' ? oneLine(value) : ''), z.string())
}

/** A multi-line text from a form: trimmed, with uniform line breaks, without control characters. A missing value is ''. */
export function paragraphs() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plainText(value.replace(/\r\n?/g, '\n')).trim() : ''),
    z.string(),
  )
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
