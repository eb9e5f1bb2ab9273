import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type {
  ContentReportReason,
  ModerationMeasure,
  ReportObjectionKind,
  ReportObjectionOutcome,
  ReportSubjectType,
} from './model.ts'

const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)
const moment = (name: string) => timestamp(name, { withTimezone: true })
const itemId = () =>
  uuid('item_id')
    .notNull()
    .references(() => reportItems.id, { onDelete: 'cascade' })
/** Whether somebody decided about their own earlier decision, as nobody else on the staff could. */
const decidedAlone = () => boolean('is_decided_alone').notNull().default(false)
const staff = () => uuid('decided_by').references(() => profiles.id, { onDelete: 'set null' })

/**
 * One thing that was reported, however many reported it. It stays as a bare fact: the id of its subject leads nowhere once that is
 * deleted, so it is no foreign key. A subject has one at a time that is open.
 */
export const reportItems = pgTable(
  'report_items',
  {
    id: id(),
    subjectType: text('subject_type').$type<ReportSubjectType>().notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The listing that it is, or that the picture belongs to; null for a podcast. */
    businessId: uuid('business_id').references(() => businesses.id, { onDelete: 'set null' }),
    /** The item whose decision did not show these reports, and so left them; no foreign key, as items are merged again. */
    restOf: uuid('rest_of'),
    reportCount: integer('report_count').notNull().default(0),
    lastReportedAt: moment('last_reported_at').notNull().defaultNow(),
    /** When it was decided; null while it is open. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    uniqueIndex('report_items_open_index').on(table.subjectType, table.subjectId).where(sql`closed_at IS NULL`),
    index('report_items_last_reported_at_index').on(table.lastReportedAt, table.id),
    index('report_items_business_id_index').on(table.businessId),
    index('report_items_subject_id_index').on(table.subjectId),
    index('report_items_closed_at_index').on(table.closedAt),
  ],
)

/** A report. Its words and address are deleted a year after the decision. Never shown to the owner of what it is about. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    itemId: itemId(),
    reason: text('reason').$type<ContentReportReason>().notNull(),
    words: text('words'),
    /** Where the answer goes; null if none is wanted. */
    email: text('email'),
    /** The member who reported it; null for a visitor. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** Whether it was about what was their own at that time. */
    isOwn: boolean('is_own').notNull(),
    /** Idempotency key: a keyed hash of what was sent. It belongs to the last report with these words. */
    submissionKey: uuid('submission_key').notNull().unique(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('reports_item_id_index').on(table.itemId, table.createdAt),
    index('reports_profile_id_index').on(table.profileId),
  ],
)

/** What was decided about an item. Texts are deleted with those of the reports. */
export const reportDecisions = pgTable(
  'report_decisions',
  {
    id: id(),
    itemId: itemId(),
    measure: text('measure').$type<ModerationMeasure>().notNull(),
    /** The reason that was found to hold, or not to. */
    rule: text('rule').$type<ContentReportReason>().notNull(),
    /** To whoever reported it. */
    answer: text('answer'),
    /** To the owner; null where nothing was done. */
    notice: text('notice'),
    /** Who owned it and was told; null where nothing was done, and once they are gone. */
    ownerId: uuid('owner_id').references(() => profiles.id, { onDelete: 'set null' }),
    decidedBy: staff(),
    decidedAt: moment('decided_at').notNull().defaultNow(),
    isDecidedAlone: decidedAlone(),
  },
  (table) => [
    index('report_decisions_item_id_index').on(table.itemId),
    index('report_decisions_owner_id_index').on(table.ownerId),
    index('report_decisions_decided_by_index').on(table.decidedBy),
  ],
)

/** An appeal by the owner, or a complaint by whoever reported it: each once about a decision. */
export const reportObjections = pgTable(
  'report_contests',
  {
    id: id(),
    itemId: itemId(),
    decisionId: uuid('decision_id')
      .notNull()
      .references(() => reportDecisions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ReportObjectionKind>().notNull(),
    /** The report that a complaint is about; null for an appeal. */
    reportId: uuid('report_id')
      .unique()
      .references(() => reports.id, { onDelete: 'cascade' }),
    /** The owner who appeals, or who was signed in when they complained. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    words: text('words'),
    createdAt: moment('created_at').notNull().defaultNow(),
    outcome: text('outcome').$type<ReportObjectionOutcome>(),
    answer: text('answer'),
    decidedBy: staff(),
    decidedAt: moment('decided_at'),
    isDecidedAlone: decidedAlone(),
  },
  (table) => [
    uniqueIndex('report_contests_appeal_index').on(table.decisionId).where(sql`kind = 'appeal'`),
    index('report_contests_decision_id_index').on(table.decisionId),
    index('report_contests_item_id_index').on(table.itemId),
    index('report_contests_open_index').on(table.createdAt).where(sql`decided_at IS NULL`),
    index('report_contests_profile_id_index').on(table.profileId),
    index('report_contests_decided_by_index').on(table.decidedBy),
  ],
)
