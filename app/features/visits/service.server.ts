import { type ListingVisitKey, toFoundListingVisits } from '#app/platform/.server/observability/visits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { parseMonthlyVisitsMailStopToken } from './links.server.ts'
import type { OwnVisitStatistics } from './model.ts'
import {
  addVisitCounts,
  findBusinessOfOwnerForVisitStatistics,
  findMonthlyVisitsMailChoiceOfMember,
  listListedBusinessSlugsAmong,
  listListingSearchTerms,
  listVisitMediansOfBusinessTrade,
  listWeeksOfVisitsToBusiness,
  setMonthlyVisitsMailStop,
} from './queries.server.ts'

/** Milliseconds between two writings of what was counted: a process that is killed loses no more than that. */
const everyMs = 10_000

/** Writes what this process has counted. What cannot be written is kept for the next time. */
export async function writeCountedVisits({ db, visits, log }: Pick<Platform, 'db' | 'visits' | 'log'>): Promise<void> {
  const counts = visits.take()
  if (visits.others > 0) log.warn({ visits: visits.others }, 'too many different visits: some are counted for nobody')
  visits.others = 0
  if (counts.size === 0) return
  try {
    await addVisitCounts(db, counts)
  } catch (error) {
    visits.putBack(counts)
    log.error({ error }, 'visits could not be written')
  }
}

/**
 * Counts what a browser reports. Anybody can report anything, so it counts where the listing exists.
 * @param sender who reports it, as limits know them
 */
export async function countVisitsReportedByBrowser(
  { db, visits, log }: Pick<Platform, 'db' | 'visits' | 'log'>,
  sender: string,
  reported: readonly ListingVisitKey[],
): Promise<void> {
  try {
    await visits.countReported(reported, sender, (slugs) => listListedBusinessSlugsAmong(db, slugs))
  } catch (error) {
    visits.others += reported.length
    log.error({ error }, 'what a browser reported could not be counted')
  }
}

/** Writes what this process has counted every ten seconds; returns a function that stops, and writes the rest. */
export function startWritingCountedVisits(platform: Pick<Platform, 'db' | 'visits' | 'log'>): () => Promise<void> {
  let writing = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(() => writeCountedVisits(platform))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await writing
    await writeCountedVisits(platform)
  }
}

/** The slug of the actor's business; null for none, or without an actor. */
export async function getOwnBusinessSlug({ db }: Pick<Platform, 'db'>, actor: Actor | null): Promise<string | null> {
  return actor && ((await findBusinessOfOwnerForVisitStatistics(db, actor.userId))?.slug ?? null)
}

/**
 * What a page of results counts as: each listing on it was found, but for the reader's own.
 * @param words what was searched for
 */
export async function listVisitsToCountForSearchResults(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slugs: string[],
  words: string[],
): Promise<ListingVisitKey[]> {
  const own = await getOwnBusinessSlug(platform, actor)
  return toFoundListingVisits(
    slugs.filter((slug) => slug !== own),
    words,
  )
}

/** The statistics of the owner's listing; null if they have no business. */
export async function getOwnVisitStatistics(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnVisitStatistics | null> {
  const { userId } = requireActor(actor)
  const own = await findBusinessOfOwnerForVisitStatistics(db, userId)
  if (!own) return null
  const [weeks, typical, words, isMailOn] = await Promise.all([
    listWeeksOfVisitsToBusiness(db, own.id),
    listVisitMediansOfBusinessTrade(db, own.id),
    listListingSearchTerms(db, own.id),
    findMonthlyVisitsMailChoiceOfMember(db, userId),
  ])
  const [first] = typical
  return {
    businessName: own.name,
    weeks,
    typical: first ? { trade: first.trade, weeks: Object.fromEntries(typical.map((week) => [week.week, week])) } : null,
    words,
    isMailOn: isMailOn ?? false,
  }
}

/** Switches the actor's monthly email on or off; false if they have no business. */
export async function switchOwnMonthlyVisitsMail(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
  isOn: boolean,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  if (!(await findBusinessOfOwnerForVisitStatistics(db, userId))) return false
  await setMonthlyVisitsMailStop(db, userId, !isOn)
  return true
}

/** Whether the member of a stop link gets the monthly email; null for a link that is not ours, or if the member has left. */
export async function getMonthlyVisitsMailChoiceByStopToken(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
): Promise<{ isOn: boolean } | null> {
  const userId = parseMonthlyVisitsMailStopToken(secret, token)
  const isOn = userId && (await findMonthlyVisitsMailChoiceOfMember(db, userId))
  return typeof isOn === 'boolean' ? { isOn } : null
}

/** Stops the monthly email by a signed link, without a session: whoever has the link may do this and nothing else. */
export async function stopMonthlyVisitsMailByLink(
  { db, secret }: Pick<Platform, 'db' | 'secret'>,
  token: string,
): Promise<void> {
  const userId = parseMonthlyVisitsMailStopToken(secret, token)
  if (userId) await setMonthlyVisitsMailStop(db, userId, true)
}
