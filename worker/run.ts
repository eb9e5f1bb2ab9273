import { moveRestoreReplayLogContinuously } from '../app/features/backups/log-service.server.ts'
import { recordJobOutcome, startWorkerHeartbeat } from '../app/features/monitoring/service.server.ts'
import { queuePrintWebhookRegistration } from '../app/features/shop/sync/webhook-service.server.ts'
import {
  JobFailedError,
  type JobQueueName,
  type QueuedJob,
  UnknownJobError,
} from '../app/platform/.server/jobs/jobs.ts'
import { MailRecipientUnknownError } from '../app/platform/.server/mail/mail.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { jobHandlersByName } from './handlers.ts'
import { jobSchedules, retiredJobs } from './schedules.ts'

/**
 * Begins to carry out what is queued, and what is due this day and this hour; ends with the platform, which waits for what is under way.
 * Returns the function that stops its sign of life, to be called before that.
 */
export async function startWorker(platform: Platform): Promise<() => void> {
  const { jobs, log, mailer } = platform
  const patient = { ...platform, db: platform.jobsDb }
  await queuePrintWebhookRegistration(platform)
  if (platform.backup) await moveRestoreReplayLogContinuously(platform, platform.backup)
  await jobs.schedule(jobSchedules)
  await jobs.retire(retiredJobs)
  for (const queue of ['work', 'orders', 'feeds'] as const)
    await jobs.work(queue, (job) => carryOut(patient, queue, job))
  if (mailer.transport === 'none') {
    log.warn('mail waits in the queue until SMTP_URL is set, and MAIL=hold is not')
  } else await jobs.work('mail', (job) => carryOut(patient, 'mail', job))
  return startWorkerHeartbeat(platform)
}

/** @throws UnknownJobError; JobFailedError in words that may be kept: what people typed stays out of them. */
async function carryOut(platform: Platform, queue: JobQueueName, job: QueuedJob): Promise<void> {
  const { id, name, data, isLastTry } = job
  const handler = jobHandlersByName.get(name)
  if (!handler) {
    platform.log.warn({ job: name, jobId: id }, 'a job that this release does not know waits for a newer worker')
    throw new UnknownJobError()
  }
  try {
    await handler.handle(platform, data, id)
    platform.metrics.count('muster_job_runs_total', { job: name, outcome: 'done' })
    await recordJobOutcome(platform, { queue, name, error: null })
  } catch (error) {
    const isGivenUp = isLastTry || (error instanceof JobFailedError && error.forGood)
    platform.metrics.count('muster_job_runs_total', { job: name, outcome: isGivenUp ? 'given_up' : 'failed' })
    await recordJobOutcome(platform, { queue, name, error })
    platform.log.error({ job: name, jobId: id, error }, 'a job failed')
    // An address that does not exist is no mistake of ours; it is marked, see `markEmailUndeliverable`.
    if (isGivenUp && !(error instanceof MailRecipientUnknownError))
      platform.errors.report(error, { job: name, jobId: id })
    throw error instanceof JobFailedError ? error : new JobFailedError(describeError(error))
  }
}

/** Name and code of an error alone: its message may repeat what it stumbled over. */
function describeError(error: unknown): string {
  const { name = 'an error', code = '' } = error as { name?: string; code?: unknown }
  return `failed with ${[name, code].filter(Boolean).join(' ')}; the log says more`
}
