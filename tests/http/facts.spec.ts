import { cookiesOf, withDatabaseOf } from '../e2e/support/members.ts'
import { expect, test } from '../e2e/support/plain-page.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createStaff } from '../factories/cases.ts'

// spec: checked.2
test('bad values are refused with a message, and nothing that was typed is lost', async ({ join, site }) => {
  const { page, userId } = await join({ status: 'Verified' })
  await withDatabaseOf(site, (db) => createBusiness(db, { profileId: userId }))
  await page.goto('/my-business')
  const facts = () => page.region('Registrations and Facts')
  page.fill('Gas Safe registration (optional)', '1-101668540', facts())
  page.fill('Insurance (optional)', 'Public liability', facts())
  page.fill('Insured until (optional)', '2025-03-31', facts())
  page.fill('Opening hours (optional)', 'Mondays\nTuesdays', facts())
  await page.press('Save Registrations and Facts')
  expect(page.status).toBe(400)
  expect(page.texts('.error', facts())).toEqual([
    'Gas Safe registration number must be 3 to 6 digits. This looks like a number from another register: CQC provider',
    'This insurance ended on 31 March 2025. Enter the end date of your current insurance',
  ])
  expect(page.value('Gas Safe registration (optional)', facts())).toBe('1-101668540')
  expect(page.value('Insurance (optional)', facts())).toBe('Public liability')
  expect(page.value('Insured until (optional)', facts())).toBe('2025-03-31')
  expect(page.value('Opening hours (optional)', facts())).toBe('Mondays\nTuesdays')

  await page.goto('/my-business')
  const address = () => page.region('Address')
  const option = page.find('option[value="uk"]', page.field('Where you work', address()))
  option.setAttribute('value', '-1')
  page.fill('City (optional)', 'Kendal', address())
  page.fill('Where you work', '-1', address())
  await page.press('Save Address')
  expect(page.status).toBe(400)
  expect(page.texts('.error', address())).toEqual([
    'Where you work must be a whole number of miles from 1 to 500, or the whole UK',
  ])
  expect([page.value('City (optional)', address()), page.value('Where you work', address())]).toEqual(['Kendal', '-1'])
})

// spec: checked.5, checked.7, checked.8
test('a visitor reads at once that a fact is confirmed, and that it no longer is', async ({
  join,
  newPage,
  visitor,
  site,
}) => {
  const { page, userId } = await join({ status: 'Verified' })
  const { business, cookies } = await withDatabaseOf(site, async (db) => ({
    business: await createBusiness(db, { profileId: userId, companyNumber: '01234567' }),
    cookies: await cookiesOf(site, (await createStaff(db)).userId),
  }))
  const reviewer = await newPage(cookies)
  /** What a visitor reads, from a kept page where there is one. */
  const read = async () => {
    for (let time = 0; time < 3; time += 1) await visitor.goto(`/business/${business.businessSlug}`)
    return visitor.texts('[aria-labelledby=checked] dd .hint').join()
  }
  expect(await read()).toBe('Stated by the owner')
  await page.goto('/my-business/facts')
  await page.press('Ask us to confirm this (Company number)')
  await reviewer.goto(`/admin/facts/${business.id}`)
  await reviewer.press('Cannot confirm')
  expect([reviewer.status, reviewer.texts('.error')]).toEqual([400, ['Tell the owner why you cannot confirm it']])
  await reviewer.press('Confirm: seen in the register')
  expect(reviewer.text('main')).toContain('Everything is decided')
  expect(await read()).toMatch(/^Confirmed seen in the public register on /)
  await page.goto('/my-business')
  page.fill('Company number (optional)', '07654321')
  await page.press('Save Basic Information')
  expect(await read()).toBe('Stated by the owner')
  await visitor.goto('/how-we-verify')
  expect(visitor.text('main')).toContain('not checked them unless they are shown as confirmed')
})
