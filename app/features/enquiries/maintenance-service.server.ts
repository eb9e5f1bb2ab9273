import type { Platform } from '#app/platform/.server/platform.ts'
import { sendEnquiryReminder } from './mails.server.ts'
import { deleteOldEnquiryRequests, markEnquiriesForReminder } from './queries.server.ts'

/** Reminds owners once of each enquiry that is still new after some days, and deletes what is older than a year. */
export async function maintainEnquiries({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  await deleteOldEnquiryRequests(db)
  await db.transaction(async (transaction) => {
    for (const { ownerId } of await markEnquiriesForReminder(transaction)) {
      await jobs.enqueue(transaction, sendEnquiryReminder, { ownerId })
    }
  })
}
