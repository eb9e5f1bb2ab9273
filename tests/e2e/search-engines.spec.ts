import type { APIRequestContext, Page } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import { emoji, full, hidden, hostile, long, rightToLeft } from './support/named-businesses.ts'
import { expect, test } from './support/test.ts'

const publicPaths = [
  ...[
    '/',
    '/about',
    '/mission-values',
    '/team',
    '/partners/sage',
    '/partners/reu',
    '/contact',
    '/resources',
    '/support',
  ],
  ...[
    '/podcasts',
    '/shop',
    '/privacy-policy',
    '/cookie-policy',
    '/terms-and-conditions',
    '/accessibility',
    '/directory',
  ],
  '/verification',
]

const parser = new XMLParser({ isArray: (name) => name === 'sitemap' || name === 'url' })

async function readSitemap(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8')
  return parser.parse(await answer.text(), true)
}

async function readJsonLd(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}

const metaOf = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')

test('robots.txt lets everyone in and names the sitemap', async ({ request, site }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain('User-agent: *\nAllow: /\n')
  expect(text).toContain(`\nSitemap: ${site.url}/sitemap.xml\n`)
})

test('machines find what the site is, and whom to tell of a weakness', async ({ request, site }) => {
  const llms = await request.get('/llms.txt')
  expect(llms.headers()['content-type']).toBe('text/plain; charset=utf-8')
  expect(await llms.text()).toContain(`](${site.url}/api/v1/openapi.json)`)

  const moved = await request.get('/security.txt', { maxRedirects: 0 })
  expect([moved.status(), moved.headers().location]).toEqual([301, '/.well-known/security.txt'])
  const security = await request.get('/.well-known/security.txt')
  expect(security.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const fields = new Map((await security.text()).split('\n').map((line) => line.split(': ', 2) as [string, string]))
  expect(fields.get('Contact')).toBe('mailto:hello@muster.example')
  const left = Date.parse(fields.get('Expires') ?? '') - Date.now()
  expect(left).toBeGreaterThan(30 * 86_400_000)
  expect(left).toBeLessThan(365 * 86_400_000)
})

test('a browser finds a symbol in every size, and colours for what it draws around the page', async ({
  page,
  request,
}) => {
  await page.goto('/resources')
  const sizes = new Map<string, number>()
  const icons = await page.locator('link[rel="icon"], link[rel="apple-touch-icon"]').all()
  for (const icon of icons) {
    const answer = await request.get((await icon.getAttribute('href')) ?? '')
    expect(answer.status()).toBe(200)
  }
  sizes.set('/apple-touch-icon.png', 180)
  const manifestAt = (await page.locator('link[rel="manifest"]').getAttribute('href')) ?? ''
  const answer = await request.get(manifestAt)
  expect(answer.headers()['content-type']).toBe('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Muster', short_name: 'Muster', start_url: '/' })
  for (const { src, sizes: size, type } of manifest.icons) {
    if (type === 'image/png') sizes.set(src, Number.parseInt(size, 10))
    else expect((await request.get(src)).status()).toBe(200)
  }
  expect(sizes.size).toBe(4)
  for (const [address, side] of sizes) {
    expect(await sizeOfPng(request, address)).toEqual({ width: side, height: side })
  }
  const colours = page.locator('meta[name="theme-color"]')
  await expect(colours).toHaveCount(2)
  expect(await colours.first().getAttribute('content')).toBe(manifest.theme_color)
})

// spec: 22.7
test('the sitemaps hold exactly the listed businesses and the screens for everyone', async ({ request, site, ask }) => {
  const index = await readSitemap(request, '/sitemap.xml')
  const files: string[] = index.sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc)
  const entries: { loc: string; lastmod?: string }[] = []
  // Podcasts come and go with the tests about them, which look for them there.
  const own = files.filter((file) => !/\/(podcasts|shop)\.xml$/.test(file))
  for (const file of own) entries.push(...(await readSitemap(request, file)).urlset.url)
  // Asked of the tables, not of what the product reads.
  const listed = await ask<{ business_slug: string }>(`
    SELECT b.business_slug FROM businesses b
    JOIN profiles p ON p.id = b.profile_id AND p.suspended_at IS NULL
    JOIN verification_statuses s ON s.id = p.verification_status_id
    WHERE s.name = 'Verified' AND b.is_active IS DISTINCT FROM false`)
  const expected = [
    ...publicPaths.map((path) => site.url + path),
    ...listed.map(({ business_slug }) => `${site.url}/business/${business_slug}`),
  ]
  expect(entries.map(({ loc }) => loc).sort()).toEqual(expected.sort())
  expect(listed.length).toBeGreaterThan(380)
  for (const slug of Object.values(hidden)) expect(JSON.stringify(entries)).not.toContain(slug)
  for (const { loc, lastmod } of entries) {
    if (loc.includes('/business/')) expect(String(lastmod)).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})

test('a business tells search engines and networks who it is', async ({ page, site, request }) => {
  await page.goto(`/business/${full.slug}`)
  const canonical = `${site.url}/business/${full.slug}`
  await expect(page).toHaveTitle('Zebra Workshop, Kendal, Cumbria – Muster')
  expect(await metaOf(page, 'description')).toBe(
    'Striped furniture, made by hand. We make striped things. We have made them since 2015.',
  )
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', canonical)
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
  expect(await metaOf(page, 'og:title')).toBe('Zebra Workshop, Kendal, Cumbria')
  expect(await metaOf(page, 'og:url')).toBe(canonical)
  const picture = (await metaOf(page, 'og:image')) ?? ''
  expect(picture).toMatch(new RegExp(`^${RegExp.escape(canonical)}/picture\\.png\\?v=[\\w-]+$`))
  expect(await sizeOfPng(request, picture)).toEqual({ width: 1200, height: 630 })

  const [facts = {}] = await readJsonLd(page)
  expect(facts).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': canonical,
    url: canonical,
    name: full.name,
    slogan: full.tagline,
    telephone: full.phone,
    email: full.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: '1 Sample Yard',
      addressLocality: 'Kendal',
      addressRegion: 'Cumbria',
      postalCode: 'LA9 0XX',
      addressCountry: 'GB',
    },
    knowsAbout: [...full.services],
  })
  expect(facts.sameAs).toHaveLength(8)
  for (const image of facts.image as string[]) expect((await request.get(image)).status()).toBe(200)
})

test('nothing in a business can break out of its facts or its picture', async ({ page, request, guard }) => {
  guard.expectComplaint(/404.*\/files\//)
  for (const { slug, name } of [hostile, rightToLeft, emoji, long]) {
    await page.goto(`/business/${slug}`)
    const [facts] = await readJsonLd(page)
    expect(facts).toMatchObject({ '@type': 'LocalBusiness', name })
    expect(JSON.stringify(facts)).not.toMatch(/"(javascript|data|vbscript):/i)
    expect(await metaOf(page, 'og:title')).toContain(name)
    expect(await sizeOfPng(request, (await metaOf(page, 'og:image')) ?? '')).toEqual({ width: 1200, height: 630 })
    expect(((await metaOf(page, 'description')) ?? '').length).toBeLessThanOrEqual(161)
  }
})

test('a page of results is an ItemList with its places counted on', async ({ page, site, count }) => {
  await page.goto('/directory?page=2')
  const [list] = await readJsonLd(page)
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: await count('true') })
  const items = list?.itemListElement as { position: number; url: string; name: string }[]
  expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, index) => 13 + index))
  expect(items.map(({ name }) => name)).toEqual(await page.locator('.business-card h3').allInnerTexts())
  for (const { url } of items) expect(url).toMatch(new RegExp(`^${RegExp.escape(site.url)}/business/[a-z0-9-]+$`))
})

test('the directory and its pages are there to be found, searches of it are not', async ({ page, site, request }) => {
  await page.goto('/directory')
  await expect(page).toHaveTitle('The Directory – Muster')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/directory`)
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
  expect(await metaOf(page, 'description')).toMatch(/verified veteran-owned business/)
  expect(await sizeOfPng(request, (await metaOf(page, 'og:image')) ?? '')).toEqual({ width: 1200, height: 630 })
  await page.goto('/directory?page=2')
  await expect(page).toHaveTitle('The Directory, page 2 – Muster')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/directory?page=2`)
  await page.goto('/directory?nonsense=1&search=zest')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/directory?search=zest`)
  expect(await metaOf(page, 'robots')).toBe('noindex, follow')
  await page.goto('/verification')
  await expect(page).toHaveTitle('Verification – Muster')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/verification`)
})

async function sizeOfPng(request: APIRequestContext, address: string): Promise<{ width: number; height: number }> {
  const answer = await request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/png')
  const bytes = await answer.body()
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
