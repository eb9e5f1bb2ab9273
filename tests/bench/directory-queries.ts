import { type DirectorySearch, emptySearch } from '#app/features/directory/schema.ts'
import { benchmarkWords } from '#db/demo/sample-businesses.ts'

/** How a query's time is judged: against the floor, and from 3,400 to 340,000 businesses. */
export type Kind = 'selective' | 'broad' | 'reported only'

export interface BenchmarkQuery {
  name: string
  kind: Kind
  search: DirectorySearch
  /** The page asked for, when the pages are known. */
  page: (pageCount: number) => number
}

const first = () => 1
const query = (name: string, kind: Kind, search: Partial<DirectorySearch>, page: BenchmarkQuery['page'] = first) => ({
  name,
  kind,
  search: { ...emptySearch, ...search },
  page,
})

/** The fixed set. */
export const benchmarkQueries: BenchmarkQuery[] = [
  query('no filter, first page', 'selective', {}),
  query('no filter, middle page', 'reported only', {}, (pages) => Math.ceil(pages / 2)),
  query('no filter, last page', 'selective', {}, (pages) => pages),
  query('rare word', 'selective', { search: benchmarkWords.rare }),
  query('common word', 'broad', { search: benchmarkWords.common }),
  query('very common word', 'broad', { search: benchmarkWords.veryCommon }),
  query('two letters', 'broad', { search: 'ea' }),
  query('county', 'broad', { county: 'shire' }),
  query('city with county and postcode', 'selective', { city: 'kendal', county: 'cumbria', postcode: 'LA9' }),
  query('industry with branch', 'selective', { industry: 8, serviceBranch: 'Royal Marines' }),
  query('has gallery and website', 'selective', { hasGallery: true, hasWebsite: true }),
]
