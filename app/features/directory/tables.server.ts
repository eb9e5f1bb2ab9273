import { boolean, integer, jsonb, pgTable, pgView, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export interface GalleryImageRow {
  id: string
  image_url: string
  order_index: number
  caption: string | null
  width: number
  height: number
  colour: string
}

const pageColumns = {
  id: uuid('id').notNull(),
  name: text('name').notNull(),
  businessSlug: text('business_slug').notNull(),
  tagline: text('tagline'),
  description: text('description'),
  productsServices: text('products_services'),
  industryId: integer('industry_id'),
  industryName: text('industry_name'),
  city: text('city'),
  county: text('county'),
  postcode: text('postcode'),
  serviceBranch: text('service_branch'),
  relationshipType: text('relationship_type'),
  websiteUrl: text('website_url'),
  logoUrl: text('logo_url'),
  logoWidth: integer('logo_width'),
  logoHeight: integer('logo_height'),
  logoColour: text('logo_colour'),
  galleryImages: jsonb('gallery_images').$type<GalleryImageRow[]>().notNull(),
  email: text('email'),
  businessPhoneNumber: text('business_phone_number'),
  facebookUrl: text('facebook_url'),
  linkedinUrl: text('linkedin_url'),
  instagramUrl: text('instagram_url'),
  twitterUrl: text('twitter_url'),
  tiktokUrl: text('tiktok_url'),
  youtubeUrl: text('youtube_url'),
  googleBusinessUrl: text('google_business_url'),
  promoVideoUrl: text('promo_video_url'),
  streetAddress: text('street_address'),
  businessType: text('business_type'),
  profileId: uuid('profile_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  /** When the owner's service was last checked. */
  verifiedAt: timestamp('verified_at', { withTimezone: true }),
  /** When that ends; null while it has no end. */
  verificationEndsAt: timestamp('verification_ends_at', { withTimezone: true }),
}

/** What the public may see of listed businesses; db/listings.sql says who is listed. */
export const publicBusinessesView = pgView('public_businesses_view', pageColumns).existing()

/** The same of every business that has an owner, and what stands between it and the public. */
export const businessPagesView = pgView('business_pages_view', {
  ...pageColumns,
  isActive: boolean('is_active').notNull(),
  isOwnerVerified: boolean('is_owner_verified'),
  isOwnerSuspended: boolean('is_owner_suspended').notNull(),
}).existing()

/** The narrow rows that the directory searches, written by triggers alone and indexed there; see db/listings.sql. Texts are folded. */
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
  /** When the verification of its owner ends; a row past that is no listing any more, though a job may not have taken it away yet. */
  endsAt: timestamp('ends_at', { withTimezone: true }),
})
