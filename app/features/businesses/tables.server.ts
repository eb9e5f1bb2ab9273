import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#app/features/account/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { businessTypes, industries } from '#app/features/reference/tables.server.ts'
import type { FormStep, WizardStep } from './schema.ts'

const id = () => uuid('id').primaryKey().default(sql`gen_random_uuid()`)

export const businesses = pgTable(
  'businesses',
  {
    id: id(),
    name: text('name').notNull(),
    businessSlug: text('business_slug').notNull().unique(),
    tagline: text('tagline'),
    description: text('description'),
    /** One product or service a line. */
    productsServices: text('products_services'),
    industryId: integer('industry_id').references(() => industries.id),
    businessTypeId: integer('business_type_id').references(() => businessTypes.id),
    email: text('email'),
    businessPhoneNumber: text('business_phone_number'),
    websiteUrl: text('website_url'),
    streetAddress: text('street_address'),
    city: text('city'),
    county: text('county'),
    postcode: text('postcode'),
    facebookUrl: text('facebook_url'),
    linkedinUrl: text('linkedin_url'),
    instagramUrl: text('instagram_url'),
    twitterUrl: text('twitter_url'),
    tiktokUrl: text('tiktok_url'),
    youtubeUrl: text('youtube_url'),
    googleBusinessUrl: text('google_business_url'),
    companyNumber: text('company_number'),
    promoVideoUrl: text('promo_video_url'),
    /** The owner. */
    profileId: uuid('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** Null counts as active. */
    isActive: boolean('is_active').default(true),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }),
    /** The search of the staff compares this, which the database makes: name and city in folded form, a line each. */
    foldedText: text('folded_text').generatedAlwaysAs(sql`fold_text(name || E'\\n' || coalesce(city, ''))`),
  },
  (table) => [
    index('businesses_profile_id_index').on(table.profileId),
    index('businesses_created_by_index').on(table.createdBy),
    index('businesses_created_at_index').on(table.createdAt),
    index('businesses_search_index').using('gin', table.foldedText.op('gin_trgm_ops')),
  ],
)

const businessId = () =>
  uuid('business_id')
    .notNull()
    .references(() => businesses.id, { onDelete: 'cascade' })

/** What is kept of a picture beside its key: pixels of the largest file, and the colour (`#rrggbb`) that holds its place. */
const picture = () => ({
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  colour: text('colour').notNull(),
  /** Key of the whole picture in the bucket `masters`, which nobody is shown; null where it was not kept. */
  masterKey: text('master_key'),
})

/** Addresses a business had before: they lead to the one it has for ever, and are nobody else's. */
export const businessSlugs = pgTable(
  'business_slugs',
  {
    slug: text('slug').primaryKey(),
    businessId: businessId(),
    replacedAt: timestamp('replaced_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('business_slugs_business_id_index').on(table.businessId)],
)

export const businessLogos = pgTable('business_logos', {
  businessId: businessId().primaryKey(),
  /** Key of the largest file in the bucket `logo`. */
  logoBucketUrl: text('logo_bucket_url').notNull(),
  ...picture(),
})

export const businessGalleryImages = pgTable(
  'business_gallery_images',
  {
    id: id(),
    businessId: businessId(),
    /** Key of the largest file in the bucket `gallery`. */
    imageBucketUrl: text('image_bucket_url').notNull(),
    orderIndex: integer('order_index').notNull(),
    caption: text('caption'),
    ...picture(),
  },
  (table) => [index('business_gallery_images_business_id_index').on(table.businessId, table.orderIndex)],
)

/** What a member has filled in of a business that is not there yet. */
export const businessDrafts = pgTable(
  'business_drafts',
  {
    profileId: uuid('profile_id')
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    /** The id of the business it becomes: its pictures lie in that folder from the first. */
    becomes: uuid('becomes').notNull().default(sql`gen_random_uuid()`),
    /** What was typed, by step and field. */
    data: jsonb('data').$type<Partial<Record<FormStep, Record<string, string>>>>().notNull().default({}),
    /** The step it was left at. */
    step: text('step').$type<WizardStep>().notNull().default('profile'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('business_drafts_becomes_unique').on(table.becomes)],
)

export const businessDraftMedia = pgTable(
  'business_draft_media',
  {
    id: id(),
    profileId: uuid('profile_id')
      .notNull()
      .references(() => businessDrafts.profileId, { onDelete: 'cascade' }),
    kind: text('kind').$type<'logo' | 'gallery'>().notNull(),
    /** Key of the largest file in the bucket its kind names. */
    key: text('key').notNull(),
    orderIndex: integer('order_index').notNull(),
    caption: text('caption'),
    ...picture(),
  },
  (table) => [
    index('business_draft_media_profile_id_index').on(table.profileId, table.orderIndex),
    uniqueIndex('business_draft_media_logo_unique').on(table.profileId).where(sql`kind = 'logo'`),
  ],
)

/** Pictures that were deleted a moment ago, and may be put back. */
export const removedPictures = pgTable(
  'removed_pictures',
  {
    id: id(),
    /** The id of the business, also of one to come; no reference, as a draft has none. */
    folder: uuid('folder').notNull(),
    kind: text('kind').$type<'logo' | 'gallery'>().notNull(),
    /** Its id in the gallery; null for a logo, which has none. */
    pictureId: uuid('picture_id'),
    /** Key of the largest file in the bucket its kind names. */
    key: text('key').notNull(),
    orderIndex: integer('order_index').notNull(),
    caption: text('caption'),
    ...picture(),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('removed_pictures_folder_index').on(table.folder)],
)
