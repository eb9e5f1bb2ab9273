import { z } from 'zod'
import { line, optional } from './form-text.ts'
import { telephoneUri } from './links.ts'
import { isVisible } from './plain-text.ts'

/** The message for a text that is too long. */
export const tooLong = (label: string, limit: number) =>
  `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

type Reading = { read: (value: string) => string | null; message: string } | { read?: undefined; message?: undefined }

/** An optional field; empty becomes null. `read` returns the stored value, or null if it is invalid. */
export function optionalField(
  text: z.ZodType<string>,
  { label, limit, read, message }: { label: string; limit: number } & Reading,
) {
  return text.transform((typed, context): string | null => {
    const given = typed.normalize('NFC')
    if (!isVisible(given)) return null
    const kept = given.length > limit ? given : (read?.(given) ?? (read ? null : given))
    if (kept !== null && kept.length <= limit) return kept
    context.addIssue({ code: 'custom', message: kept === null ? message : tooLong(label, limit), input: typed })
    return z.NEVER
  })
}

/** A required line of text. */
export function requiredLine({ label, limit }: { label: string; limit: number }) {
  return line().transform((typed, context) => {
    const given = typed.normalize('NFC')
    const problem = !isVisible(given) ? `${label} is required` : given.length > limit && tooLong(label, limit)
    if (!problem) return given
    context.addIssue({ code: 'custom', message: problem, input: typed })
    return z.NEVER
  })
}

/** A required text of a form to write to somebody; it is stored as it was typed. */
export const requiredText = (text: z.ZodType<string>, label: string, limit: number) =>
  text.pipe(z.string().refine(isVisible, `${label} is required`).max(limit, tooLong(label, limit)))

/** One of a list; an unknown value has another message than a missing one. */
export const choice = <Value extends string>(values: readonly [Value, ...Value[]], label: string) =>
  line().pipe(
    z
      .string()
      .min(1, `${label} is required`)
      .pipe(z.enum(values, `${label} must be one of the list`)),
  )

/** The email address of whoever writes. */
export const senderEmail = () =>
  line().pipe(
    z.string().min(1, 'Email is required').pipe(z.email('Invalid email address').max(254, 'Invalid email address')),
  )

/** The telephone number of whoever writes, if they give one. */
export const senderPhone = (limit: number) =>
  optional(
    line().pipe(
      z
        .string()
        .max(limit, 'Invalid phone number format')
        .refine((value) => /(\D*\d){5}/.test(value) && telephoneUri(value) !== null, 'Invalid phone number format'),
    ),
  )
