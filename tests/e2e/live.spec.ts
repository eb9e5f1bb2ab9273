import { randomUUID } from 'node:crypto'
import { transitionVerificationStatus } from '#app/features/profile/service.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { announceLiveEvent } from '#app/platform/.server/http/live.ts'
import { createMember } from '../factories/members.ts'
import { createDatabase } from './support/databases.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { freePort, type Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

/** Moves a verification as the process of a reviewer does: this one, not the one that serves the page. */
const move = (site: Site, userId: string, status: VerificationStatus) =>
  withDatabaseOf(site, (db) =>
    db.transaction((transaction) => transitionVerificationStatus(transaction, userId, () => status)),
  )

/** Somebody new in the queue. */
async function submit(db: Database, firstName: string): Promise<void> {
  const { userId } = await createMember(db, { firstName, status: 'In Review' })
  await db.transaction(async (transaction) => {
    await transaction.insert(verifications).values({ profileId: userId, queuedAt: new Date() })
    await announceLiveEvent(transaction, 'queue')
  })
}

// spec: 152.2
test('the dashboard shows a new status without being loaded again, and says so', async ({ page, context, site }) => {
  const { userId } = await withDatabaseOf(site, (db) => createMember(db, { status: 'In Review' }))
  await signInTo(context, site, userId)
  const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await open(page, '/dashboard')
  await listening
  await page.evaluate(() => document.body.setAttribute('data-first', 'yes'))
  const card = page.getByRole('region', { name: 'Verification status', exact: true })
  await expect(card).toContainText('Under Review')
  await move(site, userId, 'Verified')
  await expect(card).toContainText('100% complete')
  await expect(page.getByRole('status').filter({ hasText: 'Verification: Verified' })).toHaveCount(1)
  await expect(page.locator('body[data-first]')).toHaveCount(1)
})

test('what happens between page and connection is caught up with', async ({ page, context, site }) => {
  const { userId } = await withDatabaseOf(site, (db) => createMember(db, { status: 'In Review' }))
  await signInTo(context, site, userId)
  await page.route('**/live', async (route) => {
    await move(site, userId, 'Verified')
    await route.continue()
  })
  await open(page, '/dashboard')
  await expect(page.getByRole('region', { name: 'Verification status', exact: true })).toContainText('100% complete')
})

test('so it is in the queue', async ({ page, context, site }) => {
  const name = `Queue${randomUUID().slice(0, 8)}`
  const { userId } = await withDatabaseOf(site, (db) => createMember(db, { role: 'Reviewer' }))
  await signInTo(context, site, userId)
  await page.route('**/live', async (route) => {
    await withDatabaseOf(site, (db) => submit(db, name))
    await route.continue()
  })
  await open(page, '/admin')
  await expect(page.getByRole('main')).toContainText(name)
})

test('the verification tab of the profile shows it as well', async ({ page, context, site }) => {
  const { userId } = await withDatabaseOf(site, (db) => createMember(db, { status: 'In Review' }))
  await signInTo(context, site, userId)
  const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await open(page, '/profile?tab=verification')
  await listening
  await move(site, userId, 'Rejected')
  await expect(page.getByRole('region', { name: 'Verification status', exact: true })).toContainText('Needs Attention')
})

test('the queue shows what has just been submitted to every reviewer who looks at it', async ({ browser, site }) => {
  const name = `Queue${randomUUID().slice(0, 8)}`
  const looking = await Promise.all(
    (['Reviewer', 'Admin'] as const).map(async (role) => {
      const context = await browser.newContext({ baseURL: site.url })
      const { userId } = await withDatabaseOf(site, (db) => createMember(db, { role }))
      await signInTo(context, site, userId)
      const page = await context.newPage()
      const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
      await open(page, '/admin')
      await listening
      return page
    }),
  )
  await withDatabaseOf(site, (db) => submit(db, name))
  for (const page of looking) {
    await expect(page.getByRole('main')).toContainText(name)
    await page.context().close()
  }
})

test('a server with somebody listening stops at once, and the page finds the one that comes after it', async ({
  page,
  context,
  servers,
  guard,
}) => {
  guard.expectComplaint(/\/live/)
  guard.expectComplaint(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|Failed to load resource/)
  const database = await createDatabase()
  // In one folder: its key opens what the database keeps sealed.
  const settings = { databaseUrl: database.url, port: await freePort(), dataDir: await servers.folder() }
  const first = await servers.start(settings)
  const { userId } = await withDatabaseOf(first, (db) => createMember(db, { status: 'In Review' }))
  await signInTo(context, first, userId)
  const listening = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live')
  await open(page, `${first.url}/dashboard`)
  await listening
  await expect(page.getByRole('region', { name: 'Verification status', exact: true })).toContainText('Under Review')

  const asked = Date.now()
  expect(await first.stop()).toEqual({ code: 0, signal: null })
  expect(Date.now() - asked).toBeLessThan(5_000)

  await move(first, userId, 'Verified')
  const second = await servers.start(settings)
  await expect(page.getByRole('region', { name: 'Verification status', exact: true })).toContainText('100% complete', {
    timeout: 30_000,
  })
  expect(await second.stop()).toEqual({ code: 0, signal: null })
  await database.drop()
})
