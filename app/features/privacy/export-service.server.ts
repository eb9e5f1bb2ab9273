import { strToU8, type Zippable, zipSync } from 'fflate'
import { formatLongDateTime } from '#app/lib/dates.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { expireDataExportJob } from './jobs.server.ts'
import { sendDataExportReadyMail } from './mails.server.ts'
import { dataExportRetentionDays } from './model.ts'
import { findDataExportOfMember, markDataExportDeleted, markDataExportReady } from './queries.server.ts'
import { dataExportStorageKey } from './rules.ts'
import { collectPersonalData } from './service.server.ts'

interface ExportOf {
  exportId: string
  userId: string
}

/**
 * Creates and stores the copy that a member requested. A retry after a crash writes the same file again. If the copy already
 * exists or the member has left, nothing is left behind.
 */
export async function carryOutDataExport(
  platform: Pick<Platform, 'db' | 'jobs' | 'secret' | 'storage' | 'vault'>,
  { exportId, userId }: ExportOf,
): Promise<void> {
  const { db, jobs, storage } = platform
  const key = dataExportStorageKey(userId, exportId)
  const unfinished = `unfinished-export:${exportId}`
  const wanted = await findDataExportOfMember(db, userId, exportId)
  if (wanted?.readyAt) return
  if (wanted) {
    // Where this is given up before the copy counts as ready, nothing else would delete the file. Later than any further try of it.
    const startAfter = 2 * dataExportRetentionDays * 86_400
    await jobs.enqueue(db, deleteStoredFilesJob, { bucket: 'exports', keys: [key] }, { event: unfinished, startAfter })
    // Encrypted, because it contains decrypted documents and the service number.
    await storage.put('exports', key, platform.vault.seal(await zipPersonalData(platform, userId), key))
  }
  const isKept = await db.transaction(async (transaction) => {
    const expiresAt = await markDataExportReady(transaction, exportId, key)
    if (!expiresAt) return (await findDataExportOfMember(transaction, userId, exportId)) !== null
    const about = { exportId, userId }
    await jobs.withdraw(transaction, deleteStoredFilesJob, unfinished)
    await announceLiveEvent(transaction, `member:${userId}`)
    await jobs.enqueue(transaction, sendDataExportReadyMail, about, { event: exportId })
    await jobs.enqueue(transaction, expireDataExportJob, about, { event: exportId, startAfter: expiresAt })
    return true
  })
  if (!isKept) await storage.delete('exports', key)
}

/** Deletes an expired copy. */
export async function expireDataExport(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  { exportId, userId }: ExportOf,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await markDataExportDeleted(transaction, exportId)
    await jobs.enqueue(
      transaction,
      deleteStoredFilesJob,
      { bucket: 'exports', keys: [dataExportStorageKey(userId, exportId)] },
      { event: `export:${exportId}` },
    )
  })
}

/** Collects all data of a member: a JSON file for each kind of record, and the stored files. */
async function zipPersonalData(
  platform: Pick<Platform, 'db' | 'secret' | 'storage' | 'vault'>,
  userId: string,
): Promise<Uint8Array> {
  const contents: Zippable = { 'read-me.txt': strToU8(readMe(new Date())) }
  for (const { records, files } of await collectPersonalData(platform, userId)) {
    for (const [name, record] of Object.entries(records)) {
      contents[`${name}.json`] = strToU8(`${JSON.stringify(record, null, 2)}\n`)
    }
    for (const { name, bucket, key, isSealed } of files) {
      const file = await platform.storage.read(bucket, key)
      if (!file) continue
      const bytes = isSealed ? platform.vault.open(file.bytes, key) : file.bytes
      // Pictures and most documents are already compressed.
      contents[`files/${name}`] = [bytes, { level: 0 }]
    }
  }
  return zipSync(contents)
}

function readMe(now: Date): string {
  return `This is everything that Muster held about you on ${formatLongDateTime(now)}, UK time.

Each .json file is one kind of record, readable in any text editor. Times are in UTC.
The folder files holds the pictures and documents you sent, as they are stored. It does not include your password: we store only a scrambled form of it.
`
}
