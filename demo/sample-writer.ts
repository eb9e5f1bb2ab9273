import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { makeSlug } from '#app/features/businesses/rules.ts'
import {
  armedForcesBranches,
  businessTypes,
  industries,
  militaryRelationshipTypes,
  verificationStatuses,
} from '#app/features/reference/rules.ts'
import type { VerificationBasis } from '#app/features/verification/basis-rules.ts'
import { uuidOfHash } from '#app/lib/uuid.ts'
import { type Database, liftTransactionTimeouts, queryRows } from '#app/platform/.server/database/database.ts'
import type { StoredPicture } from '#app/platform/.server/images/images.ts'
import type { SampleBusiness } from './sample-business.ts'

/** A sample with its place in the sequence and the pictures already in the store. */
export interface SampleBusinessRecord {
  /** From 0; ids and slugs follow from it, so that writing the same samples again changes nothing. */
  number: number
  business: SampleBusiness
  /** A slug of its own; made from name, town and number where none is given. */
  slug?: string | undefined
  logo: StoredPicture | null
  gallery: (StoredPicture & { caption: string | null })[]
}

/** The id of the sample with this number: the same in every database. */
export function sampleId(
  kind:
    | 'account'
    | 'business'
    | 'checkout'
    | 'decision'
    | 'order'
    | 'owner'
    | 'podcast'
    | 'record'
    | 'verification'
    | `document-${number}`
    | `picture-${number}`,
  family: string,
  number: number,
): string {
  return uuidOfHash(createHash('md5').update(`${family}:${kind}:${number}`).digest('hex'))
}

/** Writes samples with their owners in one statement a table; those already there are left as they are. */
export async function writeSampleBusinesses(
  db: Database,
  family: string,
  records: SampleBusinessRecord[],
): Promise<void> {
  const rows = records.map((record) => toRows(family, record))
  await insertRows(
    db,
    sql`users`,
    rows.map((row) => row.user),
  )
  await insertRows(
    db,
    sql`profiles`,
    rows.map((row) => row.profile),
  )
  await insertRows(
    db,
    sql`verifications`,
    rows.map((row) => row.verification),
  )
  await insertRows(
    db,
    sql`verification_records`,
    rows.flatMap((row) => row.record ?? []),
  )
  await insertRows(
    db,
    sql`businesses`,
    rows.map((row) => row.business),
  )
  await insertRows(
    db,
    sql`business_trades`,
    rows.flatMap((row) => row.trade ?? []),
  )
  await insertRows(
    db,
    sql`business_logos`,
    rows.flatMap((row) => row.logo ?? []),
  )
  await insertRows(
    db,
    sql`business_gallery_images`,
    rows.flatMap((row) => row.gallery),
  )
}

const followedTables = [
  'businesses',
  'business_logos',
  'business_gallery_images',
  'business_trades',
  'profiles',
  'verifications',
  'verification_records',
]

/**
 * Runs a large writing with the directory's rows and text indexes made once at its end instead of batch by batch, which
 * is many times quicker: in a transaction that began with empty tables the planner knows nothing of their size. All in
 * one transaction: killed in the middle, nothing has happened.
 */
export async function runBulkBusinessWrite(db: Database, write: (db: Database) => Promise<void>): Promise<void> {
  await db.transaction(async (transaction) => {
    await liftTransactionTimeouts(transaction)
    const setTriggers = async (state: 'ENABLE' | 'DISABLE') => {
      for (const table of followedTables) {
        await transaction.execute(sql.raw(`ALTER TABLE ${table} ${state} TRIGGER USER`))
      }
    }
    const indexes = await queryRows<{ name: string; definition: string }>(
      transaction,
      sql`SELECT indexname AS name, indexdef AS definition FROM pg_indexes
          WHERE tablename IN ('directory_listings', 'businesses', 'profiles') AND indexdef ~ 'USING gi(n|st)'`,
    )
    await setTriggers('DISABLE')
    for (const { name } of indexes) await transaction.execute(sql`DROP INDEX ${sql.identifier(name)}`)
    await write(transaction)
    // The checks of rows that name each other wait for the end; a table with checks waiting cannot be altered.
    await transaction.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
    await transaction.execute(sql`ANALYZE`)
    await transaction.execute(sql`SELECT refresh_directory_listings(array_agg(id)) FROM businesses`)
    await transaction.execute(sql`SET LOCAL maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await transaction.execute(sql.raw(definition))
    await setTriggers('ENABLE')
  })
  await db.execute(sql`ANALYZE`)
}

/** The rows go as one JSON value: a statement takes 65,535 parameters at most, and building them costs more than the insert. */
async function insertRows(db: Database, table: SQL, rows: Record<string, unknown>[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(
    Object.keys(first).map((column) => sql.identifier(column)),
    sql`, `,
  )
  await db.execute(
    sql`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, ${JSON.stringify(rows)}::jsonb) ON CONFLICT DO NOTHING`,
  )
}

/**
 * When the service of a verified sample was last checked: one day or another of the last eleven months, so that none is due
 * to be confirmed afresh on the day it is written.
 */
export function sampleVerifiedAt(number: number): Date {
  return new Date(daysAgo(1 + ((number * 37) % 330), number))
}

/** A moment so many days ago, another time of day for each sample. */
function daysAgo(days: number, number: number): string {
  const today = new Date()
  today.setUTCHours(9, 0, 0, 0)
  return new Date(today.getTime() - (days + 1) * 86_400_000 + ((number * 61) % 500) * 60_000).toISOString()
}

/** Lookups have the ids of their order in reference/rules. */
function idOf(names: readonly string[], name: string | null): number | null {
  const index = name === null ? -1 : names.indexOf(name)
  return index < 0 ? null : index + 1
}

/** Every tenth sample comes to its customers, and every twentieth works across the country. */
function serviceAreaOf(number: number): { service_radius: number | null; serves_uk: boolean } {
  const comes = number % 10 === 3
  return { service_radius: comes ? (number % 20 === 3 ? 20 : 50) : null, serves_uk: number % 20 === 7 }
}

function toRows(family: string, { number, business, slug, logo, gallery }: SampleBusinessRecord) {
  const { owner } = business
  const ownerId = sampleId('owner', family, number)
  const businessId = sampleId('business', family, number)
  const createdAt = business.createdAt.toISOString()
  const relationshipTypeId = idOf(militaryRelationshipTypes, owner.relationshipType)
  const checkedAt = owner.status === 'Verified' ? sampleVerifiedAt(number).toISOString() : null
  return {
    user: {
      id: ownerId,
      name: `${owner.firstName} ${owner.lastName}`,
      email: owner.email,
      email_verified: true,
      two_factor_enabled: false,
      created_at: createdAt,
      updated_at: createdAt,
    },
    profile: {
      id: ownerId,
      first_name: owner.firstName,
      last_name: owner.lastName,
      personal_email: owner.email,
      business_id: businessId,
      military_relationship_type_id: relationshipTypeId,
      verification_status_id: idOf(verificationStatuses, owner.status),
      user_type_id: 1,
      suspended_at: owner.suspended ? createdAt : null,
      created_at: createdAt,
    },
    verification: {
      id: sampleId('verification', family, number),
      profile_id: ownerId,
      military_relationship_type_id: relationshipTypeId,
      service_branch_id: idOf(armedForcesBranches, owner.serviceBranch),
      consent: owner.status !== null,
      declaration_accepted_at: owner.status === null ? null : createdAt,
      created_at: createdAt,
      queued_at: owner.status === 'In Review' ? daysAgo(number % 19, number) : null,
      verified_at: checkedAt,
    },
    record:
      checkedAt === null
        ? null
        : {
            id: sampleId('record', family, number),
            profile_id: ownerId,
            basis: 'sample' satisfies VerificationBasis,
            recorded_at: checkedAt,
            confirmed_at: checkedAt,
            is_confirmed_alone: false,
          },
    business: {
      id: businessId,
      name: business.name,
      business_slug: slug ?? `${makeSlug(business.name, business.city)}-${number}`,
      tagline: business.tagline,
      description: business.description,
      products_services: business.productsServices,
      industry_id: idOf(industries, business.industry),
      business_type_id: idOf(businessTypes, business.businessType),
      email: business.email,
      business_phone_number: business.phone,
      website_url: business.websiteUrl,
      street_address: business.streetAddress,
      city: business.city,
      county: business.county,
      postcode: business.postcode,
      facebook_url: business.facebookUrl,
      linkedin_url: business.linkedinUrl,
      instagram_url: business.instagramUrl,
      twitter_url: business.twitterUrl,
      tiktok_url: business.tiktokUrl,
      youtube_url: business.youtubeUrl,
      google_business_url: business.googleBusinessUrl,
      company_number: business.companyNumber,
      promo_video_url: business.promoVideoUrl,
      // Few sole traders have an address that customers visit.
      shows_street_address: business.businessType === 'Sole trader' && number % 10 === 1 ? true : null,
      ...serviceAreaOf(number),
      profile_id: ownerId,
      created_by: ownerId,
      is_active: business.isActive,
      created_at: createdAt,
    },
    trade:
      business.declaredTrade === null
        ? null
        : { business_id: businessId, trade_id: business.declaredTrade, order_index: 0 },
    logo: logo && {
      business_id: businessId,
      logo_bucket_url: logo.key,
      width: logo.width,
      height: logo.height,
      colour: logo.colour,
    },
    gallery: gallery.map((picture, index) => ({
      id: sampleId(`picture-${index}`, family, number),
      business_id: businessId,
      image_bucket_url: picture.key,
      order_index: index,
      caption: picture.caption,
      width: picture.width,
      height: picture.height,
      colour: picture.colour,
    })),
  }
}
