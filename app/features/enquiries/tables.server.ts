import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const supportInquiries = pgTable(
  'support_inquiries',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    name: text('name').notNull(),
    organization: text('organization'),
    email: text('email').notNull(),
    phone: text('phone'),
    supportType: text('support_type').notNull(),
    message: text('message').notNull(),
    privacyAgreed: boolean('privacy_agreed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('support_inquiries_created_at_index').on(table.createdAt)],
)
