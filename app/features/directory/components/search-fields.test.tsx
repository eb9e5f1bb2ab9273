import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { emptyDirectorySearch } from '../model.ts'
import { DirectorySearchFields } from './search-fields.tsx'

test.each([
  [null, 'within 20 miles', ''],
  [20, 'within 20 miles', '20'],
  [5, 'within 5 miles', '5'],
  [1, 'within 1 mile', '1'],
  [7, 'within 7 miles', '7'],
  [100, 'within 100 miles', '100'],
  ['anywhere', 'anywhere', 'anywhere'],
] as const)('a radius of %s is shown as it is', (within, shown, value) => {
  const element = <DirectorySearchFields search={{ ...emptyDirectorySearch, within }} />
  const router = createMemoryRouter([{ path: '/', element }])
  const markup = renderToStaticMarkup(<RouterProvider router={router} />)
  const options = [...markup.matchAll(/<option value="(\w*)"( selected="")?>([^<]*)/g)]
  expect(options.filter(([, , selected]) => selected).map(([, sent, , words]) => [words, sent])).toEqual([
    [shown, value],
  ])
  expect(options.filter(([, sent]) => sent === value)).toHaveLength(1)
})
