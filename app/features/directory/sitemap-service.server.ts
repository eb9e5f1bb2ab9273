import { listBusinessSitemapRows } from './queries.server.ts'
import { sitemapIdRange } from './rules.ts'
import type { DirectoryPlatform } from './search/terms-service.server.ts'
import { countListedBusinesses } from './totals-service.server.ts'

/** URLs in one file of the sitemap, on average; the protocol allows 50,000. */
const sitemapFileSize = 25_000

/** Counts the files of the sitemap that list businesses. */
export async function countBusinessSitemapFiles(platform: DirectoryPlatform): Promise<number> {
  return Math.ceil((await countListedBusinesses(platform)) / sitemapFileSize)
}

/** Lists the entries of one file of the sitemap; `file` starts at 1. */
export async function listBusinessSitemapEntries(
  platform: DirectoryPlatform,
  file: number,
): Promise<{ slug: string; updatedAt: Date }[]> {
  const files = await countBusinessSitemapFiles(platform)
  return file <= files ? listBusinessSitemapRows(platform.db, sitemapIdRange(file, files)) : []
}
