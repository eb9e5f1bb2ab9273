import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { credentials } from './tables.server.ts'

interface StatusIndex {
  list: number
  index: number
}

/**
 * Records what was given out after a backup that was restored, as bare numbers that have ended: it is not given out again, and a
 * credential with it is revoked.
 */
export async function recordCredentialsIssuedSinceBackup(
  transaction: Database,
  issued: (StatusIndex & { code: string; badgeKey: string })[],
): Promise<void> {
  for (const { code, badgeKey, list, index } of issued) {
    await transaction
      .insert(credentials)
      .values({ code, badgeKey, statusList: list, statusIndex: index, endedAt: sql`now()` })
      .onConflictDoNothing()
  }
}

/** Ends what had ended after a backup that was restored. */
export async function recordCredentialsEndedSinceBackup(transaction: Database, ended: StatusIndex[]): Promise<void> {
  for (const { list, index } of ended) {
    await transaction
      .update(credentials)
      .set({ endedAt: sql`now()` })
      .where(and(eq(credentials.statusList, list), eq(credentials.statusIndex, index), isNull(credentials.endedAt)))
  }
}

/**
 * Closes the status lists of which nobody knows what was given out after a backup that was restored: all that exist, and the next one,
 * which may have been begun since.
 */
export async function closeCredentialStatusListsAfterRestore(transaction: Database): Promise<void> {
  await transaction.execute(sql`
    INSERT INTO closed_status_lists (list)
    SELECT generate_series(1, (SELECT coalesce(max(status_list), 0) + 1 FROM credentials)) ON CONFLICT DO NOTHING`)
}
