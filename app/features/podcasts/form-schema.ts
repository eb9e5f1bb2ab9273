import { z } from 'zod/mini'
import { optionalParsedFieldSchema, requiredLineSchema } from '#app/lib/form-fields.ts'
import { multilineTextSchema, singleLineTextSchema } from '#app/lib/form-text.ts'
import { parseWebUrl } from '#app/lib/pasted-links.ts'
import { isPossiblePodcastLaunchDate, type PodcastField, podcastFieldLabels } from './rules.ts'

/** Maximum numbers of characters. */
const lengths = { line: 200, longText: 5_000, link: 2_000 } as const

const text = (name: PodcastField, limit: number) =>
  optionalParsedFieldSchema(singleLineTextSchema(), { label: podcastFieldLabels[name], limit })
const link = (name: PodcastField) =>
  optionalParsedFieldSchema(singleLineTextSchema(), {
    label: podcastFieldLabels[name],
    limit: lengths.link,
    read: parseWebUrl,
    message: `${podcastFieldLabels[name]} must be a web address, such as https://www.example.co.uk`,
  })

/** The form of a podcast. */
export const podcastSchema = z.object({
  title: requiredLineSchema({ label: podcastFieldLabels.title, limit: lengths.line }),
  tagline: text('tagline', lengths.line),
  description: optionalParsedFieldSchema(multilineTextSchema(), {
    label: podcastFieldLabels.description,
    limit: lengths.longText,
  }),
  spotifyUrl: link('spotifyUrl'),
  appleUrl: link('appleUrl'),
  youtubeUrl: link('youtubeUrl'),
  rssFeedUrl: link('rssFeedUrl'),
  featuredEpisodeUrl: link('featuredEpisodeUrl'),
  launchDate: optionalParsedFieldSchema(singleLineTextSchema(), {
    label: podcastFieldLabels.launchDate,
    limit: lengths.line,
    read: (day) => (isPossiblePodcastLaunchDate(day, new Date()) ? day : null),
    message: 'Launch date must be between 2000 and 2 years from now',
  }),
})

/** The texts and links of a podcast, by column. */
export type PodcastValues = z.output<typeof podcastSchema>
