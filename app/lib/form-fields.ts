import { z } from 'zod'
import { isVisible, line } from './form-text.ts'

/** What is said of a text that is longer than its field holds. */
export const tooLong = (label: string, limit: number) =>
  `${label} must be at most ${limit.toLocaleString('en-GB')} characters`

type Reading = { read: (value: string) => string | null; message: string } | { read?: undefined; message?: undefined }

/** A field that may be left empty, which makes it null; `read` gives what is kept, or null for what cannot be taken. */
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

/** One line that must say something. */
export function requiredLine({ label, limit }: { label: string; limit: number }) {
  return line().transform((typed, context) => {
    const given = typed.normalize('NFC')
    const problem = !isVisible(given) ? `${label} is required` : given.length > limit && tooLong(label, limit)
    if (!problem) return given
    context.addIssue({ code: 'custom', message: problem, input: typed })
    return z.NEVER
  })
}
