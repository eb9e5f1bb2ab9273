import { z } from 'zod'

/** What no line or paragraph that a person writes holds, and a database may refuse: control characters, half characters. */
function plain(value: string): string {
  return value.toWellFormed().replace(/(?![\n\t])\p{Cc}/gu, '')
}

/** One line of text as a form sends it: trimmed, without line breaks and control characters. Nothing sent is ''. */
export function line() {
  return z.preprocess(
    (value) => (typeof value === 'string' ? plain(value).replace(/\s+/g, ' ').trim() : ''),
    z.string(),
  )
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
