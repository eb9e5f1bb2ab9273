import type { Page } from '@playwright/test'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { inFullRunOnlyWhen } from './support/full-run.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import { expect, open, test } from './support/test.ts'

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

    // With a script the journey of the shop goes through all of it.
    // spec: 3.7, 71.4, 173.2
    test(
      'a cart is ordered, left unpaid, ordered again, paid and sent to the printer',
      inFullRunOnlyWhen(scripted),
      async ({ page }) => {
        const visit = (address: string) => (scripted ? open(page, address) : page.goto(address))
        await fillCart(page, visit)
        await visit('/shop/checkout')
        await expect(page.getByText('This shop is a demo.')).toBeVisible()
        await expect(page.getByLabel(/^Flat Rate, £3\.99/)).toBeChecked()
        await expect(page.getByText('£16.49 in total.')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Your right to cancel' })).toBeVisible()
        await expect(page.getByText('10–20 business days')).toBeVisible()

        await page.getByLabel('Country').selectOption('France')
        await page.getByRole('button', { name: 'Show delivery options' }).click()
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
      },
    )
  })
}

test('a price that is not the one shown is not ordered at, and the buyer is told', async ({ context }) => {
  await expect.poll(async () => (await context.request.get(mug)).status(), { timeout: 60_000 }).toBe(200)
  const page = new PlainPage(context.request)
  await page.goto(mug)
  const options = [...page.field('Variant').querySelectorAll('option')]
  page.fill('Variant', options[1]?.getAttribute('value') ?? '')
  await page.press('Add to Cart')
  await page.goto('/shop/checkout')
  page.find('input[name=subtotal]').setAttribute('value', '1')
  await page.press('Order and pay')
  expect(page.text('main')).toContain('Something changed since you saw it. Nothing has been ordered.')
  expect(page.path).toBe('/shop/checkout?country=GB')
  expect(page.find('input[name=subtotal]').getAttribute('value')).toBe('1250')
})

// spec: 71.3
test('the shop says what is made and why to buy it, and leads to the store elsewhere in a new tab', async ({
  context,
}) => {
  const page = new PlainPage(context.request)
  await page.goto('/shop')
  const made = page.region('What we make')
  expect(page.texts('li', made)).toHaveLength(4)
  expect(page.texts('h3', made)).toEqual(['T-shirts', 'Hoodies and sweatshirts', 'Mugs and bottles', 'Bags'])
  const why = page.region('Why shop with us')
  expect(page.texts('h3', why)).toEqual([
    'It keeps the directory free',
    'Made when you order it',
    'It shows your support',
  ])

  const links = [...page.document.querySelectorAll('a')].filter((link) => /^Visit Our Store/.test(textOf(link)))
  expect(links).toHaveLength(2)
  expect(page.texts('a', why)).toEqual([expect.stringContaining('Visit Our Store')])
  for (const link of links) {
    expect(textOf(link)).toMatch(/^Visit Our Store\s*\(opens in a new tab\)$/)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener')
    expect(link.getAttribute('href')).toMatch(/\/store$/)
  }
  await page.goto(links[0]?.getAttribute('href') ?? '')
  expect(page.text('h1')).toBe('The store elsewhere')
})

test('the checkout is within reach of everybody', async ({ page }) => {
  await fillCart(page, (address) => open(page, address))
  await open(page, '/shop/checkout')
  await expectNoFaults(page, inBothThemes([small, wide]))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await excess(page)).toBe(0)
})
