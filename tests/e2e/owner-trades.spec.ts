import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { excess, small } from './support/accessibility.ts'
import { inFullRunOnly } from './support/full-run.ts'
import { join, signInTo, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import { expect, open, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, path: string) => (scripted ? open(page, path) : page.goto(path))

    test(
      'a new business has trades and a service area, and keeps its street to itself',
      inFullRunOnly,
      async ({ page, context, site, ask }) => {
        const { userId } = await join(context, site, { status: 'Verified' })
        await visit(page, '/business-onboarding')
        await page.getByLabel('Business Name').fill('Wren & Pipe')
        await page.getByLabel(/^Trade/).selectOption('Plumber')
        await page.getByLabel(/^Second trade/).selectOption('Bookkeeper')
        await page.getByLabel(/^Third trade/).selectOption('Plumber')
        await press(page, 'Continue')
        await expect(heading(page)).toHaveText('Contact & Location')
        await page.getByLabel(/^Street address/).fill('9 Quokka Lane')
        await page.getByLabel(/^City/).fill('Kendal')
        await page.getByLabel(/^Where you work/).selectOption('We come to customers within 30 miles')
        await press(page, 'Back')
        await expect(page.getByLabel(/^Second trade/)).toHaveValue('bookkeeper')
        await press(page, 'Continue')
        await expect(page.getByLabel(/^Where you work/)).toHaveValue('30')
        await press(page, 'Continue')
        await expect(heading(page)).toHaveText('Media Upload')
        await press(page, 'Continue')
        await expect(heading(page)).toHaveText('Review & Submit')
        await expect(part(page, 'Business Profile')).toContainText('Bookkeeper')
        await expect(part(page, 'Contact & Location')).toContainText('We come to customers within 30 miles')
        await expect(part(page, 'Contact & Location')).toContainText('Hidden')
        await press(page, 'Submit')
        await expect(page).toHaveURL('/dashboard')

        const [business] = await ask<{ slug: string; trades: string[] }>(
          `SELECT b.business_slug AS slug, array_agg(t.trade_id ORDER BY t.order_index) AS trades
         FROM businesses b JOIN business_trades t ON t.business_id = b.id WHERE b.profile_id = $1 GROUP BY b.id`,
          [userId],
        )
        expect(business?.trades).toEqual(['plumber', 'bookkeeper'])
        await visit(page, `/business/${business?.slug}`)
        await expect(page.locator('main')).toContainText('Comes to you within 30 miles')
        await expect(page.locator('main')).toContainText('Kendal')
        expect(await page.content()).not.toContain('Quokka Lane')
      },
    )

    test(
      'an owner changes trades, the service area and who sees the street',
      inFullRunOnly,
      async ({ page, context, site }) => {
        const { userId, slug } = await withDatabaseOf(site, async (db) => {
          const member = await createMember(db, { status: 'Verified' })
          const { businessSlug } = await createBusiness(db, {
            name: 'Robin & Reed',
            city: 'Kendal',
            streetAddress: '8 Wombat Way',
            profileId: member.userId,
          })
          return { userId: member.userId, slug: businessSlug }
        })
        await signInTo(context, site, userId)
        await page.setViewportSize({ ...small, width: 320 })
        await visit(page, '/my-business')
        const basic = part(page, 'Basic Information')
        const address = part(page, 'Address')
        await expect(address.getByLabel(/^Street on your page/)).toHaveValue('false')
        await basic.getByLabel(/^Trade/).selectOption('Roofer')
        await press(page, 'Save Basic Information')
        await expectMessage(page, scripted, 'Success', 'Basic Information updated successfully.')
        await address.getByLabel(/^Street on your page/).selectOption('Shown to everyone')
        await address.getByLabel(/^Where you work/).selectOption('Anywhere in the UK')
        await press(page, 'Save Address')
        await expectMessage(page, scripted, 'Success', 'Address updated successfully.')
        await visit(page, '/my-business')
        await expect(basic.getByLabel(/^Trade/)).toHaveValue('roofer')
        await expect(address.getByLabel(/^Street on your page/)).toHaveValue('true')
        await expect(address.getByLabel(/^Where you work/)).toHaveValue('uk')
        expect(await excess(page)).toBe(0)
        if (scripted) expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

        await visit(page, `/business/${slug}`)
        await expect(page.locator('main')).toContainText('8 Wombat Way')
        await expect(page.locator('main')).toContainText('Works anywhere in the UK')
        await visit(page, '/directory?search=roofer&near=Kendal&within=anywhere')
        await expect(page.locator(`.business-card a[href="/business/${slug}"]`).first()).toBeVisible()
      },
    )
  })
}

test.describe('as a browser without scripts sends it', () => {
  // spec: finding.12, finding.13
  test('a new business has trades and a service area, and keeps its street to itself', async ({
    context,
    site,
    ask,
  }) => {
    const { userId } = await join(context, site, { status: 'Verified' })
    const page = new PlainPage(context.request)
    await page.goto('/business-onboarding')
    page.fill('Business Name', 'Wren & Pipe')
    page.fill('Trade (optional)', 'Plumber')
    page.fill('Second trade (optional)', 'Bookkeeper')
    page.fill('Third trade (optional)', 'Plumber')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Contact & Location')
    page.fill('Street address (optional)', '9 Quokka Lane')
    page.fill('City (optional)', 'Kendal')
    page.fill('Where you work', 'We come to customers within 30 miles')
    await page.press('Back')
    expect(page.value('Second trade (optional)')).toBe('bookkeeper')
    await page.press('Continue')
    expect(page.value('Where you work')).toBe('30')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Media Upload')
    await page.press('Continue')
    expect(page.text('h1')).toBe('Review & Submit')
    expect(textOf(page.region('Business Profile'))).toContain('Bookkeeper')
    expect(textOf(page.region('Contact & Location'))).toContain('We come to customers within 30 miles')
    expect(textOf(page.region('Contact & Location'))).toContain('Hidden')
    await page.press('Submit')
    expect(page.path).toBe('/dashboard')

    const [business] = await ask<{ slug: string; trades: string[] }>(
      `SELECT b.business_slug AS slug, array_agg(t.trade_id ORDER BY t.order_index) AS trades
       FROM businesses b JOIN business_trades t ON t.business_id = b.id WHERE b.profile_id = $1 GROUP BY b.id`,
      [userId],
    )
    expect(business?.trades).toEqual(['plumber', 'bookkeeper'])
    await page.goto(`/business/${business?.slug}`)
    expect(page.text('main')).toContain('Comes to you within 30 miles')
    expect(page.text('main')).toContain('Kendal')
    expect(page.html).not.toContain('Quokka Lane')
  })

  // spec: finding.12, finding.13
  test('an owner changes trades, the service area and who sees the street', async ({ context, site }) => {
    const { userId, slug } = await withDatabaseOf(site, async (db) => {
      const member = await createMember(db, { status: 'Verified' })
      const { businessSlug } = await createBusiness(db, {
        name: 'Robin & Reed',
        city: 'Kendal',
        streetAddress: '8 Wombat Way',
        profileId: member.userId,
      })
      return { userId: member.userId, slug: businessSlug }
    })
    await signInTo(context, site, userId)
    const page = new PlainPage(context.request)
    await page.goto('/my-business')
    expect(page.value('Street on your page')).toBe('false')
    page.fill('Trade (optional)', 'Roofer')
    await page.press('Save Basic Information')
    expect(page.text('.flash')).toContain('Basic Information updated successfully.')
    page.fill('Street on your page', 'Shown to everyone')
    page.fill('Where you work', 'Anywhere in the UK')
    await page.press('Save Address')
    expect(page.text('.flash')).toContain('Address updated successfully.')
    await page.goto('/my-business')
    expect(page.value('Trade (optional)')).toBe('roofer')
    expect(page.value('Street on your page')).toBe('true')
    expect(page.value('Where you work')).toBe('uk')

    await page.goto(`/business/${slug}`)
    expect(page.text('main')).toContain('8 Wombat Way')
    expect(page.text('main')).toContain('Works anywhere in the UK')
    await page.goto('/directory?search=roofer&near=Kendal&within=anywhere')
    expect(page.texts(`.business-card a[href="/business/${slug}"]`)).not.toEqual([])
  })
})
