import { describe, expect, test } from 'vitest'
import { readCases } from '#tests/world/read-cases.ts'
import { mailtoUri, requestPathInBrowser, safeHttpUrl, sameOriginPath } from './links.ts'
import { parseWebUrl, socialProfileUrlParser } from './pasted-links.ts'
import { findReferringListUrl } from './path-back.ts'

describe('safeHttpUrl', () => {
  test.each([
    ['https://fernhollow.example', 'https://fernhollow.example/'],
    ['http://fernhollow.example/a?b=c#d', 'http://fernhollow.example/a?b=c#d'],
    ['  HTTPS://Fernhollow.Example/Caf\u00e9  ', 'https://fernhollow.example/Caf%C3%A9'],
    ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
    ['https://fernhollow.example:8443/', 'https://fernhollow.example:8443/'],
  ])('keeps %s', (value, expected) => {
    expect(safeHttpUrl(value)).toBe(expected)
  })

  test.each([
    null,
    undefined,
    '',
    '   ',
    'fernhollow.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://fernhollow.example',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://fernhollow.example/',
    '//fernhollow.example/',
    '/directory',
    'https://',
    'https://localhost/',
    'https://user:password@fernhollow.example/',
    'https://user@fernhollow.example/',
    'https://exa mple.example/',
    'https://[::1]/',
    `https://${'a'.repeat(70)}%00.example`,
  ])('refuses %j', (value) => {
    expect(safeHttpUrl(value)).toBeNull()
  })

  test('leaves no character in an address that could end an attribute or is no part of a URI', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
    const url = safeHttpUrl(`https://fernhollow.example/a${printable}\u0000\n\u202e\ud83d\ude80?b=${printable}`)
    expect(url).toMatch(/^https:\/\/fernhollow\.example\/[\w.~:/?#@!$&'()*+,;=%-]+$/)
  })

  test('reads 10,000 characters without harm', () => {
    expect(safeHttpUrl(`https://fernhollow.example/${'a'.repeat(10_000)}`)).toHaveLength(10_027)
  })
})

describe('webAddress', () => {
  test.each([
    ['www.fern.example', 'https://www.fern.example/'],
    ['//fern.example/a', 'https://fern.example/a'],
    ['fern.example:8443?a', 'https://fern.example:8443/?a'],
    ['http://fern.example', 'http://fern.example/'],
  ])('reads %s as %s', (value, expected) => {
    expect(parseWebUrl(value)).toBe(expected)
  })

  test.each([
    null,
    '',
    'fern',
    'fern hollow.example',
    'javascript:alert(1)',
    'fern.example:x@evil.example',
    '/a.b',
    '1.5',
  ])('refuses %j', (value) => {
    expect(parseWebUrl(value)).toBeNull()
  })
})

describe('socialAddress', () => {
  const read = socialProfileUrlParser('https://x.com/')

  test('puts a name behind where names begin, and leaves links alone', () => {
    expect(read(' @fern_uk ')).toBe('https://x.com/fern_uk')
    expect(read('x.com/fern')).toBe('https://x.com/fern')
    for (const value of ['fern', '@', '@fern/../x', '@fern hollow', `@${'a'.repeat(101)}`, 'javascript:@fern']) {
      expect(read(value)).toBeNull()
    }
  })
})

// spec: world.13.4
test.each(readCases('links.txt'))('$typed is kept without what stood around it', ({ typed, right: [kept] }) => {
  expect(parseWebUrl(typed)).toBe(kept)
  expect(socialProfileUrlParser('https://x.com/')(typed)).toBe(kept)
})

// spec: world.13.2
test('a link to an address cannot begin a field of the mail', () => {
  expect(mailtoUri('r&d+x@works.example')).toBe('mailto:r%26d%2Bx@works.example')
})

describe('sameOriginPath', () => {
  test.each([
    ['/directory?search=tea#results', '/directory?search=tea#results'],
    ['/', '/'],
    ['/a/../b', '/b'],
  ])('goes back to %s', (value, expected) => {
    expect(sameOriginPath(value)).toBe(expected)
  })

  test.each([
    null,
    undefined,
    7,
    '',
    'directory',
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/\t/elsewhere.example/',
    '/\n/elsewhere.example',
    'javascript:alert(1)',
  ])('goes home instead of to %j', (value) => {
    expect(sameOriginPath(value)).toBe('/')
  })

  test('never leads to another origin, whatever is put in front', () => {
    for (const trick of [
      '/.//elsewhere.example',
      '/..//elsewhere.example',
      '/%2f/elsewhere.example',
      '/@elsewhere.example',
    ]) {
      expect(new URL(sameOriginPath(trick), 'https://muster.example').origin).toBe('https://muster.example')
    }
  })
})

describe('pageAddress', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard.data', '/dashboard'],
    ['/dashboard.data?_routes=root%2Croutes%2Faccount%2Fdashboard', '/dashboard'],
    ['/profile?tab=security', '/profile?tab=security'],
    ['/profile.data?tab=security&_routes=root', '/profile?tab=security'],
    ['/_root.data?index', '/'],
    ['/profile/_.data', '/profile'],
    ['/', '/'],
  ])('of %s is %s', (asked, page) => {
    expect(requestPathInBrowser(`https://muster.example${asked}`)).toBe(page)
  })
})

test.each([
  ['https://muster.example/directory?page=2', '?page=2'],
  ['https://muster.example/directory', ''],
  ['https://elsewhere.example/directory?page=2', undefined],
  ['https://muster.example.elsewhere.example/directory', undefined],
  ['https://muster.example/directory/bakers', undefined],
  ['', undefined],
])('who came from %j comes back to the list as it was, if it is ours', (referrer, search) => {
  expect(findReferringListUrl(referrer, 'https://muster.example', '/directory')?.search).toBe(search)
})
