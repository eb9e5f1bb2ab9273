import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { StoredPicture } from '#app/platform/.server/images.ts'
import { findOwnBusiness, lockOwnBusiness, touchBusiness } from './queries.server.ts'
import { undoSeconds } from './schema.ts'
import {
  businessDraftMedia,
  businessDrafts,
  businessGalleryImages,
  businessLogos,
  removedPictures,
} from './tables.server.ts'

export interface GalleryRow extends StoredPicture {
  id: string
  caption: string | null
  orderIndex: number
}

/** Where a member's pictures hang: in their draft, or in their business. */
export interface PictureStore {
  /** Id of the business, also of one to come, which is the pictures' folder; null where the member has no such wall. */
  find(db: Database, ownerId: string): Promise<string | null>
  /** The same, which nobody else changes until the transaction ends. */
  lock(transaction: Database, ownerId: string): Promise<string | null>
  /** Notes that it changed. */
  touch(transaction: Database, id: string): Promise<void>
  logo(db: Database, id: string): Promise<StoredPicture | null>
  /** In their order. */
  gallery(db: Database, id: string): Promise<GalleryRow[]>
  insertLogo(transaction: Database, id: string, picture: StoredPicture): Promise<void>
  deleteLogo(transaction: Database, id: string): Promise<void>
  insertGallery(
    transaction: Database,
    id: string,
    picture: StoredPicture & { id?: string; caption: string | null; orderIndex: number },
  ): Promise<string>
  updateGallery(
    transaction: Database,
    id: string,
    pictureId: string,
    change: { caption?: string | null; orderIndex?: number },
  ): Promise<void>
  deleteGallery(transaction: Database, id: string, pictureId: string): Promise<void>
}

const beside = <
  Table extends
    | typeof businessLogos
    | typeof businessGalleryImages
    | typeof businessDraftMedia
    | typeof removedPictures,
>(
  table: Table,
) => ({ width: table.width, height: table.height, colour: table.colour, masterKey: table.masterKey })

const ofBusiness = (id: string, pictureId: string) =>
  and(eq(businessGalleryImages.businessId, id), eq(businessGalleryImages.id, pictureId))

export const businessPictures: PictureStore = {
  find: async (db, ownerId) => (await findOwnBusiness(db, ownerId))?.id ?? null,
  lock: async (transaction, ownerId) => (await lockOwnBusiness(transaction, ownerId))?.id ?? null,
  touch: touchBusiness,
  logo: async (db, id) => {
    const [row] = await db
      .select({ key: businessLogos.logoBucketUrl, ...beside(businessLogos) })
      .from(businessLogos)
      .where(eq(businessLogos.businessId, id))
    return row ?? null
  },
  gallery: (db, id) =>
    db
      .select({
        id: businessGalleryImages.id,
        key: businessGalleryImages.imageBucketUrl,
        caption: businessGalleryImages.caption,
        orderIndex: businessGalleryImages.orderIndex,
        ...beside(businessGalleryImages),
      })
      .from(businessGalleryImages)
      .where(eq(businessGalleryImages.businessId, id))
      .orderBy(asc(businessGalleryImages.orderIndex), asc(businessGalleryImages.id)),
  insertLogo: async (transaction, id, { key, ...picture }) => {
    await transaction.insert(businessLogos).values({ businessId: id, logoBucketUrl: key, ...picture })
  },
  deleteLogo: async (transaction, id) => {
    await transaction.delete(businessLogos).where(eq(businessLogos.businessId, id))
  },
  insertGallery: async (transaction, id, { key, ...picture }) => {
    const [row] = await transaction
      .insert(businessGalleryImages)
      .values({ businessId: id, imageBucketUrl: key, ...picture })
      .returning({ id: businessGalleryImages.id })
    return row?.id ?? ''
  },
  updateGallery: async (transaction, id, pictureId, change) => {
    await transaction.update(businessGalleryImages).set(change).where(ofBusiness(id, pictureId))
  },
  deleteGallery: async (transaction, id, pictureId) => {
    await transaction.delete(businessGalleryImages).where(ofBusiness(id, pictureId))
  },
}

/** Those of the draft of a business to come. */
const ofDraft = (id: string) =>
  sql`${businessDraftMedia.profileId} = (SELECT d.profile_id FROM ${businessDrafts} d WHERE d.becomes = ${id})`

const ofDraftOwner = (id: string, kind: 'logo' | 'gallery') => and(ofDraft(id), eq(businessDraftMedia.kind, kind))

const draftColumns = { key: businessDraftMedia.key, ...beside(businessDraftMedia) }

const insertDraftPicture = async (
  transaction: Database,
  id: string,
  picture: StoredPicture & { id?: string; kind: 'logo' | 'gallery'; caption: string | null; orderIndex: number },
) => {
  const profileId = sql`(SELECT d.profile_id FROM ${businessDrafts} d WHERE d.becomes = ${id})`
  const [row] = await transaction
    .insert(businessDraftMedia)
    .values({ ...picture, profileId: profileId as unknown as string })
    .returning({ id: businessDraftMedia.id })
  return row?.id ?? ''
}

export const draftPictures: PictureStore = {
  find: async (db, ownerId) => {
    const [row] = await db
      .select({ id: businessDrafts.becomes })
      .from(businessDrafts)
      .where(eq(businessDrafts.profileId, ownerId))
    return row?.id ?? null
  },
  lock: async (transaction, ownerId) => {
    const [row] = await transaction
      .select({ id: businessDrafts.becomes })
      .from(businessDrafts)
      .where(eq(businessDrafts.profileId, ownerId))
      .for('update')
    return row?.id ?? null
  },
  touch: async (transaction, id) => {
    await transaction.update(businessDrafts).set({ updatedAt: sql`now()` }).where(eq(businessDrafts.becomes, id))
  },
  logo: async (db, id) => {
    const [row] = await db.select(draftColumns).from(businessDraftMedia).where(ofDraftOwner(id, 'logo'))
    return row ?? null
  },
  gallery: (db, id) =>
    db
      .select({
        id: businessDraftMedia.id,
        caption: businessDraftMedia.caption,
        orderIndex: businessDraftMedia.orderIndex,
        ...draftColumns,
      })
      .from(businessDraftMedia)
      .where(ofDraftOwner(id, 'gallery'))
      .orderBy(asc(businessDraftMedia.orderIndex), asc(businessDraftMedia.id)),
  insertLogo: async (transaction, id, picture) => {
    await insertDraftPicture(transaction, id, { ...picture, kind: 'logo', caption: null, orderIndex: 0 })
  },
  deleteLogo: async (transaction, id) => {
    await transaction.delete(businessDraftMedia).where(ofDraftOwner(id, 'logo'))
  },
  insertGallery: (transaction, id, picture) => insertDraftPicture(transaction, id, { ...picture, kind: 'gallery' }),
  updateGallery: async (transaction, id, pictureId, change) => {
    await transaction
      .update(businessDraftMedia)
      .set(change)
      .where(and(ofDraftOwner(id, 'gallery'), eq(businessDraftMedia.id, pictureId)))
  },
  deleteGallery: async (transaction, id, pictureId) => {
    await transaction
      .delete(businessDraftMedia)
      .where(and(ofDraftOwner(id, 'gallery'), eq(businessDraftMedia.id, pictureId)))
  },
}

/** A picture that was deleted, and may be put back for so many seconds. */
export interface RemovedRow extends StoredPicture {
  id: string
  kind: 'logo' | 'gallery'
  pictureId: string | null
  caption: string | null
  orderIndex: number
  secondsLeft: number
}

const secondsLeft = sql<number>`${undoSeconds} - extract(epoch FROM now() - ${removedPictures.removedAt})::float8`

const removedColumns = {
  id: removedPictures.id,
  kind: removedPictures.kind,
  pictureId: removedPictures.pictureId,
  key: removedPictures.key,
  caption: removedPictures.caption,
  orderIndex: removedPictures.orderIndex,
  ...beside(removedPictures),
  secondsLeft,
}

/** The pictures of a folder that may still be put back, the latest first. */
export function findRemoved(db: Database, folder: string): Promise<RemovedRow[]> {
  return db
    .select(removedColumns)
    .from(removedPictures)
    .where(and(eq(removedPictures.folder, folder), sql`${secondsLeft} > 0`))
    .orderBy(desc(removedPictures.removedAt), desc(removedPictures.id))
}

export async function insertRemoved(
  transaction: Database,
  picture: Omit<RemovedRow, 'id' | 'secondsLeft'> & { folder: string },
): Promise<string> {
  const [row] = await transaction.insert(removedPictures).values(picture).returning({ id: removedPictures.id })
  if (!row) throw new Error('the picture was not entered')
  return row.id
}

/** Takes a picture away that is put back, or that is to go; false where it is not there any more. */
export async function deleteRemoved(db: Database, id: string): Promise<boolean> {
  const gone = await db.delete(removedPictures).where(eq(removedPictures.id, id)).returning({ id: removedPictures.id })
  return gone.length > 0
}

/** Forgets all that was deleted of a business, or of one to come. */
export async function deleteRemovedOf(transaction: Database, folder: string): Promise<void> {
  await transaction.delete(removedPictures).where(eq(removedPictures.folder, folder))
}

/** Whether a row, of a draft or of a business, refers to a stored picture. One statement, so that none moves unseen. */
export async function isPictureUsed(db: Database, key: string): Promise<boolean> {
  // The folder is the id of the business, by which all four tables can be looked up.
  const id = key.slice(0, key.indexOf('/'))
  const [row] = await db
    .select({
      used: sql<boolean>`
        EXISTS (SELECT FROM ${businessLogos} WHERE business_id = ${id} AND logo_bucket_url = ${key})
        OR EXISTS (SELECT FROM ${businessGalleryImages} WHERE business_id = ${id} AND image_bucket_url = ${key})
        OR EXISTS (SELECT FROM ${businessDraftMedia} m JOIN ${businessDrafts} d USING (profile_id) WHERE d.becomes = ${id} AND m.key = ${key})
        OR EXISTS (SELECT FROM ${removedPictures} WHERE folder = ${id} AND key = ${key})`,
    })
    .from(sql`(SELECT) AS nothing`)
  return row?.used ?? false
}
