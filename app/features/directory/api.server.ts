import { z } from 'zod'
import { describeVerificationBasis } from '#app/features/verification/basis-rules.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { storedFileUrl } from '#app/lib/pictures.ts'
import { type DirectorySearchInterpretation, directoryPageSize } from './model.ts'
import type { PublicBusinessRow } from './queries.server.ts'
import { directoryParameterDefinitions } from './search-parameters.ts'

const text = z.string().nullable()
const link = z.url().nullable()

/** A listed business in the API: exactly the fields of the specification's read model. */
export const apiBusinessSchema = z
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
    miles: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Whole miles from the place of the search; null without one.' }),
    service_branch: text,
    relationship_type: text,
    claim: z
      .string()
      .meta({ description: "What Muster verified, by the owner's relationship, such as 'Verified veteran-owned'." }),
    basis: z.string().meta({ description: "How it was checked, such as 'A person read documents that show it'." }),
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

export const apiBusinessListSchema = z
  .strictObject({
    data: z.array(apiBusinessSchema),
    total: z.int().min(0).meta({ description: 'The exact number of matching businesses.' }),
    page: z.int().min(1),
    page_size: z.literal(directoryPageSize),
    page_count: z.int().min(1),
    place: z
      .strictObject({
        name: text.meta({ description: 'The place whose businesses these are; null if it is unknown or not clear.' }),
        problem: text.meta({ description: 'Why nothing is found under its name.' }),
        left_out: text.meta({ description: 'A part of what was sent that is unknown.' }),
        is_approximate: z.boolean().meta({ description: 'Whether only the first half of the postcode is known.' }),
        suggestion: text.meta({ description: 'The nearest spelling of an unknown place.' }),
        other_places: z.array(z.string()).meta({ description: 'Namesakes, as `near` takes them.' }),
      })
      .nullable()
      .meta({ description: 'How the place was read, from `near` or from the words; null without one.' }),
    links: z.strictObject({ self: z.url(), first: z.url(), last: z.url(), previous: link, next: link }),
  })
  .meta({ id: 'BusinessList' })

/** An error, as in RFC 9457. */
export const apiProblemSchema = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    errors: z.array(z.strictObject({ parameter: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })

export type ApiBusiness = z.infer<typeof apiBusinessSchema>
export type ApiBusinessList = z.infer<typeof apiBusinessListSchema>
export type ApiProblem = z.infer<typeof apiProblemSchema>

/** Says how a search read its place; null without one. */
export function toApiSearchPlace(notes: DirectorySearchInterpretation): ApiBusinessList['place'] {
  if (notes.place === null && notes.placeProblem === null) return null
  return {
    name: notes.place?.name ?? null,
    problem: notes.placeProblem,
    left_out: notes.leftOut,
    is_approximate: notes.isApproximate,
    suggestion: notes.suggestedPlace?.near ?? null,
    other_places: notes.otherPlaces.map(({ near }) => near),
  }
}

/** Converts a public row for the API. URLs are absolute, and links that are not http(s) become null. */
export function toApiBusiness(row: PublicBusinessRow & { miles?: number | null }, origin: string): ApiBusiness {
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
    miles: row.miles ?? null,
    service_branch: row.serviceBranch,
    relationship_type: row.relationshipType,
    claim: verifiedBusinessLabelForRelationship(row.relationshipType),
    basis: describeVerificationBasis(row.record),
    email: row.email,
    business_phone_number: row.businessPhoneNumber,
    website_url: safeHttpUrl(row.websiteUrl),
    logo_url: row.logoUrl && origin + storedFileUrl('logo', row.logoUrl),
    gallery_images: row.galleryImages.map(({ id, image_url, order_index, caption }) => ({
      id,
      image_url: origin + storedFileUrl('gallery', image_url),
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

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: reference('Problem') } },
})
const commonHeaders = {
  ETag: {
    description: 'Send it in If-None-Match to get 304 if nothing has changed.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': { description: 'Requests allowed per minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the count is reset.', schema: { type: 'integer' } },
}
const success = (description: string, schema: string) => ({
  description,
  headers: commonHeaders,
  content: { 'application/json': { schema: reference(schema) } },
})
const notModified = { description: 'Nothing has changed since the ETag in If-None-Match.' }
const tooManyRequests = problem('Too many requests. Retry-After gives the seconds to wait.')
const unavailable = problem('The directory cannot be read at the moment. Retry-After gives the seconds to wait.')

/** The OpenAPI 3.1 document of the read API at this origin. */
export function describeOpenApi(origin: string): Record<string, unknown> {
  const { schemas } = z.toJSONSchema(
    z
      .registry<{ id: string }>()
      .add(apiBusinessSchema, { id: 'Business' })
      .add(apiBusinessListSchema, { id: 'BusinessList' })
      .add(apiProblemSchema, { id: 'Problem' }),
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
          summary: 'Businesses that match, ordered by name unless sort is given',
          parameters: Object.entries(directoryParameterDefinitions).map(([name, { document }]) => ({
            name,
            in: 'query',
            ...document,
          })),
          responses: {
            200: success('A page of businesses.', 'BusinessList'),
            304: notModified,
            400: problem('Invalid parameters, with an error for each.'),
            429: tooManyRequests,
            503: unavailable,
          },
        },
      },
      '/businesses/{slug}': {
        get: {
          operationId: 'getBusiness',
          summary: 'One business',
          parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: success('The business.', 'Business'),
            304: notModified,
            404: problem('No listed business has this slug.'),
            429: tooManyRequests,
            503: unavailable,
          },
        },
      },
    },
    components: {
      // An $id would change the base of the $refs, and must not contain a fragment.
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, { $id: _id, $schema: _dialect, ...schema }]) => [name, schema]),
      ),
    },
  }
}
