import { z } from 'zod'
import type { JobKind } from '#app/platform/.server/jobs.ts'

const fetchSchema = z.object({ podcastId: z.uuid() })

/** The feed of a podcast is to be read, if it is due. */
export const fetchFeed: JobKind<z.output<typeof fetchSchema>> = {
  name: 'podcasts.fetch-feed',
  queue: 'feeds',
  schema: fetchSchema,
}

const roundSchema = z.object({ at: z.iso.datetime() })

/** Looks which feeds are due. Each round queues the next. */
export const feedRound: JobKind<z.output<typeof roundSchema>> = {
  name: 'podcasts.feed-round',
  queue: 'feeds',
  schema: roundSchema,
}
