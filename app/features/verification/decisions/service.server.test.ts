import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { auditEvents, capturedMails } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { ageClaim, createCase, createStaff, letApprove, statusOf, type TestCase } from '#tests/factories/cases.ts'
import { listJobs } from '#tests/jobs.ts'
import { platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { businesses } from '../../businesses/tables.server.ts'
import { profiles } from '../../profile/tables.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { verificationDecisions, verifications } from '../tables.server.ts'
import {
  claimVerificationCase,
  getVerificationCaseForReviewer,
  releaseVerificationCase,
  revealMilitaryServiceNumber,
} from './case-service.server.ts'
import { verificationDecisionSchema } from './form-schema.ts'
import { decideVerificationCase } from './service.server.ts'

let robin: Actor
let sam: Actor

test.beforeAll(async () => {
  robin = await createStaff(platform.db, 'Reviewer', 'Robin')
  sam = await createStaff(platform.db, 'Admin', 'Sam')
})

const approve = { verdict: 'approve', words: '' } as const
const reject = { verdict: 'reject', reason: 'unreadable', words: 'The scan is too dark.' } as const
const askForMore = { verdict: 'ask-for-more', words: 'Please add\nthe second page.' } as const
const nowhere = '00000000-0000-4000-8000-000000000000'

async function rowOf({ caseId }: TestCase) {
  const [row] = await platform.db.select().from(verifications).where(eq(verifications.id, caseId))
  if (!row) throw new Error('the case has gone')
  return row
}

async function actionsOn(userId: string): Promise<string[]> {
  const rows = await platform.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, userId))
    .orderBy(auditEvents.happenedAt)
  return rows.map(({ action }) => action)
}

/** Takes a case and looks at it. */
async function openCase(
  on: Parameters<typeof claimVerificationCase>[0] & Parameters<typeof getVerificationCaseForReviewer>[0],
  actor: Parameters<typeof getVerificationCaseForReviewer>[1],
  id: string,
) {
  await claimVerificationCase(on, actor, id)
  return getVerificationCaseForReviewer(on, actor, id)
}

const decisionsOn = ({ userId }: TestCase) =>
  platform.db.select().from(verificationDecisions).where(eq(verificationDecisions.profileId, userId))

describe('who may', () => {
  const uses: [string, (actor: Actor | null, id: string) => Promise<unknown>][] = [
    ['looked at', (actor, id) => getVerificationCaseForReviewer(platform, actor, id)],
    ['claimed', (actor, id) => claimVerificationCase(platform, actor, id, { takeOver: true })],
    ['released', (actor, id) => releaseVerificationCase(platform, actor, id)],
    ['read', (actor, id) => revealMilitaryServiceNumber(platform, actor, id)],
    ['decided', (actor, id) => decideVerificationCase(platform, actor, id, approve)],
  ]

  test.each(uses)('a case is not to be %s by a visitor or a member', async (_, use) => {
    const found = await createCase(platform.db)
    await expect(use(null, found.caseId)).rejects.toThrow(SignInRequiredError)
    await expect(use(actorOf(found.userId), found.caseId)).rejects.toThrow(ActionNotAllowedError)
    expect(await statusOf(platform.db, found.userId)).toBe('In Review')
    expect((await rowOf(found)).claimedBy).toBeNull()
  })

  test('a reviewer sees nothing of their own case, and can neither claim nor decide it', async () => {
    const vault = platform.vault
    const own = await createCase(platform.db, { serviceNumber: { vault, number: '24681357' } })
    const actor: Actor = { ...actorOf(own.userId), role: 'Reviewer', isStaff: true }
    expect(await openCase(platform, actor, own.caseId)).toEqual({ outcome: 'own' })
    expect(await claimVerificationCase(platform, actor, own.caseId, { takeOver: true })).toBe('own')
    expect(await revealMilitaryServiceNumber(platform, actor, own.caseId)).toBeNull()
    for (const form of [approve, reject, askForMore]) {
      await expect(decideVerificationCase(platform, actor, own.caseId, form)).rejects.toThrow(ActionNotAllowedError)
    }
    expect(await statusOf(platform.db, own.userId)).toBe('In Review')
    expect(await actionsOn(own.userId)).toEqual([])
  })

  test.each([nowhere, 'no id', "'; --"])('nothing is found of a case called %s', async (id) => {
    expect(await openCase(platform, robin, id)).toEqual({ outcome: 'not-found' })
    expect(await claimVerificationCase(platform, robin, id)).toBe('not-found')
    expect(await releaseVerificationCase(platform, robin, id)).toBe(false)
    expect(await revealMilitaryServiceNumber(platform, robin, id)).toBeNull()
    expect(await decideVerificationCase(platform, robin, id, approve)).toEqual({ outcome: 'not-found' })
  })
})

describe('a case', () => {
  test('shows what a reviewer goes by, the service number covered up', async () => {
    const found = await createCase(platform.db, {
      serviceNumber: { vault: platform.vault, number: '24681357' },
      documents: ['veteran-card', 'service-record'],
    })
    await createBusiness(platform.db, {
      name: 'Sample Joinery',
      businessSlug: 'sample-joinery',
      profileId: found.userId,
    })
    const [business] = await platform.db.select().from(businesses).where(eq(businesses.businessSlug, 'sample-joinery'))
    await platform.db
      .update(profiles)
      .set({ businessId: business?.id ?? null })
      .where(eq(profiles.id, found.userId))
    const opened = await openCase(platform, robin, found.caseId)
    expect(opened).toMatchObject({
      outcome: 'open',
      details: {
        name: 'Jo Sample',
        email: found.email,
        isSuspended: false,
        relationshipType: 'Veteran',
        serviceBranch: 'British Army',
        maskedServiceNumber: '••••357',
        serviceDescription: 'Twelve years as a sample.',
        business: { name: 'Sample Joinery', slug: 'sample-joinery' },
        documents: [
          { kind: 'veteran-card', type: 'png' },
          { kind: 'service-record', type: 'pdf' },
        ],
        decisions: [],
      },
    })
    expect(JSON.stringify(opened)).not.toContain('24681357')
  })

  test('gives the whole service number to the reviewer who claimed it, and audits that', async () => {
    const found = await createCase(platform.db, { serviceNumber: { vault: platform.vault, number: '24681357' } })
    expect(await revealMilitaryServiceNumber(platform, robin, found.caseId)).toBeNull()
    await openCase(platform, robin, found.caseId)
    expect(await revealMilitaryServiceNumber(platform, sam, found.caseId)).toBeNull()
    expect(await actionsOn(found.userId)).toEqual(['verification.claimed'])
    expect(await revealMilitaryServiceNumber(platform, robin, found.caseId)).toBe('24681357')
    expect(await actionsOn(found.userId)).toEqual(['verification.claimed', 'verification.service-number.read'])
    const details = await platform.db.select().from(auditEvents).where(eq(auditEvents.subjectId, found.userId))
    expect(JSON.stringify(details)).not.toContain('24681357')
  })

  test('of somebody suspended says so, and can be decided', async () => {
    const found = await createCase(platform.db)
    await platform.db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, found.userId))
    expect(await openCase(platform, robin, found.caseId)).toMatchObject({
      outcome: 'open',
      details: { isSuspended: true },
    })
    await letApprove(platform.db, found)
    expect(await decideVerificationCase(platform, robin, found.caseId, approve)).toMatchObject({ outcome: 'done' })
  })
})

describe('a claim', () => {
  test('is not made by looking at a case, which shows none of the evidence', async () => {
    const found = await createCase(platform.db, { documents: ['other'] })
    const seen = await getVerificationCaseForReviewer(platform, robin, found.caseId)
    expect(seen).toMatchObject({ outcome: 'free', details: { name: 'Jo Sample' } })
    expect(JSON.stringify(seen)).not.toMatch(/documents|serviceNumber|Twelve years/)
    expect((await rowOf(found)).claimedBy).toBeNull()
    expect(await actionsOn(found.userId)).toEqual([])
    expect(await claimVerificationCase(platform, robin, found.caseId)).toBe('claimed')
    expect(await getVerificationCaseForReviewer(platform, robin, found.caseId)).toMatchObject({ outcome: 'open' })
    const { claimedAt } = await rowOf(found)
    await getVerificationCaseForReviewer(platform, robin, found.caseId)
    expect((await rowOf(found)).claimedAt).toEqual(claimedAt)
  })

  test('is the first reviewer’s who opens a case; the next one sees whose, and none of the evidence', async () => {
    const found = await createCase(platform.db, { documents: ['other'] })
    expect(await openCase(platform, robin, found.caseId)).toMatchObject({ outcome: 'open' })
    const second = await openCase(platform, sam, found.caseId)
    expect(second).toMatchObject({ outcome: 'held', claim: { by: 'Robin Reviewer' } })
    expect(JSON.stringify(second)).not.toMatch(/documents|serviceNumber|Twelve years/)
    expect((await rowOf(found)).claimedBy).toBe(robin.userId)
    expect(await actionsOn(found.userId)).toEqual(['verification.claimed'])
  })

  test('is taken over knowingly, and whoever had it is told when they decide', async () => {
    const found = await createCase(platform.db)
    await openCase(platform, robin, found.caseId)
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('held')
    expect(await claimVerificationCase(platform, sam, found.caseId, { takeOver: true })).toBe('claimed')
    expect(await decideVerificationCase(platform, robin, found.caseId, approve)).toMatchObject({
      outcome: 'held',
      claim: { by: 'Sam Admin' },
    })
    expect(await statusOf(platform.db, found.userId)).toBe('In Review')
    expect(await actionsOn(found.userId)).toEqual(['verification.claimed', 'verification.claimed'])
    await letApprove(platform.db, found)
    expect(await decideVerificationCase(platform, sam, found.caseId, approve)).toMatchObject({ outcome: 'done' })
  })

  test('lapses half an hour after its last sign, and not before', async () => {
    const found = await createCase(platform.db)
    await openCase(platform, robin, found.caseId)
    await ageClaim(platform.db, found.caseId, 29)
    expect(await openCase(platform, sam, found.caseId)).toMatchObject({ outcome: 'held' })
    // Opened again, it is good for another half hour.
    await openCase(platform, robin, found.caseId)
    await ageClaim(platform.db, found.caseId, 1)
    expect(await claimVerificationCase(platform, sam, found.caseId)).toBe('held')
    await ageClaim(platform.db, found.caseId, 31)
    expect(await openCase(platform, sam, found.caseId)).toMatchObject({ outcome: 'open' })
    expect((await rowOf(found)).claimedBy).toBe(sam.userId)
  })

  test('is only released by the reviewer who claimed it', async () => {
    const found = await createCase(platform.db)
    await openCase(platform, robin, found.caseId)
    expect(await releaseVerificationCase(platform, sam, found.caseId)).toBe(false)
    expect(await releaseVerificationCase(platform, robin, found.caseId)).toBe(true)
    expect(await releaseVerificationCase(platform, robin, found.caseId)).toBe(false)
    expect(await rowOf(found)).toMatchObject({ claimedBy: null, claimedAt: null })
    expect(await openCase(platform, sam, found.caseId)).toMatchObject({ outcome: 'open' })
  })

  test('of two reviewers at once is one’s', async () => {
    const found = await createCase(platform.db)
    const claims = await Promise.all([robin, sam].map((actor) => claimVerificationCase(platform, actor, found.caseId)))
    expect(claims.sort()).toEqual(['claimed', 'held'])
  })
})

describe('a decision', () => {
  // spec: 106.6, 166.2
  test.each([
    [approve, 'Verified', { decision: 'approved', reason: null, words: null }],
    [reject, 'Rejected', { decision: 'rejected', reason: 'unreadable', words: 'The scan is too dark.' }],
    [askForMore, 'Pending', { decision: 'more-needed', reason: null, words: 'Please add\nthe second page.' }],
  ] as const)('$verdict', async (form, status, written) => {
    const queuedAt = new Date('2026-03-01T10:00:00Z')
    const found = await createCase(platform.db, { queuedAt })
    await openCase(platform, robin, found.caseId)
    await letApprove(platform.db, found)
    expect(await decideVerificationCase(platform, robin, found.caseId, form)).toMatchObject({ outcome: 'done' })
    expect(await statusOf(platform.db, found.userId)).toBe(status)
    const row = await rowOf(found)
    expect(row).toMatchObject({ queuedAt: null, claimedBy: null, claimedAt: null })
    expect(row.verifiedAt !== null).toBe(status === 'Verified')
    expect(await decisionsOn(found)).toMatchObject([
      { ...written, reviewerId: robin.userId, serviceBranchId: 3, submittedAt: queuedAt },
    ])
    const [claimed, ...atOnce] = await actionsOn(found.userId)
    expect(claimed).toBe('verification.claimed')
    expect(atOnce.toSorted()).toEqual([`verification.${written.decision}`, 'verification.status.changed'])
    const [last] = await platform.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, `verification.${written.decision}`))
    expect(JSON.stringify(last?.detail)).not.toContain('dark')
  })

  test('of two at once, one wins and the other is told who decided what', async () => {
    const found = await createCase(platform.db)
    await letApprove(platform.db, found, robin)
    const [first, second] = await Promise.all([
      decideVerificationCase(platform, robin, found.caseId, approve),
      decideVerificationCase(platform, robin, found.caseId, reject),
    ])
    const isApproved = first.outcome === 'done'
    expect([first, second].filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    expect(isApproved ? second : first).toMatchObject({
      outcome: 'closed',
      last: { decision: isApproved ? 'approved' : 'rejected', by: 'Robin Reviewer' },
    })
    expect(await statusOf(platform.db, found.userId)).toBe(isApproved ? 'Verified' : 'Rejected')
    expect(await decisionsOn(found)).toHaveLength(1)
  })

  test('is not made of a case that waits for none, which anybody of the staff still sees as decided', async () => {
    const found = await createCase(platform.db)
    await decideVerificationCase(platform, robin, found.caseId, reject)
    expect(await decideVerificationCase(platform, sam, found.caseId, approve)).toMatchObject({
      outcome: 'closed',
      last: { decision: 'rejected', reason: 'unreadable', by: 'Robin Reviewer' },
    })
    expect(await statusOf(platform.db, found.userId)).toBe('Rejected')
    expect(await claimVerificationCase(platform, sam, found.caseId, { takeOver: true })).toBe('closed')
    expect(await openCase(platform, sam, found.caseId)).toMatchObject({
      outcome: 'closed',
      details: { name: 'Jo Sample', decisions: [{ decision: 'rejected', by: 'Robin Reviewer' }] },
    })
  })

  test('that fails halfway leaves everything as it was', async () => {
    const found = await createCase(platform.db)
    await letApprove(platform.db, found, robin)
    const broken: Platform = {
      ...platform,
      jobs: {
        ...platform.jobs,
        enqueue: () => Promise.reject(new Error('the queue is gone')),
      },
    }
    await expect(decideVerificationCase(broken, robin, found.caseId, approve)).rejects.toThrow('the queue is gone')
    expect(await statusOf(platform.db, found.userId)).toBe('In Review')
    expect((await rowOf(found)).queuedAt).not.toBeNull()
    expect(await decisionsOn(found)).toEqual([])
    expect(await actionsOn(found.userId)).toEqual([])
  })
})

describe('the form of a decision', () => {
  const messagesOf = (form: Record<string, unknown>) =>
    verificationDecisionSchema.safeParse(form).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

  test.each([
    [{ verdict: 'approve' }, []],
    [{ verdict: 'reject' }, [['reason', 'Choose why you reject it']]],
    [{ verdict: 'reject', reason: 'unreadable' }, []],
    [{ verdict: 'reject', reason: 'other', words: '  ' }, [['words', 'Tell the member why you reject it']]],
    [{ verdict: 'reject', reason: 'no such' }, [['reason', 'Choose a reason from the list']]],
    [{ verdict: 'ask-for-more', words: ' ' }, [['words', 'Tell the member what is missing']]],
    [{ verdict: 'ask-for-more', words: 'The second page.' }, []],
    [{ verdict: 'delete' }, [['verdict', 'Choose what to do']]],
    [
      { verdict: 'approve', words: 'x'.repeat(2_001) },
      [['words', 'What you write to the member must be 2000 characters or fewer']],
    ],
  ])('%j', (form, messages) => {
    expect(messagesOf(form)).toEqual(messages)
  })
})

describe('the mails', () => {
  async function mailsTo({ email }: TestCase) {
    expect(await emptyQueue(platform, Object.values(mailDefinitions))).toEqual([])
    return platform.db.select().from(capturedMails).where(eq(capturedMails.recipient, email)).orderBy(capturedMails.id)
  }

  test('say once a submission that a reviewer is looking', async () => {
    await emptyQueue(platform, Object.values(mailDefinitions))
    const found = await createCase(platform.db)
    await openCase(platform, robin, found.caseId)
    await releaseVerificationCase(platform, robin, found.caseId)
    await openCase(platform, sam, found.caseId)
    expect((await listJobs(platform.db)).filter(({ name }) => name === 'verification.send-in-review')).toHaveLength(1)
    expect((await mailsTo(found)).map(({ subject }) => subject)).toEqual(['Your verification is being reviewed'])
    await platform.db
      .update(verifications)
      .set({ queuedAt: new Date(), claimedBy: null, claimedAt: null })
      .where(eq(verifications.id, found.caseId))
    await openCase(platform, robin, found.caseId)
    expect(await mailsTo(found)).toHaveLength(2)
  })

  test.each([
    [approve, 'You are verified', ['your military service is verified'], '/business-onboarding'],
    [
      reject,
      'We could not verify your service',
      ['The reason: It cannot be read.', 'The scan is too dark.'],
      '/verification',
    ],
    [askForMore, 'We need a little more to verify you', ['Please add\nthe second page.'], '/verification'],
  ] as const)('tell what was decided: $verdict', async (form, subject, words, page) => {
    const found = await createCase(platform.db)
    await letApprove(platform.db, found, robin)
    await decideVerificationCase(platform, robin, found.caseId, form)
    const [mail, ...more] = await mailsTo(found)
    expect(more).toEqual([])
    expect(mail?.subject).toBe(subject)
    for (const line of ['Hello Jo', ...words, `http://muster.example${page}`]) expect(mail?.plainText).toContain(line)
    expect(mail?.html).not.toContain('undefined')
  })

  // spec: way.8
  test('lead a member who is listed to their page, their badge and sharing', async () => {
    for (const isActive of [true, false]) {
      const found = await createCase(platform.db)
      const { businessSlug: slug } = await createBusiness(platform.db, {
        name: 'Fellside',
        profileId: found.userId,
        isActive,
      })
      await letApprove(platform.db, found, robin)
      await decideVerificationCase(platform, robin, found.caseId, approve)
      const [mail] = await mailsTo(found)
      const paths = isActive
        ? [`/business/${slug}`, '/my-business/badge', `/business/${slug}#share`]
        : ['/my-business#visibility']
      for (const path of paths) expect(mail?.plainText).toContain(`http://muster.example${path}\n`)
      expect(mail?.html).not.toContain('undefined')
    }
  })

  test('do not go to somebody who has gone', async () => {
    const found = await createCase(platform.db)
    await letApprove(platform.db, found, robin)
    await decideVerificationCase(platform, robin, found.caseId, approve)
    await platform.db.delete(profiles).where(eq(profiles.id, found.userId))
    expect(await mailsTo(found)).toEqual([])
  })
})
