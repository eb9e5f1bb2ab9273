import { asc } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import type { armedForcesBranches, businessTypes, industries, militaryRelationshipTypes } from './tables.server.ts'

/** Lists all rows of a lookup by name. */
export function selectLookup(
  db: Database,
  table: typeof industries | typeof businessTypes | typeof armedForcesBranches | typeof militaryRelationshipTypes,
) {
  return db.select({ id: table.id, name: table.name }).from(table).orderBy(asc(table.name))
}
