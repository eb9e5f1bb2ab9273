import { z } from 'zod'

/** The front matter of a Markdown file, between two lines of `---`. */
export const articleHeadSchema = z.strictObject({
  /** The URL's path. */
  path: z.string().regex(/^\/[a-z\d-]+(?:\/[a-z\d-]+)*$/, 'is a path such as /accessibility'),
  title: z.string().min(1),
  /** For search engines, and under the title. */
  summary: z.string().min(1),
  /** The day the text was last changed, `YYYY-MM-DD`. */
  updated: z.iso.date(),
  /** Shown in a box above the text, such as what still has to be filled in. */
  note: z.string().min(1).optional(),
  /** A link to the page: its text, the footer's list it is added to, and its position among the articles there. */
  navigation: z
    .strictObject({ label: z.string().min(1), list: z.enum(['legal', 'quick links', 'resources']), position: z.int() })
    .optional(),
})

/** A text of the organisation, made of a Markdown file. */
export interface Article extends z.infer<typeof articleHeadSchema> {
  /** Made by us from Markdown, in which HTML is text. */
  html: string
  /** Its headings of the second rank, for a table of contents. */
  sections: { id: string; title: string }[]
}
