import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Visit } from '#app/platform/.server/visits.ts'
import { addCounts, findOwn, listWeeks } from './queries.server.ts'
import type { OwnStatistics } from './schema.ts'

/** Milliseconds between two writings of what was counted: a process that is killed loses no more than that. */
const everyMs = 10_000

/** Writes what this process has counted. What cannot be written is kept for the next time. */
export async function writeVisits({ db, visits, log }: Pick<Platform, 'db' | 'visits' | 'log'>): Promise<void> {
  const counts = visits.take()
  if (visits.dropped > 0) log.warn({ visits: visits.dropped }, 'too many different visits: some were not counted')
  visits.dropped = 0
  if (counts.size === 0) return
  try {
    await addCounts(db, counts)
  } catch (error) {
    visits.putBack(counts)
    log.error({ error }, 'visits could not be written')
  }
}

/** Writes what this process has counted every ten seconds; returns a function that stops, and writes the rest. */
export function startWritingVisits(platform: Pick<Platform, 'db' | 'visits' | 'log'>): () => Promise<void> {
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(() => writeVisits(platform))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await writing
    await writeVisits(platform)
  }
}

/** The slug of the actor's business; null for none. */
export async function getOwnSlug({ db }: Pick<Platform, 'db'>, actor: Actor): Promise<string | null> {
  return (await findOwn(db, actor.userId))?.slug ?? null
}

/** What a page of results counts as: each listing on it was found, but for the reader's own. */
export async function listFound(platform: Platform, actor: Actor | null, slugs: string[]): Promise<Visit[]> {
  const own = actor ? await getOwnSlug(platform, actor) : null
  return slugs.filter((slug) => slug !== own).map((slug): Visit => `found ${slug}`)
}

/** The statistics of the owner's listing; null if they have no business. */
export async function getOwnStatistics({ db }: Platform, actor: Actor | null): Promise<OwnStatistics | null> {
  const { userId } = requireActor(actor)
  const own = await findOwn(db, userId)
  return own && { businessName: own.name, weeks: await listWeeks(db, own.id) }
}
