import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { directoryFilterFields, directoryParameters, emptyDirectorySearch } from '../model.ts'
import { DirectoryFiltersPanel } from './directory-filters.tsx'

const lookups = { trades: [], industries: [], serviceBranches: [], relationshipTypes: [] }

test('every filter has a control', () => {
  const element = (
    <DirectoryFiltersPanel
      id="filters"
      form="search"
      search={emptyDirectorySearch}
      lookups={lookups}
      total={null}
      counts={null}
    />
  )
  const router = createMemoryRouter([{ path: '/', element }])
  const markup = renderToStaticMarkup(<RouterProvider router={router} />)
  const names = [...markup.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
  expect(names).toEqual(directoryFilterFields.map((field) => directoryParameters[field]))
})
