import { eq, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect } from 'vitest'
import { setVisibilityAsAdmin } from '#app/features/businesses/service.server.ts'
import { businesses, businessTrades } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import {
  claimVerificationCase,
  getVerificationCaseForReviewer,
} from '#app/features/verification/decisions/case-service.server.ts'
import { reopenVerificationCase } from '#app/features/verification/decisions/reversal-service.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import type { VerificationCaseSummary } from '#app/features/verification/model.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { ageClaim, createCase, createStaff, letApprove } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { RemovedTradesNotice } from './components/removed-trades-notice.tsx'
import {
  countOverdueVerificationCases,
  getAdminCounts,
  getBusinessesForStaff,
  getNextClaimableCaseId,
  getProfilesForStaff,
  getRemovedTradesStillOnBusinesses,
  getVerificationQueue,
} from './service.server.ts'

let reviewer: Actor
let admin: Actor

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses')
  reviewer = await createStaff(platform.db, 'Reviewer', 'Robin')
  admin = await createStaff(platform.db, 'Admin', 'Ash')
})

const first: KeysetPageRequest = { after: null, before: null }
const names = (page: { rows: { name: string }[] }) => page.rows.map(({ name }) => name)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Members who exist all at once, in one statement: the newest has the highest number. */
async function createCrowd(count: number): Promise<void> {
  await platform.db.execute(sql`
    WITH made AS (
      INSERT INTO users (id, name, email)
      SELECT gen_random_uuid(), 'Sam Crowd', 'crowd-' || n || '@sample.example' FROM generate_series(1, ${count}) n RETURNING id, email
    )
    INSERT INTO profiles (id, first_name, last_name, personal_email, created_at)
    SELECT id, 'Sam', 'Crowd ' || lpad(regexp_replace(email, '\\D', '', 'g'), 4, '0'), email,
      timestamptz '2026-01-01' + regexp_replace(email, '\\D', '', 'g')::int * interval '1 microsecond' FROM made`)
}

describe('who may', () => {
  const forStaff: [string, (actor: Actor | null) => Promise<unknown>][] = [
    ['the counts', (actor) => getAdminCounts(platform, actor)],
    ['how many are overdue', (actor) => countOverdueVerificationCases(platform, actor, new Date())],
    ['the queue', (actor) => getVerificationQueue(platform, actor, 'newest', first)],
    ['the next case', (actor) => getNextClaimableCaseId(platform, actor, 'no id', 'newest')],
  ]
  const forAdmins: typeof forStaff = [
    ['the businesses', (actor) => getBusinessesForStaff(platform, actor, null, first)],
    ['the profiles', (actor) => getProfilesForStaff(platform, actor, null, first)],
    ['the removed trades', (actor) => getRemovedTradesStillOnBusinesses(platform, actor)],
    ['a switch of any business', (actor) => setVisibilityAsAdmin(platform, actor, 'no id', true)],
  ]

  test.each([...forStaff, ...forAdmins])('%s: no visitor and no member', async (_, use) => {
    const { userId } = await createMember(platform.db)
    await expect(use(null)).rejects.toThrow(SignInRequiredError)
    await expect(use(actorOf(userId))).rejects.toThrow(ActionNotAllowedError)
  })

  test.each(forAdmins)('%s: no reviewer', async (_, use) => {
    await expect(use(reviewer)).rejects.toThrow(ActionNotAllowedError)
    await expect(use(admin)).resolves.toBeDefined()
  })

  test.each(forStaff)('%s: reviewers and admins', async (_, use) => {
    await expect(use(reviewer)).resolves.toBeDefined()
    await expect(use(admin)).resolves.toBeDefined()
  })
})

// spec: 74.1
test('the counts are of everyone, every business and every verification; a reviewer sees the last alone', async () => {
  await createBusiness(platform.db)
  await createBusiness(platform.db, { isActive: false })
  await createCase(platform.db)
  platform.totalsCache.clear()
  expect(await getAdminCounts(platform, admin)).toEqual({ users: 5, businesses: 2, verifications: 3, pending: 1 })
  expect(await getAdminCounts(platform, reviewer)).toEqual({
    users: null,
    businesses: null,
    verifications: 3,
    pending: 1,
  })
  await createCase(platform.db)
  // What waits is counted afresh each time, the whole tables are not.
  expect(await getAdminCounts(platform, reviewer)).toMatchObject({ verifications: 3, pending: 2 })
})

describe('the queue', () => {
  // spec: 106.6
  test('holds what was submitted and is not decided, newest first or longest waiting first', async () => {
    await createCase(platform.db, { firstName: 'Two', queuedAt: hoursAgo(2) })
    await createCase(platform.db, { firstName: 'Three', queuedAt: hoursAgo(3) })
    await createCase(platform.db, { firstName: 'One', queuedAt: hoursAgo(1) })
    const decided = await createCase(platform.db, { firstName: 'Decided' })
    await letApprove(platform.db, decided, reviewer)
    await decideVerificationCase(platform, reviewer, decided.caseId, { verdict: 'approve', words: '' })
    // Saved and not submitted, and verified by an import while it waited.
    const saved = await createCase(platform.db, { firstName: 'Saved' })
    await platform.db.update(verifications).set({ queuedAt: null }).where(eq(verifications.id, saved.caseId))
    const imported = await createCase(platform.db, { firstName: 'Imported' })
    await platform.db.update(profiles).set({ verificationStatusId: 3 }).where(eq(profiles.id, imported.userId))
    // A profile with no status counts as pending.
    const without = await createCase(platform.db, { firstName: 'Without', queuedAt: hoursAgo(4) })
    await platform.db.update(profiles).set({ verificationStatusId: null }).where(eq(profiles.id, without.userId))

    const expected = ['One Sample', 'Two Sample', 'Three Sample', 'Without Sample']
    expect(names(await getVerificationQueue(platform, reviewer, 'newest', first))).toEqual(expected)
    expect(names(await getVerificationQueue(platform, reviewer, 'longest', first))).toEqual(expected.toReversed())
    expect((await getAdminCounts(platform, reviewer)).pending).toBe(4)
  })

  // spec: 167.1
  test('tells of each case whose, of what service, how long, and who is looking at it', async () => {
    const found = await createCase(platform.db, { firstName: 'Jo', queuedAt: hoursAgo(5) })
    const business = await createBusiness(platform.db, { name: 'Sample Joinery', profileId: found.userId })
    await platform.db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, found.userId))
    const look = async (actor: Actor) => (await getVerificationQueue(platform, actor, 'newest', first)).rows[0]
    expect(await look(admin)).toEqual({
      id: found.caseId,
      name: 'Jo Sample',
      serviceBranch: 'British Army',
      relationshipType: 'Veteran',
      business: 'Sample Joinery',
      waitingSince: expect.any(Date),
      reviewer: null,
      isOwn: false,
      objection: null,
      isLeftToOthers: false,
      hasNewName: false,
      hasRecorded: false,
      isRecorded: false,
    })
    const called = (firstName: string) =>
      platform.db.update(profiles).set({ firstName }).where(eq(profiles.id, found.userId))
    await called('Max')
    expect(await look(admin)).toMatchObject({ hasNewName: true })
    await called('Jo')
    expect(await look(admin)).toMatchObject({ hasNewName: false })
    await claimVerificationCase(platform, reviewer, found.caseId)
    expect(await look(admin)).toMatchObject({ reviewer: { name: 'Robin Reviewer', isSelf: false } })
    expect(await look(reviewer)).toMatchObject({ reviewer: { isSelf: true } })
    await ageClaim(platform.db, found.caseId, 31)
    expect(await look(admin)).toMatchObject({ reviewer: null })
    expect(await look({ ...reviewer, userId: found.userId })).toMatchObject({ isOwn: true })
  })

  test('leads from a case to the next one that is free, and from the last to the first', async () => {
    const cases = []
    for (const hours of [1, 2, 3, 4]) cases.push(await createCase(platform.db, { queuedAt: hoursAgo(hours) }))
    const [one, two, three, four] = cases.map(({ caseId }) => caseId) as [string, string, string, string]
    const next = (from: string, order: 'newest' | 'longest' = 'newest', actor = reviewer) =>
      getNextClaimableCaseId(platform, actor, from, order)
    expect([await next(one), await next(two), await next(four)]).toEqual([two, three, one])
    expect([await next(four, 'longest'), await next(one, 'longest')]).toEqual([three, four])
    await claimVerificationCase(platform, admin, two)
    expect(await next(one)).toBe(three)
    expect(await next(one, 'newest', admin)).toBe(two)
    // One's own is never next.
    expect(await next(two, 'newest', { ...reviewer, userId: cases[2]?.userId ?? '' })).toBe(four)
    await platform.db.execute(sql`UPDATE verifications SET queued_at = NULL WHERE id <> ${four}`)
    expect(await next(four)).toBeNull()
    expect(await next(one)).toBe(four)
    expect(await next('no id')).toBeNull()
  })

  test('says that a case is appealed or reopened, and leaves it to others than the one who decided it', async () => {
    const found = await createCase(platform.db)
    await decideVerificationCase(platform, reviewer, found.caseId, {
      verdict: 'reject',
      reason: 'unreadable',
      words: '',
    })
    const [last] = (
      (await getVerificationCaseForReviewer(platform, admin, found.caseId)) as { details: VerificationCaseSummary }
    ).details.decisions
    await reopenVerificationCase(platform, admin, found.caseId, { words: 'Look again.', last: last?.id ?? '' })
    const look = async (actor: Actor) => (await getVerificationQueue(platform, actor, 'newest', first)).rows[0]
    expect(await look(reviewer)).toMatchObject({ objection: 'reopened', isLeftToOthers: true })
    expect(await look(admin)).toMatchObject({ objection: 'reopened', isLeftToOthers: false })
    expect(await getNextClaimableCaseId(platform, reviewer, null, 'newest')).toBeNull()
    expect(await getNextClaimableCaseId(platform, admin, null, 'newest')).toBe(found.caseId)
  })

  test('from the queue itself, the first that is free', async () => {
    const first = await createCase(platform.db, { queuedAt: hoursAgo(1) })
    const second = await createCase(platform.db, { queuedAt: hoursAgo(2) })
    const next = (order: 'newest' | 'longest') => getNextClaimableCaseId(platform, reviewer, null, order)
    expect([await next('newest'), await next('longest')]).toEqual([first.caseId, second.caseId])
    await claimVerificationCase(platform, admin, first.caseId)
    expect(await next('newest')).toBe(second.caseId)
  })

  test('and says how many have waited longer than promised', async () => {
    // A Monday.
    const now = new Date('2026-11-23T12:00:00Z')
    const daysBefore = (days: number) => new Date(now.getTime() - days * 86_400_000)
    for (const days of [1, 20, 21, 40]) await createCase(platform.db, { queuedAt: daysBefore(days) })
    expect(await countOverdueVerificationCases(platform, reviewer, now)).toBe(2)
  })
})

describe('a list longer than a page', () => {
  test('is walked to its end and back without missing or repeating a row, wherever rows come and go', async () => {
    const total = 2 * keysetPageSize + 7
    await createCrowd(total)
    const look = (pageRequest: KeysetPageRequest) => getProfilesForStaff(platform, admin, 'crowd', pageRequest)
    const one = await look(first)
    const two = await look({ after: one.next, before: null })
    const three = await look({ after: two.next, before: null })
    const all = [...names(one), ...names(two), ...names(three)]
    expect(all).toHaveLength(total)
    expect(all).toEqual([...new Set(all)].sort().reverse())
    expect([one.previous, three.next]).toEqual([null, null])

    const back = await look({ after: null, before: three.previous })
    expect(names(back)).toEqual(names(two))
    const start = await look({ after: null, before: back.previous })
    expect(names(start)).toEqual(names(one))
    expect([start.previous, start.next !== null]).toEqual([null, true])

    // What a page begins after may be gone by the time it is asked for.
    await platform.db.execute(sql`DELETE FROM users WHERE id = ${one.next?.id}`)
    expect(names(await look({ after: one.next, before: null }))).toEqual(names(two))
  })
})

describe('the search', () => {
  // spec: 218.1
  test.each([
    ['a first name', 'ZOË', ['Zoë Brannan']],
    ['without its accent', 'zoe', ['Zoë Brannan']],
    ['a last name', 'rannan', ['Zoë Brannan']],
    ['the whole name', 'zoë bran', ['Zoë Brannan']],
    ['an address', 'OTHER@contact', ['Pat 100%']],
    ['a sign that means something in patterns', '100%', ['Pat 100%']],
    ['another', '_', []],
    ['nothing', 'nobody like that', []],
  ])('of profiles finds %s', async (_, term, expected) => {
    await createMember(platform.db, { firstName: 'Zoë', lastName: 'Brannan', email: 'z@sample.example' })
    await createMember(platform.db, { firstName: 'Pat', lastName: '100%', email: 'other@contact.example' })
    expect(names(await getProfilesForStaff(platform, admin, term, first))).toEqual(expected)
  })

  // spec: 218.1
  test.each([
    ['all of it', 'Rose@Contact.example', ['Amrose Sample', 'Rose Sample']],
    ['its beginning', 'amrose@', ['Amrose Sample']],
    ['from within the name to within the domain', 'mrose@contact.e', ['Amrose Sample']],
    ['its end', '@contact.example', ['Other Sample', 'Amrose Sample', 'Rose Sample']],
    ['another domain', 'rose@contact.example.net', []],
    ['signs that mean something in patterns', '%se@contact.example', []],
    ['more than one @', 'rose@contact@example', []],
  ])('for %s finds members and businesses by email address', async (_, term, expected) => {
    for (const firstName of ['Rose', 'Amrose', 'Other']) {
      const { userId } = await createMember(platform.db, { firstName, email: `${firstName}@contact.example` })
      await createBusiness(platform.db, { name: `${firstName} Sample`, profileId: userId })
    }
    expect(names(await getProfilesForStaff(platform, admin, term, first))).toEqual(expected)
    expect(names(await getBusinessesForStaff(platform, admin, term, first))).toEqual(expected)
  })

  // spec: 167.1
  test('of profiles shows what admins go by, the newest first', async () => {
    const { userId } = await createMember(platform.db, { relationship: 'Reservist', status: 'Rejected' })
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, userId))
    const { rows } = await getProfilesForStaff(platform, admin, null, first)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({
      id: userId,
      name: 'Jo Sample',
      userType: 'Member',
      verificationStatus: 'Rejected',
      relationshipType: 'Reservist',
      isSuspended: true,
      isSelf: false,
    })
    expect(rows.find(({ isSelf }) => isSelf)?.name).toBe('Ash Admin')
  })

  // spec: 218.1
  test.each([
    ['a name', 'caffi mon', ['Caffi Môn']],
    ['a city', 'BANG', ['Caffi Môn']],
    ["the owner's address", '@the-owner', ['Sample Forge']],
    ['several by several of these', 'r', ['Sample Forge', 'Caffi Môn']],
    ['not across name and city', 'Môn Bangor', []],
    ['nothing', 'no such', []],
  ])('of businesses finds %s', async (_, term, expected) => {
    const { userId } = await createMember(platform.db, { email: 'someone@the-owner.example' })
    await createBusiness(platform.db, { name: 'Caffi Môn', city: 'Bangor', profileId: null, createdAt: hoursAgo(2) })
    await createBusiness(platform.db, { name: 'Sample Forge', profileId: userId, createdAt: hoursAgo(1) })
    expect(names(await getBusinessesForStaff(platform, admin, term, first))).toEqual(expected)
  })

  // spec: 140.2, 167.1
  test('of businesses shows the owner, and how each stands', async () => {
    await createBusiness(platform.db, { name: 'Nobody’s', profileId: null, isActive: null, createdAt: hoursAgo(4) })
    await createBusiness(platform.db, { name: 'Hidden', isActive: false, createdAt: hoursAgo(3) })
    await createBusiness(platform.db, { name: 'Waiting', owner: { status: 'Pending' }, createdAt: hoursAgo(2) })
    await createBusiness(platform.db, { name: 'Listed', industry: 'Retail & E-commerce', city: 'Leeds' })
    const { rows } = await getBusinessesForStaff(platform, admin, null, first)
    expect(rows.map(({ name, isActive, status, owner }) => [name, isActive, status, owner?.name ?? null])).toEqual([
      ['Listed', true, 'listed', 'Sam Sample'],
      ['Waiting', true, 'unverified', 'Sam Sample'],
      ['Hidden', false, 'hidden', 'Sam Sample'],
      ['Nobody’s', true, 'unverified', null],
    ])
    expect(rows[0]).toMatchObject({ city: 'Leeds', industry: 'Retail & E-commerce', slug: expect.any(String) })
  })
})

describe('the switch of any business', () => {
  const listed = async (id: string) =>
    (await queryRows(platform.db, sql`SELECT 1 FROM directory_listings WHERE business_id = ${id}`)).length === 1

  test('hides and shows it at once, and is written down where it changed something', async () => {
    const { id } = await createBusiness(platform.db)
    expect(await setVisibilityAsAdmin(platform, admin, id, false)).toBe('hidden')
    expect(await listed(id)).toBe(false)
    expect(await setVisibilityAsAdmin(platform, admin, id, false)).toBe('hidden')
    expect(await setVisibilityAsAdmin(platform, admin, id, true)).toBe('listed')
    expect(await listed(id)).toBe(true)
    const events = await platform.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id))
    expect(events.map(({ action, actorId }) => [action, actorId]).sort()).toEqual([
      ['business.activated', admin.userId],
      ['business.deactivated', admin.userId],
    ])
  })

  test('says what still hides it, and finds nothing where there is none', async () => {
    const { id } = await createBusiness(platform.db, { isActive: false, owner: { status: 'Pending' } })
    expect(await setVisibilityAsAdmin(platform, admin, id, true)).toBe('unverified')
    expect(await setVisibilityAsAdmin(platform, admin, '00000000-0000-4000-8000-000000000000', true)).toBeNull()
    const [row] = await platform.db.select().from(businesses).where(eq(businesses.id, id))
    expect(row?.isActive).toBe(true)
  })
})

test('the removed trades are those that businesses still have', async () => {
  const { db } = platform
  const [one, hidden] = [await createBusiness(db), await createBusiness(db, { isActive: false })]
  await db.insert(businessTrades).values([
    { businessId: one.id, tradeId: 'barrister', orderIndex: 0 },
    { businessId: one.id, tradeId: 'solicitor', orderIndex: 1 },
    { businessId: hidden.id, tradeId: 'barrister', orderIndex: 0 },
  ])
  expect(await getRemovedTradesStillOnBusinesses(platform, admin)).toEqual([])
  await db.execute(sql`UPDATE trades SET removed_at = now() WHERE id IN ('barrister', 'welder')`)
  const found = await getRemovedTradesStillOnBusinesses(platform, admin)
  expect(found).toEqual([{ id: 'barrister', name: 'Barrister', businesses: 2 }])
  const html = renderToString(createElement(RemovedTradesNotice, { trades: found }))
  expect(html.replace(/<[^>]+>/g, '')).toContain('Barrister (barrister): 2 businesses')
})
