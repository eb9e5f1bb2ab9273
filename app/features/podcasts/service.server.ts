import { createHash } from 'node:crypto'
import { makeSlug, makeUntakenSlug } from '#app/features/businesses/rules.ts'
import { requireStaffMayDecide } from '#app/features/profile/policy.server.ts'
import { lockProfile } from '#app/features/profile/service.server.ts'
import { type Database, retryOnUniqueViolation } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { makeBusinessOrPodcastVisibilityServices } from '#app/platform/.server/security/visibility.ts'
import { attachCoverToNewPodcast } from './cover-service.server.ts'
import { getPodcastFeedStatus, listPodcastEpisodes, setPodcastFeed } from './feed/service.server.ts'
import type { PodcastValues } from './form-schema.ts'
import type { OwnPodcastDetails, OwnPodcastSummary } from './model.ts'
import { canHidePodcasts, canWithholdPodcasts } from './policy.server.ts'
import {
  findPodcastOfHost,
  insertPodcast,
  listTakenPodcastSlugs,
  lockPodcast,
  lockPodcastOfHost,
  type PodcastRow,
  updatePodcast,
} from './queries.server.ts'
import { type PodcastField, podcastCoverOf, podcastStatusOf } from './rules.ts'

const { switchVisibility, ...services } = makeBusinessOrPodcastVisibilityServices({
  subjectType: 'podcast',
  lockOwn: lockPodcastOfHost,
  lock: lockPodcast,
  update: updatePodcast,
  statusOf: podcastStatusOf,
  canHide: canHidePodcasts,
  canWithhold: canWithholdPodcasts,
  requireNoPart: (transaction, admin, podcast) =>
    requireStaffMayDecide(transaction, admin, { podcast }, { areAdmins: true }),
})

export const { setVisibility, setVisibilityAsAdmin, withhold } = services

/** Finds the actor's podcast; null if they have none. */
export async function getOwnPodcastSummary(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnPodcastSummary | null> {
  const row = await findPodcastOfHost(db, requireActor(actor).userId)
  return row && { title: row.values.title, isActive: row.isActive, slug: row.slug }
}

/** Finds the actor's podcast with all that its form shows; null if they have none. */
export async function getOwnPodcastDetails(
  { db }: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<OwnPodcastDetails | null> {
  const row = await findPodcastOfHost(db, requireActor(actor).userId)
  if (!row) return null
  const status = await getPodcastFeedStatus(db, row.id)
  const episodes = await listPodcastEpisodes(db, row.id)
  return {
    title: row.values.title,
    isActive: row.isActive,
    slug: row.slug,
    values: row.values,
    version: versionOf(row.values),
    cover: podcastCoverOf(row.cover),
    feed: status && {
      ...status,
      episodes: episodes.length,
      unplayable: episodes.filter(({ audio }) => !audio).length,
    },
  }
}

export type SavePodcastResult =
  /** Also if the same form is sent twice. */
  | { outcome: 'created' | 'updated' }
  /** Nothing is saved: the podcast was changed elsewhere after the form was shown. `version` is the current one. */
  | { outcome: 'changed'; version: string }
  | { outcome: 'limited'; minutes: number }

/** A save can cause a request to any server, for the feed. */
const saves: RequestLimit = { name: 'podcast-save', requests: 60, windowSeconds: 3_600 }

/**
 * Creates or updates the actor's podcast, and makes it visible. The slug is made of the first title and never changes.
 * @param version the version when the form was shown; empty if there was no podcast
 */
export async function saveAndPublishPodcast(
  { db, jobs, secret }: Pick<Platform, 'db' | 'jobs' | 'secret'>,
  actor: Actor | null,
  typed: PodcastValues,
  version: string,
): Promise<SavePodcastResult> {
  const host = requireActor(actor)
  const { allowed, minutes } = await countLimitedRequest(db, secret, saves, host.userId)
  if (!allowed) return { outcome: 'limited', minutes }
  return retryOnUniqueViolation(['podcasts_slug_unique', 'podcasts_host_profile_id_unique'], () =>
    db.transaction(async (transaction): Promise<SavePodcastResult> => {
      await lockProfile(transaction, host.userId)
      const row = await lockPodcastOfHost(transaction, host.userId)
      if (!row) {
        const id = await create(transaction, host, typed)
        await attachCoverToNewPodcast(transaction, host.userId, id)
        await setPodcastFeed(transaction, jobs, id, typed.rssFeedUrl)
        return { outcome: 'created' }
      }
      const changed = changedFields(row.values, typed)
      const current = versionOf(row.values)
      if (version !== current && changed.length > 0) return { outcome: 'changed', version: current }
      await update(transaction, host, row, typed, changed)
      await setPodcastFeed(transaction, jobs, row.id, typed.rssFeedUrl)
      return { outcome: version === '' ? 'created' : 'updated' }
    }),
  )
}

async function create(transaction: Database, host: Actor, typed: PodcastValues): Promise<string> {
  const slug = await makeUntakenSlug(makeSlug(typed.title, null, 'podcast'), (slugs) =>
    listTakenPodcastSlugs(transaction, slugs),
  )
  const id = await insertPodcast(transaction, { ...typed, slug, hostProfileId: host.userId })
  await recordAuditEvent(transaction, {
    actor: host,
    action: 'podcast.created',
    subjectType: 'podcast',
    subjectId: id,
    detail: { isActive: true },
  })
  return id
}

async function update(
  transaction: Database,
  host: Actor,
  row: PodcastRow,
  typed: PodcastValues,
  changed: PodcastField[],
): Promise<void> {
  if (changed.length > 0) {
    await updatePodcast(transaction, row.id, typed)
    await recordAuditEvent(transaction, {
      actor: host,
      action: 'podcast.updated',
      subjectType: 'podcast',
      subjectId: row.id,
      detail: { fields: changed },
    })
  }
  if (!row.isWithheld) await switchVisibility(transaction, host, row, true)
}

function changedFields(stored: PodcastValues, typed: PodcastValues): PodcastField[] {
  return (Object.keys(stored) as PodcastField[]).filter((field) => stored[field] !== typed[field])
}

/** A short hash of a podcast's values. */
function versionOf(values: PodcastValues): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 12)
}
