import type { Role } from '#app/platform/.server/security/actor.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, type PlainPage, test, textOf } from '../e2e/support/plain-page.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createPodcast } from '../factories/podcasts.ts'

// What the server writes for members: their header, dashboard and welcome.

const statistics = (page: PlainPage) => page.texts('.stat dd:not(.note)')
const linkTo = (page: PlainPage, region: string) =>
  [...page.region(region).querySelectorAll('a')].map((link) => [textOf(link), link.getAttribute('href')])

for (const role of ['Member', 'Reviewer', 'Admin'] satisfies Role[]) {
  // spec: 26.1
  test(`the header of a ${role} leads to the pages there are for them`, async ({ join }) => {
    const { page } = await join({ role })
    await page.goto('/directory')
    const own = ['Dashboard', 'My Business', 'My Podcast', 'My Profile', 'Directory', 'Contact']
    const pages = role === 'Member' ? own : [...own, 'Admin Panel']
    const main = () => page.find('nav[aria-label="Main"]')
    expect(page.texts('a', main())).toEqual(pages)
    expect(page.texts('a[aria-current="page"]', main())).toEqual(['Directory'])
    expect(page.link('My Profile', main()).getAttribute('href')).toBe('/profile')
    expect(page.texts('header a')).not.toContain('Log in')
    expect(page.texts('nav[aria-label="Menu"] a')).toEqual(pages)
    await page.follow('Dashboard', main())
    expect(page.path).toBe('/dashboard')
    expect(page.texts('a[aria-current="page"]', main())).toEqual(['Dashboard'])
  })
}

test('the account menu shows the picture of a member who has one', async ({ join, ask }) => {
  const { page, userId } = await join()
  await ask("UPDATE profiles SET avatar_bucket_url = $1 || '/picture.webp' WHERE id = $2", [userId, userId])
  await page.goto('/directory')
  expect(page.find('.account img').getAttribute('src')).toBe(`/files/avatars/${userId}/picture-96.webp`)
})

test('signing out works from the menu of a small screen, and says so once', async ({ join, ask }) => {
  const { page, userId } = await join()
  await page.goto('/dashboard')
  await page.press('Sign out', page.find('.mobile-menu'))
  expect(page.path).toBe('/')
  expect(page.text('main .flash')).toBe('Signed out')
  expect(await ask('SELECT id FROM sessions WHERE user_id = $1', [userId])).toEqual([])
  await page.reload()
  expect(page.texts('.flash')).toEqual([])
})

// spec: 22.3, 37.1, 38.1, 38.2, 39.2, 106.5, 214.2
test('a new member sees what is still empty, and where to go', async ({ join }) => {
  const { page } = await join()
  await page.goto('/dashboard')
  expect(page.text('head title')).toBe('Dashboard – Muster')
  expect(page.text('h1')).toMatch(/^Good (morning|afternoon|evening), Jo$/)
  expect(page.texts('.stat dt')).toEqual(['Profile completion', 'Business', 'Podcast', 'Documents'])
  expect(page.texts('main h2')[0]).toBe('Your next step')
  expect(page.link('Start your verification').getAttribute('href')).toBe('/verification')
  expect(statistics(page)).toEqual(['71%', 'None', 'None', '0'])
  const status = page.region('Verification status')
  expect(textOf(status)).toContain('Not Started')
  expect(page.find('[role=progressbar]', status).getAttribute('aria-valuenow')).toBe('0')
  expect(page.link('Start Verification', status).getAttribute('href')).toBe('/verification')
  expect(textOf(page.region('My business'))).toContain("You haven't listed a business yet.")
  expect(textOf(page.region('My podcast'))).toContain("You haven't added a podcast yet.")
  expect(textOf(page.region('Profile overview'))).toContain('5 of 7')
  expect(textOf(page.region('Profile overview'))).toContain('Still missing: display name, picture.')
  expect(page.texts('a b', page.region('Quick Actions'))).toEqual([
    'Edit Profile',
    'Manage Business',
    'My Podcast',
    'Browse Directory',
    'Documents',
    'Account Settings',
  ])
  expect(linkTo(page, 'Quick Actions').map(([, href]) => href)).toEqual([
    '/profile',
    '/my-business',
    '/my-podcast',
    '/directory',
    '/verification',
    '/profile?tab=settings',
  ])
})

// spec: 39.1
test('the five businesses that joined last stand there, the newest first', async ({ join, ask }) => {
  const { page } = await join()
  await page.goto('/dashboard')
  const rows = await ask<{ name: string; slug: string; words: string }>(
    `SELECT name, business_slug AS slug, concat_ws(' · ', industry_name, service_branch, relationship_type) AS words
     FROM public_businesses_view ORDER BY created_at DESC LIMIT 5`,
  )
  const list = page.region('Latest Businesses')
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  expect(page.texts('li h3', list)).toEqual(rows.map(({ name }) => plain(name)))
  expect(page.texts('li .what p', list)).toEqual(rows.map(({ words }) => plain(words)))
  const hrefs = [...list.querySelectorAll('li a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(rows.map(({ slug }) => `/business/${slug}`))
  for (const words of page.texts('li .when', list)) expect(words).toMatch(/ ago$|^Recently$/)
  await page.goto(hrefs[0] ?? '')
  expect(page.text('h1')).toBe(plain(rows[0]?.name ?? ''))
})

// spec: 36.1
test('a member without a profile is asked to complete it', async ({ join }) => {
  const { page } = await join({ profile: false })
  await page.goto('/dashboard')
  expect(page.text('h1')).toMatch(/, Member$/)
  const prompt = page.region('Complete Your Profile')
  expect(page.link('Complete Your Profile', prompt).getAttribute('href')).toBe('/profile')
  expect(page.texts('h2')).not.toContain('Verification status')
  expect(statistics(page)).toEqual(['0%', 'None', 'None', '0'])

  await page.follow('Complete Your Profile')
  expect([page.status, page.text('h1')]).toEqual([200, 'Complete Your Profile'])
  page.fill('First name', 'Ann')
  page.fill('Last name', '')
  await page.press('Save changes')
  expect(page.status).toBe(400)
  page.fill('Last name', 'Sample')
  await page.press('Save changes')
  expect(page.text('.flash')).toContain('Profile updated')
  expect(page.text('h1')).toBe('Ann Sample')
})

for (const [status, words, percentage, action] of [
  ['Pending', 'Ready for submission', 25, 'Submit Documents'],
  ['In Review', 'Under Review', 75, null],
  ['Verified', 'Your military service is verified', 100, null],
  ['Rejected', 'Additional documents required', 25, 'Review & Resubmit'],
] as const) {
  // spec: 106.1, 106.2, 106.3, 106.4, 214.2
  test(`a verification that is ${status} stands at ${percentage}%`, async ({ join }) => {
    const { page } = await join({ status })
    await page.goto('/dashboard')
    const own = page.region('Verification status')
    expect(textOf(own)).toContain(words)
    expect(textOf(own)).toContain(`${percentage}% complete`)
    expect(page.find('[role=progressbar]', own).getAttribute('aria-valuenow')).toBe(String(percentage))
    expect(page.texts('a', own)).toEqual(action ? [action] : [])
  })
}

// spec: 37.1, 109.1
test('what its owner has hidden does not count as active', async ({ join, site }) => {
  const { page, userId } = await join({ status: 'Verified' })
  await withDatabaseOf(site, async (db) => {
    await createBusiness(db, { name: 'Hidden Joinery', profileId: userId, isActive: false })
    await createPodcast(db, userId, { isActive: false })
  })
  await page.goto('/dashboard')
  expect(statistics(page)).toEqual(['71%', 'Hidden', 'Hidden', '0'])
  expect(textOf(page.region('My business'))).toContain('Hidden from the directory')
  expect(textOf(page.region('My podcast'))).toContain('Inactive')
})

// spec: 32.4
test('a welcome says what to do next, with what is done marked', async ({ join }) => {
  const { page } = await join({ firstName: 'Alexandra' })
  await page.goto('/onboarding')
  expect(page.text('head title')).toBe('Welcome – Muster')
  expect(page.text('h1')).toBe('Welcome to Muster, Alexandra')
  expect(page.text('main')).toContain('1 of 4 done')
  expect(page.texts('main h2')).toContain('Confirm your email address, done')
  const hrefs = [...page.document.querySelectorAll('.onboarding-steps li')].map((step) =>
    step.querySelector('a')?.getAttribute('href'),
  )
  expect(hrefs).toEqual([undefined, '/profile', '/verification', '/business-onboarding'])
  expect(page.link('browse the directory', page.find('main')).getAttribute('href')).toBe('/directory')
})

// spec: 22.2
test('a member sees the front page too, under their own header', async ({ join }) => {
  const { page } = await join()
  await page.goto('/')
  expect(page.path).toBe('/')
  expect(page.texts('.hero')).toHaveLength(1)
  expect(page.texts('nav[aria-label="Main"] a')[0]).toBe('Dashboard')
})
