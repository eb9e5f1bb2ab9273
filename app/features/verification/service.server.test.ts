import { eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { pdf } from '#tests/factories/documents.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification, militaryForm, sendVerification } from '#tests/factories/verifications.ts'
import { listJobs } from '#tests/jobs.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { documentUpload } from '#tests/uploads.ts'
import {
  deleteOwnVerificationDocument,
  getOwnDeletedVerificationDocuments,
  getOwnVerificationDocuments,
} from './documents/service.server.ts'
import { uploadOwnVerificationDocument } from './documents/upload-service.server.ts'
import { jobHandlers } from './job-handlers.server.ts'
import * as mailDefinitions from './mails.server.ts'
import { verificationDeclarationText } from './model.ts'
import { collectPersonalData } from './personal-data-service.server.ts'
import {
  claimPendingMilitaryService,
  firstIncompleteVerificationStep,
  getOwnVerification,
  saveOwnMilitaryService,
  savePendingMilitaryServiceOfVisitor,
} from './service.server.ts'
import {
  acceptOwnVerificationDeclaration,
  confirmOwnVerificationYearly,
  finishOwnVerificationDocumentsStep,
  submitOwnVerification,
  withdrawOwnVerification,
} from './submission-service.server.ts'
import { verificationDecisions, verifications } from './tables.server.ts'

let platform: Platform
let storage: RecordingStorage

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  await emptyTables(
    platform.db,
    'users',
    'businesses',
    'audit_events',
    'request_counts',
    'held_business_steps',
    'captured_mails',
    'sent_mails',
  )
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  storage.files.clear()
})

async function member(options: Parameters<typeof createMember>[1] = {}): Promise<Actor> {
  const { userId, email } = await createMember(platform.db, options)
  return { userId, sessionId: 's', email, role: 'Member', isStaff: false }
}

const stored = async ({ userId }: Actor) =>
  (await platform.db.select().from(verifications).where(eq(verifications.profileId, userId)))[0]

const wordsTo = async (actor: Actor) => (await getOwnVerification(platform, actor))?.words ?? null

const statusOf = async (actor: Actor) => (await getOwnVerification(platform, actor))?.status

async function setStatus({ userId }: Actor, status: string): Promise<void> {
  await platform.db.execute(
    sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = ${status}) WHERE id = ${userId}`,
  )
}

/** As a reviewer decides it: the case leaves the queue. */
async function decide(actor: Actor, decision: 'approved' | 'rejected' | 'more-needed', words: string | null = null) {
  await setStatus(actor, { approved: 'Verified', rejected: 'Rejected', 'more-needed': 'Pending' }[decision])
  const verifiedAt = decision === 'approved' ? new Date() : null
  await platform.db
    .update(verifications)
    .set({ queuedAt: null, verifiedAt })
    .where(eq(verifications.profileId, actor.userId))
  await platform.db
    .insert(verificationDecisions)
    .values({ profileId: actor.userId, decision, words, submittedAt: new Date() })
}

const transitions = async () =>
  (
    await queryRows<{ detail: { move: string; from: string | null; to: string | null } }>(
      platform.db,
      sql`SELECT detail FROM audit_events WHERE action = 'verification.status.changed' ORDER BY happened_at`,
    )
  ).map(({ detail: { move, from, to } }) => `${move}: ${from} to ${to}`)

const mails = async () => {
  await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
  return (await listCapturedMails(platform.db, 50)).map(({ subject }) => subject)
}

describe('what a member says of their service', () => {
  // spec: 57.2, 107.1, 164.1
  test('begins the verification with the first save, and changes it with later ones', async () => {
    const actor = await member()
    expect(await getOwnVerification(platform, actor)).toMatchObject({ status: null, details: null, isOpen: true })
    expect(await saveOwnMilitaryService(platform, actor, militaryForm({ serviceNumber: 'D123456X' }))).toBe(true)
    expect(await saveOwnMilitaryService(platform, actor, militaryForm({ serviceBranchId: '3' }))).toBe(true)
    expect(await platform.db.$count(verifications)).toBe(1)
    expect(await transitions()).toEqual(['save: null to Pending'])
    expect((await getOwnVerification(platform, actor))?.details).toEqual({
      relationshipTypeId: 1,
      relationshipType: 'Veteran',
      serviceBranchId: 3,
      serviceBranch: 'British Army',
      serviceNumber: '••••56X',
      serviceDescription: null,
    })
  })

  test('says the relationship in the profile too, where that says none yet', async () => {
    const [fresh, told] = [await member(), await member()]
    const relationshipOf = async ({ userId }: Actor) =>
      (await platform.db.select().from(profiles).where(eq(profiles.id, userId)))[0]?.militaryRelationshipTypeId
    await platform.db.update(profiles).set({ militaryRelationshipTypeId: null }).where(eq(profiles.id, fresh.userId))
    await platform.db.update(profiles).set({ militaryRelationshipTypeId: 5 }).where(eq(profiles.id, told.userId))
    for (const actor of [fresh, told]) await saveOwnMilitaryService(platform, actor, militaryForm())
    expect([await relationshipOf(fresh), await relationshipOf(told)]).toEqual([1, 5])
  })

  test('is sealed where it is a number, kept while it is left empty, and goes when it is said so', async () => {
    const actor = await member()
    await saveOwnMilitaryService(platform, actor, militaryForm({ serviceNumber: 'D123456X' }))
    const before = (await stored(actor))?.serviceNumber ?? ''
    expect(before).not.toContain('123456')
    await saveOwnMilitaryService(platform, actor, militaryForm())
    expect((await stored(actor))?.serviceNumber).toBe(before)
    await saveOwnMilitaryService(platform, actor, militaryForm({ serviceNumber: 'X1', removeServiceNumber: 'on' }))
    expect((await getOwnVerification(platform, actor))?.details?.serviceNumber).toBe('••••')
    await saveOwnMilitaryService(platform, actor, militaryForm({ removeServiceNumber: 'on' }))
    expect((await stored(actor))?.serviceNumber).toBeNull()
  })

  test('opens in the row it was sealed for alone', async () => {
    const [one, other] = [await member(), await member()]
    await saveOwnMilitaryService(platform, one, militaryForm({ serviceNumber: 'D123456X' }))
    await saveOwnMilitaryService(platform, other, militaryForm())
    const serviceNumber = (await stored(one))?.serviceNumber ?? null
    await platform.db.update(verifications).set({ serviceNumber }).where(eq(verifications.profileId, other.userId))
    expect((await getOwnVerification(platform, other))?.details?.serviceNumber).toBe('••••')
  })

  // spec: 164.2
  test('names the business the member has', async () => {
    const business = await createBusiness(platform.db, { owner: { status: null } })
    const actor = { ...(await member()), userId: business.profileId ?? '' }
    await platform.db.update(profiles).set({ businessId: business.id }).where(eq(profiles.id, actor.userId))
    await saveOwnMilitaryService(platform, actor, militaryForm())
    expect((await stored(actor))?.businessId).toBe(business.id)
  })

  test.each(['In Review', 'Verified'])('cannot be changed while it is %s', async (status) => {
    const actor = await member()
    await saveOwnMilitaryService(platform, actor, militaryForm())
    await setStatus(actor, status)
    expect(await saveOwnMilitaryService(platform, actor, militaryForm({ serviceBranchId: '3' }))).toBe(false)
    expect(await acceptOwnVerificationDeclaration(platform, actor)).toBe(false)
    expect((await stored(actor))?.serviceBranchId).toBe(1)
    expect((await getOwnVerification(platform, actor))?.isOpen).toBe(false)
  })

  // spec: 164.1
  test('is nobody else to say or see', async () => {
    for (const act of [
      getOwnVerification,
      acceptOwnVerificationDeclaration,
      submitOwnVerification,
      withdrawOwnVerification,
    ]) {
      await expect((async () => act(platform, null))()).rejects.toThrow(SignInRequiredError)
    }
    await expect((async () => saveOwnMilitaryService(platform, null, militaryForm()))()).rejects.toThrow(
      SignInRequiredError,
    )
    await expect((async () => confirmOwnVerificationYearly(platform, null))()).rejects.toThrow(SignInRequiredError)
    const actor = await member({ profile: false })
    expect(await getOwnVerification(platform, actor)).toBeNull()
    expect(await saveOwnMilitaryService(platform, actor, militaryForm())).toBe(false)
  })
})

describe('what a visitor typed before they signed in', () => {
  const typed = { militaryRelationshipTypeId: '1', serviceBranchId: '2', serviceNumber: 'D123456X', stranger: 'x' }

  test('is kept sealed, and saved once for whoever brings the token', async () => {
    const held = await savePendingMilitaryServiceOfVisitor(platform, '192.0.2.1', typed)
    const token = 'token' in held ? held.token : ''
    const [row] = await queryRows<{ fields: object }>(platform.db, sql`SELECT fields FROM held_business_steps`)
    expect(JSON.stringify(row?.fields)).not.toMatch(/D123456X|serviceNumber/)
    const actor = await member()
    expect(await claimPendingMilitaryService(platform, actor, 'another')).toBe(false)
    expect(await claimPendingMilitaryService(platform, actor, token)).toBe(true)
    expect(await claimPendingMilitaryService(platform, actor, token)).toBe(false)
    expect((await getOwnVerification(platform, actor))?.details).toMatchObject({
      serviceBranch: 'Royal Marines',
      serviceNumber: '••••56X',
    })
  })

  test('changes nothing that is with a reviewer, and cannot be taken for a step of a business', async () => {
    const { movePendingBusinessStepIntoOwnDraft: claimPendingStep, getOwnBusinessDraft: getDraft } = await import(
      '#app/features/businesses/draft-service.server.ts'
    )
    const actor = await member()
    const held = await savePendingMilitaryServiceOfVisitor(platform, '192.0.2.1', typed)
    expect(await claimPendingStep(platform, actor, 'token' in held ? held.token : '')).toBe(false)
    expect(await getDraft(platform, actor)).toBeNull()
    await sendVerification(platform, actor)
    const again = await savePendingMilitaryServiceOfVisitor(platform, '192.0.2.1', typed)
    expect(await claimPendingMilitaryService(platform, actor, 'token' in again ? again.token : '')).toBe(false)
  })
})

async function nextStep(actor: Actor) {
  const own = await getOwnVerification(platform, actor)
  return own && firstIncompleteVerificationStep(own, await getOwnVerificationDocuments(platform, actor))
}

async function addPaper(actor: Actor): Promise<void> {
  const paper = documentUpload(pdf(), 'another.pdf', 'other')
  expect(await uploadOwnVerificationDocument(platform, actor, paper, 'wizard')).toMatchObject({ outcome: 'stored' })
}

describe('the way through the steps', () => {
  // spec: 111.1
  test('leads to the first that is not done', async () => {
    const actor = await member()
    const next = () => nextStep(actor)
    expect(await next()).toBe('military')
    await acceptOwnVerificationDeclaration(platform, actor)
    expect(await next()).toBe('military')
    await saveOwnMilitaryService(platform, actor, militaryForm())
    expect(await next()).toBe('documents')
    await fillVerification(platform, actor)
    expect(await next()).toBe('review')
    // Words that have changed since are to be read again.
    await platform.db.update(verifications).set({ declarationText: 'Something else.' })
    expect(await next()).toBe('declaration')
  })

  // spec: 164.2
  test('keeps the declaration as it was shown', async () => {
    const actor = await member()
    await fillVerification(platform, actor)
    expect(await stored(actor)).toMatchObject({
      declarationText: verificationDeclarationText,
      consent: true,
      declarationAcceptedAt: expect.any(Date),
    })
  })
})

describe('submitting', () => {
  test('puts it into the queue, tells the member, and counts once however often it is pressed', async () => {
    const actor = await member()
    await fillVerification(platform, actor)
    const results = await Promise.all([1, 2, 3].map(() => submitOwnVerification(platform, actor)))
    expect(results.toSorted()).toEqual(['already', 'already', 'submitted'])
    expect(await statusOf(actor)).toBe('In Review')
    const sentAt = (await getOwnVerification(platform, actor))?.sentAt
    expect(sentAt).toEqual(expect.any(Date))
    expect(await transitions()).toEqual(['save: null to Pending', 'submit: Pending to In Review'])
    expect(await mails()).toEqual(['We have your verification'])
    expect(await submitOwnVerification(platform, actor)).toBe('already')
    expect((await getOwnVerification(platform, actor))?.sentAt).toEqual(sentAt)
  })

  test('needs every step, and leaves it as it is without one', async () => {
    const nothing = await member()
    expect(await submitOwnVerification(platform, nothing)).toBe('incomplete')
    const undeclared = await member()
    await fillVerification(platform, undeclared)
    await platform.db.update(verifications).set({ consent: false })
    expect(await submitOwnVerification(platform, undeclared)).toBe('incomplete')
    const withoutDocument = await member()
    await fillVerification(platform, withoutDocument)
    const [document] = await getOwnVerificationDocuments(platform, withoutDocument)
    await deleteOwnVerificationDocument(platform, withoutDocument, document?.id ?? '')
    expect(await submitOwnVerification(platform, withoutDocument)).toBe('incomplete')
    expect(await statusOf(withoutDocument)).toBe('Pending')
    expect((await listJobs(platform.db)).map(({ name }) => name)).not.toContain('verification.send-submitted')
  })

  test('is over once it is decided for good, and goes again after a rejection', async () => {
    const actor = await member()
    await sendVerification(platform, actor)
    await decide(actor, 'rejected')
    expect(await submitOwnVerification(platform, actor)).toBe('incomplete')
    await addPaper(actor)
    expect(await submitOwnVerification(platform, actor)).toBe('submitted')
    await decide(actor, 'approved')
    expect(await submitOwnVerification(platform, actor)).toBe('closed')
  })
})

describe("a reviewer's words", () => {
  test.each(['rejected', 'more-needed'] as const)('of a case %s stand until it is sent again', async (decision) => {
    const actor = await member()
    await sendVerification(platform, actor)
    expect(await wordsTo(actor)).toBeNull()
    await decide(actor, decision, 'Please send the back of the card.')
    expect(await wordsTo(actor)).toMatchObject({
      decision,
      words: 'Please send the back of the card.',
    })
    expect((await getOwnVerification(platform, actor))?.words).toMatchObject({ decision })
    await finishOwnVerificationDocumentsStep(platform, actor, 'I have no other card.')
    await submitOwnVerification(platform, actor)
    expect(await wordsTo(actor)).toBeNull()
  })

  test.each(['rejected', 'more-needed'] as const)('of a case %s lead back to the documents', async (decision) => {
    const actor = await member()
    await sendVerification(platform, actor)
    await decide(actor, decision, 'Please send the back of the card.')
    expect(await nextStep(actor)).toBe('documents')
    expect(await finishOwnVerificationDocumentsStep(platform, actor, null)).toBe('unanswered')
    expect(await submitOwnVerification(platform, actor)).toBe('incomplete')
    await addPaper(actor)
    expect(await nextStep(actor)).toBe('review')
    expect(await finishOwnVerificationDocumentsStep(platform, actor, null)).toBe('done')
    expect(await submitOwnVerification(platform, actor)).toBe('submitted')
    // The second time nothing new is there, only a word why.
    await decide(actor, decision, 'And the front?')
    expect(await nextStep(actor)).toBe('documents')
    expect(await finishOwnVerificationDocumentsStep(platform, actor, 'It is the front.')).toBe('done')
    expect((await wordsTo(actor))?.reply).toBe('It is the front.')
    expect(await nextStep(actor)).toBe('review')
    expect(await submitOwnVerification(platform, actor)).toBe('submitted')
    expect(await finishOwnVerificationDocumentsStep(platform, actor, 'Too late.')).toBe('done')
    const replies = await platform.db
      .select({ reply: verificationDecisions.reply })
      .from(verificationDecisions)
      .orderBy(verificationDecisions.decidedAt)
    expect(replies.map(({ reply }) => reply)).toEqual([null, 'It is the front.'])
    const { records } = await collectPersonalData(platform.db, actor.userId, platform.vault)
    expect(JSON.stringify(records)).toContain('It is the front.')
    await withdrawOwnVerification(platform, actor)
    expect(await platform.db.$count(verificationDecisions, isNotNull(verificationDecisions.reply))).toBe(0)
  })

  test('say nothing of a claim begun after the one they were about was withdrawn', async () => {
    const actor = await member()
    await sendVerification(platform, actor)
    await decide(actor, 'more-needed', 'More.')
    await withdrawOwnVerification(platform, actor)
    await saveOwnMilitaryService(platform, actor, militaryForm())
    expect(await wordsTo(actor)).toBeNull()
    expect(await wordsTo(await member())).toBeNull()
  })
})

describe('withdrawing', () => {
  test.each(['Pending', 'In Review', 'Verified', 'Rejected'])(
    'from %s takes everything but what was sent when',
    async (status) => {
      const actor = await member()
      await sendVerification(platform, actor)
      await setStatus(actor, status)
      expect(storage.files.size).toBe(1)
      expect(await withdrawOwnVerification(platform, actor)).toBe(true)
      expect(await getOwnVerification(platform, actor)).toMatchObject({ status: null, details: null })
      expect(await getOwnVerificationDocuments(platform, actor)).toEqual([])
      expect(await getOwnDeletedVerificationDocuments(platform, actor)).toMatchObject([{ kind: 'veteran-card' }])
      const [stub] = await queryRows(
        platform.db,
        sql`SELECT file_bucket_url, file_name, media_type, size FROM verification_documents`,
      )
      expect(Object.values(stub as object)).toEqual([null, null, null, null])
      expect(await mails()).toContain('Your verification is withdrawn')
      expect(storage.files).toEqual(new Set())
      expect(await withdrawOwnVerification(platform, actor)).toBe(false)
      // And it can be begun again.
      expect(await saveOwnMilitaryService(platform, actor, militaryForm())).toBe(true)
    },
  )

  test('hides the business', async () => {
    const business = await createBusiness(platform.db)
    const actor = { ...(await member()), userId: business.profileId ?? '' }
    const listed = () => queryRows(platform.db, sql`SELECT id FROM public_businesses_view WHERE id = ${business.id}`)
    expect(await listed()).toHaveLength(1)
    expect(await withdrawOwnVerification(platform, actor)).toBe(true)
    expect(await listed()).toEqual([])
  })
})

describe('confirming after a year', () => {
  async function verified(daysAgo: number): Promise<Actor> {
    const actor = await member()
    await sendVerification(platform, actor)
    await decide(actor, 'approved')
    await platform.db
      .update(verifications)
      .set({ verifiedAt: sql`now() - make_interval(days => ${daysAgo}::int)` })
      .where(eq(verifications.profileId, actor.userId))
    return actor
  }

  test.each([335, 360, 365, 390])('is possible %i days after the last check, and begins another year', async (days) => {
    const actor = await verified(days)
    expect((await getOwnVerification(platform, actor))?.term?.isOpen).toBe(true)
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(true)
    expect(Date.now() - ((await stored(actor))?.verifiedAt?.getTime() ?? 0)).toBeLessThan(60_000)
    const [last] = await platform.db
      .select()
      .from(verificationDecisions)
      .where(eq(verificationDecisions.decision, 'confirmed'))
    expect(last).toMatchObject({ profileId: actor.userId, reviewerId: null, words: null })
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(false)
    expect(await statusOf(actor)).toBe('Verified')
  })

  test('is not possible before, nor of what is not verified', async () => {
    const early = await verified(334)
    expect((await getOwnVerification(platform, early))?.term?.isOpen).toBe(false)
    expect(await confirmOwnVerificationYearly(platform, early)).toBe(false)
    const lapsed = await verified(390)
    await setStatus(lapsed, 'Pending')
    expect(await confirmOwnVerificationYearly(platform, lapsed)).toBe(false)
    expect(await confirmOwnVerificationYearly(platform, await member())).toBe(false)
  })
})
