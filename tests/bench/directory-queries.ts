import { type DirectorySearch, emptyDirectorySearch, rankedSearchPagesMaximum } from '#app/features/directory/model.ts'
import { benchmarkSearchWords } from '#demo/sample-businesses.ts'
import type { WordsByFrequency } from './directory-vocabulary.ts'

/** Multiples of the floor that the parts of a search may cost; without an aim a figure is only reported. */
export interface Aims {
  list?: number
  count?: number
  /** Multiples of the first list by name that this list may cost. */
  firstLists?: number
}

export interface BenchmarkQuery {
  name: string
  search: DirectorySearch
  aims: Aims
  /** The page asked for, when the pages are known. */
  page: (pageCount: number) => number
}

const listAim = 40
/** What is asked for with every key that is pressed. */
const typingAim = 20

/** Exact counts before there were places and stems, in floors; they may cost 1.3 times as much. */
const countsBefore = { broadWord: 358, twoLetters: 418, county: 112 }
const countAim = (before: number) => before * 1.3

const first = () => 1
const query = (
  name: string,
  search: Partial<DirectorySearch>,
  aims: Aims = { list: listAim },
  page: BenchmarkQuery['page'] = first,
): BenchmarkQuery => ({ name, search: { ...emptyDirectorySearch, ...search }, aims, page })

/** The first list by name, which lists deep by name are compared with. */
export const firstListName = 'no filter'

/** The fixed set, with words that this directory has in so many listings. */
export function benchmarkQueries({ none, hundred, twoThousand, most }: WordsByFrequency): BenchmarkQuery[] {
  const words: [frequency: string, words: Partial<DirectorySearch>][] = [
    ['no match', { search: none, exact: true }],
    ['about 100', { search: hundred }],
    ['about 2,000', { search: twoThousand }],
    ['most', { search: most }],
  ]
  return [
    query(firstListName, {}),
    query('no filter, middle page', {}, { firstLists: 20 }, (pages) => Math.ceil(pages / 2)),
    query('no filter, last page', {}, { firstLists: 20 }, (pages) => pages),
    query('no filter, newest', { sort: 'newest' }),
    query('no filter, nearest', { near: 'Leeds', within: 'anywhere' }),
    query('within 5 miles', { near: 'Leeds', within: 5 }),
    query('within 50 miles', { near: 'Leeds', within: 50 }),
    ...words.flatMap(([frequency, typed]) => [
      query(`${frequency}, by name`, { ...typed, sort: 'name' }),
      query(`${frequency}, best`, { ...typed, sort: 'best' }),
      query(`${frequency}, nearest`, { ...typed, sort: 'nearest', near: 'Leeds', within: 'anywhere' }),
      query(`${frequency}, with a place`, { search: `${typed.search} in Leeds` }),
      query(`${frequency}, within 5 miles`, { ...typed, near: 'Leeds', within: 5 }),
      query(`${frequency}, within 50 miles`, { ...typed, near: 'Leeds', within: 50 }),
    ]),
    query('rare word within 100 miles', { search: benchmarkSearchWords.rare, near: 'Leeds', within: 100 }),
    query('rare word, nearest, far from most', {
      search: benchmarkSearchWords.rare,
      near: 'Lerwick',
      within: 'anywhere',
      sort: 'nearest',
    }),
    query('common word within 50 miles', { search: benchmarkSearchWords.common, near: 'Leeds', within: 50 }),
    query('very common word within 50 miles', { search: benchmarkSearchWords.veryCommon, near: 'Leeds', within: 50 }),
    query('two words', { search: `${benchmarkSearchWords.rare} it` }),
    query('most, best, last of its pages', { search: most, sort: 'best' }, {}, () => rankedSearchPagesMaximum),
    query('prefix of three letters', { search: 'plu' }, { list: typingAim }),
    query('typo', { search: 'plumer' }, { list: typingAim }),
    query(
      'very common word',
      { search: benchmarkSearchWords.veryCommon },
      { list: listAim, count: countAim(countsBefore.broadWord) },
    ),
    query('two letters', { search: 'ea' }, { list: listAim, count: countAim(countsBefore.twoLetters) }),
    query('county', { county: 'shire' }, { list: listAim, count: countAim(countsBefore.county) }),
    query('city with county and postcode', { city: 'kendal', county: 'cumbria', postcode: 'LA9' }),
    query('trade', { trade: 'plumber' }),
    query('trade within 20 miles', { trade: 'plumber', near: 'Leeds' }),
    query('industry with branch', { industry: 8, serviceBranch: 'Royal Marines' }),
    query('has gallery and website', { hasGallery: true, hasWebsite: true }),
  ]
}
