import { bigint, date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import type { VisitKind } from '#app/platform/.server/visits.ts'

/** How often something of a listing was seen or pressed on a day in London. Nothing about who did. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    kind: text('kind').$type<VisitKind>().notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.businessId, table.day, table.kind] }),
    index('visit_counts_day_index').on(table.day),
  ],
)
