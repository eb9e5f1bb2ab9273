import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { serializeRegistrationCookie } from '#app/features/registration/links.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { memberPassword as password } from '../factories/members.ts'
import { excess, expectNoFaults, inBothThemes, small, still, wide, widths } from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { linkFromMail } from './support/mail.ts'
import { signInTo } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { signingSecret } from './support/servers.ts'
import { addCautiousMember, addLink, addMember, lastToken } from './support/sign-in.ts'
import { expect, open, testAsVisitor as test } from './support/test.ts'

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

for (const scripted of [true, false]) {
  test.describe(`${scripted ? 'with' : 'without'} a script`, () => {
    test.use({ javaScriptEnabled: scripted })

    // The same without a script and without a browser is in tests/http/account.spec.ts.
    // spec: 7.2, 11.1, 32.1, 32.4, 138.2, 148.1, 205.1
    test(
      'somebody registers, confirms by mail, and signs in again',
      bothWaysInFullRun(scripted),
      async ({ page, request, guard }) => {
        guard.expectComplaint(/status of 400/)
        const go = (address: string) => (scripted ? open(page, address) : page.goto(address))
        const email = anyEmail()
        await go('/auth?tab=register&returnTo=/verification')
        await fillRegistration(page, { Email: email })
        await page.getByRole('button', { name: 'Create account' }).click()
        await expect(page).toHaveURL('/auth?sent=confirmation&returnTo=%2Fverification')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
        await expect(page.getByText(`We have sent a link to ${email}`)).toBeVisible()
        await expect(page.getByRole('link', { name: 'This is a demo: its mail is at /dev/mail' })).toBeVisible()
        await expectMessage(
          page,
          scripted,
          'Registration successful',
          'Please check your email to confirm your account.',
        )

        const first = await linkFromMail(request, email, '/onboarding?token=')
        await logIn(page, email)
        await expect(summary(page)).toContainText('Login failed')
        await expect(summary(page)).toContainText('Please check your credentials and try again.')
        await page.getByRole('button', { name: 'Send the email again' }).click()
        await expectMessage(
          page,
          scripted,
          'Check your email',
          'If your address still has to be confirmed, a new link is on its way.',
        )

        let link = first
        await expect
          .poll(async () => {
            link = await linkFromMail(request, email, '/onboarding?token=')
            return link
          })
          .not.toBe(first)
        await go(link)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm your email address')
        await expect(page.getByText(email)).toBeVisible()
        await page.getByRole('button', { name: 'Confirm and log in' }).click()
        await expect(page).toHaveURL('/verification')

        await page.context().clearCookies()
        await go('/auth?returnTo=/verification')
        await logIn(page, email)
        await expect(page).toHaveURL('/verification')
        await expectMessage(page, scripted, 'Login successful', 'Welcome back!')
        await page.goto('/auth')
        await expect(page).toHaveURL('/')
      },
    )

    // spec: 151.2, 205.2
    test(
      'somebody who forgot the password chooses a new one by mail',
      inFullRunOnlyWhen(scripted),
      async ({ page, request }) => {
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
      },
    )
  })
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

/** Holds what a form sends until it is released; counts it. */
async function holdSent(page: Page) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = { sent: 0, release }
  await page.route('**/auth.data*', async (route) => {
    if (route.request().method() === 'POST') {
      held.sent += 1
      await released
    }
    await route.continue()
  })
  return held
}

/** Expects a button that is busy to say so and keep the focus, and tries in every way to press it again. */
async function pressAgain(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await expect(button).toBeFocused()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status').filter({ hasText: name })).toBeAttached()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  // Playwright waits for what is disabled; people do not.
  await button.click({ force: true })
}

// spec: 32.2, 119.1, 119.2, 119.3, 189.1
test('the register form says what is wrong, takes it back when it is mended, and is sent once', async ({
  page,
  ask,
}) => {
  const email = anyEmail()
  const held = await holdSent(page)
  const send = page.getByRole('button', { name: 'Create account' })
  const messages = summary(page).getByRole('listitem')
  await open(page, '/auth?tab=register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join Muster')

  await test.step('all that is wrong, in the order of the fields', async () => {
    await send.click()
    const all = [
      'First name is required',
      'Last name is required',
      'Invalid email address',
      'Invalid phone number format',
      'Military relationship type is required',
      'Password must be at least 6 characters',
    ]
    await expect(messages).toHaveText(all)
    await expect(page).toHaveTitle('Error: Register – Muster')
    await expect(page.locator('.toast')).toContainText('Validation ErrorFirst name is required')
    await page.getByLabel('First name').fill('S')
    await expect(messages).toHaveText(all.slice(1))
    await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Your military relationship').selectOption('Veteran')
    await expect(summary(page)).not.toContainText('Military relationship type is required')
    // It is there still, and has the focus again, as what it says is news.
    await send.click()
    await expect(summary(page)).toBeFocused()
  })

  await test.step('first of all that the passwords differ', async () => {
    await fillRegistration(page, { 'First name': '', Email: email, 'Repeat password': 'another password' })
    await send.click()
    await expect(page.locator('.toast')).toContainText('Passwords do not matchPlease make sure both passwords match.')
    await expect(summary(page).getByRole('heading')).toHaveText('There is a problem')
    await expect(summary(page)).toContainText('Passwords do not match')
  })

  await test.step('each by itself, in a toast, above the form and at its field', async () => {
    await fillRegistration(page, { Email: email })
    for (const [label, value, message] of mistakes) {
      const field = page.getByLabel(label, { exact: true })
      const right = await field.inputValue()
      const fill = async (text: string) => {
        await field.fill(text)
        if (label === 'Password') await page.getByLabel('Repeat password', { exact: true }).fill(text)
      }
      await fill(value)
      await send.click()
      await expect(page.locator('.toast')).toContainText(`Validation Error${message}`)
      await expect(summary(page)).toBeFocused()
      await expect(messages).toHaveText([message])
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(RegExp.escape(message)))
      await summary(page).getByRole('link', { name: message }).click()
      await expect(field).toBeFocused()
      await fill(right)
    }
    expect(held.sent, 'what the schema refuses is not sent').toBe(0)
  })

  await test.step('pressed in a hurry, it makes one account and one link', async () => {
    await send.dblclick()
    await pressAgain(page, 'Creating account...')
    expect(held.sent).toBe(1)
    held.release()
    await expect(page).toHaveURL('/auth?sent=confirmation')
    expect(held.sent).toBe(1)
    expect(
      await ask(
        `SELECT count(*)::int AS links FROM auth_tokens t JOIN users u ON t.identifier = 'confirm:' || u.id
         WHERE u.email = $1`,
        [email],
      ),
    ).toEqual([{ links: 1 }])
  })
})

// spec: 32.2, 120.1, 177.1, 187.1, 207.3
test('the login form says what is wrong, and can be used with the keyboard alone', async ({ page, site, guard }) => {
  guard.expectComplaint(/status of 400/)
  const { email } = await addMember(site)
  const held = await holdSent(page)
  await open(page, '/auth')

  await test.step('what is missing', async () => {
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.locator('.toast')).toContainText('Validation ErrorEnter your email address')
    await expect(summary(page).getByRole('listitem')).toHaveText(['Enter your email address', 'Enter your password'])
  })

  await test.step('the password is seen while it is typed', async () => {
    await passwordField(page).fill('secret')
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'text')
    await expect(passwordField(page)).toHaveValue('secret')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(passwordField(page)).toHaveAttribute('type', 'password')
  })

  await test.step('it is sent once, and a login that failed keeps the email and forgets the password', async () => {
    await logIn(page, 'nobody@sample.example', 'a wrong one')
    await pressAgain(page, 'Logging in...')
    expect(held.sent).toBe(1)
    held.release()
    await expect(page.locator('.toast')).toContainText('Login failedPlease check your credentials and try again.')
    expect(held.sent).toBe(1)
    await expect(summary(page)).toBeFocused()
    await expect(summary(page)).toContainText('Please check your credentials and try again.')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@sample.example')
    await expect(passwordField(page)).toHaveValue('')
  })

  await test.step('by keyboard', async () => {
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
})

// What the server says to these is in tests/http/account.spec.ts.
for (const scripted of [true, false]) {
  test.describe(`${scripted ? 'with' : 'without'} a script`, () => {
    test.use({ javaScriptEnabled: scripted })
    const go = (page: Page, address: string) => (scripted ? open(page, address) : page.goto(address))

    test(
      'a second factor is asked for, and may be the app or a recovery code',
      inFullRunOnly,
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
        await expect(summary(page)).toContainText('That code is not correct.')
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
      inFullRunOnly,
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

    test('a confirmation link that was used leads to the login', inFullRunOnly, async ({ page }) => {
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

test.describe('what is no way in', () => {
  for (const scripted of [true, false]) {
    test.describe(scripted ? 'with a script' : 'without a script', () => {
      test.use({ javaScriptEnabled: scripted })

      test('an owner whom a stranger registered drops what was typed', inFullRunOnly, async ({ page, site }) => {
        const { userId, email } = await addMember(site, { confirmed: false })
        const value = { name: 'Eve Evil', passwordHash: await hashPassword('the password of eve') }
        await page.goto(`/onboarding?token=${await addLink(site, 'confirm', userId, value)}`)
        await page.getByText("This wasn't me").click()
        await page.getByLabel('First name').fill('Olu')
        await page.getByLabel('Last name').fill('Owner')
        await page.getByLabel('New password', { exact: true }).fill(password)
        await page.getByLabel('Repeat new password', { exact: true }).fill(password)
        await page.getByRole('button', { name: 'Use the new password' }).click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Muster, Olu')
        await page.context().clearCookies()
        await page.goto('/auth')
        await logIn(page, email)
        await expect(page).toHaveURL('/')
      })

      test(
        'a new sign-in address takes the password where nobody is signed in',
        inFullRunOnly,
        async ({ page, site }) => {
          const { userId } = await addMember(site)
          const newEmail = anyEmail()
          await page.goto(`/auth/address?token=${await addLink(site, 'change-address', userId, { newEmail })}`)
          await expect(page.getByText(newEmail)).toBeVisible()
          await passwordField(page).fill(password)
          await page.getByRole('button', { name: 'Confirm this email address' }).click()
          await expect(page).toHaveURL('/auth')
          await expectMessage(page, scripted, 'Login email changed', 'From now on, log in with the new address.')
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
    {
      name: 'the login after registering',
      address: '/auth?sent=confirmation',
      act: (page) => expect(page.getByText('We have sent a link to the address you gave')).toBeVisible(),
    },
  ]

  const look = async (page: Page, name: string, act: () => Promise<unknown>) =>
    test.step(name, async () => {
      await page.setViewportSize(wide)
      await act()
      await expectNoFaults(page, inBothThemes([wide, small]))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 })
        await still(page)
        expect.soft(await excess(page), `${name} at ${width}`).toBe(0)
      }
    })

  test('axe finds nothing wrong with the screens of whoever is signed out, and they never scroll sideways', async ({
    page,
    request,
    site,
  }) => {
    for (const { name, address } of screens.filter(({ act }) => !act)) await look(page, name, () => open(page, address))
    const { email } = await addMember(site)
    await request.post('/auth?tab=forgot', { form: { form: 'forgot', email } })
    const reset = `/auth?reset=${await lastToken(site, 'reset', email)}`
    await look(page, 'the form for a new password', () => page.goto(reset))
    const cautious = await addCautiousMember(site)
    await look(page, 'the form for a code', async () => {
      await page.goto('/auth')
      await logIn(page, cautious.email)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
    })
    await page.getByLabel('Code').fill(cautious.code())
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/')
  })

  for (const { name, address, act, complaint } of screens.filter((screen) => screen.act)) {
    test(
      `axe finds nothing wrong with ${name}, and it never scrolls sideways`,
      inFullRunOnly,
      async ({ page, guard }) => {
        if (complaint) guard.expectComplaint(complaint)
        await look(page, name, async () => {
          await open(page, address)
          await act?.(page)
        })
      },
    )
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
    const platform = { secret: signingSecret, publicUrl: site.url } as Platform
    const [, cookie = ''] =
      /=([^;]+)/.exec(serializeRegistrationCookie(platform, { linkId: ownLink.slice(0, 36), email: null })) ?? []
    await look(page, 'a registration of somebody else', async () => {
      await page.goto(`/onboarding?token=${otherLink}`)
      await page.getByText("This wasn't me").click()
    })
    const address = `/auth/address?token=${newEmailToken}`
    await look(page, 'a new address, signed out', () => page.goto(address))
    await context.addCookies([{ name: 'muster.registration', value: cookie, url: site.url }])
    await signInTo(context, site, member.userId)
    await look(page, 'a registration of their own', () => page.goto(`/onboarding?token=${ownLink}`))
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('radio').first()).toBeChecked()
    if (isFullRun) await look(page, 'a new address, signed in', () => page.goto(address))
  })

  test(
    'axe finds nothing wrong with an account still to be confirmed',
    inFullRunOnly,
    async ({ page, site, guard }) => {
      guard.expectComplaint(/status of 400/)
      const { email } = await addMember(site, { confirmed: false })
      await look(page, 'an account still to be confirmed', async () => {
        await open(page, '/auth')
        await logIn(page, email)
        await expect(page.getByRole('button', { name: 'Send the email again' })).toBeVisible()
      })
    },
  )
})
