import type { Browser, Page } from '@playwright/test'
import { eq, sql } from 'drizzle-orm'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createCase, createStaff, letApprove, passUndo, statusOf, type TestCase } from '../factories/cases.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { type ReviewSite, test } from './support/review-site.ts'
import { expect, hydrated } from './support/test.ts'

test.beforeEach(({ site, guard }) => {
  // What a form that is refused is answered with, and documents whose files are not there.
  guard.expectComplaint(/status of (400|404|409)/)
  return withDatabaseOf(site, (db) => db.execute(sql`TRUNCATE verifications, businesses CASCADE`))
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/** What is under the line about a decision when it has the focus, at least in part. */
const listCovered = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, summary, input:not([type=hidden]), select, textarea',
    )
    return [...controls].flatMap((control) => {
      if (control.closest('.undo') || !control.checkVisibility()) return []
      control.focus()
      const line = document.querySelector('.undo')?.getBoundingClientRect()
      const { bottom, height } = control.getBoundingClientRect()
      return line && document.activeElement === control && height < 200 && bottom > line.top
        ? [control.outerHTML.slice(0, 200)]
        : []
    })
  })
const status = (site: ReviewSite, { userId }: TestCase) => withDatabaseOf(site, (db) => statusOf(db, userId))

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without a script', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = async (page: Page, address: string) => {
      await page.goto(address)
      if (scripted) await hydrated(page)
    }
    const staff = async (page: Page, site: ReviewSite, role: Exclude<Role, 'Member'>, firstName: string) => {
      const { userId } = await withDatabaseOf(site, (db) => createStaff(db, role, firstName))
      await signInTo(page.context(), site, userId)
      return userId
    }
    /** Another person, in a browser of their own. */
    const another = async (browser: Browser, site: ReviewSite) =>
      (await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })).newPage()
    const decide = async (page: Page, verdict: 'Approve' | 'Reject') => {
      if (verdict === 'Reject') await page.getByRole('radio', { name: 'It cannot be read' }).check()
      await page.getByRole('button', { name: verdict, exact: true }).click()
      await expect(page).toHaveURL(/\/admin#next-case$/)
    }

    test(
      'a decision is undone within sixty seconds, and not after',
      bothWaysInFullRun(scripted),
      async ({ page, site }) => {
        const found = await withDatabaseOf(site, (db) => createCase(db, { firstName: 'Jo' }))
        await staff(page, site, 'Reviewer', 'Robin')
        await visit(page, '/admin')
        await page.getByRole('button', { name: 'Review Jo Sample' }).click()
        await withDatabaseOf(site, (db) => letApprove(db, found))
        await decide(page, 'Approve')
        const line = page.locator('.undo-line')
        await expect(line).toContainText(/Jo Sample approved\. \d\d seconds left to undo it\./)
        expect(await status(site, found)).toBe('Verified')
        if (scripted) {
          // The queue is empty, so the focus is where the decision can be undone.
          await expect(line).toBeFocused()
          await page.keyboard.press('Tab')
          await expect(line.getByRole('button')).toBeFocused()
          await page.keyboard.press('Enter')
        } else {
          await line.getByRole('button', { name: 'Undo the decision on Jo Sample' }).click()
        }
        await expect(heading(page)).toHaveText('Jo Sample')
        await expectMessage(page, scripted, 'Decision undone')
        if (scripted) await expect(heading(page)).toBeFocused()
        expect(await status(site, found)).toBe('In Review')

        await decide(page, 'Reject')
        await expect(line).toContainText('Jo Sample rejected.')
        if (scripted) await line.getByRole('button').focus()
        const aged = sql`${verificationDecisions.decidedAt} - interval '61 seconds'`
        await withDatabaseOf(site, (db) =>
          db
            .update(verificationDecisions)
            .set({ decidedAt: aged })
            .where(eq(verificationDecisions.profileId, found.userId)),
        )
        await line.getByRole('button').click()
        const refused = page.locator('.undo-refused')
        await expect(refused).toContainText('Not undone')
        await expect(refused).toContainText('The 60 seconds are over')
        await expect(page.getByRole('region', { name: 'Just decided' })).toHaveCount(0)
        if (scripted) await expect(refused).toBeFocused()
        expect(await status(site, found)).toBe('Rejected')
      },
    )

    // spec: hold.1.43
    test(
      'what can be undone is in view on whichever page of staff comes next',
      bothWaysInFullRun(scripted),
      async ({ page, site }) => {
        const [found, next] = await withDatabaseOf(site, async (db) => [
          await createCase(db, { firstName: 'Jo' }),
          await createCase(db, { firstName: 'Kim' }),
        ])
        await staff(page, site, 'Admin', 'Sam')
        await page.setViewportSize(small)
        await visit(page, '/admin')
        await page.getByRole('button', { name: 'Review Jo Sample' }).click()
        await withDatabaseOf(site, (db) => letApprove(db, found))
        await decide(page, 'Approve')
        const line = page.locator('.undo-line')
        const isInView = async () => {
          await expect(line).toContainText(/Jo Sample approved\. \d\d? seconds? left to undo it\./)
          await expect(line).toBeInViewport({ ratio: 1 })
          await expect(line.getByRole('button', { name: 'Undo the decision on Jo Sample' })).toBeInViewport({
            ratio: 1,
          })
        }
        await isInView()
        if (scripted) await expect(page.locator('[role=status]', { hasText: 'Jo Sample approved.' })).toHaveCount(1)
        // The next case, a page that has nothing to do with it, and one that is not there.
        for (const address of [
          `/admin/verifications/${next.caseId}`,
          '/admin/statistics',
          '/admin/verifications/00000000-0000-4000-8000-000000000000',
        ]) {
          await withDatabaseOf(site, (db) =>
            db.update(verificationDecisions).set({ decidedAt: sql`clock_timestamp()` }),
          )
          await visit(page, address)
          for (const size of [small, wide]) {
            await page.setViewportSize(size)
            await isInView()
            expect(await excess(page)).toBe(0)
            expect(await listCovered(page), `${address} at ${size.width}`).toEqual([])
          }
        }
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await page.reload()
        await isInView()
      },
    )

    test(
      'a verification is revoked, appealed and approved',
      bothWaysInFullRun(scripted),
      async ({ page, site, browser }) => {
        const found = await withDatabaseOf(site, async (db) => {
          const made = await createCase(db, { firstName: 'Jo', documents: ['veteran-card'] })
          await createBusiness(db, { name: 'Fell Works', businessSlug: 'fell-works', profileId: made.userId })
          return made
        })
        // As a visitor sees it; admins see hidden pages too.
        const isShown = async () => (await fetch(`${site.url}/business/fell-works`)).status === 200
        // Somebody else is there to decide an appeal.
        const kim = await withDatabaseOf(site, (db) => createStaff(db, 'Reviewer', 'Kim'))
        await staff(page, site, 'Admin', 'Sam')
        await visit(page, '/admin')
        await page.getByRole('button', { name: 'Review Jo Sample' }).click()
        await withDatabaseOf(site, (db) => letApprove(db, found))
        await decide(page, 'Approve')
        expect(await isShown()).toBe(false)
        await withDatabaseOf(site, passUndo)
        expect(await isShown()).toBe(true)

        await visit(page, '/admin?tab=profiles&search=Jo')
        await page.getByRole('link', { name: 'Verification of Jo Sample' }).click()
        await expect(heading(page)).toHaveText('Jo Sample')
        await page.getByText('Revoke the verification').first().click()
        const form = page.locator('#revoke')
        await form.getByLabel('Why you revoke it').fill('   ')
        await form.getByRole('button').click()
        await expect(form.locator('.summary')).toContainText('Tell the member why')
        await form.getByLabel('Why you revoke it').fill('The card was not theirs.')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await form.getByRole('button').click()
        await expectMessage(page, scripted, 'Verification revoked')
        await expect(page.getByText('Sam Admin revoked it')).toBeVisible()
        expect(await status(site, found)).toBe('Rejected')
        expect(await isShown()).toBe(false)

        const theirs = await another(browser, site)
        await signInTo(theirs.context(), site, found.userId)
        await visit(theirs, '/dashboard')
        await expect(theirs.getByText('We have revoked your verification.')).toBeVisible()
        await expect(theirs.getByText('The card was not theirs.')).toBeVisible()
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        await theirs.getByRole('link', { name: /^You can appeal until / }).click()
        const appeal = theirs.getByRole('region', { name: 'Appeal this revocation' })
        await expect(appeal).toBeInViewport()
        await appeal.getByRole('button', { name: 'Send your appeal' }).click()
        await expect(appeal.locator('.summary')).toContainText('Tell us why you think the decision is wrong')
        await appeal.getByLabel('Why you think the decision is wrong').fill('It is my card.\nI can show it.')
        if (scripted) await expectNoFaults(theirs, inBothThemes([wide, small]))
        expect(await excess(theirs)).toBe(0)
        await appeal.getByRole('button', { name: 'Send your appeal' }).click()
        await expect(theirs).toHaveURL('/dashboard')
        await expectMessage(theirs, scripted, 'Appeal sent')
        await expect(theirs.getByText('Another reviewer decides it, and we keep')).toBeVisible()

        // Whoever revoked it does not decide.
        await visit(page, '/admin')
        await expect(page.getByText('You have a part in it: someone else decides')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Review Jo Sample' })).toHaveCount(0)
        await page.getByRole('link', { name: 'Jo Sample' }).click()
        await expect(page.getByText('You reported it, owned it or decided it before')).toBeVisible()

        await signInTo(page.context(), site, kim.userId)
        await visit(page, '/admin')
        await expect(page.getByText('Appeal', { exact: true })).toBeVisible()
        await page.getByRole('button', { name: 'Review Jo Sample' }).click()
        await expect(page.getByRole('region', { name: 'An appeal' })).toContainText('It is my card.')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        await withDatabaseOf(site, (db) => letApprove(db, found))
        await decide(page, 'Approve')
        if (scripted) await expectNoFaults(page, inBothThemes([wide, small]))
        expect(await status(site, found)).toBe('Verified')
        await withDatabaseOf(site, passUndo)
        expect(await isShown()).toBe(true)
        await visit(theirs, '/dashboard')
        await expect(theirs.getByText('We have revoked your verification.')).toHaveCount(0)
        await theirs.context().close()
      },
    )
  })
}
