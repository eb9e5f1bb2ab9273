import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { requestPasswordReset, resetPasswordByLinkToken } from '#app/features/account/password-change-service.server.ts'
import {
  findAndExtendSignedInSession,
  openSessionAfterFollowedEmailLink,
} from '#app/features/account/service.server.ts'
import { sessions } from '#app/features/account/tables.server.ts'
import { confirmOwnTwoFactorSetup, startOwnTwoFactorSetup } from '#app/features/account/two-factor-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents, capturedMails } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember, memberPassword, type TestMember } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { tokenInLink } from '#tests/links.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { signIn, signInWithCode } from '#tests/sign-in.ts'
import { codeOfKey } from '#tests/totp.ts'
import { openBrowser } from '#tests/visitors.ts'
import * as mailDefinitions from './mails.server.ts'
import { identifyActor } from './service.server.ts'
import { getMemberForSuspension, reinstateMember, suspendMember } from './suspension-service.server.ts'
import { profiles } from './tables.server.ts'

let admin: Actor

test.beforeAll(async () => {
  admin = await createStaff(platform.db, 'Admin', 'Ash')
})

const why = 'Your listing copied the name of another firm.'
const right = ({ email }: TestMember) => ({ email, password: memberPassword })

async function createSuspended(options: Parameters<typeof createMember>[1] = {}): Promise<TestMember> {
  const member = await createMember(platform.db, options)
  expect(await suspendMember(platform, admin, member.userId, why)).toBe('done')
  return member
}

const sessionsOf = ({ userId }: TestMember) => platform.db.select().from(sessions).where(eq(sessions.userId, userId))

async function suspendedAt(userId: string): Promise<Date | null> {
  const [row] = await platform.db.select().from(profiles).where(eq(profiles.id, userId))
  return row?.suspendedAt ?? null
}

/** How many connections to this database wait for a lock. */
async function countWaiting(): Promise<number> {
  const rows = await queryRows(
    platform.db,
    sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length
}

async function listedOf(userId: string): Promise<number> {
  return (
    await queryRows(
      platform.db,
      sql`SELECT id FROM public_businesses_view v JOIN directory_listings l ON l.business_id = v.id WHERE v.profile_id = ${userId}`,
    )
  ).length
}

/** The token a job is told. */
function tokenIdOf(job: { data: unknown } | undefined): string {
  return (job?.data as { tokenId: string } | undefined)?.tokenId ?? ''
}

describe('who may', () => {
  test('nobody but an admin', async () => {
    const { userId } = await createMember(platform.db)
    const reviewer = await createStaff(platform.db, 'Reviewer')
    for (const change of [suspendMember, reinstateMember, getMemberForSuspension]) {
      await expect(change(platform, null, userId, why)).rejects.toThrow(SignInRequiredError)
      // A role says nothing by itself being staff: reviewers may not.
      await expect(change(platform, reviewer, userId, why)).rejects.toThrow(ActionNotAllowedError)
      await expect(change(platform, actorOf(userId), userId, why)).rejects.toThrow(ActionNotAllowedError)
    }
    expect(await suspendedAt(userId)).toBeNull()
  })

  test('no admin themselves', async () => {
    await expect(suspendMember(platform, admin, admin.userId, why)).rejects.toThrow(ActionNotAllowedError)
    expect(await getMemberForSuspension(platform, admin, admin.userId)).toMatchObject({
      isSelf: true,
      name: 'Ash Admin',
    })
  })

  test('of two admins who suspend each other at once, one is left', async () => {
    const [one, other] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db, 'Admin')]
    const suspendBoth = () =>
      Promise.allSettled([
        suspendMember(platform, one, other.userId, why),
        suspendMember(platform, other, one.userId, why),
      ])
    let both: ReturnType<typeof suspendBoth> | undefined
    // Both have begun before either goes on.
    await platform.db.transaction(async (transaction) => {
      const ids = [one.userId, other.userId]
      await transaction.select().from(profiles).where(inArray(profiles.id, ids)).for('update')
      both = suspendBoth()
      await expect.poll(countWaiting).toBe(2)
    })
    const results = (await both) ?? []
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const times = [await suspendedAt(one.userId), await suspendedAt(other.userId)]
    expect(times.filter((time) => time !== null)).toHaveLength(1)
  })

  test.each(['no id', '00000000-0000-4000-8000-000000000000'])('nothing comes of %s', async (id) => {
    expect(await suspendMember(platform, admin, id, why)).toBe('not-found')
    expect(await reinstateMember(platform, admin, id)).toBe('not-found')
    expect(await getMemberForSuspension(platform, admin, id)).toBeNull()
  })
})

describe('a suspension', () => {
  test('makes every session worth nothing, hides the listing, is written down and told by mail; once', async () => {
    const member = await createMember(platform.db, { firstName: 'Sam', status: 'Verified' })
    await createBusiness(platform.db, { profileId: member.userId })
    const browsers = [openBrowser(), openBrowser()]
    for (const browser of browsers)
      browser.keep(await openSessionAfterFollowedEmailLink(platform, browser, member.userId))
    expect(await listedOf(member.userId)).toBe(1)
    await emptyQueue(platform, Object.values(mailDefinitions))

    expect(await suspendMember(platform, admin, member.userId, why)).toBe('done')
    expect(await suspendMember(platform, admin, member.userId, why)).toBe('unchanged')
    for (const { headers } of browsers) {
      expect(await identifyActor(platform, headers)).toMatchObject({ actor: null, suspension: { reason: why } })
    }
    expect(await listedOf(member.userId)).toBe(0)
    await emptyQueue(platform, Object.values(mailDefinitions))

    expect(await reinstateMember(platform, admin, member.userId)).toBe('done')
    expect(await reinstateMember(platform, admin, member.userId)).toBe('unchanged')
    expect(await listedOf(member.userId)).toBe(1)
    // What was open before is not open again.
    expect(await sessionsOf(member)).toEqual([])
    expect((await signIn(platform, openBrowser(), right(member))).outcome).toBe('signed-in')

    const events = await platform.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, member.userId))
      .orderBy(auditEvents.happenedAt)
    expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['profile.suspended', admin.userId],
      ['profile.reinstated', admin.userId],
    ])
    await emptyQueue(platform, Object.values(mailDefinitions))
    const mails = await platform.db.select().from(capturedMails).where(eq(capturedMails.recipient, member.email))
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Your account is active again',
      'Your account is suspended',
    ])
    const told = mails.find(({ subject }) => subject === 'Your account is suspended')
    expect(told?.plainText).toContain('Hello Sam')
    expect(told?.plainText).toContain('hello@muster.example')
    expect(told?.plainText.replace(/\s+/g, ' ')).toContain(`The reason: ${why}`)
  })

  test('that cannot be told by mail does not happen', async () => {
    const member = await createMember(platform.db)
    await openSessionAfterFollowedEmailLink(platform, openBrowser(), member.userId)
    const broken = { ...platform, jobs: { ...platform.jobs, enqueue: () => Promise.reject(new Error('gone')) } }
    await expect(suspendMember(broken, admin, member.userId, why)).rejects.toThrow('gone')
    expect(await suspendedAt(member.userId)).toBeNull()
    expect(await sessionsOf(member)).toHaveLength(1)
  })
})

describe('somebody suspended comes in by no door', () => {
  test('not with a session that was just being opened', async () => {
    const member = await createSuspended()
    const browser = openBrowser()
    browser.keep(await openSessionAfterFollowedEmailLink(platform, browser, member.userId))
    expect(await findAndExtendSignedInSession(platform, browser.headers)).not.toBeNull()
    expect((await identifyActor(platform, browser.headers)).actor).toBeNull()
  })

  test('not with the password, which alone shows that they are suspended', async () => {
    const member = await createSuspended()
    const browser = openBrowser()
    expect(await signIn(platform, browser, right(member))).toEqual({ outcome: 'shut-out', reason: why })
    expect(await signIn(platform, browser, { ...right(member), password: 'a wrong one' })).toEqual({
      outcome: 'refused',
      resend: expect.any(String),
    })
    expect(await sessionsOf(member)).toEqual([])
    // Nobody has signed in, so nobody is told of a new sign-in.
    expect((await listJobs(platform.db)).filter(({ name }) => name === 'account.send-new-sign-in')).toEqual([])
  })

  test('not with a second factor', async () => {
    const member = await createMember(platform.db)
    const { browser: own, actor } = await signInMember(platform, member.userId)
    const begun = await startOwnTwoFactorSetup(platform, own, actor, memberPassword)
    if (begun.outcome !== 'begun') throw new Error('an authenticator app was asked for')
    const { key, proof } = begun.setup
    const on = await confirmOwnTwoFactorSetup(platform, own, actor, { code: codeOfKey(key), proof })
    if (on.outcome !== 'on') throw new Error('the code was right')
    const browser = openBrowser()
    const halfway = await signIn(platform, browser, right(member))
    if (halfway.outcome !== 'second-factor') throw new Error(`the sign-in was ${halfway.outcome}`)
    browser.keep(halfway.cookies)
    await suspendMember(platform, admin, member.userId, why)
    const [recoveryCode = ''] = on.recoveryCodes
    expect(await signInWithCode(platform, browser, recoveryCode)).toEqual({ outcome: 'shut-out', reason: why })
    // The one that was open before, which is nobody's now.
    expect(await sessionsOf(member)).toHaveLength(1)
    expect((await identifyActor(platform, own.headers)).actor).toBeNull()
  })

  test('not with a new password', async () => {
    const member = await createSuspended()
    await requestPasswordReset(platform, openBrowser(), member.email)
    const job = (await listJobs(platform.db)).findLast(({ name }) => name === 'account.send-password-reset')
    const token = tokenInLink(platform, 'reset', tokenIdOf(job))
    expect(await resetPasswordByLinkToken(platform, token, 'a new password')).toBe(true)
    expect(await sessionsOf(member)).toEqual([])
    expect(await signIn(platform, openBrowser(), { email: member.email, password: 'a new password' })).toEqual({
      outcome: 'shut-out',
      reason: why,
    })
  })
})
