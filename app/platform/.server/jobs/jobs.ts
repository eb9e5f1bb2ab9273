// The queue of jobs in the database. A feature defines its jobs with `defineJob`; a service queues one in the transaction of its change.

import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { isUuid, uuidOfHash } from '#app/lib/uuid.ts'
import { type Database, type DatabaseHandle, queryRows } from '../database/database.ts'
import type { Log } from '../observability/log.ts'
import { scrubLogText } from '../observability/scrub.ts'

/**
 * Mail has a queue of its own: it waits for a mail server while other work goes on. So have orders, which wait for those who take
 * the money and who print, and feeds, over which a server elsewhere may take its time: podcasts' and the products of the shop.
 */
export type JobQueueName = 'mail' | 'work' | 'orders' | 'feeds'

/** A kind of job. Its name is stored with every queued job, so it never changes; some are older than the names used here. */
export interface JobDefinition<Data extends object = object> {
  name: string
  queue: JobQueueName
  /** Checked when the job is queued, and again before its handler runs. */
  schema: z.ZodType<Data>
}

/**
 * Declares a kind of job. Services queue it by this definition; its handler, which calls services, is in the feature's
 * `job-handlers.server.ts`, as one object with both would import in a circle.
 */
export function defineJob<Data extends object>(job: JobDefinition<Data>): JobDefinition<Data> {
  return job
}

/** A job that is queued at certain times. */
export interface JobSchedule {
  job: JobDefinition
  /** In UTC: minute, hour, day of month, month, day of week. */
  cron: string
}

/** A job that was once scheduled, by the name that is stored. */
export interface RetiredJob {
  name: string
  queue: JobQueueName
}

/** Why a job failed, in words that name nobody, so that they may be kept with the job and shown. */
export class JobFailedError extends Error {
  override name = 'JobFailed'
  /** No further try would end otherwise: the job goes straight to those given up. */
  readonly forGood: boolean

  constructor(reason: string, { forGood = false }: { forGood?: boolean } = {}) {
    super(scrubLogText(reason))
    this.forGood = forGood
  }
}

/** A kind of job that this worker does not know: it is left for one of a newer release. */
export class UnknownJobError extends Error {
  override name = 'UnknownJobError'
}

interface JobOptions {
  /** What brought it about: of several with the same words only one is carried out. */
  event?: string
  /** Not before this moment, or so many seconds from now: by the database's clock, as by ours it might be over. */
  startAfter?: Date | number
}

export interface FailedJob {
  id: string
  name: string
  failedAt: Date
  tries: number
  reason: string
}

/** How many jobs of a queue stand where. */
export interface JobCountsOfQueue {
  queue: JobQueueName
  /** Due, and waiting for their turn. */
  due: number
  /** Not to be done before a moment that is still to come, those that failed and will be tried again among them. */
  later: number
  underWay: number
  /** Failed after their last try. */
  failed: number
  /** How long the one that has been due for longest has waited; 0 if none is due. */
  oldestSeconds: number
}

export interface JobQueue {
  /** Puts a job into the queue as part of a transaction: both happen or neither. */
  enqueue<Data extends object>(
    transaction: Database,
    job: JobDefinition<Data>,
    data: Data,
    options?: JobOptions,
  ): Promise<void>
  /**
   * Takes back a job that was queued with this event, as part of a transaction. False where it has begun, or there is none: of a
   * worker and a withdrawal at the same moment one wins.
   */
  withdraw(transaction: Database, job: JobDefinition, event: string): Promise<boolean>
  /** Makes a job that was queued with this event due in so many seconds, if it is still there and would be later. */
  hasten(db: Database, job: JobDefinition, event: string, seconds: number): Promise<void>
  /**
   * Queues these jobs at their times, however many processes ask for it, and once now. Times that passed while no process ran
   * are made up for by one job.
   */
  schedule(schedules: JobSchedule[]): Promise<void>
  /** Takes back what an earlier release has scheduled or queued that nothing does any more. */
  retire(jobs: RetiredJob[]): Promise<void>
  /**
   * Begins to carry out jobs of a queue, one at a time. What a job was told is forgotten once it is done. One that throws is
   * tried again later, and the words of what it throws are kept. One that throws an UnknownJobError waits, without using up a try.
   */
  work(queue: JobQueueName, carryOut: (job: QueuedJob) => Promise<void>): Promise<void>
  /** Jobs given up after their last try, newest first: all of them, or so many. */
  listFailed(limit?: number): Promise<FailedJob[]>
  /** Puts a failed job back into its queue, as part of a transaction where one is given; false when there is no such failed job. */
  retry(id: string, transaction?: Database): Promise<boolean>
  /** How many jobs stand where, a queue each. */
  count(): Promise<JobCountsOfQueue[]>
  /** Answers when the queue does, which has connections of its own. */
  check(): Promise<void>
  /** Waits for what is under way, then ends. */
  close(): Promise<void>
}

/** A job as it lies in the queue. */
export interface QueuedJob {
  id: string
  name: string
  data: unknown
  /** Whether nobody tries it again if it fails now. */
  isLastTry: boolean
}

interface Envelope {
  name: string
  /** Missing once the job is done. */
  data?: object
}

interface JobsOptions {
  /** How often jobs are looked for whose worker died in the middle of them. */
  lookSeconds?: number
}

const queueNames: JobQueueName[] = ['mail', 'work', 'orders', 'feeds']

// Ten seconds, twenty, forty... at most six hours between tries: a mail server may be down from Friday to Monday.
const queueOptions = {
  retryLimit: 25,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: 6 * 3600,
  expireInSeconds: 600,
  // A worker that says nothing of a job for so long has died, and the job is another's.
  heartbeatSeconds: 60,
  retentionSeconds: 365 * 24 * 3600,
  deleteAfterSeconds: 30 * 24 * 3600,
  notify: true,
}

/**
 * Opens the queue on a database, with tables of its own in the schema `pgboss`. It must be open before the first
 * transaction that uses it.
 */
export async function openJobQueue(
  { db, jobsConnection, listen }: Pick<DatabaseHandle, 'db' | 'jobsConnection' | 'listen'>,
  log: Log,
  { lookSeconds = 60 }: JobsOptions = {},
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...jobsConnection,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    schedule: true,
    cronMonitorIntervalSeconds: Math.min(lookSeconds, 30),
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    // Muster does not use the list of running instances, which pg-boss would update twice a minute.
    registerInstance: false,
  })
  // On a connection of its own pg-boss hears only the first error. PgBouncer reports a lost server twice, which ended every process.
  boss.getDb().listen = async (channel, onNotify, onGap) => ({ close: await listen(channel, onNotify, onGap) })
  boss.on('error', (error) => log.error({ error }, 'the queue of jobs has trouble'))
  await boss.start()
  for (const queue of queueNames) {
    await boss.createQueue(queue, queueOptions)
    // Looked up once here, a queue is known; looked up inside a transaction, on a connection of its own, it would wait for ever.
    await boss.findJobs(queue, { key: '' })
  }
  let following: NodeJS.Timeout | undefined
  const follow = () =>
    followClock(db).catch((error) => log.error({ error }, 'the queue of jobs could not be compared with the clock'))
  return {
    enqueue: async (transaction, definition, data, { event, startAfter } = {}) => {
      const envelope: Envelope = {
        name: definition.name,
        data: definition.schema.parse(data),
      }
      await boss.send(definition.queue, envelope, {
        db: fromDrizzle(transaction as never, sql),
        ...(event ? { id: idOfEvent(`${definition.name}:${event}`) } : {}),
        ...(startAfter ? { startAfter } : {}),
      })
    },
    withdraw: async (transaction, { name, queue }, event) => {
      const withdrawn = await queryRows(
        transaction,
        sql`DELETE FROM pgboss.job WHERE name = ${queue} AND id = ${idOfEvent(`${name}:${event}`)} AND state = 'created'
            RETURNING id`,
      )
      return withdrawn.length > 0
    },
    hasten: async (transaction, { name, queue }, event, seconds) => {
      await transaction.execute(
        sql`UPDATE pgboss.job SET start_after = least(start_after, now() + make_interval(secs => ${seconds}::int))
            WHERE name = ${queue} AND id = ${idOfEvent(`${name}:${event}`)} AND state = 'created'`,
      )
    },
    schedule: async (schedules) => {
      for (const { job, cron } of schedules) {
        const envelope: Envelope = { name: job.name, data: {} }
        await boss.schedule(job.queue, cron, envelope, { key: job.name, missed: 'once' })
        await boss.send(job.queue, envelope, { singletonKey: job.name, singletonSeconds: 60 })
      }
    },
    retire: async (retired) => {
      for (const { queue, name } of retired) {
        await boss.unschedule(queue, name)
        await db.execute(
          sql`DELETE FROM pgboss.job WHERE name = ${queue} AND data ->> 'name' = ${name} AND state < 'active'`,
        )
      }
    },
    work: async (queue, carryOut) => {
      following ??= setInterval(follow, lookSeconds * 1_000).unref()
      let worker: string | null = null
      worker = await boss.work(
        queue,
        { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30, includeMetadata: true },
        async ([job]: JobWithMetadata<Envelope>[]) => {
          // Jobs queued together are told of once: after each the next is looked for at once.
          if (worker) boss.notifyWorker(worker)
          // Without data it was done already, by a process that died before it could say so.
          if (!job?.data.data) return
          const { id, data: told, retryCount, retryLimit } = job
          try {
            await carryOut({ id, name: told.name, data: told.data, isLastTry: retryCount >= retryLimit })
          } catch (error) {
            if (error instanceof UnknownJobError) return leave(db, id)
            if (error instanceof JobFailedError && error.forGood) await giveUp(db, id)
            throw error
          }
          await db.execute(sql`UPDATE pgboss.job SET data = data - 'data' WHERE id = ${id}`)
        },
      )
    },
    listFailed: (limit) => listFailedJobs(db, sql`state = 'failed'`, limit),
    retry: async (id, transaction) => {
      if (!isUuid(id)) return false
      const [job] = await listFailedJobs(transaction ?? db, sql`state = 'failed' AND id = ${id}`)
      if (!job) return false
      const within = transaction ? { db: fromDrizzle(transaction as never, sql) } : {}
      await boss.retry(job.queue, id, within)
      // Due now, and workers are told; otherwise they would see it within half a minute.
      await boss.update(job.queue, undefined, { id, startAfter: 0, ...within })
      return true
    },
    count: () => countJobs(db),
    check: async () => {
      await boss.getQueue('work')
    },
    close: () => {
      clearInterval(following)
      return boss.stop({ graceful: true, close: true, timeout: 10_000 })
    },
  }
}

/**
 * Takes moments that are still to come for now, where something already happened then: the clock was ahead and has been set back. Otherwise
 * jobs that were queued or tried meanwhile, and the looks of the queue itself, would wait for as long as the clock was wrong.
 */
async function followClock(db: Database): Promise<void> {
  await db.execute(sql`
    WITH ahead AS (
      SELECT name, id, greatest(created_on, started_on, heartbeat_on) - now() AS gap FROM pgboss.job
      WHERE state < 'completed' AND greatest(created_on, started_on, heartbeat_on) > now() + interval '1 minute'
    ), looks AS (
      UPDATE pgboss.queue SET monitor_on = least(monitor_on, now()), monitor_claim_on = least(monitor_claim_on, now()),
        maintain_on = least(maintain_on, now())
      WHERE greatest(monitor_on, monitor_claim_on, maintain_on) > now() + interval '1 minute'
    ), schedules AS (
      UPDATE pgboss.version SET cron_on = now() WHERE cron_on > now() + interval '1 minute'
    )
    UPDATE pgboss.job SET start_after = start_after - gap, created_on = least(created_on, now()),
      started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    FROM ahead WHERE job.name = ahead.name AND job.id = ahead.id`)
}

/** Puts a job back as if it had not been taken, for a minute. pg-boss completes only what is still active. */
async function leave(db: Database, id: string): Promise<void> {
  await db.execute(sql`
    UPDATE pgboss.job
    SET state = CASE WHEN retry_count > 0 THEN 'retry'::pgboss.job_state ELSE 'created'::pgboss.job_state END,
      started_on = NULL, heartbeat_on = NULL, start_after = now() + interval '1 minute'
    WHERE id = ${id}`)
}

/** Has the failure that follows be the last one. */
async function giveUp(db: Database, id: string): Promise<void> {
  await db.execute(sql`UPDATE pgboss.job SET retry_limit = retry_count WHERE id = ${id}`)
}

async function countJobs(db: Database): Promise<JobCountsOfQueue[]> {
  const rows = await queryRows<JobCountsOfQueue>(
    db,
    sql`
      SELECT name AS queue,
        (count(*) FILTER (WHERE state < 'active' AND start_after <= now()))::int AS due,
        (count(*) FILTER (WHERE state < 'active' AND start_after > now()))::int AS later,
        (count(*) FILTER (WHERE state = 'active'))::int AS "underWay",
        (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
        coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now())), 0)::int
          AS "oldestSeconds"
      FROM pgboss.job WHERE state < 'completed' OR state = 'failed' GROUP BY name`,
  )
  const none = { due: 0, later: 0, underWay: 0, failed: 0, oldestSeconds: 0 }
  return queueNames.map((queue) => rows.find((row) => row.queue === queue) ?? { queue, ...none })
}

async function listFailedJobs(
  db: Database,
  condition: SQL,
  limit?: number,
): Promise<(FailedJob & { queue: JobQueueName })[]> {
  const rows = await queryRows<{
    id: string
    queue: JobQueueName
    name: string
    failed_at: string | Date
    tries: number
    reason: string | null
  }>(
    db,
    sql`
      SELECT id, name AS queue, data->>'name' AS name, completed_on AS failed_at, retry_count + 1 AS tries,
        output->>'message' AS reason
      FROM pgboss.job WHERE ${condition} ORDER BY completed_on DESC, id LIMIT ${limit ?? null}`,
  )
  return rows.map(({ failed_at, reason, ...rest }) => ({
    ...rest,
    failedAt: new Date(failed_at),
    reason: reason ?? 'not said',
  }))
}

/** The same id for the same event, so that the queue holds it once. */
function idOfEvent(event: string): string {
  return uuidOfHash(createHash('sha256').update(event).digest('hex'))
}
