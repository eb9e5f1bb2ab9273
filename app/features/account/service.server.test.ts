import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { selectRows } from '#app/platform/.server/database.ts'
import { createLog } from '#app/platform/.server/log.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createMember, memberPassword, type TestMember } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { countHashings } from '#tests/quick-password-hash.ts'
import { signIn, signInWithCode } from '#tests/sign-in.ts'
import { codeOf } from '#tests/totp.ts'
import { anyIpAddress, type Browser, openBrowser } from '#tests/visitors.ts'
import { authOf } from './better-auth.server.ts'
import {
  awaitsSecondFactor,
  changePassword,
  checkPassword,
  confirmEmailChange,
  endAllSessions,
  endSession,
  findSignedIn,
  getEmailChange,
  getSessions,
  isResetLinkValid,
  openSession,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
  signOut,
} from './service.server.ts'
import { sessions as sessionsTable } from './tables.server.ts'
import { tokenOf } from './tokens.server.ts'

let open: OpenPlatform
let platform: Platform

const lines: string[] = []

beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('info', { write: (line) => lines.push(line) }) })
  platform = open.platform
})
afterAll(() => open.close())

/** Signs a member in in a browser, which keeps the cookies. */
async function signInAs(member: TestMember, browser: Browser = openBrowser()): Promise<Browser> {
  const result = await signIn(platform, browser, right(member))
  if (result.outcome !== 'signed-in') throw new Error(`the sign-in was ${result.outcome}`)
  browser.keep(result.cookies)
  return browser
}

async function actorOf(browser: Browser) {
  const signedIn = await findSignedIn(platform, browser.headers)
  if (!signedIn) throw new Error('nobody is signed in')
  return { ...signedIn, role: 'Member', isStaff: false } as const
}

const outcome = async (who: { email: string; password?: string }, browser = openBrowser()) =>
  (await signIn(platform, browser, { email: who.email, password: who.password ?? memberPassword })).outcome
const right = ({ email }: TestMember) => ({ email, password: memberPassword })
const wrong = ({ email }: TestMember) => ({ email, password: 'a wrong one' })
const jobs = async (name: string, userId: string) =>
  (await listJobs(platform.db)).filter(
    (job) => job.name === name && (job.data as { userId?: string } | null)?.userId === userId,
  )

/** The token in the last mail of a kind to a member. */
async function tokenFor(member: TestMember, kind: 'reset' | 'change-address'): Promise<string> {
  const name = kind === 'reset' ? 'account.send-password-reset' : 'account.send-address-change'
  const told = (await jobs(name, member.userId)).at(-1)?.data as { tokenId: string } | undefined
  return tokenOf(platform.secret, kind, told?.tokenId ?? '')
}

async function resetTokenFor(member: TestMember): Promise<string> {
  expect(await requestPasswordReset(platform, openBrowser(), member.email)).toEqual({ outcome: 'done' })
  return tokenFor(member, 'reset')
}

describe('signing in', () => {
  // spec: 18.1, 149.1
  test('opens a session for the right password', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    expect(await findSignedIn(platform, browser.headers)).toMatchObject({
      userId: member.userId,
      email: member.email,
      twoFactorEnabled: false,
    })
  })

  // spec: 149.1
  test('is refused in the same words for a wrong password, an unknown address and an owner without a password', async () => {
    const member = await createMember(platform.db)
    const imported = `imported-${randomUUID()}@sample.example`
    await platform.db.execute(sql`INSERT INTO users (name, email) VALUES ('Sam Sample', ${imported})`)
    const refused = { outcome: 'refused' }
    for (const email of [member.email, imported, 'nobody@sample.example']) {
      expect(await signIn(platform, openBrowser(), { email, password: 'a wrong one' })).toEqual(refused)
    }
  })

  test('hashes once, and so takes as long, for an unknown address as for a wrong password', async () => {
    const { email } = await createMember(platform.db)
    for (const address of [email, 'nobody-at-all@sample.example']) {
      const attempt = () => signIn(platform, openBrowser(), { email: address, password: 'a wrong one' })
      expect(await countHashings(attempt)).toBe(1)
    }
  })

  test('before the address is confirmed it says so to whoever knows the password, and to nobody else', async () => {
    const member = await createMember(platform.db, { confirmed: false })
    expect(await outcome(wrong(member))).toBe('refused')
    const browser = openBrowser()
    const result = await signIn(platform, browser, right(member))
    expect(result).toEqual({ outcome: 'unconfirmed', resend: expect.stringContaining(member.userId) })
    expect(await findSignedIn(platform, browser.headers)).toBeNull()
  })

  // spec: 99.1, 141.1
  test('hands out cookies that no script reads and no other site sends', async () => {
    const member = await createMember(platform.db)
    for (const [publicUrl, secure] of [
      ['http://muster.example', false],
      ['https://muster.example', true],
    ] as const) {
      const result = await signIn({ ...platform, publicUrl }, openBrowser(), right(member))
      if (result.outcome !== 'signed-in') throw new Error(`the sign-in was ${result.outcome}`)
      expect(result.cookies).toHaveLength(2)
      for (const cookie of result.cookies) {
        expect(cookie).toMatch(/; HttpOnly/i)
        expect(cookie).toMatch(/; SameSite=Lax/i)
        expect(cookie).toMatch(/; Path=\//i)
        expect(cookie).not.toMatch(/Domain=/i)
        expect(/; Secure/i.test(cookie)).toBe(secure)
      }
    }
  })

  test('gives a session of its own, whatever cookie the browser brought', async () => {
    const [eve, sam] = [await createMember(platform.db), await createMember(platform.db)]
    const evil = await signInAs(eve)
    const victim = openBrowser()
    victim.keep([`muster.session_token=${evil.cookie('muster.session_token')}`])
    await signInAs(sam, victim)
    expect(victim.cookie('muster.session_token')).not.toBe(evil.cookie('muster.session_token'))
    expect((await findSignedIn(platform, victim.headers))?.userId).toBe(sam.userId)
    expect(await findSignedIn(platform, evil.headers)).toBeNull()
  })

  test('again in the same browser ends the session that was open there, and no other', async () => {
    const member = await createMember(platform.db)
    const [browser, elsewhere] = [await signInAs(member), await signInAs(member)]
    const before = new Headers(browser.headers)
    await signInAs(member, browser)
    expect(await findSignedIn(platform, before)).toBeNull()
    expect((await findSignedIn(platform, browser.headers))?.userId).toBe(member.userId)
    expect(await findSignedIn(platform, elsewhere.headers)).not.toBeNull()
    await outcome(wrong(member), browser)
    expect(await findSignedIn(platform, browser.headers)).not.toBeNull()
  })

  test('fields beside email and password change nothing', async () => {
    const member = await createMember(platform.db)
    const more = { role: 'Admin', userId: randomUUID(), rememberMe: false, callbackURL: 'https://evil.example' }
    const browser = openBrowser()
    const result = await signIn(platform, browser, { email: member.email, password: memberPassword, ...more })
    expect(result).toMatchObject({ outcome: 'signed-in', userId: member.userId })
  })

  test('from a browser not seen before is told to the member by mail, once', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    expect(await jobs('account.send-new-sign-in', member.userId)).toMatchObject([
      { data: { device: 'Firefox on Windows' } },
    ])
    await signInAs(member, browser)
    expect(await jobs('account.send-new-sign-in', member.userId)).toHaveLength(1)
    await signInAs(member)
    expect(await jobs('account.send-new-sign-in', member.userId)).toHaveLength(2)
  })
})

describe('the log', () => {
  /** The lines that somebody brought about, without their time; nothing of them may name the member. */
  async function linesOf(member: TestMember, act: () => Promise<unknown>) {
    lines.length = 0
    await act()
    expect(lines.join()).not.toContain(member.email)
    return lines.map((line) => {
      const { time, ...rest } = JSON.parse(line)
      expect(Date.parse(time)).not.toBeNaN()
      return rest
    })
  }

  test('has one line for each sign-in, failure and lock-out, with ids', async () => {
    const member = await createMember(platform.db)
    const { userId } = member
    const browser = Object.assign(openBrowser(), { requestId: 'a-request' })
    const failed = { level: 'warn', requestId: 'a-request', userId, step: 'password', msg: 'sign-in failed' }
    expect(await linesOf(member, () => outcome(wrong(member), browser))).toEqual([failed])
    const sessionId = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(await linesOf(member, () => signInAs(member, browser))).toEqual([
      { level: 'info', requestId: 'a-request', userId, sessionId, msg: 'signed in' },
    ])
    const actor = await actorOf(browser)
    expect(await linesOf(member, () => checkPassword(platform, actor, 'a wrong one'))).toEqual([
      { level: 'warn', userId, msg: 'password check failed' },
    ])
    expect(await linesOf(member, () => signOut(platform, browser.headers))).toEqual([
      { level: 'info', userId, sessionId: actor.sessionId, msg: 'signed out' },
    ])
    for (let count = 0; count < 10; count += 1) await outcome(wrong(member))
    expect(await linesOf(member, () => outcome(member))).toEqual([
      { level: 'warn', userId, step: 'password', msg: 'sign-in refused: too many tries' },
    ])
    const nobody = { email: `${randomUUID()}@sample.example`, password: 'a wrong one' }
    expect(await linesOf({ ...member, ...nobody }, () => outcome(nobody))).toEqual([
      { level: 'warn', userId: null, step: 'password', msg: 'sign-in failed' },
    ])
  })

  test('has one line for each step of a second factor', async () => {
    const { userId, email } = await createMember(platform.db)
    const member = { userId, email }
    const signedIn = await signInAs(member)
    const { api } = authOf(platform)
    const { headers } = signedIn
    const enabled = await api.enableTwoFactor({ body: { password: memberPassword }, headers })
    if (enabled.method !== 'totp') throw new Error('an authenticator app was asked for')
    await api.verifyTOTP({ body: { code: codeOf(enabled.totpURI) }, headers })
    const browser = openBrowser()
    expect(
      await linesOf(member, async () => {
        const asked = await signIn(platform, browser, right(member))
        if (asked.outcome === 'second-factor') browser.keep(asked.cookies)
      }),
    ).toEqual([{ level: 'info', userId, msg: 'second factor asked for' }])
    expect(await linesOf(member, () => signInWithCode(platform, browser, '000000'))).toEqual([
      { level: 'warn', userId, step: 'code', msg: 'sign-in failed' },
    ])
    expect(await linesOf(member, () => signInWithCode(platform, browser, codeOf(enabled.totpURI, 1)))).toMatchObject([
      { level: 'info', userId, msg: 'signed in' },
    ])
  })

  test('says who may not come in, and who came in by a link', async () => {
    const member = await createMember(platform.db, { confirmed: false })
    const { userId } = member
    expect(await linesOf(member, () => outcome(member))).toEqual([
      { level: 'warn', userId, step: 'password', msg: 'sign-in refused: address not confirmed' },
    ])
    const opened = await linesOf(member, () => openSession(platform, openBrowser(), userId))
    expect(opened).toMatchObject([{ level: 'info', userId, msg: 'signed in' }])
  })
})

describe('a session cookie', () => {
  // spec: 141.1
  test.each([
    'made-up',
    'made-up.signature',
    `${'a'.repeat(32)}.${'b'.repeat(43)}=`,
    '%00',
    '',
    'x'.repeat(8_000),
    '%7B%22userId%22%3A1%7D',
  ])('that is made up (%j) is nobody', async (value) => {
    const headers = new Headers({ Cookie: `muster.session_token=${value}` })
    expect(await findSignedIn(platform, headers)).toBeNull()
  })

  test('with another signature is nobody', async () => {
    const browser = await signInAs(await createMember(platform.db))
    const [token = ''] = decodeURIComponent(browser.cookie('muster.session_token') ?? '').split('.')
    for (const value of [token, `${token}.`, encodeURIComponent(`${token}.${'A'.repeat(43)}=`)]) {
      const headers = new Headers({ Cookie: `muster.session_token=${value}` })
      expect(await findSignedIn(platform, headers)).toBeNull()
    }
  })

  // spec: 99.1, 220.1
  test('is worth nothing once its time is up', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    await platform.db.execute(sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${member.userId}`)
    expect(await findSignedIn(platform, browser.headers)).toBeNull()
  })

  // spec: 150.1
  test('is worth nothing after signing out', async () => {
    const browser = await signInAs(await createMember(platform.db))
    const before = new Headers(browser.headers)
    browser.keep(await signOut(platform, browser.headers))
    expect(browser.cookie('muster.session_token')).toBeUndefined()
    expect(await findSignedIn(platform, before)).toBeNull()
  })
})

describe('wrong tries', () => {
  test('are borne ten times, then there is a wait, also with the right password', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 10; count += 1) expect(await outcome(wrong(member))).toBe('refused')
    const result = await signIn(platform, openBrowser(), right(member))
    expect(result).toEqual({ outcome: 'limited', minutes: expect.any(Number) })
    if (result.outcome === 'limited') {
      expect(result.minutes).toBeGreaterThanOrEqual(14)
      expect(result.minutes).toBeLessThanOrEqual(15)
    }
  })

  test('for an address nobody has come to the same wait', async () => {
    const nobody = { email: `${randomUUID()}@sample.example`, password: 'a wrong one' }
    for (let count = 0; count < 10; count += 1) expect(await outcome(nobody)).toBe('refused')
    expect(await outcome(nobody)).toBe('limited')
  })

  test('of strangers do not lock out a browser that has signed in before', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    browser.keep(await signOut(platform, browser.headers))
    for (let count = 0; count < 12; count += 1) await outcome(wrong(member))
    expect(await outcome(member)).toBe('limited')
    expect(await outcome(member, browser)).toBe('signed-in')
  })

  test("from a browser known to another account count as a stranger's", async () => {
    const [sam, eve] = [await createMember(platform.db), await createMember(platform.db)]
    const evil = await signInAs(eve)
    for (let count = 0; count < 10; count += 1) expect(await outcome(wrong(sam), evil)).toBe('refused')
    expect(await outcome(sam, evil)).toBe('limited')
    expect(await outcome(sam)).toBe('limited')
  })

  test('are forgotten with the right password', async () => {
    const member = await createMember(platform.db)
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) expect(await outcome(wrong(member))).toBe('refused')
      expect(await outcome(member)).toBe('signed-in')
    }
  })

  test('are forgotten when their time is up', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 11; count += 1) await outcome(wrong(member))
    await platform.db.execute(sql`UPDATE request_counts SET window_ends_at = now() WHERE key LIKE 'sign-in-account:%'`)
    expect(await outcome(member)).toBe('signed-in')
  })

  test('from one address are borne forty times, whoever they are for', async () => {
    const clientIp = anyIpAddress()
    const tries = Array.from({ length: 41 }, (_, index) => index)
    const outcomes = []
    for (const index of tries) {
      const stranger = { email: `${index}-${randomUUID()}@sample.example`, password: 'a wrong one' }
      outcomes.push(await outcome(stranger, openBrowser({ clientIp })))
    }
    expect(outcomes.slice(0, 40).every((each) => each === 'refused')).toBe(true)
    expect(outcomes[40]).toBe('limited')
    expect(await outcome(await createMember(platform.db))).toBe('signed-in')
  })

  test('are not what right ones count as', async () => {
    const clientIp = anyIpAddress()
    const member = await createMember(platform.db)
    for (let count = 0; count < 45; count += 1) {
      expect(await outcome(member, openBrowser({ clientIp }))).toBe('signed-in')
    }
  })
})

describe('a second factor', () => {
  /** A member with an authenticator app; `code` is what it shows next, as the present code turned it on. */
  async function createCautious() {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    const { api } = authOf(platform)
    const { headers } = browser
    const enabled = await api.enableTwoFactor({ body: { password: memberPassword }, headers })
    if (enabled.method !== 'totp') throw new Error('an authenticator app was asked for')
    const { totpURI, backupCodes } = enabled
    const verified = await api.verifyTOTP({ body: { code: codeOf(totpURI) }, headers, returnHeaders: true })
    browser.keep(verified.headers.getSetCookie())
    return { member, signedIn: browser, code: (steps = 1) => codeOf(totpURI, steps), backupCodes }
  }

  /** A browser that gave the right password. */
  async function halfway(member: TestMember): Promise<Browser> {
    const browser = openBrowser()
    const result = await signIn(platform, browser, right(member))
    if (result.outcome !== 'second-factor') throw new Error(`the sign-in was ${result.outcome}`)
    browser.keep(result.cookies)
    return browser
  }

  test('is asked for after the right password, and nobody is signed in before it is given', async () => {
    const { member, code } = await createCautious()
    const browser = await halfway(member)
    expect(awaitsSecondFactor(browser.headers)).toBe(true)
    expect(await findSignedIn(platform, browser.headers)).toBeNull()
    const result = await signInWithCode(platform, browser, code())
    expect(result).toMatchObject({ outcome: 'signed-in', userId: member.userId })
    if (result.outcome === 'signed-in') browser.keep(result.cookies)
    expect((await findSignedIn(platform, browser.headers))?.userId).toBe(member.userId)
    expect(awaitsSecondFactor(browser.headers)).toBe(false)
  })

  test('is not asked for after a wrong password', async () => {
    const { member } = await createCautious()
    expect(await outcome(wrong(member))).toBe('refused')
  })

  test('may be a recovery code, each once', async () => {
    const { member, backupCodes } = await createCautious()
    const [first = '', second = ''] = backupCodes
    expect((await signInWithCode(platform, await halfway(member), first)).outcome).toBe('signed-in')
    expect((await signInWithCode(platform, await halfway(member), first)).outcome).toBe('refused')
    expect((await signInWithCode(platform, await halfway(member), second)).outcome).toBe('signed-in')
  })

  test('may be a recovery code given many times at once, of which one counts', async () => {
    const { member, backupCodes } = await createCautious()
    const browsers = [await halfway(member), await halfway(member), await halfway(member), await halfway(member)]
    const results = await Promise.all(
      browsers.map((browser) => signInWithCode(platform, browser, backupCodes[0] ?? '')),
    )
    expect(results.map((result) => result.outcome).sort()).toEqual(['refused', 'refused', 'refused', 'signed-in'])
  })

  test('is a code that counts once, and none before it afterwards', async () => {
    const { member, code } = await createCautious()
    // The code that turned it on has counted.
    expect((await signInWithCode(platform, await halfway(member), code(0))).outcome).toBe('refused')
    expect((await signInWithCode(platform, await halfway(member), code(1))).outcome).toBe('signed-in')
    const again = await halfway(member)
    expect((await signInWithCode(platform, again, code(1))).outcome).toBe('refused')
    expect((await signInWithCode(platform, again, code(0))).outcome).toBe('refused')
    vi.useFakeTimers({ now: Date.now() + 30_000, toFake: ['Date'] })
    try {
      expect((await signInWithCode(platform, again, code(0))).outcome).toBe('refused')
      expect((await signInWithCode(platform, again, code(1))).outcome).toBe('signed-in')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is a code that counts once among requests at the same time', async () => {
    const { member, code } = await createCautious()
    const browsers = [await halfway(member), await halfway(member), await halfway(member), await halfway(member)]
    const results = await Promise.all(browsers.map((browser) => signInWithCode(platform, browser, code())))
    expect(results.map((result) => result.outcome).sort()).toEqual(['refused', 'refused', 'refused', 'signed-in'])
  })

  test('that was used counts as a wrong code', async () => {
    const { member, code } = await createCautious()
    // One code throughout: the next half minute has another.
    const used = code(0)
    for (let count = 0; count < 10; count += 1) await signInWithCode(platform, await halfway(member), used)
    expect((await signInWithCode(platform, await halfway(member), code(1))).outcome).toBe('limited')
  })

  test.each(['000000', 'not-a-code', '1234567', "' OR 1=1"])('refuses %j', async (code) => {
    const { member } = await createCautious()
    const browser = await halfway(member)
    expect(await signInWithCode(platform, browser, code)).toEqual({ outcome: 'refused' })
    expect(await findSignedIn(platform, browser.headers)).toBeNull()
  })

  test('is refused without the right password first', async () => {
    const { code } = await createCautious()
    expect(await signInWithCode(platform, openBrowser(), code())).toEqual({ outcome: 'refused' })
    const forged = openBrowser()
    forged.keep(['muster.two_factor=made-up.signature'])
    expect(await signInWithCode(platform, forged, code())).toEqual({ outcome: 'refused' })
  })

  test('cannot be guessed at for ever', async () => {
    const { member, code } = await createCautious()
    const outcomes = []
    for (let count = 0; count < 20; count += 1) {
      const browser = await halfway(member)
      outcomes.push((await signInWithCode(platform, browser, '000000')).outcome)
    }
    expect(outcomes[0]).toBe('refused')
    expect(outcomes.at(-1)).toBe('limited')
    expect((await signInWithCode(platform, await halfway(member), code())).outcome).toBe('limited')
  })

  test('ends the session that was open in the browser', async () => {
    const { member, code } = await createCautious()
    const browser = await signInAs(await createMember(platform.db))
    const before = new Headers(browser.headers)
    const result = await signIn(platform, browser, right(member))
    expect(result.outcome).toBe('second-factor')
    expect(await findSignedIn(platform, before)).toBeNull()
    if (result.outcome === 'second-factor') browser.keep(result.cookies)
    expect(await signInWithCode(platform, browser, code())).toMatchObject({ userId: member.userId })
  })

  test('is of the sign-in under way, not of a session that was opened meanwhile', async () => {
    const { member, code } = await createCautious()
    const browser = await halfway(member)
    const other = await signInAs(await createMember(platform.db))
    browser.keep([`muster.session_token=${other.cookie('muster.session_token')}`])
    expect(await signInWithCode(platform, browser, code())).toMatchObject({ userId: member.userId })
    expect(await findSignedIn(platform, other.headers)).toBeNull()
  })

  test.each(['changed', 'reset'])('begun before the password was %s does not sign in', async (how) => {
    const { member, code, signedIn } = await createCautious()
    const browser = await halfway(member)
    if (how === 'reset') await resetPassword(platform, await resetTokenFor(member), 'another password')
    else {
      const passwords = { currentPassword: memberPassword, newPassword: 'another password' }
      expect(await changePassword(platform, await actorOf(signedIn), passwords)).toEqual({ outcome: 'done' })
    }
    expect(await signInWithCode(platform, browser, code())).toEqual({ outcome: 'refused' })
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('second-factor')
  })

  test('stays on when the password is reset by a link in a mail', async () => {
    const { member } = await createCautious()
    expect(await resetPassword(platform, await resetTokenFor(member), 'another password')).toBe(true)
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('second-factor')
  })
})

describe('sessions', () => {
  const daysLeft = async ({ userId }: TestMember) => {
    const [row] = await platform.db
      .select({ expiresAt: sessionsTable.expiresAt })
      .from(sessionsTable)
      .where(eq(sessionsTable.userId, userId))
    return Math.round(((row?.expiresAt.getTime() ?? 0) - Date.now()) / (24 * 3_600_000))
  }

  test('are listed for their member alone, the present one marked', async () => {
    const member = await createMember(platform.db)
    const here = await signInAs(member)
    await signInAs(member, openBrowser({ userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1' }))
    await signInAs(await createMember(platform.db))
    const listed = await getSessions(platform, await actorOf(here))
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', false],
      ['Firefox on Windows', true],
    ])
  })

  test("end one by one, at once, and only one's own", async () => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(member), await signInAs(member)]
    const stranger = await signInAs(await createMember(platform.db))
    const thereId = (await actorOf(there)).sessionId
    expect(await endSession(platform, await actorOf(stranger), thereId)).toBe(false)
    expect(await endSession(platform, await actorOf(here), 'not-an-id')).toBe(false)
    expect(await endSession(platform, await actorOf(here), '-'.repeat(36))).toBe(false)
    expect(await findSignedIn(platform, there.headers)).not.toBeNull()
    expect(await endSession(platform, await actorOf(here), thereId)).toBe(true)
    expect(await findSignedIn(platform, there.headers)).toBeNull()
    expect(await findSignedIn(platform, here.headers)).not.toBeNull()
  })

  test('end everywhere at once', async () => {
    const member = await createMember(platform.db)
    const browsers = [await signInAs(member), await signInAs(member)]
    const stranger = await signInAs(await createMember(platform.db))
    await endAllSessions(platform, await actorOf(browsers[0] as Browser))
    for (const { headers } of browsers) expect(await findSignedIn(platform, headers)).toBeNull()
    expect(await findSignedIn(platform, stranger.headers)).not.toBeNull()
  })

  test('end 90 days after they began, however much they are used', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(member)
    const set = (begun: string) =>
      platform.db.execute(sql`UPDATE sessions SET created_at = now() - ${begun}::interval,
        expires_at = now() + interval '5 days' WHERE user_id = ${member.userId}`)
    await set('50 days')
    expect(await findSignedIn(platform, browser.headers)).not.toBeNull()
    expect(await daysLeft(member)).toBe(30)
    await set('80 days')
    expect(await findSignedIn(platform, browser.headers)).not.toBeNull()
    expect(await daysLeft(member)).toBe(10)
  })

  test('are 20 of an account at most: the oldest goes', async () => {
    const member = await createMember(platform.db)
    const browsers = []
    for (let count = 0; count < 21; count += 1) browsers.push(await signInAs(member))
    const [first, second] = browsers as [Browser, Browser]
    expect(await findSignedIn(platform, first.headers)).toBeNull()
    expect(await getSessions(platform, await actorOf(second))).toHaveLength(20)
  })

  test('need somebody signed in', async () => {
    await expect(getSessions(platform, null)).rejects.toThrow(expect.objectContaining({ name: 'SignInRequired' }))
    await expect(endSession(platform, null, randomUUID())).rejects.toThrow()
    await expect(endAllSessions(platform, null)).rejects.toThrow()
  })

  test('can be opened on other proof than a password, and for nobody unknown', async () => {
    const member = await createMember(platform.db)
    const browser = openBrowser()
    browser.keep(await openSession(platform, browser, member.userId))
    expect((await findSignedIn(platform, browser.headers))?.userId).toBe(member.userId)
    expect(await openSession(platform, browser, randomUUID())).toEqual([])
  })
})

// Each request for a reset waits a quarter of a second, so that its time says nothing: the tests wait together.
describe.concurrent('a password reset', () => {
  test('answers the same for a member, for nobody, and when it is asked for too often', async () => {
    const member = await createMember(platform.db)
    for (const email of [member.email, 'nobody@sample.example']) {
      const requests = Array.from({ length: 6 }, () => requestPasswordReset(platform, openBrowser(), email))
      expect(await Promise.all(requests)).toEqual(requests.map(() => ({ outcome: 'done' })))
    }
    expect(await jobs('account.send-password-reset', member.userId)).toHaveLength(5)
  })

  test('takes as long for a member as for nobody', async () => {
    const member = await createMember(platform.db)
    for (const email of [member.email, `${randomUUID()}@sample.example`]) {
      const started = performance.now()
      await requestPasswordReset(platform, openBrowser(), email)
      expect(performance.now() - started).toBeGreaterThan(240)
    }
  })

  test('is refused in words to an address that asks for very many', async () => {
    const browser = openBrowser()
    const asked = await Promise.all(
      Array.from({ length: 31 }, (_, index) => requestPasswordReset(platform, browser, `${index}@sample.example`)),
    )
    const limited = asked.filter((result) => result.outcome === 'limited')
    expect(limited).toEqual([{ outcome: 'limited', minutes: 60 }])
  })

  // spec: 151.2
  test('sets the password, ends every session, and tells the member', async () => {
    const member = await createMember(platform.db)
    const browsers = [await signInAs(member), await signInAs(member)]
    const token = await resetTokenFor(member)
    expect(await isResetLinkValid(platform, token)).toBe(true)
    expect(await resetPassword(platform, token, 'another password')).toBe(true)
    for (const { headers } of browsers) expect(await findSignedIn(platform, headers)).toBeNull()
    expect(await outcome(member)).toBe('refused')
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('signed-in')
    expect(await jobs('account.send-password-changed', member.userId)).toHaveLength(1)
  })

  test('works once, and makes the links sent before worth nothing', async () => {
    const member = await createMember(platform.db)
    const [first, second] = [await resetTokenFor(member), await resetTokenFor(member)]
    expect(await resetPassword(platform, second, 'another password')).toBe(true)
    for (const token of [first, second]) {
      expect(await isResetLinkValid(platform, token)).toBe(false)
      expect(await resetPassword(platform, token, 'a third password')).toBe(false)
    }
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('confirms the address, as its owner has read the mail', async () => {
    const member = await createMember(platform.db, { confirmed: false })
    expect(await resetPassword(platform, await resetTokenFor(member), 'another password')).toBe(true)
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('lets a member in who was locked out by strangers', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 11; count += 1) await outcome(wrong(member))
    await resetPassword(platform, await resetTokenFor(member), 'another password')
    expect(await outcome({ email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('is refused for a token that was made up', async () => {
    expect(await resetPassword(platform, `${randomUUID()}.${'A'.repeat(43)}`, 'another password')).toBe(false)
  })
})

describe('changing the password', () => {
  const passwords = { currentPassword: memberPassword, newPassword: 'another password' }

  // spec: 128.2, 151.1
  test('checks the present one, ends every other session and keeps this one', async () => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(member), await signInAs(member)]
    const actor = await actorOf(here)
    expect(await changePassword(platform, actor, { ...passwords, currentPassword: 'a wrong one' })).toEqual({
      outcome: 'wrong-password',
    })
    expect(await findSignedIn(platform, there.headers)).not.toBeNull()
    expect(await changePassword(platform, actor, passwords)).toEqual({ outcome: 'done' })
    expect(await findSignedIn(platform, there.headers)).toBeNull()
    expect(await findSignedIn(platform, here.headers)).not.toBeNull()
    expect(await outcome({ email: member.email, password: passwords.newPassword })).toBe('signed-in')
    expect(await jobs('account.send-password-changed', member.userId)).toHaveLength(1)
  })

  test('makes reset links on their way worth nothing', async () => {
    const member = await createMember(platform.db)
    const token = await resetTokenFor(member)
    await changePassword(platform, await actorOf(await signInAs(member)), passwords)
    expect(await isResetLinkValid(platform, token)).toBe(false)
  })

  test('does not let a borrowed session guess for ever', async () => {
    const actor = await actorOf(await signInAs(await createMember(platform.db)))
    for (let count = 0; count < 10; count += 1) {
      const { outcome } = await changePassword(platform, actor, { ...passwords, currentPassword: 'a wrong one' })
      expect(outcome).toBe('wrong-password')
    }
    expect(await changePassword(platform, actor, passwords)).toMatchObject({ outcome: 'limited' })
  })
})

describe('changing the sign-in address', () => {
  const newSignInEmail = () => `new-${randomUUID()}@sample.example`

  test('happens when the link sent to the new one is followed, and is told to the old one', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const actor = await actorOf(await signInAs(member))
    const change = { currentPassword: memberPassword, newEmail }
    expect(await requestEmailChange(platform, actor, change)).toEqual({ outcome: 'done' })
    expect(await outcome({ ...member, email: newEmail })).toBe('refused')
    const token = await tokenFor(member, 'change-address')
    expect(await confirmEmailChange(platform, actor, token, null)).toEqual({ outcome: 'done' })
    expect(await outcome({ ...member, email: newEmail })).toBe('signed-in')
    expect(await outcome(member)).toBe('refused')
    expect(await jobs('account.send-address-changed', member.userId)).toMatchObject([
      { data: { oldEmail: member.email } },
    ])
    expect(await confirmEmailChange(platform, actor, token, null)).toEqual({ outcome: 'expired' })
  })

  test.each([
    ['the member who is signed in', true],
    ['whoever gives the password elsewhere', false],
  ])('by %s ends every other session', async (_, isSignedIn) => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(member), await signInAs(member)]
    const actor = await actorOf(here)
    await requestEmailChange(platform, actor, { currentPassword: memberPassword, newEmail: newSignInEmail() })
    const token = await tokenFor(member, 'change-address')
    await confirmEmailChange(platform, isSignedIn ? actor : null, token, isSignedIn ? null : memberPassword)
    expect(await findSignedIn(platform, there.headers)).toBeNull()
    expect((await findSignedIn(platform, here.headers)) !== null).toBe(isSignedIn)
  })

  test('says nothing of whether somebody has the new one, and sends nothing then', async () => {
    const [member, other] = [await createMember(platform.db), await createMember(platform.db)]
    const actor = await actorOf(await signInAs(member))
    const change = { currentPassword: memberPassword, newEmail: other.email }
    expect(await requestEmailChange(platform, actor, change)).toEqual({ outcome: 'done' })
    expect(await jobs('account.send-address-change', member.userId)).toEqual([])
  })

  test('does not happen where the address was taken meanwhile', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const actor = await actorOf(await signInAs(member))
    await requestEmailChange(platform, actor, { currentPassword: memberPassword, newEmail })
    await createMember(platform.db, { email: newEmail })
    const token = await tokenFor(member, 'change-address')
    expect(await getEmailChange(platform, actor, token)).toBeNull()
    expect(await confirmEmailChange(platform, actor, token, null)).toEqual({ outcome: 'expired' })
    expect(await outcome(member)).toBe('signed-in')
  })

  test('is confirmed where the member is not signed in with the password, and opens no session', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const change = { currentPassword: memberPassword, newEmail }
    await requestEmailChange(platform, await actorOf(await signInAs(member)), change)
    const token = await tokenFor(member, 'change-address')
    const other = await actorOf(await signInAs(await createMember(platform.db)))
    for (const who of [null, other]) {
      expect(await getEmailChange(platform, who, token)).toMatchObject({ newEmail, isOwnAccount: false })
      expect(await confirmEmailChange(platform, who, token, null)).toEqual({ outcome: 'wrong-password' })
      expect(await confirmEmailChange(platform, who, token, 'a wrong one')).toEqual({ outcome: 'wrong-password' })
    }
    expect(await outcome({ ...member, email: newEmail })).toBe('refused')
    expect(await confirmEmailChange(platform, null, token, memberPassword)).toEqual({ outcome: 'done' })
    expect(await platform.db.$count(sessionsTable, eq(sessionsTable.userId, member.userId))).toBe(0)
    expect(await outcome({ ...member, email: newEmail })).toBe('signed-in')
  })

  test('lets nobody guess the password by its link, which keeps the member from nothing', async () => {
    const member = await createMember(platform.db)
    const actor = await actorOf(await signInAs(member))
    await requestEmailChange(platform, actor, { currentPassword: memberPassword, newEmail: newSignInEmail() })
    const token = await tokenFor(member, 'change-address')
    for (let count = 0; count < 10; count += 1) await confirmEmailChange(platform, null, token, 'a wrong one')
    expect(await confirmEmailChange(platform, null, token, memberPassword)).toMatchObject({ outcome: 'limited' })
    expect(await checkPassword(platform, actor, memberPassword)).toEqual({ outcome: 'done' })
    expect(await confirmEmailChange(platform, actor, token, null)).toEqual({ outcome: 'done' })
  })

  test('needs the password', async () => {
    const actor = await actorOf(await signInAs(await createMember(platform.db)))
    expect(
      await requestEmailChange(platform, actor, { currentPassword: 'a wrong one', newEmail: newSignInEmail() }),
    ).toEqual({ outcome: 'wrong-password' })
  })
})

test("nothing that is kept of a try or a session names a visitor's address", async () => {
  const clientIp = '198.51.100.77'
  const member = await createMember(platform.db)
  await signInAs(member, openBrowser({ clientIp }))
  await outcome(wrong(member), openBrowser({ clientIp }))
  const rows = await selectRows<{ key: string }>(
    platform.db,
    sql`SELECT s.*, c.key FROM sessions s, request_counts c WHERE s.user_id = ${member.userId}`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(clientIp)
  expect(JSON.stringify(rows.map(({ key }) => key))).not.toContain(member.email)
})
