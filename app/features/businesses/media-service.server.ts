import { pictureOf } from '#app/lib/pictures.ts'
import { isUuid } from '#app/lib/uuid.ts'
import { type Actor, requireActor } from '#app/platform/.server/actor.ts'
import {
  type EncodedPicture,
  encodeUpload,
  nameStored,
  PictureRefused,
  putPicture,
  type StoredPicture,
} from '#app/platform/.server/images.ts'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { enqueueDeletion } from '#app/platform/.server/stored-files.ts'
import { openDraft } from './drafts.server.ts'
import { removePictureJob, sweepPictureJob } from './jobs.server.ts'
import {
  businessPictures,
  deleteRemoved,
  draftPictures,
  findRemoved,
  insertRemoved,
  type PictureStore,
  type RemovedRow,
} from './media-queries.server.ts'
import { type PictureKind, viewMedia } from './picture-files.server.ts'
import {
  type GalleryItem,
  galleryMaximum,
  type Media,
  type PictureRefusal,
  pictureBytes,
  undoSeconds,
} from './schema.ts'

/** Whose pictures are meant: those of the actor's draft, or of their business. */
export type MediaTarget = 'draft' | 'business'

const pictureStores: Record<MediaTarget, PictureStore> = { draft: draftPictures, business: businessPictures }

export type UploadResult =
  | { outcome: 'stored'; picture: GalleryItem }
  | { outcome: 'refused'; reason: PictureRefusal }
  /** The store does not take it just now; nothing is left of it. */
  | { outcome: 'failed' }
  /** The actor has no such business, or has one where a draft was meant. */
  | { outcome: 'not-found' }

const uploads: Limit = { name: 'business-upload', requests: 100, windowSeconds: 3_600 }

/** Milliseconds until the files of a picture that no row refers to are deleted. */
const sweepAfter = 3_600_000

/** Whether the member may send one more picture just now; minutes to wait where not. Asked before a body is read. */
export async function mayUploadPicture(platform: Platform, actor: Actor | null): Promise<number | null> {
  const { userId } = requireActor(actor)
  const { allowed, minutes } = await countRequest(platform.db, platform.secret, uploads, userId)
  return allowed ? null : minutes
}

/** The pictures of the actor's draft or business; null where there is none such. */
export async function getMedia(platform: Platform, actor: Actor | null, target: MediaTarget): Promise<Media | null> {
  const { userId } = requireActor(actor)
  const id = await pictureStores[target].find(platform.db, userId)
  return id ? viewMedia(platform.db, pictureStores[target], id) : null
}

/** Makes a picture the logo, in the place of one that is there. `bytes` is what arrived, whatever it was said to be. */
export function uploadLogo(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  bytes: Uint8Array,
): Promise<UploadResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'logo', bytes, null)
}

/** Hangs a picture behind the others of the gallery, which holds ten. `bytes` is what arrived, whatever it was said to be. */
export function addGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  bytes: Uint8Array,
  caption: string | null = null,
): Promise<UploadResult> {
  const { userId } = requireActor(actor)
  return addPicture(platform, userId, target, 'gallery', bytes, caption)
}

async function addPicture(
  platform: Platform,
  userId: string,
  target: MediaTarget,
  kind: PictureKind,
  bytes: Uint8Array,
  caption: string | null,
): Promise<UploadResult> {
  const { db, jobs, storage, log } = platform
  if (bytes.length > pictureBytes) return { outcome: 'refused', reason: 'size' }
  const id = await findFolder(platform, userId, target)
  if (!id) return { outcome: 'not-found' }
  // Looked at before the work, and again when it is done and nobody else can hang one meanwhile.
  if (kind === 'gallery' && (await isFull(platform, target, id))) return { outcome: 'refused', reason: 'too-many' }
  const encoded = await encode(kind, bytes)
  if (typeof encoded === 'string') return { outcome: 'refused', reason: encoded }

  const picture = nameStored(id, encoded)
  try {
    // Committed before the first file is written: whatever happens from here on, no file stays without a row.
    const { key, width, masterKey } = picture
    const startAfter = new Date(Date.now() + sweepAfter)
    await jobs.enqueue(db, sweepPictureJob, { bucket: kind, key, width, masterKey }, { startAfter })
    await putPicture(storage, kind, picture, encoded)
    return await writeRow(platform, userId, target, kind, id, { ...picture, caption })
  } catch (error) {
    log.error({ error }, 'a picture could not be stored')
    return { outcome: 'failed' }
  }
}

/** The folder pictures go into: a draft is begun where there is none. */
async function findFolder(platform: Platform, userId: string, target: MediaTarget): Promise<string | null> {
  if (target === 'business') return businessPictures.find(platform.db, userId)
  const draft = await platform.db.transaction((transaction) => openDraft(platform, transaction, userId))
  return draft?.id ?? null
}

async function isFull({ db }: Pick<Platform, 'db'>, target: MediaTarget, id: string): Promise<boolean> {
  return (await countGallery(db, pictureStores[target], id)) >= galleryMaximum
}

/** The pictures of a gallery, with those that may be put back. */
async function countGallery(db: Platform['db'], wall: PictureStore, id: string): Promise<number> {
  const removed = (await findRemoved(db, id)).filter(({ kind }) => kind === 'gallery')
  return (await wall.gallery(db, id)).length + removed.length
}

async function encode(kind: PictureKind, bytes: Uint8Array): Promise<EncodedPicture | 'type' | 'pixels'> {
  try {
    return await encodeUpload(kind, bytes)
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error
    return error.reason === 'type' ? 'type' : 'pixels'
  }
}

/** Writes the row of a picture whose files are there; where that is not to be, the files go at once. */
function writeRow(
  platform: Platform,
  userId: string,
  target: MediaTarget,
  kind: PictureKind,
  id: string,
  { caption, ...picture }: StoredPicture & { caption: string | null },
): Promise<UploadResult> {
  const wall = pictureStores[target]
  return platform.db.transaction(async (transaction): Promise<UploadResult> => {
    // The draft may have become a business, or been thrown away, while the picture was encoded.
    if ((await wall.lock(transaction, userId)) !== id) {
      await enqueueDeletion(platform.jobs, transaction, kind, picture)
      return { outcome: 'not-found' }
    }
    const written = { caption, ...pictureOf(kind, picture) }
    await wall.touch(transaction, id)
    if (kind === 'logo') {
      const before = await wall.logo(transaction, id)
      if (before) await enqueueDeletion(platform.jobs, transaction, 'logo', before)
      await wall.deleteLogo(transaction, id)
      await wall.insertLogo(transaction, id, picture)
      return { outcome: 'stored', picture: { id, ...written } }
    }
    const hanging = await wall.gallery(transaction, id)
    if ((await countGallery(transaction, wall, id)) >= galleryMaximum) {
      await enqueueDeletion(platform.jobs, transaction, kind, picture)
      return { outcome: 'refused', reason: 'too-many' }
    }
    const orderIndex = Math.max(-1, ...hanging.map((row) => row.orderIndex)) + 1
    const pictureId = await wall.insertGallery(transaction, id, { ...picture, caption, orderIndex })
    return { outcome: 'stored', picture: { id: pictureId, ...written } }
  })
}

/** Takes the logo away; false where there was none, which is as good. */
export function removeLogo(platform: Platform, actor: Actor | null, target: MediaTarget): Promise<boolean> {
  return change(platform, actor, target, async (transaction, wall, id) => {
    const logo = await wall.logo(transaction, id)
    if (!logo) return false
    await remove(platform, transaction, id, { kind: 'logo', ...logo, pictureId: null, caption: null, orderIndex: 0 })
    await wall.deleteLogo(transaction, id)
    return true
  })
}

/** Takes a picture out of the gallery; false where it is not there: already taken out, or not the actor's. */
export function removeGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  pictureId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, wall, id) => {
    const picture = (await wall.gallery(transaction, id)).find((row) => row.id === pictureId)
    if (!picture) return false
    await remove(platform, transaction, id, { kind: 'gallery', ...picture, pictureId })
    await wall.deleteGallery(transaction, id, pictureId)
    return true
  })
}

/** Keeps what is needed to put a picture back, and has its files deleted once that is over. */
async function remove(
  { jobs }: Platform,
  transaction: Platform['db'],
  folder: string,
  picture: Omit<RemovedRow, 'id' | 'secondsLeft'>,
): Promise<void> {
  const { kind, pictureId, key, width, height, colour, masterKey, caption, orderIndex } = picture
  const kept = { kind, pictureId, key, width, height, colour, masterKey, caption, orderIndex }
  const removedId = await insertRemoved(transaction, { folder, ...kept })
  const startAfter = new Date(Date.now() + undoSeconds * 1_000)
  await jobs.enqueue(transaction, removePictureJob, { removedId, bucket: kind, key, width, masterKey }, { startAfter })
}

/** Puts a picture back that was deleted a moment ago; false where it is too late, or another logo is there. */
export function undoRemoval(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  removedId: string,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, wall, id) => {
    if (!isUuid(removedId)) return false
    const removed = (await findRemoved(transaction, id)).find((row) => row.id === removedId)
    if (!removed || (removed.kind === 'logo' && (await wall.logo(transaction, id)))) return false
    // The job that deletes it may have been quicker.
    if (!(await deleteRemoved(transaction, removedId))) return false
    const { key, width, height, colour, masterKey, caption, orderIndex, pictureId } = removed
    const picture = { key, width, height, colour, masterKey }
    if (pictureId === null) await wall.insertLogo(transaction, id, picture)
    else await wall.insertGallery(transaction, id, { id: pictureId, ...picture, caption, orderIndex })
    return true
  })
}

/** Writes under a picture of the gallery; null for nothing. False where it is not there. */
export function captionGalleryPicture(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  pictureId: string,
  caption: string | null,
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, wall, id) => {
    const gallery = await wall.gallery(transaction, id)
    if (!gallery.some((row) => row.id === pictureId)) return false
    await wall.updateGallery(transaction, id, pictureId, { caption })
    return true
  })
}

/**
 * Puts the gallery in the order of a list of ids. Pictures it does not name, such as those hung meanwhile, come behind in
 * their order; ids that name none are passed over. False where there is no gallery.
 */
export function orderGallery(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  pictureIds: string[],
): Promise<boolean> {
  return change(platform, actor, target, async (transaction, wall, id) => {
    const gallery = await wall.gallery(transaction, id)
    const place = (pictureId: string) => {
      const index = pictureIds.indexOf(pictureId)
      return index < 0 ? pictureIds.length : index
    }
    const ordered = gallery.toSorted((one, other) => place(one.id) - place(other.id))
    for (const [orderIndex, row] of ordered.entries()) {
      if (row.orderIndex !== orderIndex) await wall.updateGallery(transaction, id, row.id, { orderIndex })
    }
    return true
  })
}

/** Changes the actor's wall, alone; false where there is none, or nothing was changed. */
function change(
  platform: Platform,
  actor: Actor | null,
  target: MediaTarget,
  act: (transaction: Platform['db'], wall: PictureStore, id: string) => Promise<boolean>,
): Promise<boolean> {
  const { userId } = requireActor(actor)
  const wall = pictureStores[target]
  return platform.db.transaction(async (transaction) => {
    const id = await wall.lock(transaction, userId)
    const changed = id !== null && (await act(transaction, wall, id))
    if (id && changed) await wall.touch(transaction, id)
    return changed
  })
}
