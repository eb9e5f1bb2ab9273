import { z } from 'zod/mini'
import { multilineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { nonDocumentEvidenceKinds } from '../basis-rules.ts'
import { reviewerMessageMaxLength } from '../decisions/model.ts'
import { retroactiveVerificationBases } from './model.ts'

/** What was seen, with a note that says it, unless it was documents that are stored. */
function seenSchema<const Seen extends readonly [string, ...string[]]>(choices: Seen, error: string) {
  return z
    .object({
      seen: z.enum(choices, { error }),
      note: z.pipe(
        z._default(multilineTextSchema(), ''),
        z
          .string()
          .check(
            z.maxLength(reviewerMessageMaxLength, `Your note must be ${reviewerMessageMaxLength} characters or fewer`),
          ),
      ),
    })
    .check(
      z.superRefine(({ seen, note }, context) => {
        if (seen !== 'documents' && !hasVisibleCharacter(note))
          context.addIssue({ code: 'custom', path: ['note'], message: 'Say what you saw, and when' })
      }),
    )
}

/** What a reviewer saw instead of documents. */
export const nonDocumentEvidenceSchema = seenSchema(nonDocumentEvidenceKinds, 'Choose what you saw')
export type NonDocumentEvidenceInput = z.output<typeof nonDocumentEvidenceSchema>

/** What an earlier approval rests on. */
export const retroactiveVerificationBasisSchema = seenSchema(retroactiveVerificationBases, 'Choose what was seen')
export type RetroactiveVerificationBasisInput = z.output<typeof retroactiveVerificationBasisSchema>
