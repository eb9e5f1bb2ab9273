import { z } from 'zod/mini'

/** What a form of the shortlist asks for; `slugs` are separated by commas. */
export const shortlistChangeSchema = z.object({
  intent: z.enum(['add', 'remove', 'clear']),
  slugs: z.optional(z.string().check(z.maxLength(5_000))),
  page: z.optional(z.string()),
})

export type ShortlistIntent = z.infer<typeof shortlistChangeSchema>['intent']
