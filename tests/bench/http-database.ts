import { mkdirSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { type DirectorySearch, toDirectoryUrlSearchParams } from '#app/features/directory/model.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { openMigratedPostgres, queryRows } from '#app/platform/.server/database/database.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { seedSampleBusinesses } from '#demo/seed-businesses.ts'
import { createMember } from '../factories/members.ts'
import { joinTestPlatform } from '../join-platform.ts'
import { drawSearches } from './directory-clients.ts'
import { countVocabulary } from './directory-vocabulary.ts'
import type { Subjects } from './http-measures.ts'

/**
 * Fills an empty database, and draws what is asked for.
 * @param dataDir a folder that is made, for the pictures
 * @param tell says how far it is
 * @returns the email address of a verified member, and what to ask for
 */
export async function fillDatabase(
  databaseUrl: string,
  dataDir: string,
  businesses: number,
  tell: (step: string) => void,
): Promise<{ email: string; subjects: Subjects }> {
  tell(`writing ${businesses} businesses`)
  const handle = await openMigratedPostgres(databaseUrl)
  await syncReferenceData(handle)
  mkdirSync(dataDir)
  const storage = await openFileStorage({ dataDir, s3: null })
  await seedSampleBusinesses({ db: handle.db, storage }, businesses, () => undefined)
  tell('vacuum')
  await handle.db.execute(sql`VACUUM ANALYZE`)
  const { email } = await createMember(handle.db, { status: 'Verified' })
  const { platform, close } = await joinTestPlatform(handle, dataDir, { log: createLog('warn') })
  try {
    tell('drawing searches')
    const searches = await drawSearches(platform, await countVocabulary(platform))
    const rows = await queryRows<{ slug: string }>(
      platform.db,
      sql`SELECT business_slug AS slug FROM public_businesses_view ORDER BY md5(business_slug) LIMIT 100000`,
    )
    const [credential] = await queryRows<{ code: string; key: string }>(
      platform.db,
      sql`SELECT code, badge_key AS key FROM credentials WHERE ended_at IS NULL ORDER BY code LIMIT 1`,
    )
    return {
      email,
      subjects: {
        searches: searches.map((search: DirectorySearch) => `/directory?${toDirectoryUrlSearchParams(search)}`),
        businesses: rows.map(({ slug }) => `/business/${slug}`),
        marks: credential
          ? [`/verify/${credentialCodeInPath(credential.code)}`, `/badge/${credential.key}/light-medium`]
          : [],
      },
    }
  } finally {
    await close()
  }
}
