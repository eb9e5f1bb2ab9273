import type { BrowserContext, Page, Request } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verificationDocuments, verificationRecords, verifications } from '#app/features/verification/tables.server.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createCase, createStaff, letApprove, statusOf, type TestCase } from '../factories/cases.ts'
import { createMember, memberPassword } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, still, stopTimers, wide } from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage } from './support/plain-page.ts'
import { type ReviewSite, test } from './support/review-site.ts'
import { expect, hydrated, open } from './support/test.ts'

test.beforeEach(({ site }) =>
  withDatabaseOf(site, async (db) => {
    await db.execute(sql`TRUNCATE verifications, businesses CASCADE`)
  }),
)

/** Signs somebody of the staff in to this browser. */
async function join(
  context: BrowserContext,
  site: ReviewSite,
  role: Exclude<Role, 'Member'> = 'Reviewer',
  firstName = 'Robin',
) {
  const { userId } = await withDatabaseOf(site, (db) => createStaff(db, role, firstName))
  await signInTo(context, site, userId)
  return userId
}

/** Cases in the queue, the first of them submitted last. */
const fill = (site: ReviewSite, names: string[]) =>
  withDatabaseOf(site, async (db) => {
    const made = []
    for (const [index, firstName] of names.entries()) {
      const queuedAt = new Date(Date.now() - index * 3_600_000)
      const serviceNumber = { vault: site.vault, number: '24681357' }
      made.push(await createCase(db, { firstName, lastName: 'Sample', queuedAt, serviceNumber }))
    }
    return made
  })

/** As if the staff had opened the documents. */
const letApproveIn = async (site: ReviewSite, found: TestCase | undefined) => {
  if (found) await withDatabaseOf(site, (db) => letApprove(db, found))
}
/** Lets nothing be written to the audit log, and so nothing be decided, though pages can read it. */
const setAuditTakes = (site: ReviewSite, takes: boolean) => {
  const change = takes ? 'DROP CONSTRAINT takes_nothing' : 'ADD CONSTRAINT takes_nothing CHECK (false) NOT VALID'
  return withDatabaseOf(site, (db) => db.execute(sql.raw(`ALTER TABLE audit_events ${change}`)))
}
const statusIn = (site: ReviewSite, userId: string) => withDatabaseOf(site, (db) => statusOf(db, userId))
const actionsOn = (site: ReviewSite, found: { userId: string } | undefined) =>
  withDatabaseOf(site, async (db) => {
    const events = await db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, found?.userId ?? ''))
    return events.map(({ action }) => action)
  })
const rows = (page: Page) => page.locator('.ledger > li')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripted })
    const go = async (page: Page, address: string) => {
      await page.goto(address)
      if (scripted) await hydrated(page)
    }

    // With a script it is cleared by the keyboard alone, below.
    // spec: 12.1, 74.2, 106.6, 140.2, 140.3
    test('a reviewer clears the queue', inFullRunOnlyWhen(scripted), async ({ page, site, guard }) => {
      // Without a script a form that cannot be taken comes back as a page of its own.
      guard.expectComplaint(/status of 4(00|09)/)
      const [jo, alex, sam] = await fill(site, ['Jo', 'Alex', 'Sam'])
      await join(page.context(), site)
      await go(page, '/admin')
      await expect(rows(page).locator('.ledger-name')).toHaveText(['Jo Sample', 'Alex Sample', 'Sam Sample'])
      await page.getByRole('button', { name: 'Longest waiting first' }).click()
      await expect(rows(page).locator('.ledger-name')).toHaveText(['Sam Sample', 'Alex Sample', 'Jo Sample'])
      // This browser keeps the order.
      await go(page, '/admin')
      await expect(rows(page).locator('.ledger-name')).toHaveText(['Sam Sample', 'Alex Sample', 'Jo Sample'])

      await page.getByRole('button', { name: 'Review Sam Sample' }).click()
      await expect(heading(page)).toHaveText('Sam Sample')
      await expect(heading(page)).toBeInViewport()
      await expect(page.getByText('••••357')).toBeVisible()
      await page.getByRole('button', { name: 'Show the whole service number' }).click()
      await expect(page.getByText('24681357')).toBeVisible()
      await page.getByLabel('To the member').fill('Words to keep')
      await page.getByRole('button', { name: 'Approve' }).click()
      await expect(page.locator('.summary')).toContainText('No document is stored any more')
      await expect(page.getByLabel('To the member')).toHaveValue('Words to keep')
      await letApproveIn(site, sam)
      await page.getByRole('button', { name: 'Approve' }).click()

      // Nothing of another case is opened, taken or read before somebody asks for it.
      const next = page.getByRole('button', { name: 'Next case' })
      await expect(page).toHaveURL(/\/admin\?order=longest#next-case$/)
      await expectMessage(page, scripted, 'Verification approved')
      if (scripted) await expect(next).toBeFocused()
      await expect(page.getByText('You are reviewing it')).toHaveCount(0)
      expect(await actionsOn(site, alex)).toEqual([])
      await next.click()
      await expect(heading(page)).toHaveText('Alex Sample')
      expect(await actionsOn(site, alex)).toEqual(['verification.claimed'])
      await page.getByRole('button', { name: 'Reject' }).click()
      const summary = page.locator('.summary')
      await expect(summary).toContainText('Choose why you reject it')
      if (scripted) await expect(summary).toBeFocused()
      await page.getByRole('radio', { name: 'Another reason' }).check()
      await page.getByLabel('To the member').fill('Sample words')
      await page.getByRole('button', { name: 'Reject' }).click()

      await expectMessage(page, scripted, 'Verification rejected')
      await next.click()
      await expect(heading(page)).toHaveText('Jo Sample')
      await page.getByRole('button', { name: 'Ask for more' }).click()
      await expect(summary).toContainText('Tell the member what is missing')
      await page.getByLabel('To the member').fill('The second page, please.')
      await page.getByRole('button', { name: 'Ask for more' }).click()

      await expectMessage(page, scripted, 'More evidence requested')
      await expect(page.getByRole('heading', { name: 'No pending verifications' })).toBeVisible()
      expect(await Promise.all([sam, alex, jo].map((one) => statusIn(site, one?.userId ?? '')))).toEqual([
        'Verified',
        'Rejected',
        'Pending',
      ])
    })

    test(
      'a case is given back, taken over knowingly, and decided once',
      inFullRunOnly,
      async ({ page, site, browser, guard }) => {
        guard.expectComplaint(/the server responded with a status of 4/)
        const [jo] = await fill(site, ['Jo'])
        await join(page.context(), site, 'Reviewer', 'Robin')
        await go(page, '/admin')
        await page.getByRole('button', { name: 'Jo Sample', exact: true }).click()
        await page.getByRole('button', { name: 'Return to queue' }).click()
        await expectMessage(page, scripted, 'Returned to the queue')
        await expect(rows(page)).toHaveCount(1)
        await page.getByRole('button', { name: 'Jo Sample', exact: true }).click()
        await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()

        const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
        const second = await context.newPage()
        await join(second.context(), site, 'Admin', 'Sam')
        await go(second, '/admin')
        await expect(rows(second)).toContainText('Robin Reviewer is reviewing it')
        await second.getByRole('button', { name: 'Jo Sample', exact: true }).click()
        await expect(second.getByText('Robin Reviewer has this case')).toBeVisible()
        await expect(second.getByRole('button', { name: 'Approve' })).toHaveCount(0)
        await second.getByRole('button', { name: 'Take it over' }).click()
        await expect(second.getByRole('button', { name: 'Approve' })).toBeVisible()

        await page.getByRole('button', { name: 'Approve' }).click()
        await expectMessage(page, scripted, 'Taken over', 'Sam Admin is reviewing it now')
        expect(await statusIn(site, jo?.userId ?? '')).toBe('In Review')
        await page.getByRole('button', { name: 'Take it over' }).click()
        await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
        await letApproveIn(site, jo)
        await page.getByRole('button', { name: 'Approve' }).click()
        await expect(page).toHaveURL(/\/admin#next-case$/)

        await second.getByRole('radio', { name: 'It cannot be read' }).check()
        await second.getByRole('button', { name: 'Reject' }).click()
        await expectMessage(second, scripted, 'No longer waiting', 'Robin Reviewer approved it')
        await expect(second.locator('.decision-list')).toContainText('Robin Reviewer approved it')
        expect(await statusIn(site, jo?.userId ?? '')).toBe('Verified')
        await context.close()
      },
    )

    for (const [verdict, button, description] of [
      ['approve', 'Approve', 'Failed to approve the verification.'],
      ['reject', 'Reject', 'Failed to reject the verification.'],
    ] as const) {
      test(`what went wrong is said, and nothing is lost: ${verdict}`, inFullRunOnly, async ({ page, site, guard }) => {
        guard.expectComplaint(/status of 500/)
        const [jo] = await fill(site, ['Jo'])
        await join(page.context(), site)
        await go(page, `/admin/verifications/${jo?.caseId}`)
        await page.getByRole('button', { name: 'Take this case' }).click()
        await page.getByRole('radio', { name: 'It cannot be read' }).check()
        await page.getByLabel('To the member').fill('Words to keep')
        await letApproveIn(site, jo)
        await setAuditTakes(site, false)
        try {
          await page.getByRole('button', { name: button }).click()
          await expect(page.locator('.summary')).toContainText('Error')
          await expect(page.locator('.summary')).toContainText(description)
          if (scripted) await expectMessage(page, true, 'Error', description)
        } finally {
          await setAuditTakes(site, true)
        }
        await expect(page.getByLabel('To the member')).toHaveValue('Words to keep')
        expect(await statusIn(site, jo?.userId ?? '')).toBe('In Review')
      })
    }

    // spec: 7.3, 12.1, 74.2, 140.2, 198.1
    test(
      'an admin finds a business, hides and shows it; a switch that cannot be moved goes back',
      bothWaysInFullRun(scripted),
      async ({ page, site, guard }) => {
        guard.expectComplaint(/ERR_FAILED/)
        const slug = await withDatabaseOf(site, async (db) => {
          await createBusiness(db, { name: 'Another Sample', city: 'Leeds' })
          return (await createBusiness(db, { name: 'Caffi Môn', city: 'Bangor' })).businessSlug
        })
        await join(page.context(), site, 'Admin')
        await go(page, '/admin?tab=businesses')
        await expect(rows(page)).toHaveCount(2)
        const box = page.getByRole('searchbox')
        await box.fill('BANG')
        await page.getByRole('button', { name: 'Search' }).click()
        await expect(rows(page)).toHaveCount(1)
        await expect(box).toHaveValue('BANG')
        const toggle = page.getByRole('switch', { name: 'Show in the directory: Caffi Môn' })
        await expect(toggle).toBeChecked()
        await toggle.click()
        await expectMessage(page, scripted, 'Business Deactivated', 'Your business has been hidden from the directory')
        await expect(toggle).not.toBeChecked()
        await expect(page).toHaveURL(/search=BANG/)
        // Hidden from everyone else, it is there for an admin.
        await page.getByRole('link', { name: 'View Caffi Môn' }).click()
        await expect(page).toHaveURL(new RegExp(`/business/${slug}$`))
        await expect(page.getByText('You see this because you are an admin.')).toBeVisible()
        await page.goBack()
        await page.getByRole('switch', { name: 'Show in the directory: Caffi Môn' }).click()
        await expectMessage(page, scripted, 'Business Activated', 'Your business is now visible in the directory')
        if (!scripted) return

        await page.route('**/admin/business-visibility', async (route) => {
          await expect(toggle).not.toBeChecked()
          await route.abort()
        })
        await expect(toggle).toBeChecked()
        // It takes one change at a time.
        await expect(toggle).not.toHaveAttribute('aria-busy')
        await toggle.click()
        await expectMessage(page, true, 'Error', 'Muster could not be reached. Try again.')
        await expect(toggle).toBeChecked()
      },
    )

    // spec: 12.1, 74.2
    test(
      'an admin suspends a member, who is shut out at once and told why, and reinstates them',
      bothWaysInFullRun(scripted),
      async ({ page, site, browser, guard }) => {
        guard.expectComplaint(/status of 403/)
        const member = await withDatabaseOf(site, (db) => createMember(db, { firstName: 'Kim', lastName: 'Shutout' }))
        const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
        const theirs = await context.newPage()
        await signInTo(context, site, member.userId)
        await theirs.goto('/dashboard')
        await expect(heading(theirs)).toContainText('Kim')

        await join(page.context(), site, 'Admin')
        await go(page, `/admin?${new URLSearchParams({ tab: 'profiles', search: member.email })}`)
        await page.getByRole('link', { name: 'Suspend Kim Shutout' }).click()
        await expect(heading(page)).toHaveText('Suspend Kim Shutout?')
        const why = 'Your listing copied the name of another firm.'
        await page.getByLabel('Why').fill(why)
        await page.getByRole('button', { name: 'Suspend member' }).click()
        await expectMessage(page, scripted, 'Member suspended')
        await expect(rows(page)).toContainText('Suspended')

        // With a script the page that is open says so by itself.
        if (!scripted) await theirs.goto('/dashboard')
        await expect(theirs).toHaveURL(/\/suspended$/)
        await expect(theirs.getByRole('main')).toContainText(why)
        await expect(theirs.getByRole('main').getByRole('link', { name: 'hello@muster.example' })).toBeVisible()
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        await theirs.goto('/auth?returnTo=/dashboard')
        if (scripted) await hydrated(theirs)
        await theirs.getByLabel('Email').fill(member.email)
        await theirs.getByLabel('Password', { exact: true }).fill(memberPassword)
        await theirs.getByRole('button', { name: 'Log in' }).click()
        await expect(theirs.locator('.summary')).toContainText('Your account is suspended, for this reason')
        await expect(theirs.locator('.summary')).toContainText(why)
        await expect(theirs.locator('.summary')).toContainText('hello@muster.example')

        await page.getByRole('link', { name: 'Reinstate Kim Shutout' }).click()
        await page.getByRole('button', { name: 'Reinstate member' }).click()
        await expectMessage(page, scripted, 'Member reinstated')
        await theirs.getByLabel('Password', { exact: true }).fill(memberPassword)
        await theirs.getByRole('button', { name: 'Log in' }).click()
        await expect(theirs).toHaveURL(/\/dashboard$/)
        await context.close()
      },
    )

    test('nothing is wrong with the screens', bothWaysInFullRun(scripted), async ({ page, site }) => {
      // Six screens, each in four looks.
      test.slow()
      const [jo, alex, kit] = await fill(site, ['Jo', 'Alex', 'Kit'])
      const member = await withDatabaseOf(site, async (db) => {
        await createBusiness(db, { name: 'A Sample with rather a long name for a business of its kind', city: 'Leeds' })
        return createMember(db)
      })
      const other = await withDatabaseOf(site, (db) => createStaff(db, 'Reviewer', 'Other'))
      await withDatabaseOf(site, (db) =>
        db.execute(
          sql`UPDATE verifications SET claimed_by = ${other.userId}, claimed_at = now() WHERE id = ${alex?.caseId}`,
        ),
      )
      const admin = await join(page.context(), site, 'Admin')
      await withDatabaseOf(site, (db) =>
        db.execute(sql`UPDATE verifications SET claimed_by = ${admin}, claimed_at = now() WHERE id = ${jo?.caseId}`),
      )
      for (const address of [
        '/admin',
        '/admin?tab=businesses',
        '/admin?tab=profiles',
        `/admin/profiles/${member.userId}`,
        `/admin/verifications/${kit?.caseId}`,
        // A case with its documents is looked at below, in every run.
        ...(isFullRun ? [`/admin/verifications/${jo?.caseId}`, `/admin/verifications/${alex?.caseId}`] : []),
      ]) {
        await page.setViewportSize(wide)
        await go(page, address)
        if (!scripted) await stopTimers(page)
        await expectNoFaults(page, inBothThemes(scripted ? [wide, small] : [small]))
        await page.setViewportSize({ width: 320, height: 700 })
        await still(page)
        expect(await excess(page), `${address} at 320`).toBe(0)
      }
    })
  })
}

test.describe('as a browser without scripts sends it', () => {
  const ledger = (page: PlainPage) => page.texts('.ledger > li')
  const isOn = (page: PlainPage, name: string) =>
    page.find(`[role=switch][aria-label="${name}"]`).getAttribute('aria-checked') === 'true'

  // spec: 22.6, 38.2, 74.1, 140.2, 140.3, 203.2
  test('who is led where', async ({ context, site }) => {
    const page = new PlainPage(context.request)
    await page.goto('/admin?tab=profiles')
    expect(page.path).toBe('/auth?returnTo=%2Fadmin%3Ftab%3Dprofiles')

    const { userId } = await withDatabaseOf(site, (db) => createMember(db))
    await signInTo(context, site, userId)
    for (const address of ['/admin', '/admin?tab=businesses', `/admin/profiles/${userId}`, '/admin/verifications/x']) {
      await page.goto(address)
      expect(page.path, address).toBe('/dashboard')
    }
    expect(page.texts('a')).not.toContain('Admin Panel')

    await join(context, site, 'Reviewer')
    for (const address of [
      '/admin',
      '/admin?tab=businesses',
      `/admin/profiles/${userId}`,
      '/admin/business-visibility',
    ]) {
      await page.goto(address)
      expect(page.path, address).toBe('/admin')
    }
    expect(page.texts('nav[aria-label=Admin] a')).toEqual(['Verifications'])
    expect(page.texts('.stat dt')).toEqual(['Verifications'])

    await join(context, site, 'Admin')
    await page.goto('/dashboard')
    expect(page.text('main a[href="/admin"]')).toContain('Admin Dashboard')
    await page.goto('/admin')
    expect(page.texts('.stat dt')).toEqual(['Total Users', 'Total Businesses', 'Verifications'])
    expect(page.texts('nav[aria-label=Admin] a')).toEqual(['Verifications', 'Businesses', 'Profiles', 'Shop'])
    expect(page.texts('h2, h3')).toContain('No pending verifications')
    await page.follow('Businesses', page.find('nav[aria-label=Admin]'))
    expect(page.texts('h2, h3')).toContain('No businesses found')
    await page.goto('/admin?tab=profiles&search=nobody')
    expect(page.texts('h2, h3')).toContain('No profiles found')
  })

  test('a case is given back, taken over knowingly, and decided once', async ({ context, site, browser }) => {
    const [jo] = await fill(site, ['Jo'])
    await join(context, site, 'Reviewer', 'Robin')
    const page = new PlainPage(context.request)
    await page.goto('/admin')
    await page.press('Jo Sample')
    await page.press('Return to queue')
    expect(page.text('.flash')).toContain('Returned to the queue')
    expect(ledger(page)).toHaveLength(1)
    await page.press('Jo Sample')
    expect(page.hasButton('Approve')).toBe(true)

    const other = await browser.newContext({ baseURL: site.url })
    await join(other, site, 'Admin', 'Sam')
    const second = new PlainPage(other.request)
    await second.goto('/admin')
    expect(ledger(second).join()).toContain('Robin Reviewer is reviewing it')
    await second.press('Jo Sample')
    expect(second.text('main')).toContain('Robin Reviewer has this case')
    expect(second.hasButton('Approve')).toBe(false)
    await second.press('Take it over')
    expect(second.hasButton('Approve')).toBe(true)

    await page.press('Approve')
    expect(page.text('.flash')).toContain('Taken over')
    expect(page.text('.flash')).toContain('Sam Admin is reviewing it now')
    expect(await statusIn(site, jo?.userId ?? '')).toBe('In Review')
    await page.press('Take it over')
    await letApproveIn(site, jo)
    await page.press('Approve')
    expect(page.path).toBe('/admin')

    second.check('It cannot be read')
    await second.press('Reject')
    expect(second.text('.flash')).toContain('No longer waiting')
    expect(second.text('.flash')).toContain('Robin Reviewer approved it')
    expect(second.text('.decision-list')).toContain('Robin Reviewer approved it')
    expect(await statusIn(site, jo?.userId ?? '')).toBe('Verified')
    await other.close()
  })

  // spec: 198.1
  test('what went wrong is said, and nothing is lost', async ({ context, site }) => {
    const [jo] = await fill(site, ['Jo'])
    await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto(`/admin/verifications/${jo?.caseId}`)
    await page.press('Take this case')
    page.check('It cannot be read')
    page.fill('To the member', 'Words to keep')
    await letApproveIn(site, jo)
    await setAuditTakes(site, false)
    try {
      for (const [button, description] of [
        ['Approve', 'Failed to approve the verification.'],
        ['Reject', 'Failed to reject the verification.'],
      ] as const) {
        await page.press(button)
        expect(page.status).toBe(500)
        expect(page.text('.summary')).toContain('Error')
        expect(page.text('.summary')).toContain(description)
        expect(page.value('To the member')).toBe('Words to keep')
        expect(await statusIn(site, jo?.userId ?? '')).toBe('In Review')
      }
    } finally {
      await setAuditTakes(site, true)
    }
  })

  test('an admin finds a business, hides and shows it', async ({ context, site }) => {
    await withDatabaseOf(site, async (db) => {
      await createBusiness(db, { name: 'Another Sample', city: 'Leeds' })
      await createBusiness(db, { name: 'Caffi Môn', city: 'Bangor' })
    })
    await join(context, site, 'Admin')
    const page = new PlainPage(context.request)
    const name = 'Show in the directory: Caffi Môn'
    await page.goto('/admin?tab=businesses')
    expect(ledger(page)).toHaveLength(2)
    const search = page.find('search.list-search')
    page.find('input[type=search]', search).setAttribute('value', 'BANG')
    await page.press('Search', search)
    expect(ledger(page)).toHaveLength(1)
    expect(page.find('search.list-search input[type=search]').getAttribute('value')).toBe('BANG')
    expect(isOn(page, name)).toBe(true)
    await page.press(name)
    expect(page.text('.flash')).toContain('Business Deactivated')
    expect(page.text('.flash')).toContain('Your business has been hidden from the directory')
    expect(isOn(page, name)).toBe(false)
    expect(page.path).toContain('search=BANG')
    await page.press(name)
    expect(page.text('.flash')).toContain('Business Activated')
    expect(page.text('.flash')).toContain('Your business is now visible in the directory')
  })

  test('an admin suspends a member, who is shut out at once and told why, and reinstates them', async ({
    context,
    site,
    browser,
  }) => {
    const member = await withDatabaseOf(site, (db) => createMember(db, { firstName: 'Kim', lastName: 'Shutout' }))
    const other = await browser.newContext({ baseURL: site.url })
    await signInTo(other, site, member.userId)
    const theirs = new PlainPage(other.request)
    await theirs.goto('/dashboard')
    expect(theirs.text('h1')).toContain('Kim')

    await join(context, site, 'Admin')
    const page = new PlainPage(context.request)
    await page.goto(`/admin?${new URLSearchParams({ tab: 'profiles', search: member.email })}`)
    await page.follow('Suspend Kim Shutout')
    expect(page.text('h1')).toBe('Suspend Kim Shutout?')
    const why = 'Your listing copied the name of another firm.'
    page.fill('Why', why)
    await page.press('Suspend member')
    expect(page.text('.flash')).toContain('Member suspended')
    expect(ledger(page).join()).toContain('Suspended')

    await theirs.goto('/dashboard')
    expect([theirs.path, theirs.status]).toEqual(['/suspended', 403])
    expect(theirs.text('main')).toContain(why)
    expect(theirs.texts('main a')).toContain('hello@muster.example')
    await theirs.goto('/auth?returnTo=/dashboard')
    theirs.fill('Email', member.email)
    theirs.fill('Password', memberPassword)
    await theirs.press('Log in')
    for (const words of ['Your account is suspended, for this reason', why, 'hello@muster.example']) {
      expect(theirs.text('.summary')).toContain(words)
    }

    await page.follow('Reinstate Kim Shutout')
    await page.press('Reinstate member')
    expect(page.text('.flash')).toContain('Member reinstated')
    theirs.fill('Password', memberPassword)
    await theirs.press('Log in')
    expect(theirs.path).toBe('/dashboard')
    await other.close()
  })

  test('a reviewer’s own case is another’s to decide', async ({ context, site }) => {
    const [own] = await fill(site, ['Own'])
    await withDatabaseOf(site, async (db) => {
      await db.execute(sql`UPDATE profiles SET user_type_id = 2 WHERE id = ${own?.userId}`)
      await db.execute(sql`UPDATE users SET two_factor_enabled = true WHERE id = ${own?.userId}`)
    })
    await signInTo(context, site, own?.userId ?? '')
    const page = new PlainPage(context.request)
    await page.goto('/admin')
    expect(ledger(page).join()).toContain('Your own: someone else decides it')
    expect(page.hasButton('Review Own Sample')).toBe(false)
    await page.follow('Own Sample')
    expect(page.text('h1')).toBe('Your own verification')
    expect(page.hasButton('Approve')).toBe(false)
  })
})

test('a queue is cleared by the keyboard alone, with shortcuts that can be turned off', async ({ page, site }) => {
  const cases = await fill(site, ['One', 'Two', 'Three'])
  await join(page.context(), site)
  await open(page, '/admin')
  await test.step('this browser remembers that they are off', async () => {
    const hints = page.getByRole('region', { name: 'Keyboard shortcuts' })
    await expect(hints.locator('kbd')).not.toHaveCount(0)
    await hints.getByRole('checkbox').uncheck()
    await page.keyboard.press('j')
    await expect(page.getByRole('button', { name: 'One Sample', exact: true })).not.toBeFocused()
    await open(page, '/admin')
    await expect(hints.getByRole('checkbox')).not.toBeChecked()
    await expect(hints.locator('kbd')).toHaveCount(0)
    await hints.getByRole('checkbox').check()
    await page.keyboard.press('Tab')
  })
  await page.keyboard.press('j')
  await expect(page.getByRole('button', { name: 'One Sample', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Two Sample', exact: true })).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('One Sample')
  await letApproveIn(site, cases[0])
  await page.keyboard.press('a')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Enter')

  const next = page.getByRole('button', { name: 'Next case' })
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Two Sample')
  await expect(heading(page)).toBeFocused()
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(page.locator('.summary')).toContainText('Choose why you reject it')
  await expect(page.locator('.summary')).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('radio', { name: 'It cannot be read' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')

  await expect(next).toBeFocused()
  await page.keyboard.press('n')
  await expect(heading(page)).toHaveText('Three Sample')
  await page.keyboard.press('m')
  await expect(page.getByLabel('To the member')).toBeFocused()
  // In a field a letter is a letter.
  await page.keyboard.type('a more readable scan')
  await expect(page.getByLabel('To the member')).toHaveValue('a more readable scan')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ask for more' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No pending verifications' })).toBeVisible()
  expect(await Promise.all(cases.map(({ userId }) => statusIn(site, userId)))).toEqual([
    'Verified',
    'Rejected',
    'Pending',
  ])
})

// spec: 198.1
test('a decision that the server does not hear of is said to above its form, and what was written stays', async ({
  page,
  site,
  guard,
}) => {
  guard.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  const found = await withDatabaseOf(site, (db) => createCase(db, { firstName: 'Jo' }))
  await join(page.context(), site)
  await open(page, `/admin/verifications/${found.caseId}`)
  await page.getByRole('button', { name: 'Take this case' }).click()
  await page.getByLabel('To the member').fill('Thank you.')
  await page.context().setOffline(true)
  const words = 'Muster could not be reached. Try again.'
  for (const press of ['Approve', 'Reject']) {
    await page.getByLabel('It cannot be read').check()
    await page.getByRole('button', { name: press, exact: true }).click()
    await expectMessage(page, true, 'Error', words)
    await expect(page.getByRole('region', { name: 'Your decision' }).getByRole('alert')).toContainText(words)
    await expect(page.getByLabel('To the member')).toHaveValue('Thank you.')
  }
  await page.context().setOffline(false)
  await letApproveIn(site, found)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expectMessage(page, true, 'Verification approved')
})

// spec: hold.1.11
test('a document that was opened in a tab of its own counts without a reload', async ({ page, site }) => {
  const found = await withDatabaseOf(site, async (db) => {
    const made = await createCase(db, { documents: ['veteran-card', 'service-record'] })
    // The viewer cannot show these.
    await db.update(verificationDocuments).set({ mediaType: 'application/msword' })
    return made
  })
  const countOpened = (count: number) =>
    expect(page.getByRole('navigation', { name: 'Documents of this case' }).getByText('· Opened')).toHaveCount(count)
  await join(page.context(), site)
  await open(page, `/admin/verifications/${found.caseId}`)
  await page.getByRole('button', { name: 'Take this case' }).click()
  await countOpened(0)
  await hydrated(page)
  await page.getByLabel('To the member').fill('Thank you.')
  await test.step('not without a connection, where it could not be read and would give way to an error', async () => {
    const asked: string[] = []
    const note = (request: Request) => asked.push(request.url())
    await page.context().setOffline(true)
    page.on('request', note)
    await page.evaluate(() => {
      dispatchEvent(new Event('focus'))
      return new Promise(requestAnimationFrame)
    })
    page.off('request', note)
    expect(asked).toEqual([])
    await page.context().setOffline(false)
  })
  await test.step('when the reviewer comes back', async () => {
    await letApproveIn(site, found)
    await withDatabaseOf(site, (db) =>
      db.execute(
        sql`DELETE FROM document_openings WHERE document_id = (SELECT min(document_id::text)::uuid FROM document_openings)`,
      ),
    )
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await countOpened(1)
  })
  await test.step('and a moment after it was opened', async () => {
    await page.route('**/verification/documents/*', (route) => route.fulfill({ status: 204 }))
    await page.getByRole('link', { name: 'Download it' }).click()
    await letApproveIn(site, found)
    await countOpened(2)
  })
  await expect(page.getByRole('heading', { name: 'Before you can approve' })).toHaveCount(0)
  await expect(page.getByLabel('To the member')).toHaveValue('Thank you.')
})

test('documents stand beside the claim, one at a time, and whole, turned or not', async ({ page, site }) => {
  const { caseId } = await withDatabaseOf(site, (db) =>
    createCase(db, { firstName: 'Jo', documents: ['veteran-card', 'service-record'] }),
  )
  const portrait = await sharp({ create: { width: 1500, height: 3000, channels: 3, background: '#789' } })
    .png()
    .toBuffer()
  const asked: string[] = []
  await page.route('**/verification/documents/*', async (route) => {
    asked.push(route.request().resourceType())
    const isPicture = route.request().resourceType() === 'image'
    await route.fulfill(
      isPicture
        ? { contentType: 'image/png', body: portrait }
        : {
            contentType: 'text/html',
            body: '<!doctype html><html lang="en"><title>A document</title><p>A document</p></html>',
          },
    )
  })
  await join(page.context(), site)
  await open(page, `/admin/verifications/${caseId}`)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Take this case' }).click()
  const viewer = page.getByRole('region', { name: 'Documents' })
  const shown = viewer.getByRole('img', { name: 'HM Armed Forces Veteran Card, as the member sent it' })
  await expect(shown).toBeVisible()
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1500)
  expect(asked).toEqual(['image'])
  await test.step('a portrait shows whole, turned or not, and leaves no room unused', async () => {
    const sheet = page.locator('.viewer-page')
    for (const turns of ['0', '1']) {
      await expect(shown).toHaveAttribute('data-turns', turns)
      const [frame, picture] = [await sheet.boundingBox(), await shown.boundingBox()]
      if (!frame || !picture) throw new Error('nothing is shown')
      expect(picture.y).toBeGreaterThanOrEqual(frame.y)
      expect(picture.y + picture.height).toBeLessThanOrEqual(frame.y + frame.height)
      expect(picture.x).toBeGreaterThanOrEqual(frame.x)
      expect(picture.x + picture.width).toBeLessThanOrEqual(frame.x + frame.width)
      // One of the two directions is used up, but for the padding.
      expect(Math.min(frame.height - picture.height, frame.width - picture.width)).toBeLessThan(60)
      await viewer.getByRole('button', { name: 'Rotate', exact: true }).click()
    }
    await expect(shown).toHaveAttribute('data-turns', '2')
    const { y, height } = (await sheet.boundingBox()) ?? { y: 0, height: 0 }
    expect(y + height).toBeGreaterThan(900 - 60)
  })
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(shown).toHaveAttribute('data-zoom', '1')
  await page.getByText('Checking a Veteran Card').click()
  await page.getByRole('checkbox', { name: /It has a photograph/ }).check()
  await viewer
    .getByRole('link', { name: /Service record/ })
    .first()
    .click()
  await expect(page.frameLocator('.viewer-frame').getByText('A document')).toBeVisible()
  expect(asked).toEqual(['image', 'document'])
  await expectNoFaults(page, inBothThemes([wide, small]))
})

test('the screens of records have no faults, and fit at 320 pixels, whatever somebody is called', async ({
  page,
  context,
  site,
}) => {
  const rtl = { firstName: 'محمد عبد الرحمن', lastName: 'الأنصاري' }
  const long = { firstName: 'Maximiliana'.repeat(9), lastName: 'W'.repeat(100) }
  const { admin, reviewer, records, cases } = await withDatabaseOf(site, async (db) => {
    const admin = await createStaff(db, 'Admin')
    const reviewer = await createStaff(db)
    const see = (profileId: string) =>
      db.insert(verificationRecords).values({
        profileId,
        basis: 'video-call' as const,
        words: `They held their card up to the camera. ${'x'.repeat(200)}`,
        recordedBy: admin.userId,
      })
    const records: string[] = []
    for (const names of [rtl, long]) {
      const business = await createBusiness(db, { name: `${names.lastName} & Sons`, owner: { basis: null } })
      const ownerId = business.profileId ?? ''
      await db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, ownerId))
      // They are in the list of changed names, too.
      await db.update(profiles).set(names).where(eq(profiles.id, ownerId))
      if (names === long) await see(ownerId)
      const [row] = await db.select().from(verifications).where(eq(verifications.profileId, ownerId))
      records.push(row?.id ?? '')
    }
    const [open, waiting] = [await createCase(db, rtl), await createCase(db, long)]
    await see(waiting.userId)
    await db.update(verifications).set({ claimedBy: reviewer.userId, claimedAt: sql`now()` })
    return { admin, reviewer, records, cases: [open, waiting].map(({ caseId }) => `/admin/verifications/${caseId}`) }
  })
  const look = async (path: string, { isLookedAt = false } = {}) => {
    await page.setViewportSize(wide)
    await open(page, path)
    await expect(heading(page)).toBeVisible()
    if (path === cases[0]) await page.getByText('You saw something other than documents').click()
    if (isLookedAt) await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 700 })
    expect.soft(await excess(page), path).toBe(0)
  }
  await signInTo(context, site, admin.userId)
  for (const path of ['/admin/records', ...records.map((id) => `/admin/records/${id}`)]) {
    await look(path, { isLookedAt: true })
  }
  for (const path of ['/admin', '/admin/names', '/admin?tab=businesses', '/admin?tab=profiles']) await look(path)
  await signInTo(context, site, reviewer.userId)
  for (const path of cases) await look(path, { isLookedAt: true })
})
