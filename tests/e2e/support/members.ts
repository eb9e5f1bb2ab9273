import { authOf } from '#app/features/account/better-auth.server.ts'
import { type TokenPurpose, tokenOf } from '#app/features/account/tokens.server.ts'
import type { Database } from '#app/platform/.server/database.ts'
import { openPostgres } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember, type TestMember } from '../../factories/members.ts'
import { codeOf } from '../../totp.ts'
import { openBrowser } from '../../visitors.ts'
import type { Site } from './servers.ts'
import { testSecret } from './servers.ts'

async function onDatabase<Result>(site: Site, act: (db: Database) => Promise<Result>): Promise<Result> {
  if (!site.databaseUrl) throw new Error('members can only be made beforehand on PostgreSQL')
  const { db, close } = await openPostgres(site.databaseUrl, { connections: 2 })
  try {
    return await act(db)
  } finally {
    await close()
  }
}

/** A member of the site on PostgreSQL, for one test alone. */
export function addMember(site: Site, wishes: Parameters<typeof createMember>[1] = {}): Promise<TestMember> {
  return onDatabase(site, (db) => createMember(db, wishes))
}

/** A member who signs in with an authenticator app too. */
export function addCautiousMember(site: Site) {
  return onDatabase(site, async (db) => {
    const member = await createMember(db)
    const { api } = authOf({ db, secret: testSecret, publicUrl: site.url } as Platform)
    const browser = openBrowser()
    const signedIn = await api.signInEmail({ body: member, headers: browser.headers, returnHeaders: true })
    browser.keep(signedIn.headers.getSetCookie())
    const { headers } = browser
    const enabled = await api.enableTwoFactor({ body: { password: member.password }, headers })
    if (enabled.method !== 'totp') throw new Error('an authenticator app was asked for')
    await api.verifyTOTP({ body: { code: codeOf(enabled.totpURI) }, headers })
    return { ...member, code: () => codeOf(enabled.totpURI), recoveryCodes: enabled.backupCodes }
  })
}

/** The token in the last link of a purpose that went to somebody on the site on PostgreSQL. */
export function lastToken(site: Site, purpose: TokenPurpose, email: string): Promise<string> {
  return onDatabase(site, async (db) => {
    const { rows } = (await db.execute(
      `SELECT t.id FROM auth_tokens t JOIN users u ON t.identifier = '${purpose}:' || u.id
       WHERE u.email = '${email}' ORDER BY t.created_at DESC LIMIT 1`,
    )) as unknown as { rows: { id: string }[] }
    if (!rows[0]) throw new Error(`no link to ${purpose} went to ${email}`)
    return tokenOf(testSecret, purpose, rows[0].id)
  })
}
