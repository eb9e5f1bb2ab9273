import type { FailedJob, QueueCount } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, requirePermission } from '#app/platform/.server/security/actor.ts'
import { recordAudit } from '#app/platform/.server/security/audit.ts'
import { canRetryJobs } from './policy.server.ts'

/** Failed jobs shown at a time. */
export const failedShown = 50

export interface JobsView {
  /** The most recent failures. */
  failed: FailedJob[]
  queues: QueueCount[]
}

/** Returns failed jobs, newest first, and the number of jobs in each queue. */
export async function getJobs(platform: Pick<Platform, 'jobs'>, actor: Actor | null): Promise<JobsView> {
  requirePermission(actor, canRetryJobs)
  return { failed: await platform.jobs.listFailed(failedShown), queues: await platform.jobs.count() }
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
    await recordAudit(transaction, { actor: { userId }, action: 'job.retried', subjectType: 'job', subjectId: id })
    return true
  })
}
