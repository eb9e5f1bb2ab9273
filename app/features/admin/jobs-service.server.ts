import type { FailedJob, JobCountsOfQueue } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { canRetryJobs } from './policy.server.ts'

/** Failed jobs shown at a time. */
export const maxFailedJobsShown = 50

export interface FailedJobsAndQueueCounts {
  /** The most recent failures. */
  failed: FailedJob[]
  queues: JobCountsOfQueue[]
}

/** Returns failed jobs, newest first, and the number of jobs in each queue. */
export async function getFailedJobsAndQueueCounts(
  platform: Pick<Platform, 'jobs'>,
  actor: Actor | null,
): Promise<FailedJobsAndQueueCounts> {
  requirePermission(actor, canRetryJobs)
  return { failed: await platform.jobs.listFailed(maxFailedJobsShown), queues: await platform.jobs.count() }
}

/** Puts a failed job back into its queue; false if it is no longer there. */
export async function retryJob(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  actor: Actor | null,
  id: string,
): Promise<boolean> {
  const { userId } = requirePermission(actor, canRetryJobs)
  return db.transaction(async (transaction) => {
    if (!(await jobs.retry(id, transaction))) return false
    await recordAuditEvent(transaction, { actor: { userId }, action: 'job.retried', subjectType: 'job', subjectId: id })
    return true
  })
}
