import { Ajv2020 } from 'ajv/dist/2020.js'
import formatsPlugin from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { openTestPlatform } from '#tests/platform.ts'
import {
  type ApiBusiness,
  type ApiBusinessList,
  apiProblemSchema,
  describeOpenApi,
  toApiBusiness,
  toApiSearchPlace,
} from './api.server.ts'
import { directoryPageSize, directoryParameters, emptyDirectorySearch } from './model.ts'
import { getPublicBusiness } from './page-service.server.ts'
import { searchDirectoryForApi } from './service.server.ts'

const origin = 'https://muster.example'
const document = JSON.parse(JSON.stringify(describeOpenApi(origin))) as ApiDocument

interface Operation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required?: boolean; description?: string; schema: Record<string, unknown> }[]
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: { $ref: string } }> }
  >
}
interface ApiDocument {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, Record<string, unknown>> }
}

/** Validates a value against a schema of the document. */
function makeValidator(name: string) {
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
  ;(formatsPlugin as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addVocabulary(['components'])
  ajv.addSchema({ $id: `${origin}/api/v1/openapi.json`, components: document.components }, undefined, false, false)
  const validate = ajv.compile({ $ref: `${origin}/api/v1/openapi.json#/components/schemas/${name}` })
  return (value: unknown) => {
    // Clients get JSON.
    validate(JSON.parse(JSON.stringify(value)))
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
}

/** All $refs in the document. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : referencesIn(inner)))
}

describe('the OpenAPI document', () => {
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, ...get }))

  test('is version 3.1 and has a title and the URL of the API', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({
      title: expect.any(String),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(document.servers).toEqual([{ url: `${origin}/api/v1` }])
    expect(Object.keys(document).sort()).toEqual(['components', 'info', 'openapi', 'paths', 'servers'])
  })

  test('describes both paths, for GET only', () => {
    expect(Object.keys(document.paths)).toEqual(['/businesses', '/businesses/{slug}'])
    for (const path of Object.values(document.paths)) expect(Object.keys(path)).toEqual(['get'])
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  })

  test('has the parameters of the directory, and no other', () => {
    const parameters = document.paths['/businesses']?.get.parameters ?? []
    expect(parameters.map(({ name }) => name)).toEqual(Object.values(directoryParameters))
    for (const parameter of parameters) {
      expect(parameter).toMatchObject({ in: 'query', description: expect.any(String), schema: expect.any(Object) })
    }
  })

  test('declares every path parameter as required', () => {
    for (const { path, parameters } of operations) {
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => part)
      const described = parameters.filter((parameter) => parameter.in === 'path')
      expect(described.map(({ name }) => name)).toEqual(parts)
      expect(described.every(({ required }) => required === true)).toBe(true)
    }
  })

  test('describes every response, errors included', () => {
    const codes = operations.map(({ responses }) => Object.keys(responses))
    expect(codes).toEqual([
      ['200', '304', '400', '429', '503'],
      ['200', '304', '404', '429', '503'],
    ])
    for (const { responses } of operations) {
      for (const [code, { description, content }] of Object.entries(responses)) {
        expect(description).not.toBe('')
        const type = code === '304' ? [] : [code === '200' ? 'application/json' : 'application/problem+json']
        expect(Object.keys(content ?? {})).toEqual(type)
      }
    }
  })

  test('has no broken references', () => {
    const references = referencesIn(document)
    expect(references.length).toBeGreaterThan(5)
    for (const reference of references) {
      const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(reference) ?? []
      expect(Object.keys(document.components.schemas), reference).toContain(name)
    }
  })

  test('gives no schema an $id, which would change its references', () => {
    for (const schema of Object.values(document.components.schemas)) expect(schema).not.toHaveProperty('$id')
  })

  test('has valid schemas that refuse unknown fields', () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(makeValidator(name)({ unheard: 'of' })).toContain(' must NOT have additional properties')
    }
  })
})

describe('a response', () => {
  const hostile = 'https://fern.example/a b|c^d`e{f}[g]\\h"i<j>k%l%zz?m|n^o`p{q}[r]\\#s#t|{u}\u00e9\ud83d\ude80'
  let open: PlatformHandle
  let platform: Platform
  let full: Awaited<ReturnType<typeof createBusiness>>
  let bare: Awaited<ReturnType<typeof createBusiness>>

  beforeAll(async () => {
    open = await openTestPlatform()
    platform = open.platform
    full = await createBusiness(platform.db, {
      name: 'Fern & Hollow <b>',
      tagline: '\u202e\ud83d\ude80',
      description: 'a\nb',
      productsServices: 'Tables\nChairs',
      industry: 'Arts & Crafts',
      email: 'not an address',
      businessPhoneNumber: 'ring',
      streetAddress: '1 Sample Street',
      city: 'Kendal',
      county: 'Cumbria',
      postcode: 'LA9 4XX',
      websiteUrl: hostile,
      facebookUrl: hostile,
      linkedinUrl: 'javascript:alert(1)',
      instagramUrl: 'https://',
      twitterUrl: 'fern',
      tiktokUrl: '',
      youtubeUrl: 'https://b\u00fccher.example:8080/\u00e9',
      googleBusinessUrl: 'HTTP://FERN.EXAMPLE',
      promoVideoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      companyNumber: 'SC24681357',
      logo: true,
      gallery: ['One', null],
    })
    bare = await createBusiness(platform.db, { name: 'Bare', owner: { branch: null, relationship: null } })
  })
  afterAll(() => open.close())

  const present = async (slug: string): Promise<ApiBusiness> => {
    const row = await getPublicBusiness(platform, slug)
    if (!row) throw new Error(`no business at ${slug}`)
    return toApiBusiness(row, origin)
  }

  test('with a business matches the document, with all fields or only a few', async () => {
    const validate = makeValidator('Business')
    expect(validate(await present(full.businessSlug))).toEqual([])
    expect(validate(await present(bare.businessSlug))).toEqual([])
  })

  test('with a list matches the document', async () => {
    const found = await searchDirectoryForApi(platform, emptyDirectorySearch)
    const list: ApiBusinessList = {
      data: found.businesses.map((row) => toApiBusiness(row, origin)),
      total: found.total,
      page: found.page,
      page_size: directoryPageSize,
      page_count: found.pageCount,
      place: toApiSearchPlace(found.notes),
      links: {
        self: `${origin}/api/v1/businesses`,
        first: `${origin}/api/v1/businesses`,
        last: `${origin}/api/v1/businesses`,
        previous: null,
        next: null,
      },
    }
    const validate = makeValidator('BusinessList')
    expect(list.data).toHaveLength(2)
    expect(validate(list)).toEqual([])
    expect(validate({ ...list, cursor: 'x' })).toEqual([' must NOT have additional properties'])
    const [first] = list.data
    expect(validate({ ...list, data: [{ ...first, profile_id: full.profileId }] })).toEqual([
      '/data/0 must NOT have additional properties',
    ])
    expect(validate({ ...list, total: undefined })).toEqual([" must have required property 'total'"])
  })

  test('with an error matches the document', () => {
    const problem = apiProblemSchema.parse({
      type: 'about:blank',
      title: 'Bad request',
      status: 400,
      detail: 'The page must be a whole number from 1.',
      errors: [{ parameter: 'page', message: 'The page must be a whole number from 1.' }],
    })
    expect(makeValidator('Problem')(problem)).toEqual([])
  })

  // spec: 90.1
  test('has the fields of the public read model, the claim and how it was checked, and no other', async () => {
    expect(Object.keys(await present(full.businessSlug)).sort()).toEqual(
      [
        ...['name', 'business_slug', 'tagline', 'description', 'products_services', 'industry_id', 'industry_name'],
        ...[
          'street_address',
          'city',
          'county',
          'postcode',
          'miles',
          'service_branch',
          'relationship_type',
          'claim',
          'basis',
          'email',
        ],
        ...['business_phone_number', 'website_url', 'logo_url', 'gallery_images', 'facebook_url', 'linkedin_url'],
        ...['instagram_url', 'twitter_url', 'tiktok_url', 'youtube_url', 'google_business_url', 'promo_video_url'],
      ].sort(),
    )
  })

  test('says nothing of the person behind a business', async () => {
    const json = JSON.stringify(await present(full.businessSlug))
    expect(json).toContain('Fern & Hollow')
    for (const secret of [full.profileId ?? '', '@sample.example', 'SC24681357', 'Sam Sample']) {
      expect(json).not.toContain(secret)
    }
    expect(json).not.toMatch(/profile_?id|user_?id|created_?by/i)
  })

  // spec: 90.2
  test('has absolute URLs of the pictures, in their order', async () => {
    const business = await present(full.businessSlug)
    expect(business.logo_url).toBe(`${origin}/files/logo/${full.id}/logo.webp`)
    expect(business.gallery_images).toEqual([
      {
        id: expect.any(String),
        image_url: `${origin}/files/gallery/${full.id}/picture-0.webp`,
        order_index: 0,
        caption: 'One',
      },
      {
        id: expect.any(String),
        image_url: `${origin}/files/gallery/${full.id}/picture-1.webp`,
        order_index: 1,
        caption: null,
      },
    ])
    expect(await present(bare.businessSlug)).toMatchObject({ logo_url: null, gallery_images: [] })
  })

  test('only has http(s) links', async () => {
    expect(await present(full.businessSlug)).toMatchObject({
      linkedin_url: null,
      instagram_url: null,
      twitter_url: null,
      tiktok_url: null,
      youtube_url: 'https://xn--bcher-kva.example:8080/%C3%A9',
      google_business_url: 'http://fern.example/',
      promo_video_url: 'https://youtu.be/dQw4w9WgXcQ',
    })
  })
})
