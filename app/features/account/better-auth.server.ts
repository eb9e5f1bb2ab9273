import { type BetterAuthPlugin, betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins'
import { z } from 'zod'
import type { Platform } from '#app/platform/.server/platform.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import { passwordLength } from './schema.ts'
import { accounts, authTokens, sessions, twoFactors, users } from './tables.server.ts'

export type Auth = ReturnType<typeof makeAuth>

const instances = new WeakMap<Platform, Auth>()

/**
 * Better Auth on the platform's database: passwords, sessions and second factors. None of its own addresses are served;
 * the services of this room call it, so the rules and limits here cannot be gone around.
 */
export function authOf(platform: Platform): Auth {
  let auth = instances.get(platform)
  if (!auth) {
    auth = makeAuth(platform)
    instances.set(platform, auth)
  }
  return auth
}

/** Opens a session without a password, for services that have proof of their own. Never served by address. */
const sessionByProof = {
  id: 'session-by-proof',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.userId)
        if (!user) throw context.error('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(context, { session, user })
        return context.json({ sessionId: session.id })
      },
    ),
  },
} satisfies BetterAuthPlugin

function makeAuth({ db, secret, publicUrl }: Platform) {
  return betterAuth({
    appName: 'Muster',
    baseURL: publicUrl,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: authTokens, twoFactor: twoFactors },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // A session ends the moment its row does: no copy of it is kept in a cookie.
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24, cookieCache: { enabled: false } },
    plugins: [twoFactor({ issuer: 'Muster' }), sessionByProof],
    advanced: {
      cookiePrefix: 'muster',
      useSecureCookies: publicUrl.startsWith('https:'),
      database: { generateId: 'uuid' },
      // The host has refused what other sites send before any of this is reached.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    // The services count requests in the database, by address and by account.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}
