import { sql } from 'drizzle-orm'
import { betterAuthOfPlatform } from '#app/features/account/better-auth.server.ts'
import {
  deriveEmailLinkToken,
  type EmailLinkPurpose,
  issueEmailLinkTokenId,
} from '#app/features/account/token-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember, memberPassword, type TestMember } from '../../factories/members.ts'
import { codeOf } from '../../totp.ts'
import { openBrowser } from '../../visitors.ts'
import { withDatabaseOf } from './members.ts'
import { type Site, signingSecret } from './servers.ts'

/** A member of the site on PostgreSQL, for one test alone. */
export function addMember(site: Site, options: Parameters<typeof createMember>[1] = {}): Promise<TestMember> {
  return withDatabaseOf(site, (db) => createMember(db, options))
}

/** A member who signs in with an authenticator app too; `code` is what it shows next, as the present code turned it on. */
export function addCautiousMember(site: Site) {
  return withDatabaseOf(site, async (db) => {
    const member = await createMember(db)
    const { api } = betterAuthOfPlatform({ db, secret: signingSecret, publicUrl: site.url } as Platform)
    const browser = openBrowser()
    const credentials = { email: member.email, password: memberPassword }
    const signedIn = await api.signInEmail({ body: credentials, headers: browser.headers, returnHeaders: true })
    browser.keep(signedIn.headers.getSetCookie())
    const { headers } = browser
    const enabled = await api.enableTwoFactor({ body: { password: memberPassword }, headers })
    if (enabled.method !== 'totp') throw new Error('an authenticator app was asked for')
    await api.verifyTOTP({ body: { code: codeOf(enabled.totpURI) }, headers })
    return { ...member, code: () => codeOf(enabled.totpURI, 1), recoveryCodes: enabled.backupCodes }
  })
}

/** The token of a link that a mail would bring to somebody on the site on PostgreSQL. */
export function addLink(site: Site, purpose: EmailLinkPurpose, userId: string, value: Record<string, unknown>) {
  return withDatabaseOf(site, async (db) =>
    deriveEmailLinkToken(signingSecret, purpose, await issueEmailLinkTokenId(db, purpose, { userId, value })),
  )
}

/** The token in the last link of a purpose that went to somebody on the site on PostgreSQL. */
export function lastToken(site: Site, purpose: EmailLinkPurpose, email: string): Promise<string> {
  return withDatabaseOf(site, async (db) => {
    const [token] = await queryRows<{ id: string }>(
      db,
      sql`SELECT t.id FROM auth_tokens t JOIN users u ON t.identifier = ${`${purpose}:`} || u.id
          WHERE u.email = ${email} ORDER BY t.created_at DESC LIMIT 1`,
    )
    if (!token) throw new Error(`no link to ${purpose} went to ${email}`)
    return deriveEmailLinkToken(signingSecret, purpose, token.id)
  })
}
