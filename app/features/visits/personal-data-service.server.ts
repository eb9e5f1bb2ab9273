import type { Database } from '#app/platform/.server/database/database.ts'
import type { PersonalData, StoredFilesToDelete } from '#app/platform/.server/personal-data.ts'
import {
  findBusinessOfOwnerForVisitStatistics,
  findMonthlyVisitsMailChoiceOfMember,
  listListingSearchTerms,
  listVisitCountsOfOwner,
} from './queries.server.ts'

/** How often a member's listing was seen, the words that their page of statistics shows, and whether they stopped its email. */
export async function collectPersonalData(db: Database, userId: string): Promise<PersonalData> {
  const counts = await listVisitCountsOfOwner(db, userId)
  const own = await findBusinessOfOwnerForVisitStatistics(db, userId)
  const words = own ? await listListingSearchTerms(db, own.id) : []
  const isStopped = (await findMonthlyVisitsMailChoiceOfMember(db, userId)) === false
  return {
    records: {
      ...(counts.length > 0 && { statistics: counts }),
      ...(words.length > 0 && { 'words-of-searches': words }),
      ...(isStopped && { 'monthly-email': [{ stopped: true }] }),
    },
    files: [],
  }
}

export async function describePersonalData(db: Database, userId: string): Promise<string[]> {
  return (await listVisitCountsOfOwner(db, userId)).length > 0 ? ['the statistics of your business'] : []
}

/** They are deleted with the business and the account. */
export async function erasePersonalData(): Promise<StoredFilesToDelete[]> {
  return []
}
