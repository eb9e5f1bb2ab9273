import type { Database } from '#app/platform/.server/database/database.ts'
import { counted, type ErasedFiles, type PersonalData } from '#app/platform/.server/personal-data.ts'
import { deleteShortlisted, listShortlistedNames } from './queries.server.ts'

/** Lists what is on a member's shortlist. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const shortlist = await listShortlistedNames(db, userId)
  return { records: shortlist.length > 0 ? { shortlist } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  const { length } = await listShortlistedNames(db, userId)
  return length > 0 ? [`your shortlist of ${counted(length, 'business', 'businesses')}`] : []
}

export async function erasePersonalData(transaction: Database, userId: string): Promise<ErasedFiles[]> {
  await deleteShortlisted(transaction, userId)
  return []
}
