import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { armedForcesBranches, militaryRelationshipTypes } from '#app/features/reference/tables.server.ts'

/** A member's claim to have served; one a profile. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id')
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    militaryRelationshipTypeId: integer('military_relationship_type_id').references(() => militaryRelationshipTypes.id),
    serviceBranchId: integer('service_branch_id').references(() => armedForcesBranches.id),
    serviceNumber: text('service_number'),
    serviceDescription: text('service_description'),
    businessId: uuid('business_id').references(() => businesses.id, { onDelete: 'set null' }),
    declarationText: text('declaration_text'),
    declarationAcceptedAt: timestamp('declaration_accepted_at', { withTimezone: true }),
    consent: boolean('consent').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('verifications_business_id_index').on(table.businessId)],
)

export const verificationDocuments = pgTable(
  'verification_documents',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    fileBucketUrl: text('file_bucket_url').notNull(),
    uploadedAt: timestamp('uploaded_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('verification_documents_profile_id_index').on(table.profileId, table.uploadedAt)],
)
