import { randomUUID } from 'node:crypto'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { linkFromMail } from '../e2e/support/mail.ts'
import { expect, PlainPage, test } from '../e2e/support/plain-page.ts'
import { addCautiousMember, addLink, addMember, lastToken } from '../e2e/support/sign-in.ts'
import { memberPassword as password } from '../factories/members.ts'

// Registering and signing in without a script: what the server says, keeps and leads to.

const anyEmail = () => `new-${randomUUID()}@sample.example`

function fillRegistration(visitor: PlainPage, change: Partial<Record<string, string>> = {}): void {
  const fields = {
    'First name': 'Sam',
    'Last name': 'Sample',
    Email: anyEmail(),
    Mobile: '+44 7700 900123',
    Password: password,
    'Repeat password': password,
    'Your military relationship': 'Veteran',
    ...change,
  }
  for (const [label, value] of Object.entries(fields)) visitor.fill(label, value ?? '')
}

async function logIn(visitor: PlainPage, email: string, secret: string = password): Promise<void> {
  visitor.fill('Email', email)
  visitor.fill('Password', secret)
  await visitor.press('Log in')
}

async function session({ request }: PlainPage): Promise<string | undefined> {
  const { cookies } = await request.storageState()
  return cookies.find(({ name }) => name === 'muster.session_token')?.value
}

async function expectSignedIn(visitor: PlainPage): Promise<void> {
  expect(await session(visitor)).toBeDefined()
  await visitor.goto('/dashboard')
  expect(visitor.path).toBe('/dashboard')
}

/** Forgets who is signed in, as a browser does that is told to forget its cookies. */
async function forgetCookies({ request }: PlainPage): Promise<void> {
  await request.post('/sign-out')
}

// spec: 7.2, 11.1, 32.1, 148.1, 205.1
test('somebody registers, confirms by mail, and signs in again', async ({ visitor, request }) => {
  const email = anyEmail()
  await visitor.goto('/auth?tab=register&returnTo=/verification')
  fillRegistration(visitor, { Email: email })
  await visitor.press('Create account')
  expect(visitor.path).toBe('/auth?sent=confirmation&returnTo=%2Fverification')
  expect(visitor.text('h1')).toBe('Check your email')
  expect(visitor.text('main')).toContain(`We have sent a link to ${email}`)
  expect(visitor.text('.flash')).toBe('Registration successful Please check your email to confirm your account.')

  const first = await linkFromMail(request, email, '/onboarding?token=')
  await logIn(visitor, email)
  expect(visitor.text('.summary')).toContain('Login failed')
  expect(visitor.text('.summary')).toContain('Please check your credentials and try again.')
  await visitor.press('Send the email again')
  expect(visitor.text('.flash')).toContain('If your address still has to be confirmed, a new link is on its way.')
  expect(visitor.text('main')).toContain('If the address still has to be confirmed, we have sent a new link')

  let link = first
  await expect
    .poll(async () => {
      link = await linkFromMail(request, email, '/onboarding?token=')
      return link
    })
    .not.toBe(first)
  await visitor.goto(link)
  expect(visitor.text('h1')).toBe('Confirm your email address')
  expect(visitor.text('main')).toContain(email)
  await visitor.press('Confirm and log in')
  expect(visitor.path).toBe('/verification')

  await forgetCookies(visitor)
  await visitor.goto('/auth?returnTo=/verification')
  await logIn(visitor, email)
  expect(visitor.path).toBe('/verification')
  expect(visitor.text('.flash')).toBe('Login successful Welcome back!')
  await visitor.goto('/auth')
  expect(visitor.path).toBe('/')
})

const mistakes: [label: string, value: string, message: string][] = [
  ['First name', '', 'First name is required'],
  ['First name', 'x'.repeat(101), 'First name too long'],
  ['Last name', '', 'Last name is required'],
  ['Last name', 'x'.repeat(101), 'Last name too long'],
  ['Email', 'sam.example', 'Invalid email address'],
  ['Mobile', '123456', 'Invalid phone number format'],
  ['Password', 'short', 'Password must be at least 6 characters'],
]

// spec: 119.1
test('the register form says every message, keeps what was typed, and gives no password back', async ({ visitor }) => {
  for (const [label, value, message] of mistakes) {
    await visitor.goto('/auth?tab=register')
    fillRegistration(visitor, { [label]: value, ...(label === 'Password' && { 'Repeat password': value }) })
    await visitor.press('Create account')
    expect(visitor.status).toBe(400)
    expect(visitor.text('.summary')).toContain('Validation Error')
    expect(visitor.texts('.summary li')).toEqual([message])
    expect(visitor.value('Mobile')).toBe(label === 'Mobile' ? value : '+44 7700 900123')
    expect(visitor.value('Your military relationship')).toBe('1')
    expect(visitor.value('Password')).toBe('')
    expect(visitor.html).not.toContain(password)
  }
})

// spec: 119.2
test('passwords that differ are said to first', async ({ visitor }) => {
  await visitor.goto('/auth?tab=register')
  fillRegistration(visitor, { 'First name': '', 'Repeat password': 'another password' })
  await visitor.press('Create account')
  expect(visitor.text('.summary')).toContain('Passwords do not match')
})

// spec: 119.3
test('every field of the register form is marked as required', async ({ visitor }) => {
  await visitor.goto('/auth?tab=register')
  const fields = [...visitor.document.querySelectorAll('main input:not([type=hidden]), main select')]
  expect(fields.map((field) => field.hasAttribute('required'))).toEqual(Array.from({ length: 7 }, () => true))
})

test('registering answers the same for an address that is a member already', async ({ visitor, site }) => {
  const { email } = await addMember(site)
  await visitor.goto('/auth?tab=register')
  fillRegistration(visitor, { Email: email })
  await visitor.press('Create account')
  expect(visitor.path).toBe('/auth?sent=confirmation')
  expect(visitor.text('.flash')).toBe('Registration successful Please check your email to confirm your account.')
})

test('a login that failed says so, and what needs a script is hidden without one', async ({ visitor }) => {
  await visitor.goto('/auth')
  expect(visitor.find('.btn.needs-script').getAttribute('aria-label')).toBe('Show password')
  await logIn(visitor, 'nobody@sample.example', 'a wrong one')
  expect(visitor.status).toBe(400)
  expect(visitor.text('.summary')).toContain('Login failed')
  expect(visitor.text('.summary')).toContain('Please check your credentials and try again.')
  expect(visitor.value('Email')).toBe('nobody@sample.example')
  expect(visitor.value('Password')).toBe('')
  expect(visitor.html).not.toContain('a wrong one')
})

// spec: 187.1
test('the login form lets nobody try for ever, and says for how long not', async ({ visitor }) => {
  const email = anyEmail()
  await visitor.goto('/auth')
  for (let count = 0; count < 10; count += 1) {
    await logIn(visitor, email, 'a wrong one')
    expect(visitor.status).toBe(400)
  }
  await logIn(visitor, email)
  expect(visitor.status).toBe(429)
  expect(visitor.text('.summary')).toMatch(/Login failed.*Too many attempts. Wait 1[45] minutes and try again\./)
})

test.describe('where people are led', () => {
  // spec: 22.3, 32.1
  test('is kept across the tabs and the way to a new password', async ({ visitor }) => {
    await visitor.goto('/auth?returnTo=%2Fdirectory%3Fsearch%3Dzest')
    const hrefs = (name: string) =>
      [...visitor.document.querySelectorAll('main a[href]')]
        .filter((link) => link.textContent?.trim() === name)
        .map((link) => link.getAttribute('href'))
    const kept = /returnTo=%2Fdirectory%3Fsearch%3Dzest$/
    for (const name of ['Log in', 'Register', 'Forgot your password?', 'Register, it is free']) {
      expect(hrefs(name), name).toEqual([expect.stringMatching(kept)])
    }
    await visitor.follow('Register', visitor.find('main'))
    expect(visitor.text('h1')).toBe('Join Muster')
    expect(visitor.link('Register', visitor.find('main')).getAttribute('aria-current')).toBe('page')
    expect(hrefs('Log in').length).toBeGreaterThan(0)
    for (const href of hrefs('Log in')) expect(href).toMatch(kept)
  })

  // spec: 32.3
  test('is back to where they were sent from', async ({ visitor, site }) => {
    const { email } = await addMember(site)
    await visitor.goto('/onboarding')
    expect(visitor.path).toBe('/auth?returnTo=%2Fonboarding')
    await logIn(visitor, email)
    expect(visitor.path).toBe('/onboarding')
    await visitor.goto('/auth?returnTo=/verification')
    expect(visitor.path).toBe('/verification')
  })
})

test('a second factor is asked for, and may be the app or a recovery code', async ({ visitor, site }) => {
  const member = await addCautiousMember(site)
  await visitor.goto('/auth?returnTo=/verification')
  await logIn(visitor, member.email)
  expect(visitor.path).toBe('/auth?tab=code&returnTo=%2Fverification')
  expect(visitor.text('h1')).toBe('Enter your code')
  expect(await session(visitor)).toBeUndefined()
  visitor.fill('Code', '000 000')
  await visitor.press('Log in')
  expect(visitor.text('.summary')).toContain('Login failed')
  expect(visitor.text('.summary')).toContain('That code is not correct.')
  visitor.fill('Code', member.code())
  await visitor.press('Log in')
  expect(visitor.path).toBe('/verification')

  await forgetCookies(visitor)
  await visitor.goto('/auth')
  await logIn(visitor, member.email)
  visitor.fill('Code', member.recoveryCodes[0] ?? '')
  await visitor.press('Log in')
  expect(visitor.path).toBe('/')
  await expectSignedIn(visitor)
})

test('a reset link opens its form for whoever is signed in, once', async ({ visitor, site, request }) => {
  const [member, other] = [await addMember(site), await addMember(site)]
  await visitor.goto('/auth')
  await logIn(visitor, other.email)
  expect(visitor.path).toBe('/')
  await request.post('/auth?tab=forgot', { form: { form: 'forgot', email: member.email } })
  const address = `/auth?reset=${await lastToken(site, 'reset', member.email)}`

  await visitor.goto(address)
  expect(visitor.text('h1')).toBe('Choose a new password')
  const change = async (first: string, second: string) => {
    visitor.fill('New password', first)
    visitor.fill('Repeat new password', second)
    await visitor.press('Change password')
  }
  await change('short', 'short')
  expect(visitor.text('.summary h2')).toBe('There is a problem')
  expect(visitor.text('.summary')).toContain('Password must be at least 6 characters')
  await change('another password', 'yet another')
  expect(visitor.text('.summary')).toContain("Passwords don't match")
  await change('another password', 'another password')
  // The other member is still signed in here.
  expect(visitor.path).toBe('/')
  await forgetCookies(visitor)

  await visitor.goto(address)
  expect(visitor.text('h1')).toBe('This link has been used or has expired')
  await visitor.follow('Send a new link')
  expect(visitor.text('h1')).toBe('Forgot your password?')
  await visitor.goto('/auth')
  await logIn(visitor, member.email, 'another password')
  expect(visitor.path).toBe('/')
})

test('a confirmation link that was used leads to the login', async ({ visitor }) => {
  await visitor.goto('/onboarding?token=made-up')
  expect(visitor.path).toBe('/auth')
  expect(visitor.text('.flash')).toBe(
    'This link has been used or has expired Log in, or register again to get a new one.',
  )
})

test.describe('what is no way in', () => {
  test('a session that was set beforehand is not the one after signing in', async ({ playwright, site }) => {
    const { email } = await addMember(site)
    const cookie = { name: 'muster.session_token', value: 'made-up.signature', domain: '127.0.0.1', path: '/' }
    const request = await playwright.request.newContext({
      baseURL: site.url,
      storageState: {
        cookies: [{ ...cookie, expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' }],
        origins: [],
      },
    })
    const visitor = new PlainPage(request)
    await visitor.goto('/auth')
    expect(await session(visitor)).toContain('made-up')
    await logIn(visitor, email)
    expect(visitor.path).toBe('/')
    expect(await session(visitor)).toBeDefined()
    expect(await session(visitor)).not.toContain('made-up')
    await request.dispose()
  })

  test('programs that open the link in a mail do not use it up; in another browser the password confirms', async ({
    visitor,
    request,
    site,
  }) => {
    const { userId } = await addMember(site, { confirmed: false })
    const value = { name: 'Sam Sample', passwordHash: await hashPassword(password) }
    const address = `/onboarding?token=${await addLink(site, 'confirm', userId, value)}`
    await request.head(address, { maxRedirects: 0 })
    for (const _ of [1, 2]) expect((await request.get(address, { maxRedirects: 0 })).status()).toBe(200)
    await visitor.goto(address)
    visitor.fill('Password', 'a wrong one')
    await visitor.press('Confirm and log in')
    expect(visitor.status).toBe(400)
    expect(visitor.text('.summary')).toContain('That is not the password you registered with')
    expect(await session(visitor)).toBeUndefined()
    visitor.fill('Password', password)
    await visitor.press('Confirm and log in')
    expect(visitor.path).toBe('/onboarding')
    expect(await session(visitor)).toBeDefined()
  })

  test('an owner whom a stranger registered drops what was typed', async ({ visitor, site }) => {
    const { userId, email } = await addMember(site, { confirmed: false })
    const value = { name: 'Eve Evil', passwordHash: await hashPassword('the password of eve') }
    await visitor.goto(`/onboarding?token=${await addLink(site, 'confirm', userId, value)}`)
    expect(visitor.texts('summary')).toContain("This wasn't me")
    visitor.fill('First name', 'Olu')
    visitor.fill('Last name', 'Owner')
    visitor.fill('New password', password)
    visitor.fill('Repeat new password', password)
    await visitor.press('Use the new password')
    expect(visitor.text('h1')).toBe('Welcome to Muster, Olu')
    await forgetCookies(visitor)
    await visitor.goto('/auth')
    await logIn(visitor, email)
    expect(visitor.path).toBe('/')
  })

  test('a new sign-in address takes the password where nobody is signed in', async ({ visitor, site }) => {
    const { userId } = await addMember(site)
    const newEmail = anyEmail()
    await visitor.goto(`/auth/address?token=${await addLink(site, 'change-address', userId, { newEmail })}`)
    expect(visitor.text('main')).toContain(newEmail)
    visitor.fill('Password', password)
    await visitor.press('Confirm this email address')
    expect(visitor.path).toBe('/auth')
    expect(visitor.text('.flash')).toBe('Login email changed From now on, log in with the new address.')
    expect(await session(visitor)).toBeUndefined()
    await logIn(visitor, newEmail)
    expect(visitor.path).toBe('/')
  })
})
