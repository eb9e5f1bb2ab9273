import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { registrationCookie } from '#app/features/account/sign-up-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { memberPassword as password } from '../factories/members.ts'
import { anyIpAddress } from '../visitors.ts'
import { excess, expectNoFaults, inBothThemes, small, still, wide, widths } from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnlyWhen } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { signInTo } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { secretForTests } from './support/servers.ts'
import { addCautiousMember, addLink, addMember, lastToken } from './support/sign-in.ts'
import { test as base, expect, open } from './support/test.ts'

/** Every test is another visitor to the site that believes its proxy. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': anyIpAddress() }),
})

const anyEmail = () => `new-${randomUUID()}@sample.example`
const summary = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('alert')
    .filter({ has: page.getByRole('heading') })
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
const session = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'muster.session_token')

/** What a toast says, or without a script the head of the page. */
async function fillRegistration(page: Page, change: Partial<Record<string, string>> = {}): Promise<void> {
  const fields = {
    'First name': 'Sam',
    'Last name': 'Sample',
    Email: anyEmail(),
    Mobile: '+44 7700 900123',
    Password: password,
    'Repeat password': password,
    ...change,
  }
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value ?? '')
  }
  await page.getByLabel('Your military relationship').selectOption('Veteran')
}

async function logIn(page: Page, email: string, secret: string = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await passwordField(page).fill(secret)
  await page.getByRole('button', { name: 'Log in' }).click()
}

for (const engine of ['pglite', 'postgresql'] as const) {
  for (const scripted of [true, false]) {
    const title = `on ${engine}, ${scripted ? 'with' : 'without'} a script`
    test.describe(title, inFullRunOnlyWhen(engine === 'pglite'), () => {
      test.use({ engine, javaScriptEnabled: scripted })

      // spec: 7.2, 11.1, 32.1, 32.4, 138.2, 148.1, 205.1
      test('somebody registers, confirms by mail, and signs in again', async ({ page, request, guard }) => {
        guard.expectComplaint(/status of 400/)
        const go = (address: string) => (scripted ? open(page, address) : page.goto(address))
        const email = anyEmail()
        await go('/auth?tab=register&returnTo=/verification')
        await fillRegistration(page, { Email: email })
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page).toHaveURL('/auth?sent=confirmation&returnTo=%2Fverification')
        await expect(page.getByText('We have sent a link to the address you gave')).toBeVisible()
        await expectMessage(
          page,
          scripted,
          'Registration successful',
          'Please check your email to confirm your account.',
        )

        const first = await linkFromMail(request, email, '/onboarding?token=')
        await logIn(page, email)
        await expect(summary(page)).toContainText('Login failed')
        await expect(summary(page)).toContainText('Your email address is not confirmed yet.')
        await page.getByRole('button', { name: 'Send the email again' }).click()
        await expectMessage(
          page,
          scripted,
          'Confirmation email sent',
          'Please check your email to confirm your account.',
        )

        let link = first
        await expect
          .poll(async () => {
            link = await linkFromMail(request, email, '/onboarding?token=')
            return link
          })
          .not.toBe(first)
        await go(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your address')
        await expect(page.getByText(email)).toBeVisible()
        await page.getByRole('button', { name: 'Confirm and log in' }).click()
        await expect(page).toHaveURL('/onboarding')
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')

        await page.context().clearCookies()
        await go('/auth?returnTo=/verification')
        await logIn(page, email)
        await expect(page).toHaveURL('/verification')
        await expectMessage(page, scripted, 'Login successful', 'Welcome back!')
        await page.goto('/auth')
        await expect(page).toHaveURL('/')
      })

      // spec: 151.2, 205.2
      test('somebody who forgot the password chooses a new one by mail', async ({ page, request }) => {
        const go = (address: string) => (scripted ? open(page, address) : page.goto(address))
        const email = anyEmail()
        await request.post('/auth?tab=register', {
          form: {
            form: 'register',
            firstName: 'Sam',
            lastName: 'Sample',
            personalEmail: email,
            personalMobile: '07700900123',
            militaryRelationshipTypeId: '1',
            password,
            confirmPassword: password,
          },
        })
        await go('/auth')
        await page.getByRole('link', { name: 'Forgot your password?' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
        await page.getByLabel('Email').fill(email)
        await page.getByRole('button', { name: 'Send reset link' }).click()
        await expectMessage(
          page,
          scripted,
          'Password reset email sent',
          'Check your email for the password reset link.',
        )

        await go(await linkFromMail(request, email, '/auth?reset='))
        await page.getByLabel('New password', { exact: true }).fill('another password')
        await page.getByLabel('Repeat new password', { exact: true }).fill('another password')
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(page).toHaveURL('/auth')
        await expectMessage(page, scripted, 'Password updated', 'Your password has been successfully changed.')
        await logIn(page, email, 'another password')
        await expect(page).toHaveURL('/')
      })
    })
  }
}

const mistakes: [label: string, value: string, message: string][] = [
  ['First name', '', 'First name is required'],
  ['First name', 'x'.repeat(101), 'First name too long'],
  ['Last name', '', 'Last name is required'],
  ['Last name', 'x'.repeat(101), 'Last name too long'],
  ['Email', 'sam.example', 'Invalid email address'],
  ['Mobile', '123456', 'Invalid phone number format'],
  ['Password', 'short', 'Password must be at least 6 characters'],
]

test.describe('the register form', () => {
  // spec: 119.1
  test('says every message by itself, in a toast, above the form and at its field', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (sent) => sent.method() === 'POST' && asked.push(sent.url()))
    await open(page, '/auth?tab=register')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Muster')
    for (const [label, value, message] of mistakes) {
      await fillRegistration(page, {
        [label]: value,
        ...(label === 'Password' && { 'Repeat password': value }),
      })
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.locator('.toast')).toContainText(`Validation Error${message}`)
      await expect(summary(page)).toBeFocused()
      await expect(summary(page).getByRole('listitem')).toHaveText([message])
      const field = page.getByLabel(label, { exact: true })
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
      await summary(page).getByRole('link', { name: message }).click()
      await expect(field).toBeFocused()
    }
    expect(asked, 'what the schema refuses is not sent').toEqual([])
  })

  // spec: 119.3, 189.1
  test('lists all that is wrong in the order of its fields, and takes each back when it is mended', async ({
    page,
  }) => {
    await open(page, '/auth?tab=register')
    await page.getByRole('button', { name: 'Create account' }).click()
    const messages = [
      'First name is required',
      'Last name is required',
      'Invalid email address',
      'Invalid phone number format',
      'Military relationship type is required',
      'Password must be at least 6 characters',
    ]
    await expect(summary(page).getByRole('listitem')).toHaveText(messages)
    await expect(page).toHaveTitle('Error: Register – Muster')
    await expect(page.locator('.toast')).toContainText('Validation ErrorFirst name is required')
    await page.getByLabel('First name').fill('S')
    await expect(summary(page).getByRole('listitem')).toHaveText(messages.slice(1))
    await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Your military relationship').selectOption('Veteran')
    await expect(summary(page)).not.toContainText('Military relationship type is required')
  })

  // spec: 119.2
  test('looks first whether the passwords are the same', async ({ page }) => {
    await open(page, '/auth?tab=register')
    await fillRegistration(page, { 'First name': '', 'Repeat password': 'another password' })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.locator('.toast')).toContainText('Passwords do not matchPlease make sure both passwords match.')
    await expect(summary(page).getByRole('heading')).toHaveText('There is a problem')
    await expect(summary(page)).toContainText('Passwords do not match')
  })

  // spec: 119.3
  test('marks every field as required', async ({ page }) => {
    await page.goto('/auth?tab=register')
    const fields = page.getByRole('main').locator('input:not([type=hidden]), select')
    await expect(fields).toHaveCount(7)
    for (const field of await fields.all()) await expect(field).toHaveAttribute('required', '')
  })

  test('answers the same for an address that is a member already', async ({ page, site }) => {
    const { email } = await addMember(site)
    await open(page, '/auth?tab=register')
    await fillRegistration(page, { Email: email })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/auth?sent=confirmation')
    await expectMessage(page, true, 'Registration successful', 'Please check your email to confirm your account.')
  })

  test('sent twice in a hurry makes one account and one link', async ({ page, ask }) => {
    const email = anyEmail()
    await open(page, '/auth?tab=register')
    await fillRegistration(page, { Email: email })
    await page.getByRole('button', { name: 'Create account' }).dblclick()
    await expect(page).toHaveURL('/auth?sent=confirmation')
    expect(
      await ask(
        `SELECT count(*)::int AS links FROM auth_tokens t JOIN users u ON t.identifier = 'confirm:' || u.id
         WHERE u.email = $1`,
        [email],
      ),
    ).toEqual([{ links: 1 }])
  })
})

test.describe('a form under way', () => {
  for (const { address, idle, busy, fill } of [
    {
      address: '/auth',
      idle: 'Log in',
      busy: 'Logging in...',
      fill: async (page: Page) => {
        await page.getByLabel('Email').fill('nobody@sample.example')
        await passwordField(page).fill(password)
      },
    },
    {
      address: '/auth?tab=register',
      idle: 'Create account',
      busy: 'Creating account...',
      fill: (page: Page) => fillRegistration(page),
    },
  ]) {
    // spec: 32.2
    test(`says '${busy}', keeps its button focused, and is sent once`, async ({ page, guard }) => {
      guard.expectComplaint(/status of 400/)
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      let sent = 0
      await page.route('**/auth.data*', async (route) => {
        if (route.request().method() === 'POST') {
          sent += 1
          await released
        }
        await route.continue()
      })
      await open(page, address)
      await fill(page)
      await page.getByRole('button', { name: idle, exact: true }).click()
      const button = page.getByRole('button', { name: busy, exact: true })
      await expect(button).toBeFocused()
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).toHaveAttribute('aria-busy', 'true')
      await expect(page.getByRole('status').filter({ hasText: busy })).toBeAttached()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      // Playwright waits for what is disabled; people do not.
      await button.click({ force: true })
      expect(sent).toBe(1)
      release()
      await expect(button).toHaveCount(0)
      expect(sent).toBe(1)
    })
  }
})

test.describe('the login form', () => {
  // spec: 120.1, 207.3
  test('says what is missing', async ({ page }) => {
    await open(page, '/auth')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.locator('.toast')).toContainText('Validation ErrorEmail is required')
    await expect(summary(page).getByRole('listitem')).toHaveText(['Email is required', 'Password is required'])
  })

  // spec: 177.1, 187.1
  test('says that a login failed, keeps the email and forgets the password', async ({ page, guard }) => {
    guard.expectComplaint(/status of 400/)
    await open(page, '/auth')
    await logIn(page, 'nobody@sample.example', 'a wrong one')
    await expect(page.locator('.toast')).toContainText('Login failedPlease check your credentials and try again.')
    await expect(summary(page)).toBeFocused()
    await expect(summary(page)).toContainText('Please check your credentials and try again.')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@sample.example')
    await expect(passwordField(page)).toHaveValue('')
  })

  test('lets the password be seen while it is typed', async ({ page }) => {
    await open(page, '/auth')
    await passwordField(page).fill('secret')
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await expect(passwordField(page)).toHaveValue('secret')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })

  test('can be used with the keyboard alone', async ({ page, site }) => {
    const { email } = await addMember(site)
    await open(page, '/auth')
    await page.getByRole('main').getByRole('link', { name: 'Register', exact: true }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.type(email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    expect(await session(page)).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  // spec: 187.1
  test('lets nobody try for ever, and says for how long not', async ({ page, request, guard }) => {
    guard.expectComplaint(/status of 429/)
    const email = anyEmail()
    for (let count = 0; count < 10; count += 1) {
      const answer = await request.post('/auth', { form: { form: 'login', email, password: 'a wrong one' } })
      expect(answer.status()).toBe(400)
    }
    await open(page, '/auth')
    await logIn(page, email)
    const message = /Login failedToo many tries\. Please wait 1[45] minutes and try again\./
    await expect(page.locator('.toast')).toContainText(message)
    await expect(summary(page)).toContainText(/Too many tries\. Please wait 1[45] minutes and try again\./)
  })

  test('answers an account still to be confirmed like a wrong password, unless the password is right', async ({
    page,
    site,
    guard,
  }) => {
    guard.expectComplaint(/status of 400/)
    const { email } = await addMember(site, { confirmed: false })
    await open(page, '/auth')
    await logIn(page, email, 'a wrong one')
    await expect(summary(page)).toContainText('Please check your credentials and try again.')
    await expect(page.getByRole('button', { name: 'Send the email again' })).toHaveCount(0)
    await logIn(page, email)
    await expect(summary(page)).toContainText('Your email address is not confirmed yet.')
    await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible()
  })
})

test.describe('where people are led', () => {
  // spec: 22.3, 32.1
  test('is kept across the tabs and the way to a new password', async ({ page }) => {
    await open(page, '/auth?returnTo=%2Fdirectory%3Fsearch%3Dzest')
    const main = page.getByRole('main')
    const kept = /returnTo=%2Fdirectory%3Fsearch%3Dzest$/
    for (const name of ['Log in', 'Register', 'Forgot your password?', 'Register, it is free']) {
      await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', kept)
    }
    await main.getByRole('link', { name: 'Register', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Muster')
    await expect(main.getByRole('link', { name: 'Register', exact: true })).toHaveAttribute('aria-current', 'page')
    for (const link of await main.getByRole('link', { name: 'Log in' }).all()) {
      await expect(link).toHaveAttribute('href', kept)
    }
  })

  // spec: 32.3
  test('is back to where they were sent from', async ({ page, site }) => {
    const { email } = await addMember(site)
    await open(page, '/onboarding')
    await expect(page).toHaveURL('/auth?returnTo=%2Fonboarding')
    await logIn(page, email)
    await expect(page).toHaveURL('/onboarding')
    await page.goto('/auth?returnTo=/verification')
    await expect(page).toHaveURL('/verification')
  })

  // spec: 32.3
  test('is never another site', async ({ page, site }) => {
    const { email } = await addMember(site)
    const address = `/auth?${new URLSearchParams({ returnTo: '//evil.example' })}`
    await open(page, address)
    await logIn(page, email)
    await expect(page).toHaveURL('/')
    await page.goto(address)
    await expect(page).toHaveURL('/')
  })
})

for (const scripted of [true, false]) {
  test.describe(`${scripted ? 'with' : 'without'} a script`, () => {
    test.use({ javaScriptEnabled: scripted })
    const go = (page: Page, address: string) => (scripted ? open(page, address) : page.goto(address))

    test(
      'a second factor is asked for, and may be the app or a recovery code',
      bothWaysInFullRun(scripted),
      async ({ page, site, guard }) => {
        guard.expectComplaint(/status of 400/)
        const member = await addCautiousMember(site)
        await go(page, '/auth?returnTo=/verification')
        await logIn(page, member.email)
        await expect(page).toHaveURL('/auth?tab=code&returnTo=%2Fverification')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
        expect(await session(page)).toBeUndefined()
        await page.getByLabel('Code').fill('000 000')
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(summary(page)).toContainText('Login failed')
        await expect(summary(page)).toContainText('That code is not right.')
        await page.getByLabel('Code').fill(member.code())
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(page).toHaveURL('/verification')

        await page.context().clearCookies()
        await go(page, '/auth')
        await logIn(page, member.email)
        await page.getByLabel('Code').fill(member.recoveryCodes[0] ?? '')
        await page.getByRole('button', { name: 'Log in' }).click()
        await expect(page).toHaveURL('/')
      },
    )

    test(
      'a reset link opens its form for whoever is signed in, once',
      bothWaysInFullRun(scripted),
      async ({ page, site, request, guard }) => {
        guard.expectComplaint(/status of 400/)
        const [member, other] = [await addMember(site), await addMember(site)]
        await go(page, '/auth')
        await logIn(page, other.email)
        await expect(page).toHaveURL('/')
        await request.post('/auth?tab=forgot', { form: { form: 'forgot', email: member.email } })
        const address = `/auth?reset=${await lastToken(site, 'reset', member.email)}`

        await go(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
        const fill = async (first: string, second: string) => {
          await page.getByLabel('New password', { exact: true }).fill(first)
          await page.getByLabel('Repeat new password', { exact: true }).fill(second)
          await page.getByRole('button', { name: 'Change password' }).click()
        }
        await fill('short', 'short')
        await expect(summary(page).getByRole('heading')).toHaveText('There is a problem')
        await expect(summary(page)).toContainText('Password must be at least 6 characters')
        await fill('another password', 'yet another')
        await expect(summary(page)).toContainText("Passwords don't match")
        await fill('another password', 'another password')
        // The other member is still signed in here.
        await expect(page).toHaveURL('/')
        await page.context().clearCookies()

        await go(page, address)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has been used or has expired')
        await page.getByRole('link', { name: 'Send a new link' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
        await go(page, '/auth')
        await logIn(page, member.email, 'another password')
        await expect(page).toHaveURL('/')
      },
    )

    test('a confirmation link that was used leads to the login', bothWaysInFullRun(scripted), async ({ page }) => {
      await go(page, '/onboarding?token=made-up')
      await expect(page).toHaveURL('/auth')
      await expectMessage(
        page,
        scripted,
        'This link has been used or has expired',
        'Log in, or register again to get a new one.',
      )
    })
  })
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  // spec: 119.1
  test('the server says every message, keeps what was typed, and gives no password back', async ({ page, guard }) => {
    guard.expectComplaint(/status of 400/)
    for (const [label, value, message] of mistakes) {
      await page.goto('/auth?tab=register')
      // The browser's own checks stand before the server's; whoever goes around them meets those.
      await page
        .getByRole('main')
        .locator('form')
        .evaluate((form: HTMLFormElement) => {
          form.noValidate = true
        })
      await fillRegistration(page, {
        [label]: value,
        ...(label === 'Password' && { 'Repeat password': value }),
      })
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(summary(page)).toContainText('Validation Error')
      await expect(summary(page).getByRole('listitem')).toHaveText([message])
      const mobile = label === 'Mobile' ? value : '+44 7700 900123'
      await expect(page.getByLabel('Mobile')).toHaveValue(mobile)
      await expect(page.getByLabel('Your military relationship')).toHaveValue('1')
      await expect(passwordField(page)).toHaveValue('')
      expect(await page.content()).not.toContain(password)
    }
  })

  test('passwords that differ are said to first', async ({ page, guard }) => {
    guard.expectComplaint(/status of 400/)
    await page.goto('/auth?tab=register')
    await fillRegistration(page, { 'Repeat password': 'another password' })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(summary(page)).toContainText('Passwords do not match')
  })

  test('a login that failed says so; only what needs no script is offered', async ({ page, guard }) => {
    guard.expectComplaint(/status of 400/)
    await page.goto('/auth')
    await expect(page.getByRole('button', { name: 'Show password' })).toHaveCount(0)
    await logIn(page, 'nobody@sample.example', 'a wrong one')
    await expect(summary(page)).toContainText('Login failed')
    await expect(summary(page)).toContainText('Please check your credentials and try again.')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@sample.example')
    await expect(passwordField(page)).toHaveValue('')
    expect(await page.content()).not.toContain('a wrong one')
  })
})

test.describe('what is no way in', () => {
  test('a session that was set beforehand is not the one after signing in', async ({ page, context, site }) => {
    const { email } = await addMember(site)
    await context.addCookies([{ name: 'muster.session_token', value: 'made-up.signature', url: site.url }])
    await open(page, '/auth')
    await logIn(page, email)
    await expect(page).toHaveURL('/')
    expect((await session(page))?.value).not.toContain('made-up')
  })

  test('programs that open the link in a mail do not use it up; in another browser the password confirms', async ({
    page,
    request,
    site,
    guard,
  }) => {
    guard.expectComplaint(/status of 400/)
    const { userId } = await addMember(site, { confirmed: false })
    const value = { name: 'Sam Sample', passwordHash: await hashPassword(password) }
    const address = `/onboarding?token=${await addLink(site, 'confirm', userId, value)}`
    await request.head(address, { maxRedirects: 0 })
    for (const _ of [1, 2]) expect((await request.get(address, { maxRedirects: 0 })).status()).toBe(200)
    await open(page, address)
    await passwordField(page).fill('a wrong one')
    await page.getByRole('button', { name: 'Confirm and log in' }).click()
    await expect(summary(page)).toContainText('That is not the password of this registration')
    expect(await session(page)).toBeUndefined()
    await passwordField(page).fill(password)
    await page.getByRole('button', { name: 'Confirm and log in' }).click()
    await expect(page).toHaveURL('/onboarding')
    expect(await session(page)).toBeDefined()
  })

  for (const scripted of [true, false]) {
    test.describe(scripted ? 'with a script' : 'without a script', () => {
      test.use({ javaScriptEnabled: scripted })

      test(
        'an owner whom a stranger registered drops what was typed',
        bothWaysInFullRun(scripted),
        async ({ page, site }) => {
          const { userId, email } = await addMember(site, { confirmed: false })
          const value = { name: 'Eve Evil', passwordHash: await hashPassword('the password of eve') }
          await page.goto(`/onboarding?token=${await addLink(site, 'confirm', userId, value)}`)
          await page.getByText('I did not type this').click()
          await page.getByLabel('First name').fill('Olu')
          await page.getByLabel('Last name').fill('Owner')
          await page.getByLabel('My own password', { exact: true }).fill(password)
          await page.getByLabel('Repeat my own password', { exact: true }).fill(password)
          await page.getByRole('button', { name: 'Use my own password' }).click()
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Muster, Olu')
          await page.context().clearCookies()
          await page.goto('/auth')
          await logIn(page, email)
          await expect(page).toHaveURL('/')
        },
      )

      test(
        'a new sign-in address takes the password where nobody is signed in',
        bothWaysInFullRun(scripted),
        async ({ page, site }) => {
          const { userId } = await addMember(site)
          const newEmail = anyEmail()
          await page.goto(`/auth/address?token=${await addLink(site, 'change-address', userId, { newEmail })}`)
          await expect(page.getByText(newEmail)).toBeVisible()
          await passwordField(page).fill(password)
          await page.getByRole('button', { name: 'Confirm this address' }).click()
          await expect(page).toHaveURL('/auth')
          await expectMessage(page, scripted, 'Sign-in address changed', 'From now on, log in with the new address.')
          expect(await session(page)).toBeUndefined()
          await logIn(page, newEmail)
          await expect(page).toHaveURL('/')
        },
      )
    })
  }
})

test.describe('looked at', () => {
  test.slow()

  interface Screen {
    name: string
    address: string
    /** What to do first, for another state of the screen. Only the full run checks those. */
    act?: (page: Page) => Promise<void>
    complaint?: RegExp
  }

  const screens: Screen[] = [
    { name: 'the login', address: '/auth' },
    { name: 'the register form', address: '/auth?tab=register' },
    {
      name: 'the register form with everything wrong',
      address: '/auth?tab=register',
      act: async (page) => {
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(summary(page)).toBeVisible()
      },
    },
    {
      name: 'a login that failed',
      address: '/auth',
      complaint: /status of 400/,
      act: async (page) => {
        await logIn(page, 'nobody@sample.example', 'a wrong one')
        await expect(summary(page)).toBeVisible()
      },
    },
    { name: 'the way to a new password', address: '/auth?tab=forgot' },
    { name: 'a reset link that ran out', address: '/auth?reset=made-up' },
    { name: 'the login after registering', address: '/auth?sent=confirmation' },
  ]

  for (const { name, address, act, complaint } of screens) {
    const title = `axe finds nothing wrong with ${name}, and it never scrolls sideways`
    test(title, inFullRunOnlyWhen(act !== undefined), async ({ page, guard }) => {
      if (complaint) guard.expectComplaint(complaint)
      await open(page, address)
      await act?.(page)
      await expectNoFaults(page, inBothThemes([wide, small]))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        await still(page)
        expect.soft(await excess(page), `at ${width}`).toBe(0)
      }
    })
  }

  test('axe finds nothing wrong with the pages that links to confirm open', async ({ page, context, site }) => {
    const { userId } = await addMember(site, { confirmed: false, status: 'In Review', mobile: null })
    const remembered = {
      firstName: 'Bartholomew-Maximilian',
      lastName: 'Featherstonehaugh',
      personalEmail: 'sam@sample.example',
      personalMobile: '+447700900123',
      militaryRelationshipTypeId: 1,
    }
    const ownLink = await addLink(site, 'confirm', userId, {
      name: 'Bartholomew-Maximilian Featherstonehaugh',
      remembered,
    })
    const { userId: other } = await addMember(site, { confirmed: false })
    const otherLink = await addLink(site, 'confirm', other, { name: 'Sam Sample' })
    const member = await addMember(site)
    const newEmailToken = await addLink(site, 'change-address', member.userId, { newEmail: anyEmail() })
    const platform = { secret: secretForTests, publicUrl: site.url } as Platform
    const [, cookie = ''] = /=([^;]+)/.exec(registrationCookie(platform, ownLink.slice(0, 36))) ?? []
    const look = async (path: string, act = async () => {}) => {
      await open(page, path)
      await act()
      await expectNoFaults(page, inBothThemes([wide, small]))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        await still(page)
        expect.soft(await excess(page), `${path} at ${width}`).toBe(0)
      }
    }
    await look(`/onboarding?token=${otherLink}`, () => page.getByText('I did not type this').click())
    await look(`/auth/address?token=${newEmailToken}`)
    await context.addCookies([{ name: 'muster.registration', value: cookie, url: site.url }])
    await signInTo(context, site, member.userId)
    await look(`/onboarding?token=${ownLink}`)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('radio').first()).toBeChecked()
    await look(`/auth/address?token=${newEmailToken}`)
  })

  test('axe finds nothing wrong with the form for a new password', async ({ page, request, site }) => {
    const { email } = await addMember(site)
    await request.post('/auth?tab=forgot', { form: { form: 'forgot', email } })
    await open(page, `/auth?reset=${await lastToken(site, 'reset', email)}`)
    await expectNoFaults(page, inBothThemes([wide, small]))
  })

  test('axe finds nothing wrong with the form for a code, nor with an account still to be confirmed', async ({
    page,
    site,
    guard,
  }) => {
    guard.expectComplaint(/status of 400/)
    const { email } = await addMember(site, { confirmed: false })
    await open(page, '/auth')
    await logIn(page, email)
    await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible()
    await expectNoFaults(page, inBothThemes([wide, small]))
    const cautious = await addCautiousMember(site)
    await logIn(page, cautious.email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
    await expectNoFaults(page, inBothThemes([wide, small]))
  })
})
