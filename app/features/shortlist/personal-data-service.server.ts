import type { Database } from '#app/platform/.server/database/database.ts'
import {
  formatPersonalDataCount,
  type PersonalData,
  type StoredFilesToDelete,
} from '#app/platform/.server/personal-data.ts'
import { deleteShortlistedBusinesses, listShortlistedBusinessNames } from './queries.server.ts'

/** Lists what is on a member's shortlist. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const shortlist = await listShortlistedBusinessNames(db, userId)
  return { records: shortlist.length > 0 ? { shortlist } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const { length } = await listShortlistedBusinessNames(db, userId)
  return length > 0 ? [`your shortlist of ${formatPersonalDataCount(length, 'business', 'businesses')}`] : []
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<StoredFilesToDelete[]> {
  await deleteShortlistedBusinesses(transaction, userId)
  return []
}
