import type { Platform } from '#app/platform/.server/platform.ts'
import { sendEnquiryReminderMail } from './mails.server.ts'
import { deleteOldEnquiryRequests, markEnquiriesAsReminded } from './queries.server.ts'

/** Reminds owners once of each enquiry that is still new after some days, and deletes what is older than a year. */
export async function remindOwnersAndDeleteOldEnquiries({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  await deleteOldEnquiryRequests(db)
  await db.transaction(async (transaction) => {
    for (const { ownerId } of await markEnquiriesAsReminded(transaction)) {
      await jobs.enqueue(transaction, sendEnquiryReminderMail, { ownerId })
    }
  })
}
