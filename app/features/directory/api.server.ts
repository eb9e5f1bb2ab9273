import { z } from 'zod'
import { claimOf } from '#app/features/verification/rules.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { fileUrl } from '#app/lib/pictures.ts'
import type { PublicBusinessRow } from './queries.server.ts'
import { type DirectoryParameter, filterMaxLength, pageSize } from './schema.ts'

const text = z.string().nullable()
const link = z.url().nullable()

/** A listed business as the API says it: the fields of the specification's read model, and no other. */
export const publicBusinessSchema = z
  .strictObject({
    name: z.string(),
    business_slug: z.string(),
    tagline: text,
    description: text,
    products_services: text.meta({ description: 'One product or service a line.' }),
    industry_id: z.int().nullable(),
    industry_name: text,
    street_address: text,
    city: text,
    county: text,
    postcode: text,
    service_branch: text,
    relationship_type: text,
    claim: z
      .string()
      .meta({ description: "What Muster says of it by its owner's relationship, such as 'Verified veteran-owned'." }),
    email: text,
    business_phone_number: text,
    website_url: link,
    logo_url: link,
    gallery_images: z.array(z.strictObject({ id: z.uuid(), image_url: z.url(), order_index: z.int(), caption: text })),
    facebook_url: link,
    linkedin_url: link,
    instagram_url: link,
    twitter_url: link,
    tiktok_url: link,
    youtube_url: link,
    google_business_url: link,
    promo_video_url: link,
  })
  .meta({ id: 'Business' })

export const businessListSchema = z
  .strictObject({
    data: z.array(publicBusinessSchema),
    total: z.int().min(0).meta({ description: 'All businesses that match, exactly.' }),
    page: z.int().min(1),
    page_size: z.literal(pageSize),
    page_count: z.int().min(1),
    links: z.strictObject({ self: z.url(), first: z.url(), last: z.url(), previous: link, next: link }),
  })
  .meta({ id: 'BusinessList' })

/** What went wrong, as RFC 9457 says it. */
export const problemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.strictObject({ parameter: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })

export type PublicBusiness = z.infer<typeof publicBusinessSchema>
export type BusinessList = z.infer<typeof businessListSchema>
export type Problem = z.infer<typeof problemSchema>

/** A public row as the API says it; addresses are absolute, and links that are not http(s) are null. */
export function presentBusiness(row: PublicBusinessRow, origin: string): PublicBusiness {
  return {
    name: row.name,
    business_slug: row.businessSlug,
    tagline: row.tagline,
    description: row.description,
    products_services: row.productsServices,
    industry_id: row.industryId,
    industry_name: row.industryName,
    street_address: row.streetAddress,
    city: row.city,
    county: row.county,
    postcode: row.postcode,
    service_branch: row.serviceBranch,
    relationship_type: row.relationshipType,
    claim: claimOf(row.relationshipType).claim,
    email: row.email,
    business_phone_number: row.businessPhoneNumber,
    website_url: safeHttpUrl(row.websiteUrl),
    logo_url: row.logoUrl && origin + fileUrl('logo', row.logoUrl),
    gallery_images: row.galleryImages.map(({ id, image_url, order_index, caption }) => ({
      id,
      image_url: origin + fileUrl('gallery', image_url),
      order_index,
      caption,
    })),
    facebook_url: safeHttpUrl(row.facebookUrl),
    linkedin_url: safeHttpUrl(row.linkedinUrl),
    instagram_url: safeHttpUrl(row.instagramUrl),
    twitter_url: safeHttpUrl(row.twitterUrl),
    tiktok_url: safeHttpUrl(row.tiktokUrl),
    youtube_url: safeHttpUrl(row.youtubeUrl),
    google_business_url: safeHttpUrl(row.googleBusinessUrl),
    promo_video_url: safeHttpUrl(row.promoVideoUrl),
  }
}

const filter = (description: string) => ({ description, schema: { type: 'string', maxLength: filterMaxLength } })
const flag = (description: string) => ({ description, schema: { type: 'string', enum: ['true', 'false'] } })

const parameterDocuments: Record<DirectoryParameter, object> = {
  search: filter(
    'Found anywhere in name, tagline, description, products and services; case and accents do not matter.',
  ),
  industry: { description: 'The id of an industry.', schema: { type: 'integer', minimum: 1 } },
  city: filter('Found anywhere in the town or city.'),
  county: filter('Found anywhere in the county.'),
  postcode: filter('Found anywhere in the postcode; spaces do not matter.'),
  service_branch: filter('The name of a service branch, such as Royal Navy.'),
  relationship_type: filter('The name of a relationship, such as Veteran.'),
  hasGallery: flag('true: only businesses with a gallery.'),
  hasWebsite: flag('true: only businesses with a website.'),
  page: {
    description: `Counted from 1; ${pageSize} businesses a page. A page past the end is empty.`,
    schema: { type: 'integer', minimum: 1 },
  },
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: reference('Problem') } },
})
const commonHeaders = {
  ETag: {
    description: 'Send it back in If-None-Match to be told 304 when nothing changed.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'Requests allowed a minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the count starts afresh.', schema: { type: 'integer' } },
}
const answer = (description: string, schema: string) => ({
  description,
  headers: commonHeaders,
  content: { 'application/json': { schema: reference(schema) } },
})
const notModified = { description: 'What was asked for has not changed since the ETag in If-None-Match.' }

/** The OpenAPI 3.1 document of the read API, as served at this origin. */
export function describeApi(origin: string): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(
    z
      .registry<{ id: string }>()
      .add(publicBusinessSchema, { id: 'Business' })
      .add(businessListSchema, { id: 'BusinessList' })
      .add(problemSchema, { id: 'Problem' }),
    {
      uri: (id) => `#/components/schemas/${id}`,
    },
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster read API',
      version: '1.0.0',
      description:
        'Verified veteran-owned businesses in the UK, as the directory shows them. Free to read, without a key.',
    },
    servers: [{ url: `${origin}/api/v1` }],
    paths: {
      '/businesses': {
        get: {
          operationId: 'listBusinesses',
          summary: 'Businesses that match, ordered by name',
          parameters: Object.entries(parameterDocuments).map(([name, document]) => ({
            name,
            in: 'query',
            ...document,
          })),
          responses: {
            200: answer('A page of businesses.', 'BusinessList'),
            304: notModified,
            400: problem('A parameter makes no sense; each is named.'),
            429: problem('Too many requests; Retry-After says in how many seconds to come back.'),
            503: problem('The directory cannot be read at the moment; Retry-After says when to come back.'),
          },
        },
      },
      '/businesses/{slug}': {
        get: {
          operationId: 'getBusiness',
          summary: 'One business',
          parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: answer('The business.', 'Business'),
            304: notModified,
            404: problem('No listed business has this slug.'),
            429: problem('Too many requests; Retry-After says in how many seconds to come back.'),
            503: problem('The directory cannot be read at the moment; Retry-After says when to come back.'),
          },
        },
      },
    },
    components: {
      // An $id would move what the $refs are counted from, and may hold no fragment.
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]),
      ),
    },
  }
}
