import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from '#app/features/account/tables.server.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Copies of all their data that members requested. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** Null while it is being made. */
    readyAt: moment('ready_at'),
    /** Key in the bucket `exports`; null until ready, and again once deleted. */
    fileKey: text('file_key'),
    /** When the file is deleted. */
    expiresAt: moment('expires_at'),
  },
  (table) => [index('data_exports_user_id_index').on(table.userId, table.requestedAt)],
)
