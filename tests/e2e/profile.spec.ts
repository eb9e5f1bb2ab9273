import type { Browser, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#app/features/account/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { createMember, memberPassword } from '../factories/members.ts'
import { notPictures, photographWithPlace } from '../pictures.ts'
import { codeOfKey } from '../totp.ts'
import { chrome } from '../visitors.ts'
import {
  excess,
  expectNoFaults,
  inBothThemes,
  small,
  still,
  stopTimers,
  wide,
  widths,
} from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { expect, hydrated, open, test } from './support/test.ts'

const tabs = [
  ['Profile', '/profile'],
  ['Verification', '/profile?tab=verification'],
  ['Settings', '/profile?tab=settings'],
  ['Security', '/profile?tab=security'],
] as const
const today = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: 'short',
  day: '2-digit',
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const picture = (page: Page) =>
  region(page, 'Picture')
    .getByLabel(/picture$/i)
    .and(page.locator('input'))
const tabNav = (page: Page) => page.getByRole('navigation', { name: 'Profile' })

/** A new browser in which somebody has logged in with their password, up to where a code is asked for. */
async function logIn(browser: Browser, site: Site, email: string, scripted: boolean): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: scripted })
  const page = await context.newPage()
  if (scripted) await open(page, '/auth?returnTo=/profile')
  else await page.goto('/auth?returnTo=/profile')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(memberPassword)
  await page.getByRole('button', { name: 'Log in' }).click()
  return page
}

/** Logs somebody in elsewhere, where no page is looked at. */
async function logInElsewhere({ request }: PlaywrightWorkerArgs['playwright'], site: Site, email: string) {
  const elsewhere = new PlainPage(await request.newContext({ baseURL: site.url, userAgent: chrome }))
  await elsewhere.goto('/auth?returnTo=/profile')
  elsewhere.fill('Email', email)
  elsewhere.fill('Password', memberPassword)
  await elsewhere.press('Log in')
  expect(elsewhere.path).toBe('/profile')
  return elsewhere
}

/** Expects that a sign-in elsewhere has ended, and forgets it. */
async function expectSignedOut(elsewhere: PlainPage): Promise<void> {
  await elsewhere.goto('/profile')
  expect(elsewhere.path).toMatch(/^\/auth\?/)
  await elsewhere.request.dispose()
}

const gatedBy = (page: Page, name: string) => ({
  password: region(page, name).getByLabel('Current password', { exact: true }),
  press: (button: string) => region(page, name).getByRole('button', { name: button }).click(),
})

/** Turns two-factor authentication on, with the first code of an app. */
async function turnOnTwoFactor(page: Page) {
  const gate = gatedBy(page, 'Two-factor authentication')
  await gate.password.fill(memberPassword)
  await gate.press('Set up two-factor')
  const key = (await page.locator('.setup-key').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(codeOfKey(key))
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, address: string) => (scripted ? open(page, address) : page.goto(address))

    test('whoever is signed out is led to sign in, and back', inFullRunOnly, async ({ page, site }) => {
      await visit(page, '/profile?tab=security')
      await expect(page).toHaveURL('/auth?returnTo=%2Fprofile%3Ftab%3Dsecurity')
      const member = await withDatabaseOf(site, (db) => createMember(db))
      await page.getByLabel('Email').fill(member.email)
      await page.getByLabel('Password', { exact: true }).fill(memberPassword)
      await page.getByRole('button', { name: 'Log in' }).click()
      await expect(page).toHaveURL('/profile?tab=security')
    })

    test('the four tabs are links, and an unknown one is the first', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/profile?tab=nothing-like-it')
      await expect(tabNav(page).getByRole('link')).toHaveText(tabs.map(([name]) => name))
      await expect(tabNav(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
      for (const [name, address] of [...tabs].reverse()) {
        await tabNav(page).getByRole('link', { name }).click()
        await expect(page).toHaveURL(address)
        await expect(tabNav(page).locator('[aria-current]')).toHaveText(name)
        await expect(page).toHaveTitle(name === 'Profile' ? 'Profile – Muster' : `${name} – Profile – Muster`)
      }
    })

    test('the tabs are reached with the keyboard', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/profile')
      await tabNav(page).getByRole('link', { name: 'Profile' }).focus()
      for (const [name, address] of tabs.slice(1)) {
        await page.keyboard.press('Tab')
        await expect(tabNav(page).getByRole('link', { name })).toBeFocused()
        if (name !== 'Security') continue
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(address)
      }
    })

    // spec: 3.2, 11.1, 61.3, 63.1, 126.2
    test(
      'a profile is saved; what is wrong is said and kept',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        const member = await join(context, site, { firstName: 'Jo', mobile: null, status: null })
        await visit(page, '/profile')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jo Sample')
        await expect(page.locator('.profile-head')).toContainText('Not Started')
        await expect(page.locator('.profile-head')).toContainText(member.email)
        await expect(page.getByLabel('Military relationship')).toHaveValue('1')

        await page.getByLabel('First name').fill('   ')
        await page.getByLabel('Last name').fill('x'.repeat(101))
        await page.getByLabel('Display name').fill('y'.repeat(101))
        await page.getByLabel('Mobile').fill('12')
        await page.getByRole('button', { name: 'Save changes' }).click()
        const summary = page.locator('.summary')
        await expect(summary.getByRole('listitem')).toHaveText([
          'First name is required',
          'Last name too long',
          'Display name too long',
          'Invalid phone number format',
        ])
        await expect(page.getByLabel('Mobile')).toHaveValue('12')
        await expect(page.getByLabel('Mobile')).toHaveAccessibleDescription('Invalid phone number format')
        await expect(summary.getByRole('heading')).toHaveText('There is a problem')
        if (!scripted) await expect(summary).toContainText('Validation Error Please check the form for errors.')
        if (scripted) {
          await expectMessage(page, scripted, 'Validation Error', 'Please check the form for errors.')
          await expect(summary).toBeFocused()
          await expect(page).toHaveTitle('Error: Profile – Muster')
        }
        await summary.getByRole('link', { name: 'Invalid phone number format' }).click()
        await expect(page.getByLabel('Mobile')).toBeFocused()

        await page.getByLabel('Mobile').fill('07700 900 456')
        if (scripted) {
          await expect(page.getByText('Invalid phone number format')).toHaveCount(0)
          await expect(page.getByText('Last name too long').first()).toBeVisible()
        }
        await page.getByLabel('First name').fill('  Robin ')
        await page.getByLabel('Last name').fill('Reed')
        await page.getByLabel('Display name').fill('Rob')
        await page.getByLabel('Email').fill('Robin@Sample.Example')
        await page.getByLabel('Military relationship').selectOption('Reservist')
        await page.getByRole('button', { name: 'Save changes' }).click()
        await expectMessage(page, scripted, 'Profile updated')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rob')
        await expect(page.getByLabel('First name')).toHaveValue('Robin')
        await expect(page.getByLabel('Mobile')).toHaveValue('07700900456')
        await expect(page.getByLabel('Email')).toHaveValue('robin@sample.example')
        await expect(page.locator('.summary')).toHaveCount(0)

        await visit(page, '/profile?tab=settings')
        await expect(region(page, 'Account').locator('dd')).toHaveText([
          member.userId,
          today.format(new Date()),
          today.format(new Date()),
        ])
      },
    )

    // spec: 63.1, 219.2
    test(
      'settings say Never where nothing was changed, and sign out',
      inFullRunOnlyWhen(scripted),
      async ({ page, context, site }) => {
        const member = await join(context, site)
        await visit(page, '/profile?tab=settings')
        await expect(region(page, 'Account').locator('dd')).toHaveText([
          member.userId,
          today.format(new Date()),
          'Never',
        ])
        await region(page, 'Sign out').getByRole('button', { name: 'Sign Out', exact: true }).click()
        await expectMessage(page, scripted, 'Signed out')
        await page.goto('/profile')
        await expect(page).toHaveURL(/\/auth\?/)
      },
    )

    test(
      'a copy of all data is asked for, and the account is deleted by whoever knows its password',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        const member = await join(context, site)
        await visit(page, '/profile?tab=settings')
        await test.step('a copy of all data is asked for', async () => {
          await page.getByRole('button', { name: 'Download all my data' }).click()
          await expectMessage(page, scripted, 'Your data is being collected')
          const copy = region(page, 'Download my data')
          const link = copy.getByRole('link', { name: /^Download the copy from/ })
          // With a script the page turns into the link by itself.
          if (scripted) await expect(link).toBeVisible({ timeout: 30_000 })
          else {
            await expect(async () => {
              await page.reload()
              await expect(link).toBeVisible({ timeout: 1000 })
            }).toPass()
          }
          const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
          expect(file.suggestedFilename()).toBe('muster-data.zip')
        })
        await test.step('the account is deleted by whoever knows its password', async () => {
          const section = region(page, 'Delete my account')
          await section.locator('summary').click()
          await expect(section.locator('.erasure-list li').first()).toBeVisible()
          const leave = async (password: string) => {
            await section.getByLabel('Current password', { exact: true }).fill(password)
            await section.getByRole('button', { name: 'Delete my account for good' }).click()
          }
          await leave('not my password')
          await expect(section.locator('.field .error')).toHaveText(['Your current password is not correct'])
          await leave(memberPassword)
          await expectMessage(page, scripted, 'Account deleted')
          await page.goto('/profile')
          await expect(page).toHaveURL(/\/auth\?/)
          const left = await withDatabaseOf(site, (db) => db.select().from(users).where(eq(users.id, member.userId)))
          expect(left).toEqual([])
        })
      },
    )

    test('the verification tab shows what is true', inFullRunOnly, async ({ page, context, site }) => {
      const member = await join(context, site)
      await visit(page, '/profile?tab=verification')
      await expect(region(page, 'Verification status')).toContainText('Not Started')
      await expect(region(page, 'Service details')).toContainText('Nothing saved yet.')
      await expect(region(page, 'Documents')).toContainText('No verification documents uploaded yet')
      await withDatabaseOf(site, (db) =>
        db.insert(verifications).values({
          profileId: member.userId,
          serviceBranchId: 1,
          militaryRelationshipTypeId: 1,
          serviceNumber: 'D123456X',
        }),
      )
      await page.reload()
      await expect(region(page, 'Service details').locator('dd')).toHaveText(['Veteran', 'Royal Navy', '••••56X'])
      await region(page, 'Verification status').getByRole('link', { name: 'Start Verification' }).click()
      await expect(page).toHaveURL('/verification?step=documents')
    })

    for (const [status, badge] of [
      ['Verified', 'Verified Member'],
      ['In Review', 'In Review'],
      ['Pending', 'Pending'],
      ['Rejected', 'Rejected'],
    ] as const) {
      test(`the badge of a member who is ${status} is a true one`, inFullRunOnly, async ({ page, context, site }) => {
        await join(context, site, { status })
        await visit(page, '/profile')
        await expect(page.locator('.profile-head .badge')).toHaveText(badge)
        await expect(page.locator('.profile-head .badge-green')).toHaveCount(status === 'Verified' ? 1 : 0)
      })
    }

    test('a picture is put up, shown, exchanged and taken away', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/profile')
      const shown = page.locator('.profile-head img.avatar')
      await expect(shown).toHaveCount(0)
      await picture(page).setInputFiles({
        name: 'me.jpg',
        mimeType: 'image/jpeg',
        buffer: await photographWithPlace(),
      })
      if (!scripted) await page.getByRole('button', { name: 'Upload' }).click()
      await expectMessage(page, scripted, 'Success', 'Avatar updated successfully')
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Remove picture' }).click()
      await expectMessage(page, scripted, 'Success', 'Avatar removed successfully')
      await expect(shown).toHaveCount(0)
    })

    test(
      'what is no picture, or too large a one, is refused',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        await visit(page, '/profile')
        const send = async (name: string, mimeType: string, buffer: Buffer) => {
          await picture(page).setInputFiles({ name, mimeType, buffer })
          if (!scripted) await page.getByRole('button', { name: 'Upload' }).click()
        }
        await send('me.png', 'image/png', Buffer.alloc(6 * 1024 * 1024))
        await expectMessage(page, scripted, 'File too large', 'Please upload an image smaller than 5MB')
        await send('letter.pdf', 'application/pdf', Buffer.from('%PDF-1.7'))
        await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
        for (const [name, bytes] of (await notPictures()).slice(0, 3)) {
          await page.goto('/profile')
          if (scripted) await hydrated(page)
          await send(`${name}.png`, 'image/png', bytes)
          await expectMessage(page, scripted, 'Invalid file type', 'Please upload an image file')
        }
        await expect(page.locator('.profile-head img')).toHaveCount(0)
      },
    )

    // spec: 64.1
    test(
      'a password is changed by whoever knows it, and every other sign-in ends',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, playwright, guard }) => {
        guard.expectComplaint(/status of 400/)
        const member = await join(context, site)
        const elsewhere = await logInElsewhere(playwright, site, member.email)
        await visit(page, '/profile?tab=security')
        const form = region(page, 'Password')
        const change = async (current: string, next: string, again: string) => {
          await form.getByLabel('Current password', { exact: true }).fill(current)
          await form.getByLabel('New password', { exact: true }).fill(next)
          await form.getByLabel('Repeat new password', { exact: true }).fill(again)
          await form.getByRole('button', { name: 'Change password' }).click()
        }
        if (scripted) {
          await form.getByRole('button', { name: 'Change password' }).click()
          await expect(form.locator('.summary').getByRole('listitem')).toHaveText([
            'Current password is required',
            'Password must be at least 6 characters',
            'Please confirm your password',
          ])
        }
        await change(memberPassword, '12345', '12345')
        await expect(form.locator('.field .error')).toHaveText(['Password must be at least 6 characters'])
        await change(memberPassword, 'a new password', 'another password')
        await expect(form.locator('.field .error')).toHaveText(["Passwords don't match"])
        await change('not my password', 'a new password', 'a new password')
        await expect(form.locator('.field .error')).toHaveText(['Your current password is not correct'])
        if (!scripted) await expect(form.locator('.summary')).toContainText('Error updating password')
        if (scripted)
          await expectMessage(page, scripted, 'Error updating password', 'Your current password is not correct')
        // No secret comes back with the page.
        expect(await page.content()).not.toContain('not my password')
        await change(memberPassword, 'a new password', 'a new password')
        await expectMessage(page, scripted, 'Password updated', 'Your password has been successfully changed.')
        await expect(form.locator('.summary')).toHaveCount(0)
        await page.reload()
        await expect(page).toHaveURL('/profile?tab=security')
        await expectSignedOut(elsewhere)
      },
    )

    test(
      'a reset link and a new sign-in address are sent by mail',
      inFullRunOnly,
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        await join(context, site)
        await visit(page, '/profile?tab=security')
        await page.getByRole('button', { name: 'Send reset link' }).click()
        await expectMessage(
          page,
          scripted,
          'Password reset email sent',
          'Check your email for the password reset link.',
        )
        const address = region(page, 'Login email')
        const requestChange = async (email: string, password: string) => {
          await address.getByLabel('New email address').fill(email)
          await address.getByLabel('Current password', { exact: true }).fill(password)
          await address.getByRole('button', { name: 'Send confirmation link' }).click()
        }
        await requestChange('new@sample.example', 'not my password')
        await expect(address.locator('.field .error')).toHaveText(['Your current password is not correct'])
        await expect(address.getByLabel('New email address')).toHaveValue('new@sample.example')
        await requestChange('new@sample.example', memberPassword)
        await expectMessage(page, scripted, 'Check your new address', 'We sent a link to new@sample.example.')
        await expect(
          page.locator('.flash').getByRole('link', { name: 'This is a demo: its mail is at /dev/mail' }),
        ).toBeVisible()
        if (!scripted) return
        await test.step('which stands until the page is left', async () => {
          await requestChange('other@sample.example', 'not my password')
          await expect(address.locator('.field .error')).toHaveText(['Your current password is not correct'])
          await expect(page.locator('.flash')).toContainText('Check your new address')
          await page.getByRole('link', { name: 'Settings' }).click()
          await expect(page.getByRole('heading', { name: 'Sign out' })).toBeVisible()
          await page.goBack()
          await expect(address).toBeVisible()
          await expect(page.locator('.flash')).toHaveCount(0)
        })
      },
    )

    test(
      'staff without two-factor authentication are led to it from their pages, and back',
      inFullRunOnly,
      async ({ page, context, site }) => {
        await join(context, site, { role: 'Reviewer', secondFactor: false })
        await visit(page, '/admin')
        await expect(page).toHaveURL('/profile?tab=security&returnTo=%2Fadmin#two-factor')
        await expect(region(page, 'Two-factor authentication')).toContainText('Staff pages need two-factor')
        await turnOnTwoFactor(page)
        await page.getByRole('link', { name: 'I have saved my codes' }).click()
        await expect(page).toHaveURL('/admin')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin')
      },
    )

    // spec: 64.2
    test(
      'two-factor authentication is turned on, used, and turned off',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, browser, guard }) => {
        test.slow()
        guard.expectComplaint(/status of 400/)
        const member = await join(context, site)
        await visit(page, '/profile?tab=security')
        const gate = gatedBy(page, 'Two-factor authentication')
        await expect(region(page, 'Two-factor authentication')).toContainText('Two-factor authentication is off.')
        await gate.password.fill('not my password')
        await gate.press('Set up two-factor')
        await expect(region(page, 'Two-factor authentication').locator('.field .error')).toHaveText([
          'Your current password is not correct',
        ])
        await gate.password.fill(memberPassword)
        await gate.press('Set up two-factor')
        await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
        const key = (await page.locator('.setup-key').textContent()) ?? ''
        const wrong = codeOfKey(key) === '000000' ? '111111' : '000000'
        await page.getByLabel('Code', { exact: true }).fill(wrong)
        await page.getByRole('button', { name: 'Turn on two-factor' }).click()
        await expect(page.locator('.field .error')).toHaveText(['That code is not correct'])
        await expect(page.locator('.setup-key')).toHaveText(key)
        await page.getByLabel('Code', { exact: true }).fill(codeOfKey(key))
        await page.getByRole('button', { name: 'Turn on two-factor' }).click()
        await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
        const codes = await page.locator('.recovery-codes code').allInnerTexts()
        expect(codes).toHaveLength(10)
        await expect(page.getByRole('button', { name: 'Download' })).toBeVisible({ visible: scripted })
        if (scripted) {
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Download' }).click(),
          ])
          expect(file.suggestedFilename()).toBe('muster-recovery-codes.txt')
          await context.grantPermissions(['clipboard-read', 'clipboard-write'])
          await page.getByRole('button', { name: 'Copy' }).click()
          await expectMessage(page, scripted, 'Recovery codes copied')
          expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
        }
        await page.getByRole('link', { name: 'I have saved my codes' }).click()
        await expect(region(page, 'Two-factor authentication')).toContainText('Two-factor authentication is on.')
        await expect(page.locator('.recovery-codes')).toHaveCount(0)
        await expect(region(page, 'Where you are logged in').getByText('This browser', { exact: true })).toHaveCount(1)

        // Every run logs in with a code in tests/e2e/auth.spec.ts.
        if (isFullRun) {
          const other = await logIn(browser, site, member.email, scripted)
          await expect(other.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
          await other.getByLabel('Code', { exact: true }).fill(codeOfKey(key, 1))
          await other.getByRole('button', { name: 'Log in' }).click()
          await expect(other).toHaveURL('/profile')
          await other.context().close()
        }

        await region(page, 'Two-factor authentication').getByText('New recovery codes').click()
        const renewal = page.locator('details', { hasText: 'New recovery codes' })
        await renewal.getByLabel('Current password', { exact: true }).fill(memberPassword)
        await renewal.getByRole('button', { name: 'Get new codes' }).click()
        await expect(page.locator('.recovery-codes code')).toHaveCount(10)
        expect(await page.locator('.recovery-codes code').allInnerTexts()).not.toEqual(codes)
        await page.getByRole('link', { name: 'I have saved my codes' }).click()

        await page.getByText('Turn off two-factor authentication').click()
        const end = page.locator('details', { hasText: 'Turn off two-factor authentication' })
        await end.getByLabel('Current password', { exact: true }).fill('not my password')
        await end.getByRole('button', { name: 'Turn off two-factor' }).click()
        await expect(end.locator('.field .error')).toHaveText(['Your current password is not correct'])
        await end.getByLabel('Current password', { exact: true }).fill(memberPassword)
        await end.getByRole('button', { name: 'Turn off two-factor' }).click()
        await expectMessage(page, scripted, 'Two-factor authentication is off')
        await expect(region(page, 'Two-factor authentication')).toContainText('Two-factor authentication is off.')
        await expect(region(page, 'Where you are logged in').getByText('This browser', { exact: true })).toHaveCount(1)
      },
    )

    test(
      'a sign-in elsewhere is seen and ended; all of them are',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, playwright }) => {
        const member = await join(context, site)
        const other = await logInElsewhere(playwright, site, member.email)
        await visit(page, '/profile?tab=security')
        const list = region(page, 'Where you are logged in')
        await expect(list.getByRole('listitem')).toHaveCount(2)
        await expect(list.getByText('This browser', { exact: true })).toHaveCount(1)
        await list.getByRole('button', { name: /^End the session on Chrome/ }).click()
        await expectMessage(page, scripted, 'Session ended')
        await expect(list.getByRole('listitem')).toHaveCount(1)
        await expectSignedOut(other)

        const third = await logInElsewhere(playwright, site, member.email)
        await page.getByRole('button', { name: 'Sign out everywhere' }).click()
        await expectMessage(page, scripted, 'Signed out', 'You are signed out everywhere.')
        await page.goto('/profile')
        await expect(page).toHaveURL(/\/auth\?/)
        await expectSignedOut(third)
      },
    )

    test('this browser ends its own sign-in', inFullRunOnly, async ({ page, context, site }) => {
      await join(context, site)
      await visit(page, '/profile?tab=security')
      await page.getByRole('button', { name: 'End the session on this browser' }).click()
      await expectMessage(page, scripted, 'Signed out')
    })

    // spec: 60.3
    test(
      'a missing profile is said, with a way to try again',
      bothWaysInFullRun(scripted),
      async ({ page, context, site, guard }) => {
        guard.expectComplaint(/status of 404/)
        await join(context, site, { profile: false })
        await visit(page, '/profile?tab=settings')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Not Found')
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.url().endsWith('/profile?tab=settings')),
          page.getByRole('link', { name: 'Retry' }).click(),
        ])
        expect(answer.status()).toBe(404)
        expect(answer.request().isNavigationRequest()).toBe(true)
      },
    )

    for (const [name, address] of tabs) {
      test(
        `axe finds nothing wrong with ${name}, and it never scrolls sideways`,
        inFullRunOnly,
        async ({ page, context, site }) => {
          test.slow()
          await join(context, site, { status: 'Rejected', lastName: 'Featherstonehaugh-Cholmondeley-Majoribanks' })
          await visit(page, address)
          await expect(tabNav(page).locator('[aria-current]')).toHaveText(name)
          for (const width of widths) {
            await page.setViewportSize({ width, height: 740 })
            if (scripted) await still(page)
            expect.soft(await excess(page), `at ${width}`).toBe(0)
          }
          if (!scripted) await stopTimers(page)
          await expectNoFaults(page, inBothThemes(scripted ? [wide, small] : [small]))
        },
      )
    }
  })
}

// spec: 61.1, 127.1, 183.1, 186.1, 205.3
test('a picture is put up, shown and taken away; one that is refused, or does not arrive, is said to', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/net::ERR_FAILED/)
  await join(context, site)
  await open(page, '/profile')
  const photograph = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photographWithPlace() }
  const send = (file: typeof photograph) => picture(page).setInputFiles(file)
  const shown = page.locator('.profile-head img.avatar')
  await expect(shown).toHaveCount(0)

  await test.step('too large, or no picture', async () => {
    await send({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) })
    await expectMessage(page, true, 'File too large', 'Please upload an image smaller than 5MB')
    await send({ name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
    await expectMessage(page, true, 'Invalid file type', 'Please upload an image file')
  })

  await test.step('a lost connection', async () => {
    await page.route('**/profile/avatar', (route) => route.abort())
    await send(photograph)
    await expectMessage(page, true, 'Upload failed', 'Muster could not be reached. Try again.')
    await page.unroute('**/profile/avatar')
    await expect(shown).toHaveCount(0)
  })

  await test.step('while it is on its way', async () => {
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/profile/avatar', async (route) => {
      await held
      await route.continue()
    })
    await send(photograph)
    await expect(page.getByRole('progressbar', { name: 'Uploading me.jpg' })).toBeVisible()
    arrive()
    await expectMessage(page, true, 'Success', 'Avatar updated successfully')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('taken away', async () => {
    await page.route('**/profile.data*', (route) => route.abort())
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expectMessage(page, true, 'Delete failed', 'Muster could not be reached. Try again.')
    await page.unroute('**/profile.data*')
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expectMessage(page, true, 'Success', 'Avatar removed successfully')
    await expect(shown).toHaveCount(0)
  })

  await test.step('and brought back, where focus is', async () => {
    await expect(page.getByRole('button', { name: 'Undo deleting the picture' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectMessage(page, true, 'Success', 'The picture is back.')
    await expect(shown).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove picture' })).toBeFocused()
  })
})

// spec: world.3.3, world.3.4
test('without a connection each form says what failed as the specification calls it, and what was deleted by hand stays so', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/ERR_INTERNET_DISCONNECTED|Error loading route module|dynamically imported module/)
  const { userId } = await join(context, site)
  await withDatabaseOf(site, (db) => db.update(profiles).set({ displayName: 'Quill' }).where(eq(profiles.id, userId)))
  const toast = page.locator('.toast')
  const unreached = 'Muster could not be reached. Try again.'
  const press = async (button: string, title: string) => {
    await context.setOffline(true)
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
    await expect(toast.locator('.toast-title')).toHaveText(title)
    await expect(toast).toContainText(unreached)
    await context.setOffline(false)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
  }
  await open(page, '/profile')
  await page.getByLabel('Display name').fill('')
  await press('Save changes', 'Error saving changes')
  await expect(page.getByLabel('Display name')).toHaveValue('')
  await open(page, '/profile?tab=settings')
  await press('Sign out everywhere', 'Error signing out')
  await press('Sign Out', 'Error signing out')
  await expect(page).toHaveURL('/profile?tab=settings')
  await open(page, '/cookie-policy')
  await press('Reject non-essential', 'Cookie preferences not saved')
  await expect(page).toHaveURL('/cookie-policy')
  await open(page, '/directory')
  await press('Show the map', 'Map not changed')
})

test('what was typed stays where it is while the server cannot be reached, or will not take so much', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/net::ERR_FAILED|status of 413/)
  await join(context, site)
  await open(page, '/profile')
  const name = page.getByLabel('Display name')
  const save = page.getByRole('button', { name: 'Save changes' })
  await name.fill('Typed by hand')
  await page.route('**/profile.data*', (route) => route.abort())
  await save.click()
  await expectMessage(page, true, 'Error saving changes', 'Muster could not be reached. Try again.')
  await expect(name).toHaveValue('Typed by hand')
  await page.unroute('**/profile.data*')
  await name.evaluate((input: HTMLInputElement) => {
    input.maxLength = 1_000_000
    input.form?.append(Object.assign(document.createElement('input'), { name: 'more', value: 'x'.repeat(200_000) }))
  })
  await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
  await save.click()
  await expectMessage(page, true, 'Error saving changes', 'It is too long. Shorten it and try again.')
  await expect(name).toHaveValue('Typed by hand')
  await page.locator('input[name=more]').evaluate((input) => input.remove())
  await save.click()
  await expectMessage(page, true, 'Profile updated')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed by hand')
})

// spec: 22.3, 60.2, 60.4
test('the four tabs are links, an unknown one is the first, and axe finds nothing wrong with any', async ({
  page,
  context,
  site,
}) => {
  test.slow()
  await join(context, site, { status: 'Rejected', lastName: 'Featherstonehaugh-Cholmondeley-Majoribanks' })
  await open(page, '/profile?tab=nothing-like-it')
  await expect(tabNav(page).getByRole('link')).toHaveText(tabs.map(([name]) => name))
  await expect(tabNav(page).getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')

  await test.step('by keyboard, and with what shows where the parts will stand', async () => {
    const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/profile.data*', async (route) => {
      await held
      await route.continue()
    })
    await tabNav(page).getByRole('link', { name: 'Profile' }).focus()
    for (const [name] of tabs.slice(1)) {
      await page.keyboard.press('Tab')
      await expect(tabNav(page).getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page.locator('.profile-body .loading')).toContainText('Loading...')
    await expect(tabNav(page).locator('[aria-current]')).toHaveText('Security')
    arrive()
    await expect(region(page, 'Password')).toBeVisible()
    await expect(page.locator('.profile-body .loading')).toHaveCount(0)
    await page.unroute('**/profile.data*')
  })

  for (const [name, address] of [...tabs].reverse()) {
    await test.step(name, async () => {
      await page.setViewportSize(wide)
      await tabNav(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
      await expect(tabNav(page).locator('[aria-current]')).toHaveText(name)
      await expect(page).toHaveTitle(name === 'Profile' ? 'Profile – Muster' : `${name} – Profile – Muster`)
      await expectNoFaults(page, inBothThemes([wide, small]))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        await still(page)
        expect.soft(await excess(page), `at ${width}`).toBe(0)
      }
    })
  }
})

test('axe passes errors and two-factor authentication', inFullRunOnly, async ({ page, context, site, guard }) => {
  test.slow()
  guard.expectComplaint(/status of 400/)
  await join(context, site)
  await open(page, '/profile?tab=security')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.locator('.summary')).toBeFocused()
  await expectNoFaults(page, inBothThemes([wide, small]))
  const gate = gatedBy(page, 'Two-factor authentication')
  await gate.password.fill(memberPassword)
  await gate.press('Set up two-factor')
  await expect(page.getByRole('heading', { name: 'Add Muster to your authenticator app' })).toBeFocused()
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.setViewportSize({ width: 320, height: 568 })
  expect(await excess(page)).toBe(0)
  const key = (await page.locator('.setup-key').textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(codeOfKey(key))
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  expect(await excess(page)).toBe(0)
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.getByRole('link', { name: 'I have saved my codes' }).click()
  await page.getByText('Turn off two-factor authentication').click()
  await expectNoFaults(page, inBothThemes([wide, small]))
})
