import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, desc, eq, gt, like, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database.ts'
import { authTokens } from './tables.server.ts'

/** What a link in a mail may do. */
export type TokenPurpose = 'confirm' | 'reset' | 'change-address'

const hoursValid: Record<TokenPurpose, number> = { confirm: 48, reset: 1, 'change-address': 24 }

interface TokenSubject {
  userId: string
  /** What is to happen when the link is followed. */
  value: Record<string, unknown>
}

/** Makes a token that works once, in the transaction of what causes it; returns its id, which alone opens nothing. */
export async function issueToken(transaction: Database, purpose: TokenPurpose, subject: TokenSubject): Promise<string> {
  const [row] = await transaction
    .insert(authTokens)
    .values({
      identifier: `${purpose}:${subject.userId}`,
      value: JSON.stringify(subject.value),
      expiresAt: sql`now() + make_interval(hours => ${hoursValid[purpose]})` as unknown as Date,
    })
    .returning({ id: authTokens.id })
  if (!row) throw new Error('the token was not written')
  return row.id
}

/** The secret part of a link, which follows from the token's id: neither the database nor the queue holds it. */
export function tokenOf(secret: string, purpose: TokenPurpose, id: string): string {
  return `${id}.${sign(secret, purpose, id)}`
}

export interface IssuedToken extends TokenSubject {
  id: string
  issuedAt: Date
}

/** What a token is for, without redeeming it; null when it is unknown, used or too old. */
export async function readToken(
  db: Database,
  secret: string,
  purpose: TokenPurpose,
  token: string,
): Promise<IssuedToken | null> {
  const id = readId(secret, purpose, token)
  if (!id) return null
  const [row] = await db.select().from(authTokens).where(stillValid(purpose, id))
  return row ? { id: row.id, issuedAt: row.createdAt, ...subjectOf(purpose, row) } : null
}

/** Whether a token could be redeemed now, without redeeming it. */
export async function isTokenValid(
  db: Database,
  secret: string,
  purpose: TokenPurpose,
  token: string,
): Promise<boolean> {
  return (await readToken(db, secret, purpose, token)) !== null
}

/** Uses a token up, and with it all others of its purpose and person; null when it is unknown, used or too old. */
export async function redeemToken(
  transaction: Database,
  secret: string,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenSubject | null> {
  const id = readId(secret, purpose, token)
  if (!id) return null
  const [row] = await transaction.delete(authTokens).where(stillValid(purpose, id)).returning()
  if (!row) return null
  await transaction.delete(authTokens).where(eq(authTokens.identifier, row.identifier))
  return subjectOf(purpose, row)
}

/** Takes back what was issued to a person. */
export async function withdrawTokens(transaction: Database, purpose: TokenPurpose, userId: string): Promise<void> {
  await transaction.delete(authTokens).where(eq(authTokens.identifier, `${purpose}:${userId}`))
}

/** The token of this id, where it may still be used. */
export async function findToken(db: Database, purpose: TokenPurpose, id: string): Promise<TokenSubject | null> {
  const [row] = await db.select().from(authTokens).where(stillValid(purpose, id))
  return row ? subjectOf(purpose, row) : null
}

/** The tokens of a person that have not been used, the newest first; those that have run out are among them. */
export async function listTokens(db: Database, purpose: TokenPurpose, userId: string) {
  const rows = await db
    .select()
    .from(authTokens)
    .where(eq(authTokens.identifier, `${purpose}:${userId}`))
    .orderBy(desc(authTokens.createdAt))
  return rows.map((row) => ({ id: row.id, expiresAt: row.expiresAt, ...subjectOf(purpose, row) }))
}

function subjectOf(purpose: TokenPurpose, row: { identifier: string; value: string }): TokenSubject {
  return { userId: row.identifier.slice(purpose.length + 1), value: JSON.parse(row.value) }
}

function stillValid(purpose: TokenPurpose, id: string) {
  return and(eq(authTokens.id, id), like(authTokens.identifier, `${purpose}:%`), gt(authTokens.expiresAt, sql`now()`))
}

function readId(secret: string, purpose: TokenPurpose, token: string): string | null {
  const [, id, signature] = /^([\da-f]{8}-[\da-f-]{27})\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !signature) return null
  const wanted = sign(secret, purpose, id)
  return timingSafeEqual(Buffer.from(wanted), Buffer.from(signature)) ? id : null
}

function sign(secret: string, purpose: TokenPurpose, id: string): string {
  return createHmac('sha256', secret).update(`${purpose}:${id}`).digest('base64url')
}
