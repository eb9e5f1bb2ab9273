import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { armedForcesBranchesTable, militaryRelationshipTypesTable } from '#app/features/reference/tables.server.ts'
import type { VerificationBasis } from './basis-rules.ts'
import type { ConfirmableBusinessFactName, FactConfirmationMethod } from './facts/rules.ts'
import type { StoredVerificationDocumentKind, VerificationDecisionKind } from './rules.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A member's claim to have served; one a profile. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id')
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    militaryRelationshipTypeId: integer('military_relationship_type_id').references(
      () => militaryRelationshipTypesTable.id,
    ),
    serviceBranchId: integer('service_branch_id').references(() => armedForcesBranchesTable.id),
    /** Sealed; see documents/seal.server.ts. */
    serviceNumber: text('service_number'),
    serviceDescription: text('service_description'),
    businessId: uuid('business_id').references(() => businesses.id, { onDelete: 'set null' }),
    declarationText: text('declaration_text'),
    declarationAcceptedAt: timestamp('declaration_accepted_at', { withTimezone: true }),
    consent: boolean('consent').notNull().default(false),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at'),
    /** Since when it waits for a decision; null while it does not. */
    queuedAt: moment('queued_at'),
    /** The member of staff who is looking at it, and since when: a claim, not a status. */
    claimedBy: uuid('claimed_by').references(() => profiles.id, { onDelete: 'set null' }),
    claimedAt: moment('claimed_at'),
    /** When service was last proven, or confirmed afresh; null for one not verified. */
    verifiedAt: moment('verified_at'),
    /**
     * The day its reminder named as the last; null before one was sent. It ends later than that, by the profile's
     * verification_ends_at, where too many would end at once.
     */
    announcedEndAt: moment('announced_end_at'),
    /** An admin said that it may end on that day, however many do. */
    isEndAllowed: boolean('is_end_allowed').notNull().default(false),
  },
  (table) => [
    index('verifications_business_id_index').on(table.businessId),
    index('verifications_claimed_by_index').on(table.claimedBy),
    index('verifications_queue_index').on(table.queuedAt, table.id).where(sql`queued_at IS NOT NULL`),
    index('verifications_verified_at_index').on(table.verifiedAt).where(sql`verified_at IS NOT NULL`),
  ],
)

/** What was decided, and why: one row a decision, which outlives the evidence. Without the person once they are gone. */
export const verificationDecisions = pgTable(
  'verification_decisions',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** The member of staff; null once they are gone, and for a confirmation, which the member makes. */
    reviewerId: uuid('reviewer_id').references(() => profiles.id, { onDelete: 'set null' }),
    decision: text('decision').$type<VerificationDecisionKind>().notNull(),
    /** One of the list for rejections. */
    reason: text('reason'),
    /** What the member was told; of a revocation or a reopening, why. */
    words: text('words'),
    /** What the member answers who sends nothing new; of an appeal, why they appeal. */
    reply: text('reply'),
    serviceBranchId: integer('service_branch_id').references(() => armedForcesBranchesTable.id),
    submittedAt: moment('submitted_at').notNull(),
    decidedAt: moment('decided_at').notNull().defaultNow(),
    /** It was contested before, and whoever had decided it decided it again, as nobody else on the staff could. */
    isDecidedAlone: boolean('is_decided_alone').notNull().default(false),
  },
  (table) => [
    index('verification_decisions_profile_id_index').on(table.profileId, table.decidedAt),
    index('verification_decisions_reviewer_id_index').on(table.reviewerId),
    index('verification_decisions_decided_at_index').on(table.decidedAt),
  ],
)

/**
 * Who of the staff does not decide a case, as it was appealed or reopened after they had decided it. A row ends with the member's
 * next submission of something new.
 */
export const verificationExclusions = pgTable(
  'verification_exclusions',
  {
    verificationId: uuid('verification_id')
      .notNull()
      .references(() => verifications.id, { onDelete: 'cascade' }),
    reviewerId: uuid('reviewer_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.verificationId, table.reviewerId] }),
    index('verification_exclusions_reviewer_id_index').on(table.reviewerId),
  ],
)

/**
 * A fact about a business that its owner asked to have confirmed, and what was decided: one row each time they ask. The last row
 * of a fact applies, and only while the owner states the same value of a business that is called the same; insurance also only while
 * its place and trades are the same.
 */
export const factChecks = pgTable(
  'fact_checks',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    fact: text('fact').$type<ConfirmableBusinessFactName>().notNull(),
    /** The exact value that is confirmed, as the owner stated it. */
    value: text('value').notNull(),
    /** What the business was called when its owner asked, then when a reviewer decided. Written by a trigger, as are the next two. */
    businessName: text('business_name'),
    /** Of insurance: its town and postcode then. */
    place: text('place'),
    /** Of insurance: the ids of its trades then, and `industry:` with that of its industry. */
    tradeIds: text('trade_ids').array(),
    askedAt: moment('asked_at').notNull().default(sql`clock_timestamp()`),
    /** When a reviewer decided; null while it waits. */
    decidedAt: moment('decided_at'),
    /** The reviewer; null before that, and once they are gone. */
    reviewerId: uuid('reviewer_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** How it was confirmed; null if it was not. */
    method: text('method').$type<FactConfirmationMethod>(),
    /** The last day of a confirmation, in London. */
    until: date('until'),
    /** Why it was not confirmed, to the owner. */
    words: text('words'),
  },
  (table) => [
    index('fact_checks_business_id_index').on(table.businessId, table.fact, table.askedAt),
    index('fact_checks_reviewer_id_index').on(table.reviewerId),
    uniqueIndex('fact_checks_waiting_unique').on(table.businessId, table.fact).where(sql`decided_at IS NULL`),
  ],
)

/**
 * What a member and their business were called when a verification was sent or checked, once one of these names has changed. Written by
 * triggers. An approval makes it what they are called now, and keeps what it was while it can be undone. A change that was changed back
 * stays, and counts for nothing.
 */
export const nameChanges = pgTable(
  'name_changes',
  {
    verificationId: uuid('verification_id')
      .primaryKey()
      .references(() => verifications.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** What their business was called; null where its name has not changed, and they had no other. */
    businessName: text('business_name'),
    /** Both names as they were before the last approval, which undoing it brings back; null where nothing can be undone. */
    earlierName: text('earlier_name'),
    earlierBusinessName: text('earlier_business_name'),
    /** When the last of the changes was. */
    changedAt: moment('changed_at').notNull().defaultNow(),
  },
  (table) => [index('name_changes_changed_at_index').on(table.changedAt, table.verificationId)],
)

/** The evidence of a verification and, of the kind 'certificate', that of a fact about a business. */
export const verificationDocuments = pgTable(
  'verification_documents',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** Key of the sealed file; null once it is deleted. */
    fileBucketUrl: text('file_bucket_url'),
    /** What the member says it is. */
    kind: text('kind').$type<StoredVerificationDocumentKind>().notNull().default('other'),
    /** Of a certificate: what it is to confirm. Null once that is gone. */
    factCheckId: uuid('fact_check_id').references(() => factChecks.id, { onDelete: 'set null' }),
    /** What it was called where it came from, sealed; null once it is deleted. */
    fileName: text('file_name'),
    /** Judged by its bytes. */
    mediaType: text('media_type'),
    /** Bytes, before it was sealed. */
    size: integer('size'),
    /** When its photograph was re-encoded, which drops its metadata; null for what is none, and for what waits for it. */
    reencodedAt: moment('reencoded_at'),
    uploadedAt: moment('uploaded_at').notNull().defaultNow(),
    /** When the file was deleted; of the row only kind and dates remain then. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('verification_documents_profile_id_index').on(table.profileId, table.uploadedAt),
    index('verification_documents_fact_check_id_index').on(table.factCheckId),
    index('verification_documents_held_index').on(table.uploadedAt).where(sql`file_bucket_url IS NOT NULL`),
  ],
)

/**
 * Which member of staff was sent all bytes of which document, and since when it counts as opened: a document that was opened in a
 * tab at once, one in the viewer when it was on screen.
 */
export const documentOpenings = pgTable(
  'document_openings',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => verificationDocuments.id, { onDelete: 'cascade' }),
    reviewerId: uuid('reviewer_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** When its last byte was sent; null before that. */
    sentAt: moment('sent_at'),
    /** When it was on screen; null before that. */
    shownAt: moment('shown_at'),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.reviewerId] }),
    index('document_openings_reviewer_id_index').on(table.reviewerId),
  ],
)

/**
 * What a verification rests on: the documents that a reviewer opened, or what was seen instead. One that has not ended is the
 * member's current record; what somebody saw instead of documents waits until a second person confirms it.
 */
export const verificationRecords = pgTable(
  'verification_records',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    basis: text('basis').$type<VerificationBasis>().notNull(),
    /** What was seen, in the words of whoever saw it. For staff and the member's export, never public. */
    words: text('words'),
    /** The member of staff; null once they are gone, and for what no person recorded. */
    recordedBy: uuid('recorded_by').references(() => profiles.id, { onDelete: 'set null' }),
    recordedAt: moment('recorded_at').notNull().default(sql`clock_timestamp()`),
    /** The second person, or the only one; null while it waits, once they are gone, and for what no person confirmed. */
    confirmedBy: uuid('confirmed_by').references(() => profiles.id, { onDelete: 'set null' }),
    /** Since when the verification rests on it; null while it waits for a second person. */
    confirmedAt: moment('confirmed_at'),
    /** Whoever had recorded it confirmed it, as nobody else on the staff could. */
    isConfirmedAlone: boolean('is_confirmed_alone').notNull().default(false),
    /** The decision that confirmed it, or that ended it while it waited. */
    decisionId: uuid('decision_id').references(() => verificationDecisions.id, { onDelete: 'set null' }),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('verification_records_profile_id_index').on(table.profileId, table.recordedAt),
    uniqueIndex('verification_records_open_unique').on(table.profileId).where(sql`ended_at IS NULL`),
    index('verification_records_recorded_by_index').on(table.recordedBy),
    index('verification_records_confirmed_by_index').on(table.confirmedBy),
    index('verification_records_decision_id_index').on(table.decisionId),
  ],
)
