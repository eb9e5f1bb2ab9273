import { openPaymentProvider } from '#app/platform/.server/payment/stripe.ts'
import { startStripeSimulator } from '#simulators/stripe.ts'
import { createProduct } from '../factories/products.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { expect, open, test } from './support/test.ts'

for (const scripted of [true, false]) {
  test.describe(scripted ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: scripted })

    // spec: 71.1, 197.1, 205.9
    test(
      'an admin syncs the products with Stripe, and nobody else is offered to; a sync that the server does not hear of is said to',
      bothWaysInFullRun(scripted),
      async ({ page, site, context, guard }) => {
        guard.expectComplaint(/ERR_INTERNET_DISCONNECTED/)
        await withDatabaseOf(site, (db) => createProduct(db))
        const sync = page.getByRole('button', { name: 'Sync with Stripe' })
        const visit = () => (scripted ? open(page, '/shop') : page.goto('/shop'))
        await page.goto('/shop')
        await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
        await expect(sync).toHaveCount(0)

        await join(context, site, { role: 'Admin' })
        await visit()
        if (scripted) {
          await context.setOffline(true)
          await sync.click()
          await expectMessage(page, true, 'Sync failed', 'Muster could not be reached. Try again.')
          await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
          await context.setOffline(false)
        }
        await sync.click()
        await expectMessage(page, scripted, 'Products synced successfully!', 'already up to date')
        await expect(page).toHaveURL('/shop')
      },
    )
  })
}

test("the simulator's page takes an address and a made-up card, and leads on", async ({ page, site }) => {
  const stripe = await startStripeSimulator()
  try {
    const { url, secretKey, webhookSecret } = stripe
    const session = await openPaymentProvider({ url, secretKey, webhookSecret, tax: false }).createSession({
      orderId: 'an order',
      number: 'MU-7K3QXW',
      lines: [{ name: 'Sample shirt, M', amount: 2_450, quantity: 2 }],
      shipping: {
        rates: [
          { id: 'STANDARD', name: 'Standard delivery', amount: 399, minDays: 3, maxDays: 5 },
          { id: 'EXPRESS', name: 'Express delivery', amount: 999, minDays: 1, maxDays: 2 },
        ],
        countries: ['GB', 'IE'],
      },
      email: 'alex@sample.example',
      successUrl: `${site.url}/about`,
      cancelUrl: `${site.url}/shop`,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    await page.goto(session.url)
    await expect(page.getByRole('heading', { level: 1, name: 'Pay £49.00 and the delivery' })).toBeVisible()
    await expectNoFaults(page, inBothThemes([small, wide]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page)).toBe(0)

    await expect(page.getByLabel('Email')).toHaveValue('alex@sample.example')
    await page.getByLabel('Full name').fill('Sam Sample')
    await page.getByLabel('Address', { exact: true }).fill('1 Sample Street')
    await page.getByLabel('Town or city').fill('Sampleton')
    await page.getByLabel('Postcode').fill('SA1 1AA')
    await page.getByLabel('Express delivery').check()
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page).toHaveURL('/about')
    expect([...stripe.store.charges.values()].map(({ amount }) => amount)).toEqual([5_899])
  } finally {
    await stripe.stop()
  }
})
