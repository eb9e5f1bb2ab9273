import { z } from 'zod/mini'
import { paragraphs } from '#app/lib/form-text.ts'
import { messageMaxLength } from '../decisions/schema.ts'
import { settledBy } from './schema.ts'

/** What an earlier approval rests on. A note says what was seen, unless it was documents that are stored. */
export const settlementSchema = z
  .object({
    seen: z.enum(settledBy, { error: 'Choose what was seen' }),
    note: z.pipe(
      z._default(paragraphs(), ''),
      z.string().check(z.maxLength(messageMaxLength, `Your note must be ${messageMaxLength} characters or fewer`)),
    ),
  })
  .check(
    z.superRefine(({ seen, note }, context) => {
      if (seen !== 'documents' && note.trim() === '')
        context.addIssue({ code: 'custom', path: ['note'], message: 'Say what you saw, and when' })
    }),
  )
export type SettlementForm = z.output<typeof settlementSchema>
