import { randomUUID } from 'node:crypto'
import { PictureRefusedError } from '#app/platform/.server/images/images.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { deleteStoredFilesJob, storeFilesWithRows } from '#app/platform/.server/storage/stored-files.ts'
import {
  findVerificationDocument,
  listDocumentPhotosToReencode,
  listVerificationDocumentsAfterId,
  replaceVerificationDocumentFile,
  type VerificationDocumentRow,
} from '../documents/queries.server.ts'
import {
  openSealedDocumentFileName,
  openSealedMilitaryServiceNumber,
  sealDocumentFileName,
  sealMilitaryServiceNumber,
} from '../documents/seal.server.ts'
import { verificationDocumentBucket } from '../documents/service.server.ts'
import { prepareDocumentFileForStorage } from '../documents/upload-service.server.ts'
import { detectVerificationDocumentFileType } from '../documents/validate-document.server.ts'
import { removeDocumentPhotographMetadataJob } from '../jobs.server.ts'
import { verificationDocumentFileTypes } from '../rules.ts'
import { forEachVerificationMaintenanceRow, verificationMaintenanceRowsPerPage } from './portions.server.ts'
import { listSealedServiceNumbers, replaceSealedServiceNumber } from './queries.server.ts'

/** Seals service numbers with the current key where they are stored unsealed or under an older key. */
export function resealServiceNumbers(platform: Pick<Platform, 'db' | 'log' | 'vault'>): Promise<void> {
  const { db, vault } = platform
  return forEachVerificationMaintenanceRow(
    platform,
    (after) => listSealedServiceNumbers(db, { after, most: verificationMaintenanceRowsPerPage }),
    ({ profileId }) => profileId,
    async ({ profileId, serviceNumber }) => {
      if (vault.isCurrent(serviceNumber)) return
      const number = openSealedMilitaryServiceNumber(vault, profileId, serviceNumber)
      await replaceSealedServiceNumber(
        db,
        profileId,
        serviceNumber,
        sealMilitaryServiceNumber(vault, profileId, number),
      )
    },
  )
}

/** Reseals documents that use an older key. File and name are sealed together, so the key of the name tells. */
export function resealVerificationDocumentsUnderOldKeys(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage' | 'vault'>,
): Promise<void> {
  const { db, vault } = platform
  return forEachVerificationMaintenanceRow(
    platform,
    (after) => listVerificationDocumentsAfterId(db, after, verificationMaintenanceRowsPerPage),
    ({ id }) => id,
    async (row) => {
      if (row.fileName === null || !vault.isCurrent(row.fileName)) await sealDocumentAfresh(platform, row)
    },
  )
}

/** Never overwrites a file: the resealed one is stored under a new key, to which the row then changes. */
async function sealDocumentAfresh(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage' | 'vault'>,
  row: VerificationDocumentRow,
): Promise<void> {
  const { storage, vault } = platform
  const file = await storage.read(verificationDocumentBucket, row.key)
  if (!file) return
  const name = row.fileName === null ? 'Document' : openSealedDocumentFileName(vault, row.id, row.fileName)
  await exchangeFile(platform, row, vault.open(file.bytes, row.key), {
    fileName: sealDocumentFileName(vault, row.id, name),
  })
}

/** Replaces the file of a document. The old file is deleted only after the new one has been read back and compared. */
async function exchangeFile(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage' | 'vault'>,
  row: VerificationDocumentRow,
  bytes: Uint8Array,
  change: Partial<Pick<VerificationDocumentRow, 'fileName' | 'mediaType' | 'size' | 'reencodedAt'>>,
): Promise<void> {
  const { jobs, storage, vault } = platform
  const key = `${row.profileId}/${randomUUID()}.sealed`
  const put = async () => {
    await storage.put(verificationDocumentBucket, key, vault.seal(bytes, key))
    const written = await storage.read(verificationDocumentBucket, key)
    if (!written || !Buffer.from(vault.open(written.bytes, key)).equals(bytes)) {
      throw new Error('a document did not read back as it was written')
    }
  }
  await storeFilesWithRows(
    platform,
    [{ bucket: verificationDocumentBucket, keys: [key] }],
    put,
    async (transaction, claim) => {
      if (!(await replaceVerificationDocumentFile(transaction, row, { key, ...change }))) return
      await claim()
      await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: verificationDocumentBucket, keys: [row.key] })
    },
  )
}

/** Queues the re-encoding of photographs that were stored as received. */
export function queueDocumentPhotosToReencode(platform: Pick<Platform, 'db' | 'jobs' | 'log'>): Promise<void> {
  const { db, jobs } = platform
  return forEachVerificationMaintenanceRow(
    platform,
    (after) => listDocumentPhotosToReencode(db, after, verificationMaintenanceRowsPerPage),
    ({ id }) => id,
    ({ id }) => jobs.enqueue(db, removeDocumentPhotographMetadataJob, { document: id }, { event: id }),
  )
}

/**
 * Removes the metadata of a stored photograph; the read is recorded in the audit log. A photograph that cannot be decoded
 * is left unchanged, and its job is listed as failed for the staff.
 * @throws JobFailedError where the photograph cannot be decoded
 */
export async function removeDocumentPhotographMetadata(
  platform: Pick<Platform, 'db' | 'jobs' | 'log' | 'storage' | 'vault'>,
  documentId: string,
): Promise<void> {
  const { db, storage, vault } = platform
  const row = await findVerificationDocument(db, documentId)
  if (!row || row.reencodedAt) return
  await recordAuditEvent(db, {
    actor: null,
    action: 'verification.document.read',
    subjectType: 'profile',
    subjectId: row.profileId,
    detail: { document: documentId, purpose: 're-encode' },
  })
  const file = await storage.read(verificationDocumentBucket, row.key)
  if (!file) return
  const bytes = vault.open(file.bytes, row.key)
  const type = await detectVerificationDocumentFileType(bytes, 'wizard')
  if (type === 'password' || (type && !verificationDocumentFileTypes[type].startsWith('image/'))) return
  const kept = await (type
    ? prepareDocumentFileForStorage(bytes, type)
    : Promise.reject(new PictureRefusedError('type'))
  ).catch((error) => {
    if (!(error instanceof PictureRefusedError)) throw error
    throw new JobFailedError(`the photograph of document ${documentId} cannot be decoded and keeps its metadata`, {
      forGood: true,
    })
  })
  await exchangeFile(platform, row, kept.bytes, kept.facts)
}
