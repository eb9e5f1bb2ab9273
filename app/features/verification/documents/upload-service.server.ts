import { randomUUID } from 'node:crypto'
import { singleLineTextSchema } from '#app/lib/form-text.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { encodeDocumentPhotograph, PictureRefusedError } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requireActor } from '#app/platform/.server/security/actor.ts'
import type { RequestLimit } from '#app/platform/.server/security/limits.ts'
import {
  acceptUpload,
  type IncomingFile,
  type ReceivedFile,
  type UploadResult,
} from '#app/platform/.server/storage/incoming-files.ts'
import { storeFilesWithRows } from '#app/platform/.server/storage/stored-files.ts'
import type { MemberUploadSlot, UploadedItemsLimit } from '#app/platform/.server/storage/upload-places.ts'
import {
  refusalReasonOfUnrecognisedDocument,
  type VerificationDocumentUploadScreen,
  verificationDocumentMaxBytes,
  verificationDocumentMaxCount,
} from '../model.ts'
import {
  parseVerificationDocumentKind,
  type StoredVerificationDocumentKind,
  type VerificationDocumentFileType,
  verificationDocumentFileTypes,
  verificationStatusAfterTransition,
} from '../rules.ts'
import { transitionVerification } from '../transitions.server.ts'
import {
  countVerificationDocumentsOfMember,
  ensureVerificationRow,
  findVerificationDocumentOwnerStatus,
  insertVerificationDocument,
} from './queries.server.ts'
import type { UploadedVerificationDocumentRefusalReason } from './refusals.ts'
import { sealDocumentFileName } from './seal.server.ts'
import { verificationDocumentBucket } from './service.server.ts'
import { detectVerificationDocumentFileType, findPdfFaultInLimitedProcess } from './validate-document.server.ts'

const uploads: RequestLimit = { name: 'document-upload', requests: 60, windowSeconds: 3_600 }

export type VerificationDocumentUploadResult = UploadResult<
  UploadedVerificationDocumentRefusalReason,
  | { outcome: 'stored'; id: string }
  /** The virus scanner found something. */
  | { outcome: 'infected' }
  /** The virus scanner does not answer; nothing is stored without a scan. */
  | { outcome: 'not-scanned' }
  /** The verification is being reviewed or has been decided. */
  | { outcome: 'closed' }
>

/** What a document is added to. */
export interface VerificationDocumentUploadTarget {
  /** Reads what it is from the fields beside the file. */
  readKind: (fields: FormData) => StoredVerificationDocumentKind
  /** Whether something can be added, to save the scan and encoding. */
  isOpen: (db: Database) => Promise<boolean>
  /** Where room is reserved for it. */
  list: UploadedItemsLimit
  /** Why it cannot be added, in the transaction that adds it, with what it is added to locked. */
  admit: (transaction: Database) => Promise<'closed' | 'too-many' | null>
  /** For a certificate. */
  factCheckId?: string
}

/**
 * Adds a document to the actor's verification, and creates the verification where there is none. The field `kind` beside
 * the file may name the kind of document.
 */
export async function uploadOwnVerificationDocument(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'secret' | 'storage' | 'vault'>,
  actor: Actor | null,
  file: IncomingFile,
  source: VerificationDocumentUploadScreen,
): Promise<VerificationDocumentUploadResult> {
  const { userId } = requireActor(actor)
  const count = (db: Database) => countVerificationDocumentsOfMember(db, userId)
  return storeVerificationDocument(platform, userId, file, source, {
    readKind: (fields) => parseVerificationDocumentKind(fields.get('kind')),
    isOpen: async (db) => {
      const description = await findVerificationDocumentOwnerStatus(db, userId)
      return description !== null && verificationStatusAfterTransition(description.status, 'save') !== undefined
    },
    list: { name: `documents ${userId}`, maximum: verificationDocumentMaxCount, count },
    admit: async (transaction) => {
      if (!(await transitionVerification(platform, transaction, { userId }, userId, 'save'))) return 'closed'
      if ((await count(transaction)) >= verificationDocumentMaxCount) return 'too-many'
      await ensureVerificationRow(transaction, userId)
      return null
    },
  })
}

/** Validates, scans, seals and stores a document. */
export async function storeVerificationDocument(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'secret' | 'storage' | 'vault'>,
  userId: string,
  file: IncomingFile,
  source: VerificationDocumentUploadScreen,
  target: VerificationDocumentUploadTarget,
): Promise<VerificationDocumentUploadResult> {
  const rules = { limit: uploads, mostBytes: verificationDocumentMaxBytes, lane: 'large' } as const
  return acceptUpload(platform, userId, file, rules, (received, place) =>
    keepDocument(platform, userId, source, target, { received, place }),
  )
}

async function keepDocument(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'scanner' | 'storage' | 'vault'>,
  userId: string,
  source: VerificationDocumentUploadScreen,
  target: VerificationDocumentUploadTarget,
  { received, place }: { received: ReceivedFile; place: MemberUploadSlot },
): Promise<VerificationDocumentUploadResult> {
  const { db, log, scanner, storage, vault } = platform
  const { bytes, name, fields } = received
  const refused = (reason: UploadedVerificationDocumentRefusalReason): VerificationDocumentUploadResult => ({
    outcome: 'refused',
    reason,
    name,
  })
  const notAdmitted = (why: 'closed' | 'too-many') => (why === 'closed' ? { outcome: why } : refused(why))
  const kind = target.readKind(fields)
  if (bytes.length === 0) return refused('empty')
  const unreadable = refusalReasonOfUnrecognisedDocument(name, source)
  const type = await detectVerificationDocumentFileType(bytes, source)
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
      const fault = await findPdfFaultInLimitedProcess(bytes)
      if (fault) return refused(fault)
    } catch (error) {
      log.error({ error }, 'a PDF could not be looked into')
      return { outcome: 'failed' }
    }
  }
  const kept = await prepareDocumentFileForStorage(bytes, type).catch((error) => {
    if (error instanceof PictureRefusedError) return error.reason === 'pixels' ? 'pixels' : unreadable
    throw error
  })
  if (typeof kept === 'string') return refused(kept)

  const id = randomUUID()
  const key = `${userId}/${randomUUID()}.sealed`
  try {
    const put = () => storage.put(verificationDocumentBucket, key, vault.seal(kept.bytes, key))
    const files = [{ bucket: verificationDocumentBucket, keys: [key] }]
    return await storeFilesWithRows(
      platform,
      files,
      put,
      async (transaction, claim): Promise<VerificationDocumentUploadResult> => {
        const refusal = await target.admit(transaction)
        if (refusal) return notAdmitted(refusal)
        await insertVerificationDocument(transaction, {
          id,
          profileId: userId,
          key,
          kind,
          factCheckId: target.factCheckId ?? null,
          fileName: sealDocumentFileName(vault, id, cleanName(name)),
          ...kept.facts,
        })
        await claim()
        await place.settle(transaction)
        return { outcome: 'stored', id }
      },
    )
  } catch (error) {
    log.error({ error }, 'a document could not be stored')
    return { outcome: 'failed' }
  }
}

/**
 * Prepares a document for storage. Photographs are re-encoded to drop their metadata, as phones record where a picture
 * was taken; other files are stored unchanged.
 * @throws PictureRefusedError
 */
export async function prepareDocumentFileForStorage(bytes: Uint8Array, type: VerificationDocumentFileType) {
  const isPhotograph = verificationDocumentFileTypes[type].startsWith('image/')
  const kept = isPhotograph
    ? await encodeDocumentPhotograph(bytes, verificationDocumentMaxBytes)
    : { format: type, bytes }
  return {
    bytes: kept.bytes,
    facts: {
      mediaType: verificationDocumentFileTypes[kept.format],
      size: kept.bytes.length,
      reencodedAt: isPhotograph ? new Date() : null,
    },
  }
}

/** A file name fit to display: no path, one line, shortened in the middle beyond 100 characters. */
function cleanName(name: string): string {
  const text = singleLineTextSchema().parse(name.split(/[/\\]/).at(-1) ?? '')
  return text.length > 100 ? `${text.slice(0, 60)}…${text.slice(-20)}`.toWellFormed() : text || 'Document'
}
