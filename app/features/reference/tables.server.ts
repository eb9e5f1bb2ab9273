import { inArray, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, real, text, timestamp } from 'drizzle-orm/pg-core'
import type { Role } from '#app/platform/.server/security/actor.ts'
import {
  type ArmedForcesBranch,
  type BusinessType,
  type Industry,
  type MilitaryRelationshipType,
  type VerificationStatus,
  verificationStatusesThatListBusinesses,
} from './rules.ts'

const lookup = <Name extends string>() => ({
  id: integer('id').primaryKey(),
  name: text('name').$type<Name>().notNull().unique(),
})

export const industriesTable = pgTable('industries', lookup<Industry>())
export const armedForcesBranchesTable = pgTable('armed_forces_branches', lookup<ArmedForcesBranch>())
export const militaryRelationshipTypesTable = pgTable('military_relationship_types', lookup<MilitaryRelationshipType>())
export const verificationStatusesTable = pgTable('verification_statuses', lookup<VerificationStatus>())
export const businessTypesTable = pgTable('business_types', lookup<BusinessType>())

/** Member, Reviewer and Admin; the last two are staff. */
export const userTypes = pgTable('user_types', {
  ...lookup<Role>(),
  isStaff: boolean('is_staff').notNull().default(false),
})

/** The trades of content/trades.yaml, written at the start of a process whenever the file has changed. */
export const trades = pgTable('trades', {
  /** Permanent, in the form of a slug: 'plumber'. */
  id: text('id').primaryKey(),
  /** What one of them is called: 'Plumber'. */
  name: text('name').notNull(),
  /** What several are called: 'Plumbers'. */
  plural: text('plural').notNull(),
  industryId: integer('industry_id').references(() => industriesTable.id),
  /** Other words for the same trade. */
  synonyms: text('synonyms').array().notNull().default([]),
  /** What people say when they need it, without its name. */
  needs: text('needs').array().notNull().default([]),
  /** Ids of trades that a buyer might want instead, nearest first. */
  relatedIds: text('related_ids').array().notNull().default([]),
  /** When the trade was removed from the file; businesses that have it keep it. */
  removedAt: timestamp('removed_at', { withTimezone: true }),
})

/** How much a word speaks for a trade: by the file of trades, and by what owners who declare it write. */
export const tradeWords = pgTable(
  'trade_words',
  {
    /** The stem, as the search has it. */
    word: text('word').notNull(),
    tradeId: text('trade_id')
      .notNull()
      .references(() => trades.id),
    source: text('source', { enum: ['file', 'listings'] }).notNull(),
    /** Of the file, the word's share of BM25; of listings, the logarithm of how much likelier it is in the trade than anywhere. */
    weight: real('weight').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.tradeId, table.source] }),
    index('trade_words_trade_id_index').on(table.tradeId),
  ],
)

/** The words that English has, which no search corrects, written at the start of a process whenever the list has changed. */
export const englishWords = pgTable('english_words', {
  /** As `search_words` writes it. */
  word: text('word').primaryKey(),
})

/** The files that tables are written from, with the hash of what was written last. */
export const referenceFiles = pgTable('reference_files', {
  name: text('name').primaryKey(),
  hash: text('hash').notNull(),
})

/** Whether the businesses of a member with the joined status are listed. */
export const doesVerificationStatusListBusinessesSql = sql<boolean>`coalesce(${inArray(verificationStatusesTable.name, verificationStatusesThatListBusinesses)}, false)`
