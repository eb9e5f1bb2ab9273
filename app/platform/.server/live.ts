import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** What can be watched as it changes: the standing of one member, or the queue of the reviewers. */
export type LiveTopic = `member:${string}` | 'queue'

/** The channel of the database that all processes hear. */
export const liveChannel = 'live'

/** Tells whoever watches, in any process, that something changed; they hear of it when the transaction commits. */
export async function announce(transaction: Database, topic: LiveTopic): Promise<void> {
  await transaction.execute(sql`SELECT pg_notify(${liveChannel}, ${topic})`)
}
