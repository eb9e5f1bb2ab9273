import { describe, expect, test } from 'vitest'
import {
  type DirectoryParameter,
  type DirectorySearch,
  directoryParameters,
  emptyDirectorySearch,
  toDirectoryUrlSearchParams,
} from './model.ts'
import { parseDirectorySearch } from './search-parameters.ts'

const read = (query: string) => parseDirectorySearch(new URL(`https://muster.example/directory?${query}`).searchParams)
const textParameters = ['search', 'city', 'county', 'postcode'] as const
const choiceParameters = ['service_branch', 'relationship_type'] as const
const flagParameters = ['hasGallery', 'hasWebsite'] as const

/** The reported parameters. */
const named = (query: string) => read(query).problems.map(({ parameter }) => parameter)

describe('a valid parameter', () => {
  test.each<[string, Partial<DirectorySearch>]>([
    ['search=tea+room', { search: 'tea room' }],
    ['search=%20%20tea%20%20', { search: 'tea' }],
    ['search=caff%C3%A8', { search: 'caff\u00e8' }],
    ['search=100%25_%5C', { search: '100%_\\' }],
    ['search=%F0%9F%9A%80', { search: '\ud83d\ude80' }],
    ['city=%D7%A9%D7%9C%D7%95%D7%9D', { city: '\u05e9\u05dc\u05d5\u05dd' }],
    ['county=Cumbria', { county: 'Cumbria' }],
    ['postcode=LA9%204XX', { postcode: 'LA9 4XX' }],
    ['trade=it-support', { trade: 'it-support' }],
    ['industry=24', { industry: 24 }],
    ['industry=999999', { industry: 999_999 }],
    ['service_branch=Royal+Navy', { serviceBranch: 'Royal Navy' }],
    ['relationship_type=Spouse+or+partner', { relationshipType: 'Spouse or partner' }],
    ['hasGallery=true', { hasGallery: true }],
    ['hasGallery=on', { hasGallery: true }],
    ['hasWebsite=1', { hasWebsite: true }],
    ['hasWebsite=false', {}],
    ['hasWebsite=0', {}],
    ['page=1', {}],
    ['page=29', { page: 29 }],
    ['page=999999999', { page: 999_999_999 }],
  ])('%s', (query, expected) => {
    expect(read(query)).toEqual({ search: { ...emptyDirectorySearch, ...expected }, problems: [] })
  })

  test('is not set if it is empty, as a form sends it', () => {
    const query = 'search=&trade=&industry=&city=&county=&postcode=&service_branch=&relationship_type=&hasGallery='
    expect(read(query)).toEqual({ search: emptyDirectorySearch, problems: [] })
  })

  test('is not set if it only contains spaces', () => {
    for (const parameter of [...textParameters, ...choiceParameters]) {
      expect(read(`${parameter}=%20%09%0A%C2%A0`)).toEqual({ search: emptyDirectorySearch, problems: [] })
    }
  })
})

describe('an invalid parameter', () => {
  test.each<[DirectoryParameter, string]>([
    ['industry', 'x'],
    ['trade', 'Plumber'],
    ['trade', "plumber'"],
    ['trade', 'plumber | baker'],
    ['trade', 'a\u0000'],
    ['trade', 'a'.repeat(101)],
    ['industry', '0'],
    ['industry', '-1'],
    ['industry', '1.5'],
    ['industry', '1e3'],
    ['industry', '01'],
    ['industry', '1;DROP TABLE businesses'],
    ['industry', '9999999'],
    ['industry', '99999999999999999999'],
    ['industry', '1\u0000'],
    ['hasGallery', 'maybe'],
    ['hasGallery', 'TRUE'],
    ['hasWebsite', '2'],
    ['hasWebsite', 'true\u0000'],
    ['page', '0'],
    ['page', '-1'],
    ['page', '1.5'],
    ['page', 'last'],
    ['page', ''],
    ['page', '1e9'],
    ['page', '9999999999'],
    ['page', 'Infinity'],
    ['page', '\u0661'],
    ['page', "1' OR '1'='1"],
  ])('%s=%j is treated as not set and reported', (parameter, value) => {
    const { search, problems } = read(`${parameter}=${encodeURIComponent(value)}`)
    expect(search).toEqual(emptyDirectorySearch)
    expect(problems).toEqual([{ parameter, message: expect.stringMatching(/^[A-Za-z].+\.$/) }])
  })

  test.each([...textParameters, ...choiceParameters])(
    '%s of 10,000 characters is refused with a message',
    (parameter) => {
      const { search, problems } = read(`${parameter}=${'a'.repeat(10_000)}`)
      expect(search).toEqual(emptyDirectorySearch)
      expect(problems).toEqual([{ parameter, message: expect.stringMatching(/200 characters|don't recognise/) }])
    },
  )

  test.each(textParameters)('%s of 200 characters is accepted', (parameter) => {
    expect(read(`${parameter}=${'a'.repeat(200)}`).problems).toEqual([])
    expect(named(`${parameter}=${'a'.repeat(201)}`)).toEqual([parameter])
  })

  test.each([...flagParameters, 'industry', 'page'])('%s of 10,000 characters is refused as well', (parameter) => {
    expect(named(`${parameter}=${'1'.repeat(10_000)}`)).toEqual([parameter])
  })

  test('does not affect the others', () => {
    const { search, problems } = read('page=-1&industry=x&search=tea&hasGallery=true')
    expect(search).toEqual({ ...emptyDirectorySearch, search: 'tea', hasGallery: true })
    expect(problems.map(({ parameter }) => parameter).sort()).toEqual(['industry', 'page'])
  })

  test('is not repeated in the message', () => {
    for (const parameter of Object.values(directoryParameters)) {
      const { problems } = read(`${parameter}=${encodeURIComponent(`<script>${'a'.repeat(300)}`)}`)
      expect(JSON.stringify(problems)).not.toContain('<script>')
    }
  })
})

describe('hostile input', () => {
  test('of a repeated parameter the first counts', () => {
    expect(read('search=one&search=two&page=2&page=x')).toEqual({
      search: { ...emptyDirectorySearch, search: 'one', page: 2 },
      problems: [],
    })
    expect(named('page=x&page=2')).toEqual(['page'])
  })

  test('the array and object forms are unknown parameters, and those are passed over', () => {
    expect(read('search[]=one&search[0]=two&city[a]=b&__proto__=x&constructor=x&utm_source=y&SEARCH=z')).toEqual({
      search: emptyDirectorySearch,
      problems: [],
    })
  })

  test.each(textParameters)('null bytes and other control characters in %s become spaces', (parameter) => {
    const { search, problems } = read(`${parameter}=%00a%00%0Ab%1Bc%7F`)
    expect(problems).toEqual([])
    expect(search[parameter]).toBe('a b c')
  })

  test.each(textParameters)('broken UTF-8 in %s is accepted as text', (parameter) => {
    const { search, problems } = read(`${parameter}=%FF%C3caf%E9%ED%A0%80`)
    expect(problems).toEqual([])
    expect(search[parameter]).toContain('caf')
    expect(search[parameter].isWellFormed()).toBe(true)
  })

  test('a percent sign without a code is a percent sign', () => {
    expect(read('search=100%').search.search).toBe('100%')
    expect(read('search=%zz').search.search).toBe('%zz')
  })
})

describe('toDirectoryUrlSearchParams', () => {
  test('is empty for a search with nothing set', () => {
    expect(toDirectoryUrlSearchParams(emptyDirectorySearch).toString()).toBe('')
  })

  test('writes what is set, in canonical order', () => {
    const search: DirectorySearch = {
      page: 3,
      hasWebsite: true,
      hasGallery: true,
      relationshipType: 'Veteran',
      serviceBranch: 'Royal Navy',
      postcode: 'LA9',
      county: 'Cumbria',
      city: 'Kendal',
      industry: 5,
      trade: 'plumber',
      search: 'tea & cake',
      near: 'Leeds',
      within: 30,
      sort: 'nearest',
      exact: true,
    }
    expect(toDirectoryUrlSearchParams(search).toString()).toBe(
      'search=tea+%26+cake&trade=plumber&industry=5&city=Kendal&county=Cumbria&postcode=LA9&service_branch=Royal+Navy' +
        '&relationship_type=Veteran&hasGallery=true&hasWebsite=true&near=Leeds&within=30&sort=nearest&exact=true&page=3',
    )
  })

  test.each([
    'plain',
    '100%_\\',
    '\u05e9\u05dc\u05d5\u05dd',
    '\ud83d\ude80',
    'a&b=c#d?e',
    "'; DROP TABLE x --",
    '<b>"',
  ])('a search with %j survives writing and parsing', (text) => {
    const search: DirectorySearch = {
      ...emptyDirectorySearch,
      search: text,
      city: text,
      county: text,
      postcode: text,
      serviceBranch: text,
      relationshipType: text,
      trade: 'tea-room',
      industry: 7,
      hasGallery: true,
      page: 12,
    }
    expect(read(toDirectoryUrlSearchParams(search).toString())).toEqual({ search, problems: [] })
  })

  test('has every parameter once', () => {
    const parameters = Object.values(directoryParameters)
    expect(new Set(parameters).size).toBe(parameters.length)
  })
})
