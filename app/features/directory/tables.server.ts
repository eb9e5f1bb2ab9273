import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  pgView,
  point,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { businesses, publicBusinessTextColumns } from '#app/features/businesses/tables.server.ts'
import { trades } from '#app/features/reference/tables.server.ts'
import { verificationBases } from '#app/features/verification/basis-rules.ts'
import { jsonColumn } from '#app/platform/.server/database/json-column.ts'

/** The column `gallery_images` of the views. */
const galleryImagesSchema = z.array(
  z.object({
    id: z.string(),
    /** Key of the largest file in the bucket `gallery`. */
    image_url: z.string(),
    order_index: z.int(),
    caption: z.string().nullable(),
    width: z.int(),
    height: z.int(),
    colour: z.string(),
  }),
)

/** The column `record` of the views. */
const recordSchema = z.object({ basis: z.enum(verificationBases), isConfirmedAlone: z.boolean() })

const pageColumns = {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  businessSlug: text('business_slug').notNull(),
  ...publicBusinessTextColumns(),
  industryId: integer('industry_id'),
  industryName: text('industry_name'),
  serviceBranch: text('service_branch'),
  relationshipType: text('relationship_type'),
  logoUrl: text('logo_url'),
  logoWidth: integer('logo_width'),
  logoHeight: integer('logo_height'),
  logoColour: text('logo_colour'),
  galleryImages: jsonColumn('gallery_images', galleryImagesSchema).notNull(),
  streetAddress: text('street_address'),
  businessType: text('business_type'),
  serviceRadius: integer('service_radius'),
  servesUk: boolean('serves_uk').notNull(),
  profileId: uuid('profile_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  /** When the owner's service was last checked. */
  verifiedAt: timestamp('verified_at', { withTimezone: true }),
  /** When the verification ends; null if it has no end yet. */
  verificationEndsAt: timestamp('verification_ends_at', { withTimezone: true }),
  /** What the verification rests on; null if nobody recorded it. */
  record: jsonColumn('record', recordSchema),
}

/** The public data of listed businesses. db/listings.sql defines which are listed. */
export const publicBusinessesView = pgView('public_businesses_view', pageColumns).existing()

/** The same data of every business that has an owner, with what its status depends on. */
export const businessPagesView = pgView('business_pages_view', {
  ...pageColumns,
  isActive: boolean('is_active').notNull(),
  isOwnerVerified: boolean('is_owner_verified'),
  /** Verified, or will be once the approval can no longer be undone. */
  isOwnerApproved: boolean('is_owner_approved'),
  isOwnerSuspended: boolean('is_owner_suspended').notNull(),
}).existing()

/** Narrow rows for searches, written by triggers only; see db/listings.sql for these and the indexes. Text is folded. */
export const directoryListings = pgTable('directory_listings', {
  businessId: uuid('business_id').primaryKey(),
  sortName: text('sort_name').notNull(),
  industryId: integer('industry_id'),
  serviceBranchId: integer('service_branch_id'),
  relationshipTypeId: integer('relationship_type_id'),
  hasGallery: boolean('has_gallery').notNull(),
  hasWebsite: boolean('has_website').notNull(),
  city: text('city').notNull(),
  county: text('county').notNull(),
  postcode: text('postcode').notNull(),
  searchText: text('search_text').notNull(),
  /** Metres on the British National Grid; null if neither postcode nor town is known. */
  position: point('position', { mode: 'xy' }),
  /** Metres around the position within which the business comes to its customers; null if it does not. */
  serviceMetres: doublePrecision('service_metres'),
  servesUk: boolean('serves_uk'),
  listedSince: timestamp('listed_since', { withTimezone: true }),
  tradeIds: text('trade_ids').array(),
  /** When the listing begins; null if it has begun. Before that the row must be ignored. */
  startsAt: timestamp('starts_at', { withTimezone: true }),
  /** When the owner's verification ends. After that the row must be ignored until a job deletes it. */
  endsAt: timestamp('ends_at', { withTimezone: true }),
})

/** Whether a row of `directory_listings` is listed now: the verification of its owner has begun and has not ended, by the clock. */
export const isListingListedNowSql = (row = sql`directory_listings`) =>
  sql`(coalesce(${row}.starts_at <= now(), true) AND coalesce(${row}.ends_at > now(), true))`

/** The words of listings and trades, which searches are corrected and completed from. Triggers add words; a job counts and removes. */
export const directoryWords = pgTable('directory_words', {
  /** As `search_words` writes it. */
  word: text('word').primaryKey(),
  /** Listings that have the word, when they were last counted. */
  listings: integer('listings').notNull().default(0),
})

/** The trade that the text of a listing speaks for, by the words that owners of each trade use; none where no trade leads. */
export const textTrades = pgTable(
  'text_trades',
  {
    /** The id of the business. Not named so, as queries compare it with that of a listing whose columns have no table's name. */
    listingId: uuid('listing_id')
      .primaryKey()
      .references(() => businesses.id, { onDelete: 'cascade' }),
    tradeId: text('trade_id')
      .notNull()
      .references(() => trades.id),
  },
  (table) => [index('text_trades_trade_id_index').on(table.tradeId)],
)

/** The pages of a trade in a town that have enough firms, refreshed by a job. */
export const tradePages = pgTable(
  'trade_pages',
  {
    tradeId: text('trade_id')
      .notNull()
      .references(() => trades.id),
    placeSlug: text('place_slug').notNull(),
    /** Firms of the trade within ten miles of the place. */
    firms: integer('firms').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tradeId, table.placeSlug] }),
    index('trade_pages_firms_index').on(table.firms),
  ],
)
