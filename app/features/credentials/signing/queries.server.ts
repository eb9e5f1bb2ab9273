import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { credentialKeys } from '../tables.server.ts'
import { credentialStatusListLength } from './rules.ts'

/** The public keys, retired ones too, oldest first. */
export function listCredentialPublicKeys(db: Database): Promise<{ id: string; publicKey: string }[]> {
  return db
    .select({ id: credentialKeys.id, publicKey: credentialKeys.publicKey })
    .from(credentialKeys)
    .orderBy(asc(credentialKeys.createdAt), asc(credentialKeys.id))
}

/** The key that signs, sealed; null before there is one. */
export async function findCredentialSigningKey(db: Database): Promise<{ id: string; sealedKey: string } | null> {
  const { id, sealedKey } = credentialKeys
  const [row] = await db
    .select({ id, sealedKey: sql<string>`${sealedKey}` })
    .from(credentialKeys)
    .where(isNull(credentialKeys.retiredAt))
  return row ?? null
}

/** Inserts a key that signs from now on; false if another process was first. */
export async function insertCredentialSigningKey(
  db: Database,
  key: { id: string; publicKey: string; sealedKey: string },
): Promise<boolean> {
  const rows = await db.insert(credentialKeys).values(key).onConflictDoNothing().returning({ id: credentialKeys.id })
  return rows.length > 0
}

/** Retires the key that signs. Only its public key is kept: nothing is signed with it any more. */
export async function retireCredentialSigningKey(transaction: Database): Promise<void> {
  await transaction
    .update(credentialKeys)
    .set({ retiredAt: sql`now()`, sealedKey: null })
    .where(isNull(credentialKeys.retiredAt))
}

export async function replaceSealedCredentialSigningKey(db: Database, id: string, sealedKey: string): Promise<void> {
  await db
    .update(credentialKeys)
    .set({ sealedKey })
    .where(and(eq(credentialKeys.id, id), isNull(credentialKeys.retiredAt)))
}

/** The indexes of a status list whose bits are set; null if the list has none that was given out. */
export async function listSetCredentialStatusIndexes(
  db: Database,
  list: number,
  purpose: 'revocation' | 'suspension',
): Promise<number[] | null> {
  // As `findListingCredential` does, without the texts of a listing: a list may have tens of thousands of rows.
  const isSet =
    purpose === 'revocation'
      ? sql`c.ended_at IS NOT NULL`
      : sql`NOT EXISTS (
          SELECT FROM business_pages_view b
          JOIN verifications v ON v.id = c.verification_id AND v.profile_id = b.profile_id
          WHERE b.id = c.business_id AND c.ended_at IS NULL
            AND b.is_active AND b.is_owner_verified AND NOT b.is_owner_suspended
        )`
  const [row] = await queryRows<{
    issued: number
    indexes: number[] | null
    isClosed: boolean
    good: number[] | null
  }>(
    db,
    sql`
      SELECT count(*)::int AS issued, array_agg(c.status_index) FILTER (WHERE ${isSet}) AS indexes,
        EXISTS (SELECT FROM closed_status_lists closed WHERE closed.list = ${list}) AS "isClosed",
        array_agg(c.status_index) FILTER (WHERE NOT (${isSet})) AS good
      FROM credentials c WHERE c.status_list = ${list}`,
  )
  // What was given out of a closed list after the backup is unknown, so only what is known to be good is.
  if (row?.isClosed) {
    const good = new Set(row.good)
    return Array.from({ length: credentialStatusListLength }, (_, index) => index).filter((index) => !good.has(index))
  }
  return row && row.issued > 0 ? (row.indexes ?? []) : null
}
