import { expect, test } from 'vitest'
import { compileContentArticle } from './compile.ts'

const head = (extra = '') => `---\npath: /terms\ntitle: Terms\nsummary: What holds.\nupdated: 2026-01-02\n${extra}---\n`

test('makes HTML of Markdown, with sections to lead to', () => {
  const article = compileContentArticle('terms.md', `${head()}\n## Delivery\n\nSoon.\n\n## Delivery\n\n### More\n`)
  expect(article).toMatchObject({ title: 'Terms', updated: '2026-01-02' })
  expect(article.sections).toEqual([
    { id: 'delivery', title: 'Delivery' },
    { id: 'delivery-1', title: 'Delivery' },
  ])
  expect(article.html).toContain('<h2 id="delivery">Delivery</h2>\n<p>Soon.</p>')
})

test('a table can be scrolled by itself, and is known by the heading above it', () => {
  const { html } = compileContentArticle(
    'terms.md',
    `${head()}\n### To "you"\n\n| To | Days |\n| --- | --- |\n| Japan | 4 |\n`,
  )
  expect(html).toContain(
    '<section class="table-region" aria-label="To &quot;you&quot;" tabindex="0"><table class="table">\n<thead>',
  )
  expect(html).toContain('</table></section>')
})

test('takes HTML for text, and makes no link that would run something', () => {
  const { html } = compileContentArticle('terms.md', `${head()}<script>alert(1)</script> [here](javascript:alert(1))\n`)
  expect(html).not.toContain('<script')
  expect(html).not.toContain('href')
})

test.each([
  ['no head', '## Delivery\n', /^terms\.md:1 must begin with a head/],
  ['a head that lacks something', '---\npath: /terms\ntitle: Terms\nsummary: x\n---\n', /^terms\.md:2 updated: /],
  [
    'a head with a wrong day',
    '---\npath: /terms\ntitle: Terms\nsummary: x\nupdated: 2nd\n---\n',
    /^terms\.md:5 updated: /,
  ],
  ['a head with a wrong path', head().replace('/terms', 'terms'), /^terms\.md:2 path: is a path such as/],
  ['a second title', `${head()}\nWords.\n\n# Terms\n`, /^terms\.md:10 headings begin with ##/],
])('tells file and line of %s', (_, text, message) => {
  expect(() => compileContentArticle('terms.md', text)).toThrow(message)
})
