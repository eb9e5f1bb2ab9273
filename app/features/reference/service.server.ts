import type { Platform } from '#app/platform/.server/platform.ts'
import { listAllTrades, listLookup } from './queries.server.ts'
import { branchesTable, businessTypesTable, industriesTable, relationshipsTable } from './tables.server.ts'

export interface Lookup {
  id: number
  name: string
}

export interface DirectoryLookups {
  industries: Lookup[]
  serviceBranches: Lookup[]
  relationshipTypes: Lookup[]
}

/** Returns the lookups of the directory's filters by name. Cached for 10 minutes. */
export function getDirectoryLookups(platform: Pick<Platform, 'referenceCache' | 'db'>): Promise<DirectoryLookups> {
  return platform.referenceCache.getOrLoad('directory', async () => ({
    industries: await listLookup(platform.db, industriesTable),
    serviceBranches: await listLookup(platform.db, branchesTable),
    relationshipTypes: await listLookup(platform.db, relationshipsTable),
  }))
}

/** Lists the military relationships by name. Cached for 10 minutes. */
export async function getRelationshipTypes(platform: Pick<Platform, 'db' | 'referenceCache'>): Promise<Lookup[]> {
  return (await getDirectoryLookups(platform)).relationshipTypes
}

export interface BusinessLookups {
  industries: Lookup[]
  businessTypes: Lookup[]
  /** Also trades that were removed: businesses that have one keep it. */
  trades: { id: string; name: string; industryId: number | null; isRemoved: boolean }[]
}

/** Returns the lookups of a business's form by name. Cached for 10 minutes. */
export function getBusinessLookups(platform: Pick<Platform, 'db' | 'referenceCache'>): Promise<BusinessLookups> {
  return platform.referenceCache.getOrLoad('business', async () => ({
    industries: (await getDirectoryLookups(platform)).industries,
    businessTypes: await listLookup(platform.db, businessTypesTable),
    trades: await listAllTrades(platform.db),
  }))
}
