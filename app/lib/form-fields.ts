import { z } from 'zod'
import { line } from './form-text.ts'
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
