import { watchLog } from '../app/features/backups/log-service.server.ts'
import { queueWebhookRegistration } from '../app/features/shop/sync/service.server.ts'
import { JobFailed, type QueuedJob, UnknownJobError } from '../app/platform/.server/jobs.ts'
import type { Platform } from '../app/platform/.server/platform.ts'
import { handlers } from './handlers.ts'
import { schedules } from './schedules.ts'

/** Begins to carry out what is queued, and what is due this day and this hour; ends with the platform, which waits for what is under way. */
export async function startWorker(platform: Platform): Promise<void> {
  const { jobs, log, mailer } = platform
  const patient = { ...platform, db: platform.jobsDb }
  await queueWebhookRegistration(platform)
  if (platform.backup) watchLog(platform, platform.backup)
  await jobs.schedule(schedules)
  await jobs.work('work', (job) => carryOut(patient, job))
  await jobs.work('orders', (job) => carryOut(patient, job))
  await jobs.work('feeds', (job) => carryOut(patient, job))
  if (mailer.transport === 'none') {
    log.warn('mail waits in the queue until SMTP_URL is set, and MAIL=hold is not')
    return
  }
  await jobs.work('mail', (job) => carryOut(patient, job))
}

/** @throws UnknownJobError; JobFailed in words that may be kept: what people typed stays out of them. */
async function carryOut(platform: Platform, { id, name, data }: QueuedJob): Promise<void> {
  const handler = handlers.get(name)
  if (!handler) {
    platform.log.warn({ job: name, jobId: id }, 'a job that this release does not know waits for a newer worker')
    throw new UnknownJobError()
  }
  try {
    await handler.handle(platform, data, id)
    platform.metrics.count('muster_job_runs_total', { job: name, outcome: 'done' })
  } catch (error) {
    const outcome = error instanceof JobFailed && error.forGood ? 'given_up' : 'failed'
    platform.metrics.count('muster_job_runs_total', { job: name, outcome })
    platform.log.error({ job: name, jobId: id, error }, 'a job failed')
    throw error instanceof JobFailed ? error : new JobFailed(describeError(error))
  }
}

/** Name and code of an error alone: its message may repeat what it stumbled over. */
function describeError(error: unknown): string {
  const { name = 'an error', code = '' } = error as { name?: string; code?: unknown }
  return `failed with ${[name, code].filter(Boolean).join(' ')}; the log says more`
}
