import { findNewestBackupTime } from '#app/features/backups/set-service.server.ts'
import { hasRunOutOfPartnerCodes } from '#app/features/offers/service.server.ts'
import { listActiveAdminIds } from '#app/features/profile/service.server.ts'
import { JobFailedError, type JobQueueName } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { postAlertToWebhookJob } from './jobs.server.ts'
import { sendFailureAlertMail } from './mails.server.ts'
import {
  deleteMailFailureIfMailWasSent,
  deleteMonitoredJobFailure,
  deleteOldFailuresAndAlerts,
  findSecondsSinceWorkerHeartbeat,
  insertRaisedAlert,
  listLastingFailures,
  upsertMonitoredJobFailure,
  writeWorkerHeartbeat,
} from './queries.server.ts'
import {
  type AlertCause,
  alertCauseMessages,
  alertCauseOfJob,
  alertWorkerMissingAfterSeconds,
  backupOverdueMs,
  workerGoneAfterSeconds,
  workerHeartbeatIntervalMs,
} from './rules.ts'

interface Trouble {
  cause: AlertCause
  since: Date
}

/** How long the webhook of the operator may take, in milliseconds. */
const webhookTimeoutMs = 10_000
/** How often a server without a worker looks for one elsewhere, in milliseconds. */
const lookMs = 60_000

/** Writes down that a worker is there, now and twice a minute, until the returned function is called. */
export async function startWorkerHeartbeat({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<() => void> {
  const beat = () => writeWorkerHeartbeat(db).catch((error) => log.warn({ error }, 'the heartbeat was not written'))
  await beat()
  const timer = setInterval(() => void beat(), workerHeartbeatIntervalMs).unref()
  return () => clearInterval(timer)
}

/** For how many seconds no worker has been heard, and whether one is there; `seconds` is null if none ever was. */
export async function getWorkerState({
  db,
}: Pick<Platform, 'db'>): Promise<{ isThere: boolean; seconds: number | null }> {
  const seconds = await findSecondsSinceWorkerHeartbeat(db)
  return { isThere: seconds !== null && seconds <= workerGoneAfterSeconds, seconds }
}

/**
 * Writes down how a job ended, so that what fails again and again is noticed. Mail counts as one: a mailbox that is full is no reason to
 * tell anybody while others get theirs, and a server that refuses one address for good works.
 */
export async function recordJobOutcome(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { queue, name, error }: { queue: JobQueueName; name: string; error: unknown },
): Promise<void> {
  const subject = queue === 'mail' ? 'mail' : name
  const isRefused = queue === 'mail' && error instanceof JobFailedError && error.forGood
  const write = async () => {
    if (error !== null && !isRefused) return upsertMonitoredJobFailure(db, subject, alertCauseOfJob(queue, name))
    return queue === 'mail' && !isRefused
      ? deleteMailFailureIfMailWasSent(db, subject)
      : deleteMonitoredJobFailure(db, subject)
  }
  await write().catch((reason) => log.warn({ error: reason }, 'how a job ended was not written down'))
}

/** Tells of each cause that has failed for an hour, and of codes that ran out, once a day. */
export async function raiseFailureAlerts(
  platform: Pick<Platform, 'alertWebhookUrl' | 'backup' | 'db' | 'jobs' | 'log'>,
): Promise<void> {
  await deleteOldFailuresAndAlerts(platform.db)
  for (const trouble of await listLastingFailures(platform.db)) await raise(platform, trouble)
  const oldBackup = await findOldBackup(platform)
  if (oldBackup) await raise(platform, { cause: 'backups', since: oldBackup })
  if (await hasRunOutOfPartnerCodes(platform)) await raise(platform, { cause: 'codes', since: new Date() })
}

/** When the newest backup was made, if another should have been made since. */
async function findOldBackup({ backup }: Pick<Platform, 'backup'>): Promise<Date | null> {
  if (!backup) return null
  // Where the place of the backups does not answer, the job fails that writes there every hour.
  const newest = await findNewestBackupTime(backup.store).catch(() => null)
  return newest && Date.now() - newest.getTime() > backupOverdueMs ? newest : null
}

/** Admins get an email; where that is what fails, the webhook is called. */
async function raise(
  { db, jobs, log, alertWebhookUrl }: Pick<Platform, 'db' | 'jobs' | 'log' | 'alertWebhookUrl'>,
  { cause, since }: Trouble,
): Promise<void> {
  const isNew = await db.transaction(async (transaction) => {
    if (!(await insertRaisedAlert(transaction, cause))) return false
    const data = { cause, since: since.toISOString() }
    if (cause !== 'mail') {
      for (const userId of await listActiveAdminIds(transaction))
        await jobs.enqueue(transaction, sendFailureAlertMail, { userId, ...data })
    } else if (alertWebhookUrl) await jobs.enqueue(transaction, postAlertToWebhookJob, data)
    return true
  })
  if (isNew) log.error({ cause, since }, 'something has failed for an hour')
}

/** @throws JobFailedError if the webhook does not take it */
export async function postAlertToWebhook(
  { alertWebhookUrl, publicUrl }: Pick<Platform, 'alertWebhookUrl' | 'publicUrl'>,
  { cause, since }: Trouble,
): Promise<void> {
  if (!alertWebhookUrl) return
  const { title, text } = alertCauseMessages[cause]
  const answer = await fetch(alertWebhookUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ site: publicUrl, cause, since, text: `${title} (${publicUrl}). ${text}` }),
    redirect: 'error',
    signal: AbortSignal.timeout(webhookTimeoutMs),
  }).catch(() => null)
  await answer?.body?.cancel()
  if (!answer?.ok) throw new JobFailedError(`the webhook for alerts answered ${answer?.status ?? 'nothing'}`)
}

/**
 * Looks whether a worker elsewhere is there, and tells of it by the webhook if none is: without a worker no email leaves. Looks until the
 * returned function is called.
 */
export function watchWorkerHeartbeat(
  platform: Pick<Platform, 'alertWebhookUrl' | 'db' | 'log' | 'publicUrl'>,
): () => void {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    alertIfWorkerMissing(platform, startedAt).catch((error) =>
      platform.log.warn({ error }, 'whether a worker runs could not be found out or told'),
    )
  }, lookMs).unref()
  return () => clearInterval(timer)
}

/** @param startedAt when this process began to look: before any worker was heard it counts from there */
export async function alertIfWorkerMissing(
  platform: Pick<Platform, 'alertWebhookUrl' | 'db' | 'log' | 'publicUrl'>,
  startedAt: number,
): Promise<void> {
  const { db, log } = platform
  const seconds = (await findSecondsSinceWorkerHeartbeat(db)) ?? (Date.now() - startedAt) / 1_000
  if (seconds < alertWorkerMissingAfterSeconds) return
  const since = new Date(Date.now() - seconds * 1_000)
  // No job, as nobody would carry it out. What the webhook did not take is not written down, and posted again.
  const isNew = await db.transaction(async (transaction) => {
    if (!(await insertRaisedAlert(transaction, 'worker'))) return false
    await postAlertToWebhook(platform, { cause: 'worker', since })
    return true
  })
  if (isNew) log.error({ cause: 'worker', since }, 'no worker has been heard for ten minutes')
}
