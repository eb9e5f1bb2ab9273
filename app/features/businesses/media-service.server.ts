import {
  keepRemovedPictureForUndo,
  keepReplacedPictureForUndo,
  takeRemovedPictureForUndo,
  undoPictureReplacement,
} from '#app/platform/.server/images/removed-pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { enqueuePictureDeletion } from '#app/platform/.server/storage/stored-files.ts'
import {
  businessDraftPictureQueries,
  businessPictureQueries,
  type PictureQueriesOfBusinessOrDraft,
} from './media-queries.server.ts'
import { businessGalleryMaximum, type OwnBusinessMedia } from './model.ts'
import { loadOwnBusinessMediaView } from './picture-files.server.ts'
import { canWithholdReportedBusinesses } from './policy.server.ts'
import { lockBusinessWithStatusFacts } from './queries.server.ts'

/** Chooses the pictures of the actor's draft or those of their business. */
export type BusinessMediaTarget = 'draft' | 'business'

export const businessPictureQueriesByTarget: Record<BusinessMediaTarget, PictureQueriesOfBusinessOrDraft> = {
  draft: businessDraftPictureQueries,
  business: businessPictureQueries,
}

/** Finds the pictures of the actor's draft or business; null if there is none. */
export async function getOwnBusinessMedia(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
): Promise<OwnBusinessMedia | null> {
  const { userId } = requireActor(actor)
  const id = await businessPictureQueriesByTarget[target].find(platform.db, userId)
  return id ? loadOwnBusinessMediaView(platform.db, businessPictureQueriesByTarget[target], id) : null
}

/** Removes the logo; false if there was none. It can be restored for a few seconds, see {@link undoOwnBusinessPictureRemoval}. */
export function removeOwnBusinessLogo(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const logo = await store.logo(transaction, id)
    if (!logo) return false
    await keepReplacedPictureForUndo(platform.jobs, transaction, { folder: id, kind: 'logo' }, logo, null)
    await store.deleteLogo(transaction, id)
    return true
  })
}

/** Removes a picture from the gallery; false if it is not there. It can be restored for a few seconds. */
export function removeOwnBusinessGalleryPicture(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  pictureId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const picture = (await store.gallery(transaction, id)).find((row) => row.id === pictureId)
    if (!picture) return false
    await keepRemovedPictureForUndo(
      platform.jobs,
      transaction,
      { folder: id, kind: 'gallery' },
      { ...picture, pictureId },
    )
    await store.deleteGallery(transaction, id, pictureId)
    return true
  })
}

/**
 * Deletes a picture from the gallery of any business for good, in the caller's transaction; false if it is not there. Only for the
 * feature reports.
 */
export async function deleteBusinessGalleryPictureAsStaff(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Platform['db'],
  actor: Actor | null,
  businessId: string,
  pictureId: string,
): Promise<boolean> {
  const who = requirePermission(actor, canWithholdReportedBusinesses)
  if (!(await lockBusinessWithStatusFacts(transaction, businessId))) return false
  const picture = (await businessPictureQueries.gallery(transaction, businessId)).find((row) => row.id === pictureId)
  if (!picture) return false
  await businessPictureQueries.deleteGallery(transaction, businessId, pictureId)
  await enqueuePictureDeletion(jobs, transaction, 'gallery', picture)
  await businessPictureQueries.touch(transaction, businessId)
  await recordAuditEvent(transaction, {
    actor: who,
    action: 'business.picture-removed',
    subjectType: 'business',
    subjectId: businessId,
  })
  return true
}

/** Brings back a picture that was just removed, or a logo that was replaced; false if it is too late, or the gallery is full. */
export function undoOwnBusinessPictureRemoval(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  removedId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const place = { folder: id, kind: 'logo' } as const
    const logo = await undoPictureReplacement(
      platform.jobs,
      transaction,
      place,
      removedId,
      await store.logo(transaction, id),
    )
    if (logo) {
      await store.deleteLogo(transaction, id)
      await store.insertLogo(transaction, id, logo)
      return true
    }
    if ((await store.gallery(transaction, id)).length >= businessGalleryMaximum) return false
    const removed = await takeRemovedPictureForUndo(transaction, id, removedId, 'gallery')
    if (!removed?.pictureId) return false
    const { key, width, height, colour, masterKey, caption, orderIndex, pictureId } = removed
    const picture = { key, width, height, colour, masterKey }
    await store.insertGallery(transaction, id, { id: pictureId, ...picture, caption, orderIndex })
    return true
  })
}

/** Sets or clears the caption of a gallery picture; false if the picture is not there. */
export function setOwnBusinessGalleryPictureCaption(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  pictureId: string,
  caption: string | null,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const gallery = await store.gallery(transaction, id)
    if (!gallery.some((row) => row.id === pictureId)) return false
    await store.updateGallery(transaction, id, pictureId, { caption })
    return true
  })
}

/**
 * Sorts the gallery in the order of `pictureIds`. Pictures that are not in the list, such as those added since, come last in their
 * current order; unknown ids are ignored. False if there is no business or draft.
 */
export function reorderOwnBusinessGallery(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  pictureIds: string[],
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const gallery = await store.gallery(transaction, id)
    const indexOf = (pictureId: string) => {
      const index = pictureIds.indexOf(pictureId)
      return index < 0 ? pictureIds.length : index
    }
    const ordered = gallery.toSorted((one, other) => indexOf(one.id) - indexOf(other.id))
    for (const [orderIndex, row] of ordered.entries()) {
      if (row.orderIndex !== orderIndex) await store.updateGallery(transaction, id, row.id, { orderIndex })
    }
    return true
  })
}

/** Runs a change with the actor's draft or business locked; false if there is none, or if `act` changed nothing. */
function change(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  act: (transaction: Platform['db'], store: PictureQueriesOfBusinessOrDraft, id: string) => Promise<boolean>,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const store = businessPictureQueriesByTarget[target]
  return platform.db.transaction(async (transaction) => {
    const id = await store.lock(transaction, userId)
    const changed = id !== null && (await act(transaction, store, id))
    if (id && changed) await store.touch(transaction, id)
    return changed
  })
}
