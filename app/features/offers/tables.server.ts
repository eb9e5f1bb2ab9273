import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { OfferPartner } from './model.ts'

/**
 * Codes for the offers of partners, and who has which. One that was given belongs to its member, and to nobody after them. Of a code that
 * everybody gets, each member has a row of their own.
 */
export const partnerCodes = pgTable(
  'partner_codes',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    partner: text('partner').$type<OfferPartner>().notNull(),
    /** Sealed for this row. */
    code: text('code').notNull(),
    /** Whether everybody gets it. */
    isShared: boolean('is_shared').notNull().default(false),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
    /** Whose it is; null before it is given, and once they have left. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    givenAt: timestamp('given_at', { withTimezone: true }),
    /** When the mail server took the email with it. */
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    unique('partner_codes_member').on(table.partner, table.profileId),
    index('partner_codes_profile_id_index').on(table.profileId),
    uniqueIndex('partner_codes_shared').on(table.partner).where(sql`${table.isShared} AND ${table.givenAt} IS NULL`),
    index('partner_codes_free').on(table.partner, table.addedAt, table.id).where(sql`${table.givenAt} IS NULL`),
    index('partner_codes_unsent')
      .on(table.partner)
      .where(sql`${table.givenAt} IS NOT NULL AND ${table.sentAt} IS NULL`),
    check('partner_codes_given', sql`${table.profileId} IS NULL OR ${table.givenAt} IS NOT NULL`),
  ],
)
