import type { APIRequestContext } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import { contentPaths } from '../e2e/support/content-paths.ts'
import { emoji, full, hidden, hostile, long, rightToLeft } from '../e2e/support/named-businesses.ts'
import { expect, type PlainPage, test } from '../e2e/support/plain-page.ts'

const publicPaths = [
  ...contentPaths,
  ...['/podcasts', '/shop', '/how-we-verify', '/verify', '/directory'],
  '/verification',
]

const parser = new XMLParser({ isArray: (name) => name === 'sitemap' || name === 'url' })

async function readSitemap(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8')
  return parser.parse(await answer.text(), true)
}

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

// spec: 22.7
test('the sitemaps hold exactly the listed businesses and the screens for everyone', async ({ request, site, ask }) => {
  // Again, where another test lists a business meanwhile.
  await expect(async () => {
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
    const trades = await ask<{ trade_id: string; place_slug: string }>('SELECT trade_id, place_slug FROM trade_pages')
    const expected = [
      ...publicPaths.map((path) => site.url + path),
      ...listed.map(({ business_slug }) => `${site.url}/business/${business_slug}`),
      ...trades.map(({ trade_id, place_slug }) => `${site.url}/find/${trade_id}/${place_slug}`),
    ]
    expect(entries.map(({ loc }) => loc).sort()).toEqual(expected.sort())
    expect(listed.length).toBeGreaterThan(380)
    for (const slug of Object.values(hidden)) expect(JSON.stringify(entries)).not.toContain(slug)
    for (const { loc, lastmod } of entries) {
      if (loc.includes('/business/')) expect(String(lastmod)).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  }).toPass({ timeout: 20_000 })
})

function readJsonLd(page: PlainPage): Record<string, unknown>[] {
  const scripts = page.document.querySelectorAll('script[type="application/ld+json"]')
  return [...scripts].map(({ textContent }) => JSON.parse(textContent ?? ''))
}

const metaOf = (page: PlainPage, name: string) =>
  page.find(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
const canonicalOf = (page: PlainPage) => page.find('link[rel="canonical"]').getAttribute('href')

test('a browser finds a symbol in every size, and colours for what it draws around the page', async ({
  visitor: page,
  request,
}) => {
  await page.goto('/resources')
  const sizes = new Map<string, number>()
  for (const icon of page.document.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]')) {
    expect((await request.get(icon.getAttribute('href') ?? '')).status()).toBe(200)
  }
  sizes.set('/apple-touch-icon.png', 180)
  const manifestAt = page.find('link[rel="manifest"]').getAttribute('href') ?? ''
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
  const colours = [...page.document.querySelectorAll('meta[name="theme-color"]')]
  expect(colours).toHaveLength(2)
  expect(colours[0]?.getAttribute('content')).toBe(manifest.theme_color)
})

test('a business tells search engines and networks who it is', async ({ visitor: page, site, request }) => {
  await page.goto(`/business/${full.slug}`)
  const canonical = `${site.url}/business/${full.slug}`
  expect(page.text('head title')).toBe('Zebra Workshop, Kendal, Cumbria – Muster')
  expect(metaOf(page, 'description')).toBe(
    'Striped furniture, made by hand. We make striped things. We have made them since 2015.',
  )
  expect(canonicalOf(page)).toBe(canonical)
  expect(page.texts('meta[name="robots"]')).toEqual([])
  expect(metaOf(page, 'og:title')).toBe('Zebra Workshop, Kendal, Cumbria')
  expect(metaOf(page, 'og:url')).toBe(canonical)
  const picture = metaOf(page, 'og:image') ?? ''
  expect(picture).toMatch(new RegExp(`^${RegExp.escape(canonical)}/picture\\.png\\?v=[\\w-]+$`))
  expect(await sizeOfPng(request, picture)).toEqual({ width: 1200, height: 630 })

  const [facts = {}] = readJsonLd(page)
  expect(facts).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': canonical,
    url: canonical,
    name: full.name,
    slogan: full.tagline,
    telephone: '+44 1632 960987',
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

test('nothing in a business can break out of its facts or its picture', async ({ visitor: page, request }) => {
  for (const { slug, name } of [hostile, rightToLeft, emoji, long]) {
    await page.goto(`/business/${slug}`)
    const [facts] = readJsonLd(page)
    expect(facts).toMatchObject({ '@type': 'LocalBusiness', name })
    expect(JSON.stringify(facts)).not.toMatch(/"(javascript|data|vbscript):/i)
    expect(metaOf(page, 'og:title')).toContain(name)
    expect(await sizeOfPng(request, metaOf(page, 'og:image') ?? '')).toEqual({ width: 1200, height: 630 })
    expect((metaOf(page, 'description') ?? '').length).toBeLessThanOrEqual(161)
  }
})

test('a page of results is an ItemList with its places counted on', async ({ visitor: page, site, count }) => {
  await page.goto('/directory?page=2')
  const [list] = readJsonLd(page)
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: await count('true') })
  const items = list?.itemListElement as { position: number; url: string; name: string }[]
  expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 12 }, (_, index) => 13 + index))
  expect(items.map(({ name }) => name)).toEqual(page.texts('.business-card h3'))
  for (const { url } of items) expect(url).toMatch(new RegExp(`^${RegExp.escape(site.url)}/business/[a-z0-9-]+$`))
})

test('the directory and its pages are there to be found, searches of it are not', async ({
  visitor: page,
  site,
  request,
}) => {
  await page.goto('/directory')
  expect(page.text('head title')).toBe('The Directory – Muster')
  expect(canonicalOf(page)).toBe(`${site.url}/directory`)
  expect(page.texts('meta[name="robots"]')).toEqual([])
  expect(metaOf(page, 'description')).toMatch(/verified veteran-owned business/)
  expect(await sizeOfPng(request, metaOf(page, 'og:image') ?? '')).toEqual({ width: 1200, height: 630 })
  await page.goto('/directory?page=2')
  expect(page.text('head title')).toBe('The Directory, page 2 – Muster')
  expect(canonicalOf(page)).toBe(`${site.url}/directory?page=2`)
  await page.goto('/directory?nonsense=1&search=zest')
  expect(canonicalOf(page)).toBe(`${site.url}/directory?search=zest`)
  expect(metaOf(page, 'robots')).toBe('noindex, follow')
  await page.goto('/verification')
  expect(page.text('head title')).toBe('Verification – Muster')
  expect(canonicalOf(page)).toBe(`${site.url}/verification`)
})

async function sizeOfPng(request: APIRequestContext, address: string): Promise<{ width: number; height: number }> {
  const answer = await request.get(address)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toBe('image/png')
  const bytes = await answer.body()
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
