import { and, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { uuidOfHash } from '#app/lib/uuid.ts'
import type { Database } from './database.ts'

/** A table of what people send, in which the column `submission_key` is unique. */
type SubmissionTable = PgTable & { submissionKey: PgColumn; createdAt: PgColumn }

/** How long the same words from the same sender are the same submission: they were sent twice, or again as no answer had come. */
const sameFor = sql`interval '24 hours'`

/** The key that makes two submissions one, of a signature of what was sent: the words could be guessed from a hash without a secret. */
export function submissionIdempotencyKeyOf(signature: string): string {
  return uuidOfHash(Buffer.from(signature, 'base64url').toString('hex'))
}

/** Whether all of these were stored of late, by their keys. */
export async function areSubmissionsAlreadyStored(
  db: Database,
  table: SubmissionTable,
  keys: string[],
): Promise<boolean> {
  const isRecent = sql`${table.createdAt} > now() - ${sameFor}`
  return (await db.$count(table, and(inArray(table.submissionKey, keys), isRecent))) === keys.length
}

/** Takes a key from an old row, before one is inserted with it: the same words are a new submission by now. */
export async function releaseSubmissionIdempotencyKey(
  transaction: Database,
  table: SubmissionTable,
  key: string,
): Promise<void> {
  await transaction.execute(sql`
    UPDATE ${table} SET submission_key = gen_random_uuid()
    WHERE ${table.submissionKey} = ${key} AND ${table.createdAt} <= now() - ${sameFor}`)
}
