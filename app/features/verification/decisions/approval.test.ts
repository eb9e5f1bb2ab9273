import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createCase, createStaff, letApprove, statusOf, type TestCase } from '#tests/factories/cases.ts'
import { platform, test } from '#tests/platform-test.ts'
import { profiles } from '../../profile/tables.server.ts'
import { type NonDocumentEvidenceKind, nonDocumentEvidenceKinds } from '../basis-rules.ts'
import { recordDocumentSentToReviewer, recordDocumentShownToReviewer } from '../documents/opening-service.server.ts'
import { clearVerificationDocumentsOfMember, listVerificationDocumentsOfMember } from '../documents/queries.server.ts'
import { readVerificationDocument } from '../documents/service.server.ts'
import { findOpenVerificationBasisRecordOfMember, writeVerificationBasisRecord } from '../records/service.server.ts'
import {
  addRetroactiveVerificationBasis,
  confirmRetroactiveVerificationBasis,
} from '../records/settlement-service.server.ts'
import { type VerificationTransition, verificationStatusAfterTransition } from '../rules.ts'
import { confirmOwnVerificationYearly, withdrawOwnVerification } from '../submission-service.server.ts'
import {
  documentOpenings,
  verificationDecisions,
  verificationDocuments,
  verificationExclusions,
  verificationRecords,
  verifications,
} from '../tables.server.ts'
import { lapseVerification, transitionVerification, approveVerification as verify } from '../transitions.server.ts'
import { appealVerificationDecision } from './appeal-service.server.ts'
import {
  claimVerificationCase,
  getVerificationCaseForReviewer,
  releaseVerificationCase,
} from './case-service.server.ts'
import {
  canUpholdVerificationAppeal,
  recordNonDocumentEvidence,
  withdrawOwnVerificationBasisRecord,
} from './record-service.server.ts'
import { revokeVerification } from './reversal-service.server.ts'
import { decideVerificationCase } from './service.server.ts'
import { undoOwnVerificationDecision } from './undo-service.server.ts'

let robin: Actor
let kim: Actor
let sam: Actor

test.beforeAll(async () => {
  robin = await createStaff(platform.db, 'Reviewer', 'Robin')
  kim = await createStaff(platform.db, 'Reviewer', 'Kim')
  sam = await createStaff(platform.db, 'Admin', 'Sam')
})
beforeEach(() => suspend([]))

const approve = { verdict: 'approve', words: '' } as const
const reject = { verdict: 'reject', reason: 'unreadable', words: '' } as const
const askForMore = { verdict: 'ask-for-more', words: 'The second page.' } as const

/** Suspends these of the staff, and nobody else. */
async function suspend(staff: Actor[]) {
  await platform.db.update(profiles).set({ suspendedAt: null })
  for (const { userId } of staff) {
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, userId))
  }
}

/** Decides a case as its page shows it, with the record that waits. */
const decide = async (actor: Actor, found: TestCase, form: Parameters<typeof decideVerificationCase>[3] = approve) => {
  const record = (await recordOf(found))?.id
  return decideVerificationCase(platform, actor, found.caseId, { ...(record && { record }), ...form })
}
const status = ({ userId }: TestCase) => statusOf(platform.db, userId)
const documentsOf = ({ userId }: TestCase) => listVerificationDocumentsOfMember(platform.db, userId)
const recordOf = ({ userId }: TestCase) => findOpenVerificationBasisRecordOfMember(platform.db, userId)
const recordsOf = ({ userId }: TestCase) =>
  platform.db
    .select()
    .from(verificationRecords)
    .where(eq(verificationRecords.profileId, userId))
    .orderBy(verificationRecords.recordedAt)
const decisionOf = async ({ userId }: TestCase) => {
  const rows = await platform.db
    .select()
    .from(verificationDecisions)
    .where(eq(verificationDecisions.profileId, userId))
    .orderBy(verificationDecisions.decidedAt)
  return rows.at(-1)
}
const actionsOn = async ({ userId }: TestCase) =>
  (await platform.db.select().from(auditEvents).where(eq(auditEvents.subjectId, userId))).map(({ action }) => action)
const see = (actor: Actor, { caseId }: TestCase, seen: NonDocumentEvidenceKind = 'video-call') =>
  recordNonDocumentEvidence(platform, actor, caseId, { seen, note: 'Held the card to the camera.' })
/** Takes a case and records something about it. */
async function takeAndSee(actor: Actor, found: TestCase, seen: NonDocumentEvidenceKind = 'video-call') {
  expect(await claimVerificationCase(platform, actor, found.caseId)).toBe('claimed')
  expect(await see(actor, found, seen)).toMatchObject({ outcome: 'recorded' })
}

async function addDocument({ userId }: TestCase) {
  await platform.db
    .insert(verificationDocuments)
    .values({ profileId: userId, fileBucketUrl: `${userId}/new.sealed`, mediaType: 'image/png', size: 10 })
}

describe('an approval', () => {
  // spec: hold.1.1
  test('is only for whoever has the case and opened all that is stored, whatever the combination', async () => {
    type Holder = 'nobody' | 'another' | 'lapsed' | 'self'
    type Opened = 'none stored' | 'nothing' | 'one of two' | 'by another' | 'only sent' | 'only shown' | 'all'
    const holders: Holder[] = ['nobody', 'another', 'lapsed', 'self']
    const states: Opened[] = ['none stored', 'nothing', 'one of two', 'by another', 'only sent', 'only shown', 'all']
    const approved: string[] = []
    for (const holder of holders) {
      for (const opened of states) {
        for (const isExcluded of [false, true]) {
          const found = await createCase(platform.db, {
            documents: opened === 'none stored' ? [] : ['veteran-card', 'other'],
          })
          const [one, two] = await documentsOf(found)
          const write = (id: string, actor: Actor, only?: 'sent' | 'shown') =>
            platform.db.insert(documentOpenings).values({
              documentId: id,
              reviewerId: actor.userId,
              sentAt: only === 'shown' ? null : new Date(),
              shownAt: only === 'sent' ? null : new Date(),
            })
          const ids = one && two ? [one.id, two.id] : []
          if (opened === 'one of two' && one) await write(one.id, robin)
          for (const id of ids) {
            if (opened === 'all') await write(id, robin)
            if (opened === 'by another') await write(id, kim)
            if (opened === 'only sent') await write(id, robin, 'sent')
            if (opened === 'only shown') await write(id, robin, 'shown')
          }
          if (holder !== 'nobody') {
            await claimVerificationCase(platform, holder === 'another' ? kim : robin, found.caseId)
            const minutes = holder === 'lapsed' ? 31 : 0
            await platform.db
              .update(verifications)
              .set({ claimedAt: sql`now() - make_interval(mins => ${minutes})` })
              .where(eq(verifications.id, found.caseId))
          }
          if (isExcluded) {
            await platform.db
              .insert(verificationExclusions)
              .values({ verificationId: found.caseId, reviewerId: robin.userId })
          }
          const result = await decide(robin, found)
          const name = `${holder}, ${opened}, ${isExcluded ? 'excluded' : 'free'}`
          if (result.outcome === 'done') approved.push(name)
          const isDone = result.outcome === 'done'
          expect(await status(found), name).toBe(isDone ? 'Verified' : 'In Review')
          expect((await recordsOf(found)).length, name).toBe(isDone ? 1 : 0)
          if (!isDone && holder === 'nobody' && !isExcluded) expect(result).toEqual({ outcome: 'not-taken' })
        }
      }
    }
    // Nobody has taken a case whose claim has lapsed, so it is still in the hands of who had it.
    expect(approved).toEqual(['lapsed, all, free', 'self, all, free'])
  })

  // spec: hold.1.1
  test('says what is missing, and what else may be done does not need it', async () => {
    const found = await createCase(platform.db, { documents: ['veteran-card', 'other'] })
    await claimVerificationCase(platform, robin, found.caseId)
    expect(await decide(robin, found)).toEqual({ outcome: 'unopened', count: 2 })
    const [one] = await documentsOf(found)
    await recordDocumentSentToReviewer(platform, robin, one?.id ?? '', 'by-itself')
    expect(await decide(robin, found)).toEqual({ outcome: 'unopened', count: 1 })
    expect(await getVerificationCaseForReviewer(platform, robin, found.caseId)).toMatchObject({
      outcome: 'open',
      details: { documents: [{ isOpened: false }, { isOpened: true }] },
    })
    expect(await decide(robin, found, reject)).toMatchObject({ outcome: 'done' })
  })

  // spec: hold.1.2
  test('counts a document in the viewer once it was sent and on screen, in either order', async () => {
    for (const steps of [
      ['sent', 'shown'],
      ['shown', 'sent'],
    ]) {
      const found = await createCase(platform.db, { documents: ['veteran-card'] })
      await claimVerificationCase(platform, robin, found.caseId)
      const [{ id } = { id: '' }] = await documentsOf(found)
      for (const [index, step] of steps.entries()) {
        expect(await decide(robin, found)).toEqual({ outcome: 'unopened', count: 1 })
        if (step === 'sent') await recordDocumentSentToReviewer(platform, robin, id, 'in-viewer')
        else expect(await recordDocumentShownToReviewer(platform, robin, id)).toBe(index === 1)
      }
      expect(await decide(robin, found)).toMatchObject({ outcome: 'done' })
    }
  })

  // spec: hold.1.2
  test('does not rest on the audit log, nor on what the member or a stranger opened', async () => {
    const found = await createCase(platform.db, { documents: ['veteran-card'] })
    await claimVerificationCase(platform, robin, found.caseId)
    const [{ id } = { id: '' }] = await documentsOf(found)
    // The file is not there, and the audit log says that it was read.
    expect(await readVerificationDocument(platform, robin, id)).toBeNull()
    expect(await actionsOn(found)).toContain('verification.document.read')
    await recordDocumentSentToReviewer(platform, actorOf(found.userId), id, 'by-itself')
    const own = { ...robin, userId: found.userId }
    await recordDocumentSentToReviewer(platform, own, id, 'by-itself')
    await recordDocumentSentToReviewer(platform, robin, '00000000-0000-4000-8000-000000000000', 'by-itself')
    expect(await recordDocumentShownToReviewer(platform, robin, 'no id')).toBe(false)
    expect(await platform.db.select().from(documentOpenings).where(eq(documentOpenings.documentId, id))).toEqual([])
    expect(await decide(robin, found)).toEqual({ outcome: 'unopened', count: 1 })
  })

  // spec: hold.1.3
  test('fails where the store was emptied, or a document came, between opening and approving', async () => {
    const emptied = await createCase(platform.db, { documents: ['veteran-card'] })
    await letApprove(platform.db, emptied, robin)
    await clearVerificationDocumentsOfMember(platform.db, emptied.userId)
    expect(await decide(robin, emptied)).toEqual({ outcome: 'nothing-seen' })
    const added = await createCase(platform.db, { documents: ['veteran-card'] })
    await letApprove(platform.db, added, robin)
    await addDocument(added)
    expect(await decide(robin, added)).toEqual({ outcome: 'unopened', count: 1 })
    // At the same time: whoever locks the profile first is first, and no approval rests on what has gone.
    const raced = await createCase(platform.db, { documents: ['veteran-card'] })
    await letApprove(platform.db, raced, robin)
    const [decided, withdrawn] = await Promise.all([
      decide(robin, raced),
      withdrawOwnVerification(platform, actorOf(raced.userId)),
    ])
    expect(withdrawn).toBe(true)
    expect(['done', 'closed', 'not-found']).toContain(decided.outcome)
    expect(await status(raced)).toBeNull()
    expect(await recordOf(raced)).toBeNull()
  })
})

describe('what was seen instead', () => {
  // spec: hold.1.4
  test.each(nonDocumentEvidenceKinds.filter((each) => each !== 'appeal-upheld'))(
    '%s waits for a second person',
    async (seen) => {
      const found = await createCase(platform.db)
      await takeAndSee(robin, found, seen)
      expect(await status(found)).toBe('In Review')
      const [row] = await platform.db.select().from(verifications).where(eq(verifications.id, found.caseId))
      expect(row).toMatchObject({ claimedBy: null, claimedAt: null })
      expect(row?.queuedAt).not.toBeNull()
      // The recorder is out of it.
      expect(await claimVerificationCase(platform, robin, found.caseId, { takeOver: true })).toBe('excluded')
      expect(await getVerificationCaseForReviewer(platform, robin, found.caseId)).toMatchObject({
        outcome: 'excluded',
        ownRecord: expect.any(String),
      })
      for (const form of [approve, reject, askForMore]) {
        expect(await decide(robin, found, form)).toEqual({ outcome: 'excluded' })
      }
      // The second person must have the case, and sees what was written.
      expect(await decide(kim, found)).toEqual({ outcome: 'not-taken' })
      await claimVerificationCase(platform, kim, found.caseId)
      expect(await getVerificationCaseForReviewer(platform, kim, found.caseId)).toMatchObject({
        outcome: 'open',
        details: { record: { basis: seen, words: 'Held the card to the camera.', by: 'Robin Reviewer', isOwn: false } },
      })
      expect(await decide(kim, found)).toMatchObject({ outcome: 'done' })
      expect(await status(found)).toBe('Verified')
      const decision = await decisionOf(found)
      expect(decision).toMatchObject({ decision: 'approved', isDecidedAlone: false })
      expect(await recordOf(found)).toMatchObject({
        basis: seen,
        recordedBy: robin.userId,
        confirmedBy: kim.userId,
        isConfirmedAlone: false,
        decisionId: decision?.id,
      })
      expect(await actionsOn(found)).toEqual(
        expect.arrayContaining([
          'verification.record.written',
          'verification.record.confirmed',
          'verification.approved',
        ]),
      )
    },
  )

  // spec: hold.1.10
  test('is only confirmed as the page showed it', async () => {
    const found = await createCase(platform.db, { documents: ['veteran-card'] })
    await takeAndSee(robin, found)
    await claimVerificationCase(platform, kim, found.caseId)
    const shown = (await recordOf(found))?.id ?? ''
    expect(await getVerificationCaseForReviewer(platform, kim, found.caseId)).toMatchObject({
      details: { record: { id: shown } },
    })
    const asShown = (record: string | undefined) =>
      decideVerificationCase(platform, kim, found.caseId, { ...approve, ...(record !== undefined && { record }) })
    // A page from before it was recorded, or of something else.
    for (const record of [undefined, '', 'no id', found.caseId])
      expect(await asShown(record)).toEqual({ outcome: 'record-changed' })
    // Taken back: what kim was shown is gone, though they opened the documents too.
    await withdrawOwnVerificationBasisRecord(platform, robin, found.caseId, shown)
    await letApprove(platform.db, found, kim)
    expect(await asShown(shown)).toEqual({ outcome: 'record-changed' })
    // Replaced by another.
    await claimVerificationCase(platform, sam, found.caseId, { takeOver: true })
    await see(sam, found, 'in-person')
    await claimVerificationCase(platform, kim, found.caseId)
    expect(await asShown(shown)).toEqual({ outcome: 'record-changed' })
    expect(await status(found)).toBe('In Review')
    expect(await decide(kim, found)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(found)).toMatchObject({ basis: 'in-person', recordedBy: sam.userId, confirmedBy: kim.userId })
  })

  // spec: hold.1.4
  test('is only recorded by whoever has the case, once, and never of oneself', async () => {
    const found = await createCase(platform.db)
    expect(await see(robin, found)).toEqual({ outcome: 'changed' })
    await claimVerificationCase(platform, kim, found.caseId)
    expect(await see(robin, found)).toEqual({ outcome: 'changed' })
    expect(await see(kim, found)).toMatchObject({ outcome: 'recorded', isLeftToOthers: true })
    expect(await see(kim, found)).toEqual({ outcome: 'changed' })
    await claimVerificationCase(platform, robin, found.caseId)
    expect(await see(robin, found)).toEqual({ outcome: 'changed' })
    expect(await recordsOf(found)).toHaveLength(1)
    const own = await createCase(platform.db)
    await expect(see({ ...robin, userId: own.userId }, own)).rejects.toThrow()
    await expect(see(actorOf(found.userId), found)).rejects.toThrow()
    const decided = await createCase(platform.db)
    await letApprove(platform.db, decided, robin)
    await decide(robin, decided)
    expect(await see(robin, decided)).toEqual({ outcome: 'changed' })
  })

  // spec: hold.1.5
  test('is confirmed by an admin alone where nobody else can, and it says so', async () => {
    await suspend([robin, kim])
    const found = await createCase(platform.db)
    await claimVerificationCase(platform, sam, found.caseId)
    expect(await see(sam, found)).toEqual({ outcome: 'recorded', isLeftToOthers: false })
    expect(await decide(sam, found)).toEqual({ outcome: 'not-taken' })
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('claimed')
    expect(await getVerificationCaseForReviewer(platform, sam, found.caseId)).toMatchObject({
      details: { record: { isOwn: true } },
    })
    expect(await decide(sam, found)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(found)).toMatchObject({ isConfirmedAlone: true, confirmedBy: sam.userId })
    expect(await decisionOf(found)).toMatchObject({ isDecidedAlone: true })
    expect(await actionsOn(found)).toContain('verification.record.confirmed-alone')
    expect(await getVerificationCaseForReviewer(platform, sam, found.caseId)).toMatchObject({
      outcome: 'closed',
      details: { decisions: [{ basis: 'video-call', isSeenByOne: true }] },
    })
  })

  // spec: hold.1.5
  test('waits where the only one on the staff is a reviewer, or others can confirm it', async () => {
    await suspend([kim, sam])
    const found = await createCase(platform.db)
    await takeAndSee(robin, found)
    expect(await claimVerificationCase(platform, robin, found.caseId)).toBe('excluded')
    await suspend([kim])
    // An organisation with one reviewer and one admin works.
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('claimed')
    expect(await decide(sam, found)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(found)).toMatchObject({ isConfirmedAlone: false })
    const other = await createCase(platform.db)
    await takeAndSee(sam, other)
    expect(await claimVerificationCase(platform, sam, other.caseId)).toBe('excluded')
    // Whoever else there is had decided it before: then nobody is left but the admin.
    await platform.db.insert(verificationExclusions).values({ verificationId: other.caseId, reviewerId: robin.userId })
    expect(await claimVerificationCase(platform, sam, other.caseId)).toBe('claimed')
    expect(await decide(sam, other)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(other)).toMatchObject({ isConfirmedAlone: true })
  })

  // spec: hold.1.4
  test('ends where the second person rejects or asks for more, and comes back with an undo', async () => {
    for (const form of [reject, askForMore]) {
      const found = await createCase(platform.db)
      await takeAndSee(robin, found)
      await claimVerificationCase(platform, kim, found.caseId)
      expect(await decide(kim, found, form)).toMatchObject({ outcome: 'done' })
      expect(await recordOf(found)).toBeNull()
      expect(await recordsOf(found)).toMatchObject([{ confirmedAt: null }])
      if (form !== reject) continue
      const decision = await decisionOf(found)
      expect(await undoOwnVerificationDecision(platform, kim, decision?.id ?? '')).toMatchObject({ outcome: 'done' })
      expect(await recordOf(found)).toMatchObject({ basis: 'video-call', confirmedAt: null, decisionId: null })
      expect(await decide(kim, found)).toMatchObject({ outcome: 'done' })
    }
  })

  // spec: hold.1.6
  test('is confirmed again after the approval was undone; of documents, they are to be approved again', async () => {
    const seen = await createCase(platform.db)
    await takeAndSee(robin, seen)
    await claimVerificationCase(platform, kim, seen.caseId)
    await decide(kim, seen)
    await undoOwnVerificationDecision(platform, kim, (await decisionOf(seen))?.id ?? '')
    expect(await status(seen)).toBe('In Review')
    expect(await recordOf(seen)).toMatchObject({ confirmedAt: null, confirmedBy: null, isConfirmedAlone: false })
    expect(await decide(kim, seen)).toMatchObject({ outcome: 'done' })
    const opened = await createCase(platform.db)
    await letApprove(platform.db, opened, robin)
    await decide(robin, opened)
    await undoOwnVerificationDecision(platform, robin, (await decisionOf(opened))?.id ?? '')
    expect(await recordsOf(opened)).toEqual([])
    expect(await decide(robin, opened)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(opened)).toMatchObject({ basis: 'documents', recordedBy: robin.userId })
  })

  // spec: hold.1.4
  test('is taken back by whoever recorded it, while it waits', async () => {
    const found = await createCase(platform.db)
    await takeAndSee(robin, found)
    await claimVerificationCase(platform, kim, found.caseId)
    const first = await recordOf(found)
    const withdraw = (who: Actor, { id } = first ?? { id: '' }) =>
      withdrawOwnVerificationBasisRecord(platform, who, found.caseId, id)
    expect(await withdraw(kim)).toBe(false)
    expect(await withdraw(robin)).toBe(true)
    expect(await withdraw(robin)).toBe(false)
    expect(await decide(kim, found)).toEqual({ outcome: 'nothing-seen' })
    expect(await actionsOn(found)).toContain('verification.record.withdrawn')
    await releaseVerificationCase(platform, kim, found.caseId)
    // And may decide again.
    await takeAndSee(robin, found)
    // A page that still shows the first one.
    expect(await withdraw(robin)).toBe(false)
    await claimVerificationCase(platform, kim, found.caseId)
    const second = (await recordOf(found)) ?? undefined
    expect(await decide(kim, found)).toMatchObject({ outcome: 'done' })
    expect(await withdraw(robin, second)).toBe(false)
  })

  // spec: hold.1.4
  test('waits on where its recorder leaves the staff, or their account is deleted', async () => {
    const found = await createCase(platform.db)
    const erin = await createStaff(platform.db, 'Reviewer', 'Erin')
    await takeAndSee(erin, found)
    await platform.db.update(profiles).set({ userTypeId: 1 }).where(eq(profiles.id, erin.userId))
    const left = { ...erin, role: 'Member', isStaff: false } as const
    await expect(withdrawOwnVerificationBasisRecord(platform, left, found.caseId, '')).rejects.toThrow()
    await expect(decide(left, found)).rejects.toThrow()
    await platform.db.delete(profiles).where(eq(profiles.id, erin.userId))
    await claimVerificationCase(platform, kim, found.caseId)
    expect(await getVerificationCaseForReviewer(platform, kim, found.caseId)).toMatchObject({
      details: { record: { by: null, isOwn: false } },
    })
    expect(await decide(kim, found)).toMatchObject({ outcome: 'done' })
    expect(await recordOf(found)).toMatchObject({ recordedBy: null, confirmedBy: kim.userId, isConfirmedAlone: false })
  })

  // spec: hold.1.9
  test('stays where the member confirms after a year', async () => {
    const found = await createCase(platform.db)
    await takeAndSee(robin, found)
    await claimVerificationCase(platform, kim, found.caseId)
    await decide(kim, found)
    const before = await recordOf(found)
    const verifiedAt = sql`now() - interval '360 days'`
    await platform.db.update(verifications).set({ verifiedAt }).where(eq(verifications.id, found.caseId))
    expect(await confirmOwnVerificationYearly(platform, actorOf(found.userId))).toBe(true)
    expect(await recordOf(found)).toEqual(before)
  })

  // spec: hold.1.7
  test('ends where the member withdraws, at once or while it is confirmed', async () => {
    for (const isAtOnce of [false, true]) {
      const found = await createCase(platform.db)
      await takeAndSee(robin, found)
      await claimVerificationCase(platform, kim, found.caseId)
      const withdraw = () => withdrawOwnVerification(platform, actorOf(found.userId))
      const [result] = isAtOnce
        ? await Promise.all([decide(kim, found), withdraw()])
        : [await withdraw().then(() => decide(kim, found))]
      expect(isAtOnce ? ['done', 'closed', 'not-found'] : ['not-found']).toContain(result.outcome)
      expect(await status(found)).toBeNull()
      expect(await recordOf(found)).toBeNull()
      // What was written about them goes, what it rested on and when stays.
      expect(await recordsOf(found)).toMatchObject([{ words: null, basis: 'video-call' }])
    }
  })

  // spec: hold.1.8
  test('is an appeal upheld only where an approval that was taken back rests on something seen', async () => {
    const appeal = async (found: TestCase) => {
      const last = async () => (await decisionOf(found))?.id ?? ''
      await revokeVerification(platform, sam, found.caseId, { words: 'A complaint.', last: await last() })
      await letApprove(platform.db, found)
      const result = await appealVerificationDecision(platform, actorOf(found.userId), {
        decision: await last(),
        words: 'Mine.',
      })
      expect(result).toBe('appealed')
    }
    const rested = await createCase(platform.db)
    await letApprove(platform.db, rested, robin)
    await decide(robin, rested)
    await appeal(rested)
    expect(await canUpholdVerificationAppeal(platform.db, rested.userId)).toBe(true)
    await takeAndSee(kim, rested, 'appeal-upheld')

    const confirmed = await createCase(platform.db)
    await takeAndSee(robin, confirmed)
    await claimVerificationCase(platform, kim, confirmed.caseId)
    await decide(kim, confirmed)
    await appeal(confirmed)
    expect(await canUpholdVerificationAppeal(platform.db, confirmed.userId)).toBe(true)

    // What it rests on may have been recorded later.
    const settled = await createCase(platform.db)
    await letApprove(platform.db, settled, robin)
    await decide(robin, settled)
    await platform.db.delete(verificationRecords).where(eq(verificationRecords.profileId, settled.userId))
    await addRetroactiveVerificationBasis(platform, sam, settled.caseId, { seen: 'in-person', note: 'In March.' })
    const later = (await recordOf(settled))?.id ?? ''
    expect(await confirmRetroactiveVerificationBasis(platform, kim, settled.caseId, later)).toBe('confirmed')
    await appeal(settled)
    expect(await canUpholdVerificationAppeal(platform.db, settled.userId)).toBe(true)

    // A record that nobody has confirmed is none.
    const waiting = await createCase(platform.db)
    await letApprove(platform.db, waiting, robin)
    await decide(robin, waiting)
    await platform.db.delete(verificationRecords).where(eq(verificationRecords.profileId, waiting.userId))
    await addRetroactiveVerificationBasis(platform, sam, waiting.caseId, { seen: 'in-person', note: 'In March.' })
    await appeal(waiting)
    expect(await canUpholdVerificationAppeal(platform.db, waiting.userId)).toBe(false)

    // An approval that lapsed was not taken back: what was rejected then was sent afresh.
    const lapsed = await createCase(platform.db)
    await letApprove(platform.db, lapsed, robin)
    await decide(robin, lapsed)
    await platform.db.transaction((transaction) => lapseVerification(transaction, lapsed.userId))
    await platform.db
      .update(profiles)
      .set({ verificationStatusId: verificationStatuses.indexOf('In Review') + 1 })
      .where(eq(profiles.id, lapsed.userId))
    await platform.db.update(verifications).set({ queuedAt: new Date() }).where(eq(verifications.id, lapsed.caseId))
    await claimVerificationCase(platform, robin, lapsed.caseId)
    expect(await decide(robin, lapsed, reject)).toMatchObject({ outcome: 'done' })
    const rejection = (await decisionOf(lapsed))?.id ?? ''
    expect(
      await appealVerificationDecision(platform, actorOf(lapsed.userId), { decision: rejection, words: 'Mine.' }),
    ).toBe('appealed')
    expect(await canUpholdVerificationAppeal(platform.db, lapsed.userId)).toBe(false)

    // An import's rests on nothing that anybody here saw, nor does an approval from before records.
    const imported = await createCase(platform.db)
    await letApprove(platform.db, imported, robin)
    await decide(robin, imported)
    await platform.db
      .update(verificationRecords)
      .set({ basis: 'import' })
      .where(eq(verificationRecords.profileId, imported.userId))
    await appeal(imported)
    await claimVerificationCase(platform, kim, imported.caseId)
    expect(await see(kim, imported, 'appeal-upheld')).toEqual({ outcome: 'not-upheld' })

    // No appeal; and an appeal of a rejection that followed no approval.
    const fresh = await createCase(platform.db)
    await claimVerificationCase(platform, robin, fresh.caseId)
    expect(await see(robin, fresh, 'appeal-upheld')).toEqual({ outcome: 'not-upheld' })
    await letApprove(platform.db, fresh)
    await decide(robin, fresh, reject)
    const last = (await decisionOf(fresh))?.id ?? ''
    expect(await appealVerificationDecision(platform, actorOf(fresh.userId), { decision: last, words: 'Mine.' })).toBe(
      'appealed',
    )
    await claimVerificationCase(platform, kim, fresh.caseId)
    expect(await see(kim, fresh, 'appeal-upheld')).toEqual({ outcome: 'not-upheld' })
    expect(await recordOf(fresh)).toBeNull()
  })
})

const moves = {
  save: true,
  submit: true,
  approve: true,
  reject: true,
  'ask-for-more': true,
  undo: true,
  revoke: true,
  reopen: true,
  appeal: true,
  withdraw: true,
  lapse: true,
} satisfies Record<VerificationTransition, true>

// spec: hold.1.9
test('every change of status to and from Verified writes or ends the record, and no other way leads to it', async () => {
  const seen: string[] = []
  for (const from of [null, ...verificationStatuses]) {
    for (const move of Object.keys(moves) as VerificationTransition[]) {
      const to = verificationStatusAfterTransition(from, move)
      if (to === undefined) continue
      const found = await createCase(platform.db)
      const { userId: profileId } = found
      await platform.db
        .update(profiles)
        .set({ verificationStatusId: from && verificationStatuses.indexOf(from) + 1 })
        .where(eq(profiles.id, profileId))
      const isVerified = from === 'Verified'
      if (isVerified || from === 'In Review') {
        const confirmed = isVerified ? { by: null } : null
        await writeVerificationBasisRecord(platform.db, {
          profileId,
          basis: 'in-person',
          recordedBy: robin.userId,
          confirmed,
        })
      }
      await platform.db.transaction(async (transaction) => {
        if (move === 'lapse') return lapseVerification(transaction, profileId)
        if (move !== 'approve') return transitionVerification(platform, transaction, robin, profileId, move)
        const [decision] = await transaction
          .insert(verificationDecisions)
          .values({ profileId, decision: 'approved', submittedAt: new Date() })
          .returning()
        return verify(platform, transaction, robin, profileId, { basis: 'documents', decisionId: decision?.id ?? '' })
      })
      expect(await status(found), `${from} ${move}`).toBe(to)
      const record = await recordOf(found)
      expect(record !== null && record.confirmedAt !== null, `${from} ${move}`).toBe(to === 'Verified')
      seen.push(`${from} ${move}`)
    }
  }
  expect(seen.filter((each) => each.startsWith('Verified'))).toHaveLength(5)
  // Never with a record that somebody else has ended.
  const found = await createCase(platform.db)
  await takeAndSee(robin, found)
  const record = await recordOf(found)
  await withdrawOwnVerificationBasisRecord(platform, robin, found.caseId, record?.id ?? '')
  const decision = await platform.db
    .insert(verificationDecisions)
    .values({ profileId: found.userId, decision: 'approved', submittedAt: new Date() })
    .returning()
  const rest = {
    basis: 'record',
    recordId: record?.id ?? '',
    isAlone: false,
    decisionId: decision[0]?.id ?? '',
  } as const
  await expect(
    platform.db.transaction((transaction) => verify(platform, transaction, kim, found.userId, rest)),
  ).rejects.toThrow('must rest on a record')
  expect(await status(found)).toBe('In Review')
  const open = await platform.db
    .select()
    .from(verificationRecords)
    .where(and(eq(verificationRecords.profileId, found.userId), isNull(verificationRecords.endedAt)))
  expect(open).toEqual([])
})
