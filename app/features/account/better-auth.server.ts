import { createOTP } from '@better-auth/utils/otp'
import { type BetterAuthPlugin, betterAuth, type GenericEndpointContext } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { z } from 'zod'
import type { Database } from '#app/platform/.server/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import { consumeTimeStep, deleteOldestSessions, findTwoFactorSecret } from './queries.server.ts'
import { passwordLength } from './schema.ts'
import { accounts, authTokens, sessions, twoFactors, users } from './tables.server.ts'

export type Auth = ReturnType<typeof makeAuth>

const instances = new WeakMap<Platform, Auth>()

/**
 * Better Auth on the platform's database: passwords, sessions and second factors. None of its own addresses are served;
 * only the services of this feature call it, so its rules and limits cannot be bypassed.
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

/**
 * Lets each code of an authenticator app count once, which Better Auth does not see to (RFC 6238, 5.2). A code that was used,
 * or is older than one that was, is taken for no code at all, so that Better Auth refuses and counts it like a wrong one.
 */
const codesCountOnce = (db: Database) =>
  ({
    id: 'codes-count-once',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (context) => {
            const { code } = context.body
            const userId = await findWhoseCode(context)
            const secret = userId && (await findTwoFactorSecret(db, userId))
            const step = secret && (await findTimeStep(context, secret, code))
            if (step && (await consumeTimeStep(db, userId, step))) return
            return { context: { body: { ...context.body, code: 'none' } } }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

/** Who gives a code: whoever is signed in, else whoever gave the right password in this browser, as Better Auth goes by. */
async function findWhoseCode(context: GenericEndpointContext): Promise<string | null> {
  const signedIn = await getSessionFromCtx(context)
  if (signedIn) return signedIn.user.id
  const { createAuthCookie, internalAdapter, secret } = context.context
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : null
  return found?.value ?? null
}

const timeStepMs = 30_000

/** The time step whose code this is, of those that Better Auth takes: the present one and its neighbours. */
async function findTimeStep(context: GenericEndpointContext, sealed: string, code: string): Promise<number | null> {
  const otp = createOTP(await symmetricDecrypt({ key: context.context.secretConfig, data: sealed }))
  const now = Math.floor(Date.now() / timeStepMs)
  for (const step of [now - 1, now, now + 1]) if ((await otp.hotp(step)) === code) return step
  return null
}

/** Days after which a session ends, however much it is used. */
const sessionDays = 90
/** Sessions of an account at a time. */
const mostSessions = 20

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
    databaseHooks: {
      session: {
        create: { after: (session) => deleteOldestSessions(db, session.userId, mostSessions) },
        update: {
          before: async (change, context) => {
            const begun = context?.context.session?.session.createdAt
            if (!begun || !change.expiresAt) return
            const end = new Date(begun.getTime() + sessionDays * 24 * 3_600_000)
            return { data: { ...change, expiresAt: end < change.expiresAt ? end : change.expiresAt } }
          },
        },
      },
    },
    plugins: [twoFactor({ issuer: 'Muster' }), codesCountOnce(db), sessionByProof],
    advanced: {
      cookiePrefix: 'muster',
      // The host gives every cookie its prefix (server/cookies.ts).
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:') },
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
