import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertCause } from './rules.ts'

/** When a worker was last heard, of all there are, in one row. */
export const workerHeartbeat = pgTable(
  'worker_heartbeat',
  {
    id: boolean('id').primaryKey().default(true),
    beatAt: timestamp('beat_at', { withTimezone: true }).notNull(),
    /** Which one it was. */
    host: text('host').notNull(),
    pid: integer('pid').notNull(),
    version: text('version').notNull(),
  },
  (table) => [check('worker_heartbeat_one_row', sql`${table.id}`)],
)

/** What has failed and not worked since: a kind of job, or all mail. The next success deletes the row. */
export const failingJobs = pgTable('failing_jobs', {
  /** The name of the job; 'mail' for every mail. */
  subject: text('subject').primaryKey(),
  cause: text('cause').$type<AlertCause>().notNull(),
  since: timestamp('since', { withTimezone: true }).notNull().defaultNow(),
  lastFailedAt: timestamp('last_failed_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Of what somebody was told, and on which day (UTC), so that they are told once. */
export const raisedAlerts = pgTable(
  'raised_alerts',
  {
    cause: text('cause').$type<AlertCause>().notNull(),
    day: date('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.cause, table.day] })],
)
