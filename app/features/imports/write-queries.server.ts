import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { isListingListedNowSql } from '#app/features/directory/tables.server.ts'
import type { VerificationBasis } from '#app/features/verification/basis-rules.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { MatchedImportRow } from './match-queries.server.ts'
import type { ImportRowOwner } from './row-rules.ts'

/** What became of the businesses of a batch; the rest are as they were. */
export interface ImportBatchCounts {
  added: number
  updated: number
  /** Of the whole batch, how many the directory now lists. */
  listed: number
}

/** A row with the ids it has in the database. */
interface Target extends MatchedImportRow {
  id: string
  ownerId: string | null
}

/** An owner as the statements below take them. */
interface OwnerRecord {
  id: string
  business_id: string
  name: string
  first_name: string
  last_name: string
  email: string
  branch_id: number | null
  relationship_type_id: number | null
  verified: boolean | null
}

const ownerRecord = sql`owner (id uuid, business_id uuid, name text, first_name text, last_name text, email text,
  branch_id integer, relationship_type_id integer, verified boolean)`

const verifiedStatus = sql`(SELECT id FROM verification_statuses WHERE name = 'Verified')`

/** Writes rows without conflicts, in a few statements however many they are. What is the same already is not touched. */
export async function writeImportedBusinesses(db: Database, rows: MatchedImportRow[]): Promise<ImportBatchCounts> {
  const targets = rows.map(
    (row): Target => ({
      ...row,
      id: row.existing?.id ?? randomUUID(),
      ownerId: row.owner && (row.member?.id ?? randomUUID()),
    }),
  )
  const added = targets.filter(({ existing }) => existing === null)
  const changed = [
    ...(await writeOwners(db, targets)),
    ...(await writeBusinesses(db, targets)),
    ...(await writeTrades(db, targets)),
  ]
  await acceptNames(db, targets)
  const updated = new Set(changed)
  for (const { id } of added) updated.delete(id)
  const [count] = await queryRows<{ listed: number }>(
    db,
    sql`
      SELECT count(*)::integer AS listed
      FROM jsonb_array_elements_text(${JSON.stringify(targets.map(({ id }) => id))}::jsonb) AS kept (id)
      JOIN directory_listings l ON l.business_id = kept.id::uuid AND ${isListingListedNowSql(sql`l`)}`,
  )
  return { added: added.length, updated: updated.size, listed: count?.listed ?? 0 }
}

/** Makes owners members, and brings those up to date whom nobody has claimed; gives the businesses of whom it changed. */
async function writeOwners(db: Database, targets: Target[]): Promise<string[]> {
  const owners = (wanted: (member: Target['member']) => boolean) =>
    JSON.stringify(
      targets.flatMap(({ id, owner, ownerId, member }) =>
        owner && ownerId && wanted(member) ? [toRecord(owner, ownerId, id)] : [],
      ),
    )
  const fresh = owners((member) => member === null)
  const unclaimed = owners((member) => member !== null && !member.claimed)
  const without = owners((member) => member !== null && !member.hasProfile)
  const existing = owners((member) => member !== null)
  const ours = owners((member) => !member?.claimed)

  await db.execute(sql`
    INSERT INTO users (id, name, email) SELECT id, name, email FROM jsonb_to_recordset(${fresh}::jsonb) AS ${ownerRecord}`)
  await db.execute(sql`
    INSERT INTO profiles (id, first_name, last_name, personal_email, business_id, military_relationship_type_id, verification_status_id)
    SELECT id, first_name, last_name, email, business_id, relationship_type_id, CASE WHEN verified THEN ${verifiedStatus} END
    FROM jsonb_to_recordset(${fresh}::jsonb) AS ${ownerRecord}`)
  await db.execute(sql`
    INSERT INTO profiles (id, first_name, last_name, personal_email)
    SELECT id, first_name, last_name, email FROM jsonb_to_recordset(${without}::jsonb) AS ${ownerRecord}`)

  const changes = [
    sql`
      UPDATE users u SET name = owner.name, updated_at = now()
      FROM jsonb_to_recordset(${unclaimed}::jsonb) AS ${ownerRecord}
      WHERE u.id = owner.id AND u.name <> owner.name
      RETURNING owner.business_id`,
    sql`
      WITH told AS (
        SELECT * FROM jsonb_to_recordset(${ours}::jsonb) AS ${ownerRecord}
        WHERE verified OR branch_id IS NOT NULL OR relationship_type_id IS NOT NULL
      ), written AS (
        INSERT INTO verifications (profile_id, military_relationship_type_id, service_branch_id)
        SELECT id, relationship_type_id, branch_id FROM told
        ON CONFLICT (profile_id) DO UPDATE SET
          military_relationship_type_id = coalesce(excluded.military_relationship_type_id, verifications.military_relationship_type_id),
          service_branch_id = coalesce(excluded.service_branch_id, verifications.service_branch_id)
        WHERE excluded.military_relationship_type_id <> coalesce(verifications.military_relationship_type_id, 0)
          OR excluded.service_branch_id <> coalesce(verifications.service_branch_id, 0)
        RETURNING profile_id
      )
      SELECT told.business_id FROM written JOIN told ON told.id = written.profile_id`,
    // Whoever an import says is verified is so from now on; who was so before stays checked when they were,
    // unless that has ended. Looked at before the profiles below forget the end.
    sql`
      UPDATE verifications v SET verified_at = CASE WHEN owner.verified THEN now() END
      FROM jsonb_to_recordset(${ours}::jsonb) AS ${ownerRecord}
      WHERE v.profile_id = owner.id AND owner.verified IS NOT NULL AND (
          owner.verified <> (v.verified_at IS NOT NULL)
          OR owner.verified AND EXISTS (SELECT FROM profiles p WHERE p.id = owner.id AND p.verification_ends_at <= now())
        )
      RETURNING owner.business_id`,
    // What a verification rested on ends with it.
    sql`
      UPDATE verification_records r SET ended_at = now()
      FROM jsonb_to_recordset(${ours}::jsonb) AS ${ownerRecord}
      JOIN profiles p ON p.id = owner.id
      WHERE r.profile_id = owner.id AND r.ended_at IS NULL
        AND (NOT owner.verified OR owner.verified AND p.verification_ends_at <= now())
      RETURNING owner.business_id`,
    sql`
      INSERT INTO verification_records (profile_id, basis, confirmed_at)
      SELECT owner.id, ${'import' satisfies VerificationBasis}, now() FROM jsonb_to_recordset(${ours}::jsonb) AS ${ownerRecord}
      WHERE owner.verified
      ON CONFLICT DO NOTHING
      RETURNING (SELECT b.business_id FROM profiles b WHERE b.id = profile_id) AS business_id`,
    sql`
      UPDATE profiles p
      SET first_name = told.first_name, last_name = told.last_name, personal_mobile = NULL,
        military_relationship_type_id = told.relationship_type_id, verification_status_id = told.status_id,
        verification_ends_at = told.ends_at, verification_starts_at = told.starts_at, updated_at = now()
      FROM (
        SELECT owner.id, owner.business_id, owner.first_name, owner.last_name,
          CASE
            WHEN owner.relationship_type_id IS NULL AND old.business_id IS NOT NULL THEN old.military_relationship_type_id
            ELSE owner.relationship_type_id
          END AS relationship_type_id,
          CASE
            WHEN owner.verified THEN ${verifiedStatus}
            WHEN NOT owner.verified THEN nullif(old.verification_status_id, ${verifiedStatus})
            ELSE old.verification_status_id
          END AS status_id,
          CASE
            WHEN owner.verified AND old.verification_ends_at > now() THEN old.verification_ends_at
            WHEN owner.verified IS NULL THEN old.verification_ends_at
          END AS ends_at,
          -- At once, whatever an approval said.
          CASE WHEN owner.verified IS NULL THEN old.verification_starts_at END AS starts_at
        FROM jsonb_to_recordset(${unclaimed}::jsonb) AS ${ownerRecord}
        JOIN profiles old ON old.id = owner.id
      ) AS told
      WHERE p.id = told.id
        AND (p.first_name, p.last_name, p.personal_mobile, p.military_relationship_type_id, p.verification_status_id,
            p.verification_ends_at, p.verification_starts_at)
          IS DISTINCT FROM (told.first_name, told.last_name, NULL, told.relationship_type_id, told.status_id, told.ends_at,
            told.starts_at)
      RETURNING told.business_id`,
    sql`
      UPDATE profiles p SET business_id = owner.business_id, updated_at = now()
      FROM jsonb_to_recordset(${existing}::jsonb) AS ${ownerRecord}
      WHERE p.id = owner.id AND p.business_id IS NULL
      RETURNING owner.business_id`,
  ]
  const changed: string[] = []
  for (const change of changes) {
    for (const row of await queryRows<{ business_id: string }>(db, change)) changed.push(row.business_id)
  }
  return changed
}

/** Whoever a file says is verified is so by the names it gives. */
async function acceptNames(db: Database, targets: Target[]): Promise<void> {
  const verified = targets.flatMap(({ owner, ownerId, member }) =>
    owner?.verified && !member?.claimed ? [ownerId] : [],
  )
  await db.execute(sql`
    DELETE FROM name_changes c USING verifications v
    WHERE v.id = c.verification_id
      AND v.profile_id IN (SELECT jsonb_array_elements_text(${JSON.stringify(verified)}::jsonb)::uuid)`)
}

function toRecord(owner: ImportRowOwner, id: string, businessId: string): OwnerRecord {
  return {
    id,
    business_id: businessId,
    name: `${owner.firstName} ${owner.lastName}`,
    first_name: owner.firstName,
    last_name: owner.lastName,
    email: owner.email,
    branch_id: owner.branchId,
    relationship_type_id: owner.relationshipTypeId,
    verified: owner.verified,
  }
}

/** Adds the new businesses and changes those that differ; gives the ids of the latter. */
async function writeBusinesses(db: Database, targets: Target[]): Promise<string[]> {
  const records = (wanted: (target: Target) => boolean) =>
    JSON.stringify(
      targets.filter(wanted).map(({ id, slug, business, ownerId }) => ({
        id,
        business_slug: slug,
        profile_id: ownerId,
        ...business,
      })),
    )
  const columns = Object.keys(targets[0]?.business ?? {})
  const list = (parts: SQL[]) => sql.join(parts, sql`, `)
  const names = list(columns.map((column) => sql`${sql.identifier(column)}`))

  // In one statement, so that each listing is written once, with its trades.
  await db.execute(sql`
    WITH added AS (
      INSERT INTO businesses (id, business_slug, profile_id, ${names})
      SELECT id, business_slug, profile_id, ${list(columns.map((column) => defaulted(column, null)))}
      FROM jsonb_populate_recordset(NULL::businesses, ${records(({ existing }) => existing === null)}::jsonb) AS r
    )
    ${insertTrades(targets.filter(({ existing }) => existing === null))}`)

  const told = list([...columns.map((column) => defaulted(column, sql`b`)), sql`coalesce(b.profile_id, r.profile_id)`])
  const kept = list([...columns.map((column) => sql`b.${sql.identifier(column)}`), sql`b.profile_id`])
  const changed = await queryRows<{ id: string }>(
    db,
    sql`
      UPDATE businesses b SET (${names}, profile_id, updated_at) = ROW (${told}, now())
      FROM jsonb_populate_recordset(NULL::businesses, ${records(({ existing }) => existing !== null)}::jsonb) AS r
      WHERE b.id = r.id AND ROW (${kept}) IS DISTINCT FROM ROW (${told})
      RETURNING b.id`,
  )
  return changed.map(({ id }) => id)
}

/** Replaces the trades of businesses that were there before, where they differ; returns the ids of these. */
async function writeTrades(db: Database, targets: Target[]): Promise<string[]> {
  const records = JSON.stringify(
    targets.flatMap(({ id, existing, trades }) => (existing && trades ? { id, trades } : [])),
  )
  const changed = await queryRows<{ id: string; trades: string[] }>(
    db,
    sql`
      SELECT r.id, to_jsonb(r.trades) AS trades FROM jsonb_to_recordset(${records}::jsonb) AS r (id uuid, trades text[])
      WHERE r.trades <> ARRAY(SELECT t.trade_id FROM business_trades t WHERE t.business_id = r.id ORDER BY t.order_index)`,
  )
  if (changed.length === 0) return []
  const ids = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(changed.map(({ id }) => id))}::jsonb)::uuid)`
  await db.execute(sql`DELETE FROM business_trades WHERE business_id IN ${ids}`)
  await db.execute(insertTrades(changed))
  await db.execute(sql`UPDATE businesses SET updated_at = now() WHERE id IN ${ids}`)
  return changed.map(({ id }) => id)
}

function insertTrades(businesses: { id: string; trades: string[] | null }[]): SQL {
  const records = JSON.stringify(businesses.map(({ id, trades }) => ({ id, trades: trades ?? [] })))
  return sql`
    INSERT INTO business_trades (business_id, trade_id, order_index)
    SELECT r.id, t.id, t.position - 1
    FROM jsonb_to_recordset(${records}::jsonb) AS r (id uuid, trades text[]),
      unnest(r.trades) WITH ORDINALITY AS t (id, position)`
}

/** A column of the record r. An empty cell empties it, means no, or says nothing: then it keeps what it has. */
function defaulted(column: string, kept: SQL | null): SQL {
  const value = sql`r.${sql.identifier(column)}`
  if (column === 'serves_uk') return sql`coalesce(${value}, false)`
  if (column === 'is_active') return sql`coalesce(${value}, ${kept ? sql`${kept}.is_active` : sql`true`})`
  if (column === 'created_at') return sql`coalesce(${value}, ${kept ? sql`${kept}.created_at` : sql`now()`})`
  return value
}
