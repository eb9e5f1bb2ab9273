import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Requests counted a key and window; see limits.ts. */
export const requestCounts = pgTable(
  'request_counts',
  {
    key: text('key').primaryKey(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true }).notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('request_counts_window_ends_at_index').on(table.windowEndsAt)],
)
