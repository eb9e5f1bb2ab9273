import { z } from 'zod/mini'
import { parseEmailAddress } from './email.ts'
import { optionalTextSchema, singleLineTextSchema } from './form-text.ts'
import { hasVisibleCharacter } from './plain-text.ts'

/** The message for a text that is too long. */
export const tooLongMessage = (label: string, limit: number) =>
  `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

type Reading = { read: (value: string) => string | null; message: string } | { read?: undefined; message?: undefined }

/** An optional field; empty becomes null. `read` returns the stored value, or null if it is invalid. */
export function optionalParsedFieldSchema(
  text: z.ZodMiniType<string>,
  { label, limit, read, message }: { label: string; limit: number } & Reading,
) {
  return z.pipe(
    text,
    z.transform((typed: string, context): string | null => {
      const given = typed.normalize('NFC')
      if (!hasVisibleCharacter(given)) return null
      const kept = given.length > limit ? given : (read?.(given) ?? (read ? null : given))
      if (kept !== null && kept.length <= limit) return kept
      context.issues.push({
        code: 'custom',
        message: kept === null ? message : tooLongMessage(label, limit),
        input: typed,
      })
      return z.NEVER
    }),
  )
}

/** A required line of text. */
export function requiredLineSchema({ label, limit }: { label: string; limit: number }) {
  return z.pipe(
    singleLineTextSchema(),
    z.transform((typed: string, context) => {
      const given = typed.normalize('NFC')
      const problem = !hasVisibleCharacter(given)
        ? `${label} is required`
        : given.length > limit && tooLongMessage(label, limit)
      if (!problem) return given
      context.issues.push({ code: 'custom', message: problem, input: typed })
      return z.NEVER
    }),
  )
}

/** A required text of a form to write to somebody; it is stored as it was typed. `missing` is the message where there is none. */
export const requiredTextSchema = (
  text: z.ZodMiniType<string>,
  label: string,
  limit: number,
  missing = `${label} is required`,
) =>
  z.pipe(
    text,
    z.string().check(z.refine(hasVisibleCharacter, missing), z.maxLength(limit, tooLongMessage(label, limit))),
  )

/** One of a list; an unknown value has another message than a missing one. */
export const choiceSchema = <Value extends string>(
  values: readonly [Value, ...Value[]],
  label: string,
  missing = `${label} is required`,
) =>
  z.pipe(
    singleLineTextSchema(),
    z.pipe(z.string().check(z.minLength(1, missing)), z.enum(values, `${label}: choose one from the list`)),
  )

/** The id of a choice from a list; the service checks that it exists. */
export const chosenIdSchema = (message: string) =>
  z.transform((value, context): number => {
    const id = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    if (Number.isSafeInteger(id)) return id as number
    context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })

/** An address that somebody is written to at. */
export const emailAddressSchema = () =>
  z.transform((typed: string, context): string => {
    const address = parseEmailAddress(typed)
    if (address !== null) return address
    context.issues.push({ code: 'custom', message: 'Invalid email address', input: typed })
    return z.NEVER
  })

/** The email address of whoever writes. */
export const senderEmailSchema = () =>
  z.pipe(
    z.pipe(singleLineTextSchema(), z.string().check(z.minLength(1, 'Enter your email address'))),
    emailAddressSchema(),
  )

/** The telephone number of whoever writes, if they give one. */
export const senderPhoneSchema = (limit: number) =>
  optionalTextSchema(
    z.pipe(
      singleLineTextSchema(),
      z.string().check(
        z.maxLength(limit, 'Invalid phone number format'),
        // From the beginning: from each sign on, it would be read as often as it is long.
        z.refine((value) => /^(?:\D*\d){5}/.test(value), 'Invalid phone number format'),
      ),
    ),
  )
