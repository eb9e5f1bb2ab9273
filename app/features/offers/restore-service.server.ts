import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#app/platform/.server/database/database.ts'
import { partnerCodes } from './tables.server.ts'

/**
 * Makes every single code count as given, where nobody knows which were after a backup that was restored: one that one member has must not
 * reach another. New ones have to be added.
 */
export async function markPartnerCodesGivenAfterRestore(transaction: Database): Promise<void> {
  await transaction
    .update(partnerCodes)
    .set({ givenAt: sql`now()` })
    .where(and(isNull(partnerCodes.givenAt), eq(partnerCodes.isShared, false)))
}

interface GivenCode {
  id: string
  partner: string
  code: string
  isShared: boolean
  profileId: string | null
  isSent: boolean
}

/** Writes that a code was given after a backup that was restored, whether the backup has the code or not. */
export async function restoreGivenPartnerCode(transaction: Database, given: GivenCode): Promise<void> {
  const { id, partner, code, isShared, profileId, isSent } = given
  const sentAt = isSent ? sql`now()` : sql`NULL::timestamptz`
  await transaction.execute(sql`
    INSERT INTO partner_codes AS c (id, partner, code, is_shared, profile_id, given_at, sent_at)
    SELECT ${id}::uuid, ${partner}, ${code}, ${isShared}, (
      SELECT p.id FROM profiles p WHERE p.id = ${profileId}::uuid AND NOT EXISTS (
        SELECT FROM partner_codes o WHERE o.partner = ${partner} AND o.profile_id = p.id AND o.id <> ${id}::uuid)
    ), now(), ${sentAt}
    ON CONFLICT (id) DO UPDATE SET
      profile_id = coalesce(c.profile_id, excluded.profile_id),
      given_at = coalesce(c.given_at, excluded.given_at),
      sent_at = coalesce(c.sent_at, excluded.sent_at)`)
}
