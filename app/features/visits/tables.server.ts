import { bigint, date, doublePrecision, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#app/features/account/tables.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { trades } from '#app/features/reference/tables.server.ts'
import type { ListingVisitKind } from '#app/platform/.server/observability/visits.ts'

/** How often something of a listing was seen or pressed on a day in London. Nothing about who did. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    kind: text('kind').$type<ListingVisitKind>().notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.day, table.kind] }),
    index('visit_counts_day_index').on(table.day),
  ],
)

/**
 * How often a word was in a search that found a listing, in a week in London. Only words that listings, trades or places have are
 * stored; all others are counted together, as the empty word.
 */
export const searchWordCounts = pgTable(
  'search_word_counts',
  {
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    /** Its Monday. */
    week: date('week').notNull(),
    word: text('word').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.week, table.word] }),
    index('search_word_counts_week_index').on(table.week),
  ],
)

/** The median of each statistic over the firms of a trade in a week, where enough of them have any. */
export const tradeWeeks = pgTable(
  'trade_weeks',
  {
    tradeId: text('trade_id')
      .notNull()
      .references(() => trades.id, { onDelete: 'cascade' }),
    /** Its Monday. */
    week: date('week').notNull(),
    /** The firms that have any. */
    firms: integer('firms').notNull(),
    view: doublePrecision('view').notNull(),
    found: doublePrecision('found').notNull(),
    phone: doublePrecision('phone').notNull(),
    website: doublePrecision('website').notNull(),
    email: doublePrecision('email').notNull(),
    enquiries: doublePrecision('enquiries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tradeId, table.week] }), index('trade_weeks_week_index').on(table.week)],
)

/** The members who stopped the monthly email. */
export const monthlyMailStops = pgTable('monthly_mail_stops', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
})
