import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sendWelcomeMail } from '#app/features/registration/mails.server.ts'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { expect, readLog, test } from '../e2e/support/http-test.ts'
import { queueWelcome } from '../e2e/support/mail.ts'
import { withMaintenance } from '../postgres.ts'
import { startMailServer } from '../vendors/mail-server.ts'

const worker = [process.execPath, 'scripts/worker.mjs']

/** What production demands beside what the servers of the tests have. */
const demanded = { PRODUCTION: 'true', EVIDENCE_KEYS: `2026=${'A'.repeat(43)}`, MAIL: 'hold' }

test.slow()
// A server and a worker make all of it themselves.
test.use({ isDatabaseEmpty: true })

test('a worker apart sends what the server queued, and finishes what another was killed in', async ({
  request,
  servers,
  databaseUrl,
}) => {
  const silent = await startMailServer()
  const polite = await startMailServer()
  try {
    silent.fallSilent()
    const settings = (smtpUrl: string) => ({ databaseUrl, environment: { SMTP_URL: smtpUrl, WORKER: 'apart' } })
    const site = await servers.start(settings(polite.url))
    for (const path of ['/dev/mail', '/dev/mail/1', '/dev/mail/1/html']) {
      expect((await request.get(site.url + path)).status(), path).toBe(404)
    }

    const { dataDir } = site
    const first = await servers.spawn({ ...settings(silent.url), dataDir, command: worker })
    await queueWelcome(databaseUrl, 'Pat Sample')
    await expect.poll(() => silent.received.length, { timeout: 60_000 }).toBe(1)
    expect(await first.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await withMaintenance(databaseUrl, (client) =>
      client.query(`UPDATE pgboss.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'`),
    )

    const handle = await openMigratedPostgres(databaseUrl)
    // A worker looks for such jobs each minute; the test does it more often.
    const jobs = await openJobQueue(handle, createLog('silent'), { lookSeconds: 1 })
    try {
      // The next try is due later, and a worker that has nothing to do looks for it every half a minute: it begins with it.
      await expect
        .poll(
          () =>
            withMaintenance(databaseUrl, async (client) => {
              const due = `UPDATE pgboss.job SET start_after = now() WHERE state = 'retry' AND data->>'name' = $1`
              return (await client.query(due, [sendWelcomeMail.name])).rowCount
            }),
          { timeout: 30_000 },
        )
        .toBe(1)
    } finally {
      await jobs.close()
      await handle.close()
    }
    const second = await servers.spawn({ ...settings(polite.url), dataDir, command: worker })
    await expect
      .poll(() => polite.received.map(({ subject }) => subject), { timeout: 60_000 })
      .toEqual(['Welcome to Muster'])
    expect(polite.received[0]?.messageId).toBe(silent.received[0]?.messageId)
    expect(await second.stop()).toEqual({ code: 0, signal: null })
    expect(await site.stop()).toEqual({ code: 0, signal: null })
    const { text } = await readLog(second)
    expect(text).toContain('Muster carries out its jobs here')
    expect(text).toContain('stopped')
  } finally {
    await silent.stop()
    await polite.stop()
  }
})

// spec: growth.18
test('a server and a worker whose mail server has stopped answering end all the same, and say what kept them', async ({
  servers,
  databaseUrl,
}) => {
  const silent = await startMailServer()
  try {
    silent.fallSilent()
    const environment = { SMTP_URL: silent.url }
    const site = await servers.start({ databaseUrl, environment })
    await queueWelcome(databaseUrl, 'Pat Sample')
    await expect.poll(() => silent.received.length, { timeout: 60_000 }).toBe(1)
    const siteEnds = site.stop()
    // The server takes no more jobs: the worker has the next one.
    await expect.poll(async () => (await readLog(site)).text).toContain('stopping: finishing what is in flight')
    const apart = { ...environment, WORKER: 'apart' }
    const other = await servers.spawn({ databaseUrl, dataDir: site.dataDir, environment: apart, command: worker })
    await queueWelcome(databaseUrl, 'Chris Sample')
    await expect.poll(() => silent.received.length, { timeout: 60_000 }).toBe(2)
    expect(await Promise.all([siteEnds, other.stop()])).toEqual([
      { code: 1, signal: null },
      { code: 1, signal: null },
    ])
    for (const process of [site, other]) {
      expect((await readLog(process)).entries.at(-1)).toMatchObject({
        level: 'fatal',
        msg: 'this process did not end in time, and is ended',
        resources: expect.arrayContaining(['TCPSocketWrap']),
      })
    }
  } finally {
    await silent.stop()
  }
})

test('a worker that has other settings than the server says so in one line, and ends with 1', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl, environment: { ...demanded, WORKER: 'apart' } })
  const refused = await servers.spawn({ command: worker, databaseUrl })
  expect(await refused.exited).toEqual({ code: 1, signal: null })
  const messages = (await readLog(refused)).text
    .split('\n')
    .filter((line) => line.includes('The server of this database'))
  expect(messages).toEqual([
    expect.stringMatching(
      /decided that it is in production, and by its settings this process is on this machine alone: /,
    ),
  ])
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('a worker says why it cannot start, and ends with 1', async ({ servers }) => {
  const refused = await servers.spawn({ command: worker, environment: { WORKER: 'sometimes' } })
  expect(await refused.exited).toEqual({ code: 1, signal: null })
  expect((await readLog(refused)).text).toContain('WORKER must be inside or apart')
})

test('several workers share the embedded database, and the last to end ends it', async ({ servers }) => {
  const dataDir = await servers.folder()
  const workers = [await servers.spawn({ command: worker, dataDir }), await servers.spawn({ command: worker, dataDir })]
  for (const each of workers) {
    await expect.poll(async () => (await readLog(each)).text, { timeout: 60_000 }).toContain('carries out its jobs')
  }
  for (const each of workers) expect(await each.stop()).toEqual({ code: 0, signal: null })
  expect(existsSync(join(dataDir, 'postgresql', 'postmaster.pid'))).toBe(false)
})
