import type { APIRequestContext } from '@playwright/test'
import { XMLParser } from 'fast-xml-parser'
import { contentPaths } from '../e2e/support/content-paths.ts'
import { expect, test } from '../e2e/support/http-test.ts'
import { hidden } from '../e2e/support/named-businesses.ts'

const publicPaths = [...contentPaths, ...['/podcasts', '/shop', '/how-we-verify', '/directory'], '/verification']

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
