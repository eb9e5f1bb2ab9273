import { randomUUID } from 'node:crypto'
import type { Database } from '#app/platform/.server/database/database.ts'
import { PictureRefused } from '#app/platform/.server/images/images.ts'
import { JobFailed } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { deleteFilesJob, storeFiles } from '#app/platform/.server/storage/stored-files.ts'
import {
  type DocumentRow,
  emptyDocuments,
  exchangeDocumentFile,
  findDocument,
  listDocumentsAfter,
  listPhotographsAsReceived,
} from '../documents/queries.server.ts'
import { openFileName, openServiceNumber, sealFileName, sealServiceNumber } from '../documents/seal.server.ts'
import { documentBucket, withoutMetadata } from '../documents/service.server.ts'
import { validateDocument } from '../documents/validate-document.server.ts'
import { emptyCertificates, listCertificatesDue } from '../facts/queries.server.ts'
import { reencodePhotographJob } from '../jobs.server.ts'
import { sendConfirmationDue, sendEvidenceDue } from '../mails.server.ts'
import { deleteEarlierNames } from '../names/queries.server.ts'
import { confirmationDays, documentTypes, dueAtOf, reminderOf } from '../rules.ts'
import { lockVerified, writeEnd } from '../transitions.server.ts'
import { spreadPlannedEnds } from './end-service.server.ts'
import {
  exchangeServiceNumber,
  listEnded,
  listServiceNumbers,
  listStoredEvidence,
  listVerified,
} from './queries.server.ts'

/** Rows per page. */
const portion = 200
/** Days between the email about the deletion of evidence and the deletion. */
const warningDays = 7
const dayMs = 86_400_000

/**
 * Runs the maintenance that is due. What is due is derived from the tables, so a second run changes nothing, and the next
 * run catches up after days without a worker.
 */
export async function runMaintenance(platform: Platform): Promise<void> {
  await deleteEvidence(platform)
  await deleteCertificates(platform)
  await deleteEarlierNames(platform.db)
  await warnOfDeletion(platform)
  await lapse(platform)
  await spreadPlannedEnds(platform)
  await remind(platform, new Date().toISOString().slice(0, 10))
  await sealNumbersAfresh(platform)
  await sealDocumentsAfresh(platform)
  await queuePhotographs(platform)
}

/** Processes rows page by page, by key. A row that fails is logged, and the others continue. */
async function forEachRow<Row>(
  { log }: Pick<Platform, 'log'>,
  list: (after: string | null) => Promise<Row[]>,
  keyOf: (row: Row) => string,
  act: (row: Row) => Promise<void>,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    const rows: Row[] = await list(after)
    for (const row of rows) {
      await act(row).catch((error) => log.error({ id: keyOf(row), error }, 'the maintenance of a verification failed'))
    }
    const last = rows.at(-1)
    if (!last || rows.length < portion) return
    after = keyOf(last)
  }
}

/** Deletes the documents of cases decided at least `evidenceDays` ago. */
function deleteEvidence(platform: Platform): Promise<void> {
  const { db, verificationTerms } = platform
  const list = (after: string | null) =>
    listStoredEvidence(db, { days: verificationTerms.evidenceDays, after, most: portion })
  return forEachRow(
    platform,
    list,
    ({ profileId }) => profileId,
    ({ profileId }) =>
      db.transaction(async (transaction) => {
        // With the profile locked: an appeal or a new submission since the list was read keeps what is held.
        await lockVerified(platform, transaction, profileId)
        const [still] = await listStoredEvidence(transaction, {
          days: verificationTerms.evidenceDays,
          profileId,
          most: 1,
        })
        if (!still) return
        const { decidedAt } = still
        const keys = await emptyDocuments(transaction, profileId, decidedAt)
        await deleteFilesOf(platform, transaction, profileId, keys)
      }),
  )
}

/** Queues the deletion of documents whose rows are emptied, and records it. */
async function deleteFilesOf(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  profileId: string,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await jobs.enqueue(transaction, deleteFilesJob, { bucket: documentBucket, keys })
  await recordAudit(transaction, {
    actor: null,
    action: 'verification.documents.deleted',
    subjectType: 'profile',
    subjectId: profileId,
    detail: { documents: keys.length },
  })
}

/** Deletes the certificates of facts that were decided at least `evidenceDays` ago, and those that nobody waits for. */
function deleteCertificates(platform: Platform): Promise<void> {
  const { db, verificationTerms } = platform
  return forEachRow(
    platform,
    (after) => listCertificatesDue(db, { days: verificationTerms.evidenceDays, after, most: portion }),
    ({ id }) => id,
    ({ id, profileId }) =>
      db.transaction(async (transaction) => {
        const keys = await emptyCertificates(transaction, { ids: [id] })
        await deleteFilesOf(platform, transaction, profileId, keys)
      }),
  )
}

/** Emails members {@link warningDays} days before the deletion, once per decision. */
function warnOfDeletion(platform: Platform): Promise<void> {
  const { db, jobs, verificationTerms } = platform
  const { evidenceDays } = verificationTerms
  const list = (after: string | null) =>
    listStoredEvidence(db, { days: Math.max(0, evidenceDays - warningDays), after, most: portion })
  return forEachRow(
    platform,
    list,
    ({ profileId }) => profileId,
    async ({ profileId, decisionId, decidedAt }) => {
      const dueAt = new Date(decidedAt.getTime() + evidenceDays * dayMs).toISOString()
      await jobs.enqueue(db, sendEvidenceDue, { userId: profileId, decisionId, dueAt }, { event: decisionId })
    },
  )
}

/**
 * Reminds members a month and a week before confirmation is due, and on the day; where several are due, only the latest is
 * sent. A verification has no end until a reminder was sent, so until then each day queues a new attempt.
 */
function remind(platform: Platform, day: string): Promise<void> {
  const { db, jobs, verificationTerms } = platform
  const days = Math.max(0, verificationTerms.validDays - confirmationDays)
  return forEachRow(
    platform,
    (after) => listVerified(db, { days, after, most: portion }),
    ({ profileId }) => profileId,
    async ({ profileId, verifiedAt, endsAt }) => {
      const stage = reminderOf(dueAtOf(verifiedAt, verificationTerms), new Date())
      if (!stage) return
      const reminder = { userId: profileId, verifiedAt: verifiedAt.toISOString(), stage }
      const event = `${profileId}:${reminder.verifiedAt}:${stage}`
      await jobs.enqueue(db, sendConfirmationDue, reminder, { event: endsAt ? event : `${event}:${day}` })
    },
  )
}

/** Stores the end of verifications whose end date has passed. */
function lapse(platform: Platform): Promise<void> {
  const { db } = platform
  return forEachRow(
    platform,
    (after) => listEnded(db, { after, most: portion }),
    ({ profileId }) => profileId,
    ({ profileId }) => db.transaction((transaction) => writeEnd(platform, transaction, profileId)),
  )
}

/** Seals service numbers with the current key where they are stored unsealed or under an older key. */
function sealNumbersAfresh(platform: Platform): Promise<void> {
  const { db, vault } = platform
  return forEachRow(
    platform,
    (after) => listServiceNumbers(db, { after, most: portion }),
    ({ profileId }) => profileId,
    async ({ profileId, serviceNumber }) => {
      if (vault.isCurrent(serviceNumber)) return
      const number = openServiceNumber(vault, profileId, serviceNumber)
      await exchangeServiceNumber(db, profileId, serviceNumber, sealServiceNumber(vault, profileId, number))
    },
  )
}

/** Reseals documents that use an older key. File and name are sealed together, so the key of the name tells. */
function sealDocumentsAfresh(platform: Platform): Promise<void> {
  const { db, vault } = platform
  return forEachRow(
    platform,
    (after) => listDocumentsAfter(db, after, portion),
    ({ id }) => id,
    async (row) => {
      if (row.fileName === null || !vault.isCurrent(row.fileName)) await sealDocumentAfresh(platform, row)
    },
  )
}

/** Never overwrites a file: the resealed one is stored under a new key, to which the row then changes. */
async function sealDocumentAfresh(platform: Platform, row: DocumentRow): Promise<void> {
  const { storage, vault } = platform
  const file = await storage.read(documentBucket, row.key)
  if (!file) return
  const name = row.fileName === null ? 'Document' : openFileName(vault, row.id, row.fileName)
  await exchangeFile(platform, row, vault.open(file.bytes, row.key), {
    fileName: sealFileName(vault, row.id, name),
  })
}

/** Replaces the file of a document. The old file is deleted only after the new one has been read back and compared. */
async function exchangeFile(
  platform: Platform,
  row: DocumentRow,
  bytes: Uint8Array,
  change: Partial<Pick<DocumentRow, 'fileName' | 'mediaType' | 'size' | 'reencodedAt'>>,
): Promise<void> {
  const { jobs, storage, vault } = platform
  const key = `${row.profileId}/${randomUUID()}.sealed`
  const put = async () => {
    await storage.put(documentBucket, key, vault.seal(bytes, key))
    const written = await storage.read(documentBucket, key)
    if (!written || !Buffer.from(vault.open(written.bytes, key)).equals(bytes)) {
      throw new Error('a document did not read back as it was written')
    }
  }
  await storeFiles(platform, [{ bucket: documentBucket, keys: [key] }], put, async (transaction, claim) => {
    if (!(await exchangeDocumentFile(transaction, row, { key, ...change }))) return
    await claim()
    await jobs.enqueue(transaction, deleteFilesJob, { bucket: documentBucket, keys: [row.key] })
  })
}

/** Queues the re-encoding of photographs that were stored as received. */
function queuePhotographs(platform: Platform): Promise<void> {
  const { db, jobs } = platform
  return forEachRow(
    platform,
    (after) => listPhotographsAsReceived(db, after, portion),
    ({ id }) => id,
    ({ id }) => jobs.enqueue(db, reencodePhotographJob, { document: id }, { event: id }),
  )
}

/**
 * Removes the metadata of a stored photograph; the read is recorded in the audit log. A photograph that cannot be decoded
 * is left unchanged, and its job is listed as failed for the staff.
 * @throws JobFailed where the photograph cannot be decoded
 */
export async function reencodeStored(platform: Platform, documentId: string): Promise<void> {
  const { db, storage, vault } = platform
  const row = await findDocument(db, documentId)
  if (!row || row.reencodedAt) return
  await recordAudit(db, {
    actor: null,
    action: 'verification.document.read',
    subjectType: 'profile',
    subjectId: row.profileId,
    detail: { document: documentId, purpose: 're-encode' },
  })
  const file = await storage.read(documentBucket, row.key)
  if (!file) return
  const bytes = vault.open(file.bytes, row.key)
  const type = await validateDocument(bytes, 'wizard')
  if (type === 'password' || (type && !documentTypes[type].startsWith('image/'))) return
  const kept = await (type ? withoutMetadata(bytes, type) : Promise.reject(new PictureRefused('type'))).catch(
    (error) => {
      if (!(error instanceof PictureRefused)) throw error
      throw new JobFailed(`the photograph of document ${documentId} cannot be decoded and keeps its metadata`, {
        forGood: true,
      })
    },
  )
  await exchangeFile(platform, row, kept.bytes, kept.facts)
}
