import { and, desc, eq, gt, like, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { parseSignedLinkId, signLinkId } from '#app/platform/.server/security/signed-id.ts'
import { authTokens } from './tables.server.ts'

/** The purposes of links in emails. */
export type EmailLinkPurpose = 'confirm' | 'reset' | 'change-address'

const hoursValid: Record<EmailLinkPurpose, number> = { confirm: 48, reset: 1, 'change-address': 24 }

interface TokenSubject {
  userId: string
  /** Data for the action of the link. */
  value: Record<string, unknown>
}

/** Creates a token that works once, in the caller's transaction. Returns its id, which grants no access. */
export async function issueEmailLinkTokenId(
  transaction: Database,
  purpose: EmailLinkPurpose,
  subject: TokenSubject,
): Promise<string> {
  const [row] = await transaction
    .insert(authTokens)
    .values({
      identifier: `${purpose}:${subject.userId}`,
      value: JSON.stringify(subject.value),
      expiresAt: sql`now() + make_interval(hours => ${hoursValid[purpose]})`,
    })
    .returning({ id: authTokens.id })
  if (!row) throw new Error('the token was not written')
  return row.id
}

/** Derives the secret part of a link from the token's id. It is stored neither in the database nor in the queue. */
export function deriveEmailLinkToken(secret: SigningSecret, purpose: EmailLinkPurpose, id: string): string {
  return signLinkId(secret, purpose, id)
}

export interface IssuedEmailLinkToken extends TokenSubject {
  id: string
  issuedAt: Date
}

/** Returns the data of a token without redeeming it; null if it is unknown, used or expired. */
export async function findEmailLinkTokenWithoutRedeeming(
  db: Database,
  secret: SigningSecret,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<IssuedEmailLinkToken | null> {
  const id = parseSignedLinkId(secret, purpose, token)
  if (!id) return null
  const [row] = await db.select().from(authTokens).where(stillValid(purpose, id))
  return row ? { id: row.id, issuedAt: row.createdAt, ...subjectOf(purpose, row) } : null
}

/** Whether a token is valid, without redeeming it. */
export async function isEmailLinkTokenValid(
  db: Database,
  secret: SigningSecret,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<boolean> {
  return (await findEmailLinkTokenWithoutRedeeming(db, secret, purpose, token)) !== null
}

/** Redeems a token and withdraws all others of the same purpose and user; null if it is unknown, used or expired. */
export async function redeemEmailLinkToken(
  transaction: Database,
  secret: SigningSecret,
  purpose: EmailLinkPurpose,
  token: string,
): Promise<TokenSubject | null> {
  const id = parseSignedLinkId(secret, purpose, token)
  if (!id) return null
  const [row] = await transaction.delete(authTokens).where(stillValid(purpose, id)).returning()
  if (!row) return null
  await transaction.delete(authTokens).where(eq(authTokens.identifier, row.identifier))
  return subjectOf(purpose, row)
}

/** Withdraws the tokens of a user. */
export async function withdrawEmailLinkTokens(
  transaction: Database,
  purpose: EmailLinkPurpose,
  userId: string,
): Promise<void> {
  await transaction.delete(authTokens).where(eq(authTokens.identifier, `${purpose}:${userId}`))
}

/** Finds a token by id if it is still valid. */
export async function findEmailLinkTokenSubjectById(
  db: Database,
  purpose: EmailLinkPurpose,
  id: string,
): Promise<TokenSubject | null> {
  const [row] = await db.select().from(authTokens).where(stillValid(purpose, id))
  return row ? subjectOf(purpose, row) : null
}

/** Lists the unused tokens of a user, newest first, including expired ones. */
export async function listEmailLinkTokens(db: Database, purpose: EmailLinkPurpose, userId: string) {
  const rows = await db
    .select()
    .from(authTokens)
    .where(eq(authTokens.identifier, `${purpose}:${userId}`))
    .orderBy(desc(authTokens.createdAt))
  return rows.map((row) => ({
    id: row.id,
    issuedAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...subjectOf(purpose, row),
  }))
}

function subjectOf(purpose: EmailLinkPurpose, row: { identifier: string; value: string }): TokenSubject {
  return { userId: row.identifier.slice(purpose.length + 1), value: JSON.parse(row.value) }
}

function stillValid(purpose: EmailLinkPurpose, id: string) {
  return and(eq(authTokens.id, id), like(authTokens.identifier, `${purpose}:%`), gt(authTokens.expiresAt, sql`now()`))
}
