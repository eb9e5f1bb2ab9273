import type { Platform } from '#app/platform/.server/platform.ts'
import { issueMissingListingCredentialsJob } from './jobs.server.ts'
import {
  areAllListingCredentialsMissing,
  issueListingCredentials,
  listListedBusinessIdsWithoutCredential,
} from './queries.server.ts'

/** Businesses that get theirs in one transaction. */
const batchSize = 250

/**
 * Issues credentials to listed businesses that have none: those listed before an upgrade, and whatever the triggers left out. One
 * that is interrupted goes on where it was.
 */
export async function issueMissingListingCredentials({ db }: Pick<Platform, 'db'>): Promise<void> {
  for (let after: string | null = null; ; ) {
    const ids: string[] = await listListedBusinessIdsWithoutCredential(db, { after, most: batchSize })
    after = ids.at(-1) ?? null
    if (after === null) return
    await issueListingCredentials(db, ids)
  }
}

/** Queues that after the upgrade that brought credentials. */
export async function queueIssueOfMissingListingCredentials({
  db,
  jobs,
}: Pick<Platform, 'db' | 'jobs'>): Promise<void> {
  if (!(await areAllListingCredentialsMissing(db))) return
  await db.transaction((transaction) => jobs.enqueue(transaction, issueMissingListingCredentialsJob, {}))
}
