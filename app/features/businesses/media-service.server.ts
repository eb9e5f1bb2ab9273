import { pictureOf } from '#app/lib/pictures.ts'
import {
  encodeUpload,
  nameStored,
  putPicture,
  refusalReason,
  type StoredPicture,
} from '#app/platform/.server/images/images.ts'
import { keepRemoved, keepReplaced, takeBack, undoReplacing } from '#app/platform/.server/images/removed-pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { Limit } from '#app/platform/.server/security/limits.ts'
import {
  type IncomingFile,
  type ReceivedFile,
  takeUpload,
  type UploadResult,
} from '#app/platform/.server/storage/incoming-files.ts'
import { enqueueDeletion, filesOf, storeFiles } from '#app/platform/.server/storage/stored-files.ts'
import type { UploadPlace } from '#app/platform/.server/storage/upload-places.ts'
import { openDraft } from './drafts.server.ts'
import { businessPictures, draftPictures, type PictureStore } from './media-queries.server.ts'
import { type GalleryItem, galleryMaximum, type Media, type PictureRefusal, pictureBytes } from './model.ts'
import { type PictureKind, viewMedia } from './picture-files.server.ts'
import { canWithholdBusinesses } from './policy.server.ts'
import { lockBusiness } from './queries.server.ts'

/** Selects the pictures of the actor's draft or those of their business. */
export type MediaTarget = 'draft' | 'business'

const pictureStores: Record<MediaTarget, PictureStore> = { draft: draftPictures, business: businessPictures }

export type PictureResult = UploadResult<
  PictureRefusal,
  | { outcome: 'stored'; picture: GalleryItem }
  /** The actor has no business, or for a draft, already has one. */
  | { outcome: 'not-found' }
>

const uploads: Limit = { name: 'business-upload', requests: 100, windowSeconds: 3_600 }

/** Finds the pictures of the actor's draft or business; null if there is none. */
export async function getMedia(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
  target: MediaTarget,
): Promise<Media | null> {
  const { userId } = requireActor(actor)
  const id = await pictureStores[target].find(platform.db, userId)
  return id ? viewMedia(platform.db, pictureStores[target], id) : null
}

/** Stores a logo and replaces the current one. The type is detected from the bytes. */
export function uploadLogo(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  file: IncomingFile,
): Promise<PictureResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'logo', file, null)
}

/** Adds a picture at the end of the gallery. The type is detected from the bytes. */
export function uploadGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  file: IncomingFile,
  caption: string | null = null,
): Promise<PictureResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'gallery', file, caption)
}

async function addPicture(
  platform: Platform,
  userId: string,
  target: MediaTarget,
  kind: PictureKind,
  file: IncomingFile,
  caption: string | null,
): Promise<PictureResult> {
  const rules = { limit: uploads, mostBytes: pictureBytes, lane: kind === 'logo' ? 'small' : 'large' } as const
  return takeUpload(platform, userId, file, rules, (received, place) =>
    keepPicture(platform, userId, target, kind, { received, caption, place }),
  )
}

async function keepPicture(
  platform: Platform,
  userId: string,
  target: MediaTarget,
  kind: PictureKind,
  { received, caption, place }: { received: ReceivedFile; caption: string | null; place: UploadPlace },
): Promise<PictureResult> {
  const { storage, log } = platform
  const refused = (reason: PictureRefusal): PictureResult => ({ outcome: 'refused', reason, name: received.name })
  const id = await findFolder(platform, userId, target)
  if (!id) return { outcome: 'not-found' }
  // Reserved before the expensive encoding, and checked again under the lock in `insertRow`.
  const count = async (db: Platform['db']) => (await pictureStores[target].gallery(db, id)).length
  if (kind === 'gallery' && !(await place.reserve({ name: `gallery ${id}`, maximum: galleryMaximum, count }))) {
    return refused('too-many')
  }
  const encoded = await encodeUpload(kind, received.bytes, pictureBytes).catch(refusalReason)
  if (typeof encoded === 'string') return refused(encoded)

  const picture = nameStored(id, encoded)
  try {
    const added = await storeFiles(
      platform,
      filesOf(kind, picture),
      () => putPicture(storage, kind, picture, encoded),
      async (transaction, claim) => {
        const inserted = await insertRow(platform, transaction, userId, target, kind, id, { ...picture, caption })
        if (inserted.outcome !== 'stored' || inserted.isAgain) return inserted
        await claim()
        await place.settle(transaction)
        return inserted
      },
    )
    return added.outcome === 'full' ? refused('too-many') : added
  } catch (error) {
    log.error({ error }, 'a picture could not be stored')
    return { outcome: 'failed' }
  }
}

/** Finds the folder of the pictures. Creates the draft if there is none. */
async function findFolder(platform: Platform, userId: string, target: MediaTarget): Promise<string | null> {
  if (target === 'business') return businessPictures.find(platform.db, userId)
  const draft = await platform.db.transaction((transaction) => openDraft(platform, transaction, userId))
  return draft?.id ?? null
}

type InsertResult =
  | (Extract<PictureResult, { outcome: 'stored' }> & { isAgain?: boolean })
  | { outcome: 'not-found' }
  | { outcome: 'full' }

/** Inserts the row of a picture whose files are stored, where that is still possible. */
async function insertRow(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Platform['db'],
  userId: string,
  target: MediaTarget,
  kind: PictureKind,
  id: string,
  { caption, ...picture }: StoredPicture & { caption: string | null },
): Promise<InsertResult> {
  const store = pictureStores[target]
  // The draft may have been submitted or discarded while the picture was encoded.
  if ((await store.lock(transaction, userId)) !== id) return { outcome: 'not-found' }
  const view = { caption, ...pictureOf(kind, picture) }
  await store.touch(transaction, id)
  if (kind === 'logo') {
    const place = { folder: id, kind } as const
    const isOther = await keepReplaced(jobs, transaction, place, await store.logo(transaction, id), picture)
    if (!isOther) return { outcome: 'stored', isAgain: true, picture: { id, ...view } }
    await store.deleteLogo(transaction, id)
    await store.insertLogo(transaction, id, picture)
    return { outcome: 'stored', picture: { id, ...view } }
  }
  const gallery = await store.gallery(transaction, id)
  if (gallery.length >= galleryMaximum) return { outcome: 'full' }
  const orderIndex = Math.max(-1, ...gallery.map((row) => row.orderIndex)) + 1
  const pictureId = await store.insertGallery(transaction, id, { ...picture, caption, orderIndex })
  return { outcome: 'stored', picture: { id: pictureId, ...view } }
}

/** Removes the logo; false if there was none. It can be restored for a few seconds, see {@link undoRemoval}. */
export function removeLogo(platform: Platform, actor: Actor | null, target: MediaTarget): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const logo = await store.logo(transaction, id)
    if (!logo) return false
    await keepReplaced(platform.jobs, transaction, { folder: id, kind: 'logo' }, logo, null)
    await store.deleteLogo(transaction, id)
    return true
  })
}

/** Removes a picture from the gallery; false if it is not there. It can be restored for a few seconds. */
export function removeGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  pictureId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const picture = (await store.gallery(transaction, id)).find((row) => row.id === pictureId)
    if (!picture) return false
    await keepRemoved(platform.jobs, transaction, { folder: id, kind: 'gallery' }, { ...picture, pictureId })
    await store.deleteGallery(transaction, id, pictureId)
    return true
  })
}

/**
 * Deletes a picture from the gallery of any business for good, in the caller's transaction; false if it is not there. Only for the
 * feature reports.
 */
export async function deleteGalleryPictureAsStaff(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Platform['db'],
  actor: Actor | null,
  businessId: string,
  pictureId: string,
): Promise<boolean> {
  const who = requirePermission(actor, canWithholdBusinesses)
  if (!(await lockBusiness(transaction, businessId))) return false
  const picture = (await businessPictures.gallery(transaction, businessId)).find((row) => row.id === pictureId)
  if (!picture) return false
  await businessPictures.deleteGallery(transaction, businessId, pictureId)
  await enqueueDeletion(jobs, transaction, 'gallery', picture)
  await businessPictures.touch(transaction, businessId)
  await recordAudit(transaction, {
    actor: who,
    action: 'business.picture-removed',
    subjectType: 'business',
    subjectId: businessId,
  })
  return true
}

/** Brings back a picture that was just removed, or a logo that was replaced; false if it is too late, or the gallery is full. */
export function undoRemoval(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  removedId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, store, id) => {
    const place = { folder: id, kind: 'logo' } as const
    const logo = await undoReplacing(platform.jobs, transaction, place, removedId, await store.logo(transaction, id))
    if (logo) {
      await store.deleteLogo(transaction, id)
      await store.insertLogo(transaction, id, logo)
      return true
    }
    if ((await store.gallery(transaction, id)).length >= galleryMaximum) return false
    const removed = await takeBack(transaction, id, removedId, 'gallery')
    if (!removed?.pictureId) return false
    const { key, width, height, colour, masterKey, caption, orderIndex, pictureId } = removed
    const picture = { key, width, height, colour, masterKey }
    await store.insertGallery(transaction, id, { id: pictureId, ...picture, caption, orderIndex })
    return true
  })
}

/** Sets or clears the caption of a gallery picture; false if the picture is not there. */
export function captionGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
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
export function orderGallery(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
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
  target: MediaTarget,
  act: (transaction: Platform['db'], store: PictureStore, id: string) => Promise<boolean>,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const store = pictureStores[target]
  return platform.db.transaction(async (transaction) => {
    const id = await store.lock(transaction, userId)
    const changed = id !== null && (await act(transaction, store, id))
    if (id && changed) await store.touch(transaction, id)
    return changed
  })
}
