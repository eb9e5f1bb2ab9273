import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { sendWelcome } from '#app/features/account/job-kinds.ts'
import { users } from '#app/features/account/tables.server.ts'
import { openPostgres } from '#app/platform/.server/database.ts'
import { openJobs } from '#app/platform/.server/jobs.ts'
import { createLog } from '#app/platform/.server/log.ts'
import { withMaintenance } from '../postgres.ts'
import { startMailServer } from '../vendors/mail-server.ts'
import { createDatabase } from './support/databases.ts'
import { test as base, expect, readLog } from './support/test.ts'

const worker = [process.execPath, 'scripts/worker.mjs']

const test = base.extend<{ databaseUrl: string }>({
  /** A PostgreSQL database of the test's own. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  databaseUrl: async ({}, use) => {
    const database = await createDatabase()
    try {
      await use(database.url)
    } finally {
      await database.drop()
    }
  },
})

test.slow()

/** Queues the welcome of a new member, as confirming an address does. */
async function queueWelcome(databaseUrl: string, name: string): Promise<void> {
  const handle = await openPostgres(databaseUrl)
  const jobs = await openJobs(handle.jobsConnection, handle.db, createLog('silent'))
  try {
    await handle.db.transaction(async (transaction) => {
      const id = randomUUID()
      await transaction.insert(users).values({ id, name, email: `${id}@sample.example` })
      await jobs.enqueue(transaction, sendWelcome, { userId: id }, { event: id })
    })
  } finally {
    await jobs.close()
    await handle.close()
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('mail that is kept instead of being sent can be read, and its links followed', async ({
      page,
      context,
      request,
      servers,
      databaseUrl,
    }) => {
      const site = await servers.start({ databaseUrl, environment: { PRODUCTION: 'false' } })
      await page.goto(`${site.url}/dev/mail`)
      await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible()
      await expect(page.getByText('No mail yet')).toBeVisible()
      await queueWelcome(databaseUrl, 'Pat <b>Sample</b>')
      await expect(async () => {
        await page.reload()
        await page.getByRole('link', { name: 'Welcome to Muster' }).click({ timeout: 1_000 })
      }).toPass()
      await expect(page).toHaveURL(/\/dev\/mail\/1$/)
      const frame = page.frameLocator('iframe')
      await expect(frame.getByText('Hello Pat <b>Sample</b>')).toBeVisible()
      const link = page.getByRole('link', { name: `${site.url}/onboarding`, exact: true })
      await expect(link).toHaveAttribute('href', `${site.url}/onboarding`)
      if (javaScriptEnabled) {
        // The frame lets no script in, a checker's neither: the mail is looked at by itself.
        const around = new AxeBuilder({ page }).options({ iframes: false }).setLegacyMode(true)
        expect((await around.analyze()).violations).toEqual([])
        const alone = await context.newPage()
        await alone.setContent(await (await request.get(`${page.url()}/html`)).text())
        // Landmarks are a web page's; the rest holds for a mail too.
        const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
        expect((await new AxeBuilder({ page: alone }).withTags(rules).analyze()).violations).toEqual([])
        await alone.close()
      }
      await page.setViewportSize({ width: 320, height: 700 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      // The button in the mail leads the whole page on, not the frame alone.
      const left = page.waitForRequest(`${site.url}/onboarding`)
      await page.route('**/onboarding', (route) => route.fulfill({ contentType: 'text/html', body: 'Welcomed' }))
      await frame.getByRole('link', { name: 'See what comes next' }).click()
      await left
      await expect(page.getByText('Welcomed')).toBeVisible()
    })
  })
}

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

    const first = await servers.spawn({ ...settings(silent.url), command: worker })
    await queueWelcome(databaseUrl, 'Pat Sample')
    await expect.poll(() => silent.received.length, { timeout: 60_000 }).toBe(1)
    expect(await first.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await withMaintenance(databaseUrl, (client) =>
      client.query(`UPDATE pgboss.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'`),
    )

    const second = await servers.spawn({ ...settings(polite.url), command: worker })
    const handle = await openPostgres(databaseUrl)
    // The worker looks for such jobs each minute; the test does it more often.
    const jobs = await openJobs(handle.jobsConnection, handle.db, createLog('silent'), { lookSeconds: 1 })
    try {
      await expect
        .poll(
          async () => {
            await withMaintenance(databaseUrl, (client) =>
              client.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`),
            )
            return polite.received.map(({ subject }) => subject)
          },
          { timeout: 90_000 },
        )
        .toEqual(['Welcome to Muster'])
    } finally {
      await jobs.close()
      await handle.close()
    }
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

test('a worker says why it cannot start, and ends with 1', async ({ servers }) => {
  const refused = await servers.spawn({ command: worker, environment: { WORKER: 'sometimes' } })
  expect(await refused.exited).toEqual({ code: 1, signal: null })
  expect((await readLog(refused)).text).toContain('WORKER must be inside or apart')

  const dataDir = await servers.folder()
  const first = await servers.spawn({ command: worker, dataDir })
  await expect.poll(async () => (await readLog(first)).text, { timeout: 60_000 }).toContain('carries out its jobs')
  const second = await servers.spawn({ command: worker, dataDir })
  expect(await second.exited).toEqual({ code: 1, signal: null })
  expect((await readLog(second)).text).toContain('Another Muster process is using')
  expect(await first.stop()).toEqual({ code: 0, signal: null })
})
