import { z } from 'zod'

/** A heading and a sentence or two. */
export const passageSchema = z.strictObject({ title: z.string().min(1), text: z.string().min(1) })
export type Passage = z.infer<typeof passageSchema>

/** A heading and its paragraphs. */
export const paragraphsSchema = z.strictObject({
  title: z.string().min(1),
  paragraphs: z.array(z.string().min(1)).min(1),
})
export type Paragraphs = z.infer<typeof paragraphsSchema>

/** A heading and several passages below it. */
export const passagesSchema = z.strictObject({ title: z.string().min(1), list: z.array(passageSchema).min(1) })
export type Passages = z.infer<typeof passagesSchema>
