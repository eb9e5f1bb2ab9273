import { z } from 'zod/mini'
import { stripControlCharacters, toSingleLine } from './plain-text.ts'

/** A line of text from a form: trimmed, without line breaks and control characters. A missing value is ''. */
export function singleLineTextSchema() {
  return z.transform((value): string => (typeof value === 'string' ? toSingleLine(value) : ''))
}

/** A multi-line text from a form: trimmed, with uniform line breaks, without control characters. A missing value is ''. */
export function multilineTextSchema() {
  return z.transform((value): string =>
    typeof value === 'string' ? stripControlCharacters(value.replace(/\r\n?/g, '\n')).trim() : '',
  )
}

/** A secret from a form, unchanged including spaces. A missing value is ''. */
export function secretTextSchema() {
  return z.transform((value): string => (typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : ''))
}

/** An optional field; empty becomes null. */
export function optionalTextSchema<Schema extends z.ZodMiniType<string>>(schema: Schema) {
  return z.pipe(
    z.transform((value): unknown => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null))),
    z.nullable(schema),
  )
}
