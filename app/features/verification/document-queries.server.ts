import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { currentVerificationStatusId, profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { verificationStatuses } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { DocumentKind } from './rules.ts'
import type { DeletedDocument } from './schema.ts'
import { verificationDocuments, verifications } from './tables.server.ts'

const isStored = isNotNull(verificationDocuments.fileBucketUrl)
const ofMember = (profileId: string) => and(eq(verificationDocuments.profileId, profileId), isStored)

/** A document that is held, with its sealed name. */
export interface DocumentRow {
  id: string
  profileId: string
  key: string
  kind: DocumentKind
  fileName: string | null
  mediaType: string | null
  size: number | null
  /** When its photograph was re-encoded. */
  reencodedAt: Date | null
  uploadedAt: Date
}

const columns = {
  id: verificationDocuments.id,
  profileId: verificationDocuments.profileId,
  key: sql<string>`${verificationDocuments.fileBucketUrl}`,
  kind: verificationDocuments.kind,
  fileName: verificationDocuments.fileName,
  mediaType: verificationDocuments.mediaType,
  size: verificationDocuments.size,
  reencodedAt: verificationDocuments.reencodedAt,
  uploadedAt: verificationDocuments.uploadedAt,
}

/** How many documents of a member are still held. */
export async function countDocumentsOf(db: Database, profileId: string): Promise<number> {
  const [row] = await db.select({ documents: count() }).from(verificationDocuments).where(ofMember(profileId))
  return row?.documents ?? 0
}

/** A member's documents that are still held, newest first. */
export function listStoredDocuments(db: Database, profileId: string): Promise<DocumentRow[]> {
  return db
    .select(columns)
    .from(verificationDocuments)
    .where(ofMember(profileId))
    .orderBy(desc(verificationDocuments.uploadedAt), desc(verificationDocuments.id))
}

/** What is left of a member's documents whose files are deleted, the last deleted first. */
export async function listDeletedDocuments(db: Database, profileId: string): Promise<DeletedDocument[]> {
  const { id, kind, uploadedAt, deletedAt } = verificationDocuments
  const rows = await db
    .select({ id, kind, uploadedAt, deletedAt })
    .from(verificationDocuments)
    .where(and(eq(verificationDocuments.profileId, profileId), isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), desc(id))
  return rows.map((row) => ({ ...row, deletedAt: row.deletedAt ?? row.uploadedAt }))
}

/** Where the case of a member stands, as far as their documents go; null for nobody. */
export async function findDocumentOwner(
  db: Database,
  profileId: string,
): Promise<{ status: VerificationStatus | null; isQueued: boolean } | null> {
  const [row] = await db
    .select({ status: verificationStatuses.name, queuedAt: verifications.queuedAt })
    .from(profiles)
    .leftJoin(verificationStatuses, eq(verificationStatuses.id, currentVerificationStatusId))
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .where(eq(profiles.id, profileId))
  return row ? { status: row.status as VerificationStatus | null, isQueued: row.queuedAt !== null } : null
}

/** A document that is held; null for one that is not. */
export async function findDocument(db: Database, id: string): Promise<DocumentRow | null> {
  const [row] = await db
    .select(columns)
    .from(verificationDocuments)
    .where(and(eq(verificationDocuments.id, id), isStored))
  return row ?? null
}

export async function insertDocument(transaction: Database, document: Omit<DocumentRow, 'uploadedAt'>): Promise<void> {
  const { key, ...row } = document
  await transaction.insert(verificationDocuments).values({ ...row, fileBucketUrl: key })
}

/** Takes a document of a member away, row and all; its file's key, or null where it is not held. */
export async function deleteDocumentRow(transaction: Database, profileId: string, id: string): Promise<string | null> {
  const [row] = await transaction
    .delete(verificationDocuments)
    .where(and(ofMember(profileId), eq(verificationDocuments.id, id)))
    .returning({ key: verificationDocuments.fileBucketUrl })
  return row?.key ?? null
}

/**
 * Leaves of the documents of a member that were sent before a moment nothing but what they were and when; the keys of
 * the files that are to go.
 */
export async function emptyDocuments(transaction: Database, profileId: string, before?: Date): Promise<string[]> {
  const old = before ? sql`${verificationDocuments.uploadedAt} <= ${before.toISOString()}::timestamptz` : undefined
  const held = await transaction
    .select({ id: verificationDocuments.id, key: verificationDocuments.fileBucketUrl })
    .from(verificationDocuments)
    .where(and(ofMember(profileId), old))
    .for('update')
  await transaction
    .update(verificationDocuments)
    .set({ fileBucketUrl: null, fileName: null, mediaType: null, size: null, deletedAt: sql`now()` })
    .where(and(ofMember(profileId), old))
  return held.flatMap(({ key }) => (key ? [key] : []))
}

/** Whether a row refers to a file. */
export async function isDocumentUsed(db: Database, key: string): Promise<boolean> {
  return (await db.$count(verificationDocuments, eq(verificationDocuments.fileBucketUrl, key))) > 0
}

/** Documents that are held, by id behind `after`, to go through them all in portions. */
export function listDocumentsAfter(db: Database, after: string | null, most: number): Promise<DocumentRow[]> {
  return db
    .select(columns)
    .from(verificationDocuments)
    .where(and(isStored, after ? sql`${verificationDocuments.id} > ${after}` : undefined))
    .orderBy(asc(verificationDocuments.id))
    .limit(most)
}

/** Photographs that are held and were never re-encoded, by id behind `after`; also what was never judged. */
export function listPhotographsAsReceived(db: Database, after: string | null, most: number): Promise<{ id: string }[]> {
  const { id, mediaType, reencodedAt } = verificationDocuments
  return db
    .select({ id })
    .from(verificationDocuments)
    .where(
      and(
        isStored,
        isNull(reencodedAt),
        sql`coalesce(${mediaType}, 'image/') LIKE 'image/%'`,
        after ? sql`${id} > ${after}` : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(most)
}

/** Puts a file sealed afresh into the place of the one before; false where that has gone meanwhile. */
export async function exchangeDocumentFile(
  transaction: Database,
  { id, key }: Pick<DocumentRow, 'id' | 'key'>,
  fresh: { key: string } & Partial<Pick<DocumentRow, 'fileName' | 'mediaType' | 'size' | 'reencodedAt'>>,
): Promise<boolean> {
  const { key: fileBucketUrl, ...change } = fresh
  const rows = await transaction
    .update(verificationDocuments)
    .set({ fileBucketUrl, ...change })
    .where(and(eq(verificationDocuments.id, id), eq(verificationDocuments.fileBucketUrl, key)))
    .returning({ id: verificationDocuments.id })
  return rows.length > 0
}

/** Begins the record of a member's verification where there is none. */
export async function openVerification(transaction: Database, profileId: string): Promise<void> {
  await transaction.insert(verifications).values({ profileId }).onConflictDoNothing()
}
