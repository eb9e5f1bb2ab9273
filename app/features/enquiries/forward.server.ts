import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendEnquiryToOwnerMail } from './mails.server.ts'

export async function forwardEnquiryToOwner(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  enquiryId: string,
  ownerId: string,
): Promise<void> {
  await jobs.enqueue(transaction, sendEnquiryToOwnerMail, { leadId: enquiryId }, { event: enquiryId })
  await announceLiveEvent(transaction, `member:${ownerId}`)
}
