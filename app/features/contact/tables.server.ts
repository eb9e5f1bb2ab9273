import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { DataProtectionComplaintSubject } from './model.ts'

const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)

/** Columns of all kinds of enquiries. */
const enquiry = () => ({
  name: text('name').notNull(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  /** The member who sent it; null for a visitor. */
  profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
  /** Idempotency key: a keyed hash of what was sent. It belongs to the last enquiry with these words. */
  submissionKey: uuid('submission_key').notNull().unique().default(sql`gen_random_uuid()`),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When it was handled, and who handled it; null while it is open. */
  handledAt: timestamp('handled_at', { withTimezone: true }),
  handledBy: uuid('handled_by').references(() => profiles.id, { onDelete: 'set null' }),
})

/** Sent at /support. */
export const supportInquiries = pgTable(
  'support_inquiries',
  {
    id: id(),
    ...enquiry(),
    organization: text('organization'),
    phone: text('phone'),
    supportType: text('support_type').notNull(),
    privacyAgreed: boolean('privacy_agreed').notNull(),
  },
  (table) => [
    index('support_inquiries_created_at_index').on(table.createdAt, table.id),
    index('support_inquiries_profile_id_index').on(table.profileId),
    index('support_inquiries_handled_by_index').on(table.handledBy),
  ],
)

/** Sent at /contact, unless another site's form is embedded there. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: id(),
    ...enquiry(),
    /** The mailbox it is for. */
    mailbox: text('mailbox').$type<'general' | 'verification' | 'partnerships'>().notNull(),
  },
  (table) => [
    index('contact_messages_created_at_index').on(table.createdAt, table.id),
    index('contact_messages_profile_id_index').on(table.profileId),
    index('contact_messages_handled_by_index').on(table.handledBy),
  ],
)

/** Complaints about data protection, sent at /data-protection-complaint. They are handled when they are answered. */
export const dataProtectionComplaints = pgTable(
  'data_protection_complaints',
  {
    id: id(),
    ...enquiry(),
    subject: text('subject').$type<DataProtectionComplaintSubject>().notNull(),
    /** What was answered; null while it waits. */
    answer: text('answer'),
  },
  (table) => [
    index('data_protection_complaints_created_at_index').on(table.createdAt, table.id),
    index('data_protection_complaints_profile_id_index').on(table.profileId),
    index('data_protection_complaints_handled_by_index').on(table.handledBy),
  ],
)
