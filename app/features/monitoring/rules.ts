import type { JobQueueName } from '#app/platform/.server/jobs/jobs.ts'

/** What can go wrong for so long that somebody must be told. */
export const alertCauses = ['mail', 'feeds', 'prints', 'backups', 'jobs', 'worker', 'codes'] as const
export type AlertCause = (typeof alertCauses)[number]

const causeOfQueue: Record<JobQueueName, AlertCause> = { mail: 'mail', feeds: 'feeds', orders: 'prints', work: 'jobs' }

/** What it means that a kind of job fails. */
export function alertCauseOfJob(queue: JobQueueName, name: string): AlertCause {
  if (name.startsWith('backups.')) return 'backups'
  return causeOfQueue[queue]
}

/** What those who are told read. */
export const alertCauseMessages: Record<AlertCause, { title: string; text: string }> = {
  mail: { title: 'Emails are not sent', text: 'The mail server has taken no email for an hour. All of them wait.' },
  feeds: {
    title: 'Feeds cannot be read',
    text: 'Podcast feeds, or the products of the shop, have failed for an hour. The site shows what it read before.',
  },
  prints: {
    title: 'Orders are held up',
    text: 'Jobs of orders have failed for an hour: taking payments, printing or paying back. They continue by themselves when they can.',
  },
  backups: {
    title: 'No backups are made',
    text: 'The last backup is more than a day old, or backups have failed for an hour. The log says why.',
  },
  jobs: { title: 'Jobs fail', text: 'A kind of job has failed for an hour and not worked since.' },
  worker: {
    title: 'No worker runs',
    text: 'No worker has been heard for ten minutes. Emails and all other jobs wait.',
  },
  codes: {
    title: 'A partner has no codes left',
    text: "Members wait for the code that a partner's page promises them. Add codes, and they get them by themselves.",
  },
}

/** How often a worker says that it is there, in milliseconds. */
export const workerHeartbeatIntervalMs = 30_000
/** After this long without a sign, it is not there any more, in seconds. */
export const workerGoneAfterSeconds = 90
/** After this long somebody is told, in seconds. */
export const alertWorkerMissingAfterSeconds = 600
/** A backup is made every day; one that is older than this has no successor, in milliseconds. */
export const backupOverdueMs = 26 * 3_600_000
