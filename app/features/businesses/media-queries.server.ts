import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { removedPictures } from '#app/platform/.server/database/tables.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import { findBusinessOfOwner, lockBusinessOfOwner, touchBusiness } from './queries.server.ts'
import { businessDraftMedia, businessDrafts, businessGalleryImages, businessLogos } from './tables.server.ts'

export interface BusinessGalleryRow extends StoredPicture {
  id: string
  caption: string | null
  orderIndex: number
}

/** Reads and writes the pictures of a business, or of the draft of one. `id` is the id of the business, also before it exists. */
export interface PictureQueriesOfBusinessOrDraft {
  /** Finds the id, which is also the pictures' folder; null if the member has no business, or no draft. */
  find(db: Database, ownerId: string): Promise<string | null>
  /** Finds the id and locks the row until the transaction ends. */
  lock(transaction: Database, ownerId: string): Promise<string | null>
  /** Sets the time of the last change. */
  touch(transaction: Database, id: string): Promise<void>
  logo(db: Database, id: string): Promise<StoredPicture | null>
  /** In display order. */
  gallery(db: Database, id: string): Promise<BusinessGalleryRow[]>
  insertLogo(transaction: Database, id: string, picture: StoredPicture): Promise<void>
  deleteLogo(transaction: Database, id: string): Promise<void>
  /** @returns the id of the picture */
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

const detailColumns = <Table extends typeof businessLogos | typeof businessGalleryImages | typeof businessDraftMedia>(
  table: Table,
) => ({ width: table.width, height: table.height, colour: table.colour, masterKey: table.masterKey })

const ofBusiness = (id: string, pictureId: string) =>
  and(eq(businessGalleryImages.businessId, id), eq(businessGalleryImages.id, pictureId))

export const businessPictureQueries: PictureQueriesOfBusinessOrDraft = {
  find: async (db, ownerId) => (await findBusinessOfOwner(db, ownerId))?.id ?? null,
  lock: async (transaction, ownerId) => (await lockBusinessOfOwner(transaction, ownerId))?.id ?? null,
  touch: touchBusiness,
  logo: async (db, id) => {
    const [row] = await db
      .select({ key: businessLogos.logoBucketUrl, ...detailColumns(businessLogos) })
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
        ...detailColumns(businessGalleryImages),
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
    if (!row) throw new Error('the picture was not inserted')
    return row.id
  },
  updateGallery: async (transaction, id, pictureId, change) => {
    await transaction.update(businessGalleryImages).set(change).where(ofBusiness(id, pictureId))
  },
  deleteGallery: async (transaction, id, pictureId) => {
    await transaction.delete(businessGalleryImages).where(ofBusiness(id, pictureId))
  },
}

/** The owner of the draft that becomes the business with this id. */
const draftOwner = (id: string) => sql`(SELECT d.profile_id FROM ${businessDrafts} d WHERE d.becomes = ${id})`

const ofDraft = (id: string, kind: 'logo' | 'gallery') =>
  and(eq(businessDraftMedia.profileId, draftOwner(id)), eq(businessDraftMedia.kind, kind))

const draftColumns = { key: businessDraftMedia.key, ...detailColumns(businessDraftMedia) }

const insertDraftPicture = async (
  transaction: Database,
  id: string,
  picture: StoredPicture & { id?: string; kind: 'logo' | 'gallery'; caption: string | null; orderIndex: number },
) => {
  const [row] = await transaction
    .insert(businessDraftMedia)
    .values({ ...picture, profileId: draftOwner(id) })
    .returning({ id: businessDraftMedia.id })
  if (!row) throw new Error('the picture was not inserted')
  return row.id
}

export const businessDraftPictureQueries: PictureQueriesOfBusinessOrDraft = {
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
    const [row] = await db.select(draftColumns).from(businessDraftMedia).where(ofDraft(id, 'logo'))
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
      .where(ofDraft(id, 'gallery'))
      .orderBy(asc(businessDraftMedia.orderIndex), asc(businessDraftMedia.id)),
  insertLogo: async (transaction, id, picture) => {
    await insertDraftPicture(transaction, id, { ...picture, kind: 'logo', caption: null, orderIndex: 0 })
  },
  deleteLogo: async (transaction, id) => {
    await transaction.delete(businessDraftMedia).where(ofDraft(id, 'logo'))
  },
  insertGallery: (transaction, id, picture) => insertDraftPicture(transaction, id, { ...picture, kind: 'gallery' }),
  updateGallery: async (transaction, id, pictureId, change) => {
    await transaction
      .update(businessDraftMedia)
      .set(change)
      .where(and(ofDraft(id, 'gallery'), eq(businessDraftMedia.id, pictureId)))
  },
  deleteGallery: async (transaction, id, pictureId) => {
    await transaction
      .delete(businessDraftMedia)
      .where(and(ofDraft(id, 'gallery'), eq(businessDraftMedia.id, pictureId)))
  },
}

/** Whether any row refers to a stored picture. One statement, so that a picture that is moved at the same time is seen. */
export async function isBusinessPictureUsed(db: Database, key: string): Promise<boolean> {
  // The folder is the id of the business, which all four tables are indexed by.
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
