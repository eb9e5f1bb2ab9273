import { z } from 'zod'

/** The front matter of a Markdown file, between two lines of `---`. */
export const articleHeadSchema = z.strictObject({
  /** The URL's path. */
  path: z.string().regex(/^\/[a-z\d-]+(?:\/[a-z\d-]+)*$/, 'is a path such as /accessibility'),
  title: z.string().min(1),
  /** For search engines, and under the title. */
  summary: z.string().min(1),
  /** The date of the last change, `YYYY-MM-DD`. */
  updated: z.iso.date(),
  /** Shown in a box above the text. */
  note: z.string().min(1).optional(),
  /** A link to the page: its text, the footer's list it is added to, and its position among the articles there. */
  navigation: z
    .strictObject({ label: z.string().min(1), list: z.enum(['legal', 'quick links', 'resources']), position: z.int() })
    .optional(),
})

/** A text of the organisation from a Markdown file. */
export interface Article extends z.infer<typeof articleHeadSchema> {
  /** HTML that we render from Markdown; HTML in the source is escaped. */
  html: string
  /** Its level-2 headings, for a table of contents. */
  sections: { id: string; title: string }[]
}
