import type { Platform } from '#app/platform/.server/platform.ts'
import { issueMissingJob } from './jobs.server.ts'
import { areCredentialsMissing, issueCredentials, listWithoutCredential } from './queries.server.ts'

/** Businesses that get theirs in one transaction. */
const batchSize = 250

/**
 * Issues credentials to listed businesses that have none: those listed before an upgrade, and whatever the triggers left out. One
 * that is interrupted goes on where it was.
 */
export async function issueMissing({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await listWithoutCredential(db, { after, most: batchSize })
    after = ids.at(-1) ?? null
    if (after === null) return
    await issueCredentials(db, ids)
  }
}

/** Queues that after the upgrade that brought credentials. */
export async function queueMissing({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  if (!(await areCredentialsMissing(db))) return
  await db.transaction((transaction) => jobs.enqueue(transaction, issueMissingJob, {}))
}
