import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { nameBackup } from '#app/features/backups/rules.ts'
import { podcastFeeds, podcasts } from '#app/features/podcasts/tables.server.ts'
import { sentMails } from '#app/platform/.server/database/tables.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBackupTarget } from '#tests/factories/backup-target.ts'
import { createMember } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { emptyQueue } from '#tests/queue.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { sendFailureAlertMail } from './mails.server.ts'
import {
  alertIfWorkerMissing,
  getWorkerState,
  postAlertToWebhook,
  raiseFailureAlerts,
  recordJobOutcome,
  startWorkerHeartbeat,
} from './service.server.ts'

let open: PlatformHandle
let platform: Platform
let webhook: Server
let status = 200
const posted: Record<string, unknown>[] = []
const lines: string[] = []

beforeAll(async () => {
  webhook = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    posted.push(JSON.parse(Buffer.concat(parts).toString()))
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  open = await openTestPlatform({ log: createLog('info', { write: (line) => lines.push(line) }) })
  const alertWebhookUrl = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`
  platform = { ...open.platform, alertWebhookUrl }
})
afterAll(async () => {
  webhook.close()
  await open.close()
})
beforeEach(async () => {
  await emptyTables(
    platform.db,
    'users',
    'captured_mails',
    'sent_mails',
    'failing_jobs',
    'raised_alerts',
    'worker_heartbeat',
  )
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  posted.length = 0
  lines.length = 0
  status = 200
})

const error = new Error('no answer')
type Outcome = Parameters<typeof recordJobOutcome>[1]
const note = (outcome: Partial<Outcome>) =>
  recordJobOutcome(platform, { queue: 'work', name: 'test.job', error, ...outcome })
/** Lets so many minutes pass for what has failed. */
const pass = (minutes: number) =>
  platform.db.execute(sql`UPDATE failing_jobs SET since = since - make_interval(mins => ${minutes}::int),
    last_failed_at = last_failed_at - make_interval(mins => ${minutes}::int)`)
/** A job that fails now, and has done so for so many minutes. */
async function fail(minutes: number, outcome: Partial<Outcome> = {}) {
  await note(outcome)
  await pass(minutes)
  await note(outcome)
}
const deliver = () => emptyQueue(platform, [...jobHandlers, sendFailureAlertMail])
const mails = async () =>
  (await listCapturedMails(platform.db, 9)).map(({ recipient, subject }) => `${recipient}: ${subject}`).sort()

describe('what has failed for an hour', () => {
  // spec: watch.8
  test('is told to every admin once a day, and to nobody else', async () => {
    await createMember(platform.db, { role: 'Admin', email: 'a@sample.example' })
    await createMember(platform.db, { role: 'Admin', email: 'b@sample.example' })
    await createMember(platform.db, { role: 'Reviewer', email: 'r@sample.example' })
    const away = await createMember(platform.db, { role: 'Admin', email: 'c@sample.example' })
    await platform.db.execute(sql`UPDATE profiles SET suspended_at = now() WHERE id = ${away.userId}`)
    await fail(61)
    await raiseFailureAlerts(platform)
    await raiseFailureAlerts(platform)
    await deliver()
    expect(await mails()).toEqual(['a@sample.example: Muster: jobs fail', 'b@sample.example: Muster: jobs fail'])
    expect(lines.filter((line) => line.includes('failed for an hour'))).toHaveLength(1)
    await platform.db.execute(sql`UPDATE raised_alerts SET day = day - 1`)
    await raiseFailureAlerts(platform)
    await deliver()
    expect(await mails()).toHaveLength(4)
    expect(posted).toEqual([])
  })

  test.each([
    ['feeds', 'podcasts.refresh', 'Muster: feeds cannot be read'],
    ['orders', 'orders.print', 'Muster: orders are held up'],
    ['work', 'backups.make', 'Muster: no backups are made'],
  ] as const)('in the queue %s, the job %s, is told as such', async (queue, name, subject) => {
    await createMember(platform.db, { role: 'Admin', email: 'a@sample.example' })
    await fail(61, { queue, name })
    await raiseFailureAlerts(platform)
    await deliver()
    expect(await mails()).toEqual([`a@sample.example: ${subject}`])
  })

  test('is forgotten when the same kind of job works, and not for one of another kind', async () => {
    await createMember(platform.db, { role: 'Admin' })
    await fail(61)
    await note({ name: 'another.job', error: null })
    await note({ error: null })
    await note({})
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toEqual([])
    await pass(61)
    await note({ name: 'another.job', error: null })
    await note({})
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toHaveLength(1)
  })

  // spec: watch.8
  test('is backups where the newest is older than a day, and not where its place does not answer', async () => {
    await createMember(platform.db, { role: 'Admin', email: 'a@sample.example' })
    const backups = await createBackupTarget()
    const isNewestOf = async (hoursAgo: number) => {
      const name = nameBackup(new Date(Date.now() - hoursAgo * 3_600_000))
      await backups.target.store.write(`sets/${name}/manifest.json`, Readable.from([Buffer.from('{}')]))
      await raiseFailureAlerts({ ...platform, backup: backups.target })
      return (await listJobs(platform.db)).length
    }
    await rm(backups.folder, { recursive: true })
    await writeFile(backups.folder, 'in the way')
    await raiseFailureAlerts({ ...platform, backup: backups.target })
    expect(await listJobs(platform.db)).toEqual([])
    await rm(backups.folder)
    expect(await isNewestOf(27)).toBe(1)
    await platform.db.execute(sql`DELETE FROM raised_alerts`)
    expect(await isNewestOf(25)).toBe(1)
    await backups.remove()
  })

  test('is nothing that failed once, or less than an hour ago', async () => {
    await createMember(platform.db, { role: 'Admin' })
    await note({})
    await pass(200)
    await fail(59, { name: 'another.job' })
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toEqual([])
  })

  // spec: watch.9
  test('is posted to the webhook where it is mail, of whatever kind, and again until it is taken', async () => {
    await createMember(platform.db, { role: 'Admin' })
    await fail(61, { queue: 'mail', name: 'one' })
    await note({ queue: 'mail', name: 'two' })
    await raiseFailureAlerts(platform)
    expect((await listJobs(platform.db)).map(({ name }) => name)).toEqual(['monitoring.post-alert'])
    await deliver()
    expect(posted[0]).toMatchObject({
      site: 'http://muster.example',
      cause: 'mail',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      text: expect.stringContaining('Emails are not sent'),
    })
    status = 500
    await expect(postAlertToWebhook(platform, { cause: 'mail', since: new Date() })).rejects.toThrow('answered 500')
    await expect(
      postAlertToWebhook({ ...platform, alertWebhookUrl: 'http://127.0.0.1:1/' }, { cause: 'mail', since: new Date() }),
    ).rejects.toThrow('answered nothing')
  })

  test('is mail until some is handed over: one whose reason has gone says nothing', async () => {
    await fail(61, { queue: 'mail' })
    await note({ queue: 'mail', error: null })
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toHaveLength(1)
    await platform.db.insert(sentMails).values({ event: 'test' })
    await note({ queue: 'mail', error: null })
    await note({ queue: 'mail' })
    await platform.db.execute(sql`DELETE FROM raised_alerts`)
    await platform.db.execute(sql`DELETE FROM pgboss.job`)
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toEqual([])
  })

  test('is no mail that a server refuses for good, as it answers', async () => {
    await fail(61, { queue: 'mail' })
    await note({ queue: 'mail', error: new JobFailedError('no such mailbox', { forGood: true }) })
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toEqual([])
  })

  test('is feeds where none of three could be read, and not where one could', async () => {
    const admin = await createMember(platform.db, { role: 'Admin', email: 'a@sample.example' })
    const hosts = [admin, await createMember(platform.db), await createMember(platform.db)]
    for (const [index, { userId }] of hosts.entries()) {
      const [podcast] = await platform.db
        .insert(podcasts)
        .values({ slug: `p-${index}`, title: 'A podcast', hostProfileId: userId })
        .returning()
      await platform.db
        .insert(podcastFeeds)
        .values({ podcastId: podcast?.id ?? '', url: 'https://a.example', failures: 2, triedAt: sql`now()` })
    }
    await platform.db.execute(
      sql`UPDATE podcast_feeds SET fetched_at = now() WHERE podcast_id IN (SELECT id FROM podcasts WHERE slug = 'p-0')`,
    )
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toEqual([])
    await platform.db.execute(sql`UPDATE podcast_feeds SET fetched_at = now() - interval '2 hours'`)
    await raiseFailureAlerts(platform)
    await deliver()
    expect(await mails()).toEqual(['a@sample.example: Muster: feeds cannot be read'])
  })

  test('is queued with what says so, or neither is', async () => {
    await createMember(platform.db, { role: 'Admin' })
    await fail(61)
    const enqueue = vi.spyOn(platform.jobs, 'enqueue').mockRejectedValue(new Error('killed'))
    await expect(raiseFailureAlerts(platform)).rejects.toThrow('killed')
    enqueue.mockRestore()
    await raiseFailureAlerts(platform)
    expect(await listJobs(platform.db)).toHaveLength(1)
  })
})

describe('a worker', () => {
  const grow = (seconds: number) =>
    platform.db.execute(sql`UPDATE worker_heartbeat SET beat_at = beat_at - make_interval(secs => ${seconds}::int)`)

  // spec: watch.7
  test('is there while it is heard', async () => {
    expect(await getWorkerState(platform)).toEqual({ isThere: false, seconds: null })
    const stop = await startWorkerHeartbeat(platform)
    expect(await getWorkerState(platform)).toEqual({ isThere: true, seconds: 0 })
    stop()
    await grow(120)
    expect(await getWorkerState(platform)).toEqual({ isThere: false, seconds: 120 })
    const stopNext = await startWorkerHeartbeat(platform)
    expect((await getWorkerState(platform)).isThere).toBe(true)
    stopNext()
  })

  // spec: watch.9
  test('that is missed for ten minutes is told by the webhook, once it takes it', async () => {
    const stop = await startWorkerHeartbeat(platform)
    stop()
    await grow(500)
    await alertIfWorkerMissing(platform, 0)
    expect(posted).toEqual([])
    await grow(200)
    status = 500
    await expect(alertIfWorkerMissing(platform, 0)).rejects.toThrow('answered 500')
    status = 200
    await alertIfWorkerMissing(platform, 0)
    await alertIfWorkerMissing(platform, 0)
    expect(posted.map(({ cause }) => cause)).toEqual(['worker', 'worker'])
  })

  test('that was never heard is missed ten minutes after the server started', async () => {
    await alertIfWorkerMissing(platform, Date.now() - 590_000)
    expect(posted).toEqual([])
    await alertIfWorkerMissing(platform, Date.now() - 610_000)
    expect(posted).toHaveLength(1)
  })
})
