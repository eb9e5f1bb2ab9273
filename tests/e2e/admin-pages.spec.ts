import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { inFullRunOnly, inFullRunOnlyWhen } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { PlainPage } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const pages = ['/admin/audit', '/admin/jobs', '/admin/statistics', '/admin/offers'] as const

const joinStaff = (context: BrowserContext, site: Site, role: Role) =>
  join(context, site, { role, firstName: 'Ann', lastName: 'Admin' })

/** Events of an action of their own, a minute after each other, the last the newest. */
async function writeEvents(db: Database, action: string, count: number, event: { actorId: string; subjectId: string }) {
  await db.insert(auditEvents).values(
    Array.from({ length: count }, (_, index) => ({
      ...event,
      action,
      subjectType: 'profile',
      happenedAt: new Date(Date.UTC(2026, 0, 1, 12, index)),
      detail: { number: index + 1 },
    })),
  )
}

/** A job that nothing will try again by itself. */
async function writeFailedJob(db: Database, name: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO pgboss.job (name, data, state, retry_count, completed_on, output)
    VALUES ('work', ${JSON.stringify({ name, data: {} })}::jsonb, 'failed', 25, now(), '{"message": "the store does not answer"}')`)
}

async function writeDecisions(db: Database): Promise<void> {
  await db.insert(verificationDecisions).values(
    Array.from({ length: 40 }, (_, index) => ({
      decision: (['approved', 'approved', 'rejected', 'more-needed'] as const)[index % 4] ?? 'approved',
      decidedAt: new Date(Date.now() - index * 4 * 86_400_000),
      submittedAt: new Date(Date.now() - index * 4 * 86_400_000 - (index % 7) * 13 * 3_600_000),
    })),
  )
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const visit = (page: Page, address: string) => (javaScriptEnabled ? open(page, address) : page.goto(address))

    test(
      'an admin goes through the audit by pages, narrows it down, and takes it along',
      inFullRunOnly,
      async ({ context, page, site }) => {
        const admin = await joinStaff(context, site, 'Admin')
        const action = `test.${randomUUID().slice(0, 8)}`
        const subjectId = randomUUID()
        await withDatabaseOf(site, async (db) => {
          await writeEvents(db, action, 120, { actorId: admin.userId, subjectId })
        })
        await visit(page, '/admin/audit')
        await expect(page).toHaveTitle('Audit – Admin – Muster')
        await page.getByLabel('Action').selectOption(action)
        await page.getByRole('button', { name: 'Show' }).click()
        const rows = page.getByRole('region', { name: 'Entries of the audit' }).locator('tbody tr')
        await expect(rows).toHaveCount(50)
        await expect(rows.first()).toContainText('number: 120')
        await expect(rows.first()).toContainText('Jan 01, 2026 at 13:59')
        await expect(rows.first()).toContainText('Ann Admin')
        await page.getByRole('link', { name: 'Older' }).click()
        await expect(rows.first()).toContainText('number: 70')
        await page.getByRole('link', { name: 'Older' }).click()
        await expect(rows).toHaveCount(20)
        await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
        await page.getByRole('link', { name: 'Newer' }).click()
        await expect(rows.first()).toContainText('number: 70')

        await visit(page, `/admin/audit?subject=${subjectId}&actor=${admin.email}&from=2026-01-01&to=2026-01-01`)
        await expect(rows).toHaveCount(50)
        await expect(page.getByLabel('Email of who did it')).toHaveValue(admin.email)
        const download = page.waitForEvent('download')
        await page.getByRole('link', { name: 'Download all of these as CSV' }).click()
        const file = await download
        expect(file.suggestedFilename()).toBe('muster-audit.csv')
        const answer = await page.request.get(file.url())
        expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(121)
        await visit(page, '/admin/audit?action=audit.exported')
        await expect(rows.first()).toContainText('Ann Admin')

        await visit(page, `/admin/audit?action=${action}&to=2020-01-01`)
        await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible()
      },
    )

    test('what cannot be looked for is said, and kept', inFullRunOnly, async ({ context, guard, page, site }) => {
      guard.expectComplaint(/400/)
      await joinStaff(context, site, 'Admin')
      await visit(page, '/admin/audit?actor=nobody&subject=1')
      const summary = page.getByRole('alert')
      await expect(summary.getByRole('link')).toHaveText([
        'Enter an email address such as name@example.org',
        'Enter an id as the list shows it',
      ])
      if (javaScriptEnabled) await expect(summary).toBeFocused()
      await expect(page.getByLabel('Email of who did it')).toHaveValue('nobody')
    })

    test(
      'an admin has a failed job tried again',
      inFullRunOnlyWhen(javaScriptEnabled),
      async ({ context, page, site }) => {
        const admin = await joinStaff(context, site, 'Admin')
        const name = `test.${randomUUID().slice(0, 8)}`
        await withDatabaseOf(site, (db) => writeFailedJob(db, name))
        await visit(page, '/admin/jobs')
        const row = page.getByRole('row').filter({ hasText: name })
        await expect(row).toContainText('the store does not answer')
        await expect(row).toContainText('26')
        await row.getByRole('button', { name: `Retry ${name}` }).click()
        await expect(page.locator(javaScriptEnabled ? '.toast' : '.flash')).toContainText(
          'The job is back in its queue',
        )
        await expect(row).toHaveCount(0)
        await visit(page, `/admin/audit?action=job.retried&actor=${admin.email}`)
        await expect(page.getByRole('region', { name: 'Entries of the audit' }).locator('tbody tr')).toHaveCount(1)
      },
    )

    test(
      'the statistics are shown in charts and in tables',
      inFullRunOnlyWhen(javaScriptEnabled),
      async ({ context, count, page, site }) => {
        await joinStaff(context, site, 'Admin')
        await withDatabaseOf(site, writeDecisions)
        await visit(page, '/admin/statistics')
        await expect(page.getByRole('img', { name: /^Verifications a week In 26 weeks\. Approved: \d+/ })).toBeVisible()
        await expect(page.getByRole('img', { name: /^Time to decision In the week from/ })).toBeVisible()
        await page.getByText('Show as a table').first().click()
        await expect(
          page.getByRole('region', { name: 'Verifications a week, as a table' }).locator('tbody tr'),
        ).toHaveCount(26)
        const regions = page.getByRole('table', { name: 'Listings by region' })
        const wales = await count("upper(postcode) ~ '^(CF|LD|LL|NP|SA)[0-9]'")
        await expect(regions.getByRole('row', { name: /^Wales/ })).toContainText(wales.toLocaleString('en-GB'))
      },
    )
  })
}

test.describe('as a browser without scripts sends it', () => {
  const rows = (page: PlainPage) => page.texts('tbody tr', page.region('Entries of the audit'))

  test('these pages lead visitors to sign in and back, members to their dashboard, and reviewers to the queue', async ({
    context,
    site,
  }) => {
    const page = new PlainPage(context.request)
    for (const address of [...pages, '/admin/audit.csv']) {
      await page.goto(address)
      expect(page.path).toBe(`/auth?returnTo=${encodeURIComponent(address)}`)
    }
    for (const role of ['Member', 'Reviewer'] as const) {
      await joinStaff(context, site, role)
      for (const address of [...pages, '/admin/audit.csv']) {
        await page.goto(address)
        // Reviewers see how many codes are left.
        const led = role === 'Member' ? '/dashboard' : address === '/admin/offers' ? address : '/admin'
        expect(page.path, address).toBe(led)
      }
    }
  })

  test('an admin goes through the audit by pages, narrows it down, and takes it along', async ({ context, site }) => {
    const admin = await joinStaff(context, site, 'Admin')
    const action = `test.${randomUUID().slice(0, 8)}`
    const subjectId = randomUUID()
    await withDatabaseOf(site, async (db) => {
      await writeEvents(db, action, 120, { actorId: admin.userId, subjectId })
    })
    const page = new PlainPage(context.request)
    await page.goto('/admin/audit')
    expect(page.text('head > title')).toBe('Audit – Admin – Muster')
    page.fill('Action', action)
    await page.press('Show')
    expect(rows(page)).toHaveLength(50)
    for (const words of ['number: 120', 'Jan 01, 2026 at 13:59', 'Ann Admin']) expect(rows(page)[0]).toContain(words)
    await page.follow('Older')
    expect(rows(page)[0]).toContain('number: 70')
    await page.follow('Older')
    expect(rows(page)).toHaveLength(20)
    expect(page.texts('a')).not.toContain('Older')
    await page.follow('Newer')
    expect(rows(page)[0]).toContain('number: 70')

    await page.goto(`/admin/audit?subject=${subjectId}&actor=${admin.email}&from=2026-01-01&to=2026-01-01`)
    expect(rows(page)).toHaveLength(50)
    expect(page.value('Email of who did it')).toBe(admin.email)
    const csv = await context.request.get(page.link('Download all of these as CSV').getAttribute('href') ?? '')
    expect(csv.headers()['content-disposition']).toContain('filename="muster-audit.csv"')
    expect((await csv.text()).trimEnd().split('\r\n')).toHaveLength(121)
    await page.goto('/admin/audit?action=audit.exported')
    expect(rows(page)[0]).toContain('Ann Admin')

    await page.goto(`/admin/audit?action=${action}&to=2020-01-01`)
    expect(page.texts('h2, h3')).toContain('No entries match')
  })

  test('what cannot be looked for is said, and kept', async ({ context, site }) => {
    await joinStaff(context, site, 'Admin')
    const page = new PlainPage(context.request)
    await page.goto('/admin/audit?actor=nobody&subject=1')
    expect(page.status).toBe(400)
    expect(page.texts('[role=alert] a')).toEqual([
      'Enter an email address such as name@example.org',
      'Enter an id as the list shows it',
    ])
    expect(page.value('Email of who did it')).toBe('nobody')
  })
})

test('these pages have no faults, and fit at 320 pixels', async ({ context, page, site }) => {
  const admin = await joinStaff(context, site, 'Admin')
  await withDatabaseOf(site, async (db) => {
    await writeEvents(db, 'test.looks', 60, { actorId: admin.userId, subjectId: admin.userId })
    await writeFailedJob(db, 'test.looks')
    await writeDecisions(db)
  })
  for (const address of pages) {
    await page.setViewportSize(wide)
    await open(page, address)
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await excess(page), address).toBe(0)
  }
})
