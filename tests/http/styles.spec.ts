import { gzipSync } from 'node:zlib'
import { expect, test } from '../e2e/support/http-test.ts'
import { full } from '../e2e/support/named-businesses.ts'

/** Bytes of gzipped styles that a page of a visitor may load. */
const budget = 14_400

/** Classes of screens that visitors never see: the lists and cases of the staff, the wizards, and the settings of members. */
const foreign = ['.ledger', '.case-body', '.wizard', '.settings-section', '.overview', '.gallery-index']

for (const address of ['/directory', '/', `/business/${full.slug}`, '/podcasts', '/shop', '/about', '/contact']) {
  test(`the styles of ${address} are small, and of no other screen`, async ({ request }) => {
    const html = await (await request.get(address)).text()
    const sheets = [...html.matchAll(/<link[^>]* rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href)
    expect(sheets.length).toBeGreaterThan(0)
    const texts = await Promise.all(sheets.map(async (href) => (await request.get(href)).text()))
    const size = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
    expect(size).toBeLessThanOrEqual(budget)
    for (const name of foreign) expect(texts.join('\n')).not.toContain(`${name}{`)
  })
}
