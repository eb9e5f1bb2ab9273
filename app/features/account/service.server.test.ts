import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { createMember, memberPassword, type TestMember } from '#tests/factories/members.ts'
import { actorOf } from '#tests/member-session.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { countHashings } from '#tests/quick-password-hash.ts'
import { jobsFor, outcomeOf, resetTokenFor, signIn, signInAs, signInWithCode, wrong } from '#tests/sign-in.ts'
import { codeOf } from '#tests/totp.ts'
import { anyIpAddress, type Browser, openBrowser } from '#tests/visitors.ts'
import { betterAuthOfPlatform } from './better-auth.server.ts'
import { changeOwnPassword, checkCurrentPassword, resetPasswordByLinkToken } from './password-change-service.server.ts'
import { findAndExtendSignedInSession, openSessionAfterFollowedEmailLink, signOut } from './service.server.ts'
import { isBrowserAwaitingSecondFactor } from './sign-in-service.server.ts'

let open: PlatformHandle
let platform: Platform

const lines: string[] = []

beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('info', { write: (line) => lines.push(line) }) })
  platform = open.platform
})
afterAll(() => open.close())

const right = ({ email }: TestMember) => ({ email, password: memberPassword })

describe('signing in', () => {
  // spec: 18.1, 149.1
  test('opens a session for the right password', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(platform, member)
    expect(await findAndExtendSignedInSession(platform, browser.headers)).toMatchObject({
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
    const refused = { outcome: 'refused', resend: expect.stringMatching(/^\d{13}\.[\w-]{43}$/) }
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

  test('before the address is confirmed is refused, and sends back what looks like that of a wrong password', async () => {
    const member = await createMember(platform.db, { confirmed: false })
    expect(await outcomeOf(platform, wrong(member))).toBe('refused')
    const browser = openBrowser()
    const result = await signIn(platform, browser, right(member))
    expect(result).toEqual({ outcome: 'unconfirmed', resend: expect.stringMatching(/^\d{13}\.[\w-]{43}$/) })
    expect(await findAndExtendSignedInSession(platform, browser.headers)).toBeNull()
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
    const evil = await signInAs(platform, eve)
    const victim = openBrowser()
    victim.keep([`muster.session_token=${evil.cookie('muster.session_token')}`])
    await signInAs(platform, sam, victim)
    expect(victim.cookie('muster.session_token')).not.toBe(evil.cookie('muster.session_token'))
    expect((await findAndExtendSignedInSession(platform, victim.headers))?.userId).toBe(sam.userId)
    expect(await findAndExtendSignedInSession(platform, evil.headers)).toBeNull()
  })

  test('again in the same browser ends the session that was open there, and no other', async () => {
    const member = await createMember(platform.db)
    const [browser, elsewhere] = [await signInAs(platform, member), await signInAs(platform, member)]
    const before = new Headers(browser.headers)
    await signInAs(platform, member, browser)
    expect(await findAndExtendSignedInSession(platform, before)).toBeNull()
    expect((await findAndExtendSignedInSession(platform, browser.headers))?.userId).toBe(member.userId)
    expect(await findAndExtendSignedInSession(platform, elsewhere.headers)).not.toBeNull()
    await outcomeOf(platform, wrong(member), browser)
    expect(await findAndExtendSignedInSession(platform, browser.headers)).not.toBeNull()
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
    const browser = await signInAs(platform, member)
    expect(await jobsFor(platform, 'account.send-new-sign-in', member.userId)).toMatchObject([
      { data: { device: 'Firefox on Windows' } },
    ])
    await signInAs(platform, member, browser)
    expect(await jobsFor(platform, 'account.send-new-sign-in', member.userId)).toHaveLength(1)
    await signInAs(platform, member)
    expect(await jobsFor(platform, 'account.send-new-sign-in', member.userId)).toHaveLength(2)
  })
})

describe('the log', () => {
  /** The lines that somebody brought about, without what every line has; nothing of them may name the member. */
  async function linesOf(member: TestMember, act: () => Promise<unknown>) {
    lines.length = 0
    await act()
    expect(lines.join()).not.toContain(member.email)
    return lines.map((line) => {
      const { time, version: _version, host: _host, pid: _pid, ...rest } = JSON.parse(line)
      expect(Date.parse(time)).not.toBeNaN()
      return rest
    })
  }

  test('has one line for each sign-in, failure and lock-out, with ids', async () => {
    const member = await createMember(platform.db)
    const { userId } = member
    const browser = Object.assign(openBrowser(), { requestId: 'a-request' })
    const failed = { level: 'warn', requestId: 'a-request', userId, step: 'password', msg: 'sign-in failed' }
    expect(await linesOf(member, () => outcomeOf(platform, wrong(member), browser))).toEqual([failed])
    const sessionId = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(await linesOf(member, () => signInAs(platform, member, browser))).toEqual([
      { level: 'info', requestId: 'a-request', userId, sessionId, msg: 'signed in' },
    ])
    const actor = await actorOf(platform, browser)
    expect(await linesOf(member, () => checkCurrentPassword(platform, actor, 'a wrong one'))).toEqual([
      { level: 'warn', userId, msg: 'password check failed' },
    ])
    expect(await linesOf(member, () => signOut(platform, browser.headers))).toEqual([
      { level: 'info', userId, sessionId: actor.sessionId, msg: 'signed out' },
    ])
    for (let count = 0; count < 10; count += 1) await outcomeOf(platform, wrong(member))
    expect(await linesOf(member, () => outcomeOf(platform, member))).toEqual([
      { level: 'warn', userId, step: 'password', msg: 'sign-in refused: too many tries' },
    ])
    const nobody = { email: `${randomUUID()}@sample.example`, password: 'a wrong one' }
    expect(await linesOf({ ...member, ...nobody }, () => outcomeOf(platform, nobody))).toEqual([
      { level: 'warn', userId: null, step: 'password', msg: 'sign-in failed' },
    ])
  })

  test('has one line for each step of a second factor', async () => {
    const { userId, email } = await createMember(platform.db)
    const member = { userId, email }
    const signedIn = await signInAs(platform, member)
    const { api } = betterAuthOfPlatform(platform)
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
    expect(await linesOf(member, () => outcomeOf(platform, member))).toEqual([
      { level: 'warn', userId, step: 'password', msg: 'sign-in refused: address not confirmed' },
    ])
    const opened = await linesOf(member, () => openSessionAfterFollowedEmailLink(platform, openBrowser(), userId))
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
    expect(await findAndExtendSignedInSession(platform, headers)).toBeNull()
  })

  test('with another signature is nobody', async () => {
    const browser = await signInAs(platform, await createMember(platform.db))
    const [token = ''] = decodeURIComponent(browser.cookie('muster.session_token') ?? '').split('.')
    for (const value of [token, `${token}.`, encodeURIComponent(`${token}.${'A'.repeat(43)}=`)]) {
      const headers = new Headers({ Cookie: `muster.session_token=${value}` })
      expect(await findAndExtendSignedInSession(platform, headers)).toBeNull()
    }
  })

  // spec: 99.1, 220.1
  test('is worth nothing once its time is up', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(platform, member)
    await platform.db.execute(sql`UPDATE sessions SET expires_at = now() WHERE user_id = ${member.userId}`)
    expect(await findAndExtendSignedInSession(platform, browser.headers)).toBeNull()
  })

  // spec: 150.1
  test('is worth nothing after signing out', async () => {
    const browser = await signInAs(platform, await createMember(platform.db))
    const before = new Headers(browser.headers)
    browser.keep(await signOut(platform, browser.headers))
    expect(browser.cookie('muster.session_token')).toBeUndefined()
    expect(await findAndExtendSignedInSession(platform, before)).toBeNull()
  })
})

describe('wrong tries', () => {
  test('are borne ten times, then there is a wait, also with the right password', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 10; count += 1) expect(await outcomeOf(platform, wrong(member))).toBe('refused')
    const result = await signIn(platform, openBrowser(), right(member))
    expect(result).toEqual({ outcome: 'limited', minutes: expect.any(Number) })
    if (result.outcome === 'limited') {
      expect(result.minutes).toBeGreaterThanOrEqual(14)
      expect(result.minutes).toBeLessThanOrEqual(15)
    }
  })

  test('for an address nobody has come to the same wait', async () => {
    const nobody = { email: `${randomUUID()}@sample.example`, password: 'a wrong one' }
    for (let count = 0; count < 10; count += 1) expect(await outcomeOf(platform, nobody)).toBe('refused')
    expect(await outcomeOf(platform, nobody)).toBe('limited')
  })

  test('of strangers do not lock out a browser that has signed in before', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(platform, member)
    browser.keep(await signOut(platform, browser.headers))
    for (let count = 0; count < 12; count += 1) await outcomeOf(platform, wrong(member))
    expect(await outcomeOf(platform, member)).toBe('limited')
    expect(await outcomeOf(platform, member, browser)).toBe('signed-in')
  })

  test("from a browser known to another account count as a stranger's", async () => {
    const [sam, eve] = [await createMember(platform.db), await createMember(platform.db)]
    const evil = await signInAs(platform, eve)
    for (let count = 0; count < 10; count += 1) expect(await outcomeOf(platform, wrong(sam), evil)).toBe('refused')
    expect(await outcomeOf(platform, sam, evil)).toBe('limited')
    expect(await outcomeOf(platform, sam)).toBe('limited')
  })

  test('are forgotten with the right password', async () => {
    const member = await createMember(platform.db)
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 9; count += 1) expect(await outcomeOf(platform, wrong(member))).toBe('refused')
      expect(await outcomeOf(platform, member)).toBe('signed-in')
    }
  })

  test('are forgotten when their time is up', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 11; count += 1) await outcomeOf(platform, wrong(member))
    await platform.db.execute(sql`UPDATE request_counts SET window_ends_at = now() WHERE key LIKE 'sign-in-account:%'`)
    expect(await outcomeOf(platform, member)).toBe('signed-in')
  })

  test('from one address are borne forty times, whoever they are for', async () => {
    const clientIp = anyIpAddress()
    const tries = Array.from({ length: 41 }, (_, index) => index)
    const outcomes = []
    for (const index of tries) {
      const stranger = { email: `${index}-${randomUUID()}@sample.example`, password: 'a wrong one' }
      outcomes.push(await outcomeOf(platform, stranger, openBrowser({ clientIp })))
    }
    expect(outcomes.slice(0, 40).every((each) => each === 'refused')).toBe(true)
    expect(outcomes[40]).toBe('limited')
    expect(await outcomeOf(platform, await createMember(platform.db))).toBe('signed-in')
  })

  test('are not what right ones count as', async () => {
    const clientIp = anyIpAddress()
    const member = await createMember(platform.db)
    for (let count = 0; count < 45; count += 1) {
      expect(await outcomeOf(platform, member, openBrowser({ clientIp }))).toBe('signed-in')
    }
  })
})

describe('a second factor', () => {
  /** A member with an authenticator app; `code` is what it shows next, as the present code turned it on. */
  async function createCautious() {
    const member = await createMember(platform.db)
    const browser = await signInAs(platform, member)
    const { api } = betterAuthOfPlatform(platform)
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
    expect(isBrowserAwaitingSecondFactor(browser.headers)).toBe(true)
    expect(await findAndExtendSignedInSession(platform, browser.headers)).toBeNull()
    const result = await signInWithCode(platform, browser, code())
    expect(result).toMatchObject({ outcome: 'signed-in', userId: member.userId })
    if (result.outcome === 'signed-in') browser.keep(result.cookies)
    expect((await findAndExtendSignedInSession(platform, browser.headers))?.userId).toBe(member.userId)
    expect(isBrowserAwaitingSecondFactor(browser.headers)).toBe(false)
  })

  test('is not asked for after a wrong password', async () => {
    const { member } = await createCautious()
    expect(await outcomeOf(platform, wrong(member))).toBe('refused')
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
    // The clock stands still, so that no half minute ends in between.
    const now = Date.now()
    vi.useFakeTimers({ now, toFake: ['Date'] })
    try {
      const { member, code } = await createCautious()
      // The code that turned it on has counted.
      expect((await signInWithCode(platform, await halfway(member), code(0))).outcome).toBe('refused')
      expect((await signInWithCode(platform, await halfway(member), code(1))).outcome).toBe('signed-in')
      const again = await halfway(member)
      expect((await signInWithCode(platform, again, code(1))).outcome).toBe('refused')
      expect((await signInWithCode(platform, again, code(0))).outcome).toBe('refused')
      vi.setSystemTime(now + 30_000)
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
    expect(await findAndExtendSignedInSession(platform, browser.headers)).toBeNull()
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
    const browser = await signInAs(platform, await createMember(platform.db))
    const before = new Headers(browser.headers)
    const result = await signIn(platform, browser, right(member))
    expect(result.outcome).toBe('second-factor')
    expect(await findAndExtendSignedInSession(platform, before)).toBeNull()
    if (result.outcome === 'second-factor') browser.keep(result.cookies)
    expect(await signInWithCode(platform, browser, code())).toMatchObject({ userId: member.userId })
  })

  test('is of the sign-in under way, not of a session that was opened meanwhile', async () => {
    const { member, code } = await createCautious()
    const browser = await halfway(member)
    const other = await signInAs(platform, await createMember(platform.db))
    browser.keep([`muster.session_token=${other.cookie('muster.session_token')}`])
    expect(await signInWithCode(platform, browser, code())).toMatchObject({ userId: member.userId })
    expect(await findAndExtendSignedInSession(platform, other.headers)).toBeNull()
  })

  test.each(['changed', 'reset'])('begun before the password was %s does not sign in', async (how) => {
    const { member, code, signedIn } = await createCautious()
    const browser = await halfway(member)
    if (how === 'reset')
      await resetPasswordByLinkToken(platform, await resetTokenFor(platform, member), 'another password')
    else {
      const passwords = { currentPassword: memberPassword, newPassword: 'another password' }
      expect(await changeOwnPassword(platform, await actorOf(platform, signedIn), passwords)).toEqual({
        outcome: 'done',
      })
    }
    expect(await signInWithCode(platform, browser, code())).toEqual({ outcome: 'refused' })
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('second-factor')
  })

  test('stays on when the password is reset by a link in a mail', async () => {
    const { member } = await createCautious()
    expect(await resetPasswordByLinkToken(platform, await resetTokenFor(platform, member), 'another password')).toBe(
      true,
    )
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('second-factor')
  })
})
