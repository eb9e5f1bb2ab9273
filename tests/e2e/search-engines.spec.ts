import type { APIRequestContext, Page } from '@playwright/test'
import { emoji, full, hostile, long, rightToLeft } from './support/named-businesses.ts'
import { expect, test } from './support/test.ts'

async function readJsonLd(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}

const metaOf = (page: Page, name: string) =>
  page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')

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
