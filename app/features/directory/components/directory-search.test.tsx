import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ToastProvider } from '#app/ui/toast.tsx'
import { emptyDirectorySearch, emptyDirectorySearchInterpretation, type FoundBusiness } from '../model.ts'
import { DirectorySearchPage } from './directory-search.tsx'

/** The headings and what the cards say of their way, in their order. */
function listOf(...reaches: FoundBusiness['reach'][]): string[] {
  const businesses = reaches.map(
    (reach, index): FoundBusiness => ({
      slug: `sample-${index}`,
      name: 'Sample',
      tagline: null,
      industryName: null,
      city: null,
      county: null,
      serviceBranch: null,
      relationshipType: null,
      logo: null,
      tile: { initials: 'S', colour: 'navy' },
      miles: 1,
      reach,
      foundService: null,
    }),
  )
  const element = (
    <DirectorySearchPage
      search={{ ...emptyDirectorySearch, near: 'Leeds' }}
      result={{
        businesses,
        total: businesses.length,
        meantTotal: null,
        lettersTotal: null,
        withoutPosition: 0,
        page: 1,
        pageCount: 1,
        sort: 'nearest',
        notes: { ...emptyDirectorySearchInterpretation, place: { name: 'Leeds', near: 'Leeds' }, radius: 20 },
        marks: [],
        words: [],
      }}
      lookups={{ trades: [], industries: [], serviceBranches: [], relationshipTypes: [] }}
      notices={[]}
      alternatives={[]}
      map={null}
    />
  )
  const router = createMemoryRouter([{ path: '/', element: <ToastProvider>{element}</ToastProvider> }])
  const markup = renderToStaticMarkup(<RouterProvider router={router} />)
  return [...markup.matchAll(/(?:class="cards-heading"><h3>|class="comes">)([^<]*)/g)].map(([, words = '']) => words)
}

const heading = 'From further away, but working in Leeds'

test('firms from outside the radius stand below a heading, and say how they serve the place', () => {
  expect(listOf(null, null)).toEqual([])
  expect(listOf(null, 'place', 'uk')).toEqual([heading, 'Comes to Leeds', 'Works across the UK'])
  expect(listOf('uk')).toEqual([heading, 'Works across the UK'])
})

test('an order that mixes them has no heading', () => {
  expect(listOf('uk', null, 'place')).toEqual(['Works across the UK', 'Comes to Leeds'])
})
