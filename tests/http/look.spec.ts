import { gzipSync } from 'node:zlib'
import { full } from '../e2e/support/named-businesses.ts'
import { expect, test } from '../e2e/support/plain-page.ts'

// What pages show besides their words.

// spec: look.2
test('a business page shows no picture twice, and has one button to share it', async ({ visitor }) => {
  await visitor.goto(`/business/${full.slug}`)
  const images = visitor.document.querySelectorAll('.subbar img, .business-head img, .business-body img')
  const sources = [...images].map((image) => image.getAttribute('src'))
  expect(sources).toHaveLength(full.captions.length + 1)
  expect(new Set(sources).size).toBe(sources.length)
  expect(visitor.texts('button').filter((text) => text === 'Share')).toHaveLength(1)
})

// spec: look.3
test('addresses of a business break where they should', async ({ visitor }) => {
  await visitor.goto(`/business/${full.slug}`)
  const contact = visitor.region('Contact Information')
  expect(visitor.find('a[href^="mailto:"] span', contact).innerHTML).toBe('hello<wbr>@zebra<wbr>.example')
  expect(visitor.find('address', contact).textContent).toBe('1 Sample Yard\nKendal, Cumbria\nLA9\u00a00XX')
})

// spec: look.5
test('the firms that the front page names can be visited', async ({ visitor }) => {
  await visitor.goto('/')
  const firms = [...visitor.document.querySelectorAll('.hero-map a')]
  expect(firms.length).toBeGreaterThan(1)
  for (const firm of firms) {
    const [name = ''] = visitor.texts('text', firm)
    await visitor.goto(firm.getAttribute('href') ?? '')
    expect(visitor.status).toBe(200)
    expect(visitor.text('h1')).toBe(name)
  }
})

for (const [path, drawing] of [
  ['/mission-values', 'mission'],
  ['/about', 'about'],
  ['/partners/reu', 'reu'],
  ['/support', 'support'],
]) {
  // spec: look.4
  test(`${path} has a drawing of its own, for the eye alone, in the theme's colours`, async ({ visitor }) => {
    await visitor.goto(path ?? '')
    const svg = visitor.find('.page-head .drawing')
    expect(svg.getAttribute('aria-hidden')).toBe('true')
    const [file, id] = (svg.querySelector('use')?.getAttribute('href') ?? '').split('#')
    expect(file).toBe(`/art/${drawing}.svg`)
    const answer = await visitor.request.get(file ?? '')
    expect(answer.headers()['cache-control']).toContain('max-age')
    const body = await answer.text()
    expect(body).toContain(`<g id="${id}">`)
    expect(body.match(/var\(--art-/g)?.length).toBeGreaterThan(5)
    expect(gzipSync(body).length).toBeLessThan(3_000)
  })
}
