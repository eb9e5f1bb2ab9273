import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { deriveEmailLinkToken } from '#app/features/account/token-service.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { requestCounts } from '#app/platform/.server/database/tables.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember, memberPassword as password } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { countHashings } from '#tests/quick-password-hash.ts'
import { anyIpAddress } from '#tests/visitors.ts'
import { type AuthFormRefusal, handleAuthPageForm } from './auth.actions.server.ts'

interface Options {
  platform?: Platform
  query?: string
  cookie?: string
}

function send(body: BodyInit, { platform: own = platform, query = '', cookie = '' }: Options = {}) {
  const context = new RouterContextProvider()
  context.set(platformContext, own)
  context.set(requestContext, { id: 'test', nonce: '', clientIp: anyIpAddress(), publicUrl: own.publicUrl })
  const url = `http://muster.example/auth${query}`
  return handleAuthPageForm(new Request(url, { method: 'POST', body, headers: { Cookie: cookie } }), context)
}

/** Sends a form that is to come back; gives the answer and its status. */
async function refused(
  fields: Record<string, string>,
  options?: Options,
): Promise<AuthFormRefusal & { status: number }> {
  const answer = await send(new URLSearchParams(fields), options)
  if (answer instanceof Response) throw new Error(`it leads to ${answer.headers.get('Location')}`)
  return { ...(answer.data as AuthFormRefusal), status: answer.init?.status ?? 200 }
}

/** Sends a form that is to lead on. */
async function taken(fields: Record<string, string>, options?: Options): Promise<{ to: string; headers: Headers }> {
  const answer = await send(new URLSearchParams(fields), options)
  if (!(answer instanceof Response)) throw new Error(`it came back: ${JSON.stringify(answer.data)}`)
  return { to: answer.headers.get('Location') ?? '', headers: answer.headers }
}

const registration = {
  form: 'register',
  firstName: 'Sam',
  lastName: 'Sample',
  personalEmail: 'sam@sample.example',
  personalMobile: '07700900123',
  militaryRelationshipTypeId: '1',
  password: 'a password for tests',
  confirmPassword: 'a password for tests',
}

describe('what was typed comes back, but no secret', () => {
  // spec: 187.1, 207.1
  test('when a sign-in is refused', async () => {
    const answer = await refused({ form: 'login', email: 'sam@sample.example', password: 'a wrong one' })
    expect(answer).toMatchObject({
      form: 'login',
      status: 400,
      toast: { title: 'Login failed', description: 'Please check your credentials and try again.' },
      result: {
        initialValue: { email: 'sam@sample.example' },
        error: { '': ['Please check your credentials and try again.'] },
      },
    })
    expect(JSON.stringify(answer)).not.toContain('a wrong one')
  })

  // spec: hold.10.1
  test('when any login fails: one answer, whoever the address belongs to, and however often', {
    timeout: 60_000,
  }, async () => {
    const member = await createMember(platform.db)
    const unconfirmed = await createMember(platform.db, { confirmed: false })
    const imported = 'imported@sample.example'
    await platform.db.insert(users).values({ name: 'Sam Sample', email: imported })
    const byStranger = { ...registration, personalEmail: 'registered-by-a-stranger@sample.example' }
    await taken(byStranger)
    const memberRegisteredAgain = { ...registration, personalEmail: (await createMember(platform.db)).email }
    await taken(memberRegisteredAgain)
    const failing = [
      { email: 'nobody-whatsoever@sample.example', password: 'a wrong one' },
      { email: member.email, password: 'a wrong one' },
      { email: unconfirmed.email, password: 'a wrong one' },
      { email: unconfirmed.email, password },
      { email: imported, password: 'a wrong one' },
      { email: byStranger.personalEmail, password: byStranger.password },
      { email: memberRegisteredAgain.personalEmail, password: memberRegisteredAgain.password },
    ]
    const answers = new Set<string>()
    for (const credentials of failing) {
      const ask = () => refused({ form: 'login', ...credentials })
      expect(await countHashings(ask), credentials.email).toBe(1)
      const { resend, ...answer } = await ask()
      expect(answer).toMatchObject({
        status: 400,
        toast: { title: 'Login failed', description: 'Please check your credentials and try again.' },
      })
      answers.add(JSON.stringify(answer).replaceAll(credentials.email, 'the address'))
      expect(resend).toEqual({ email: credentials.email, proof: expect.stringMatching(/^\d{13}\.[\w-]{43}$/) })
      let tries = 2
      while ((await ask()).status === 400) tries += 1
      expect(tries, credentials.email).toBe(10)
      // Each counts for the address that it came from, too.
      expect(await platform.db.$count(requestCounts, eq(requestCounts.count, 0)), credentials.email).toBe(0)
      await platform.db.delete(requestCounts)
    }
    expect(answers.size).toBe(1)
  })

  // spec: hold.10.2
  test('when the confirmation is asked for again: one answer, whether anybody waits for it', async () => {
    const member = await createMember(platform.db)
    const waiting = await createMember(platform.db, { confirmed: false })
    const answers = []
    for (const email of [member.email, waiting.email, 'nobody-whatsoever@sample.example']) {
      const { to, headers } = await taken(
        { form: 'resend', email, resend: 'made up' },
        { query: '?returnTo=/directory' },
      )
      const cookies = headers.getSetCookie()
      answers.push([
        to,
        await parseFlashCookie(cookies.join('; ')),
        cookies.map((cookie) => cookie.replace(/=[^;]*/, '')),
      ])
    }
    expect(answers[0]).toEqual([
      '/auth?sent=again&returnTo=%2Fdirectory',
      {
        title: 'Check your email',
        description: 'If your address still has to be confirmed, a new link is on its way.',
      },
      expect.any(Array),
    ])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('when a registration is not as it should be', async () => {
    const answer = await refused({ ...registration, personalMobile: '123', confirmPassword: 'another password' })
    expect(answer).toMatchObject({
      form: 'register',
      status: 400,
      toast: { title: 'Passwords do not match', description: 'Please make sure both passwords match.' },
      result: {
        initialValue: { firstName: 'Sam', personalMobile: '123' },
        error: {
          personalMobile: ['Invalid phone number format'],
          confirmPassword: ['Passwords do not match'],
        },
      },
    })
    expect(JSON.stringify(answer)).not.toMatch(/a password for tests|another password/)
  })

  test('when a new password is not as it should be', async () => {
    const answer = await refused({ form: 'reset', newPassword: 'first one', confirmPassword: 'second one' })
    expect(answer).toMatchObject({ toast: { title: 'Validation Error', description: "Passwords don't match" } })
    expect(JSON.stringify(answer)).not.toMatch(/first one|second one/)
  })
})

test.each([
  [{ ...registration, password: '123456', confirmPassword: '123456' }, 'password'],
  [{ form: 'reset', newPassword: 'Liverpool', confirmPassword: 'Liverpool' }, 'newPassword'],
])('a common password is not taken: %j', async (fields, field) => {
  const description = 'This password is too common. Choose another.'
  expect(await refused(fields)).toMatchObject({
    status: 400,
    toast: { title: 'Validation Error', description },
    result: { error: { [field]: [description] } },
  })
})

describe('where it leads', () => {
  // spec: 32.3
  test.each([
    ['', '/'],
    ['?returnTo=/directory?search=a%26b', '/directory?search=a&b'],
    ['?returnTo=//evil.example', '/'],
    ['?returnTo=/%5Cevil.example', '/'],
    ['?returnTo=%5C%5Cevil.example', '/'],
    ['?returnTo=https://evil.example/', '/'],
    ['?returnTo=https:evil.example', '/'],
    ['?returnTo=javascript:alert(1)', '/'],
    ['?returnTo=/.//evil.example', '/'],
    ['?returnTo=/%09/evil.example', '/'],
    ['?returnTo=%20//evil.example', '/'],
    ['?returnTo=/a%0d%0aSet-Cookie:x=y', '/aSet-Cookie:x=y'],
  ])('after signing in with %j is %j', async (query, to) => {
    const { email } = await createMember(platform.db)
    expect((await taken({ form: 'login', email, password }, { query })).to).toBe(to)
  })

  // spec: 205.1
  test('after registering is the login, with the way back kept', async () => {
    const { to, headers } = await taken(registration, { query: '?tab=register&returnTo=/directory' })
    expect(to).toBe('/auth?sent=confirmation&returnTo=%2Fdirectory')
    expect(await parseFlashCookie(headers.getSetCookie().join('; '))).toEqual({
      title: 'Registration successful',
      description: 'Please check your email to confirm your account.',
    })
  })
})

describe('the email of a registration', () => {
  test('is sent again from the browser that registered, which is shown the same page again', async () => {
    const { headers } = await taken({ ...registration, personalEmail: 'again@sample.example' })
    const cookie = headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const { to } = await taken({ form: 'send-again' }, { cookie, query: '?sent=confirmation&returnTo=/verification' })
    expect(to).toBe('/auth?sent=confirmation&returnTo=%2Fverification')
  })

  test('is not sent again from any other', async () => {
    const { to, headers } = await taken({ form: 'send-again' })
    expect(to).toBe('/auth')
    expect(await parseFlashCookie(headers.getSetCookie().join('; '))).toMatchObject({
      title: 'Email not sent',
      bad: true,
    })
  })
})

describe('a service that fails', () => {
  const failing = new Proxy({} as Platform['db'], {
    get: () => () => {
      throw new Error('the database is gone')
    },
  })

  // spec: 188.1
  test.each([
    [{ form: 'login', email: 'sam@sample.example', password: 'x' }, 'Login failed'],
    [{ ...registration }, 'Registration failed'],
    [{ form: 'resend', email: 'sam@sample.example', resend: 'proof' }, 'Email not sent'],
  ])('is told in words: %j', async (fields, title) => {
    const answer = await refused(fields as unknown as Record<string, string>, {
      platform: { ...platform, db: failing },
    })
    expect(answer).toMatchObject({
      status: 500,
      toast: { title, description: 'Something went wrong. Please try again.' },
      result: { error: { '': ['Something went wrong. Please try again.'] } },
    })
    expect(JSON.stringify(answer)).not.toMatch(/the database is gone|a password for tests/)
  })

  // spec: 193.1
  test('is told in the words for a reset link', async () => {
    const answer = await refused(
      { form: 'forgot', email: 'sam@sample.example' },
      { platform: { ...platform, db: failing } },
    )
    expect(answer).toMatchObject({
      form: 'forgot',
      status: 500,
      toast: { title: 'Error', description: 'Failed to send reset email. Please try again.' },
      result: { initialValue: { email: 'sam@sample.example' } },
    })
  })

  // spec: 192.1
  test('is told in the words for a new password', async () => {
    const token = deriveEmailLinkToken(platform.secret, 'reset', '00000000-0000-4000-8000-000000000000')
    const answer = await refused(
      { form: 'reset', newPassword: 'a new one', confirmPassword: 'a new one' },
      { platform: { ...platform, db: failing }, query: `?reset=${token}` },
    )
    expect(answer).toMatchObject({
      status: 500,
      toast: { title: 'Error updating password', description: 'Failed to update password. Please try again.' },
    })
  })
})

describe('what no form of ours sends', () => {
  test('is refused when it is no form, or none of this page', async () => {
    for (const body of ['{"form":"login"}', new URLSearchParams({ form: 'constructor' }), new URLSearchParams()]) {
      await expect(send(body)).rejects.toMatchObject({ init: { status: 400 } })
    }
  })

  test('is not looked at beside what the form has', async () => {
    const fields = {
      form: 'login',
      email: 'sam@sample.example',
      password: 'a wrong one',
      'email[999999999]': 'x',
      'a.b[4000000000].c': 'x',
      '__proto__.polluted': 'x',
      __intent__: '{',
      role: 'Admin',
    }
    const before = process.cpuUsage()
    const answer = await refused(fields)
    const { user, system } = process.cpuUsage(before)
    expect(answer.toast?.title).toBe('Login failed')
    expect(answer.result?.initialValue).toEqual({ email: 'sam@sample.example' })
    expect((user + system) / 1_000).toBeLessThan(2_000)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('counts once where a field is sent twice, and as missing where it is a file', async () => {
    const twice = new FormData()
    for (const [name, value] of [
      ['form', 'login'],
      ['email', 'sam@sample.example'],
      ['email', 'eve@evil.example'],
    ] as const) {
      twice.append(name, value)
    }
    twice.append('password', new File(['x'], 'password.txt'))
    const answer = await send(twice)
    expect(answer).toMatchObject({
      data: {
        toast: { title: 'Validation Error', description: 'Enter your password' },
        result: { initialValue: { email: 'sam@sample.example' } },
      },
    })
  })
})

test('a relationship that is no such is said to its field', async () => {
  expect(await refused({ ...registration, militaryRelationshipTypeId: '999' })).toMatchObject({
    toast: { title: 'Validation Error', description: 'Military relationship type is required' },
    result: { error: { militaryRelationshipTypeId: ['Military relationship type is required'] } },
  })
})

// spec: 188.1
test('whoever tries too often is told how long to wait', async () => {
  const email = 'nobody-at-all@sample.example'
  for (let count = 0; count < 10; count += 1) await refused({ form: 'login', email, password: 'a wrong one' })
  const answer = await refused({ form: 'login', email, password: 'a wrong one' })
  expect(answer.status).toBe(429)
  expect(answer.toast).toEqual({
    title: 'Login failed',
    description: expect.stringMatching(/^Too many attempts. Wait 1[45] minutes and try again\.$/),
    bad: true,
  })
})

test('a code without a password before it leads back to the login', async () => {
  const { to, headers } = await taken({ form: 'code', code: '123456' }, { query: '?tab=code&returnTo=/directory' })
  expect(to).toBe('/auth?returnTo=%2Fdirectory')
  expect(await parseFlashCookie(headers.getSetCookie().join('; '))).toMatchObject({
    description: 'The code has expired. Log in again.',
  })
})

test('a reset link that opens nothing any more leads to the page that says so', async () => {
  const fields = { form: 'reset', newPassword: 'a new one', confirmPassword: 'a new one' }
  expect((await taken(fields, { query: '?reset=made+up' })).to).toBe('/auth?reset=made+up')
})
