import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents, capturedMails } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createCase, createStaff, letApprove, statusOf, type TestCase } from '#tests/factories/cases.ts'
import { listJobs } from '#tests/jobs.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { profiles } from '../../profile/tables.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { maintainVerifications } from '../maintenance/service.server.ts'
import { getOwnVerification } from '../service.server.ts'
import { submitOwnVerification, withdrawOwnVerification } from '../submission-service.server.ts'
import {
  verificationDecisions,
  verificationDocuments,
  verificationExclusions,
  verifications,
} from '../tables.server.ts'
import { appealVerificationDecision } from './appeal-service.server.ts'
import { claimVerificationCase, getVerificationCaseForReviewer } from './case-service.server.ts'
import { verificationReversalSchema } from './form-schema.ts'
import { reopenVerificationCase, revokeVerification } from './reversal-service.server.ts'
import { decideVerificationCase } from './service.server.ts'
import { getOwnUndoableVerificationDecisions, undoOwnVerificationDecision } from './undo-service.server.ts'

let robin: Actor
let kim: Actor
let sam: Actor
let ada: Actor

test.beforeAll(async () => {
  robin = await createStaff(platform.db, 'Reviewer', 'Robin')
  kim = await createStaff(platform.db, 'Reviewer', 'Kim')
  sam = await createStaff(platform.db, 'Admin', 'Sam')
  ada = await createStaff(platform.db, 'Admin', 'Ada')
})
beforeEach(async () => {
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  await suspendStaff([])
})

const approve = { verdict: 'approve', words: '' } as const
const reject = { verdict: 'reject', reason: 'unreadable', words: 'The scan is too dark.' } as const
const askForMore = { verdict: 'ask-for-more', words: 'The second page, please.' } as const

async function rowOf({ caseId }: TestCase) {
  const [row] = await platform.db.select().from(verifications).where(eq(verifications.id, caseId))
  if (!row) throw new Error('the case has gone')
  return row
}
const decisionsOn = ({ userId }: TestCase) =>
  platform.db
    .select()
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, userId))
    .orderBy(verificationDecisions.decidedAt)
const lastOf = async (found: TestCase) => (await decisionsOn(found)).at(-1)?.id ?? ''
/** What was noted of a member, oldest first; what one transaction notes is of the same moment. */
const actionsOn = async ({ userId }: TestCase) =>
  (
    await platform.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, userId))
      .orderBy(auditEvents.happenedAt)
  ).map(({ action }) => action)
const status = ({ userId }: TestCase) => statusOf(platform.db, userId)
/** Makes the last decision look so much older. */
const age = async (found: TestCase, interval: string) =>
  platform.db
    .update(verificationDecisions)
    .set({ decidedAt: sql`${verificationDecisions.decidedAt} - ${interval}::interval` })
    .where(eq(verificationDecisions.id, await lastOf(found)))
async function mailsTo({ email }: TestCase) {
  await emptyQueue(platform, Object.values(mailDefinitions))
  return platform.db.select().from(capturedMails).where(eq(capturedMails.recipient, email)).orderBy(capturedMails.id)
}
const documentsOf = async ({ userId }: TestCase) =>
  platform.db.$count(
    verificationDocuments,
    and(eq(verificationDocuments.profileId, userId), sql`file_bucket_url IS NOT NULL`),
  )
/** Leaves only these of the staff, and any that other tests made, suspended. */
async function suspendStaff(staff: Actor[]) {
  await platform.db.update(profiles).set({ suspendedAt: null })
  for (const { userId } of staff) {
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, userId))
  }
}

/** A case with a document, created some days ago and decided. */
async function createDecided(form: typeof approve | typeof reject, by = robin, documents: ['other'] | [] = ['other']) {
  const found = await createCase(platform.db, { documents, queuedAt: new Date('2026-03-01T10:00:00Z') })
  await platform.db
    .update(verifications)
    .set({ createdAt: sql`now() - interval '200 days'` })
    .where(eq(verifications.id, found.caseId))
  await platform.db
    .update(verificationDocuments)
    .set({ uploadedAt: sql`now() - interval '200 days'` })
    .where(eq(verificationDocuments.profileId, found.userId))
  if (documents.length > 0 || form.verdict === 'approve') await letApprove(platform.db, found, by)
  expect(await decideVerificationCase(platform, by, found.caseId, form)).toMatchObject({ outcome: 'done' })
  return { ...found, decisionId: await lastOf(found) }
}

const appeal = async (found: TestCase, words = 'It is my card.') =>
  appealVerificationDecision(platform, actorOf(found.userId), { decision: await lastOf(found), words })
const revoke = async (found: TestCase, by = sam, last?: string) =>
  revokeVerification(platform, by, found.caseId, {
    words: 'It was another person.',
    last: last ?? (await lastOf(found)),
  })
const reopen = async (found: TestCase, by = sam, last?: string) =>
  reopenVerificationCase(platform, by, found.caseId, { words: 'A complaint.', last: last ?? (await lastOf(found)) })

describe('a decision just made', () => {
  // spec: 106.6, 166.2, hold.1.42
  test.each([approve, reject])('waits sixty seconds with its mail, and is undone: $verdict', async (form) => {
    const found = await createDecided(form)
    const [job] = await queryRows<{ wait: number }>(
      platform.db,
      sql`SELECT extract(epoch FROM j.start_after - d.decided_at)::float AS wait FROM pgboss.job j, verification_decisions d
          WHERE j.data->>'name' = 'verification.send-decision' AND d.id = ${found.decisionId}`,
    )
    expect(job?.wait).toBeGreaterThan(59.9)
    expect(job?.wait).toBeLessThanOrEqual(60)
    const undoable = await getOwnUndoableVerificationDecisions(platform, robin)
    expect(undoable.find(({ id }) => id === found.decisionId)).toMatchObject({ name: 'Jo Sample' })
    expect((await getOwnUndoableVerificationDecisions(platform, sam)).map(({ id }) => id)).not.toContain(
      found.decisionId,
    )

    expect(await undoOwnVerificationDecision(platform, robin, found.decisionId)).toMatchObject({
      outcome: 'done',
      caseId: found.caseId,
    })
    expect(await status(found)).toBe('In Review')
    const row = await rowOf(found)
    expect(row).toMatchObject({
      claimedBy: robin.userId,
      queuedAt: new Date('2026-03-01T10:00:00Z'),
      verifiedAt: null,
    })
    expect(row.claimedAt).not.toBeNull()
    expect(await decisionsOn(found)).toEqual([])
    expect((await listJobs(platform.db)).map(({ name }) => name)).not.toContain('verification.send-decision')
    expect((await actionsOn(found)).slice(-2).toSorted()).toEqual([
      'verification.status.changed',
      'verification.undone',
    ])
    expect((await getOwnUndoableVerificationDecisions(platform, robin)).map(({ id }) => id)).not.toContain(
      found.decisionId,
    )
    // It is in their hands: they decide it again.
    expect(await getVerificationCaseForReviewer(platform, robin, found.caseId)).toMatchObject({ outcome: 'open' })
    expect(await decideVerificationCase(platform, robin, found.caseId, approve)).toMatchObject({ outcome: 'done' })
    expect((await mailsTo(found)).map(({ subject }) => subject)).toEqual(['You are verified'])
  })

  test('returns the business to the directory, and takes it out again, with each change', async () => {
    const listed = async () =>
      platform.db
        .execute(sql`SELECT 1 FROM directory_listings`)
        .then((result) => (result as { rows: unknown[] }).rows.length)
    const found = await createCase(platform.db)
    await createBusiness(platform.db, { name: 'Listed Works', profileId: found.userId })
    expect(await listed()).toBe(0)
    await letApprove(platform.db, found, robin)
    await decideVerificationCase(platform, robin, found.caseId, approve)
    expect(await listed()).toBe(1)
    await undoOwnVerificationDecision(platform, robin, await lastOf(found))
    expect(await listed()).toBe(0)
    await decideVerificationCase(platform, robin, found.caseId, approve)
    expect(await revoke(found)).toMatchObject({ outcome: 'done' })
    expect(await listed()).toBe(0)
    expect((await rowOf(found)).verifiedAt).toBeNull()
  })

  test('cannot be undone at the sixty-first second, nor once its mail is under way', async () => {
    const found = await createDecided(approve)
    await age(found, '61 seconds')
    expect(await undoOwnVerificationDecision(platform, robin, found.decisionId)).toMatchObject({
      outcome: 'late',
      member: 'Jo Sample',
    })
    expect((await getOwnUndoableVerificationDecisions(platform, robin)).map(({ id }) => id)).not.toContain(
      found.decisionId,
    )
    expect(await status(found)).toBe('Verified')
    const other = await createDecided(reject)
    await platform.db.execute(sql`UPDATE pgboss.job SET state = 'active'`)
    expect(await undoOwnVerificationDecision(platform, robin, other.decisionId)).toMatchObject({ outcome: 'late' })
    expect(await status(other)).toBe('Rejected')
    expect(await decisionsOn(other)).toHaveLength(1)
    expect(await actionsOn(other)).not.toContain('verification.undone')
  })

  test('is undone once, and by nobody else', async () => {
    const found = await createDecided(approve)
    expect(await undoOwnVerificationDecision(platform, sam, found.decisionId)).toMatchObject({ outcome: 'not-theirs' })
    expect(await status(found)).toBe('Verified')
    const both = await Promise.all([1, 2].map(() => undoOwnVerificationDecision(platform, robin, found.decisionId)))
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(['done', 'undone'])
    expect(await undoOwnVerificationDecision(platform, robin, found.decisionId)).toMatchObject({ outcome: 'undone' })
    expect((await actionsOn(found)).filter((action) => action === 'verification.undone')).toHaveLength(1)
    await expect(undoOwnVerificationDecision(platform, null, found.decisionId)).rejects.toThrow(SignInRequiredError)
    await expect(undoOwnVerificationDecision(platform, actorOf(found.userId), found.decisionId)).rejects.toThrow(
      ActionNotAllowedError,
    )
    for (const forged of ['', "'; --", found.caseId]) {
      expect(await undoOwnVerificationDecision(platform, robin, forged)).toMatchObject({ outcome: 'undone' })
    }
  })

  test('says what the member did in the meantime', async () => {
    const withdrawn = await createDecided(approve)
    await withdrawOwnVerification(platform, actorOf(withdrawn.userId))
    expect(await undoOwnVerificationDecision(platform, robin, withdrawn.decisionId)).toMatchObject({
      outcome: 'withdrawn',
    })
    expect(await status(withdrawn)).toBeNull()

    const left = await createDecided(approve)
    await platform.db.delete(profiles).where(eq(profiles.id, left.userId))
    expect(await undoOwnVerificationDecision(platform, robin, left.decisionId)).toEqual({
      outcome: 'left',
      member: null,
    })

    const suspended = await createDecided(approve)
    await platform.db
      .update(profiles)
      .set({ suspendedAt: sql`clock_timestamp()` })
      .where(eq(profiles.id, suspended.userId))
    expect(await undoOwnVerificationDecision(platform, robin, suspended.decisionId)).toMatchObject({
      outcome: 'done',
      wasSuspendedSince: true,
    })

    const appealed = await createDecided(reject)
    expect(await appeal(appealed)).toBe('appealed')
    expect(await undoOwnVerificationDecision(platform, robin, appealed.decisionId)).toMatchObject({
      outcome: 'in-review',
    })

    const revoked = await createDecided(approve)
    await revoke(revoked)
    expect(await undoOwnVerificationDecision(platform, robin, revoked.decisionId)).toMatchObject({ outcome: 'changed' })
    expect(await status(revoked)).toBe('Rejected')
  })

  test('keeps the evidence, even where none is kept after a decision', async () => {
    const found = await createDecided(approve)
    const strict = { ...platform, verificationTerms: { ...platform.verificationTerms, evidenceDays: 0 } }
    await maintainVerifications(strict)
    expect(await documentsOf(found)).toBe(1)
    await age(found, '61 seconds')
    await maintainVerifications(strict)
    expect(await documentsOf(found)).toBe(0)
  })

  test('that asks for more is sent at once, and not undone', async () => {
    const found = await createCase(platform.db)
    await decideVerificationCase(platform, robin, found.caseId, askForMore)
    expect((await getOwnUndoableVerificationDecisions(platform, robin)).map(({ id }) => id)).not.toContain(
      await lastOf(found),
    )
    expect(await undoOwnVerificationDecision(platform, robin, await lastOf(found))).toMatchObject({
      outcome: 'withdrawn',
    })
    expect(await status(found)).toBe('Pending')
  })
})

describe('an admin', () => {
  test('revokes a verification, and the member is told why and how to appeal', async () => {
    const found = await createDecided(approve)
    await mailsTo(found)
    expect(await revoke(found)).toEqual({ outcome: 'done', member: 'Jo Sample' })
    expect(await status(found)).toBe('Rejected')
    expect((await decisionsOn(found)).at(-1)).toMatchObject({
      decision: 'revoked',
      reviewerId: sam.userId,
      words: 'It was another person.',
    })
    expect((await actionsOn(found)).slice(-2).toSorted()).toEqual([
      'verification.revoked',
      'verification.status.changed',
    ])
    const own = await getOwnVerification(platform, actorOf(found.userId))
    expect(own?.words).toMatchObject({ decision: 'revoked', words: 'It was another person.' })
    expect(own?.words?.appealEndsAt?.getTime()).toBeGreaterThan(Date.now() + 27.9 * 86_400_000)
    const mail = (await mailsTo(found)).at(-1)
    expect(mail?.subject).toBe('Your verification has been revoked')
    expect(mail?.plainText).toContain('It was another person.')
    expect(mail?.plainText).toContain('you can appeal until')
    expect(mail?.plainText).toContain('We keep the documents we hold')
  })

  test.each([
    ['approved', approve],
    ['rejected', reject],
  ])('reopens a case that was %s, for another reviewer', async (_, form) => {
    const found = await createDecided(form)
    await mailsTo(found)
    expect(await reopen(found)).toMatchObject({ outcome: 'done' })
    expect(await status(found)).toBe('In Review')
    expect(await rowOf(found)).toMatchObject({ claimedBy: null, verifiedAt: null })
    expect((await actionsOn(found)).slice(-2).toSorted()).toEqual([
      'verification.reopened',
      'verification.status.changed',
    ])
    expect((await mailsTo(found)).at(-1)?.subject).toBe('We are reviewing your verification again')
    expect((await getOwnVerification(platform, actorOf(found.userId)))?.words).toMatchObject({ decision: 'reopened' })
    expect(await claimVerificationCase(platform, robin, found.caseId)).toBe('excluded')
    expect(await getVerificationCaseForReviewer(platform, robin, found.caseId)).toMatchObject({ outcome: 'excluded' })
    expect(await claimVerificationCase(platform, kim, found.caseId)).toBe('claimed')
    expect(await getVerificationCaseForReviewer(platform, kim, found.caseId)).toMatchObject({
      outcome: 'open',
      details: { objection: { decision: 'reopened', words: 'A complaint.' }, isAlone: false },
    })
    expect(await decideVerificationCase(platform, kim, found.caseId, approve)).toMatchObject({ outcome: 'done' })
    expect((await decisionsOn(found)).at(-1)?.isDecidedAlone).toBe(false)
  })

  test('alone may do so, never with their own case', async () => {
    const found = await createDecided(approve)
    for (const use of [revoke, reopen]) {
      await expect(use(found, null as never)).rejects.toThrow(SignInRequiredError)
      await expect(use(found, robin)).rejects.toThrow(ActionNotAllowedError)
      await expect(use(found, { ...actorOf(found.userId), role: 'Admin', isStaff: true })).rejects.toThrow(
        ActionNotAllowedError,
      )
      await expect(use(found, actorOf(found.userId))).rejects.toThrow(ActionNotAllowedError)
      expect(await use({ ...found, caseId: 'no id' })).toEqual({ outcome: 'not-found' })
    }
    expect(await status(found)).toBe('Verified')
  })

  test('reopens nothing undecided, and revokes nothing that is not verified', async () => {
    const waiting = await createCase(platform.db)
    expect(await reopen(waiting)).toEqual({ outcome: 'changed' })
    expect(await revoke(waiting)).toEqual({ outcome: 'changed' })
    await decideVerificationCase(platform, robin, waiting.caseId, askForMore)
    expect(await reopen(waiting)).toEqual({ outcome: 'changed' })
    const rejected = await createDecided(reject)
    expect(await revoke(rejected)).toEqual({ outcome: 'changed' })
    expect(await decisionsOn(rejected)).toHaveLength(1)
    expect(await actionsOn(waiting)).not.toContain('verification.reopened')
  })

  test('at the same time as another changes nothing: one wins, and the other learns of it', async () => {
    for (const [first, second] of [
      [revoke, revoke],
      [revoke, reopen],
      [reopen, reopen],
    ] as const) {
      const found = await createDecided(approve)
      const results = await Promise.all([first(found, sam, found.decisionId), second(found, ada, found.decisionId)])
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'done'])
      expect(await decisionsOn(found)).toHaveLength(2)
    }
  })

  test.each([
    [{ words: '' }, 'Tell the member why'],
    [{ words: ' \u200b \n ' }, 'Tell the member why'],
    [{}, 'Tell the member why'],
    [{ words: 'x'.repeat(2_001) }, 'What you write to the member must be 2000 characters or fewer'],
    [{ words: 'x'.repeat(2_000) }, undefined],
  ])('needs a reason of a fit length', (form, message) => {
    expect(verificationReversalSchema.safeParse(form).error?.issues[0]?.message).toBe(message)
  })
})

describe('an appeal', () => {
  test.each([
    ['a rejection', async () => createDecided(reject)],
    [
      'a revocation',
      async () => {
        const found = await createDecided(approve)
        await revoke(found, ada)
        return found
      },
    ],
  ])('of %s goes to another reviewer, once', async (kind, create) => {
    const found = await create()
    const first = kind === 'a rejection' ? robin : ada
    const decision = await lastOf(found)
    await mailsTo(found)
    expect(await appeal(found)).toBe('appealed')
    expect(await status(found)).toBe('In Review')
    expect((await decisionsOn(found)).at(-1)).toMatchObject({
      decision: 'appealed',
      reply: 'It is my card.',
      words: null,
    })
    expect((await actionsOn(found)).slice(-2).toSorted()).toEqual([
      'verification.appealed',
      'verification.status.changed',
    ])
    expect((await mailsTo(found)).at(-1)?.subject).toBe('We have your appeal')
    expect((await getOwnVerification(platform, actorOf(found.userId)))?.words).toMatchObject({ decision: 'appealed' })
    // Twice: with the form of the page before, and with what is last now.
    const again = { decision, words: 'Again.' }
    expect(await appealVerificationDecision(platform, actorOf(found.userId), again)).toBe('changed')
    expect(await appeal(found)).toBe('changed')

    expect(await claimVerificationCase(platform, first, found.caseId, { takeOver: true })).toBe('excluded')
    expect(await decideVerificationCase(platform, first, found.caseId, approve)).toEqual({ outcome: 'excluded' })
    expect(await status(found)).toBe('In Review')
    await claimVerificationCase(platform, kim, found.caseId)
    expect(await getVerificationCaseForReviewer(platform, kim, found.caseId)).toMatchObject({
      outcome: 'open',
      details: { objection: { decision: 'appealed', reply: 'It is my card.' } },
    })
    // The first reviewer is out of it still when the member has answered.
    await decideVerificationCase(platform, kim, found.caseId, askForMore)
    await platform.db
      .update(verificationDocuments)
      .set({ uploadedAt: sql`clock_timestamp()` })
      .where(eq(verificationDocuments.profileId, found.userId))
    await platform.db
      .update(verifications)
      .set({ declarationText: (await import('../model.ts')).verificationDeclarationText })
      .where(eq(verifications.id, found.caseId))
    expect(await submitOwnVerification(platform, actorOf(found.userId))).toBe('submitted')
    expect(await decideVerificationCase(platform, first, found.caseId, approve)).toEqual({ outcome: 'excluded' })
    expect(await decideVerificationCase(platform, kim, found.caseId, reject)).toMatchObject({ outcome: 'done' })
    // That is a decision of its own, and both are out of an appeal of it.
    expect(await appeal(found)).toBe('appealed')
    for (const actor of [first, kim]) {
      expect(await decideVerificationCase(platform, actor, found.caseId, approve)).toEqual({ outcome: 'excluded' })
    }
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('claimed')
    expect(await decideVerificationCase(platform, sam, found.caseId, approve)).toMatchObject({ outcome: 'done' })
    expect(await status(found)).toBe('Verified')
  })

  test('is accepted to the end of the 28th day in London, and not after', async () => {
    const found = await createDecided(reject)
    const at = (day: number, time: string) =>
      platform.db
        .update(verificationDecisions)
        .set({
          decidedAt: sql`(((now() AT TIME ZONE 'Europe/London')::date - ${day}::int)::timestamp + ${time}::time)
            AT TIME ZONE 'Europe/London'`,
        })
        .where(eq(verificationDecisions.id, found.decisionId))
    await at(29, '23:59')
    expect(await appeal(found)).toBe('late')
    expect((await getOwnVerification(platform, actorOf(found.userId)))?.words?.appealEndsAt).toBeNull()
    expect(await status(found)).toBe('Rejected')
    await at(28, '00:01')
    expect(await appeal(found)).toBe('appealed')
  })

  test('is of one’s own decision, and of one that can be appealed', async () => {
    const [found, other] = [await createDecided(reject), await createDecided(reject)]
    await expect(
      appealVerificationDecision(platform, null, { decision: found.decisionId, words: 'No.' }),
    ).rejects.toThrow(SignInRequiredError)
    const stolen = { decision: found.decisionId, words: 'No.' }
    expect(await appealVerificationDecision(platform, actorOf(other.userId), stolen)).toBe('changed')
    for (const decision of ['', "'; --", found.caseId]) {
      expect(await appealVerificationDecision(platform, actorOf(found.userId), { decision, words: 'No.' })).toBe(
        'changed',
      )
    }
    const approved = await createDecided(approve)
    expect(await appeal(approved)).toBe('changed')
    expect([await status(found), await status(other), await status(approved)]).toEqual([
      'Rejected',
      'Rejected',
      'Verified',
    ])
    // Withdrawn and begun again, there is nothing to appeal.
    await withdrawOwnVerification(platform, actorOf(found.userId))
    expect(await appeal(found)).toBe('changed')
  })

  test('asks for documents that are gone, and keeps those that are held', async () => {
    const gone = await createDecided(reject, robin, [])
    expect(await appeal(gone)).toBe('documents-missing')
    expect(await status(gone)).toBe('Rejected')

    const held = await createDecided(reject)
    await age(held, '20 days')
    expect(await appeal(held)).toBe('appealed')
    const strict = { ...platform, verificationTerms: { ...platform.verificationTerms, evidenceDays: 10 } }
    await maintainVerifications(strict)
    expect(await documentsOf(held)).toBe(1)
    await decideVerificationCase(platform, kim, held.caseId, reject)
    await maintainVerifications(strict)
    expect(await documentsOf(held)).toBe(1)
    await platform.db
      .update(verificationDecisions)
      .set({ decidedAt: sql`${verificationDecisions.decidedAt} - interval '11 days'` })
      .where(eq(verificationDecisions.profileId, held.userId))
    await maintainVerifications(strict)
    expect(await documentsOf(held)).toBe(0)
  })

  test('and the end of its evidence at the same time keep it or refuse the appeal', async () => {
    const strict = { ...platform, verificationTerms: { ...platform.verificationTerms, evidenceDays: 10 } }
    for (let round = 0; round < 3; round += 1) {
      const found = await createDecided(reject)
      await age(found, '20 days')
      const [answer] = await Promise.all([appeal(found), maintainVerifications(strict)])
      expect(await documentsOf(found)).toBe(answer === 'appealed' ? 1 : 0)
    }
  })

  test('is decided by the same admin where nobody else can, which is recorded', async () => {
    await platform.db
      .update(profiles)
      .set({ suspendedAt: sql`now()` })
      .where(and(sql`user_type_id <> 1`, isNull(profiles.suspendedAt)))
    await platform.db.update(profiles).set({ suspendedAt: null }).where(eq(profiles.id, sam.userId))
    const found = await createDecided(reject, sam)
    expect(await appeal(found)).toBe('appealed')
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('claimed')
    expect(await getVerificationCaseForReviewer(platform, sam, found.caseId)).toMatchObject({
      outcome: 'open',
      details: { isAlone: true },
    })
    expect(await decideVerificationCase(platform, sam, found.caseId, approve)).toMatchObject({ outcome: 'done' })
    expect((await decisionsOn(found)).at(-1)).toMatchObject({ decision: 'approved', isDecidedAlone: true })
    expect(await actionsOn(found)).toContain('verification.decided-alone')

    // A reviewer may not, alone or not.
    await suspendStaff([kim, sam, ada])
    const other = await createDecided(reject)
    expect(await appeal(other)).toBe('appealed')
    expect(await decideVerificationCase(platform, robin, other.caseId, approve)).toEqual({ outcome: 'excluded' })
  })

  test('leaves nobody of the staff behind in its exclusions', async () => {
    const leaver = await createStaff(platform.db, 'Reviewer', 'Lee')
    const found = await createDecided(reject, leaver)
    await appeal(found)
    const rows = () =>
      platform.db.select().from(verificationExclusions).where(eq(verificationExclusions.verificationId, found.caseId))
    expect(await rows()).toEqual([{ verificationId: found.caseId, reviewerId: leaver.userId }])
    await platform.db.delete(profiles).where(eq(profiles.id, leaver.userId))
    expect(await rows()).toEqual([])
  })
})
