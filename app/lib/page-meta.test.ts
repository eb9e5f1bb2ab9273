import { describe, expect, test } from 'vitest'
import { pageMeta, shortenTextAtWord } from './page-meta.ts'

const page = {
  title: 'Fern & Hollow',
  description: 'Woodwork from Kendal.',
  canonical: 'https://muster.example/business/fern-and-hollow-kendal',
  picture: { url: 'https://muster.example/picture.png', alt: 'Fern & Hollow, Kendal' },
}

describe('pageMeta', () => {
  test('says the same to search engines and to those who share the page', () => {
    expect(pageMeta(page)).toEqual([
      { title: 'Fern & Hollow \u2013 Muster' },
      { name: 'description', content: page.description },
      { tagName: 'link', rel: 'canonical', href: page.canonical },
      { property: 'og:site_name', content: 'Muster' },
      { property: 'og:locale', content: 'en_GB' },
      { property: 'og:type', content: 'website' },
      { property: 'og:title', content: 'Fern & Hollow' },
      { property: 'og:description', content: page.description },
      { property: 'og:url', content: page.canonical },
      { property: 'og:image', content: page.picture.url },
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
      { property: 'og:image:alt', content: page.picture.alt },
      { name: 'twitter:card', content: 'summary_large_image' },
    ])
  })

  test('keeps a hidden page out of search engines', () => {
    expect(pageMeta({ ...page, hidden: true })).toContainEqual({ name: 'robots', content: 'noindex, follow' })
  })

  test('shortens a long description to 160 characters', () => {
    const described = pageMeta({ ...page, description: 'Good work. '.repeat(100) })
    const contents = described.flatMap((entry) =>
      ('name' in entry && entry.name === 'description') || ('property' in entry && entry.property === 'og:description')
        ? [String('content' in entry ? entry.content : '')]
        : [],
    )
    expect(contents).toHaveLength(2)
    for (const content of contents) {
      expect(content.length).toBeLessThanOrEqual(160)
      expect(content).toMatch(/(Good|work\.)\u2026$/)
    }
  })
})

describe('shorten', () => {
  test('leaves a short text as it is, on one line', () => {
    expect(shortenTextAtWord('  one\n two\t three ', 160)).toBe('one two three')
  })

  test('keeps a text of exactly the length', () => {
    expect(shortenTextAtWord('a'.repeat(20), 20)).toBe('a'.repeat(20))
  })

  test('cuts at a word', () => {
    expect(shortenTextAtWord('alpha bravo charlie delta', 20)).toBe('alpha bravo charlie\u2026')
    expect(shortenTextAtWord('alpha bravo charlie delta', 18)).toBe('alpha bravo\u2026')
  })

  test('cuts a single long word in the middle', () => {
    const short = shortenTextAtWord('a'.repeat(10_000), 160)
    expect(short.length).toBeLessThanOrEqual(160)
    expect(short).toMatch(/^a+\u2026$/)
  })

  test('never cuts an emoji in two', () => {
    for (const start of ['', 'x', 'xy ', 'xyz ']) {
      const short = shortenTextAtWord(start + '\ud83d\ude80'.repeat(200), 161)
      expect(short.isWellFormed()).toBe(true)
      expect(short.length).toBeLessThanOrEqual(161)
    }
  })
})
