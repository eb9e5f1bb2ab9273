import { createHash, randomBytes } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { countRequest, type Limit } from '#app/platform/.server/limits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { pendingForms } from './tables.server.ts'

/** Forms that people fill in before they sign in. */
export type PendingFormKind = 'business' | 'verification'

const fieldsSchema = z.record(z.string(), z.string())

const pendingFormsByIp: Limit = { name: 'hold-step', requests: 20, windowSeconds: 3_600 }
/** Long enough to register and confirm the address. */
const pendingFormDays = 7

/**
 * Saves, encrypted, what a visitor filled in, and deletes expired ones. Returns the token for their cookie, or the minutes to
 * wait if the rate limit is reached.
 */
export async function savePendingForm(
  { db, secret, vault }: Pick<Platform, 'db' | 'secret' | 'vault'>,
  clientIp: string,
  kind: PendingFormKind,
  fields: Record<string, string>,
): Promise<{ token: string } | { minutes: number }> {
  const { allowed, minutes } = await countRequest(db, secret, pendingFormsByIp, clientIp)
  if (!allowed) return { minutes }
  const token = randomBytes(24).toString('base64url')
  const tokenHash = hashOf(token)
  await db.delete(pendingForms).where(lt(pendingForms.expiresAt, sql`now()`))
  await db.insert(pendingForms).values({
    tokenHash,
    fields: { sealed: vault.sealText(JSON.stringify(fields), contextOf(kind, tokenHash)) },
    expiresAt: sql`now() + make_interval(days => ${pendingFormDays})`,
  })
  return { token }
}

/** Returns what was saved under a token, and deletes it; null if there is nothing of this kind, or it has expired. */
export async function takePendingForm(
  { db, vault, log }: Pick<Platform, 'db' | 'vault' | 'log'>,
  kind: PendingFormKind,
  token: string,
): Promise<Record<string, string> | null> {
  const tokenHash = hashOf(token)
  const [row] = await db
    .delete(pendingForms)
    .where(eq(pendingForms.tokenHash, tokenHash))
    .returning({ fields: pendingForms.fields, isLive: sql<boolean>`${pendingForms.expiresAt} > now()` })
  if (!row?.isLive) return null
  try {
    return fieldsSchema.parse(JSON.parse(vault.openText(row.fields.sealed, contextOf(kind, tokenHash))))
  } catch (error) {
    log.error({ error }, 'a form that was held could not be opened')
    return null
  }
}

/** The kind is authenticated, so one kind cannot be opened as another. */
function contextOf(kind: PendingFormKind, tokenHash: string): string {
  return `held_business_steps.fields:${kind}:${tokenHash}`
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
