import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import {
  confirmOwnVerificationYearly,
  withdrawOwnVerification,
} from '#app/features/verification/submission-service.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { formatCredentialCode, parseCredentialCode } from './codes.ts'
import { queueIssueOfMissingListingCredentials } from './issuing-service.server.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { collectPersonalData, describePersonalData, erasePersonalData } from './personal-data-service.server.ts'
import { checkListingCredential, getOwnListingCredential } from './service.server.ts'
import { credentials } from './tables.server.ts'

// No worker runs in these tests: what ends, ends by the clock and by triggers alone.

beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses', 'credentials')
  await db.execute(sql`DELETE FROM pgboss.job`)
})

const rowsOf = (businessId: string) =>
  db.select().from(credentials).where(eq(credentials.businessId, businessId)).orderBy(credentials.issuedAt)

/** The one credential of a business that has not ended. */
async function currentOf(businessId: string) {
  const [row, ...more] = (await rowsOf(businessId)).filter(({ endedAt }) => endedAt === null)
  expect(more).toEqual([])
  return row ?? null
}

async function issued(options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(db, options)
  const row = await currentOf(business.id)
  if (!row) throw new Error('nothing was issued')
  const owner = business.profileId ?? ''
  await db
    .update(verifications)
    .set({ verifiedAt: sql`now() - interval '40 days'` })
    .where(eq(verifications.profileId, owner))
  return { business, row, owner, code: row.code, actor: { userId: owner } as Actor }
}

const isVerified = async (code: string) => (await checkListingCredential(platform, { code }))?.answer.verified !== null

describe('a code is issued', () => {
  test('in the transaction that lists a business, and not to one that is not listed', async () => {
    const hidden = await createBusiness(db, { isActive: false })
    const unverified = await createBusiness(db, { owner: { status: 'In Review' } })
    const { business, row } = await issued()
    expect(row).toMatchObject({ businessId: business.id, statusList: 1, unlistedAt: null, endedAt: null })
    expect(await rowsOf(hidden.id)).toEqual([])
    expect(await rowsOf(unverified.id)).toEqual([])
    await db.update(businesses).set({ isActive: true }).where(eq(businesses.id, hidden.id))
    expect(await currentOf(hidden.id)).not.toBeNull()
    await db
      .update(profiles)
      .set({ verificationStatusId: 3 })
      .where(eq(profiles.id, unverified.profileId ?? ''))
    expect(await currentOf(unverified.id)).not.toBeNull()
  })

  test('to those that were listed before an upgrade, by a job that may be interrupted', async () => {
    for (let number = 0; number < 3; number += 1) await createBusiness(db)
    await emptyTables(db, 'credentials')
    await queueIssueOfMissingListingCredentials(platform)
    await emptyQueue(platform, jobHandlers)
    const found = await db.select().from(credentials)
    expect(new Set(found.map(({ businessId }) => businessId)).size).toBe(3)
    await db.execute(sql`DELETE FROM credentials WHERE code = ${found[0]?.code}`)
    await queueIssueOfMissingListingCredentials(platform)
    expect(await queryRows(db, sql`SELECT id FROM pgboss.job WHERE data ? 'name'`)).toEqual([])
  })

  test('with another index, and another list once one is three quarters full', async () => {
    await db.execute(sql`
      INSERT INTO credentials (code, status_list, status_index)
      SELECT 'T' || lpad(n::text, 6, '0'), 1, n FROM generate_series(0, 98302) AS n`)
    const [last, first] = [await issued(), await issued()]
    expect([last.row.statusList, first.row.statusList]).toEqual([1, 2])
    expect(last.row.statusIndex).toBeGreaterThan(98_302)
  }, 60_000)

  test('at random: neither codes nor indexes follow each other', async () => {
    const rows = []
    for (let number = 0; number < 20; number += 1) rows.push((await issued()).row)
    const indexes = rows.map(({ statusIndex }) => statusIndex)
    expect(indexes.every((index) => index >= 0 && index < 131_072)).toBe(true)
    expect(indexes.toSorted((left, right) => left - right)).not.toEqual(indexes)
    expect(new Set(rows.map(({ code }) => code.slice(0, 4))).size).toBe(20)
  })
})

describe('the answer', () => {
  test('says what was checked, when and until when', async () => {
    const { business, code, row } = await issued({ name: 'Quay Carpentry', owner: { relationship: 'Reservist' } })
    const found = await checkListingCredential(platform, { code })
    expect(found).toEqual({
      answer: {
        code: expect.stringMatching(/^\w{4}-\w{4}$/),
        badgeKey: row.badgeKey,
        verified: {
          slug: business.businessSlug,
          name: 'Quay Carpentry',
          claim: 'Verified: run by a reservist',
          basis: 'A person read documents that show it',
          checkedAt: expect.any(Date),
          endsAt: expect.any(Date),
        },
        endedAt: null,
      },
      tags: [`credential:${code}`, `business:${business.businessSlug}`],
    })
    expect(parseCredentialCode(found?.answer.code ?? '')).toEqual({ stored: code })
    // A year from the check, and the grace period.
    const { checkedAt, endsAt } = found?.answer.verified ?? {}
    expect(Math.round((Number(endsAt) - Number(checkedAt)) / 86_400_000)).toBeGreaterThanOrEqual(395)
    expect(await checkListingCredential(platform, { badgeKey: row.badgeKey })).toEqual(found)
  })

  test('is none for what was never issued', async () => {
    expect(await checkListingCredential(platform, { code: 'ZZZZZZZ' })).toBeNull()
    for (const badgeKey of ['00000000-0000-4000-8000-000000000000', 'x', ''])
      expect(await checkListingCredential(platform, { badgeKey })).toBeNull()
  })

  test('is no from the moment the verification ends, by the database’s clock', async () => {
    const { code, owner } = await issued()
    const endsIn = (seconds: number) =>
      db
        .update(profiles)
        .set({ verificationEndsAt: sql`now() + make_interval(secs => ${seconds})` })
        .where(eq(profiles.id, owner))
        .returning({ endedAt: profiles.verificationEndsAt })
    await endsIn(60)
    expect(await isVerified(code)).toBe(true)
    const [ended] = await endsIn(-1)
    const found = await checkListingCredential(platform, { code })
    expect(found?.answer).toMatchObject({ verified: null, ...ended })
  })

  test('is no while its business is hidden or its owner suspended, and yes again after', async () => {
    const { code, business, owner } = await issued()
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    expect(await checkListingCredential(platform, { code })).toMatchObject({
      answer: { verified: null, endedAt: expect.any(Date) },
      // A page that says so is out of date once the business is listed again.
      tags: expect.arrayContaining([`business:${business.businessSlug}`]),
    })
    await db.update(businesses).set({ isActive: true }).where(eq(businesses.id, business.id))
    expect(await isVerified(code)).toBe(true)
    const admin = await createStaff(db, 'Admin')
    await suspendMember(platform, admin, owner, 'A reason.')
    expect(await isVerified(code)).toBe(false)
    await reinstateMember(platform, admin, owner)
    expect((await checkListingCredential(platform, { code }))?.answer).toMatchObject({
      verified: { slug: business.businessSlug },
      endedAt: null,
    })
  })

  test('is no once the verification is rejected, and yes again if it is approved again', async () => {
    const { code, owner } = await issued()
    for (const [status, answer] of [
      [4, false],
      [2, false],
      [3, true],
    ] as const) {
      await db.update(profiles).set({ verificationStatusId: status }).where(eq(profiles.id, owner))
      expect(await isVerified(code)).toBe(answer)
    }
  })
})

describe('what belongs to one verification of one listing', () => {
  test('stays through a yearly confirmation', async () => {
    const { code, owner, actor, row } = await issued()
    await db
      .update(verifications)
      .set({ verifiedAt: sql`now() - interval '350 days'` })
      .where(eq(verifications.profileId, owner))
    const before = await checkListingCredential(platform, { code })
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(true)
    const after = await checkListingCredential(platform, { code })
    expect(Number(after?.answer.verified?.endsAt)).toBeGreaterThan(Number(before?.answer.verified?.endsAt))
    expect(await currentOf(row.businessId ?? '')).toMatchObject({ code })
  })

  test('ends for good with another owner, even if the first one comes back', async () => {
    const { code, business, owner } = await issued()
    const other = await createOwner(db)
    await db.update(businesses).set({ profileId: other }).where(eq(businesses.id, business.id))
    expect(await isVerified(code)).toBe(false)
    const second = await currentOf(business.id)
    expect(second?.code).not.toBe(code)
    expect(await isVerified(second?.code ?? '')).toBe(true)
    await db.update(businesses).set({ profileId: owner }).where(eq(businesses.id, business.id))
    expect([await isVerified(code), await isVerified(second?.code ?? '')]).toEqual([false, false])
    const all = await rowsOf(business.id)
    expect(all.length).toBe(3)
    for (const field of ['code', 'badgeKey', 'statusIndex'] as const)
      expect(new Set(all.map((row) => row[field])).size).toBe(3)
  })

  test('ends for good with a withdrawal, and a new verification gets its own', async () => {
    const { code, actor, owner, business } = await issued()
    expect(await withdrawOwnVerification(platform, actor)).toBe(true)
    const ended = await checkListingCredential(platform, { code })
    expect(ended?.answer).toMatchObject({ verified: null, endedAt: expect.any(Date) })
    await db.insert(verifications).values({ profileId: owner, militaryRelationshipTypeId: 1, verifiedAt: new Date() })
    await db.update(profiles).set({ verificationStatusId: 3 }).where(eq(profiles.id, owner))
    expect(await isVerified(code)).toBe(false)
    const next = await currentOf(business.id)
    expect(await isVerified(next?.code ?? '')).toBe(true)
  })

  test('ends for good with another relationship, as that is another claim', async () => {
    const { code, owner, business } = await issued()
    await db.update(verifications).set({ militaryRelationshipTypeId: 5 }).where(eq(verifications.profileId, owner))
    expect(await isVerified(code)).toBe(false)
    expect((await currentOf(business.id))?.code).not.toBe(code)
  })

  test('ends for good when a member is deleted by hand, who leaves the business behind', async () => {
    const { code, owner, business } = await issued()
    await db.delete(users).where(eq(users.id, owner))
    expect(await isVerified(code)).toBe(false)
    expect(await rowsOf(business.id)).toEqual([
      expect.objectContaining({ verificationId: null, endedAt: expect.any(Date) }),
    ])
  })

  // spec: credentials.4
  test('outlives the business and its owner as bare numbers', async () => {
    const deleted = await issued()
    await db.delete(businesses).where(eq(businesses.id, deleted.business.id))
    const erased = await issued()
    await db.transaction(async (transaction) => {
      await erasePersonalData(transaction, erased.owner)
      await transaction.delete(businesses).where(eq(businesses.id, erased.business.id))
      await transaction.delete(users).where(eq(users.id, erased.owner))
    })
    for (const { code, row } of [deleted, erased]) {
      const [left] = await db.select().from(credentials).where(eq(credentials.code, code))
      expect(left).toMatchObject({ ...row, businessId: null, verificationId: null, endedAt: expect.any(Date) })
      expect(await checkListingCredential(platform, { code })).toEqual({
        answer: { code: expect.any(String), badgeKey: row.badgeKey, verified: null, endedAt: expect.any(Date) },
        tags: [`credential:${code}`],
      })
    }
  })
})

test('an owner finds their own, and nobody else’s', async () => {
  const { actor, row } = await issued()
  expect(await getOwnListingCredential(platform, actor)).toMatchObject({ badgeKey: row.badgeKey })
  const other = await createMember(db)
  expect(await getOwnListingCredential(platform, actorOf(other.userId))).toBeNull()
  await expect(getOwnListingCredential(platform, null)).rejects.toThrow()
})

test('an export holds the codes of the member alone', async () => {
  const { owner, code } = await issued()
  await issued()
  const { records } = await collectPersonalData(db, owner)
  expect(records).toEqual({ credentials: [expect.objectContaining({ code: formatCredentialCode(code) })] })
  expect(await describePersonalData(db, owner)).toEqual([expect.stringContaining('your code and badge')])
  const other = await createMember(db)
  expect([await collectPersonalData(db, other.userId), await describePersonalData(db, other.userId)]).toEqual([
    { records: {}, files: [] },
    [],
  ])
})
