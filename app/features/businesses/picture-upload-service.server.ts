import { toPicture } from '#app/lib/pictures.ts'
import {
  encodeUploadedPicture,
  pictureRefusalReasonOfError,
  prepareStoredPictureKeys,
  putPictureFiles,
  type StoredPicture,
} from '#app/platform/.server/images/images.ts'
import { keepReplacedPictureForUndo } from '#app/platform/.server/images/removed-pictures.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { RequestLimit } from '#app/platform/.server/security/limits.ts'
import {
  acceptUpload,
  type IncomingFile,
  type ReceivedFile,
  type UploadResult,
} from '#app/platform/.server/storage/incoming-files.ts'
import { storedFilesOfPicture, storeFilesWithRows } from '#app/platform/.server/storage/stored-files.ts'
import type { MemberUploadSlot } from '#app/platform/.server/storage/upload-places.ts'
import { lockOrCreateBusinessDraft } from './drafts.server.ts'
import { businessPictureQueries } from './media-queries.server.ts'
import { type BusinessMediaTarget, businessPictureQueriesByTarget } from './media-service.server.ts'
import {
  type BusinessPictureRefusalReason,
  businessGalleryMaximum,
  businessPictureMaximumBytes,
  type EditableBusinessGalleryPicture,
} from './model.ts'
import type { BusinessPictureKind } from './picture-files.server.ts'

export type UploadBusinessPictureResult = UploadResult<
  BusinessPictureRefusalReason,
  | { outcome: 'stored'; picture: EditableBusinessGalleryPicture }
  /** The actor has no business, or for a draft, already has one. */
  | { outcome: 'not-found' }
>

const uploads: RequestLimit = { name: 'business-upload', requests: 100, windowSeconds: 3_600 }

/** Stores a logo and replaces the current one. The type is detected from the bytes. */
export function uploadOwnBusinessLogo(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  file: IncomingFile,
): Promise<UploadBusinessPictureResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'logo', file, null)
}

/** Adds a picture at the end of the gallery. The type is detected from the bytes. */
export function uploadOwnBusinessGalleryPicture(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  actor: Actor | null,
  target: BusinessMediaTarget,
  file: IncomingFile,
  caption: string | null = null,
): Promise<UploadBusinessPictureResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'gallery', file, caption)
}

async function addPicture(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'secret' | 'storage'>,
  userId: string,
  target: BusinessMediaTarget,
  kind: BusinessPictureKind,
  file: IncomingFile,
  caption: string | null,
): Promise<UploadBusinessPictureResult> {
  const rules = {
    limit: uploads,
    mostBytes: businessPictureMaximumBytes,
    lane: kind === 'logo' ? 'small' : 'large',
  } as const
  return acceptUpload(platform, userId, file, rules, (received, place) =>
    keepPicture(platform, userId, target, kind, { received, caption, place }),
  )
}

async function keepPicture(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage'>,
  userId: string,
  target: BusinessMediaTarget,
  kind: BusinessPictureKind,
  { received, caption, place }: { received: ReceivedFile; caption: string | null; place: MemberUploadSlot },
): Promise<UploadBusinessPictureResult> {
  const { storage, log } = platform
  const refused = (reason: BusinessPictureRefusalReason): UploadBusinessPictureResult => ({
    outcome: 'refused',
    reason,
    name: received.name,
  })
  const id = await findFolder(platform, userId, target)
  if (!id) return { outcome: 'not-found' }
  // Reserved before the expensive encoding, and checked again under the lock in `insertRow`.
  const count = async (db: Platform['db']) => (await businessPictureQueriesByTarget[target].gallery(db, id)).length
  if (kind === 'gallery' && !(await place.reserve({ name: `gallery ${id}`, maximum: businessGalleryMaximum, count }))) {
    return refused('too-many')
  }
  const encoded = await encodeUploadedPicture(kind, received.bytes, businessPictureMaximumBytes).catch(
    pictureRefusalReasonOfError,
  )
  if (typeof encoded === 'string') return refused(encoded)

  const picture = prepareStoredPictureKeys(id, encoded)
  try {
    const added = await storeFilesWithRows(
      platform,
      storedFilesOfPicture(kind, picture),
      () => putPictureFiles(storage, kind, picture, encoded),
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
async function findFolder(
  platform: Pick<Platform, 'db' | 'jobs'>,
  userId: string,
  target: BusinessMediaTarget,
): Promise<string | null> {
  if (target === 'business') return businessPictureQueries.find(platform.db, userId)
  const draft = await platform.db.transaction((transaction) => lockOrCreateBusinessDraft(platform, transaction, userId))
  return draft?.id ?? null
}

type InsertResult =
  | (Extract<UploadBusinessPictureResult, { outcome: 'stored' }> & { isAgain?: boolean })
  | { outcome: 'not-found' }
  | { outcome: 'full' }

/** Inserts the row of a picture whose files are stored, where that is still possible. */
async function insertRow(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Platform['db'],
  userId: string,
  target: BusinessMediaTarget,
  kind: BusinessPictureKind,
  id: string,
  { caption, ...picture }: StoredPicture & { caption: string | null },
): Promise<InsertResult> {
  const store = businessPictureQueriesByTarget[target]
  // The draft may have been submitted or discarded while the picture was encoded.
  if ((await store.lock(transaction, userId)) !== id) return { outcome: 'not-found' }
  const view = { caption, ...toPicture(kind, picture) }
  await store.touch(transaction, id)
  if (kind === 'logo') {
    const place = { folder: id, kind } as const
    const isOther = await keepReplacedPictureForUndo(
      jobs,
      transaction,
      place,
      await store.logo(transaction, id),
      picture,
    )
    if (!isOther) return { outcome: 'stored', isAgain: true, picture: { id, ...view } }
    await store.deleteLogo(transaction, id)
    await store.insertLogo(transaction, id, picture)
    return { outcome: 'stored', picture: { id, ...view } }
  }
  const gallery = await store.gallery(transaction, id)
  if (gallery.length >= businessGalleryMaximum) return { outcome: 'full' }
  const orderIndex = Math.max(-1, ...gallery.map((row) => row.orderIndex)) + 1
  const pictureId = await store.insertGallery(transaction, id, { ...picture, caption, orderIndex })
  return { outcome: 'stored', picture: { id: pictureId, ...view } }
}
