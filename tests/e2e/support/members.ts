import type { BrowserContext } from '@playwright/test'
import { openSession } from '#app/features/account/service.server.ts'
import { type Database, openPostgres } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Site } from './servers.ts'
import { secretForTests } from './servers.ts'

/** Does something with the database of a site on PostgreSQL. */
export async function withDatabaseOf<Result>(site: Site, act: (db: Database) => Promise<Result>): Promise<Result> {
  if (!site.databaseUrl) throw new Error('the embedded database is open to its own server alone')
  const handle = await openPostgres(site.databaseUrl, { connections: 2 })
  try {
    return await act(handle.db)
  } finally {
    await handle.close()
  }
}

/** Signs a member in to a browser, without the form: a session is opened and its cookies are put there. */
export async function signInTo(context: BrowserContext, site: Site, userId: string): Promise<void> {
  const cookies = await withDatabaseOf(site, (db) => {
    // All that a session needs of a platform.
    const platform = { db, secret: secretForTests, publicUrl: site.url } as Platform
    return openSession(platform, { headers: new Headers(), clientAddress: '127.0.0.1' }, userId)
  })
  await context.addCookies(
    cookies.map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      return { name, value, url: site.url, httpOnly: true, sameSite: 'Lax' }
    }),
  )
}
