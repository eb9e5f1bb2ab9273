import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { shopProducts } from '#app/features/shop/tables.server.ts'
import { encodePicture, storePicture } from '#app/platform/.server/images/images.ts'
import { createProduct, variantOf } from '../factories/products.ts'
import { withMaintenance } from '../postgres.ts'
import { excess, expectNoFaults, findOutside, inBothThemes, small, wide } from './support/accessibility.ts'
import { createDatabase } from './support/databases.ts'
import { picture } from './support/files.ts'
import { bothWaysInFullRun, inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import type { Site } from './support/servers.ts'
import { openFiles } from './support/sites.ts'
import { expect, open, test } from './support/test.ts'

type Given = Parameters<typeof createProduct>[1]

/** A product with a name nobody else has. */
async function make(site: Site, given: Given = {}) {
  const mark = randomUUID().slice(0, 8)
  const product = { name: `Sample ${mark}`, slug: `sample-${mark}`, ...given }
  await withDatabaseOf(site, (db) => createProduct(db, product))
  return product
}

const shirts = () => [
  variantOf({ retail_price: '24.50', options: [{ id: 'size', value: 'S' }] }),
  variantOf({ retail_price: '26.00', options: [{ id: 'size', value: 'L' }] }),
  variantOf({ retail_price: '1.00', options: [{ id: 'size', value: 'XL' }], synced: false }),
]

const cardOf = (page: Page, name: string) =>
  page.locator('.product-card', { has: page.getByRole('link', { name, exact: true }) })
const opener = (page: Page) => page.getByRole('button', { name: /^Cart/ })
const drawer = (page: Page) => page.getByRole('complementary', { name: 'Your cart' })

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })
    const visit = (page: Page, address: string) => (scripted ? open(page, address) : page.goto(address))

    // spec: 10.3, 22.9, 71.1, 71.2, 71.4, 132.1, 203.3, 219.1
    test(
      'a product is chosen, put into the cart, changed there, kept over reloads and taken out',
      bothWaysInFullRun(scripted),
      async ({ page, site }) => {
        const { name, slug } = await make(site, { syncVariants: shirts() })
        await visit(page, '/shop')
        const card = cardOf(page, name)
        await expect(card).toContainText('From £24.50')
        await card.getByRole('link', { name: `Choose options: ${name}` }).click()
        const place = scripted ? page.getByRole('dialog', { name }) : page.getByRole('main')
        await expect(place.getByLabel('Variant').getByRole('option')).toHaveText([
          'Choose a variant',
          'S – £24.50',
          'L – £26.00',
        ])
        await place.getByRole('button', { name: 'Add to Cart' }).click()
        if (scripted) {
          await expect(place.getByLabel('Variant')).toBeFocused()
          await expect(place.getByText('Please select a variant')).toBeVisible()
        } else {
          await expectMessage(
            page,
            scripted,
            'Please select a variant',
            'Choose a size, color, or variant before adding to cart.',
          )
        }
        await place.getByLabel('Variant').selectOption({ label: 'L – £26.00' })
        await place.getByLabel('Quantity').fill('2')
        await place.getByRole('button', { name: 'Add to Cart' }).click()
        await expectMessage(page, scripted, 'Added to cart')
        if (scripted) await expect(place).toBeHidden()

        await opener(page).click()
        const cart = drawer(page)
        await expect(cart.getByLabel(`2 of ${name}`)).toBeVisible()
        await expect(cart.getByText('Total').locator('..')).toContainText('£52.00')
        const arrived = page.waitForResponse('**/shop/cart/change')
        await cart.getByRole('button', { name: `One more: ${name}` }).click()
        await arrived
        if (!scripted) await opener(page).click()
        await expect(cart.getByText('Total').locator('..')).toContainText('£78.00')

        await visit(page, '/shop/cart')
        const whole = page.getByRole('main')
        await expect(whole.getByText('Total').locator('..')).toContainText('£78.00')
        await whole.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(`/shop/${slug}`)
        await expect(opener(page)).toContainText('3')

        await visit(page, '/shop/cart')
        await whole.getByRole('button', { name: 'Clear Cart' }).click()
        await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
      },
    )

    test(
      'what is one of a kind is added from its card, and what is not synced is not',
      inFullRunOnly,
      async ({ page, site }) => {
        const mug = await make(site, { syncVariants: [variantOf({ retail_price: '9.00' })] })
        const gone = await make(site, { syncVariants: [variantOf({ synced: false })], price: null })
        const cap = await make(site, { syncVariants: [variantOf({ retail_price: '9.00' })] })
        await visit(page, '/shop')
        await expect(cardOf(page, gone.name)).toContainText('Not available')
        await expect(cardOf(page, gone.name).getByRole('button')).toHaveCount(0)
        // The page was open before.
        await withDatabaseOf(site, (db) =>
          db
            .update(shopProducts)
            .set({ syncVariants: [variantOf({ synced: false })], price: null })
            .where(eq(shopProducts.slug, cap.slug)),
        )
        await page.getByRole('button', { name: `Add to Cart: ${cap.name}` }).click()
        await expectMessage(page, scripted, 'Product not available', 'This product is not synced yet.')
        await expect(opener(page)).toContainText('0')
        await page.getByRole('button', { name: `Add to Cart: ${mug.name}` }).click()
        await expectMessage(page, scripted, 'Added to cart')
        await expect(opener(page)).toContainText('1')
      },
    )

    // spec: 10.3, 207.9
    test(
      'a product has a page with its price, a placeholder for its picture, and facts for machines',
      inFullRunOnlyWhen(scripted),
      async ({ page, site }) => {
        const { name, slug } = await make(site, { description: 'Soft cotton. Sample text.' })
        await visit(page, `/shop/${slug}`)
        await expect(page).toHaveTitle(`${name} – Muster`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await expect(page.locator('.product-price')).toHaveText('£24.50')
        await expect(page.locator('.product-page .drawn-thing')).toBeVisible()
        const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
        expect(facts).toMatchObject({ '@type': 'Product', name, offers: { price: '24.50', priceCurrency: 'GBP' } })
        await page.getByLabel('Quantity').fill('0')
        await page.getByRole('button', { name: 'Add to Cart' }).click()
        await expectMessage(page, scripted, 'Check the quantity', 'The quantity must be a whole number, at least 1.')
      },
    )
  })
}

// spec: 71.4, 113.1, 203.3
test('the drawer is for the keyboard too: it keeps a minimum of 1, gives focus back, and announces the checkout', async ({
  page,
  site,
}) => {
  const { name } = await make(site)
  await open(page, '/shop')
  await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()
  await expect(opener(page)).toContainText('1')
  await opener(page).press('Enter')
  const cart = drawer(page)
  await expect(cart.getByRole('heading', { name: 'Your cart' })).toBeFocused()
  const fewer = cart.getByRole('button', { name: `One fewer: ${name}` })
  await expect(fewer).toHaveAttribute('aria-disabled', 'true')
  await fewer.press('Enter')
  await expect(cart.getByLabel(`1 of ${name}`)).toBeVisible()
  await cart.getByRole('button', { name: `Remove ${name}` }).press('Enter')
  await expect(cart.getByText('Your cart is empty')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()
  await expect(opener(page)).toContainText('1')
  await opener(page).click()
  await cart.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expectMessage(page, true, 'Redirecting to checkout page...')
  await expect(page).toHaveURL('/shop/checkout')
})

test.describe('as a browser without scripts sends it', () => {
  const card = (page: PlainPage, name: string) =>
    [...page.document.querySelectorAll('.product-card')].find((each) => page.texts('a', each).includes(name))

  // spec: 132.1, 199.1
  test('what is one of a kind is added from its card, and what is not synced is not', async ({ context, site }) => {
    const mug = await make(site, { syncVariants: [variantOf({ retail_price: '9.00' })] })
    const gone = await make(site, { syncVariants: [variantOf({ synced: false })], price: null })
    const cap = await make(site, { syncVariants: [variantOf({ retail_price: '9.00' })] })
    const page = new PlainPage(context.request)
    await page.goto('/shop')
    expect(textOf(card(page, gone.name))).toContain('Not available')
    expect(page.texts('button', card(page, gone.name))).toEqual([])
    // The page was open before.
    await withDatabaseOf(site, (db) =>
      db
        .update(shopProducts)
        .set({ syncVariants: [variantOf({ synced: false })], price: null })
        .where(eq(shopProducts.slug, cap.slug)),
    )
    await page.press(`Add to Cart: ${cap.name}`)
    expect(page.text('.flash')).toContain('Product not available')
    expect(page.text('.flash')).toContain('This product is not synced yet.')
    await page.goto('/shop/cart')
    expect(page.text('main')).toContain('Your cart is empty')
    await page.goto('/shop')
    await page.press(`Add to Cart: ${mug.name}`)
    expect(page.text('.flash')).toContain('Added to cart')
    await page.goto('/shop/cart')
    expect(page.texts(`[aria-label="1 of ${mug.name}"]`)).toHaveLength(1)
  })

  test('what was chosen before signing in is there afterwards, whatever browser the member uses', async ({
    context,
    site,
  }) => {
    const { name } = await make(site)
    const page = new PlainPage(context.request)
    const chosen = () => page.texts(`[aria-label="1 of ${name}"]`).length
    await page.goto('/shop')
    await page.press(`Add to Cart: ${name}`)
    await join(context, site)
    await page.goto('/shop/cart')
    expect(chosen()).toBe(1)
    await context.clearCookies({ name: 'cart' })
    await page.goto('/shop/cart')
    expect(chosen()).toBe(1)
    await page.press('Clear Cart')
    expect(page.text('main')).toContain('Your cart is empty')
  })
})

// spec: 71.1, 196.1, 201.4, 203.3, 213.6
test('a shop says that it is empty, being loaded, or could not be; and then shows what it has', async ({
  page,
  servers,
  guard,
}) => {
  guard.expectComplaint(/status of 503/)
  const database = await createDatabase()
  const execute = (statement: string) => withMaintenance(database.url, (client) => client.query(statement))
  try {
    // A renamed table is announced to nobody: here no page is kept.
    const site = await servers.start({ databaseUrl: database.url, environment: { FINISHED_PAGES_MIB: '0' } })
    await page.goto(`${site.url}/shop`)
    await expect(page.getByRole('heading', { name: 'No products found in your store.' })).toBeVisible()

    const { name } = await make(site)
    await open(page, `${site.url}/about`)
    await withMaintenance(database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('LOCK TABLE shop_products IN ACCESS EXCLUSIVE MODE')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Shop' }).click()
      await expect(page.locator('.product-card-loading')).toHaveCount(8)
      await client.query('COMMIT')
    })
    await expect(cardOf(page, name)).toBeVisible()
    await expect(page.locator('.product-card-loading')).toHaveCount(0)

    await execute('ALTER TABLE shop_products RENAME TO shop_products_away')
    await open(page, `${site.url}/shop`)
    await expect(page.getByRole('heading', { name: 'Failed to load products' })).toBeVisible()
    await expectMessage(page, true, 'Error fetching store products')
    await open(page, `${site.url}/shop/any`)
    await expectMessage(page, true, 'Error fetching product')
    await page.goto(`${site.url}/shop`)
    await execute('ALTER TABLE shop_products_away RENAME TO shop_products')
    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(cardOf(page, name)).toBeVisible()
  } finally {
    await database.drop()
  }
})

// spec: 71.2
test('the shop, a product, its dialog and the cart have no faults', async ({ page, site }) => {
  const storage = await openFiles(site)
  const encoded = await encodePicture('shop', (await picture('cover.jpg')).buffer, 'quick')
  const { key } = await storePicture(storage, 'shop', 'products', encoded)
  const shirt = await make(site, { syncVariants: shirts(), thumbnailUrl: key })
  const { name } = await make(site, { description: 'Soft cotton.\n\nSample text.' })
  await open(page, '/shop')
  await expectNoFaults(page, inBothThemes([wide, small]))
  await page.getByRole('button', { name: `Add to Cart: ${name}` }).click()
  await cardOf(page, shirt.name).getByRole('link', { name: shirt.name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog').getByText('Please select a variant')).toBeVisible()
  // What both show stands on the pages below, which every run looks at.
  if (isFullRun) await expectNoFaults(page, inBothThemes([wide, small]))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await findOutside(page)).toEqual([])
  await page.keyboard.press('Escape')
  await opener(page).click()
  await expect(drawer(page)).toBeVisible()
  if (isFullRun) await expectNoFaults(page, inBothThemes([wide, small]))
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await findOutside(page)).toEqual([])
  for (const address of ['/shop', `/shop/${shirt.slug}`, '/shop/cart']) {
    await open(page, address)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
    if (isFullRun || address !== '/shop') await expectNoFaults(page, inBothThemes([wide]))
  }
})
