import { randomUUID } from 'node:crypto'
import { line } from '#app/lib/form-text.ts'
import { isUuid } from '#app/lib/uuid.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { encodePhotograph, PictureRefused } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import type { Limit } from '#app/platform/.server/security/limits.ts'
import {
  type IncomingFile,
  type ReceivedFile,
  takeUpload,
  type UploadResult,
} from '#app/platform/.server/storage/incoming-files.ts'
import type { Bucket } from '#app/platform/.server/storage/storage.ts'
import { deleteFilesJob, storeFiles } from '#app/platform/.server/storage/stored-files.ts'
import type { CountedList, UploadPlace } from '#app/platform/.server/storage/upload-places.ts'
import {
  contentRefusal,
  type DeletedDocument,
  type DocumentSource,
  type DocumentView,
  documentBytes,
  documentMaximum,
} from '../model.ts'
import { type DocumentType, documentTypes, parseDocumentKind, type StoredDocumentKind, statusAfter } from '../rules.ts'
import { transition } from '../transitions.server.ts'
import { canRead } from './policy.server.ts'
import {
  countDocumentsOf,
  type DocumentRow,
  deleteDocumentRow,
  findDocument,
  findDocumentOwner,
  insertDocument,
  listDeletedDocuments,
  listStoredDocuments,
  openVerification,
} from './queries.server.ts'
import type { DocumentRefusal } from './refusals.ts'
import { openFileName, sealFileName } from './seal.server.ts'
import { findPdfFault, validateDocument } from './validate-document.server.ts'

/** Bucket of the sealed files. */
export const documentBucket: Bucket = 'verification-documents'

const uploads: Limit = { name: 'document-upload', requests: 60, windowSeconds: 3_600 }

export type DocumentResult = UploadResult<
  DocumentRefusal,
  | { outcome: 'stored'; id: string }
  /** The virus scanner found something. */
  | { outcome: 'infected' }
  /** The virus scanner does not answer; nothing is stored without a scan. */
  | { outcome: 'not-scanned' }
  /** The verification is being reviewed or has been decided. */
  | { outcome: 'closed' }
>

/** What a document is added to. */
export interface DocumentTarget {
  /** Reads what it is from the fields beside the file. */
  readKind: (fields: FormData) => StoredDocumentKind
  /** Whether something can be added, to save the scan and encoding. */
  isOpen: (db: Database) => Promise<boolean>
  /** Where room is reserved for it. */
  list: CountedList
  /** Why it cannot be added, in the transaction that adds it, with what it is added to locked. */
  admit: (transaction: Database) => Promise<'closed' | 'too-many' | null>
  /** For a certificate. */
  factCheckId?: string
}

/**
 * Adds a document to the actor's verification, and creates the verification where there is none. The field `kind` beside
 * the file may name the kind of document.
 */
export async function uploadDocument(
  platform: Platform,
  actor: Actor | null,
  file: IncomingFile,
  source: DocumentSource,
): Promise<DocumentResult> {
  const { userId } = requireActor(actor)
  const count = (db: Database) => countDocumentsOf(db, userId)
  return addDocument(platform, userId, file, source, {
    readKind: (fields) => parseDocumentKind(fields.get('kind')),
    isOpen: async (db) => {
      const description = await findDocumentOwner(db, userId)
      return description !== null && statusAfter(description.status, 'save') !== undefined
    },
    list: { name: `documents ${userId}`, maximum: documentMaximum, count },
    admit: async (transaction) => {
      if (!(await transition(platform, transaction, { userId }, userId, 'save'))) return 'closed'
      if ((await count(transaction)) >= documentMaximum) return 'too-many'
      await openVerification(transaction, userId)
      return null
    },
  })
}

/** Validates, scans, seals and stores a document. */
export async function addDocument(
  platform: Platform,
  userId: string,
  file: IncomingFile,
  source: DocumentSource,
  target: DocumentTarget,
): Promise<DocumentResult> {
  const rules = { limit: uploads, mostBytes: documentBytes, lane: 'large' } as const
  return takeUpload(platform, userId, file, rules, (received, place) =>
    keepDocument(platform, userId, source, target, { received, place }),
  )
}

async function keepDocument(
  platform: Platform,
  userId: string,
  source: DocumentSource,
  target: DocumentTarget,
  { received, place }: { received: ReceivedFile; place: UploadPlace },
): Promise<DocumentResult> {
  const { db, log, scanner, storage, vault } = platform
  const { bytes, name, fields } = received
  const refused = (reason: DocumentRefusal): DocumentResult => ({ outcome: 'refused', reason, name })
  const notAdmitted = (why: 'closed' | 'too-many') => (why === 'closed' ? { outcome: why } : refused(why))
  const kind = target.readKind(fields)
  if (bytes.length === 0) return refused('empty')
  const unreadable = contentRefusal(name, source)
  const type = await validateDocument(bytes, source)
  if (!type) return refused(unreadable)
  if (type === 'password') return refused(type)
  if (!(await target.isOpen(db))) return notAdmitted('closed')
  if (!(await place.reserve(target.list))) return notAdmitted('too-many')
  if (scanner) {
    try {
      if ((await scanner.scan(bytes)) === 'infected') return { outcome: 'infected' }
    } catch (error) {
      log.error({ error }, 'a document could not be scanned for viruses')
      return { outcome: 'not-scanned' }
    }
  }

  if (type === 'pdf') {
    try {
      const fault = await findPdfFault(bytes)
      if (fault) return refused(fault)
    } catch (error) {
      log.error({ error }, 'a PDF could not be looked into')
      return { outcome: 'failed' }
    }
  }
  const kept = await withoutMetadata(bytes, type).catch((error) => {
    if (error instanceof PictureRefused) return error.reason === 'pixels' ? 'pixels' : unreadable
    throw error
  })
  if (typeof kept === 'string') return refused(kept)

  const id = randomUUID()
  const key = `${userId}/${randomUUID()}.sealed`
  try {
    const put = () => storage.put(documentBucket, key, vault.seal(kept.bytes, key))
    const files = [{ bucket: documentBucket, keys: [key] }]
    return await storeFiles(platform, files, put, async (transaction, claim): Promise<DocumentResult> => {
      const refusal = await target.admit(transaction)
      if (refusal) return notAdmitted(refusal)
      await insertDocument(transaction, {
        id,
        profileId: userId,
        key,
        kind,
        factCheckId: target.factCheckId ?? null,
        fileName: sealFileName(vault, id, cleanName(name)),
        ...kept.facts,
      })
      await claim()
      await place.settle(transaction)
      return { outcome: 'stored', id }
    })
  } catch (error) {
    log.error({ error }, 'a document could not be stored')
    return { outcome: 'failed' }
  }
}

/**
 * Prepares a document for storage. Photographs are re-encoded to drop their metadata, as phones record where a picture
 * was taken; other files are stored unchanged.
 * @throws PictureRefused
 */
export async function withoutMetadata(bytes: Uint8Array, type: DocumentType) {
  const isPhotograph = documentTypes[type].startsWith('image/')
  const kept = isPhotograph ? await encodePhotograph(bytes, documentBytes) : { format: type, bytes }
  return {
    bytes: kept.bytes,
    facts: {
      mediaType: documentTypes[kept.format],
      size: kept.bytes.length,
      reencodedAt: isPhotograph ? new Date() : null,
    },
  }
}

/** A file name fit to display: no path, one line, shortened in the middle beyond 100 characters. */
function cleanName(name: string): string {
  const text = line().parse(name.split(/[/\\]/).at(-1) ?? '')
  return text.length > 100 ? `${text.slice(0, 60)}…${text.slice(-20)}`.toWellFormed() : text || 'Document'
}

/** Number of the actor's own documents that are stored. */
export async function countOwnDocuments(platform: Pick<Platform, 'db'>, actor: Actor | null): Promise<number> {
  return countDocumentsOf(platform.db, requireActor(actor).userId)
}

/** The actor's own stored documents, newest first. */
export async function getOwnDocuments(platform: Platform, actor: Actor | null): Promise<DocumentView[]> {
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
export async function deleteDocument(platform: Platform, actor: Actor | null, id: string): Promise<DeleteResult> {
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
