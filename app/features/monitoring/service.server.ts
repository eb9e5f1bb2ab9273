import { findNewestBackup } from '#app/features/backups/set-service.server.ts'
import { lacksCodes } from '#app/features/offers/service.server.ts'
import { listAdminIds } from '#app/features/profile/service.server.ts'
import { JobFailed, type QueueName } from '#app/platform/.server/jobs/jobs.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { postAlertJob } from './jobs.server.ts'
import { sendAlert } from './mails.server.ts'
import {
  deleteFailure,
  deleteMailFailure,
  deleteOldTroubles,
  findWorkerSilence,
  insertAlert,
  listTroubles,
  upsertFailure,
  writeHeartbeat,
} from './queries.server.ts'
import { beatMs, type Cause, causeMessages, causeOfJob, missingSeconds, oldBackupMs, silentSeconds } from './rules.ts'

interface Trouble {
  cause: Cause
  since: Date
}

/** How long the webhook of the operator may take, in milliseconds. */
const webhookTimeoutMs = 10_000
/** How often a server without a worker looks for one elsewhere, in milliseconds. */
const lookMs = 60_000

/** Writes down that a worker is there, now and twice a minute, until the returned function is called. */
export async function startHeartbeat({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<() => void> {
  const beat = () => writeHeartbeat(db).catch((error) => log.warn({ error }, 'the heartbeat was not written'))
  await beat()
  const timer = setInterval(() => void beat(), beatMs).unref()
  return () => clearInterval(timer)
}

/** For how many seconds no worker has been heard, and whether one is there; `seconds` is null if none ever was. */
export async function getWorkerState({
  db,
}: Pick<Platform, 'db'>): Promise<{ isThere: boolean; seconds: number | null }> {
  const seconds = await findWorkerSilence(db)
  return { isThere: seconds !== null && seconds <= silentSeconds, seconds }
}

/**
 * Writes down how a job ended, so that what fails again and again is noticed. Mail counts as one: a mailbox that is full is no reason to
 * tell anybody while others get theirs, and a server that refuses one address for good works.
 */
export async function noteOutcome(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  { queue, name, error }: { queue: QueueName; name: string; error: unknown },
): Promise<void> {
  const subject = queue === 'mail' ? 'mail' : name
  const isRefused = queue === 'mail' && error instanceof JobFailed && error.forGood
  const write = async () => {
    if (error !== null && !isRefused) return upsertFailure(db, subject, causeOfJob(queue, name))
    return queue === 'mail' && !isRefused ? deleteMailFailure(db, subject) : deleteFailure(db, subject)
  }
  await write().catch((reason) => log.warn({ error: reason }, 'how a job ended was not written down'))
}

/** Tells of each cause that has failed for an hour, and of codes that ran out, once a day. */
export async function raiseAlerts(
  platform: Pick<Platform, 'alertWebhookUrl' | 'backup' | 'db' | 'jobs' | 'log'>,
): Promise<void> {
  await deleteOldTroubles(platform.db)
  for (const trouble of await listTroubles(platform.db)) await raise(platform, trouble)
  const oldBackup = await findOldBackup(platform)
  if (oldBackup) await raise(platform, { cause: 'backups', since: oldBackup })
  if (await lacksCodes(platform)) await raise(platform, { cause: 'codes', since: new Date() })
}

/** When the newest backup was made, if another should have been made since. */
async function findOldBackup({ backup }: Pick<Platform, 'backup'>): Promise<Date | null> {
  if (!backup) return null
  // Where the place of the backups does not answer, the job fails that writes there every hour.
  const newest = await findNewestBackup(backup.store).catch(() => null)
  return newest && Date.now() - newest.getTime() > oldBackupMs ? newest : null
}

/** Admins get an email; where that is what fails, the webhook is called. */
async function raise(
  { db, jobs, log, alertWebhookUrl }: Pick<Platform, 'db' | 'jobs' | 'log' | 'alertWebhookUrl'>,
  { cause, since }: Trouble,
): Promise<void> {
  const isNew = await db.transaction(async (transaction) => {
    if (!(await insertAlert(transaction, cause))) return false
    const data = { cause, since: since.toISOString() }
    if (cause !== 'mail') {
      for (const userId of await listAdminIds(transaction))
        await jobs.enqueue(transaction, sendAlert, { userId, ...data })
    } else if (alertWebhookUrl) await jobs.enqueue(transaction, postAlertJob, data)
    return true
  })
  if (isNew) log.error({ cause, since }, 'something has failed for an hour')
}

/** @throws JobFailed if the webhook does not take it */
export async function postAlert(
  { alertWebhookUrl, publicUrl }: Pick<Platform, 'alertWebhookUrl' | 'publicUrl'>,
  { cause, since }: Trouble,
): Promise<void> {
  if (!alertWebhookUrl) return
  const { title, text } = causeMessages[cause]
  const answer = await fetch(alertWebhookUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ site: publicUrl, cause, since, text: `${title} (${publicUrl}). ${text}` }),
    redirect: 'error',
    signal: AbortSignal.timeout(webhookTimeoutMs),
  }).catch(() => null)
  await answer?.body?.cancel()
  if (!answer?.ok) throw new JobFailed(`the webhook for alerts answered ${answer?.status ?? 'nothing'}`)
}

/**
 * Looks whether a worker elsewhere is there, and tells of it by the webhook if none is: without a worker no email leaves. Looks until the
 * returned function is called.
 */
export function watchWorkers(platform: Pick<Platform, 'alertWebhookUrl' | 'db' | 'log' | 'publicUrl'>): () => void {
  const startedAt = Date.now()
  const timer = setInterval(() => {
    alertWithoutWorker(platform, startedAt).catch((error) =>
      platform.log.warn({ error }, 'whether a worker runs could not be found out or told'),
    )
  }, lookMs).unref()
  return () => clearInterval(timer)
}

/** @param startedAt when this process began to look: before any worker was heard it counts from there */
export async function alertWithoutWorker(
  platform: Pick<Platform, 'alertWebhookUrl' | 'db' | 'log' | 'publicUrl'>,
  startedAt: number,
): Promise<void> {
  const { db, log } = platform
  const seconds = (await findWorkerSilence(db)) ?? (Date.now() - startedAt) / 1_000
  if (seconds < missingSeconds) return
  const since = new Date(Date.now() - seconds * 1_000)
  // No job, as nobody would carry it out. What the webhook did not take is not written down, and posted again.
  const isNew = await db.transaction(async (transaction) => {
    if (!(await insertAlert(transaction, 'worker'))) return false
    await postAlert(platform, { cause: 'worker', since })
    return true
  })
  if (isNew) log.error({ cause: 'worker', since }, 'no worker has been heard for ten minutes')
}
