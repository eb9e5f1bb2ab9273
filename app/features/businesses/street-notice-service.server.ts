import type { Platform } from '#app/platform/.server/platform.ts'
import { sendStreetAddressVisibilityMail } from './mails.server.ts'
import { takeBusinessIdsForStreetAddressMail } from './queries.server.ts'

/** Owners told in one transaction. */
const batchSize = 100

/** Queues an email to every owner who has yet to be told how to show or hide their street address. */
export async function queueStreetAddressVisibilityMails({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  let told: number
  do {
    told = await db.transaction(async (transaction) => {
      const businessIds = await takeBusinessIdsForStreetAddressMail(transaction, batchSize)
      for (const businessId of businessIds)
        await jobs.enqueue(transaction, sendStreetAddressVisibilityMail, { businessId })
      return businessIds.length
    })
  } while (told === batchSize)
}
