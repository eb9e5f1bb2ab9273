import { and, eq, exists, gte, lt, sql } from 'drizzle-orm'
import { podcastFeeds } from '#app/features/podcasts/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { sentMails } from '#app/platform/.server/database/tables.ts'
import { runningReleaseAndProcess } from '#app/platform/.server/release.ts'
import { type AlertCause, alertCauses } from './rules.ts'
import { failingJobs, raisedAlerts, workerHeartbeat } from './tables.server.ts'

export async function writeWorkerHeartbeat(db: Database): Promise<void> {
  const heard = { ...runningReleaseAndProcess, beatAt: sql`now()` }
  await db.insert(workerHeartbeat).values(heard).onConflictDoUpdate({ target: workerHeartbeat.id, set: heard })
}

/** For how many seconds no worker has been heard; null if none ever was. */
export async function findSecondsSinceWorkerHeartbeat(db: Database): Promise<number | null> {
  const seconds = sql<number>`extract(epoch FROM now() - ${workerHeartbeat.beatAt})::int`
  const [row] = await db.select({ seconds }).from(workerHeartbeat)
  return row ? row.seconds : null
}

export async function upsertMonitoredJobFailure(db: Database, subject: string, cause: AlertCause): Promise<void> {
  await db
    .insert(failingJobs)
    .values({ subject, cause })
    .onConflictDoUpdate({ target: failingJobs.subject, set: { lastFailedAt: sql`now()` } })
}

export async function deleteMonitoredJobFailure(db: Database, subject: string): Promise<void> {
  await db.delete(failingJobs).where(eq(failingJobs.subject, subject))
}

/** The same for mail, if some was handed over since: of a mail whose reason has gone none is. */
export async function deleteMailFailureIfMailWasSent(db: Database, subject: string): Promise<void> {
  const isSent = exists(db.select().from(sentMails).where(gte(sentMails.sentAt, failingJobs.since)))
  await db.delete(failingJobs).where(and(eq(failingJobs.subject, subject), isSent))
}

/** Forgets what has not failed for a day, as it is not tried any more, and of what was told long ago. */
export async function deleteOldFailuresAndAlerts(db: Database): Promise<void> {
  await db.delete(failingJobs).where(lt(failingJobs.lastFailedAt, sql`now() - interval '1 day'`))
  await db.delete(raisedAlerts).where(lt(raisedAlerts.day, sql`current_date - 90`))
}

/** Since when each cause has failed again and again, for an hour at least. Feeds fail as one when none of several could be read. */
export async function listLastingFailures(db: Database): Promise<{ cause: AlertCause; since: Date }[]> {
  const rows = await queryRows<{ cause: AlertCause; since: Date | string }>(
    db,
    sql`
      SELECT cause, min(since) AS since FROM (
        SELECT ${failingJobs.cause} AS cause, ${failingJobs.since} AS since FROM ${failingJobs}
        WHERE ${failingJobs.lastFailedAt} >= ${failingJobs.since} + interval '1 hour'
        UNION ALL
        SELECT 'feeds', now() - interval '1 hour' FROM ${podcastFeeds}
        HAVING count(*) FILTER (WHERE ${podcastFeeds.triedAt} > now() - interval '1 hour' AND ${podcastFeeds.failures} > 0) >= 3
          AND count(*) FILTER (WHERE ${podcastFeeds.fetchedAt} > now() - interval '1 hour') = 0
      ) AS troubles GROUP BY cause ORDER BY cause`,
  )
  // An earlier release may have written down others.
  return rows
    .filter(({ cause }) => alertCauses.includes(cause))
    .map(({ cause, since }) => ({ cause, since: new Date(since) }))
}

/** Writes down that somebody is told of a cause today; false if that was done before. */
export async function insertRaisedAlert(transaction: Database, cause: AlertCause): Promise<boolean> {
  const written = await transaction
    .insert(raisedAlerts)
    .values({ cause, day: sql`(now() AT TIME ZONE 'UTC')::date` })
    .onConflictDoNothing()
    .returning()
  return written.length > 0
}
