import { z } from 'zod'

/** The head of a Markdown file, between two lines of `---`. */
export const articleHeadSchema = z.strictObject({
  title: z.string().min(1),
  /** For search engines, and under the title. */
  summary: z.string().min(1),
  /** The day the text was last changed, `YYYY-MM-DD`. */
  updated: z.iso.date(),
  /** Said in a box above the text, such as what has to be filled in yet. */
  note: z.string().min(1).optional(),
})

/** A text of the organisation, made of a Markdown file. */
export interface Article extends z.infer<typeof articleHeadSchema> {
  /** Made by us from Markdown, in which HTML is text. */
  html: string
  /** Its headings of the second rank, for a table of contents. */
  sections: { id: string; title: string }[]
}
