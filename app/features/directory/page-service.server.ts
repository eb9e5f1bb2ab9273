import type { BusinessVisibilityStatus } from '#app/features/businesses/model.ts'
import { businessVisibilityStatusOf, isSlug } from '#app/features/businesses/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { PublicBusinessPageData } from './model.ts'
import { toBusinessPage } from './pages.server.ts'
import { canPreviewBusinesses } from './policy.server.ts'
import {
  findBusinessPageEvenIfUnlisted,
  findBusinessSlugByFormerSlug,
  findOwnBusinessPage,
  findPublicBusinessBySlug,
  type PublicBusinessRow,
} from './queries.server.ts'

/** Finds the public row of a listed business, for the API; null if there is none. */
export function getPublicBusiness(platform: Pick<Platform, 'db'>, slug: string): Promise<PublicBusinessRow | null> {
  return isSlug(slug) ? findPublicBusinessBySlug(platform.db, slug) : Promise.resolve(null)
}

/** Finds the page of a listed business; null if there is none or it is not listed. */
export async function getBusinessPage(
  platform: Pick<Platform, 'db'>,
  slug: string,
): Promise<PublicBusinessPageData | null> {
  const row = await getPublicBusiness(platform, slug)
  return row && toBusinessPage(row)
}

/** Finds the page of the actor's own business, listed or not. Null for somebody else's, or without an actor. */
export async function getOwnBusinessPage(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<{ business: PublicBusinessPageData; status: BusinessVisibilityStatus } | null> {
  if (!actor || !isSlug(slug)) return null
  return toPreview(await findOwnBusinessPage(platform.db, actor.userId, slug))
}

/** Finds the page of any business for an admin, listed or not. Null for other actors. */
export async function getBusinessPagePreviewForAdmin(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<{ business: PublicBusinessPageData; status: BusinessVisibilityStatus } | null> {
  if (!canPreviewBusinesses(actor) || !isSlug(slug)) return null
  return toPreview(await findBusinessPageEvenIfUnlisted(platform.db, slug))
}

function toPreview(row: Awaited<ReturnType<typeof findBusinessPageEvenIfUnlisted>>) {
  if (!row) return null
  const isOwnerVerified = row.isOwnerVerified === true
  const isOwnerApproved = row.isOwnerApproved === true
  return {
    business: toBusinessPage(row),
    status: businessVisibilityStatusOf({ ...row, isOwnerVerified, isOwnerApproved }),
  }
}

/** Finds the current slug of a business by a former one; null if there is none, or none that the actor may see. */
export async function findBusinessSlugRedirect(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  slug: string,
): Promise<string | null> {
  return isSlug(slug) ? findBusinessSlugByFormerSlug(platform.db, slug, actor?.userId ?? null) : null
}
