import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { nameOf } from '#app/features/profile/rules.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type Page, type PageRequest, pageSize } from '#app/lib/keyset-pagination.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { momentOf, selectionOf, toPage } from '#app/platform/.server/keyset-pagination.ts'
import type { ContactMessage, SupportInquiry } from './form-schema.ts'
import {
  type EnquiryFilter,
  type EnquiryKind,
  type EnquiryState,
  type EnquiryView,
  type ListedEnquiry,
  type Mailbox,
  mailboxes,
} from './schema.ts'
import { contactMessages, supportInquiries } from './tables.server.ts'

/** Characters of a message in the list. */
const excerptLength = 300

/** The mailbox of support inquiries. */
const supportMailbox: Mailbox = 'partnerships'

const tables = { support: supportInquiries, contact: contactMessages } as const

/** Columns of every enquiry besides what was typed. */
interface Origin {
  profileId: string | null
  submissionKey: string
}

/** How long the same words are the same enquiry. */
const sameFor = sql`interval '24 hours'`

/** Stores an inquiry and returns its id; null if it was stored already. */
export async function insertSupportInquiry(
  transaction: Database,
  { homepage: _, ...inquiry }: SupportInquiry,
  origin: Origin,
): Promise<string | null> {
  await releaseKey(transaction, 'support', origin.submissionKey)
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
  { homepage: _, ...message }: ContactMessage,
  origin: Origin,
): Promise<string | null> {
  await releaseKey(transaction, 'contact', origin.submissionKey)
  const [row] = await transaction
    .insert(contactMessages)
    .values({ ...message, ...origin })
    .onConflictDoNothing({ target: contactMessages.submissionKey })
    .returning({ id: contactMessages.id })
  return row?.id ?? null
}

/** Whether the same was stored of late. */
export async function isStored(db: Database, kind: EnquiryKind, submissionKey: string): Promise<boolean> {
  const table = tables[kind]
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.submissionKey, submissionKey), sql`${table.createdAt} > now() - ${sameFor}`))
  return rows.length > 0
}

/** Takes a key from an old enquiry: the same words are a new one by now. Of two who do this at once, one stores it. */
async function releaseKey(transaction: Database, kind: EnquiryKind, submissionKey: string): Promise<void> {
  const table = tables[kind]
  await transaction
    .update(table)
    .set({ submissionKey: sql`gen_random_uuid()` })
    .where(and(eq(table.submissionKey, submissionKey), sql`${table.createdAt} <= now() - ${sameFor}`))
}

/** A union of both kinds of enquiries, written so that only the requested rows are read. */
function bothKinds(db: Database) {
  const support = db
    .select({
      kind: sql<EnquiryKind>`'support'`.as('kind'),
      id: supportInquiries.id,
      name: supportInquiries.name,
      email: supportInquiries.email,
      about: supportInquiries.supportType,
      message: supportInquiries.message,
      organization: supportInquiries.organization,
      phone: supportInquiries.phone,
      profileId: supportInquiries.profileId,
      createdAt: supportInquiries.createdAt,
      handledAt: supportInquiries.handledAt,
      handledBy: supportInquiries.handledBy,
    })
    .from(supportInquiries)
  const contact = db
    .select({
      kind: sql<EnquiryKind>`'contact'`.as('kind'),
      id: contactMessages.id,
      name: contactMessages.name,
      email: contactMessages.email,
      about: sql<string>`${contactMessages.mailbox}`.as('support_type'),
      message: contactMessages.message,
      organization: sql<string | null>`NULL::text`.as('organization'),
      phone: sql<string | null>`NULL::text`.as('phone'),
      profileId: contactMessages.profileId,
      createdAt: contactMessages.createdAt,
      handledAt: contactMessages.handledAt,
      handledBy: contactMessages.handledBy,
    })
    .from(contactMessages)
  return unionAll(support, contact).as('enquiries')
}

/** Lists a page of enquiries, newest first. */
export async function selectEnquiries(
  db: Database,
  { kind, state }: EnquiryFilter,
  pageRequest: PageRequest,
): Promise<Page<ListedEnquiry>> {
  const all = bothKinds(db)
  const { beyond, order } = selectionOf({ at: all.createdAt, id: all.id, latestFirst: true }, pageRequest)
  const inState: Record<EnquiryState, SQL> = { waiting: isNull(all.handledAt), handled: isNotNull(all.handledAt) }
  const rows = await db
    .select({
      place: { at: momentOf(all.createdAt), id: all.id },
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
    .limit(pageSize + 1)
  return toPage(
    rows.map((row) => ({ ...row, about: messageColumn(row) })),
    pageRequest,
  )
}

/** Returns an enquiry; null if there is none. */
export async function findEnquiry(db: Database, id: string): Promise<EnquiryView | null> {
  const all = bothKinds(db)
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
      handler: { firstName: profiles.firstName, lastName: profiles.lastName, displayName: profiles.displayName },
    })
    .from(all)
    .leftJoin(profiles, eq(profiles.id, all.handledBy))
    .where(eq(all.id, id))
  if (!row) return null
  const { handler, ...enquiry } = row
  return {
    ...enquiry,
    about: messageColumn(row),
    mailbox: row.kind === 'contact' ? (row.about as Mailbox) : supportMailbox,
    handledBy: handler && nameOf(handler),
  }
}

/** Sets or clears who handled an enquiry; returns its kind if that changed anything, else null. */
export async function updateHandled(
  transaction: Database,
  id: string,
  handledBy: string | null,
): Promise<EnquiryKind | null> {
  for (const kind of ['support', 'contact'] as const) {
    const table = tables[kind]
    const changed = await transaction
      .update(table)
      .set({ handledBy, handledAt: handledBy ? sql`now()` : null })
      .where(and(eq(table.id, id), handledBy ? isNull(table.handledAt) : isNotNull(table.handledAt)))
      .returning({ id: table.id })
    if (changed.length > 0) return kind
  }
  return null
}

/** Lists what a member sent while signed in, oldest first. */
export async function listSentBy(db: Database, userId: string) {
  const all = bothKinds(db)
  const rows = await db
    .select({
      kind: all.kind,
      name: all.name,
      email: all.email,
      organization: all.organization,
      phone: all.phone,
      about: all.about,
      message: all.message,
      createdAt: all.createdAt,
      handledAt: all.handledAt,
    })
    .from(all)
    .where(eq(all.profileId, userId))
    .orderBy(all.createdAt)
  return rows.map((row) => ({ ...row, about: messageColumn(row) }))
}

export async function deleteSentBy(transaction: Database, userId: string): Promise<void> {
  for (const table of Object.values(tables)) await transaction.delete(table).where(eq(table.profileId, userId))
}

/** Deletes what was handled a year ago, and what nobody marked as handled two years after it was sent. */
export async function deleteOldEnquiries(transaction: Database): Promise<void> {
  for (const table of Object.values(tables)) {
    const isOld = or(
      sql`${table.handledAt} < now() - interval '1 year'`,
      sql`${table.createdAt} < now() - interval '2 years'`,
    )
    await transaction.delete(table).where(isOld)
  }
}

/** The label of its subject: the type of support or the name of the mailbox. */
function messageColumn({ kind, about }: { kind: EnquiryKind; about: string }): string {
  return kind === 'contact' ? mailboxes[about as Mailbox] : about
}
