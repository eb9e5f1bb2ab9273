import type { Platform } from '#app/platform/.server/platform.ts'
import { queueMonthlyVisitsMailsJob } from './jobs.server.ts'
import { sendMonthlyVisitsMail } from './mails.server.ts'
import {
  currentLondonDayOfDatabase,
  deleteOldVisitCounts,
  listOwnerIdsForMonthlyVisitsMail,
  writeTradeVisitMedians,
} from './queries.server.ts'
import { monthForVisitsMail } from './rules.ts'

/** Owners whose emails are queued in one transaction. */
const ownersAtOnce = 500

/** Writes the medians of the trades in weeks that have ended, and deletes what is older than two years. */
export async function maintainVisitCounts({ db }: Pick<Platform, 'db'>): Promise<void> {
  await writeTradeVisitMedians(db)
  await deleteOldVisitCounts(db)
}

/** Starts the emails about the last month, if it has just ended. Repeating it sends nobody a second one. */
export async function startMonthlyVisitsMails({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  const month = monthForVisitsMail(await currentLondonDayOfDatabase(db))
  if (month === null) return
  await db.transaction(async (transaction) => {
    await jobs.enqueue(transaction, queueMonthlyVisitsMailsJob, { month, after: null }, { event: `months:${month}` })
  })
}

/** Queues the emails of the next owners, and the job for those after them. */
export async function queueMonthlyVisitsMails(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  { month, after }: { month: string; after: string | null },
): Promise<void> {
  const owners = await listOwnerIdsForMonthlyVisitsMail(db, after, ownersAtOnce)
  const last = owners.at(-1)
  if (last === undefined) return
  await db.transaction(async (transaction) => {
    for (const ownerId of owners) {
      await jobs.enqueue(transaction, sendMonthlyVisitsMail, { ownerId, month }, { event: `month:${month}:${ownerId}` })
    }
    if (owners.length === ownersAtOnce) {
      await jobs.enqueue(
        transaction,
        queueMonthlyVisitsMailsJob,
        { month, after: last },
        { event: `months:${month}:${last}` },
      )
    }
  })
}
