import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ProfileListForStaff } from './profile-list.tsx'

// spec: 106.6, world.5.1
test.each([
  [null, 'Pending'],
  ['Pending', 'Pending'],
  ['In Review', 'In Review'],
  ['Verified', 'Verified'],
] as const)('a member whose status is %s is listed as %s', (verificationStatus, badge) => {
  const row = {
    id: 'a',
    name: 'Sam Sample',
    email: 'sam@sample.example',
    userType: 'Member' as const,
    verificationStatus,
    relationshipType: null,
    joinedAt: new Date('2026-01-10T12:00:00Z'),
    isSuspended: false,
    caseId: null,
    isSelf: false,
  }
  const page = { rows: [row], previous: null, next: null }
  const element = <ProfileListForStaff page={page} term={null} address="/admin?tab=profiles" />
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(/<span class="badge[^>]*>(.*?)<\/span>/.exec(html)?.[1]?.replace(/<svg.*?<\/svg>/, '')).toBe(badge)
})
