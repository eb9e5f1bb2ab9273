import type { Platform } from '#app/platform/.server/platform.ts'
import { sendReminder } from './mails.server.ts'
import { deleteOldRequests, markForReminder } from './queries.server.ts'

/** Reminds owners once of each enquiry that is still new after some days, and deletes what is older than a year. */
export async function maintainLeads({ db, jobs }: Platform): Promise<void> {
  await deleteOldRequests(db)
  await db.transaction(async (transaction) => {
    for (const { ownerId } of await markForReminder(transaction)) {
      await jobs.enqueue(transaction, sendReminder, { ownerId })
    }
  })
}
