import type { Database } from '#app/platform/.server/database.ts'
import type { ErasedFiles, PersonalData } from '#app/platform/.server/personal-data.ts'
import { listCounts } from './queries.server.ts'

/** How often a member's listing was seen. It says nothing about who saw it. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const counts = await listCounts(db, userId)
  return { records: counts.length > 0 ? { statistics: counts } : {}, files: [] }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  return (await listCounts(db, userId)).length > 0 ? ['the statistics of your business'] : []
}

/** They are deleted with the business. */
export async function erasePersonalData(): Promise<ErasedFiles[]> {
  return []
}
