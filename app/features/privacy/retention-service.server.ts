import type { Database } from '#app/platform/.server/database/database.ts'
import { deleteOldCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { deleteOldUnconfirmedMailCounts } from '#app/platform/.server/mail/unconfirmed-mails.ts'
import { deleteOldUndeliverableEmailMarks } from '#app/platform/.server/mail/undeliverable.ts'
import type { StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { deleteOldRequestCounts } from '#app/platform/.server/security/limits.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { deleteExpiredUploadSlots } from '#app/platform/.server/storage/upload-places.ts'
import { listUnconfirmedAccounts, lockUnconfirmedAccount } from './queries.server.ts'
import { personalDataFeatures, unsafeEraseMember } from './service.server.ts'

/** Accounts deleted per run. */
const accountsPerRun = 200

/** What the platform stores itself. */
async function deletePlatformsOwn(transaction: Database): Promise<StoredFilesToDelete[]> {
  await deleteOldRequestCounts(transaction)
  await deleteExpiredUploadSlots(transaction)
  await deleteOldUndeliverableEmailMarks(transaction)
  await deleteOldUnconfirmedMailCounts(transaction)
  await deleteOldCapturedMails(transaction)
  return []
}

/**
 * Deletes what is over its time and no other job deletes, by feature, each in a transaction of its own; then accounts whose address
 * nobody ever confirmed. A second run changes nothing.
 */
export async function deleteExpiredData(platform: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const { db, jobs } = platform
  const parts = [...personalDataFeatures.map((feature) => feature.deleteExpired), deletePlatformsOwn]
  for (const part of parts) {
    if (!part) continue
    await db.transaction(async (transaction) => {
      for (const { bucket, keys } of await part(transaction)) {
        if (keys.length > 0) await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket, keys })
      }
    })
  }
  for (const userId of await listUnconfirmedAccounts(db, accountsPerRun)) {
    await db.transaction(async (transaction) => {
      // Somebody may have confirmed or registered afresh since the list was read.
      if (await lockUnconfirmedAccount(transaction, userId))
        await unsafeEraseMember(platform, transaction, userId, null)
    })
  }
}
