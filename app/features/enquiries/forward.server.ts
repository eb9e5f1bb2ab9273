import type { Database } from '#app/platform/.server/database/database.ts'
import { announce } from '#app/platform/.server/http/live.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { sendEnquiryToOwner } from './mails.server.ts'

export async function forwardToOwner(
  { jobs }: Pick<Platform, 'jobs'>,
  transaction: Database,
  enquiryId: string,
  ownerId: string,
): Promise<void> {
  await jobs.enqueue(transaction, sendEnquiryToOwner, { leadId: enquiryId }, { event: enquiryId })
  await announce(transaction, `member:${ownerId}`)
}
