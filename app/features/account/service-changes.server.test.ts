import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { findEmailUndeliverableSince, markEmailUndeliverable } from '#app/platform/.server/mail/undeliverable.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember, memberPassword, type TestMember } from '#tests/factories/members.ts'
import { actorOf } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { jobsFor, outcomeOf, resetTokenFor, signInAs, tokenFor, wrong } from '#tests/sign-in.ts'
import { type Browser, openBrowser } from '#tests/visitors.ts'
import {
  confirmEmailChangeByToken,
  getEmailChangePageDataByToken,
  requestOwnEmailChange,
} from './email-change-service.server.ts'
import {
  changeOwnPassword,
  checkCurrentPassword,
  isPasswordResetLinkValid,
  requestPasswordReset,
  resetPasswordByLinkToken,
} from './password-change-service.server.ts'
import {
  endAllOwnSessions,
  endOwnSession,
  findAndExtendSignedInSession,
  getOwnSessions,
  openSessionAfterFollowedEmailLink,
} from './service.server.ts'
import { sessions as sessionsTable } from './tables.server.ts'
import { getEmailUndeliverableSince, setMemberEmailUndeliverableAsAdmin } from './undeliverable-service.server.ts'

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
    const here = await signInAs(platform, member)
    await signInAs(platform, member, openBrowser({ userAgent: 'Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1' }))
    await signInAs(platform, await createMember(platform.db))
    const listed = await getOwnSessions(platform, await actorOf(platform, here))
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Safari on iPhone', false],
      ['Firefox on Windows', true],
    ])
  })

  test("end one by one, at once, and only one's own", async () => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(platform, member), await signInAs(platform, member)]
    const stranger = await signInAs(platform, await createMember(platform.db))
    const thereId = (await actorOf(platform, there)).sessionId
    expect(await endOwnSession(platform, await actorOf(platform, stranger), thereId)).toBe(false)
    expect(await endOwnSession(platform, await actorOf(platform, here), 'not-an-id')).toBe(false)
    expect(await endOwnSession(platform, await actorOf(platform, here), '-'.repeat(36))).toBe(false)
    expect(await findAndExtendSignedInSession(platform, there.headers)).not.toBeNull()
    expect(await endOwnSession(platform, await actorOf(platform, here), thereId)).toBe(true)
    expect(await findAndExtendSignedInSession(platform, there.headers)).toBeNull()
    expect(await findAndExtendSignedInSession(platform, here.headers)).not.toBeNull()
  })

  test('end everywhere at once', async () => {
    const member = await createMember(platform.db)
    const browsers = [await signInAs(platform, member), await signInAs(platform, member)]
    const stranger = await signInAs(platform, await createMember(platform.db))
    await endAllOwnSessions(platform, await actorOf(platform, browsers[0] as Browser))
    for (const { headers } of browsers) expect(await findAndExtendSignedInSession(platform, headers)).toBeNull()
    expect(await findAndExtendSignedInSession(platform, stranger.headers)).not.toBeNull()
  })

  test('end 90 days after they began, however much they are used', async () => {
    const member = await createMember(platform.db)
    const browser = await signInAs(platform, member)
    const set = (begun: string) =>
      platform.db.execute(sql`UPDATE sessions SET created_at = now() - ${begun}::interval,
        expires_at = now() + interval '5 days' WHERE user_id = ${member.userId}`)
    await set('50 days')
    expect(await findAndExtendSignedInSession(platform, browser.headers)).not.toBeNull()
    expect(await daysLeft(member)).toBe(30)
    await set('80 days')
    expect(await findAndExtendSignedInSession(platform, browser.headers)).not.toBeNull()
    expect(await daysLeft(member)).toBe(10)
  })

  test('are 20 of an account at most: the oldest goes', async () => {
    const member = await createMember(platform.db)
    const browsers = []
    for (let count = 0; count < 21; count += 1) browsers.push(await signInAs(platform, member))
    const [first, second] = browsers as [Browser, Browser]
    expect(await findAndExtendSignedInSession(platform, first.headers)).toBeNull()
    expect(await getOwnSessions(platform, await actorOf(platform, second))).toHaveLength(20)
  })

  test('need somebody signed in', async () => {
    await expect(getOwnSessions(platform, null)).rejects.toThrow(expect.objectContaining({ name: 'SignInRequired' }))
    await expect(endOwnSession(platform, null, randomUUID())).rejects.toThrow()
    await expect(endAllOwnSessions(platform, null)).rejects.toThrow()
  })

  test('can be opened on other proof than a password, and for nobody unknown', async () => {
    const member = await createMember(platform.db)
    const browser = openBrowser()
    browser.keep(await openSessionAfterFollowedEmailLink(platform, browser, member.userId))
    expect((await findAndExtendSignedInSession(platform, browser.headers))?.userId).toBe(member.userId)
    expect(await openSessionAfterFollowedEmailLink(platform, browser, randomUUID())).toEqual([])
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
    expect(await jobsFor(platform, 'account.send-password-reset', member.userId)).toHaveLength(5)
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
    const browsers = [await signInAs(platform, member), await signInAs(platform, member)]
    const token = await resetTokenFor(platform, member)
    expect(await isPasswordResetLinkValid(platform, token)).toBe(true)
    expect(await resetPasswordByLinkToken(platform, token, 'another password')).toBe(true)
    for (const { headers } of browsers) expect(await findAndExtendSignedInSession(platform, headers)).toBeNull()
    expect(await outcomeOf(platform, member)).toBe('refused')
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('signed-in')
    expect(await jobsFor(platform, 'account.send-password-changed', member.userId)).toHaveLength(1)
  })

  test('works once, and makes the links sent before worth nothing', async () => {
    const member = await createMember(platform.db)
    const [first, second] = [await resetTokenFor(platform, member), await resetTokenFor(platform, member)]
    expect(await resetPasswordByLinkToken(platform, second, 'another password')).toBe(true)
    for (const token of [first, second]) {
      expect(await isPasswordResetLinkValid(platform, token)).toBe(false)
      expect(await resetPasswordByLinkToken(platform, token, 'a third password')).toBe(false)
    }
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('confirms the address, as its owner has read the mail', async () => {
    const member = await createMember(platform.db, { confirmed: false })
    expect(await resetPasswordByLinkToken(platform, await resetTokenFor(platform, member), 'another password')).toBe(
      true,
    )
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('lets a member in who was locked out by strangers', async () => {
    const member = await createMember(platform.db)
    for (let count = 0; count < 11; count += 1) await outcomeOf(platform, wrong(member))
    await resetPasswordByLinkToken(platform, await resetTokenFor(platform, member), 'another password')
    expect(await outcomeOf(platform, { email: member.email, password: 'another password' })).toBe('signed-in')
  })

  test('is refused for a token that was made up', async () => {
    expect(await resetPasswordByLinkToken(platform, `${randomUUID()}.${'A'.repeat(43)}`, 'another password')).toBe(
      false,
    )
  })
})

describe('changing the password', () => {
  const passwords = { currentPassword: memberPassword, newPassword: 'another password' }

  // spec: 128.2, 151.1
  test('checks the present one, ends every other session and keeps this one', async () => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(platform, member), await signInAs(platform, member)]
    const actor = await actorOf(platform, here)
    expect(await changeOwnPassword(platform, actor, { ...passwords, currentPassword: 'a wrong one' })).toEqual({
      outcome: 'wrong-password',
    })
    expect(await findAndExtendSignedInSession(platform, there.headers)).not.toBeNull()
    expect(await changeOwnPassword(platform, actor, passwords)).toEqual({ outcome: 'done' })
    expect(await findAndExtendSignedInSession(platform, there.headers)).toBeNull()
    expect(await findAndExtendSignedInSession(platform, here.headers)).not.toBeNull()
    expect(await outcomeOf(platform, { email: member.email, password: passwords.newPassword })).toBe('signed-in')
    expect(await jobsFor(platform, 'account.send-password-changed', member.userId)).toHaveLength(1)
  })

  test('makes reset links on their way worth nothing', async () => {
    const member = await createMember(platform.db)
    const token = await resetTokenFor(platform, member)
    await changeOwnPassword(platform, await actorOf(platform, await signInAs(platform, member)), passwords)
    expect(await isPasswordResetLinkValid(platform, token)).toBe(false)
  })

  test('does not let a borrowed session guess for ever', async () => {
    const actor = await actorOf(platform, await signInAs(platform, await createMember(platform.db)))
    for (let count = 0; count < 10; count += 1) {
      const { outcome } = await changeOwnPassword(platform, actor, { ...passwords, currentPassword: 'a wrong one' })
      expect(outcome).toBe('wrong-password')
    }
    expect(await changeOwnPassword(platform, actor, passwords)).toMatchObject({ outcome: 'limited' })
  })
})

describe('changing the sign-in address', () => {
  const newSignInEmail = () => `new-${randomUUID()}@sample.example`

  test('happens when the link sent to the new one is followed, and is told to the old one', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const actor = await actorOf(platform, await signInAs(platform, member))
    const change = { currentPassword: memberPassword, newEmail }
    expect(await requestOwnEmailChange(platform, actor, change)).toEqual({ outcome: 'done' })
    expect(await outcomeOf(platform, { ...member, email: newEmail })).toBe('refused')
    const token = await tokenFor(platform, member, 'change-address')
    expect(await confirmEmailChangeByToken(platform, actor, token, null)).toEqual({ outcome: 'done' })
    expect(await outcomeOf(platform, { ...member, email: newEmail })).toBe('signed-in')
    expect(await outcomeOf(platform, member)).toBe('refused')
    expect(await jobsFor(platform, 'account.send-address-changed', member.userId)).toMatchObject([
      { data: { oldEmail: member.email } },
    ])
    expect(await confirmEmailChangeByToken(platform, actor, token, null)).toEqual({ outcome: 'expired' })
  })

  test.each([
    ['the member who is signed in', true],
    ['whoever gives the password elsewhere', false],
  ])('by %s ends every other session', async (_, isSignedIn) => {
    const member = await createMember(platform.db)
    const [here, there] = [await signInAs(platform, member), await signInAs(platform, member)]
    const actor = await actorOf(platform, here)
    await requestOwnEmailChange(platform, actor, { currentPassword: memberPassword, newEmail: newSignInEmail() })
    const token = await tokenFor(platform, member, 'change-address')
    await confirmEmailChangeByToken(platform, isSignedIn ? actor : null, token, isSignedIn ? null : memberPassword)
    expect(await findAndExtendSignedInSession(platform, there.headers)).toBeNull()
    expect((await findAndExtendSignedInSession(platform, here.headers)) !== null).toBe(isSignedIn)
  })

  test('says nothing of whether somebody has the new one, and sends nothing then', async () => {
    const [member, other] = [await createMember(platform.db), await createMember(platform.db)]
    const actor = await actorOf(platform, await signInAs(platform, member))
    const change = { currentPassword: memberPassword, newEmail: other.email }
    const started = performance.now()
    expect(await requestOwnEmailChange(platform, actor, change)).toEqual({ outcome: 'done' })
    // Nor by its time, which sending a link takes more of.
    expect(performance.now() - started).toBeGreaterThan(245)
    expect(await jobsFor(platform, 'account.send-address-change', member.userId)).toEqual([])
  })

  // spec: watch.11
  test('to the same one confirms it afresh, where the mail server did not know it', async () => {
    const member = await createMember(platform.db)
    const actor = await actorOf(platform, await signInAs(platform, member))
    const change = { currentPassword: memberPassword, newEmail: member.email }
    await requestOwnEmailChange(platform, actor, change)
    expect(await jobsFor(platform, 'account.send-address-change', member.userId)).toEqual([])
    await markEmailUndeliverable(platform.db, platform.secret, member.email)
    expect(await getEmailUndeliverableSince(platform, member.userId)).toBeInstanceOf(Date)
    await requestOwnEmailChange(platform, actor, change)
    const token = await tokenFor(platform, member, 'change-address')
    expect(await getEmailChangePageDataByToken(platform, actor, token)).toMatchObject({
      newEmail: member.email,
      isNew: false,
    })
    expect(await confirmEmailChangeByToken(platform, actor, token, null)).toEqual({ outcome: 'done' })
    expect(await getEmailUndeliverableSince(platform, member.userId)).toBeNull()
    expect(await jobsFor(platform, 'account.send-address-changed', member.userId)).toEqual([])
    expect(await outcomeOf(platform, member)).toBe('signed-in')
  })

  // spec: watch.11
  test('and a new password by a link take the mark of the address away', async () => {
    const member = await createMember(platform.db)
    const actor = await actorOf(platform, await signInAs(platform, member))
    await markEmailUndeliverable(platform.db, platform.secret, member.email)
    const token = await resetTokenFor(platform, member)
    expect(await resetPasswordByLinkToken(platform, token, 'another correct horse')).toBe(true)
    expect(await getEmailUndeliverableSince(platform, member.userId)).toBeNull()
    await markEmailUndeliverable(platform.db, platform.secret, member.email)
    await requestOwnEmailChange(platform, actor, {
      currentPassword: 'another correct horse',
      newEmail: newSignInEmail(),
    })
    expect(
      await confirmEmailChangeByToken(platform, actor, await tokenFor(platform, member, 'change-address'), null),
    ).toEqual({
      outcome: 'done',
    })
    expect(await findEmailUndeliverableSince(platform.db, platform.secret, member.email)).toBeNull()
  })

  // spec: watch.14
  test('is not needed where an admin notes that mail reaches a member again, or not; nobody else may', async () => {
    const { db } = platform
    const member = await createMember(db)
    const admin = await createStaff(db, 'Admin')
    const own = await actorOf(platform, await signInAs(platform, member))
    for (const actor of [null, own, await createStaff(db, 'Reviewer')])
      await expect(setMemberEmailUndeliverableAsAdmin(platform, actor, member.userId, true)).rejects.toThrow()
    for (const isUndeliverable of [true, true, false]) {
      expect(await setMemberEmailUndeliverableAsAdmin(platform, admin, member.userId, isUndeliverable)).toBe(true)
      expect((await getEmailUndeliverableSince(platform, member.userId)) !== null).toBe(isUndeliverable)
    }
    const events = await queryRows<{ action: string }>(
      db,
      sql`SELECT action FROM audit_events WHERE subject_id = ${member.userId} AND action LIKE 'profile.email%' ORDER BY id`,
    )
    expect(events.map(({ action }) => action).sort()).toEqual(['profile.email-cleared', 'profile.email-marked'])
    for (const id of ['nobody', randomUUID()])
      expect(await setMemberEmailUndeliverableAsAdmin(platform, admin, id, true)).toBe(false)
  })

  test('does not happen where the address was taken meanwhile', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const actor = await actorOf(platform, await signInAs(platform, member))
    await requestOwnEmailChange(platform, actor, { currentPassword: memberPassword, newEmail })
    await createMember(platform.db, { email: newEmail })
    const token = await tokenFor(platform, member, 'change-address')
    expect(await getEmailChangePageDataByToken(platform, actor, token)).toBeNull()
    expect(await confirmEmailChangeByToken(platform, actor, token, null)).toEqual({ outcome: 'expired' })
    expect(await outcomeOf(platform, member)).toBe('signed-in')
  })

  test('is confirmed where the member is not signed in with the password, and opens no session', async () => {
    const member = await createMember(platform.db)
    const newEmail = newSignInEmail()
    const change = { currentPassword: memberPassword, newEmail }
    await requestOwnEmailChange(platform, await actorOf(platform, await signInAs(platform, member)), change)
    const token = await tokenFor(platform, member, 'change-address')
    const other = await actorOf(platform, await signInAs(platform, await createMember(platform.db)))
    for (const who of [null, other]) {
      expect(await getEmailChangePageDataByToken(platform, who, token)).toMatchObject({ newEmail, isOwnAccount: false })
      expect(await confirmEmailChangeByToken(platform, who, token, null)).toEqual({ outcome: 'wrong-password' })
      expect(await confirmEmailChangeByToken(platform, who, token, 'a wrong one')).toEqual({
        outcome: 'wrong-password',
      })
    }
    expect(await outcomeOf(platform, { ...member, email: newEmail })).toBe('refused')
    expect(await confirmEmailChangeByToken(platform, null, token, memberPassword)).toEqual({ outcome: 'done' })
    expect(await platform.db.$count(sessionsTable, eq(sessionsTable.userId, member.userId))).toBe(0)
    expect(await outcomeOf(platform, { ...member, email: newEmail })).toBe('signed-in')
  })

  test('lets nobody guess the password by its link, which keeps the member from nothing', async () => {
    const member = await createMember(platform.db)
    const actor = await actorOf(platform, await signInAs(platform, member))
    await requestOwnEmailChange(platform, actor, { currentPassword: memberPassword, newEmail: newSignInEmail() })
    const token = await tokenFor(platform, member, 'change-address')
    for (let count = 0; count < 10; count += 1) await confirmEmailChangeByToken(platform, null, token, 'a wrong one')
    expect(await confirmEmailChangeByToken(platform, null, token, memberPassword)).toMatchObject({ outcome: 'limited' })
    expect(await checkCurrentPassword(platform, actor, memberPassword)).toEqual({ outcome: 'done' })
    expect(await confirmEmailChangeByToken(platform, actor, token, null)).toEqual({ outcome: 'done' })
  })

  test('needs the password', async () => {
    const actor = await actorOf(platform, await signInAs(platform, await createMember(platform.db)))
    expect(
      await requestOwnEmailChange(platform, actor, { currentPassword: 'a wrong one', newEmail: newSignInEmail() }),
    ).toEqual({ outcome: 'wrong-password' })
  })
})

test("nothing that is kept of a try or a session names a visitor's address", async () => {
  const clientIp = '198.51.100.77'
  const member = await createMember(platform.db)
  await signInAs(platform, member, openBrowser({ clientIp }))
  await outcomeOf(platform, wrong(member), openBrowser({ clientIp }))
  const rows = await queryRows<{ key: string }>(
    platform.db,
    sql`SELECT s.*, c.key FROM sessions s, request_counts c WHERE s.user_id = ${member.userId}`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(clientIp)
  expect(JSON.stringify(rows.map(({ key }) => key))).not.toContain(member.email)
})
