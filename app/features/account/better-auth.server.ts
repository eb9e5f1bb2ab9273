import { createHmac } from 'node:crypto'
import { type BetterAuthPlugin, betterAuth, type GenericEndpointContext } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins'
import { z } from 'zod'
import { parseCookieHeader } from '#app/lib/cookies.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { passwordLengthLimits } from './model.ts'
import { hashPassword, verifyPassword } from './password-service.server.ts'
import {
  consumeTwoFactorTimeStep,
  deleteExpiredAndOldestUserSessions,
  findEncryptedTwoFactorSecretOfUser,
} from './queries.server.ts'
import { accounts, authTokens, sessions, twoFactors, users } from './tables.server.ts'

type BetterAuth = ReturnType<typeof makeAuth>

/** What Better Auth needs of the platform. */
type AuthPlatform = Pick<Platform, 'db' | 'publicUrl' | 'secret'>

const instances = new WeakMap<AuthPlatform, BetterAuth>()

/**
 * Better Auth on the platform's database: passwords, sessions and second factors. Its own HTTP routes are not served; only this
 * feature's services call it, so their rules and limits cannot be bypassed.
 */
export function betterAuthOfPlatform(platform: AuthPlatform): BetterAuth {
  let auth = instances.get(platform)
  if (!auth) {
    auth = makeAuth(platform)
    instances.set(platform, auth)
  }
  return auth
}

/** Opens a session without a password, for services that have other proof. Never served over HTTP. */
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
 * Accepts each code of an authenticator app only once (RFC 6238, 5.2), which Better Auth does not check. A code that was used, or
 * is older than one that was, is replaced by an invalid one, so that Better Auth refuses and counts it like a wrong code.
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
            const secret = userId && (await findEncryptedTwoFactorSecretOfUser(db, userId))
            const step = secret && (await findTimeStep(context, secret, code))
            if (step && (await consumeTwoFactorTimeStep(db, userId, step))) return
            return { context: { body: { ...context.body, code: 'none' } } }
          }),
        },
      ],
    },
  }) satisfies BetterAuthPlugin

/** The user who sends a code: the signed-in one, else the one who entered the right password in this browser, as in Better Auth. */
async function findWhoseCode(context: GenericEndpointContext): Promise<string | null> {
  const signedIn = await getSessionFromCtx(context)
  if (signedIn) return signedIn.user.id
  const { createAuthCookie, internalAdapter, secret } = context.context
  const challenge = await context.getSignedCookie(createAuthCookie('two_factor').name, secret)
  const found = challenge ? await internalAdapter.findVerificationValue(challenge) : null
  return found?.value ?? null
}

const timeStepMs = 30_000

/** The time step of a code, out of those that Better Auth accepts: the current one and its neighbours. */
async function findTimeStep(context: GenericEndpointContext, sealed: string, code: string): Promise<number | null> {
  const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: sealed })
  const now = Math.floor(Date.now() / timeStepMs)
  return [now - 1, now, now + 1].find((step) => codeAt(secret, step) === code) ?? null
}

/** The code of a time step, by RFC 4226. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

const cookiePrefix = 'muster'
/** Days after which a session ends, even if it is used. */
const sessionDays = 90
/** The most sessions of an account. */
const mostSessions = 20

function makeAuth({ db, secret, publicUrl }: AuthPlatform) {
  const { keys, legacySecret } = betterAuthEncryptionKeys(secret)
  return betterAuth({
    appName: 'Muster',
    baseURL: publicUrl,
    secrets: [...keys].map(([version, value]) => ({ version, value })),
    secret: legacySecret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: authTokens, twoFactor: twoFactors },
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLengthLimits.min,
      maxPasswordLength: passwordLengthLimits.max,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // No cookie cache: a session ends as soon as its row is deleted.
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24, cookieCache: { enabled: false } },
    databaseHooks: {
      session: {
        create: { after: (session) => deleteExpiredAndOldestUserSessions(db, session.userId, mostSessions) },
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
      cookiePrefix,
      // The host gives every cookie its prefix (server/cookies.ts).
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https:') },
      database: { generateId: 'uuid' },
      // The host refuses requests of other sites before they get here.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    // The services have rate limits in the database, by IP address and by account.
    rateLimit: { enabled: false },
    logger: { disabled: true },
    telemetry: { enabled: false },
  })
}

/**
 * The keys of Better Auth's encryption, each with a number that follows from it, which is stored with what it encrypted. What was stored
 * without a number is opened with the oldest, until `reencryptTwoFactorSecrets` has run.
 */
export function betterAuthEncryptionKeys({ all, newest }: SigningSecret) {
  const keys = new Map(all.map((secret) => [versionOf(secret), secret]))
  return { keys, currentVersion: versionOf(newest), legacySecret: all.at(-1) ?? newest }
}

function versionOf(secret: string): number {
  return createHmac('sha256', secret).update('version').digest().readUInt32BE()
}

/** Better Auth knows cookies of the newest secret only: signs those of earlier ones afresh before it reads them. */
export function reSignBetterAuthRequestCookies({ secret }: Pick<Platform, 'secret'>, headers: Headers): Headers {
  if (secret.all.length === 1) return headers
  const cookies = parseCookieHeader(headers.get('Cookie')).map(([name, value]) =>
    name.startsWith(`${cookiePrefix}.`) ? `${name}=${resign(secret, value)}` : `${name}=${value}`,
  )
  const resigned = new Headers(headers)
  resigned.set('Cookie', cookies.join('; '))
  return resigned
}

function resign(secret: SigningSecret, value: string): string {
  const [, text, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decode(value)) ?? []
  if (!text || !signature || !secret.verifies(text, Buffer.from(signature, 'base64').toString('base64url')))
    return value
  return encodeURIComponent(`${text}.${Buffer.from(secret.sign(text), 'base64url').toString('base64')}`)
}

/** The text of a cookie; one that is not encoded as it should be stays as it is. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
