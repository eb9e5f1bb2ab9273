import type { Platform } from '#app/platform/.server/platform.ts'
import { listLookupRows, listTradesIncludingRemoved } from './queries.server.ts'
import {
  armedForcesBranchesTable,
  businessTypesTable,
  industriesTable,
  militaryRelationshipTypesTable,
} from './tables.server.ts'
import { getTrades, type Trade } from './trades-service.server.ts'

export interface LookupOption {
  id: number
  name: string
}

export interface DirectoryLookups {
  trades: Trade[]
  industries: LookupOption[]
  serviceBranches: LookupOption[]
  relationshipTypes: LookupOption[]
}

/** Returns the lookups of the directory's filters by name. Cached for 10 minutes. */
export function getDirectoryLookups(platform: Pick<Platform, 'referenceCache' | 'db'>): Promise<DirectoryLookups> {
  return platform.referenceCache.getOrLoad('directory', async () => ({
    trades: await getTrades(platform),
    industries: await listLookupRows(platform.db, industriesTable),
    serviceBranches: await listLookupRows(platform.db, armedForcesBranchesTable),
    relationshipTypes: await listLookupRows(platform.db, militaryRelationshipTypesTable),
  }))
}

/** Lists the military relationships by name. Cached for 10 minutes. */
export async function getMilitaryRelationshipTypes(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<LookupOption[]> {
  return (await getDirectoryLookups(platform)).relationshipTypes
}

export interface BusinessFormLookups {
  industries: LookupOption[]
  businessTypes: LookupOption[]
  /** Also trades that were removed: businesses that have one keep it. */
  trades: { id: string; name: string; industryId: number | null; isRemoved: boolean }[]
}

/** Returns the lookups of a business's form by name. Cached for 10 minutes. */
export function getBusinessFormLookups(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
): Promise<BusinessFormLookups> {
  return platform.referenceCache.getOrLoad('business', async () => ({
    industries: (await getDirectoryLookups(platform)).industries,
    businessTypes: await listLookupRows(platform.db, businessTypesTable),
    trades: await listTradesIncludingRemoved(platform.db),
  }))
}
