import { asc, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import {
  type armedForcesBranchesTable,
  type businessTypesTable,
  type industriesTable,
  type militaryRelationshipTypesTable,
  trades,
} from './tables.server.ts'

/** Lists all rows of a lookup by name. */
export function listLookupRows(
  db: Database,
  table:
    | typeof industriesTable
    | typeof businessTypesTable
    | typeof armedForcesBranchesTable
    | typeof militaryRelationshipTypesTable,
) {
  return db.select({ id: table.id, name: table.name }).from(table).orderBy(asc(table.name))
}

/** Lists all trades by name, with those that were removed from the file. */
export function listTradesIncludingRemoved(db: Database) {
  return db
    .select({
      id: trades.id,
      name: trades.name,
      industryId: trades.industryId,
      isRemoved: sql<boolean>`${trades.removedAt} IS NOT NULL`,
    })
    .from(trades)
    .orderBy(asc(trades.name))
}
