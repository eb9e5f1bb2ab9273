import { createHash, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { countLimitedRequest, type RequestLimit } from '#app/platform/.server/security/limits.ts'
import { pendingForms } from './tables.server.ts'

/** Forms that people fill in before they sign in. */
export type PendingFormKindBeforeSignIn = 'business' | 'verification'

const fieldsSchema = z.record(z.string(), z.string())

const pendingFormsByIp: RequestLimit = { name: 'hold-step', requests: 20, windowSeconds: 3_600 }
/** Long enough to register and confirm the address. */
const pendingFormDays = 7

/**
 * Saves, encrypted, what a visitor filled in. Returns the token for their cookie, or the minutes to wait if the rate limit is
 * reached.
 */
export async function savePendingForm(
  platform: Pick<Platform, 'db' | 'secret' | 'vault'>,
  clientIp: string,
  kind: PendingFormKindBeforeSignIn,
  fields: Record<string, string>,
): Promise<{ token: string } | { minutes: number }> {
  const { db, secret } = platform
  const { allowed, minutes } = await countLimitedRequest(db, secret, pendingFormsByIp, clientIp)
  if (!allowed) return { minutes }
  return { token: await insertPendingForm(platform, kind, fields) }
}

/** Deletes forms that nobody came back for. For a scheduled job. */
export async function deleteExpiredPendingForms(db: Database): Promise<void> {
  await db.delete(pendingForms).where(lt(pendingForms.expiresAt, sql`now()`))
}

async function insertPendingForm(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  kind: PendingFormKindBeforeSignIn,
  fields: Record<string, string>,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const tokenHash = hashPendingFormToken(token)
  await db.insert(pendingForms).values({
    tokenHash,
    fields: { sealed: vault.sealText(JSON.stringify(fields), contextOf(kind, tokenHash)) },
    expiresAt: sql`now() + make_interval(days => ${pendingFormDays})`,
  })
  return token
}

type Opens = Pick<Platform, 'db' | 'vault' | 'log'>

const columns = { fields: pendingForms.fields, isLive: sql<boolean>`${pendingForms.expiresAt} > now()` }

/** Deletes what was saved under a token, and returns it; null if there is nothing of this kind, or it has expired. */
export function takePendingFormByToken(
  platform: Opens,
  kind: PendingFormKindBeforeSignIn,
  token: string,
): Promise<Record<string, string> | null> {
  return takeById(platform, kind, hashPendingFormToken(token))
}

/** Returns what was saved under a token, and keeps it; null if there is nothing of this kind, or it has expired. */
export async function getPendingFormByToken(
  platform: Opens,
  kind: PendingFormKindBeforeSignIn,
  token: string,
): Promise<Record<string, string> | null> {
  const id = hashPendingFormToken(token)
  const [row] = await platform.db.select(columns).from(pendingForms).where(eq(pendingForms.tokenHash, id))
  return openFields(platform, kind, id, row)
}

/**
 * Gives what was saved a new token, for the browser in which its owner goes on, and returns it; null if there is nothing of this kind, or
 * it has expired. The old token is no longer valid.
 */
export async function reissuePendingFormToken(
  platform: Opens,
  kind: PendingFormKindBeforeSignIn,
  id: string,
): Promise<string | null> {
  const fields = await takeById(platform, kind, id)
  return fields && insertPendingForm(platform, kind, fields)
}

async function takeById(
  platform: Opens,
  kind: PendingFormKindBeforeSignIn,
  id: string,
): Promise<Record<string, string> | null> {
  const [row] = await platform.db.delete(pendingForms).where(eq(pendingForms.tokenHash, id)).returning(columns)
  return openFields(platform, kind, id, row)
}

function openFields(
  { vault, log }: Opens,
  kind: PendingFormKindBeforeSignIn,
  id: string,
  row: { fields: { sealed: string }; isLive: boolean } | undefined,
): Record<string, string> | null {
  if (!row?.isLive) return null
  try {
    return fieldsSchema.parse(JSON.parse(vault.openText(row.fields.sealed, contextOf(kind, id))))
  } catch (error) {
    log.error({ error }, 'a form that was held could not be opened')
    return null
  }
}

/** The kind is authenticated, so one kind cannot be opened as another. */
function contextOf(kind: PendingFormKindBeforeSignIn, tokenHash: string): string {
  return `held_business_steps.fields:${kind}:${tokenHash}`
}

/** The id of what was saved under a token. It opens nothing without the key of the vault, so it may be stored. */
export function hashPendingFormToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
