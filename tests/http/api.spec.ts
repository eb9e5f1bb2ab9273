import { randomInt } from 'node:crypto'
import type { APIRequestContext, APIResponse } from '@playwright/test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { test as base, expect } from '../e2e/support/http-test.ts'
import { bare, full, hostile, wildcards } from '../e2e/support/named-businesses.ts'

interface Business {
  name: string
  business_slug: string
  logo_url: string | null
  gallery_images: { image_url: string }[]
  [field: string]: unknown
}

interface List {
  data: Business[]
  total: number
  page: number
  page_size: number
  page_count: number
  links: Record<'self' | 'first' | 'last' | 'previous' | 'next', string | null>
}

const businesses = '/api/v1/businesses'

const test = base.extend<{
  api: APIRequestContext
  validators: Record<'Business' | 'BusinessList' | 'Problem', ValidateFunction>
}>({
  /** Asks as a client of its own, so that no test uses up another's share of requests. */
  api: async ({ playwright, site }, use) => {
    const context = await playwright.request.newContext({
      baseURL: site.url,
      extraHTTPHeaders: { 'X-Forwarded-For': anyIpAddress() },
    })
    await use(context)
    await context.dispose()
  },
  /** What the served OpenAPI document says of the answers. */
  validators: async ({ api }, use) => {
    const document = await (await api.get('/api/v1/openapi.json')).json()
    // The document is more than a schema, so words outside the schemas are passed over.
    const ajv = new Ajv2020({ strict: false, allErrors: true })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    const validatorOf = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` })
    await use({
      Business: validatorOf('Business'),
      BusinessList: validatorOf('BusinessList'),
      Problem: validatorOf('Problem'),
    })
  },
})

function anyIpAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
}

async function list(api: APIRequestContext, query = ''): Promise<List> {
  const answer = await api.get(businesses + query)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/json; charset=utf-8')
  return answer.json()
}

async function readProblem(answer: APIResponse, validate: ValidateFunction, status: number) {
  expect(answer.status()).toBe(status)
  expect(answer.headers()['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers()['cache-control']).toBe('no-store')
  const problem = await answer.json()
  validate(problem)
  expect(validate.errors).toBeNull()
  expect(problem.status).toBe(status)
  return problem
}

test('every page of the list is as the document says, and together they hold every business once', async ({
  api,
  validators,
  ask,
  site,
}) => {
  const listed = await ask<{ business_slug: string }>('SELECT business_slug FROM public_businesses_view')
  // Owners may show the address that they sign in with: then it is the listing's own.
  const owners = await ask<{ email: string }>(
    'SELECT email FROM users u WHERE NOT EXISTS (SELECT FROM businesses b WHERE b.email = u.email)',
  )
  const slugs: string[] = []
  let next: string | null = `${site.url}${businesses}`
  let texts = ''
  while (next) {
    const answer = await api.get(next)
    expect(answer.status()).toBe(200)
    const page: List = await answer.json()
    validators.BusinessList(page)
    expect(validators.BusinessList.errors).toBeNull()
    expect(page.total).toBe(listed.length)
    slugs.push(...page.data.map(({ business_slug }) => business_slug))
    texts += JSON.stringify(page)
    next = page.links.next
  }
  expect(slugs).toHaveLength(listed.length)
  expect(new Set(slugs)).toEqual(new Set(listed.map(({ business_slug }) => business_slug)))
  expect(texts).not.toContain('profile_id')
  expect(texts).not.toContain('created_by')
  expect(owners.filter(({ email }) => texts.includes(`"${email}"`))).toEqual([])
})

test('the document lets no other field through', async ({ api, validators }) => {
  const page = await list(api, '?search=zebra')
  const [business] = page.data
  expect(validators.Business(business)).toBe(true)
  expect(validators.Business({ ...business, profile_id: 'x' })).toBe(false)
  const { name: _, ...nameless } = business ?? {}
  expect(validators.Business(nameless)).toBe(false)
  expect(validators.BusinessList({ ...page, extra: 1 })).toBe(false)
})

test('one business is told in full, with absolute links', async ({ api, validators, site, request }) => {
  const answer = await api.get(`${businesses}/${full.slug}`)
  expect(answer.status()).toBe(200)
  const business: Business = await answer.json()
  validators.Business(business)
  expect(validators.Business.errors).toBeNull()
  expect(business).toMatchObject({
    name: full.name,
    business_slug: full.slug,
    tagline: full.tagline,
    description: full.description,
    products_services: full.services.join('\n'),
    industry_id: 8,
    industry_name: 'Construction & Trades',
    street_address: '1 Sample Yard',
    city: 'Kendal',
    county: 'Cumbria',
    postcode: 'LA9 0XX',
    service_branch: 'Royal Navy',
    relationship_type: 'Veteran',
    claim: 'Verified veteran-owned',
    email: full.email,
    business_phone_number: full.phone,
    website_url: full.website,
    promo_video_url: full.video,
  })
  expect(business.gallery_images).toHaveLength(3)
  for (const address of [business.logo_url, ...business.gallery_images.map(({ image_url }) => image_url)]) {
    expect(address).toContain(`${site.url}/files/`)
    const file = await request.get(address ?? '')
    expect(file.status()).toBe(200)
    expect(file.headers()['cross-origin-resource-policy']).toBe('cross-origin')
  }
})

test('links that are not http(s) are null, whatever is stored', async ({ api, validators }) => {
  const business: Business = await (await api.get(`${businesses}/${hostile.slug}`)).json()
  validators.Business(business)
  expect(validators.Business.errors).toBeNull()
  const { website_url, facebook_url, linkedin_url, instagram_url, twitter_url, tiktok_url, promo_video_url } = business
  for (const link of [
    website_url,
    facebook_url,
    linkedin_url,
    instagram_url,
    twitter_url,
    tiktok_url,
    promo_video_url,
  ]) {
    expect(link).toBeNull()
  }
})

for (const [query, condition] of [
  ['search=zest', "name LIKE 'Zest%'"],
  ['trade=plumber', "EXISTS (SELECT FROM business_trades WHERE business_id = id AND trade_id = 'plumber')"],
  ['industry=8', "industry_name = 'Construction & Trades'"],
  ['city=don', "city ILIKE '%don%'"],
  ['county=shire', "county ILIKE '%shire%'"],
  ['postcode=LA9+0', "replace(postcode, ' ', '') ILIKE '%LA90%'"],
  ['service_branch=Royal+Navy', "service_branch = 'Royal Navy'"],
  ['relationship_type=Reservist', "relationship_type = 'Reservist'"],
  ['hasGallery=true', "gallery_images <> '[]'"],
  ['hasWebsite=true', "website_url ~* '^https?://'"],
  ['hasWebsite=false', 'true'],
  ['service_branch=British+Army&hasWebsite=true', "service_branch = 'British Army' AND website_url ~* '^https?://'"],
] as const) {
  test(`${query} has the exact total of what it finds`, async ({ api, count }) => {
    const page = await list(api, `?${query}`)
    const expected = await count(condition)
    expect(expected).toBeGreaterThan(0)
    expect(page).toMatchObject({ total: expected, page: 1, page_size: 12, page_count: Math.ceil(expected / 12) })
    expect(page.data).toHaveLength(Math.min(12, expected))
  })
}

for (const [sign, name] of [
  ['%', wildcards.percent],
  ['_', wildcards.underscore],
  ['\\', wildcards.backslash],
] as const) {
  test(`the wildcard ${sign} finds itself alone`, async ({ api }) => {
    const page = await list(api, `?search=${encodeURIComponent(sign)}`)
    expect(page.data.map((business) => business.name)).toEqual([name])
    expect(page.total).toBe(1)
  })
}

test('pages know their neighbours, and a page past the end is empty', async ({ api, site, count }) => {
  const total = await count('true')
  const last = Math.ceil(total / 12)
  const address = `${site.url}${businesses}`
  expect((await list(api, '?page=1')).links).toEqual({
    self: address,
    first: address,
    last: `${address}?page=${last}`,
    previous: null,
    next: `${address}?page=2`,
  })
  expect((await list(api, `?page=${last}`)).links).toMatchObject({
    previous: `${address}?page=${last - 1}`,
    next: null,
  })
  const beyond = await list(api, '?page=9999')
  expect(beyond).toMatchObject({ data: [], total, page: 9999, page_count: last })
  expect(beyond.links).toMatchObject({ previous: `${address}?page=${last}`, next: null })
  expect(await list(api, '?search=xqzzyv')).toMatchObject({ data: [], total: 0, page_count: 1 })
})

test('parameters that make no sense are refused, each by name', async ({ api, validators }) => {
  const bad = {
    search: 'x'.repeat(201),
    trade: 'nonesuch',
    industry: '999',
    city: 'x'.repeat(201),
    county: 'x'.repeat(201),
    postcode: 'x'.repeat(201),
    service_branch: 'Space Force',
    relationship_type: 'Friend',
    hasGallery: 'perhaps',
    hasWebsite: 'perhaps',
    page: '-1',
  }
  const all = await readProblem(await api.get(businesses, { params: bad }), validators.Problem, 400)
  const named = all.errors.map(({ parameter }: { parameter: string }) => parameter).sort()
  expect(named).toEqual(Object.keys(bad).sort())
  for (const page of ['0', '1.5', 'many', '', '99999999999999999999']) {
    const problem = await readProblem(await api.get(businesses, { params: { page } }), validators.Problem, 400)
    expect(problem.errors).toEqual([{ parameter: 'page', message: 'The page must be a whole number from 1.' }])
  }
})

for (const query of [
  'search=%00',
  'search=%c3%28',
  'search[]=a&page[]=9',
  "search=';DROP TABLE users;--",
  'search=%',
]) {
  test(`?${query} is an ordinary search`, async ({ api, validators }) => {
    const page = await list(api, `?${query}`)
    validators.BusinessList(page)
    expect(validators.BusinessList.errors).toBeNull()
  })
}

test('what is not there and what may not be seen are the same', async ({ api, validators }) => {
  for (const slug of ['nobody', 'zenith-hidden-suspended', '%c3%28', '..%2f..', 'a'.repeat(900)]) {
    const problem = await readProblem(await api.get(`${businesses}/${slug}`), validators.Problem, 404)
    expect(problem.detail).toBe('No listed business has this slug.')
  }
  // What no address can be is refused before anything looks for it.
  for (const slug of ['%00', 'a'.repeat(5_000)])
    await readProblem(await api.get(`${businesses}/${slug}`), validators.Problem, 404)
  await readProblem(await api.get('/api/v1/nothing'), validators.Problem, 404)
  await readProblem(await api.get('/api/v2/businesses'), validators.Problem, 404)
})

test('nothing but reading is allowed', async ({ api, validators }) => {
  for (const address of [businesses, `${businesses}/${bare.slug}`]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await api.fetch(address, { method, data: { name: 'x' } })
      await readProblem(answer, validators.Problem, 405)
      expect(answer.headers().allow).toBe('GET, HEAD, OPTIONS')
    }
  }
  const head = await api.head(businesses)
  expect(head.status()).toBe(200)
  expect(await head.body()).toHaveLength(0)
})

test('whoever has an answer already is told 304', async ({ api }) => {
  for (const address of [`${businesses}?search=zest`, `${businesses}/${full.slug}`]) {
    const first = await api.get(address)
    const etag = first.headers().etag ?? ''
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    const again = await api.get(address, { headers: { 'If-None-Match': `"other", ${etag}` } })
    expect(again.status()).toBe(304)
    expect(again.headers().etag).toBe(etag)
    expect(await again.body()).toHaveLength(0)
    expect((await api.get(address, { headers: { 'If-None-Match': '"other"' } })).status()).toBe(200)
  }
  const other = await api.get(`${businesses}?search=zebra`)
  expect(other.headers().etag).not.toBe((await api.get(`${businesses}?search=zest`)).headers().etag)
})

test("another site's page may read, and nothing more", async ({ api }) => {
  const origin = { Origin: 'https://elsewhere.example' }
  const answer = await api.get(businesses, { headers: origin })
  expect(answer.headers()['access-control-allow-origin']).toBe('*')
  expect(answer.headers()['access-control-expose-headers']).toContain('ETag')
  expect(answer.headers()).not.toHaveProperty('access-control-allow-credentials')
  const preflight = await api.fetch(businesses, {
    method: 'OPTIONS',
    headers: { ...origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'if-none-match' },
  })
  expect(preflight.status()).toBe(204)
  expect(preflight.headers()['access-control-allow-origin']).toBe('*')
  expect(preflight.headers()['access-control-allow-methods']).toBe('GET,HEAD')
  expect(preflight.headers()['access-control-allow-headers']).toBe('If-None-Match')
  const page = await api.get('/directory', { headers: origin })
  expect(page.headers()).not.toHaveProperty('access-control-allow-origin')
})

test('too many requests are refused until later, whatever else the client claims to be', async ({
  playwright,
  site,
  validators,
}) => {
  const address = anyIpAddress()
  const client = await playwright.request.newContext({ baseURL: site.url })
  const ask = (forwardedFor: string) =>
    client.get(`${businesses}/${bare.slug}`, { headers: { 'X-Forwarded-For': forwardedFor } })

  const first = await ask(address)
  expect(first.headers()).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '119' })
  for (let round = 0; round < 7; round += 1) {
    const answers = await Promise.all(Array.from({ length: 17 }, () => ask(address)))
    expect(answers.every((answer) => answer.status() === 200)).toBe(true)
  }
  const refused = await ask(address)
  const problem = await readProblem(refused, validators.Problem, 429)
  const seconds = Number(refused.headers()['retry-after'])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(problem.detail).toBe(`At most 120 requests a minute. Try again in ${seconds} seconds.`)
  expect(refused.headers()['ratelimit-remaining']).toBe('0')
  // What a client writes in front of its own address is its own affair.
  expect((await ask(`192.0.2.1, ${address}`)).status()).toBe(429)
  expect((await ask(anyIpAddress())).status()).toBe(200)
  await client.dispose()
})

test('the document names every parameter and every answer', async ({ api, site }) => {
  const answer = await api.get('/api/v1/openapi.json')
  expect(answer.headers()['content-type']).toMatch(/^application\/json/)
  const document = await answer.json()
  expect(document.openapi).toMatch(/^3\.1\./)
  expect(document.servers).toEqual([{ url: `${site.url}/api/v1` }])
  const { get } = document.paths['/businesses']
  expect(get.parameters.map(({ name }: { name: string }) => name)).toEqual([
    ...['search', 'trade', 'industry', 'city', 'county', 'postcode', 'service_branch', 'relationship_type'],
    ...['hasGallery', 'hasWebsite', 'near', 'within', 'sort', 'exact', 'page'],
  ])
  expect(Object.keys(get.responses)).toEqual(['200', '304', '400', '429', '503'])
  expect(Object.keys(document.paths['/businesses/{slug}'].get.responses)).toEqual(['200', '304', '404', '429', '503'])
})
