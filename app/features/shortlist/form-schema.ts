import { z } from 'zod'

/** What a form of the shortlist asks for; `slugs` are separated by commas. */
export const shortlistSchema = z.object({
  intent: z.enum(['add', 'remove', 'clear']),
  slugs: z.string().max(5_000).optional(),
  page: z.string().optional(),
})

export type ShortlistIntent = z.infer<typeof shortlistSchema>['intent']
