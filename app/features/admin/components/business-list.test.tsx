import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ToastProvider } from '#app/ui/toast.tsx'
import type { BusinessRowForStaff } from '../model.ts'
import { BusinessListForStaff } from './business-list.tsx'

test.each([
  ['listed', true, 'Visible in the directory'],
  ['hidden', false, 'Hidden from the directory'],
  ['unverified', true, 'Not listed until its owner is verified'],
  ['suspended', true, 'Not listed while its owner is suspended'],
] as const)('what is %s says so in one place, beside a switch that claims nothing', (status, isActive, words) => {
  const business: BusinessRowForStaff = {
    id: 'a',
    name: 'Sample Forge',
    slug: 'sample-forge',
    city: null,
    industry: null,
    isActive,
    status,
    owner: null,
    createdAt: new Date('2026-01-10T12:00:00Z'),
  }
  const page = { rows: [business], previous: null, next: null }
  const element = (
    <ToastProvider>
      <BusinessListForStaff page={page} term={null} address="/admin?tab=businesses" />
    </ToastProvider>
  )
  const text = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain(`Show in the directory ${words}`)
  expect(text).not.toMatch(/Active|Listed once/)
})
