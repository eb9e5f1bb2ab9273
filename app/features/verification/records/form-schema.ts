import { z } from 'zod/mini'
import { paragraphs } from '#app/lib/form-text.ts'
import { isVisible } from '#app/lib/plain-text.ts'
import { seenInstead } from '../basis-rules.ts'
import { messageMaxLength } from '../decisions/model.ts'
import { settledBy } from './model.ts'

/** What was seen, with a note that says it, unless it was documents that are stored. */
function seenSchema<const Seen extends readonly [string, ...string[]]>(choices: Seen, error: string) {
  return z
    .object({
      seen: z.enum(choices, { error }),
      note: z.pipe(
        z._default(paragraphs(), ''),
        z.string().check(z.maxLength(messageMaxLength, `Your note must be ${messageMaxLength} characters or fewer`)),
      ),
    })
    .check(
      z.superRefine(({ seen, note }, context) => {
        if (seen !== 'documents' && !isVisible(note))
          context.addIssue({ code: 'custom', path: ['note'], message: 'Say what you saw, and when' })
      }),
    )
}

/** What a reviewer saw instead of documents. */
export const recordSchema = seenSchema(seenInstead, 'Choose what you saw')
export type RecordForm = z.output<typeof recordSchema>

/** What an earlier approval rests on. */
export const settlementSchema = seenSchema(settledBy, 'Choose what was seen')
export type SettlementForm = z.output<typeof settlementSchema>
