import { describe, expect, test } from 'vitest'
import { makeSlug, makeSlugUnique, visibilityOf } from './rules.ts'

describe('makeSlug', () => {
  test.each([
    ['Fern & Hollow', 'Kendal', 'fern-and-hollow-kendal'],
    ['Caffi M\u00f4n', 'Bangor', 'caffi-mon-bangor'],
    ['T\u0177 Bach yn \u0174yneb', 'Pen-y-bont ar Ogwr', 'ty-bach-yn-wyneb-pen-y-bont-ar-ogwr'],
    ['Cafe\u0301', null, 'cafe'],
    ["Sam's & Jo\u2019s Bakery", 'Leeds', 'sams-and-jos-bakery-leeds'],
    ['Stra\u00dfe \u00c6ther \u00d8rsted \u0141\u00f3d\u017a', null, 'strasse-aether-orsted-lodz'],
    ['Gr\u00fc\u00dfe \u1e9e', '', 'grusse-ss'],
    ['A.B.C. (Holdings) Ltd.', 'Hull', 'a-b-c-holdings-ltd-hull'],
    ['--Already--slugged--', null, 'already-slugged'],
    ['\uff26\uff55\uff4c\uff4c \u2168', null, 'full-ix'],
    ['24/7 Locks', 'Ely', '24-7-locks-ely'],
    ['%_\\', 'Bath', 'bath'],
    ['a\u0000b\nc', null, 'a-b-c'],
    ['<script>alert(1)</script>', null, 'script-alert-1-script'],
  ])('%j of %j gives %s', (name, town, slug) => {
    expect(makeSlug(name, town)).toBe(slug)
  })

  test.each([
    ['emoji alone', '\ud83d\ude80\ud83c\uddec\ud83c\udde7'],
    ['right-to-left text alone', '\u202e\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627'],
    ['nothing', ''],
    ['spaces', ' \t\n'],
    ['signs alone', '!?*'],
    ['half an emoji', '\ud83d'],
  ])('a name of %s still has an address', (_what, name) => {
    expect(makeSlug(name)).toBe('business')
    expect(makeSlug(name, 'Kendal')).toBe('kendal')
  })

  test('a long name is cut at a word', () => {
    const slug = makeSlug('good honest work '.repeat(600), 'Kendal')
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(slug).toMatch(/^(good-honest-work-)+(good|good-honest|good-honest-work)$/)
  })

  test('10,000 characters without a space are cut too', () => {
    expect(makeSlug('a'.repeat(10_000))).toBe('a'.repeat(80))
  })

  test('whatever goes in, an address comes out', () => {
    for (let code = 0; code < 0x3000; code += 7) {
      const name = String.fromCodePoint(code, code + 1, code + 2)
      expect(makeSlug(`${name} x ${name}`)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })
})

describe('makeSlugUnique', () => {
  test('keeps a slug that is free', () => {
    expect(makeSlugUnique('fern', () => false)).toBe('fern')
  })

  test('counts on from 2 for one that is taken', () => {
    const taken = new Set(['fern', 'fern-2', 'fern-4'])
    expect(makeSlugUnique('fern', (slug) => taken.has(slug))).toBe('fern-3')
  })
})

test.each([
  [true, true, 'Visible in the directory'],
  [true, false, 'Listed once you are verified'],
  [false, true, 'Hidden from the directory'],
  [false, false, 'Hidden from the directory'],
])('active %s, its owner verified %s: %s', (isActive, verified, words) => {
  expect(visibilityOf(isActive, verified)).toBe(words)
})
