import { type FileStorage, openFileStorage } from '#app/platform/.server/storage/storage.ts'
import type { Site } from './servers.ts'

/**
 * The servers every test may read from: the demo on its own database, and a crowd on that of DATABASE_URL. None may change
 * what is listed or what belongs to somebody else's test; members of a test's own it may make.
 */
export interface Sites {
  /** Null but in the full run: filling it takes as long as fifty tests. */
  demo: Site | null
  crowd: Site
}

const variable = 'MUSTER_E2E_SITES'

/** Tells the workers, which are started later, where the servers are. */
export function announceSites(sites: Sites): void {
  process.env[variable] = JSON.stringify(sites)
}

/** Opens the files of a site. */
export function openFiles({ dataDir }: Site): Promise<FileStorage> {
  return openFileStorage({ dataDir, s3: null })
}

export function readSites(): Sites {
  const value = process.env[variable]
  if (!value) throw new Error('the servers have not been started: see global-set-up.ts')
  return JSON.parse(value) as Sites
}
