import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { setVisibilityAsAdmin as setBusinessVisibility } from '#app/features/businesses/service.server.ts'
import {
  answerDataProtectionComplaint,
  setContactSubmissionHandledState,
} from '#app/features/contact/service.server.ts'
import { contactMessages, dataProtectionComplaints } from '#app/features/contact/tables.server.ts'
import { requestOrderRefundAsAdmin } from '#app/features/orders/administration-service.server.ts'
import { setVisibilityAsAdmin as setPodcastVisibility } from '#app/features/podcasts/service.server.ts'
import { getStaffConflictOfInterestLevel } from '#app/features/profile/policy.server.ts'
import { reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { decideReportObjection, decideReportsOfItem } from '#app/features/reports/decision-service.server.ts'
import { reportDecisions, reportItems, reportObjections, reports } from '#app/features/reports/tables.server.ts'
import { claimVerificationCase } from '#app/features/verification/decisions/case-service.server.ts'
import { recordNonDocumentEvidence } from '#app/features/verification/decisions/record-service.server.ts'
import {
  reopenVerificationCase,
  revokeVerification,
} from '#app/features/verification/decisions/reversal-service.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { decideBusinessFact } from '#app/features/verification/facts/decision-service.server.ts'
import { findVerificationNameChange } from '#app/features/verification/names/queries.server.ts'
import { acceptVerificationNameChange } from '#app/features/verification/names/service.server.ts'
import {
  addRetroactiveVerificationBasis,
  confirmRetroactiveVerificationBasis,
  withdrawRetroactiveVerificationBasis,
} from '#app/features/verification/records/settlement-service.server.ts'
import { factChecks, verificationRecords, verifications } from '#app/features/verification/tables.server.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { db, platform, test } from '#tests/platform-test.ts'

const isFull = process.env.TEST_FULL === 'true'

type Relation =
  | 'none'
  | 'reported'
  | 'address-typed'
  | 'address-shown'
  | 'complained'
  | 'complained-signed-out'
  | 'appealed'
  | 'owns'
  | 'owned'

/** What a decision is about, made for whoever is to be its owner. */
interface World {
  ownerId: string
  caseId: string
  businessId: string
  podcastId: string
}

interface StaffDecision {
  /** The functions of services that make it, as the scan below finds them. */
  by: string[]
  /** What somebody can have to do with it. */
  about: 'business' | 'podcast' | 'message' | 'order'
  deciders: 'staff' | 'admins'
  /** It decides nothing for good, so nothing is recorded as decided alone. */
  isOnlyClaim?: boolean
  /** Makes what is decided, and how somebody decides it. */
  prepare: (world: World, relation: Relation, actor: Actor) => Promise<(actor: Actor) => Promise<unknown>>
}

const related: Record<StaffDecision['about'], Relation[]> = {
  business: ['none', 'reported', 'address-typed', 'address-shown', 'complained', 'appealed', 'owns', 'owned'],
  podcast: ['none', 'reported', 'address-typed', 'address-shown', 'complained', 'appealed', 'owns'],
  message: ['none', 'complained', 'complained-signed-out'],
  order: ['none', 'owns'],
}

/** One of each kind: no part in it, one that the only admin decides all the same, and the two that they never do. */
const worst: Relation[] = ['none', 'reported', 'complained', 'appealed', 'owns']

const statusOf = (name: VerificationStatus) =>
  sql<number>`(SELECT s.id FROM verification_statuses s WHERE s.name = ${name})`

const withStatus =
  (status: VerificationStatus, isQueued: boolean, decide: (world: World, actor: Actor) => Promise<unknown>) =>
  async (world: World) => {
    await db
      .update(profiles)
      .set({ verificationStatusId: statusOf(status) })
      .where(eq(profiles.id, world.ownerId))
    await db
      .update(verifications)
      .set({ queuedAt: isQueued ? new Date() : null, verifiedAt: isQueued ? null : new Date() })
      .where(eq(verifications.id, world.caseId))
    return (actor: Actor) => decide(world, actor)
  }

/** A verification with a record that somebody else wrote and that waits for a second person. */
const waitingRecord =
  (decide: (world: World, actor: Actor, recordId: string) => Promise<unknown>) => async (world: World) => {
    const { userId } = await createMember(db)
    const [record] = await db
      .insert(verificationRecords)
      .values({ profileId: world.ownerId, basis: 'video-call', words: 'Their card.', recordedBy: userId })
      .returning({ id: verificationRecords.id })
    return withStatus('Verified', false, (known, actor) => decide(known, actor, record?.id ?? ''))(world)
  }

/** A reported thing of somebody else's report, about the business or the podcast. */
async function createItem(
  { businessId, podcastId }: World,
  about: 'business' | 'podcast',
  closedAt: Date | null = null,
) {
  const isBusiness = about === 'business'
  const subject = {
    subjectType: about,
    subjectId: isBusiness ? businessId : podcastId,
    businessId: isBusiness ? businessId : null,
  }
  const [item] = await db
    .insert(reportItems)
    .values({ ...subject, reportCount: 1, closedAt })
    .returning({ id: reportItems.id })
  const itemId = item?.id ?? ''
  return { itemId, reportId: await createReport(itemId, { email: 'somebody@reporter.example' }) }
}

async function createReport(itemId: string, by: { email?: string; profileId?: string }): Promise<string> {
  const row = {
    itemId,
    reason: 'wrong',
    words: 'It is wrong.',
    isOwn: false,
    submissionKey: randomUUID(),
    ...by,
  } as const
  const [report] = await db.insert(reports).values(row).returning({ id: reports.id })
  return report?.id ?? ''
}

async function createObjection(
  kind: 'appeal' | 'complaint',
  itemId: string,
  reportId: string,
  profileId: string | null,
) {
  const decider = await createMember(db, { role: 'Member' })
  const decision = { itemId, measure: 'hide', rule: 'wrong', answer: 'Yes.', decidedBy: decider.userId } as const
  const [made] = await db.insert(reportDecisions).values(decision).returning({ id: reportDecisions.id })
  const [objection] = await db
    .insert(reportObjections)
    .values({
      itemId,
      decisionId: made?.id ?? '',
      kind,
      profileId,
      words: 'No.',
      ...(kind === 'complaint' && { reportId }),
    })
    .returning({ id: reportObjections.id })
  return objection?.id ?? ''
}

const objectionOf = (about: 'business' | 'podcast', kind: 'appeal' | 'complaint') => async (world: World) => {
  const { itemId, reportId } = await createItem(world, about, new Date())
  const objection = await createObjection(kind, itemId, reportId, null)
  return (actor: Actor) =>
    decideReportObjection(platform, actor, itemId, { contest: objection, outcome: 'stands', answer: 'It stands.' })
}

const reportsOf = (about: 'business' | 'podcast') => async (world: World) => {
  const { itemId, reportId } = await createItem(world, about)
  const form = { measure: 'none', rule: 'wrong', answer: 'No.', notice: '', seen: reportId } as const
  return (actor: Actor) => decideReportsOfItem(platform, actor, itemId, form)
}

const messageFrom = (relation: Relation, { userId, email }: Actor) => ({
  name: 'Someone',
  message: 'Please look.',
  email: relation === 'complained-signed-out' ? email.toUpperCase() : 'somebody@sender.example',
  profileId: relation === 'complained' ? userId : null,
})

/** Every decision that staff make about somebody. */
const decisions: Record<string, StaffDecision> = {
  'to claim a case': {
    by: ['decisions/case-service.server.ts claimVerificationCase'],
    about: 'business',
    deciders: 'staff',
    isOnlyClaim: true,
    prepare: withStatus('In Review', true, ({ caseId }, actor) => claimVerificationCase(platform, actor, caseId)),
  },
  'of a case': {
    by: ['decisions/service.server.ts decideVerificationCase'],
    about: 'business',
    deciders: 'staff',
    prepare: withStatus('In Review', true, ({ caseId }, actor) =>
      decideVerificationCase(platform, actor, caseId, { verdict: 'reject', reason: 'other', words: 'No.' }),
    ),
  },
  'to record what was seen of a member': {
    by: ['decisions/record-service.server.ts recordNonDocumentEvidence'],
    about: 'business',
    deciders: 'staff',
    // Somebody else decides on it.
    isOnlyClaim: true,
    prepare: async (world, _, { userId }) => {
      const inReview = withStatus('In Review', true, ({ caseId }, actor) =>
        recordNonDocumentEvidence(platform, actor, caseId, { seen: 'in-person', note: 'The card.' }),
      )
      const record = await inReview(world)
      await db.update(verifications).set({ claimedBy: userId }).where(eq(verifications.id, world.caseId))
      return record
    },
  },
  'to revoke a verification': {
    by: ['decisions/reversal-service.server.ts reverse'],
    about: 'business',
    deciders: 'admins',
    prepare: withStatus('Verified', false, ({ caseId }, actor) =>
      revokeVerification(platform, actor, caseId, { words: 'No.', last: '' }),
    ),
  },
  'to reopen a case': {
    by: ['decisions/reversal-service.server.ts reverse'],
    about: 'business',
    deciders: 'admins',
    prepare: withStatus('Verified', false, ({ caseId }, actor) =>
      reopenVerificationCase(platform, actor, caseId, { words: 'No.', last: '' }),
    ),
  },
  'to say what a verification rests on': {
    by: ['records/settlement-service.server.ts addRetroactiveVerificationBasis'],
    about: 'business',
    deciders: 'admins',
    prepare: withStatus('Verified', false, ({ caseId }, actor) =>
      addRetroactiveVerificationBasis(platform, actor, caseId, { seen: 'video-call', note: 'Their card.' }),
    ),
  },
  'to confirm what it rests on, as the second person': {
    by: ['records/settlement-service.server.ts confirmRetroactiveVerificationBasis'],
    about: 'business',
    deciders: 'staff',
    prepare: waitingRecord(({ caseId }, actor, id) => confirmRetroactiveVerificationBasis(platform, actor, caseId, id)),
  },
  'not to confirm what it rests on, as the second person': {
    by: ['records/settlement-service.server.ts withdrawRetroactiveVerificationBasis'],
    about: 'business',
    deciders: 'staff',
    isOnlyClaim: true,
    prepare: waitingRecord(({ caseId }, actor, id) =>
      withdrawRetroactiveVerificationBasis(platform, actor, caseId, id),
    ),
  },
  'to accept changed names': {
    by: ['names/service.server.ts acceptVerificationNameChange'],
    about: 'business',
    deciders: 'staff',
    prepare: async ({ ownerId, caseId }) => {
      await db
        .update(profiles)
        .set({ verificationStatusId: statusOf('Verified') })
        .where(eq(profiles.id, ownerId))
      await db
        .update(profiles)
        .set({ lastName: `Renamed ${randomUUID()}` })
        .where(eq(profiles.id, ownerId))
      const change = await findVerificationNameChange(db, caseId)
      return (actor) => acceptVerificationNameChange(platform, actor, { caseId, seen: change?.seen ?? '' })
    },
  },
  'of a fact': {
    by: ['facts/decision-service.server.ts decideBusinessFact'],
    about: 'business',
    deciders: 'staff',
    prepare: async ({ businessId }) => {
      const [check] = await db
        .insert(factChecks)
        .values({ businessId, fact: 'companyNumber', value: '12345678' })
        .returning({ id: factChecks.id })
      const form = { check: check?.id ?? '', subject: null, decision: 'decline', until: null, words: 'No.' } as const
      return (actor) => decideBusinessFact(platform, actor, businessId, form)
    },
  },
  'of reports about a business': {
    by: ['reports/decision-service.server.ts decideReportsOfItem'],
    about: 'business',
    deciders: 'staff',
    prepare: reportsOf('business'),
  },
  'of reports about a podcast': {
    by: ['reports/decision-service.server.ts decideReportsOfItem'],
    about: 'podcast',
    deciders: 'staff',
    prepare: reportsOf('podcast'),
  },
  'of an appeal about a business': {
    by: ['reports/decision-service.server.ts decideReportObjection'],
    about: 'business',
    deciders: 'staff',
    prepare: objectionOf('business', 'appeal'),
  },
  'of a complaint about a business': {
    by: ['reports/decision-service.server.ts decideReportObjection'],
    about: 'business',
    deciders: 'staff',
    prepare: objectionOf('business', 'complaint'),
  },
  'of a complaint about a podcast': {
    by: ['reports/decision-service.server.ts decideReportObjection'],
    about: 'podcast',
    deciders: 'staff',
    prepare: objectionOf('podcast', 'complaint'),
  },
  'to hide a business': {
    by: ['visibility.ts setVisibilityAsAdmin'],
    about: 'business',
    deciders: 'admins',
    prepare:
      async ({ businessId }) =>
      (actor) =>
        setBusinessVisibility(platform, actor, businessId, false),
  },
  'to hide a podcast': {
    by: ['visibility.ts setVisibilityAsAdmin'],
    about: 'podcast',
    deciders: 'admins',
    prepare:
      async ({ podcastId }) =>
      (actor) =>
        setPodcastVisibility(platform, actor, podcastId, false),
  },
  'to suspend a member': {
    by: ['suspension-service.server.ts change'],
    about: 'business',
    deciders: 'admins',
    prepare:
      async ({ ownerId }) =>
      (actor) =>
        suspendMember(platform, actor, ownerId, 'No.'),
  },
  'to reinstate a member': {
    by: ['suspension-service.server.ts change'],
    about: 'business',
    deciders: 'admins',
    prepare: async ({ ownerId }, relation) => {
      const suspension = { suspendedAt: new Date(), suspensionReason: 'No.' }
      if (relation !== 'owns') await db.update(profiles).set(suspension).where(eq(profiles.id, ownerId))
      return (actor) => reinstateMember(platform, actor, ownerId)
    },
  },
  'of a message': {
    by: ['contact/service.server.ts setContactSubmissionHandledState'],
    about: 'message',
    deciders: 'admins',
    prepare: async (_, relation, writer) => {
      const row = { ...messageFrom(relation, writer), mailbox: 'general' } as const
      const [message] = await db.insert(contactMessages).values(row).returning({ id: contactMessages.id })
      return (actor) => setContactSubmissionHandledState(platform, actor, message?.id ?? '', 'handled')
    },
  },
  'of a data protection complaint': {
    by: ['contact/service.server.ts answerDataProtectionComplaint'],
    about: 'message',
    deciders: 'admins',
    prepare: async (_, relation, writer) => {
      const row = { ...messageFrom(relation, writer), subject: 'other' } as const
      const [complaint] = await db
        .insert(dataProtectionComplaints)
        .values(row)
        .returning({ id: dataProtectionComplaints.id })
      return (actor) => answerDataProtectionComplaint(platform, actor, complaint?.id ?? '', 'We looked.')
    },
  },
  'of a refund': {
    by: ['orders/administration-service.server.ts requestOrderRefundAsAdmin'],
    about: 'order',
    deciders: 'admins',
    prepare: async ({ ownerId }, relation) => {
      const { id } = await createOrder(db, relation === 'owns' ? { profileId: ownerId } : {})
      return (actor) =>
        requestOrderRefundAsAdmin(platform, actor, id, { key: randomUUID(), amount: 100, reason: 'other' })
    },
  },
}

/** What staff change without judging anybody, and why whoever has a part in it may. */
const noDecisions: Record<string, string> = {
  'decisions/case-service.server.ts releaseVerificationCase': 'gives a claim of their own back',
  'decisions/case-service.server.ts revealMilitaryServiceNumber': 'reads what the claim lets them read',
  'decisions/record-service.server.ts withdrawOwnVerificationBasisRecord':
    'takes back what they recorded, which decides nothing',
  'decisions/undo-service.server.ts undoOwnVerificationDecision':
    'takes back a decision of their own, which others then make',
  'maintenance/end-service.server.ts allowPostponedVerificationEnds':
    'lets all verifications end on the day that is fixed',
  'businesses/media-service.server.ts deleteBusinessGalleryPictureAsStaff': 'carries out a decision about reports',
  'visibility.ts withhold': 'carries out a decision about reports',
  'account/undeliverable-service.server.ts setMemberEmailUndeliverableAsAdmin': 'notes whether emails arrive',
  'orders/administration-service.server.ts retryOrderPrint': 'sends what is paid for to the printer again',
  'offers/service.server.ts addPartnerCodes': 'adds codes, which members get in their turn',
  'offers/service.server.ts removePartnerCodes': 'removes codes that nobody has',
  'admin/jobs-service.server.ts retryJob': 'has a job run again',
}

async function createWorld(relation: Relation, about: StaffDecision['about'], actor: Actor): Promise<World> {
  const ownerId = relation === 'owns' ? actor.userId : (await createMember(db)).userId
  const world = { ownerId, caseId: '', businessId: '', podcastId: '' }
  if (about === 'message' || about === 'order') return world
  const [row] = await db
    .insert(verifications)
    .values({ profileId: ownerId, consent: true, queuedAt: new Date() })
    .returning({ id: verifications.id })
  world.caseId = row?.id ?? ''
  if (about === 'podcast') world.podcastId = await createPodcast(db, ownerId)
  else world.businessId = (await createBusiness(db, { profileId: ownerId, companyNumber: '12345678' })).id
  if (relation === 'owned') {
    const subject = { subjectType: 'business', subjectId: world.businessId } as const
    await recordAuditEvent(db, { actor, action: 'business.taken-on', ...subject })
  }
  if (relation === 'none' || relation === 'owns' || relation === 'owned') return world
  // An earlier item about the same thing, which others have decided.
  const { itemId, reportId } = await createItem(world, about, new Date())
  if (relation === 'reported') await createReport(itemId, { profileId: actor.userId })
  // Whoever reports without being signed in can type anybody's address, until they complain by the link that was mailed there.
  if (relation === 'address-typed') await createReport(itemId, { email: actor.email.toUpperCase() })
  if (relation === 'address-shown') {
    const theirs = await createReport(itemId, { email: actor.email.toUpperCase() })
    await createObjection('complaint', itemId, theirs, null)
  }
  if (relation === 'complained') await createObjection('complaint', itemId, reportId, actor.userId)
  if (relation === 'appealed') await createObjection('appeal', itemId, reportId, actor.userId)
  return world
}

/** Whether the services let somebody decide. A refusal changes nothing, whichever way it is said. */
async function isAllowed(decide: (actor: Actor) => Promise<unknown>, actor: Actor): Promise<boolean> {
  const audited = () => db.$count(auditEvents, eq(auditEvents.actorId, actor.userId))
  const before = await audited()
  try {
    await decide(actor)
  } catch (error) {
    if (!(error instanceof ActionNotAllowedError)) throw error
  }
  return (await audited()) > before
}

const hasNoPart = (relation: Relation) => relation === 'none' || relation === 'address-typed'
const isNeverTheirs = (relation: Relation) => ['owns', 'owned', 'appealed'].includes(relation)

async function countAlone(actor: Actor): Promise<number> {
  const actions = [
    'business.decided-alone',
    'enquiry.decided-alone',
    'podcast.decided-alone',
    'profile.decided-alone',
    'report.decided-alone',
    'verification.decided-alone',
    'verification.record.settled-alone',
  ]
  return db.$count(auditEvents, and(eq(auditEvents.actorId, actor.userId), inArray(auditEvents.action, actions)))
}

const cases = Object.entries(decisions)

describe('a decision', () => {
  // spec: hold.8.1
  test.each(cases)('%s is refused to who started or owned what it is about', async (_, decision) => {
    const { about, deciders, prepare } = decision
    await createStaff(db, 'Admin', 'Other')
    const refused: string[] = []
    const expected: string[] = []
    for (const role of ['Reviewer', 'Admin'] as const) {
      const decides = deciders === 'staff' || role === 'Admin'
      const isWorst = isFull || role === (deciders === 'staff' ? 'Reviewer' : 'Admin')
      for (const relation of isWorst ? related[about] : related[about].slice(0, 2)) {
        const actor = await createStaff(db, role)
        const decide = await prepare(await createWorld(relation, about, actor), relation, actor)
        if (!(await isAllowed(decide, actor))) refused.push(`${role} ${relation}`)
        if (!hasNoPart(relation) || !decides) expected.push(`${role} ${relation}`)
        expect(await countAlone(actor)).toBe(0)
      }
    }
    expect(refused).toEqual(expected)
  })

  // spec: hold.8.2
  test.each(cases)(
    '%s is made by the only admin, where they have reported it, and is recorded as made alone',
    async (_, decision) => {
      const { about, isOnlyClaim, prepare } = decision
      await db.execute(sql`UPDATE profiles SET suspended_at = now(), suspension_reason = 'Gone'
      WHERE suspended_at IS NULL AND user_type_id IN (SELECT t.id FROM user_types t WHERE t.is_staff)`)
      const tried = related[about].filter((relation) => isFull || worst.includes(relation))
      for (const relation of tried) {
        const actor = await createStaff(db, 'Admin', 'Only')
        const decide = await prepare(await createWorld(relation, about, actor), relation, actor)
        expect([relation, await isAllowed(decide, actor)]).toEqual([relation, !isNeverTheirs(relation)])
        const isAlone = !isOnlyClaim && !isNeverTheirs(relation) && !hasNoPart(relation)
        expect([relation, await countAlone(actor)]).toEqual([relation, isAlone ? 1 : 0])
        await db.update(profiles).set({ suspendedAt: new Date() }).where(eq(profiles.id, actor.userId))
      }
    },
  )

  // spec: hold.8.1
  test('is refused to whoever owned what it is about, however that is known', async () => {
    const known: Record<string, (world: World, actor: Actor) => Promise<unknown>> = {
      nothing: async () => undefined,
      ...Object.fromEntries(
        (['business.created', 'business.taken-on', 'business.handover.asked'] as const).map((action) => [
          action,
          ({ businessId }: World, actor: Actor) =>
            recordAuditEvent(db, { actor, action, subjectType: 'business', subjectId: businessId }),
        ]),
      ),
      'an earlier decision about theirs': async (world, { userId }) => {
        const { itemId } = await createItem(world, 'business', new Date())
        const decision = { itemId, measure: 'hide', rule: 'wrong', answer: 'Yes.', ownerId: userId } as const
        await db.insert(reportDecisions).values(decision)
      },
    }
    const parts: Record<string, string[]> = {}
    for (const [name, make] of Object.entries(known)) {
      const actor = await createStaff(db, 'Admin')
      const world = await createWorld('none', 'business', actor)
      await make(world, actor)
      const about = [{ business: world.businessId }, { member: world.ownerId }]
      parts[name] = await Promise.all(about.map((judged) => getStaffConflictOfInterestLevel(db, actor, judged)))
    }
    const never = ['owner', 'owner']
    expect(parts).toEqual({
      ...Object.fromEntries(Object.keys(known).map((name) => [name, never])),
      nothing: ['none', 'none'],
    })
  })

  // spec: hold.8.3
  test('of staff is in the list above, or there is a reason why not', () => {
    const files = [...globSync('app/features/**/*service.server.ts'), 'app/platform/.server/security/visibility.ts']
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .replaceAll(/\/\*\*.*?\*\//gs, '')
        // Functions of a module, and methods of what a function returns.
        .split(/^(?= {4}async \w+\()|^(?=(?:export )?(?:async )?function \w+)/m)
        .filter((text) => /requirePermission\(/.test(text) && /transaction/.test(text))
        .map((text) => `${file} ${/(?:function|async) (\w+)/.exec(text.replace(/async function/, 'function'))?.[1]}`),
    )
    const known = [...Object.values(decisions).flatMap(({ by }) => by), ...Object.keys(noDecisions)]
    expect(found.filter((each) => !known.some((name) => each.endsWith(name)))).toEqual([])
    expect(known.filter((name) => !found.some((each) => each.endsWith(name)))).toEqual([])
  })
})
