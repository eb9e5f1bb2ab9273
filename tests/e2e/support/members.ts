import type { BrowserContext, Cookie } from '@playwright/test'
import { openSessionAfterFollowedEmailLink } from '#app/features/account/service.server.ts'
import { type Database, type DatabaseHandle, openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember, type TestMember } from '../../factories/members.ts'
import { type Site, signingSecret } from './servers.ts'

type NewCookie = Pick<Cookie, 'name' | 'value' | 'httpOnly' | 'sameSite'> & { url: string }

/** Does something with the database of a site on PostgreSQL. */
export async function withDatabaseOf<Result>(site: Site, act: (db: Database) => Promise<Result>): Promise<Result> {
  if (!site.databaseUrl) throw new Error('the database of the demo is its own')
  try {
    return await act((await handleOf(site.databaseUrl)).db)
  } finally {
    await letHear(site)
  }
}

/** Open until the tests end: opening compares every migration, which takes longer than what most tests do there. */
const handles = new Map<string, Promise<DatabaseHandle>>()

function handleOf(url: string): Promise<DatabaseHandle> {
  const handle = handles.get(url) ?? openMigratedPostgres(url, { connections: 2 })
  handles.set(url, handle)
  return handle
}

/**
 * Waits until a site has heard of every change that was committed, as it has when it answers a form: until then it may show a page that it
 * kept, for a second at most. A site that does not run needs not hear.
 */
async function letHear({ url }: Site): Promise<void> {
  const form = new URLSearchParams({ form: 'appearance', appearance: 'system', returnTo: '/' })
  await fetch(`${url}/appearance`, { method: 'POST', body: form, redirect: 'manual' }).catch(() => null)
}

/** A member of a test's own, signed in to a browser. */
export async function join(
  context: BrowserContext,
  site: Site,
  options: Parameters<typeof createMember>[1] = {},
): Promise<TestMember> {
  const member = await withDatabaseOf(site, (db) => createMember(db, options))
  await signInTo(context, site, member.userId)
  return member
}

/** Signs a member in to a browser, without the form: a session is opened and its cookies are put there. */
export async function signInTo(context: BrowserContext, site: Site, userId: string): Promise<void> {
  await context.addCookies(await withDatabaseOf(site, (db) => makeSession(db, site.url, userId)))
}

/** Opens a session; gives its cookies, as a request that no browser sends carries them in its header. */
export async function cookiesOf(site: Site, userId: string): Promise<string> {
  const cookies = await withDatabaseOf(site, (db) => makeSession(db, site.url, userId))
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** Opens a session; gives its cookies, as a browser takes them. */
export async function makeSession(db: Database, url: string, userId: string): Promise<NewCookie[]> {
  // All that a session needs of a platform.
  const platform = { db, secret: signingSecret, publicUrl: url, log: createLog('silent') } as Platform
  const visitor = { headers: new Headers(), clientIp: '127.0.0.1' }
  return (await openSessionAfterFollowedEmailLink(platform, visitor, userId)).map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url, httpOnly: true, sameSite: 'Lax' }
  })
}
