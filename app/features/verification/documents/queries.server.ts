import { and, asc, count, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { currentVerificationStatusIdSql, profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { verificationStatusesTable } from '#app/features/reference/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { DeletedVerificationDocument } from '../model.ts'
import {
  businessFactCertificateDocumentKind,
  parseVerificationDocumentKind,
  type StoredVerificationDocumentKind,
} from '../rules.ts'
import { documentOpenings, verificationDocuments, verifications } from '../tables.server.ts'

const isStored = isNotNull(verificationDocuments.fileBucketUrl)
/** Certificates of a business's facts are no evidence. */
const isEvidence = ne(verificationDocuments.kind, businessFactCertificateDocumentKind)
const ofMember = (profileId: string) => and(eq(verificationDocuments.profileId, profileId), isStored, isEvidence)

/** A stored document, its file name still sealed. */
export interface VerificationDocumentRow {
  id: string
  profileId: string
  key: string
  kind: StoredVerificationDocumentKind
  /** Of a certificate: what it is to confirm. */
  factCheckId: string | null
  fileName: string | null
  mediaType: string | null
  size: number | null
  /** When the photograph was re-encoded; null for other types, and for photographs stored as received. */
  reencodedAt: Date | null
  uploadedAt: Date
}

const columns = {
  id: verificationDocuments.id,
  profileId: verificationDocuments.profileId,
  key: sql<string>`${verificationDocuments.fileBucketUrl}`,
  kind: verificationDocuments.kind,
  factCheckId: verificationDocuments.factCheckId,
  fileName: verificationDocuments.fileName,
  mediaType: verificationDocuments.mediaType,
  size: verificationDocuments.size,
  reencodedAt: verificationDocuments.reencodedAt,
  uploadedAt: verificationDocuments.uploadedAt,
}

/** Number of a member's stored documents. */
export async function countVerificationDocumentsOfMember(db: Database, profileId: string): Promise<number> {
  const [row] = await db.select({ documents: count() }).from(verificationDocuments).where(ofMember(profileId))
  return row?.documents ?? 0
}

/** A member's stored documents, newest first. */
export function listVerificationDocumentsOfMember(db: Database, profileId: string): Promise<VerificationDocumentRow[]> {
  return db
    .select(columns)
    .from(verificationDocuments)
    .where(ofMember(profileId))
    .orderBy(desc(verificationDocuments.uploadedAt), desc(verificationDocuments.id))
}

/** The records of a member's deleted documents, last deleted first. */
export async function listDeletedVerificationDocumentsOfMember(
  db: Database,
  profileId: string,
): Promise<DeletedVerificationDocument[]> {
  const { id, kind, uploadedAt, deletedAt } = verificationDocuments
  const rows = await db
    .select({ id, kind, uploadedAt, deletedAt })
    .from(verificationDocuments)
    .where(and(eq(verificationDocuments.profileId, profileId), isEvidence, isNotNull(deletedAt)))
    .orderBy(desc(deletedAt), desc(id))
  return rows.map((row) => ({
    ...row,
    kind: parseVerificationDocumentKind(row.kind) ?? 'other',
    deletedAt: row.deletedAt ?? row.uploadedAt,
  }))
}

/** The status of a member's case, for access to their documents; null where there is no such profile. */
export async function findVerificationDocumentOwnerStatus(
  db: Database,
  profileId: string,
): Promise<{ status: VerificationStatus | null; isQueued: boolean } | null> {
  const [row] = await db
    .select({ status: verificationStatusesTable.name, queuedAt: verifications.queuedAt })
    .from(profiles)
    .leftJoin(verificationStatusesTable, eq(verificationStatusesTable.id, currentVerificationStatusIdSql))
    .leftJoin(verifications, eq(verifications.profileId, profiles.id))
    .where(eq(profiles.id, profileId))
  return row ? { status: row.status, isQueued: row.queuedAt !== null } : null
}

/** A stored document; null where there is none with this id. */
export async function findVerificationDocument(db: Database, id: string): Promise<VerificationDocumentRow | null> {
  const [row] = await db
    .select(columns)
    .from(verificationDocuments)
    .where(and(eq(verificationDocuments.id, id), isStored))
  return row ?? null
}

export async function insertVerificationDocument(
  transaction: Database,
  document: Omit<VerificationDocumentRow, 'uploadedAt'>,
): Promise<void> {
  const { key, ...row } = document
  await transaction.insert(verificationDocuments).values({ ...row, fileBucketUrl: key })
}

/** Deletes the row of a member's document and returns the key of its file; null where there is no such document. */
export async function deleteVerificationDocumentRow(
  transaction: Database,
  profileId: string,
  id: string,
): Promise<string | null> {
  const [row] = await transaction
    .delete(verificationDocuments)
    .where(and(ofMember(profileId), eq(verificationDocuments.id, id)))
    .returning({ key: verificationDocuments.fileBucketUrl })
  return row?.key ?? null
}

/**
 * Clears a member's documents, of all times or uploaded up to `before`, keeping only their kind and dates. Returns the keys
 * of the files to delete.
 */
export async function clearVerificationDocumentsOfMember(
  transaction: Database,
  profileId: string,
  before?: Date,
): Promise<string[]> {
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
export async function isVerificationDocumentFileUsed(db: Database, key: string): Promise<boolean> {
  return (await db.$count(verificationDocuments, eq(verificationDocuments.fileBucketUrl, key))) > 0
}

/** A page of at most `most` stored documents with ids above `after`, in order of id. */
export function listVerificationDocumentsAfterId(
  db: Database,
  after: string | null,
  most: number,
): Promise<VerificationDocumentRow[]> {
  return db
    .select(columns)
    .from(verificationDocuments)
    .where(and(isStored, after ? sql`${verificationDocuments.id} > ${after}` : undefined))
    .orderBy(asc(verificationDocuments.id))
    .limit(most)
}

/** A page of stored photographs that were never re-encoded, and of documents whose type was never detected. */
export function listDocumentPhotosToReencode(
  db: Database,
  after: string | null,
  most: number,
): Promise<{ id: string }[]> {
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

/**
 * Replaces a document's file with a newly sealed one; false where the old one was replaced or deleted meanwhile. Where it was also
 * re-encoded, nobody has opened what is stored now.
 */
export async function replaceVerificationDocumentFile(
  transaction: Database,
  { id, key }: Pick<VerificationDocumentRow, 'id' | 'key'>,
  fresh: { key: string } & Partial<Pick<VerificationDocumentRow, 'fileName' | 'mediaType' | 'size' | 'reencodedAt'>>,
): Promise<boolean> {
  const { key: fileBucketUrl, ...change } = fresh
  const rows = await transaction
    .update(verificationDocuments)
    .set({ fileBucketUrl, ...change })
    .where(and(eq(verificationDocuments.id, id), eq(verificationDocuments.fileBucketUrl, key)))
    .returning({ id: verificationDocuments.id })
  if (rows.length === 0) return false
  if (fresh.reencodedAt) await transaction.delete(documentOpenings).where(eq(documentOpenings.documentId, id))
  return true
}

/** Creates the row of a member's verification where there is none. */
export async function ensureVerificationRow(transaction: Database, profileId: string): Promise<void> {
  await transaction.insert(verifications).values({ profileId }).onConflictDoNothing()
}
