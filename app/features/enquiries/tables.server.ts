import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { EnquirySenderConfirmationReason, EnquiryStatus } from './model.ts'

const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)

/** What somebody asks of one or several businesses. */
export const enquiryRequests = pgTable(
  'lead_requests',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    /** What is needed. */
    needs: text('needs').notNull(),
    /** Where. */
    place: text('place').notNull(),
    /** By when. */
    wantedBy: text('wanted_by'),
    /** The member who sent it; null for a visitor. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When the sender confirmed their address; null until then. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  },
  (table) => [
    index('lead_requests_created_at_index').on(table.createdAt),
    index('lead_requests_profile_id_index').on(table.profileId, table.createdAt),
  ],
)

/** A request as one business gets it. It belongs to the owner at the time: a trigger deletes it when another owner takes the business on. */
export const enquiries = pgTable(
  'leads',
  {
    id: id(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => enquiryRequests.id, { onDelete: 'cascade' }),
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** Idempotency key: a keyed hash of business, sender and words. It belongs to the last request with these. */
    submissionKey: uuid('submission_key').notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Why it waits for the sender to confirm their address; null where it does not. */
    heldFor: text('held_for').$type<EnquirySenderConfirmationReason>(),
    /** When the owner got it; null while it is held. */
    forwardedAt: timestamp('forwarded_at', { withTimezone: true }),
    status: text('status').$type<EnquiryStatus>().notNull().default('new'),
    statusAt: timestamp('status_at', { withTimezone: true }),
    remindedAt: timestamp('reminded_at', { withTimezone: true }),
    /** What the owner noted. */
    note: text('note').notNull().default(''),
  },
  (table) => [
    index('leads_request_id_index').on(table.requestId),
    index('leads_business_id_index').on(table.businessId, table.forwardedAt, table.id),
    index('leads_status_index').on(table.status, table.forwardedAt).where(sql`status = 'new'`),
    index('leads_spam_index').on(table.statusAt).where(sql`status = 'spam'`),
  ],
)

/**
 * Enquiries that owners reported as spam. The sender is a keyed hash of their address, so that a report still counts when they have
 * erased what they sent.
 */
export const enquirySpamReports = pgTable(
  'lead_spam_reports',
  {
    /** The enquiry, which may be erased. */
    leadId: uuid('lead_id').primaryKey(),
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    sender: text('sender').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('lead_spam_reports_sender_index').on(table.sender, table.createdAt),
    index('lead_spam_reports_business_id_index').on(table.businessId, table.createdAt),
    index('lead_spam_reports_created_at_index').on(table.createdAt),
  ],
)

/** The businesses whose owners want no enquiries from their page. */
export const enquiryOptOuts = pgTable('lead_opt_outs', {
  businessId: uuid('business_id')
    .primaryKey()
    .references(() => businesses.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
