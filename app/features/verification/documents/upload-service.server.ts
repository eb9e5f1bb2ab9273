import { randomUUID } from 'node:crypto'
import { line } from '#app/lib/form-text.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { encodePhotograph, PictureRefused } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { Limit } from '#app/platform/.server/security/limits.ts'
import {
  type IncomingFile,
  type ReceivedFile,
  takeUpload,
  type UploadResult,
} from '#app/platform/.server/storage/incoming-files.ts'
import { storeFiles } from '#app/platform/.server/storage/stored-files.ts'
import type { CountedList, UploadPlace } from '#app/platform/.server/storage/upload-places.ts'
import { contentRefusal, type DocumentSource, documentBytes, documentMaximum } from '../model.ts'
import { type DocumentType, documentTypes, parseDocumentKind, type StoredDocumentKind, statusAfter } from '../rules.ts'
import { transition } from '../transitions.server.ts'
import { countDocumentsOf, findDocumentOwner, insertDocument, openVerification } from './queries.server.ts'
import type { DocumentRefusal } from './refusals.ts'
import { sealFileName } from './seal.server.ts'
import { documentBucket } from './service.server.ts'
import { findPdfFault, validateDocument } from './validate-document.server.ts'

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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'secret' | 'storage' | 'vault'>,
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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'secret' | 'storage' | 'vault'>,
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
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'storage' | 'vault'>,
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
