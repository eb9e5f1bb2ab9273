import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { memberNameForStaff } from '#app/features/profile/rules.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type KeysetPage, type KeysetPageRequest, keysetPageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  keysetCursorTimestampSql,
  keysetPageWhereAndOrderSql,
  toKeysetPage,
} from '#app/platform/.server/database/keyset-pagination.ts'
import { releaseSubmissionIdempotencyKey } from '#app/platform/.server/database/submission-keys.ts'
import type { ContactMessageInput, DataProtectionComplaintInput, SupportMusterInquiryInput } from './form-schema.ts'
import {
  type ContactMailbox,
  type ContactSubmissionFilter,
  type ContactSubmissionKind,
  type ContactSubmissionListRow,
  type ContactSubmissionState,
  type ContactSubmissionView,
  contactMailboxLabels,
  type DataProtectionComplaintSubject,
  dataProtectionComplaintAnswerDays,
  dataProtectionComplaintSubjectLabels,
  type WaitingDataProtectionComplaintCounts,
} from './model.ts'
import { contactMessages, dataProtectionComplaints, supportInquiries } from './tables.server.ts'

/** Characters of a message in the list. */
const excerptLength = 300

/** The mailbox of support inquiries. */
const supportMailbox: ContactMailbox = 'partnerships'

/** The mailbox of complaints. */
const complaintMailbox: ContactMailbox = 'general'

/** The table of each kind. */
export const contactSubmissionTables = {
  support: supportInquiries,
  contact: contactMessages,
  complaint: dataProtectionComplaints,
} as const

/** What is deleted with its sender's account, and some time after it was handled. A complaint is a record that we must keep. */
const messageTables = [supportInquiries, contactMessages]

/** Columns of every enquiry besides what was typed. */
interface Origin {
  profileId: string | null
  submissionKey: string
}

/** Stores an inquiry and returns its id; null if it was stored already. */
export async function insertSupportMusterInquiry(
  transaction: Database,
  { homepage: _, ...inquiry }: SupportMusterInquiryInput,
  origin: Origin,
): Promise<string | null> {
  await releaseSubmissionIdempotencyKey(transaction, supportInquiries, origin.submissionKey)
  const [row] = await transaction
    .insert(supportInquiries)
    .values({ ...inquiry, privacyAgreed: true, ...origin })
    .onConflictDoNothing({ target: supportInquiries.submissionKey })
    .returning({ id: supportInquiries.id })
  return row?.id ?? null
}

/** Stores a message and returns its id; null if it was stored already. */
export async function insertContactMessage(
  transaction: Database,
  { homepage: _, ...message }: ContactMessageInput,
  origin: Origin,
): Promise<string | null> {
  await releaseSubmissionIdempotencyKey(transaction, contactMessages, origin.submissionKey)
  const [row] = await transaction
    .insert(contactMessages)
    .values({ ...message, ...origin })
    .onConflictDoNothing({ target: contactMessages.submissionKey })
    .returning({ id: contactMessages.id })
  return row?.id ?? null
}

/** Stores a complaint and returns its id; null if it was stored already. */
export async function insertDataProtectionComplaint(
  transaction: Database,
  { homepage: _, ...complaint }: DataProtectionComplaintInput,
  origin: Origin,
): Promise<string | null> {
  await releaseSubmissionIdempotencyKey(transaction, dataProtectionComplaints, origin.submissionKey)
  const [row] = await transaction
    .insert(dataProtectionComplaints)
    .values({ ...complaint, ...origin })
    .onConflictDoNothing({ target: dataProtectionComplaints.submissionKey })
    .returning({ id: dataProtectionComplaints.id })
  return row?.id ?? null
}

/** A union of all kinds of enquiries, written so that only the requested rows are read. */
function allKinds(db: Database) {
  const support = db
    .select({
      kind: sql<ContactSubmissionKind>`'support'`.as('kind'),
      id: supportInquiries.id,
      name: supportInquiries.name,
      email: supportInquiries.email,
      about: supportInquiries.supportType,
      message: supportInquiries.message,
      organization: supportInquiries.organization,
      phone: supportInquiries.phone,
      privacyAgreed: sql<boolean | null>`${supportInquiries.privacyAgreed}`.as('privacy_agreed'),
      profileId: supportInquiries.profileId,
      createdAt: supportInquiries.createdAt,
      handledAt: supportInquiries.handledAt,
      handledBy: supportInquiries.handledBy,
      answer: sql<string | null>`NULL::text`.as('answer'),
    })
    .from(supportInquiries)
  const contact = db
    .select({
      kind: sql<ContactSubmissionKind>`'contact'`.as('kind'),
      id: contactMessages.id,
      name: contactMessages.name,
      email: contactMessages.email,
      about: sql<string>`${contactMessages.mailbox}`.as('support_type'),
      message: contactMessages.message,
      organization: sql<string | null>`NULL::text`.as('organization'),
      phone: sql<string | null>`NULL::text`.as('phone'),
      privacyAgreed: sql<boolean | null>`NULL::boolean`.as('privacy_agreed'),
      profileId: contactMessages.profileId,
      createdAt: contactMessages.createdAt,
      handledAt: contactMessages.handledAt,
      handledBy: contactMessages.handledBy,
      answer: sql<string | null>`NULL::text`.as('answer'),
    })
    .from(contactMessages)
  const complaint = db
    .select({
      kind: sql<ContactSubmissionKind>`'complaint'`.as('kind'),
      id: dataProtectionComplaints.id,
      name: dataProtectionComplaints.name,
      email: dataProtectionComplaints.email,
      about: sql<string>`${dataProtectionComplaints.subject}`.as('support_type'),
      message: dataProtectionComplaints.message,
      organization: sql<string | null>`NULL::text`.as('organization'),
      phone: sql<string | null>`NULL::text`.as('phone'),
      privacyAgreed: sql<boolean | null>`NULL::boolean`.as('privacy_agreed'),
      profileId: dataProtectionComplaints.profileId,
      createdAt: dataProtectionComplaints.createdAt,
      handledAt: dataProtectionComplaints.handledAt,
      handledBy: dataProtectionComplaints.handledBy,
      answer: dataProtectionComplaints.answer,
    })
    .from(dataProtectionComplaints)
  return unionAll(support, contact, complaint).as('enquiries')
}

/** Lists a page of enquiries, newest first. */
export async function listContactSubmissions(
  db: Database,
  { kind, state }: ContactSubmissionFilter,
  pageRequest: KeysetPageRequest,
): Promise<KeysetPage<ContactSubmissionListRow>> {
  const all = allKinds(db)
  const { beyond, order } = keysetPageWhereAndOrderSql(
    { at: all.createdAt, id: all.id, latestFirst: true },
    pageRequest,
  )
  const inState: Record<ContactSubmissionState, SQL> = {
    waiting: isNull(all.handledAt),
    handled: isNotNull(all.handledAt),
  }
  const rows = await db
    .select({
      place: { at: keysetCursorTimestampSql(all.createdAt), id: all.id },
      kind: all.kind,
      id: all.id,
      name: all.name,
      email: all.email,
      about: all.about,
      excerpt: sql<string>`left(${all.message}, ${excerptLength})`,
      createdAt: all.createdAt,
      handledAt: all.handledAt,
    })
    .from(all)
    .where(and(kind ? eq(all.kind, kind) : undefined, state ? inState[state] : undefined, beyond))
    .orderBy(order)
    .limit(keysetPageSize + 1)
  return toKeysetPage(
    rows.map((row) => ({ ...row, about: labelOf(row), dueAt: dueAtOf(row) })),
    pageRequest,
  )
}

/** Returns an enquiry; null if there is none. */
export async function findContactSubmission(db: Database, id: string): Promise<ContactSubmissionView | null> {
  const all = allKinds(db)
  const [row] = await db
    .select({
      kind: all.kind,
      id: all.id,
      name: all.name,
      email: all.email,
      about: all.about,
      message: all.message,
      organization: all.organization,
      phone: all.phone,
      isMember: sql<boolean>`${all.profileId} IS NOT NULL`,
      createdAt: all.createdAt,
      handledAt: all.handledAt,
      answer: all.answer,
      handler: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
    })
    .from(all)
    .leftJoin(profiles, eq(profiles.id, all.handledBy))
    .where(eq(all.id, id))
  if (!row) return null
  const { handler, ...enquiry } = row
  return {
    ...enquiry,
    about: labelOf(row),
    dueAt: dueAtOf(row),
    mailbox: mailboxOf(row),
    handledBy: handler && memberNameForStaff(handler),
  }
}

/** Who sent an enquiry; null if there is none. */
export async function findContactSubmissionSender(
  db: Database,
  id: string,
): Promise<{ profileId: string | null; email: string | null } | null> {
  const all = allKinds(db)
  const [row] = await db.select({ profileId: all.profileId, email: all.email }).from(all).where(eq(all.id, id))
  return row ?? null
}

/** Sets or clears who handled an enquiry; returns its kind if that changed anything, else null. A complaint is answered instead. */
export async function updateContactSubmissionHandled(
  transaction: Database,
  id: string,
  handledBy: string | null,
): Promise<ContactSubmissionKind | null> {
  for (const kind of ['support', 'contact'] as const) {
    const table = contactSubmissionTables[kind]
    const changed = await transaction
      .update(table)
      .set({ handledBy, handledAt: handledBy ? sql`now()` : null })
      .where(and(eq(table.id, id), handledBy ? isNull(table.handledAt) : isNotNull(table.handledAt)))
      .returning({ id: table.id })
    if (changed.length > 0) return kind
  }
  return null
}

/** Answers a complaint; false if there is none that waits. */
export async function insertDataProtectionComplaintAnswer(
  transaction: Database,
  id: string,
  { answer, handledBy }: { answer: string; handledBy: string },
): Promise<boolean> {
  const answered = await transaction
    .update(dataProtectionComplaints)
    .set({ answer, handledBy, handledAt: sql`now()` })
    .where(and(eq(dataProtectionComplaints.id, id), isNull(dataProtectionComplaints.handledAt)))
    .returning({ id: dataProtectionComplaints.id })
  return answered.length > 0
}

/** Counts complaints that wait for an answer. */
export async function countWaitingDataProtectionComplaints(
  db: Database,
): Promise<WaitingDataProtectionComplaintCounts> {
  const { createdAt, handledAt } = dataProtectionComplaints
  const isOverdue = sql`${createdAt} < now() - make_interval(days => ${dataProtectionComplaintAnswerDays})`
  const [row] = await db
    .select({
      waiting: sql<number>`count(*)::int`,
      overdue: sql<number>`(count(*) FILTER (WHERE ${isOverdue}))::int`,
    })
    .from(dataProtectionComplaints)
    .where(isNull(handledAt))
  return row ?? { waiting: 0, overdue: 0 }
}

/** Lists what a member sent while signed in, oldest first. */
export async function listContactSubmissionsOfMember(db: Database, userId: string) {
  const all = allKinds(db)
  const rows = await db
    .select({
      kind: all.kind,
      name: all.name,
      email: all.email,
      organization: all.organization,
      phone: all.phone,
      privacyAgreed: all.privacyAgreed,
      about: all.about,
      message: all.message,
      createdAt: all.createdAt,
      handledAt: all.handledAt,
      answer: all.answer,
    })
    .from(all)
    .where(eq(all.profileId, userId))
    .orderBy(all.createdAt)
  return rows.map((row) => ({ ...row, about: labelOf(row) }))
}

/** Deletes what a member sent while signed in. Complaints stay: their row no longer leads to the account. */
export async function deleteContactSubmissionsOfMember(transaction: Database, userId: string): Promise<void> {
  for (const table of messageTables) await transaction.delete(table).where(eq(table.profileId, userId))
}

/**
 * Deletes what was handled a year ago, and what nobody marked as handled two years after it was sent; complaints six years after they were
 * answered, when claims about them have expired (Limitation Act 1980).
 */
export async function deleteOldContactSubmissions(transaction: Database): Promise<void> {
  for (const table of messageTables) {
    const isOld = or(
      sql`${table.handledAt} < now() - interval '1 year'`,
      sql`${table.createdAt} < now() - interval '2 years'`,
    )
    await transaction.delete(table).where(isOld)
  }
  await transaction
    .delete(dataProtectionComplaints)
    .where(sql`${dataProtectionComplaints.handledAt} < now() - interval '6 years'`)
}

/** The label of its subject: the type of support, the name of the mailbox or what a complaint is about. */
function labelOf({ kind, about }: { kind: ContactSubmissionKind; about: string }): string {
  if (kind === 'contact') return contactMailboxLabels[about as ContactMailbox]
  return kind === 'complaint' ? dataProtectionComplaintSubjectLabels[about as DataProtectionComplaintSubject] : about
}

function mailboxOf({ kind, about }: { kind: ContactSubmissionKind; about: string }): ContactMailbox {
  if (kind === 'contact') return about as ContactMailbox
  return kind === 'complaint' ? complaintMailbox : supportMailbox
}

function dueAtOf({ kind, createdAt }: { kind: ContactSubmissionKind; createdAt: Date }): Date | null {
  return kind === 'complaint' ? new Date(createdAt.getTime() + dataProtectionComplaintAnswerDays * 86_400_000) : null
}
