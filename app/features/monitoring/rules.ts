import type { QueueName } from '#app/platform/.server/jobs.ts'

/** What can go wrong for so long that somebody must be told. */
export const causes = ['mail', 'feeds', 'prints', 'jobs', 'worker'] as const
export type Cause = (typeof causes)[number]

/** What the failing jobs of a queue mean. */
export const causeOfQueue: Record<QueueName, Cause> = { mail: 'mail', feeds: 'feeds', orders: 'prints', work: 'jobs' }

/** What those who are told read. */
export const causeMessages: Record<Cause, { title: string; text: string }> = {
  mail: { title: 'Emails are not sent', text: 'The mail server has taken no email for an hour. All of them wait.' },
  feeds: {
    title: 'Feeds cannot be read',
    text: 'Podcast feeds, or the products of the shop, have failed for an hour. The site shows what it read before.',
  },
  prints: {
    title: 'Orders are held up',
    text: 'Jobs of orders have failed for an hour: taking payments, printing or paying back. They go on by themselves when they can.',
  },
  jobs: { title: 'Jobs fail', text: 'A kind of job has failed for an hour and not worked since.' },
  worker: {
    title: 'No worker runs',
    text: 'No worker has been heard for ten minutes. Emails and all other jobs wait.',
  },
}

/** How often a worker says that it is there, in milliseconds. */
export const beatMs = 30_000
/** After this long without a sign, it is not there any more, in seconds. */
export const silentSeconds = 90
/** After this long somebody is told, in seconds. */
export const missingSeconds = 600
