import { startPrintfulSimulator } from '#simulators/printful.ts'
import { startStripeSimulator } from '#simulators/stripe.ts'
import { createDatabase } from './support/databases.ts'
import { linkFromMail } from './support/mail.ts'
import { join } from './support/members.ts'
import { freePort } from './support/servers.ts'
import { expect, hydrated, open, test } from './support/test.ts'

const buyer = 'robin@sample.example'

// spec: 3.7, 18.2
test('a buyer goes from a product to a parcel on its way, and has part of it paid back', async ({
  page,
  context,
  servers,
}) => {
  test.slow()
  const port = await freePort()
  const stripe = await startStripeSimulator({ webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe` })
  const printful = await startPrintfulSimulator()
  const database = await createDatabase()
  const site = await servers.start({
    port,
    databaseUrl: database.url,
    environment: {
      PRODUCTION: 'false',
      PRINTFUL_URL: printful.url,
      PRINTFUL_TOKEN: printful.token,
      STRIPE_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    },
  })
  // Addresses of mails, and pages that lead on by themselves, stand on the site of this test.
  const visit = (path: string) => open(page, new URL(path, site.url).href)
  const linkTo = (path: string) =>
    linkFromMail({ get: (address: string) => page.request.get(site.url + address) } as typeof page.request, buyer, path)

  await expect.poll(async () => (await page.request.get(`${site.url}/shop/enamel-mug`)).status()).toBe(200)
  await visit('/shop')
  await page.getByRole('link', { name: 'Choose options: Enamel mug' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enamel mug' })
  await dialog.getByLabel('Variant').selectOption({ index: 1 })
  await dialog.getByLabel('Quantity').fill('2')
  await dialog.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: /^Cart.*2/ }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page.locator('.toast')).toContainText('Redirecting to checkout page...')
  await page.getByLabel(/^Express/).check()
  await page.getByRole('button', { name: 'Order and pay' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Pay £35.49' })).toBeVisible()
  await page.getByLabel('Email').fill(buyer)
  await page.getByLabel('Full name').fill('Robin Specimen')
  await page.getByLabel('Address', { exact: true }).fill('1 Sample Street')
  await page.getByLabel('Town or city').fill('Sampleton')
  await page.getByLabel('Postcode').fill('SA1 1AA')
  await page.getByRole('button', { name: 'Pay' }).click()

  // The page looks again by itself until the printer has it.
  await expect(page.getByText('Your order is being printed.')).toBeVisible({ timeout: 30_000 })
  const number = /MU-[2-9A-Z]{6}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
  expect(printful.orders).toMatchObject([
    {
      shipping: 'PRINTFUL_FAST',
      status: 'pending',
      recipient: {
        name: 'Robin Specimen',
        address1: '1 Sample Street',
        zip: 'SA1 1AA',
        country_code: 'GB',
        email: buyer,
      },
      items: [{ quantity: 2, retail_price: '12.50' }],
    },
  ])
  expect([...stripe.store.charges.values()].map(({ amount }) => amount)).toEqual([3_549])

  await printful.ship(printful.orders[0]?.external_id ?? '')
  const tracked = printful.orders[0]?.shipments[0]?.tracking_url ?? ''
  expect(await linkTo(new URL(tracked).pathname)).toBe(new URL(tracked).pathname)
  // By the link of the mail, in a browser that knows nothing of the order.
  const link = await linkTo('/shop/orders/')
  await context.clearCookies()
  await visit(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
  await expect(page.getByText('Your order has left the printer.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Track / })).toHaveAttribute('href', tracked)

  await join(context, site, { role: 'Admin' })
  await visit('/admin?tab=shop')
  await page.getByRole('link', { name: number }).click()
  await page.getByLabel('Amount in pounds').fill('12.50')
  await page.getByLabel('Why').selectOption('It arrived wrong or damaged')
  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(page.locator('.toast')).toContainText('Refund requested')
  await expect.poll(() => [...stripe.store.charges.values()].map((charge) => charge.amount_refunded)).toEqual([1_250])
  await expect(async () => {
    await page.reload()
    await hydrated(page)
    await expect(page.getByLabel('Amount in pounds')).toHaveValue('22.99', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })

  // The page may still be asking the server for something, and would complain of one that has stopped.
  await page.goto('about:blank')
  await site.stop()
  await database.drop()
  await stripe.stop()
  await printful.stop()
})
