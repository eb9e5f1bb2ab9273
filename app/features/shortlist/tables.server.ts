import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'

/** The businesses on the shortlists of members. Those of visitors are in a cookie. */
export const shortlistedBusinesses = pgTable(
  'shortlisted_businesses',
  {
    profileId: uuid('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    businessId: uuid('business_id')
      .notNull()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.profileId, table.businessId] }),
    index('shortlisted_businesses_business_id_index').on(table.businessId),
  ],
)
