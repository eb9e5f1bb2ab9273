import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { RemovablePictureKind } from '#app/lib/removed-picture.ts'
import type { DeploymentKind } from '../deployment.ts'
import { jsonColumn } from './json-column.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow()

/** Request counters by key and window; see limits.ts. */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: text('key').primaryKey(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('request_counts_window_ends_at_index').on(table.windowEndsAt)],
)

/** Removed and replaced pictures, which can be brought back for a minute; see removed-pictures.ts. */
export const removedPictures = pgTable(
  'removed_pictures',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The id of the member, or of the business or of the one that a draft becomes, so there is no foreign key. */
    folder: uuid('folder').notNull(),
    /** Also the bucket. */
    kind: text('kind').$type<RemovablePictureKind>().notNull(),
    /** Its id in the gallery; null for all that there is one of. */
    pictureId: uuid('picture_id'),
    /** Key of the largest file in the bucket its kind names. */
    key: text('key').notNull(),
    orderIndex: integer('order_index').notNull(),
    caption: text('caption'),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    colour: text('colour').notNull(),
    /** Key of the full-size picture in the private bucket `masters`; null if none was kept. */
    masterKey: text('master_key'),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('removed_pictures_folder_index').on(table.folder)],
)

/** Uploads under way, two of a member at most; see upload-places.ts. */
export const uploadPlaces = pgTable(
  'upload_places',
  {
    memberId: uuid('member_id').notNull(),
    place: integer('place').notNull(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    /** The list in which it has room reserved; null for none. */
    list: text('list'),
    /** When it ends by itself, as after the death of its process. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.place] })],
)

/** Emails that were sent, one row per event, so that none is sent twice; see mail.ts. */
export const sentMails = pgTable('sent_mails', {
  event: text('event').primaryKey(),
  sentAt: moment('sent_at'),
})

/** Email addresses that a mail server does not know, as keyed hashes; see undeliverable.ts. */
export const undeliverableEmails = pgTable(
  'undeliverable_addresses',
  {
    hash: text('hash').primaryKey(),
    markedAt: moment('marked_at'),
    /** When somebody followed a link that was sent there after all; null while it is marked. */
    clearedAt: timestamp('cleared_at', { withTimezone: true }),
  },
  (table) => [index('undeliverable_addresses_marked_at_index').on(table.markedAt)],
)

/** Emails to addresses that nobody has confirmed, for their limit; see unconfirmed-mails.ts. */
export const unconfirmedMails = pgTable(
  'unconfirmed_mails',
  {
    event: text('event').primaryKey(),
    mailboxHash: text('mailbox_hash').notNull(),
    countedAt: moment('counted_at'),
  },
  (table) => [
    index('unconfirmed_mails_mailbox_hash_index').on(table.mailboxHash, table.countedAt),
    index('unconfirmed_mails_counted_at_index').on(table.countedAt),
  ],
)

/** Emails captured instead of sent, shown at /dev/mail. */
export const capturedMails = pgTable('captured_mails', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  plainText: text('plain_text').notNull(),
  capturedAt: moment('captured_at'),
})

/** The audit log, kept for good; see audit.ts. It holds ids only, no names or addresses. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    happenedAt: moment('happened_at'),
    /** The acting user; null for a command or a job. */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    /** The type of the subject, such as 'profile', and its id. */
    subjectType: text('subject_type').notNull(),
    subjectId: uuid('subject_id').notNull(),
    detail: jsonColumn('detail', z.record(z.string(), z.unknown())).notNull().default({}),
  },
  (table) => [
    // One index for each filter of the audit screen, in reading order. The one by action also lists the actions.
    index('audit_events_happened_index').on(table.happenedAt, table.id),
    index('audit_events_action_index').on(table.action, table.happenedAt, table.id),
    index('audit_events_actor_index').on(table.actorId, table.happenedAt, table.id),
    index('audit_events_subject_index').on(table.subjectId, table.happenedAt, table.id),
  ],
)

/** The oldest release that may use this database, identified by its last migration, in one row; see database.ts. */
export const oldestRelease = pgTable(
  'oldest_release',
  {
    id: boolean('id').primaryKey().default(true),
    migration: text('migration').notNull(),
  },
  (table) => [check('oldest_release_one_row', sql`${table.id}`)],
)

/** The version of each repeatable migration in this database; see database.ts. */
export const repeatableMigrations = pgTable('repeatable_migrations', {
  name: text('name').primaryKey(),
  version: integer('version').notNull(),
  /** The version with which its rows were last refreshed, and when. */
  refreshedVersion: integer('refreshed_version').notNull().default(0),
  refreshedAt: timestamp('refreshed_at', { withTimezone: true }),
  /** The last id of a refresh that is under way, to go on from after a restart; null if none is. */
  refreshedTo: uuid('refreshed_to'),
})

/** The deployment that the web process recorded for this database, in one row; see installation.ts. */
export const installation = pgTable(
  'installation',
  {
    id: boolean('id').primaryKey().default(true),
    deployment: text('deployment').$type<DeploymentKind>().notNull(),
    decidedAt: moment('decided_at'),
    /** When the first release with prefixed cookies started; see server/cookies.ts. */
    cookiesPrefixedAt: moment('cookies_prefixed_at'),
    /** One of each secret of the web process that started last; null if none has recorded it. */
    secretFingerprints: text('secret_fingerprints').array(),
  },
  (table) => [
    check('installation_one_row', sql`${table.id}`),
    check('installation_deployment', sql`${table.deployment} IN ('production', 'local', 'demo')`),
  ],
)

/**
 * What a restored backup must not undo, by ids alone: who left, whose verification ended, which status indexes were given out or
 * ended, and, sealed, which code of a partner somebody has. Triggers write the rows (`db/migrations/0041_baseline.sql`,
 * `0055_partner-codes.sql`); they are deleted once they are in the log beside the backups.
 */
export const restoreLogEntries = pgTable('restore_log_entries', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  happenedAt: timestamp('happened_at', { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  /** The transaction that wrote it: a backup that sees it holds the change already. An `xid8` as text. */
  transactionId: text('xid').notNull().default(sql`pg_current_xact_id()::text`),
  kind: text('kind').notNull(),
  entry: jsonColumn('entry', z.record(z.string(), z.unknown())).notNull(),
})

/** While it has a row, this database was restored and waits for the log beside its backup: nothing starts on it. */
export const restoreHold = pgTable(
  'restore_hold',
  {
    id: boolean('id').primaryKey().default(true),
    heldAt: moment('held_at'),
    /** The name of the backup. */
    backup: text('backup').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    /** What the backup saw, as `pg_current_snapshot()`. */
    snapshot: text('snapshot').notNull(),
  },
  (table) => [check('restore_hold_one_row', sql`${table.id}`)],
)
