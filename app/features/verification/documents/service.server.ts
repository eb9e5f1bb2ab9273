import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { StorageBucket } from '#app/platform/.server/storage/storage.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import type { DeletedVerificationDocument, VerificationDocumentView } from '../model.ts'
import {
  parseVerificationDocumentKind,
  type VerificationDocumentFileType,
  verificationDocumentFileTypes,
} from '../rules.ts'
import { transitionVerification } from '../transitions.server.ts'
import { canReadStoredVerificationDocument } from './policy.server.ts'
import {
  countVerificationDocumentsOfMember,
  deleteVerificationDocumentRow,
  findVerificationDocument,
  listDeletedVerificationDocumentsOfMember,
  listVerificationDocumentsOfMember,
  type VerificationDocumentRow,
} from './queries.server.ts'
import { openSealedDocumentFileName } from './seal.server.ts'
/** Bucket of the sealed files. */
export const verificationDocumentBucket: StorageBucket = 'verification-documents'

/** Number of the actor's own documents that are stored. */
export async function countOwnVerificationDocuments(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<number> {
  return countVerificationDocumentsOfMember(platform.db, requireActor(actor).userId)
}

/** The actor's own stored documents, newest first. */
export async function getOwnVerificationDocuments(
  platform: Pick<Platform, 'db' | 'log' | 'vault'>,
  actor: Actor | null,
): Promise<VerificationDocumentView[]> {
  return unsafeListVerificationDocuments(platform, requireActor(actor).userId)
}

/** The stored documents of any member, newest first, without a permission check: the caller must have made one. */
export async function unsafeListVerificationDocuments(
  { db, log, vault }: Pick<Platform, 'db' | 'log' | 'vault'>,
  profileId: string,
): Promise<VerificationDocumentView[]> {
  return (await listVerificationDocumentsOfMember(db, profileId)).map((row) => ({
    id: row.id,
    kind: parseVerificationDocumentKind(row.kind) ?? 'other',
    fileName: originalDocumentNameOf({ vault, log }, row),
    type: typeOf(row),
    size: row.size ?? 0,
    uploadedAt: row.uploadedAt,
  }))
}

/** The actor's own deleted documents, with the time of deletion. */
export async function getOwnDeletedVerificationDocuments(
  platform: Pick<Platform, 'db'>,
  actor: Actor | null,
): Promise<DeletedVerificationDocument[]> {
  return listDeletedVerificationDocumentsOfMember(platform.db, requireActor(actor).userId)
}

/** What a document was called where it came from. */
export function originalDocumentNameOf(
  { vault, log }: Pick<Platform, 'vault' | 'log'>,
  { id, fileName }: Pick<VerificationDocumentRow, 'id' | 'fileName'>,
): string {
  try {
    return fileName ? openSealedDocumentFileName(vault, id, fileName) : 'Document'
  } catch (error) {
    // A document whose key is missing cannot be opened, but its owner can still delete it.
    log.error({ documentId: id, error }, 'the name of a document could not be opened')
    return 'Document'
  }
}

function typeOf({ mediaType }: Pick<VerificationDocumentRow, 'mediaType'>): VerificationDocumentFileType {
  const found = Object.entries(verificationDocumentFileTypes).find(([, served]) => served === mediaType)
  // A type that was never validated is offered for download and never displayed.
  return (found?.[0] as VerificationDocumentFileType | undefined) ?? 'doc'
}

export type DeleteVerificationDocumentResult = 'deleted' | 'closed' | 'not-found'

/** Deletes one of the actor's own documents, row and file, while the verification can still be changed. */
export async function deleteOwnVerificationDocument(
  platform: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
): Promise<DeleteVerificationDocumentResult> {
  const { userId } = requireActor(actor)
  if (!isUuid(id)) return 'not-found'
  return platform.db.transaction(async (transaction): Promise<DeleteVerificationDocumentResult> => {
    if (!(await findOwn(transaction, userId, id))) return 'not-found'
    if (!(await transitionVerification(platform, transaction, { userId }, userId, 'save'))) return 'closed'
    const key = await deleteVerificationDocumentRow(transaction, userId, id)
    if (!key) return 'not-found'
    await platform.jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: verificationDocumentBucket, keys: [key] })
    return 'deleted'
  })
}

async function findOwn(transaction: Database, userId: string, id: string): Promise<boolean> {
  return (await findVerificationDocument(transaction, id))?.profileId === userId
}

/** A document opened for reading. */
export interface OpenedVerificationDocument {
  bytes: Uint8Array
  type: VerificationDocumentFileType
  /** Generated: the uploaded name is not trusted. */
  name: string
}

/**
 * Opens a document for its owner, or for the staff who may see the case; null for everybody else, and where there is
 * none. Each read is recorded in the audit log.
 */
export async function readVerificationDocument(
  platform: Pick<Platform, 'db' | 'storage' | 'vault'>,
  actor: Actor | null,
  id: string,
): Promise<OpenedVerificationDocument | null> {
  const who = requireActor(actor)
  const { db, storage, vault } = platform
  if (!isUuid(id)) return null
  const row = await db.transaction(async (transaction) => {
    const found = await findVerificationDocument(transaction, id)
    if (!found || !(await canReadStoredVerificationDocument(transaction, who, found))) return null
    await recordAuditEvent(transaction, {
      actor: who,
      action: 'verification.document.read',
      subjectType: 'profile',
      subjectId: found.profileId,
      detail: { document: id },
    })
    return found
  })
  const file = row && (await storage.read(verificationDocumentBucket, row.key))
  if (!file) return null
  const type = typeOf(row)
  return { bytes: vault.open(file.bytes, row.key), type, name: `document-${id.slice(0, 8)}.${type}` }
}
