import { sql } from 'drizzle-orm'
import type { PublicVerificationBasisRecord } from '#app/features/verification/basis-rules.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'

/** What the database says of a credential now. */
export interface ListingCredentialRow {
  code: string
  badgeKey: string
  statusList: number
  statusIndex: number
  isVerified: boolean
  /** The business it was issued to, whether it is listed or not; null if there is none any more. */
  businessSlug: string | null
  name: string | null
  relationshipType: string | null
  verifiedAt: Date | null
  endsAt: Date | null
  record: PublicVerificationBasisRecord | null
  /** Since when it is not verified; null while it is. */
  endedAt: Date | null
}

export type ListingCredentialLookup = { code: string } | { badgeKey: string } | { businessId: string }

type Raw = Omit<ListingCredentialRow, 'verifiedAt' | 'endsAt' | 'endedAt'> &
  Record<'verifiedAt' | 'endsAt' | 'endedAt', unknown>

const toDate = (value: unknown) => (value === null ? null : new Date(value as string | Date))

function conditionOf(key: ListingCredentialLookup) {
  if ('code' in key) return sql`c.code = ${key.code}`
  if ('badgeKey' in key) return sql`c.badge_key = ${key.badgeKey}`
  return sql`c.ended_at IS NULL AND c.business_id = ${key.businessId}`
}

/**
 * Finds a credential and whether it is verified, by live data and the database's clock: nothing has to be written for it to end.
 * It is not known before its listing begins. It is valid for the verification it was issued for, not for another that the listing has now.
 */
export async function findListingCredential(
  db: Database,
  key: ListingCredentialLookup,
): Promise<ListingCredentialRow | null> {
  const [row] = await queryRows<Raw>(
    db,
    sql`
      SELECT
        c.code, c.badge_key AS "badgeKey", c.status_list AS "statusList", c.status_index AS "statusIndex",
        live.is_verified AS "isVerified", b.business_slug AS "businessSlug", p.name,
        p.relationship_type AS "relationshipType", p.verified_at AS "verifiedAt", p.verification_ends_at AS "endsAt", p.record,
        CASE WHEN NOT live.is_verified THEN least(
          c.ended_at,
          -- What it was before the verification of today began is told until that begins.
          CASE WHEN coalesce(o.verification_starts_at > now() OR c.unlisted_at > o.verification_starts_at, true) THEN c.unlisted_at END,
          CASE WHEN o.verification_ends_at <= now() THEN o.verification_ends_at END
        ) END AS "endedAt"
      FROM credentials c
      LEFT JOIN businesses b ON b.id = c.business_id
      LEFT JOIN profiles o ON o.id = b.profile_id
      LEFT JOIN verifications v ON v.id = c.verification_id
      LEFT JOIN public_businesses_view p ON p.id = c.business_id AND p.profile_id = v.profile_id
      CROSS JOIN LATERAL (SELECT c.ended_at IS NULL AND p.id IS NOT NULL AS is_verified) live
      WHERE ${conditionOf(key)} AND c.issued_at <= now()`,
  )
  if (!row) return null
  return { ...row, verifiedAt: toDate(row.verifiedAt), endsAt: toDate(row.endsAt), endedAt: toDate(row.endedAt) }
}

/** Lists up to `most` listed businesses behind `after` that have no credential, by id. */
export async function listListedBusinessIdsWithoutCredential(
  db: Database,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`
      SELECT l.business_id AS id FROM directory_listings l
      WHERE ${after ? sql`l.business_id > ${after}` : sql`true`}
        AND NOT EXISTS (SELECT FROM credentials c WHERE c.business_id = l.business_id AND c.ended_at IS NULL)
      ORDER BY l.business_id LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Issues credentials to those of these businesses that are listed and have none. */
export async function issueListingCredentials(db: Database, ids: string[]): Promise<void> {
  await db.execute(
    sql`SELECT issue_credentials(ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))::uuid[])`,
  )
}

/** Whether businesses are listed and none has a credential, as after the upgrade that brought them. */
export async function areAllListingCredentialsMissing(db: Database): Promise<boolean> {
  const [row] = await queryRows<{ missing: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT FROM directory_listings) AND NOT EXISTS (SELECT FROM credentials) AS missing`,
  )
  return row?.missing ?? false
}
