import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { Bucket } from '#app/platform/.server/storage/storage.ts'
import { deleteFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import type { DeletedDocument, DocumentView } from '../model.ts'
import { type DocumentType, documentTypes, parseDocumentKind } from '../rules.ts'
import { transition } from '../transitions.server.ts'
import { canRead } from './policy.server.ts'
import {
  countDocumentsOf,
  type DocumentRow,
  deleteDocumentRow,
  findDocument,
  listDeletedDocuments,
  listStoredDocuments,
} from './queries.server.ts'
import { openFileName } from './seal.server.ts'
/** Bucket of the sealed files. */
export const documentBucket: Bucket = 'verification-documents'

/** Number of the actor's own documents that are stored. */
export async function countOwnDocuments(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<number> {
  return countDocumentsOf(platform.db, requireActor(actor).userId)
}

/** The actor's own stored documents, newest first. */
export async function getOwnDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
): Promise<DocumentView[]> {
  return unsafeListDocuments(platform, requireActor(actor).userId)
}

/** The stored documents of any member, newest first, without a permission check: the caller must have made one. */
export async function unsafeListDocuments(
  { db, log, vault }: Pick<Platform, 'db' | 'log' | 'vault'>,
  profileId: string,
): Promise<DocumentView[]> {
  return (await listStoredDocuments(db, profileId)).map((row) => ({
    id: row.id,
    kind: parseDocumentKind(row.kind) ?? 'other',
    fileName: openNameOf({ vault, log }, row),
    type: typeOf(row),
    size: row.size ?? 0,
    uploadedAt: row.uploadedAt,
  }))
}

/** The actor's own deleted documents, with the time of deletion. */
export async function getOwnDeletedDocuments(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<DeletedDocument[]> {
  return listDeletedDocuments(platform.db, requireActor(actor).userId)
}

/** What a document was called where it came from. */
export function openNameOf(
  { vault, log }: Pick<Platform, 'vault' | 'log'>,
  { id, fileName }: Pick<DocumentRow, 'id' | 'fileName'>,
): string {
  try {
    return fileName ? openFileName(vault, id, fileName) : 'Document'
  } catch (error) {
    // A document whose key is missing cannot be opened, but its owner can still delete it.
    log.error({ documentId: id, error }, 'the name of a document could not be opened')
    return 'Document'
  }
}

function typeOf({ mediaType }: Pick<DocumentRow, 'mediaType'>): DocumentType {
  const found = Object.entries(documentTypes).find(([, served]) => served === mediaType)
  // A type that was never validated is offered for download and never displayed.
  return (found?.[0] as DocumentType | undefined) ?? 'doc'
}

export type DeleteResult = 'deleted' | 'closed' | 'not-found'

/** Deletes one of the actor's own documents, row and file, while the verification can still be changed. */
export async function deleteDocument(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
): Promise<DeleteResult> {
  const { userId } = requireActor(actor)
  if (!isUuid(id)) return 'not-found'
  return platform.db.transaction(async (transaction): Promise<DeleteResult> => {
    if (!(await findOwn(transaction, userId, id))) return 'not-found'
    if (!(await transition(platform, transaction, { userId }, userId, 'save'))) return 'closed'
    const key = await deleteDocumentRow(transaction, userId, id)
    if (!key) return 'not-found'
    await platform.jobs.enqueue(transaction, deleteFilesJob, { bucket: documentBucket, keys: [key] })
    return 'deleted'
  })
}

async function findOwn(transaction: Database, userId: string, id: string): Promise<boolean> {
  return (await findDocument(transaction, id))?.profileId === userId
}

/** A document opened for reading. */
export interface ReadDocument {
  bytes: Uint8Array
  type: DocumentType
  /** Generated: the uploaded name is not trusted. */
  name: string
}

/**
 * Opens a document for its owner, or for the staff who may see the case; null for everybody else, and where there is
 * none. Each read is recorded in the audit log.
 */
export async function readDocument(
  platform: Pick<Platform, 'db' | 'storage' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<ReadDocument | null> {
  const who = requireActor(actor)
  const { db, storage, vault } = platform
  if (!isUuid(id)) return null
  const row = await db.transaction(async (transaction) => {
    const found = await findDocument(transaction, id)
    if (!found || !(await canRead(transaction, who, found))) return null
    await recordAudit(transaction, {
      actor: who,
      action: 'verification.document.read',
      subjectType: 'profile',
      subjectId: found.profileId,
      detail: { document: id },
    })
    return found
  })
  const file = row && (await storage.read(documentBucket, row.key))
  if (!file) return null
  const type = typeOf(row)
  return { bytes: vault.open(file.bytes, row.key), type, name: `document-${id.slice(0, 8)}.${type}` }
}
