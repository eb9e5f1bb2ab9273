import { HtmlValidate } from 'html-validate'
import { contentPaths } from '../e2e/support/content-paths.ts'
import { expect, test } from '../e2e/support/http-test.ts'
import { full } from '../e2e/support/named-businesses.ts'

const checker = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What the HTML standard forbids in a document, a line each. */
async function findMistakes(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}

for (const path of [
  ...contentPaths,
  ...['/podcasts', '/shop', '/shop/cart', '/how-we-verify'],
  ...['/directory', '/directory?search=xqzzyv', `/business/${full.slug}`],
  ...['/auth', '/auth?tab=register', '/verification', '/business-onboarding', '/no-such-page'],
]) {
  test(`the page at ${path} follows the HTML standard`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    expect(html).toContain('</html>')
    expect(await findMistakes(html)).toEqual([])
  })
}

test('a mistake in the markup is found', async () => {
  expect(await findMistakes('<div><figcaption>Beside no figure</figcaption></div>')).toEqual([
    'element-permitted-content: <figcaption> element is not permitted as content under <div>',
  ])
})
