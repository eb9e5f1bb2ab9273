import {
  getComparedBusinessesByIdsOrSlugs,
  listListedBusinessIdsBySlug,
} from '#app/features/directory/lists-service.server.ts'
import type { DirectoryPlatform } from '#app/features/directory/search/terms-service.server.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { ShortlistIntent } from './form-schema.ts'
import { type ShownShortlist, shortlistMaximum } from './model.ts'
import {
  deleteShortlistedBusinesses,
  insertShortlistedBusinesses,
  listShortlistedBusinessIdsOfMember,
  lockShortlist,
} from './queries.server.ts'
import { shortlistWithBusinessIdsAdded } from './rules.ts'

/** Whose shortlist it is: a member's, kept in the database, or a visitor's, kept in their cookie. */
export interface ShortlistOwner {
  actor: Actor | null
  /** The ids in the visitor's cookie. A member may bring one along from before signing in. */
  cookieIds: string[]
}

/** The ids on a shortlist. What a member saved before signing in is part of it. */
export async function getShortlistedBusinessIds(
  platform: Pick<Platform, 'db'>,
  owner: ShortlistOwner,
): Promise<string[]> {
  const brought = owner.cookieIds.filter(isUuid)
  if (!owner.actor) return brought.slice(0, shortlistMaximum)
  return shortlistWithBusinessIdsAdded(
    await listShortlistedBusinessIdsOfMember(platform.db, owner.actor.userId),
    brought,
  ).list
}

/** The slugs of what is on a shortlist, for the marks on cards. */
export async function getShortlistedBusinessSlugs(
  platform: DirectoryPlatform,
  owner: ShortlistOwner,
): Promise<string[]> {
  const ids = await getShortlistedBusinessIds(platform, owner)
  return ids.length > 0
    ? (await getComparedBusinessesByIdsOrSlugs(platform, { ids }, '')).businesses.map(({ slug }) => slug)
    : []
}

/** Shows the owner's shortlist, or a list of slugs that somebody shared. */
export async function getShownShortlist(
  platform: DirectoryPlatform,
  list: ShortlistOwner | { slugs: string[] },
  near: string,
): Promise<ShownShortlist> {
  const of = 'slugs' in list ? { slugs: list.slugs } : { ids: await getShortlistedBusinessIds(platform, list) }
  const asked = 'slugs' in of ? of.slugs.length : of.ids.length
  if (asked === 0) return { businesses: [], gone: 0, placeProblem: null }
  const { businesses, placeProblem } = await getComparedBusinessesByIdsOrSlugs(platform, of, near)
  return { businesses, gone: asked - businesses.length, placeProblem }
}

export interface ShortlistChangeResult {
  outcome: 'added' | 'removed' | 'cleared' | 'full' | 'gone'
  added: number
  /** The ids for the visitor's cookie; empty for a member, whose cookie is not needed any more. */
  cookieIds: string[]
}

/** Changes a shortlist. Only listed businesses can be added; any can be removed. */
export async function changeShortlist(
  platform: DirectoryPlatform,
  owner: ShortlistOwner,
  intent: ShortlistIntent,
  slugs: string[],
): Promise<ShortlistChangeResult> {
  const named = slugs.length > 0 ? await listListedBusinessIdsBySlug(platform, slugs) : []
  if (!owner.actor) {
    const change = changeIds(await getShortlistedBusinessIds(platform, owner), intent, named)
    return { outcome: change.outcome, added: change.added, cookieIds: change.ids }
  }
  const { userId } = owner.actor
  const brought = await listedOnly(platform, owner.cookieIds)
  return platform.db.transaction(async (transaction) => {
    await lockShortlist(transaction, userId)
    const before = await listShortlistedBusinessIdsOfMember(transaction, userId)
    const { ids, outcome, added } = changeIds(shortlistWithBusinessIdsAdded(before, brought).list, intent, named)
    const removed = before.filter((id) => !ids.includes(id))
    if (removed.length > 0) await deleteShortlistedBusinesses(transaction, userId, removed)
    await insertShortlistedBusinesses(
      transaction,
      userId,
      ids.filter((id) => !before.includes(id)),
    )
    return { outcome, added, cookieIds: [] }
  })
}

async function listedOnly(platform: DirectoryPlatform, ids: string[]): Promise<string[]> {
  const known = ids.filter(isUuid).slice(0, shortlistMaximum)
  if (known.length === 0) return []
  const { businesses } = await getComparedBusinessesByIdsOrSlugs(platform, { ids: known }, '')
  return listListedBusinessIdsBySlug(
    platform,
    businesses.map(({ slug }) => slug),
  )
}

function changeIds(
  ids: string[],
  intent: ShortlistIntent,
  named: string[],
): { ids: string[]; outcome: ShortlistChangeResult['outcome']; added: number } {
  switch (intent) {
    case 'clear':
      return { ids: [], outcome: 'cleared', added: 0 }
    case 'remove':
      return { ids: ids.filter((id) => !named.includes(id)), outcome: 'removed', added: 0 }
    case 'add': {
      if (named.length === 0) return { ids, outcome: 'gone', added: 0 }
      const { list, added, isFull } = shortlistWithBusinessIdsAdded(ids, named)
      return { ids: list, outcome: isFull && added === 0 ? 'full' : 'added', added }
    }
  }
}
