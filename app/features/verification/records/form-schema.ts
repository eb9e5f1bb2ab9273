import { z } from 'zod/mini'
import { multilineTextSchema } from '#app/lib/form-text.ts'
import { hasVisibleCharacter } from '#app/lib/plain-text.ts'
import { seenInsteadOfDocuments } from '../basis-rules.ts'
import { reviewerMessageMaxLength } from '../decisions/model.ts'
import { verificationSettlementBases } from './model.ts'

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
export const seenInsteadOfDocumentsSchema = seenSchema(seenInsteadOfDocuments, 'Choose what you saw')
export type SeenInsteadOfDocumentsInput = z.output<typeof seenInsteadOfDocumentsSchema>

/** What an earlier approval rests on. */
export const verificationSettlementSchema = seenSchema(verificationSettlementBases, 'Choose what was seen')
export type VerificationSettlementInput = z.output<typeof verificationSettlementSchema>
