import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#app/features/account/tables.server.ts'
import {
  militaryRelationshipTypesTable,
  userTypes,
  verificationStatusesTable,
} from '#app/features/reference/tables.server.ts'

export const profiles = pgTable(
  'profiles',
  {
    /** The user's id. */
    id: uuid('id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    displayName: text('display_name'),
    personalEmail: text('personal_email').notNull(),
    personalMobile: text('personal_mobile'),
    avatarBucketUrl: text('avatar_bucket_url'),
    /** References businesses, a table of another feature: a migration adds the constraint, not this file. */
    businessId: uuid('business_id'),
    militaryRelationshipTypeId: integer('military_relationship_type_id').references(
      () => militaryRelationshipTypesTable.id,
    ),
    verificationStatusId: integer('verification_status_id').references(() => verificationStatusesTable.id),
    /** When the public sees a verification; null if it began at once. Every public reader compares it with the clock. */
    verificationStartsAt: timestamp('verification_starts_at', { withTimezone: true }),
    /** When a verification ends or has ended; null if it has no end. Every status query compares it with the clock. */
    verificationEndsAt: timestamp('verification_ends_at', { withTimezone: true }),
    userTypeId: integer('user_type_id')
      .notNull()
      .default(1)
      .references(() => userTypes.id),
    suspendedAt: timestamp('suspended_at', { withTimezone: true }),
    /** The admin's reason, which the member reads. */
    suspensionReason: text('suspension_reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }),
    /** Generated columns for the staff's search: name and email address in folded form. */
    foldedName: text('folded_name').generatedAlwaysAs(sql`fold_text(first_name || ' ' || last_name)`),
    foldedEmail: text('folded_email').generatedAlwaysAs(sql`fold_text(personal_email)`),
  },
  (table) => [
    index('profiles_business_id_index').on(table.businessId),
    index('profiles_verification_status_id_index').on(table.verificationStatusId),
    index('profiles_verification_ends_at_index')
      .on(table.verificationEndsAt)
      .where(sql`verification_ends_at IS NOT NULL`),
    index('profiles_created_at_index').on(table.createdAt, table.id),
    index('profiles_local_part_index').on(sql`reverse(split_part(folded_email, '@', 1)) COLLATE "C"`),
    index('profiles_search_index').using(
      'gin',
      table.foldedName.op('gin_trgm_ops'),
      table.foldedEmail.op('gin_trgm_ops'),
    ),
    index('profiles_display_name_index').using('gin', sql`fold_text(display_name) gin_trgm_ops`),
  ],
)

/** Whether a verification has ended, even if no job has recorded it yet. */
export const hasVerificationReachedEndSql = sql<boolean>`coalesce(
  ${profiles.verificationEndsAt} <= now()
    AND ${profiles.verificationStatusId} = (SELECT id FROM verification_statuses WHERE name = 'Verified'), false)`

/** Whether a verification has begun for the public, which is a minute after the approval. */
export const hasVerificationBecomePublicSql = sql<boolean>`coalesce(${profiles.verificationStartsAt} <= now(), true)`

/** The id of a member's current status: a verification that has ended is pending again. */
export const currentVerificationStatusIdSql = sql<number | null>`CASE WHEN ${hasVerificationReachedEndSql}
  THEN (SELECT id FROM verification_statuses WHERE name = 'Pending') ELSE ${profiles.verificationStatusId} END`
