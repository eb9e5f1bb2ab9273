import { expect, test } from 'vitest'
import { navigationAudienceOf, navigationLinksFor } from './navigation.ts'

const labels = (entries: { label: string }[]) => entries.map(({ label }) => label)

test.each([
  ['nobody', null, 'visitor'],
  ['a member', { isAdmin: false, isStaff: false }, 'member'],
  ['a reviewer', { isAdmin: false, isStaff: true }, 'reviewer'],
  ['an admin', { isAdmin: true, isStaff: true }, 'admin'],
])('%s is spoken to as such', (_, member, audience) => {
  expect(navigationAudienceOf(member)).toBe(audience)
})

// spec: 25.1
test('visitors are led to what is public, and to where they are let in', () => {
  expect(labels(navigationLinksFor('visitor').header.primary)).toEqual([
    ...['Home', 'About', 'Partners', 'The Directory', 'Podcasts', 'Contact'],
  ])
  expect(labels(navigationLinksFor('visitor').header.mobile)).toEqual([
    ...['Home', 'The Directory', 'Verification', 'Podcasts', 'Support Us', 'Shop', 'Contact'],
    ...['About', 'Partners', 'Resources'],
  ])
  expect(navigationLinksFor('visitor').account).toEqual([
    { label: 'Log in', to: '/auth' },
    { label: 'Register', to: '/auth?tab=register' },
  ])
})

// spec: 26.1, 28.2
test.each([
  ['member', []],
  ['reviewer', ['Admin Panel']],
  ['admin', ['Admin Panel']],
] as const)('the header of a %s leads to their own pages', (audience, more) => {
  const own = ['Dashboard', 'My Business', 'My Podcast', 'My Profile', 'Directory', 'Contact', ...more]
  expect(labels(navigationLinksFor(audience).header.primary)).toEqual(own)
  expect(labels(navigationLinksFor(audience).header.mobile)).toEqual(own)
  expect(labels(navigationLinksFor(audience).account)).toEqual(['Dashboard', 'Profile', 'Business', ...more])
})

// spec: 29.2
test('the footer has quick links, resources and legal links', () => {
  const { footer, legal } = navigationLinksFor('visitor')
  const [quick, resources] = footer
  expect(footer.map(({ label }) => label)).toEqual(['Quick links', 'Resources'])
  expect(labels(quick?.links ?? []).slice(0, 7)).toEqual([
    ...['The Directory', 'Verification', 'How we verify', 'Podcasts', 'Support Us', 'Shop', 'Contact'],
  ])
  expect(labels(resources?.links ?? []).slice(0, 5)).toEqual([
    ...['Crisis and support', 'Business resources', 'Employment support', 'Mission & Values', 'The Team'],
  ])
  // The files of content/ may add more.
  expect(labels(legal).slice(0, 4)).toEqual(['Privacy', 'Cookies', 'Terms', 'Accessibility'])
})
