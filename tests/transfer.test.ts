import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { setVisibility, setVisibilityAsAdmin } from '#app/features/businesses/service.server.ts'
import { businesses, businessTransfers } from '#app/features/businesses/tables.server.ts'
import { inviteNewBusinessOwner } from '#app/features/businesses/transfer/invitation-service.server.ts'
import { signedOwnershipInvitationPath } from '#app/features/businesses/transfer/links.server.ts'
import { acceptOwnershipTransfer } from '#app/features/businesses/transfer/service.server.ts'
import { collectPersonalData } from '#app/features/credentials/personal-data-service.server.ts'
import { checkListingCredential, getOwnListingCredential } from '#app/features/credentials/service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { deleteOwnAccount } from '#app/features/privacy/service.server.ts'
import { suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { appealVerificationDecision } from '#app/features/verification/decisions/appeal-service.server.ts'
import { claimVerificationCase } from '#app/features/verification/decisions/case-service.server.ts'
import { revokeVerification } from '#app/features/verification/decisions/reversal-service.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { undoOwnVerificationDecision } from '#app/features/verification/decisions/undo-service.server.ts'
import { jobHandlers } from '#app/features/verification/job-handlers.server.ts'
import { maintainVerificationsJob } from '#app/features/verification/jobs.server.ts'
import type { VerificationDocumentKind } from '#app/features/verification/rules.ts'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import type { CachedPage } from '#app/platform/.server/page-cache/page-cache.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { emptyTables } from './empty-tables.ts'
import { actorOf } from './factories/actors.ts'
import { createBusiness } from './factories/businesses.ts'
import { createCase, createStaff, letApprove, passUndo, statusOf, type TestCase } from './factories/cases.ts'
import { memberPassword } from './factories/members.ts'
import { listJobs } from './jobs.ts'
import { platform, test } from './platform-test.ts'
import { emptyQueue } from './queue.ts'

// What a handover means to the features that come after the businesses.

let robin: Actor
let ada: Actor

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'credentials', 'request_counts')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  robin = await createStaff(platform.db, 'Reviewer')
  ada = await createStaff(platform.db, 'Admin', 'Ada')
})

const actorFor = ({ userId, email }: TestCase): Actor => ({ ...actorOf(userId), email })

/** Approves a case; returns the decision. */
async function approve(found: TestCase, reviewer = robin): Promise<string> {
  await claimVerificationCase(platform, reviewer, found.caseId)
  await letApprove(platform.db, found)
  await decideVerificationCase(platform, reviewer, found.caseId, { verdict: 'approve', words: '' })
  await passUndo(platform.db)
  return (await decisionsOn(found)).at(-1)?.id ?? ''
}

/** The decisions on a case, oldest first. */
const decisionsOn = ({ userId }: TestCase) =>
  platform.db
    .select()
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, userId))
    .orderBy(verificationDecisions.decidedAt)

/** A listed business of a verified owner, with its code, and a member whose case waits and who is invited to take it on. */
async function offered({
  documents = [],
  ...options
}: {
  gallery?: string[]
  documents?: VerificationDocumentKind[]
} = {}) {
  const former = await createCase(platform.db, { firstName: 'Alex', documents })
  const business = await createBusiness(platform.db, { name: 'Fell Works', ...options, profileId: former.userId })
  const decision = await approve(former)
  const [credential] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
  if (!credential) throw new Error('nothing was issued')
  const heir = await createCase(platform.db, { firstName: 'Kim' })
  const offer = { email: heir.email, currentPassword: memberPassword }
  expect(await inviteNewBusinessOwner(platform, actorFor(former), offer)).toEqual({ outcome: 'invited' })
  const [row] = await platform.db.select().from(businessTransfers).where(eq(businessTransfers.businessId, business.id))
  const token = signedOwnershipInvitationPath(platform.secret, row?.id ?? '').split('=')[1] ?? ''
  const accept = () => acceptOwnershipTransfer(platform, actorFor(heir), { token })
  return { former, heir, business, slug: business.businessSlug, credential, decision, accept }
}

const isAbout = (data: unknown, id: string) => JSON.stringify(data).includes(id)
const isVerified = async (code: string) => (await checkListingCredential(platform, { code }))?.answer.verified !== null

// spec: handover.7
test('the former owner’s code says no at once and for good, and the new owner gets another once verified', async () => {
  const { heir, business, slug, credential, accept } = await offered()
  expect(await isVerified(credential.code)).toBe(true)
  expect((await accept()).outcome).toBe('taken-on')
  expect((await checkListingCredential(platform, { code: credential.code }))?.answer).toMatchObject({
    verified: null,
    endedAt: expect.any(Date),
  })
  expect(await isVerified(credential.code)).toBe(false)
  expect(await getBusinessPage(platform, slug)).toBeNull()
  expect(await getOwnListingCredential(platform, actorFor(heir))).toBeNull()

  await approve(heir)
  expect(await getBusinessPage(platform, slug)).toMatchObject({ name: 'Fell Works' })
  const all = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
  const fresh = all.find(({ endedAt }) => endedAt === null)
  expect(all.length).toBe(2)
  expect(await isVerified(fresh?.code ?? '')).toBe(true)
  expect(await isVerified(credential.code)).toBe(false)
  for (const field of ['code', 'badgeKey', 'statusIndex'] as const) expect(fresh?.[field]).not.toBe(credential[field])
  expect(await getOwnListingCredential(platform, actorFor(heir))).not.toBeNull()
  // Not even if the listing comes back.
  await platform.db.update(businesses).set({ profileId: credential.businessId && business.profileId })
  expect(await isVerified(credential.code)).toBe(false)
})

test('a new owner who is verified already has it listed at once, with a code of their own', async () => {
  const { former, heir, slug, credential, accept } = await offered()
  await approve(heir)
  await accept()
  expect(await getBusinessPage(platform, slug)).toMatchObject({ name: 'Fell Works' })
  expect(await isVerified(credential.code)).toBe(false)
  const own = await getOwnListingCredential(platform, actorFor(heir))
  expect(own).not.toBeNull()
  // The export has their own alone.
  const { records } = await collectPersonalData(platform.db, heir.userId)
  expect(records.credentials).toMatchObject([{ code: own?.code, endedAt: null }])
  expect(await collectPersonalData(platform.db, former.userId)).toMatchObject({
    records: { credentials: [{ badgeKey: credential.badgeKey }] },
  })
})

// spec: handover.7
test.each([
  ['undone', ({ decision }: Offer) => undoOwnVerificationDecision(platform, robin, decision)],
  [
    'revoked',
    ({ former, decision }: Offer) =>
      revokeVerification(platform, ada, former.caseId, { last: decision, words: 'The card was not theirs.' }),
  ],
])('what happens to the former owner’s verification later does not touch the listing: %s', async (_, act) => {
  const offer = await offered()
  await approve(offer.heir)
  await offer.accept()
  const own = await getOwnListingCredential(platform, actorFor(offer.heir))
  expect(await act(offer)).toMatchObject({ outcome: 'done' })
  expect(await getBusinessPage(platform, offer.slug)).not.toBeNull()
  expect(await getOwnListingCredential(platform, actorFor(offer.heir))).toEqual(own)
})

// spec: handover.7
test('an appeal that the former owner wins gives them their verification, and the listing to nobody else', async () => {
  const { former, heir, slug, decision, accept } = await offered({ documents: ['veteran-card'] })
  await revokeVerification(platform, ada, former.caseId, { last: decision, words: 'The card was not theirs.' })
  const [, revoked] = await decisionsOn(former)
  expect((await accept()).outcome).toBe('taken-on')
  const appeal = { decision: revoked?.id ?? '', words: 'It is my card.' }
  expect(await appealVerificationDecision(platform, actorFor(former), appeal)).toBe('appealed')
  await approve(former, await createStaff(platform.db, 'Reviewer', 'Kim'))
  expect(await statusOf(platform.db, former.userId)).toBe('Verified')
  expect(await getBusinessPage(platform, slug)).toBeNull()
  expect(await getOwnListingCredential(platform, actorFor(former))).toBeNull()
  await approve(heir)
  expect(await getBusinessPage(platform, slug)).not.toBeNull()
})

// spec: handover.7
test('an approval of the new owner that is undone ends no code: approved again, it is the same', async () => {
  const { heir, slug, accept } = await offered()
  await accept()
  const undone = await approve(heir)
  const own = await getOwnListingCredential(platform, actorFor(heir))
  expect(await undoOwnVerificationDecision(platform, robin, undone)).toMatchObject({ outcome: 'done' })
  expect(await getBusinessPage(platform, slug)).toBeNull()
  await decideVerificationCase(platform, robin, heir.caseId, { verdict: 'approve', words: '' })
  await passUndo(platform.db)
  expect(await getOwnListingCredential(platform, actorFor(heir))).toMatchObject({ code: own?.code, endedAt: null })
})

test.each<[string, (offer: Offer) => Promise<unknown>]>([
  ['its owner is suspended', ({ former }) => suspendMember(platform, ada, former.userId, 'A reason.')],
  ['the new owner is approved', ({ heir }) => approve(heir)],
  ['its owner’s approval is undone', ({ decision }) => undoOwnVerificationDecision(platform, robin, decision)],
  ['its owner hides it', ({ former }) => setVisibility(platform, actorFor(former), false)],
  ['an admin hides it', ({ business }) => setVisibilityAsAdmin(platform, ada, business.id, false)],
])('taking it on while %s: neither fails, and the listing has one owner', async (_, act) => {
  for (let round = 0; round < 3; round += 1) {
    const offer = await offered()
    const [taken] = await Promise.all([offer.accept(), act(offer)])
    const [row] = await platform.db.select().from(businesses).where(eq(businesses.id, offer.business.id))
    expect(row?.profileId).toBe(taken.outcome === 'taken-on' ? offer.heir.userId : offer.former.userId)
    const current = and(eq(credentials.businessId, offer.business.id), isNull(credentials.endedAt))
    const codes = await platform.db.select().from(credentials).where(current)
    expect(codes.filter(({ code }) => code === offer.credential.code).length).toBe(taken.outcome === 'taken-on' ? 0 : 1)
  }
})

test('an approval that is undone before the listing is taken on leaves the invitation open', async () => {
  const { slug, decision, accept } = await offered()
  expect(await undoOwnVerificationDecision(platform, robin, decision)).toMatchObject({ outcome: 'done' })
  expect(await getBusinessPage(platform, slug)).toBeNull()
  expect((await accept()).outcome).toBe('taken-on')
})

// spec: handover.5
test('an account that is deleted takes its open invitations with it, and no business that was handed on', async () => {
  const before = await offered()
  await deleteOwnAccount(platform, actorFor(before.former), memberPassword)
  expect(await before.accept()).toEqual({ outcome: 'ended' })
  expect(await platform.db.select().from(businesses)).toEqual([])

  const after = await offered()
  await after.accept()
  await deleteOwnAccount(platform, actorFor(after.former), memberPassword)
  expect(await platform.db.select().from(businesses)).toMatchObject([{ profileId: after.heir.userId }])
})

test('of taking it on and deleting the former owner’s account at once, either comes first, and what stays keeps its pictures', async () => {
  const { former, heir, business, accept } = await offered({ gallery: ['One'] })
  const [taken, erased] = await Promise.all([accept(), deleteOwnAccount(platform, actorFor(former), memberPassword)])
  expect(erased).toEqual({ outcome: 'done' })
  const left = await platform.db.select().from(businesses)
  const files = (await listJobs(platform.db)).filter(
    ({ name, data }) => name === deleteStoredFilesJob.name && isAbout(data, business.id),
  )
  if (taken.outcome === 'taken-on') expect([left[0]?.profileId, files]).toEqual([heir.userId, []])
  else expect([left, files.length > 0]).toEqual([[], true])
})

// spec: handover.4
test('pages kept of the business are dropped with the change', async () => {
  const { slug, accept } = await offered()
  const pages = platform.pageCache
  const page = {
    headers: {},
    body: Buffer.from('x'),
    compressed: {},
    version: 'x',
    lifeMs: 60_000,
    visits: new Set<never>(),
  }
  const keep = (key: string, shows: string[]) =>
    pages.keep(key, async () => ({ ...page, shows: new Set(shows), renderedAt: performance.now() }) as CachedPage)
  await keep('its page', [`business:${slug}`])
  await keep('the list', ['directory'])
  await keep('another', ['business:another'])
  await accept()
  await pages.settle()
  expect(['its page', 'the list', 'another'].map((key) => pages.find(key) !== undefined)).toEqual([false, false, true])
})

// spec: handover.6
test('the daily maintenance deletes old invitations', async () => {
  await offered()
  await platform.db.update(businessTransfers).set({ expiresAt: sql`now() - interval '31 days'` })
  await platform.db.transaction((transaction) => platform.jobs.enqueue(transaction, maintainVerificationsJob, {}))
  await emptyQueue(platform, jobHandlers)
  expect(await platform.db.select().from(businessTransfers)).toEqual([])
})

type Offer = Awaited<ReturnType<typeof offered>>
