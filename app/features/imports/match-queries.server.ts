import { sql } from 'drizzle-orm'
import { makeSlug } from '#app/features/businesses/rules.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { businessNameAndTownKey, type ImportRow } from './row-rules.ts'
import {
  formatImportCellForMessage,
  type ImportLookupChoices,
  type ImportLookups,
  type ImportTradeChoice,
} from './row-schema.ts'

/** A row with the slug it goes by. */
export interface ImportRowWithSlug extends ImportRow {
  slug: string
  slugIsMade: boolean
}

/** A row with what the database has of it; null for what is new. */
export interface MatchedImportRow extends ImportRowWithSlug {
  existing: { id: string; name: string; city: string | null; ownerEmail: string | null } | null
  /** The slug of a business that had this row's before it was renamed. */
  renamedTo: string | null
  member: {
    id: string
    /** Has confirmed the address or has a way to sign in: from then on only the member changes what they say of themselves. */
    claimed: boolean
    hasProfile: boolean
    /** Slug of another business they own. */
    otherBusiness: string | null
  } | null
}

/** The lookups a file is read with. */
export async function listImportLookups(db: Database): Promise<ImportLookups> {
  const select = (table: string) =>
    queryRows<ImportLookupChoices[number]>(db, sql`SELECT id, name FROM ${sql.identifier(table)} ORDER BY id`)
  return {
    industries: await select('industries'),
    businessTypes: await select('business_types'),
    branches: await select('armed_forces_branches'),
    relationshipTypes: await select('military_relationship_types'),
    trades: await queryRows<ImportTradeChoice>(
      db,
      sql`SELECT id, name, plural, to_jsonb(synonyms) AS synonyms FROM trades WHERE removed_at IS NULL ORDER BY name`,
    ),
  }
}

/** Finds the businesses and members that rows speak of, in their order. */
export async function matchImportRows(db: Database, rows: ImportRowWithSlug[]): Promise<MatchedImportRow[]> {
  const businesses = await queryRows<{
    id: string
    slug: string
    name: string
    city: string | null
    owner: string | null
  }>(
    db,
    sql`
      SELECT b.id, b.business_slug AS slug, b.name, b.city, u.email AS owner
      FROM jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.slug))}::jsonb) AS wanted (slug)
      JOIN businesses b ON b.business_slug = wanted.slug
      LEFT JOIN users u ON u.id = b.profile_id`,
  )
  const renamed = await queryRows<{ former: string; slug: string }>(
    db,
    sql`
      SELECT s.slug AS former, b.business_slug AS slug
      FROM jsonb_array_elements_text(${JSON.stringify(rows.map((row) => row.slug))}::jsonb) AS wanted (slug)
      JOIN business_slugs s ON s.slug = wanted.slug
      JOIN businesses b ON b.id = s.business_id`,
  )
  const owners = rows.flatMap((row) => (row.owner ? { email: row.owner.email, slug: row.slug } : []))
  const members = await queryRows<{
    id: string
    email: string
    claimed: boolean
    has_profile: boolean
    other: string | null
  }>(
    db,
    sql`
      SELECT
        u.id,
        u.email,
        u.email_verified AS claimed,
        p.id IS NOT NULL AS has_profile,
        (
          SELECT min(b.business_slug)
          FROM businesses b
          WHERE (b.profile_id = u.id OR b.id = p.business_id) AND b.business_slug <> wanted.slug
        ) AS other
      FROM jsonb_to_recordset(${JSON.stringify(owners)}::jsonb) AS wanted (email text, slug text)
      JOIN users u ON u.email = wanted.email
      LEFT JOIN profiles p ON p.id = u.id`,
  )
  const bySlug = new Map(businesses.map((business) => [business.slug, business]))
  const byFormer = new Map(renamed.map(({ former, slug }) => [former, slug]))
  const byEmail = new Map(members.map((member) => [member.email, member]))
  return rows.map((row) => {
    const business = bySlug.get(row.slug)
    const member = row.owner && byEmail.get(row.owner.email)
    return {
      ...row,
      existing: business
        ? { id: business.id, name: business.name, city: business.city, ownerEmail: business.owner }
        : null,
      renamedTo: byFormer.get(row.slug) ?? null,
      member: member
        ? { id: member.id, claimed: member.claimed, hasProfile: member.has_profile, otherBusiness: member.other }
        : null,
    }
  })
}

/** What stands between a row and the database: nothing, or reasons in words. */
export function importRowConflicts({
  slug,
  slugIsMade,
  name,
  city,
  owner,
  existing,
  renamedTo,
  member,
}: MatchedImportRow): string[] {
  const reasons: string[] = []
  if (renamedTo) {
    reasons.push(
      `business_slug: '${slug}' was the address of the business '${renamedTo}' and leads there for ever; give this row that slug, or one of its own`,
    )
  }
  if (existing && owner && existing.ownerEmail !== null && existing.ownerEmail !== owner.email) {
    reasons.push(`owner_email: the business '${slug}' has another owner, and an import hands no business over`)
  }
  if (member?.otherBusiness) {
    reasons.push(`owner_email: this member owns the business '${member.otherBusiness}' already, and a member has one`)
  }
  // One made from the same words is the same business, though it may have been renamed since. But different names can
  // make one slug: those without any letter from a to z all do.
  if (
    existing &&
    slugIsMade &&
    makeSlug(existing.name, existing.city) === makeSlug(name, city) &&
    businessNameAndTownKey(existing.name, existing.city) !== businessNameAndTownKey(name, city)
  ) {
    reasons.push(
      `business_slug: '${slug}' belongs to ${formatImportCellForMessage(existing.name)}; give this row a business_slug of its own`,
    )
  }
  return reasons
}
