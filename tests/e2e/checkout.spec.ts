import type { Page } from '@playwright/test'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { expect, open, test } from './support/test.ts'

// The demo has simulators for both providers beside it, as `npm start` begins it.
test.use({ engine: 'pglite' })

// What the simulator for the print provider sells, once the server has read it.
const mug = '/shop/enamel-mug'

async function fillCart(page: Page, visit: (address: string) => Promise<unknown>): Promise<void> {
  await expect.poll(async () => (await page.request.get(mug)).status(), { timeout: 60_000 }).toBe(200)
  await visit(mug)
  await page.getByLabel('Variant').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(
    page
      .getByRole('link', { name: /^Cart.*1/ })
      .or(page.getByRole('button', { name: /^Cart.*1/ }))
      .first(),
  ).toBeVisible()
}

async function pay(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('sam@sample.example')
  await page.getByLabel('Full name').fill('Sam Sample')
  await page.getByLabel('Address', { exact: true }).fill('1 Sample Street')
  await page.getByLabel('Town or city').fill('Sampleton')
  await page.getByLabel('Postcode').fill('SA1 1AA')
  await page.getByRole('button', { name: 'Pay' }).click()
}

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })

    // spec: 3.7, 71.4, 173.2
    test('a cart is ordered, left unpaid, ordered again, paid and sent to the printer', async ({ page }) => {
      const visit = (address: string) => (scripted ? open(page, address) : page.goto(address))
      await fillCart(page, visit)
      await visit('/shop/checkout')
      await expect(page.getByText('This shop is a demo.')).toBeVisible()
      await expect(page.getByLabel(/^Flat Rate, £3\.99/)).toBeChecked()
      await expect(page.getByText('£16.49 in all.')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Your right to cancel' })).toBeVisible()
      await expect(page.getByText('10–20 business days')).toBeVisible()

      await page.getByLabel('Country').selectOption('France')
      await page.getByRole('button', { name: 'Show delivery' }).click()
      await expect(page.getByLabel(/^Flat Rate, £7\.99/)).toBeChecked()
      await page.getByRole('button', { name: 'Order and pay' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pay £20.49' })).toBeVisible()
      await page.getByRole('link', { name: /Back/ }).click()
      await expect(page.getByText('You have not paid, and nothing was ordered.')).toBeVisible()

      await page.getByLabel(/^Express, £8\.99/).check()
      await page.getByRole('button', { name: 'Order and pay' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Pay £21.49' })).toBeVisible()
      await pay(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order MU-[2-9A-Z]{6}$/)
      await expect(async () => {
        await page.reload()
        await expect(page.getByText('Your order is being printed.')).toBeVisible({ timeout: 1_000 })
      }).toPass({ timeout: 40_000 })
      await expect(page.getByText('£21.49')).toBeVisible()
      await expect(page.getByText('1 Sample Street')).toBeVisible()

      await visit('/shop/checkout')
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    })
  })
}

test('a price that is not the one shown is not ordered at, and the buyer is told', async ({ page }) => {
  await fillCart(page, (address) => open(page, address))
  await open(page, '/shop/checkout')
  await page.locator('input[name=subtotal]').evaluate((field: HTMLInputElement) => {
    field.value = '1'
  })
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await expect(page.getByText('Something changed since you saw it. Nothing has been ordered.').first()).toBeVisible()
  await expect(page).toHaveURL('/shop/checkout?country=GB')
  await expect(page.locator('input[name=subtotal]')).toHaveValue('1250')
})

// spec: 71.3
test('the shop says what is made and why to buy it, and leads to the store elsewhere in a new tab', async ({
  page,
  context,
}) => {
  await open(page, '/shop')
  const made = page.getByRole('region', { name: 'What we make' })
  await expect(made.getByRole('listitem')).toHaveCount(4)
  await expect(made.getByRole('heading', { level: 3 })).toHaveText([
    'T-shirts',
    'Hoodies and sweatshirts',
    'Mugs and bottles',
    'Bags',
  ])
  const why = page.getByRole('region', { name: 'Why shop with us' })
  await expect(why.getByRole('heading', { level: 3 })).toHaveText([
    'It keeps the directory free',
    'Made when you order it',
    'It says whom you stand by',
  ])

  const links = page.getByRole('link', { name: /^Visit Our Store\s*\(opens in a new tab\)$/ })
  await expect(links).toHaveCount(2)
  await expect(why.getByRole('link')).toHaveText(/Visit Our Store/)
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', 'noopener')
    await expect(link).toHaveAttribute('href', /\/store$/)
  }
  const opened = context.waitForEvent('page')
  await links.first().click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'The store elsewhere' })).toBeVisible()
  await expect(page).toHaveURL('/shop')
})

test('the checkout is within reach of everybody', async ({ page }) => {
  await fillCart(page, (address) => open(page, address))
  await open(page, '/shop/checkout')
  await expectNoFaults(page, inBothThemes([small, wide]))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await excess(page)).toBe(0)
})
