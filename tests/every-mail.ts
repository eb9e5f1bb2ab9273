import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { issueEmailLinkTokenId } from '#app/features/account/token-service.server.ts'
import { businesses, businessTransfers } from '#app/features/businesses/tables.server.ts'
import { contactMessages, dataProtectionComplaints } from '#app/features/contact/tables.server.ts'
import { enquiries, enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import { sealPartnerCode } from '#app/features/offers/seal.server.ts'
import { partnerCodes } from '#app/features/offers/tables.server.ts'
import { dataExports } from '#app/features/privacy/tables.server.ts'
import { reportDecisions, reportItems, reportObjections, reports } from '#app/features/reports/tables.server.ts'
import { factChecks, verificationDecisions, verifications } from '#app/features/verification/tables.server.ts'
import { monthlyMailStops, visitCounts } from '#app/features/visits/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember, type TestMember } from './factories/members.ts'
import { createOrder, sampleShipment } from './factories/orders.ts'

/** A job of a mail. */
export interface MailJob {
  name: string
  data: Record<string, unknown>
}

/** Who the mails are about. */
interface MailPeople {
  /** A verified member. */
  owner: TestMember
  /** Their business. */
  businessId: string
  /** Another member, who sends and gets what strangers do. */
  sender: TestMember
  admin: TestMember
}

/** An address that somebody typed. */
const typed = (what: string) => `${what}-${randomUUID()}@typed.example`

/** Every mail that is defined, as it would be queued, with the rows that it tells of. A new mail belongs here. */
export async function createEveryMail(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  people: MailPeople,
): Promise<MailJob[]> {
  const at = new Date()
  const moment = at.toISOString()
  return [
    ...(await accountMails(db, people, moment)),
    ...(await businessMails(db, people)),
    ...(await enquiryMails(db)),
    ...(await leadMails(db, people)),
    ...(await offerMails(db, people, vault)),
    ...(await orderMails(db, people)),
    ...(await reportMails(db, people)),
    ...(await verificationMails(db, people, moment)),
    { name: 'monitoring.send-alert', data: { userId: people.admin.userId, cause: 'mail', since: moment } },
    ...[true, false].map((suspended) => ({
      name: 'profile.send-suspension',
      data: { userId: people.owner.userId, suspended, changedAt: moment },
    })),
  ]
}

async function accountMails(db: Database, { owner }: MailPeople, moment: string): Promise<MailJob[]> {
  const { userId } = owner
  const waiting = await createMember(db, { confirmed: false, email: typed('registered') })
  const issue = (purpose: Parameters<typeof issueEmailLinkTokenId>[1], of: string, value = {}) =>
    issueEmailLinkTokenId(db, purpose, { userId: of, value })
  const [fileKey, expiresAt] = [`${userId}/copy.zip`, new Date(Date.now() + 86_400_000)]
  const exportId = await idOf(db.insert(dataExports).values({ userId, fileKey, expiresAt }).returning())
  return [
    {
      name: 'account.send-confirmation',
      data: {
        userId: waiting.userId,
        tokenId: await issue('confirm', waiting.userId, { name: 'Kim www.evil.example' }),
      },
    },
    ...(await Promise.all(
      [userId, waiting.userId].map(async (of) => ({
        name: 'account.send-password-reset',
        data: { userId: of, tokenId: await issue('reset', of) },
      })),
    )),
    {
      name: 'account.send-address-change',
      data: { userId, tokenId: await issue('change-address', userId, { newEmail: typed('new') }) },
    },
    { name: 'account.send-password-changed', data: { userId, changedAt: moment } },
    {
      name: 'account.send-new-sign-in',
      data: { userId, sessionId: randomUUID(), device: 'Firefox on Linux', signedInAt: moment },
    },
    { name: 'account.send-welcome', data: { userId } },
    { name: 'account.send-address-changed', data: { userId, changedAt: moment, oldEmail: owner.email } },
    { name: 'account.send-two-factor-removed', data: { userId, changedAt: moment } },
    { name: 'account.send-already-member', data: { userId } },
    { name: 'privacy.send-export-ready', data: { exportId, userId } },
    { name: 'privacy.send-account-deleted', data: { email: owner.email, deletedAt: moment } },
  ]
}

async function businessMails(db: Database, { owner, businessId, sender }: MailPeople): Promise<MailJob[]> {
  await db
    .update(businesses)
    .set({ streetAddress: '1 Sample Street', showsStreetAddress: null, isActive: true })
    .where(eq(businesses.id, businessId))
  const expiresAt = new Date(Date.now() + 86_400_000)
  const invite = (more: Partial<typeof businessTransfers.$inferInsert>) =>
    idOf(
      db
        .insert(businessTransfers)
        .values({ businessId, askedBy: owner.userId, invitedEmail: sender.email, expiresAt, ...more })
        .returning(),
    )
  const open = await invite({})
  const ended = await invite({
    askedBy: sender.userId,
    invitedEmail: owner.email,
    acceptedBy: owner.userId,
    endedAt: new Date(),
  })
  await db.delete(monthlyMailStops).where(eq(monthlyMailStops.userId, owner.userId))
  await db.insert(visitCounts).values({ businessId, day: '2026-10-05', kind: 'view', count: 3 }).onConflictDoNothing()
  return [
    { name: 'businesses.tell-about-street-address', data: { businessId } },
    { name: 'businesses.send-handover-invitation', data: { handoverId: open } },
    { name: 'businesses.send-taken-on', data: { handoverId: ended } },
    { name: 'businesses.send-handed-on', data: { handoverId: ended } },
    { name: 'insight.send-month', data: { ownerId: owner.userId, month: '2026-10-01' } },
  ]
}

async function enquiryMails(db: Database): Promise<MailJob[]> {
  const written = { name: 'Kim Sample', message: 'Hello' }
  const email = typed('complaint')
  const dueAt = sql`now()`
  const id = await idOf(
    db
      .insert(contactMessages)
      .values({ ...written, email, mailbox: 'general' })
      .returning(),
  )
  const complaint = await idOf(
    db
      .insert(dataProtectionComplaints)
      .values({
        ...written,
        email,
        subject: 'other',
        answer: 'See https://muster.example/privacy-policy.',
        handledAt: dueAt,
      })
      .returning(),
  )
  return [
    { name: 'enquiries.send', data: { id } },
    { name: 'enquiries.send-complaint-received', data: { id: complaint } },
    { name: 'enquiries.send-complaint-answer', data: { id: complaint } },
  ]
}

async function leadMails(db: Database, { owner, businessId, sender }: MailPeople): Promise<MailJob[]> {
  const ask = async (more: Partial<typeof enquiryRequests.$inferInsert>) => {
    const request = { name: 'Kim Sample', needs: 'See plan.example.com', place: 'Kendal', email: typed('enquiry') }
    const requestId = await idOf(
      db
        .insert(enquiryRequests)
        .values({ ...request, profileId: sender.userId, ...more })
        .returning(),
    )
    const enquiryId = await idOf(
      db
        .insert(enquiries)
        .values({ requestId, businessId, submissionKey: randomUUID(), forwardedAt: new Date() })
        .returning(),
    )
    return { requestId, leadId: enquiryId }
  }
  const { requestId } = await ask({})
  const confirmed = await ask({ confirmedAt: new Date() })
  return [
    { name: 'leads.send', data: { leadId: confirmed.leadId } },
    { name: 'leads.send-confirmation', data: { requestId } },
    { name: 'leads.send-copy', data: { requestId: confirmed.requestId } },
    { name: 'leads.send-reminder', data: { ownerId: owner.userId } },
  ]
}

async function offerMails(db: Database, { owner }: MailPeople, vault: Platform['vault']): Promise<MailJob[]> {
  const [codeId, partner] = [randomUUID(), 'sage' as const]
  const code = sealPartnerCode(vault, codeId, 'SAMPLE-CODE')
  await db.insert(partnerCodes).values({ id: codeId, partner, code, profileId: owner.userId, givenAt: sql`now()` })
  return [{ name: 'offers.send-code', data: { codeId, partner } }]
}

async function orderMails(db: Database, { sender }: MailPeople): Promise<MailJob[]> {
  const orders = await Promise.all(
    [null, sender.userId].map((profileId) => createOrder(db, { profileId, state: 'shipped' })),
  )
  return orders.flatMap(({ id: orderId }) => [
    { name: 'shop.send-order-confirmed', data: { orderId } },
    { name: 'shop.send-order-shipped', data: { orderId, shipmentId: sampleShipment.id } },
    { name: 'shop.send-order-refunded', data: { orderId, refunded: 100 } },
    { name: 'shop.send-order-cancelled', data: { orderId } },
  ])
}

async function reportMails(db: Database, { owner, businessId, sender }: MailPeople): Promise<MailJob[]> {
  const itemId = await idOf(
    db
      .insert(reportItems)
      .values({ subjectType: 'business', subjectId: businessId, businessId, closedAt: new Date() })
      .returning(),
  )
  const report = await idOf(
    db
      .insert(reports)
      .values({
        itemId,
        reason: 'wrong',
        email: typed('report'),
        profileId: sender.userId,
        isOwn: false,
        submissionKey: randomUUID(),
      })
      .returning(),
  )
  const decisionId = await idOf(
    db
      .insert(reportDecisions)
      .values({
        itemId,
        measure: 'ask',
        rule: 'wrong',
        answer: 'See https://muster.example/terms-and-conditions.',
        notice: 'Please.',
        ownerId: owner.userId,
      })
      .returning(),
  )
  const objection = (more: Pick<typeof reportObjections.$inferInsert, 'kind' | 'reportId' | 'profileId'>) =>
    idOf(
      db
        .insert(reportObjections)
        .values({ itemId, decisionId, outcome: 'stands', answer: 'We looked again.', decidedAt: new Date(), ...more })
        .returning(),
    )
  return [
    { name: 'reports.send-answer', data: { reportId: report, decisionId } },
    { name: 'reports.send-notice', data: { decisionId } },
    {
      name: 'reports.send-contest-answer',
      data: { contestId: await objection({ kind: 'complaint', reportId: report, profileId: null }) },
    },
    {
      name: 'reports.send-contest-answer',
      data: { contestId: await objection({ kind: 'appeal', reportId: null, profileId: owner.userId }) },
    },
  ]
}

async function verificationMails(db: Database, { owner, businessId }: MailPeople, moment: string): Promise<MailJob[]> {
  const { userId } = owner
  await db
    .insert(verifications)
    .values({ profileId: userId, militaryRelationshipTypeId: 1, verifiedAt: new Date() })
    .onConflictDoNothing()
  const [row] = await db.select().from(verifications).where(eq(verifications.profileId, userId))
  const decided = []
  for (const decision of ['approved', 'rejected', 'more-needed', 'revoked', 'reopened', 'appealed'] as const) {
    decided.push(
      await idOf(
        db
          .insert(verificationDecisions)
          .values({
            profileId: userId,
            decision,
            reason: decision === 'rejected' ? 'The name does not match' : null,
            words: 'Words.',
            submittedAt: new Date(),
          })
          .returning(),
      ),
    )
  }
  const checkId = await idOf(
    db
      .insert(factChecks)
      .values({ businessId, fact: 'companyNumber', value: '01234567', decidedAt: new Date(), method: 'register' })
      .returning(),
  )
  return [
    { name: 'verification.send-submitted', data: { userId, submittedAt: moment } },
    { name: 'verification.send-withdrawn', data: { userId, withdrawnAt: moment, documents: 1 } },
    { name: 'verification.send-evidence-due', data: { userId, decisionId: decided.at(-1), dueAt: moment } },
    {
      name: 'verification.send-reminder',
      data: { userId, verifiedAt: row?.verifiedAt?.toISOString(), stage: 'month' },
    },
    { name: 'verification.send-lapsed', data: { userId, lapsedAt: moment } },
    { name: 'verification.send-in-review', data: { userId, submission: randomUUID() } },
    ...decided.map((decisionId) => ({ name: 'verification.send-decision', data: { decisionId } })),
    { name: 'verification.send-fact-decided', data: { checkId } },
  ]
}

async function idOf(inserted: PromiseLike<{ id: string }[]>): Promise<string> {
  const [row] = await inserted
  if (!row) throw new Error('the row was not written')
  return row.id
}
