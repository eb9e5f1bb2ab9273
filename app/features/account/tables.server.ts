import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { jsonColumn } from '#app/platform/.server/database/json-column.ts'

// The tables are Better Auth's (core and the two-factor plug-in), with uuid keys and time zones. Its table of
// one-time tokens is called auth_tokens here, so that nobody takes it for the verification of military service.

const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable('users', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
})

const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    token: text('token').notNull().unique(),
    userId: userId(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user_id_index').on(table.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('accounts_user_id_index').on(table.userId)],
)

export const authTokens = pgTable(
  'auth_tokens',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('auth_tokens_identifier_index').on(table.identifier)],
)

export const twoFactors = pgTable(
  'two_factors',
  {
    id: id(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: userId(),
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: moment('locked_until'),
    /** The time step (RFC 6238) of the last accepted code; our column, not Better Auth's. */
    lastUsedStep: integer('last_used_step'),
  },
  (table) => [index('two_factors_secret_index').on(table.secret), index('two_factors_user_id_index').on(table.userId)],
)

export const authRateLimits = pgTable('auth_rate_limits', {
  id: id(),
  key: text('key').notNull().unique(),
  count: integer('count').notNull(),
  lastRequest: bigint('last_request', { mode: 'number' }).notNull(),
})

/**
 * What a visitor filled in before signing in, encrypted, found by a token in their cookie. The name of the table is from its
 * first use.
 */
export const pendingForms = pgTable(
  'held_business_steps',
  {
    tokenHash: text('token_hash').primaryKey(),
    // Rows of the first releases were not sealed. They cannot be opened, and are treated as expired.
    fields: jsonColumn('fields', z.object({ sealed: z.string().default('') })).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('held_business_steps_expires_at_index').on(table.expiresAt)],
)
