import type { Platform } from '#app/platform/.server/platform.ts'
import { selectLookup } from './queries.server.ts'
import { armedForcesBranches, businessTypes, industries, militaryRelationshipTypes } from './tables.server.ts'

export interface Lookup {
  id: number
  name: string
}

export interface DirectoryLookups {
  industries: Lookup[]
  serviceBranches: Lookup[]
  relationshipTypes: Lookup[]
}

/** The lookups the directory filters by, each ordered by name; remembered for 10 minutes. */
export function getDirectoryLookups(platform: Platform): Promise<DirectoryLookups> {
  return platform.referenceCache.getOrLoad('directory', async () => ({
    industries: await selectLookup(platform.db, industries),
    serviceBranches: await selectLookup(platform.db, armedForcesBranches),
    relationshipTypes: await selectLookup(platform.db, militaryRelationshipTypes),
  }))
}

/** The kinds of relationship to the armed forces, ordered by name; remembered for 10 minutes. */
export async function getRelationshipTypes(platform: Platform): Promise<Lookup[]> {
  return (await getDirectoryLookups(platform)).relationshipTypes
}

export interface BusinessLookups {
  industries: Lookup[]
  businessTypes: Lookup[]
}

/** The lookups a business is described by, each ordered by name; remembered for 10 minutes. */
export function getBusinessLookups(platform: Platform): Promise<BusinessLookups> {
  return platform.referenceCache.getOrLoad('business', async () => ({
    industries: (await getDirectoryLookups(platform)).industries,
    businessTypes: await selectLookup(platform.db, businessTypes),
  }))
}
