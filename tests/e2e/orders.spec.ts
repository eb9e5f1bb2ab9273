import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signedOrderPath } from '#app/features/orders/links.server.ts'
import { createOrder, sampleItem, sampleShipment } from '#tests/factories/orders.ts'
import { excess, expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { inFullRunOnly } from './support/full-run.ts'
import { join, withDatabaseOf } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage, textOf } from './support/plain-page.ts'
import { type Site, signingSecret } from './support/servers.ts'
import { expect, open, test } from './support/test.ts'

const addOrder = (site: Site, given: Parameters<typeof createOrder>[1] = {}) =>
  withDatabaseOf(site, (db) => createOrder(db, given))
const linkTo = (id: string) => signedOrderPath(signingSecret, id)

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })
    const visit = (page: Page, address: string) => (javaScriptEnabled ? open(page, address) : page.goto(address))

    test(
      'a visitor follows the link of an order, and another key opens nothing',
      inFullRunOnly,
      async ({ guard, page, site }) => {
        guard.expectComplaint(/404/)
        const { id, number } = await addOrder(site, { state: 'shipped', items: [{ ...sampleItem, quantity: 2 }] })
        const answer = page.waitForResponse((response) => response.url().includes(id))
        await visit(page, linkTo(id))
        expect((await answer).headers()['cache-control']).toBe('private, no-store')
        await expect(page).toHaveTitle(`Order ${number} – Muster`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
        await expect(page.getByText('Your order has left the printer.')).toBeVisible()
        await expect(page.getByText('M, Navy · 2 × £24.50')).toBeVisible()
        await expect(page.getByText('£52.99')).toBeVisible()
        await expect(page.getByText('1 Sample Street')).toBeVisible()
        await expect(page.getByRole('link', { name: `Track ${sampleShipment.trackingNumber}` })).toHaveAttribute(
          'href',
          sampleShipment.trackingUrl,
        )
        await expect(page.getByRole('heading', { name: 'Your right to cancel' })).toBeVisible()
        await page.getByText('Show the cancellation form').click()
        await expect(page.getByText(`Order number: ${number}`)).toBeVisible()

        await page.goto(`/shop/orders/${id}`)
        await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent(`/shop/orders/${id}`)}`)
        const other = await addOrder(site)
        await page.goto(linkTo(other.id).replace(other.id, id))
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      },
    )

    test(
      "a member finds their orders from the dashboard, and nobody else's",
      inFullRunOnly,
      async ({ context, guard, page, site }) => {
        guard.expectComplaint(/404/)
        const { userId } = await join(context, site)
        await visit(page, '/shop/orders')
        await expect(page.getByRole('heading', { name: 'You have not ordered anything yet' })).toBeVisible()
        await visit(page, '/dashboard')
        await expect(page.getByRole('heading', { name: 'Your orders' })).toHaveCount(0)
        const { id, number } = await addOrder(site, { profileId: userId, state: 'refunded' })
        const ofOther = await addOrder(site)
        await visit(page, '/dashboard')
        await page.getByRole('link', { name: 'All your orders' }).click()
        await expect(page).toHaveTitle('Your orders – Muster')
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
        await page.getByRole('link', { name: number }).click()
        await expect(page).toHaveURL(`/shop/orders/${id}`)
        await expect(page.getByText('We have refunded what you paid.')).toBeVisible()
        await page.goto(`/shop/orders/${ofOther.id}`)
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      },
    )

    test(
      'an admin finds an order, sends it to the printer again and refunds part of it',
      inFullRunOnly,
      async ({ context, guard, page, site }) => {
        guard.expectComplaint(/400/)
        await join(context, site, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
        const name = `Robin ${randomUUID().slice(0, 8)}`
        const { id, number } = await addOrder(site, {
          state: 'on-hold',
          name,
          number: `MU-${randomUUID().slice(0, 6).toUpperCase()}`,
          failure: 'The printer refused the address.',
        })
        await visit(page, '/admin')
        await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Shop' }).click()
        await expect(page).toHaveTitle('Shop – Admin – Muster')
        await expect(page.getByRole('heading', { name: 'Sales by month' })).toBeVisible()
        await page.getByRole('link', { name: /orders?: on hold/ }).click()
        await expect(page.getByLabel('Status')).toHaveValue('on-hold')
        await page.getByLabel('Search by number, email or name').fill(name.toLowerCase())
        await page.getByRole('button', { name: 'Search' }).click()
        await expect(page.getByText('1 order found, newest first')).toBeVisible()
        await page.getByRole('link', { name: number }).click()
        await expect(page.getByText('The printer refused the address.')).toBeVisible()
        await page.getByRole('button', { name: 'Send to the printer again' }).click()
        await expectMessage(page, javaScriptEnabled, 'Sent to the printer again')
        await expect(page.getByText('The printer refused the address.')).toHaveCount(0)

        const amount = page.getByLabel('Amount in pounds')
        await expect(amount).toHaveValue('28.49')
        await amount.fill('500')
        await page.getByLabel('Why').selectOption('It arrived wrong or damaged')
        await page.getByRole('button', { name: 'Refund' }).click()
        const summary = page.getByRole('alert', { name: 'There is a problem' })
        await expect(summary.getByRole('link')).toHaveText(['This is more than is left to refund'])
        if (javaScriptEnabled) await expect(summary).toBeFocused()
        await expect(amount).toHaveValue('500')
        await expect(page.getByLabel('Why')).toHaveValue('damaged')
        await amount.fill('5')
        await page.getByRole('button', { name: 'Refund' }).click()
        await expectMessage(page, javaScriptEnabled, 'Refund requested')
        await expect(page.getByText('Refund of £5.00 asked for: It arrived wrong or damaged')).toBeVisible()
        await visit(page, `/admin/audit?subject=${id}`)
        const rows = page.getByRole('region', { name: 'Entries of the audit' }).locator('tbody tr')
        await expect(rows).toHaveCount(2)
        await expect(rows.first()).toContainText('Ann Admin')
      },
    )
  })
}

test.describe('as a browser without scripts sends it', () => {
  test('a visitor follows the link of an order, and another key opens nothing', async ({ context, site }) => {
    const { id, number } = await addOrder(site, { state: 'shipped', items: [{ ...sampleItem, quantity: 2 }] })
    const page = new PlainPage(context.request)
    await page.goto(linkTo(id))
    expect((await context.request.get(linkTo(id))).headers()['cache-control']).toBe('private, no-store')
    expect(page.text('head > title')).toBe(`Order ${number} – Muster`)
    expect(page.text('h1')).toBe(`Order ${number}`)
    for (const words of [
      'Your order has left the printer.',
      'M, Navy · 2 × £24.50',
      '£52.99',
      '1 Sample Street',
      'Show the cancellation form',
      `Order number: ${number}`,
    ]) {
      expect(page.text('main')).toContain(words)
    }
    expect(page.link(`Track ${sampleShipment.trackingNumber}`).getAttribute('href')).toBe(sampleShipment.trackingUrl)
    expect(page.texts('h2, h3')).toContain('Your right to cancel')

    await page.goto(`/shop/orders/${id}`)
    expect(page.path).toBe(`/auth?returnTo=${encodeURIComponent(`/shop/orders/${id}`)}`)
    const other = await addOrder(site)
    await page.goto(linkTo(other.id).replace(other.id, id))
    expect([page.status, page.text('h1')]).toEqual([404, 'Page Not Found'])
  })

  test("a member finds their orders from the dashboard, and nobody else's", async ({ context, site }) => {
    const { userId } = await join(context, site)
    const page = new PlainPage(context.request)
    await page.goto('/shop/orders')
    expect(page.texts('main h3')).toContain('You have not ordered anything yet')
    await page.goto('/dashboard')
    expect(page.texts('h2, h3')).not.toContain('Your orders')
    const { id, number } = await addOrder(site, { profileId: userId, state: 'refunded' })
    const ofOther = await addOrder(site)
    await page.goto('/dashboard')
    await page.follow('All your orders')
    expect(page.text('head > title')).toBe('Your orders – Muster')
    expect(page.texts('main li')).toHaveLength(1)
    await page.follow(number)
    expect(page.path).toBe(`/shop/orders/${id}`)
    expect(page.text('main')).toContain('We have refunded what you paid.')
    await page.goto(`/shop/orders/${ofOther.id}`)
    expect([page.status, page.text('h1')]).toEqual([404, 'Page Not Found'])
  })

  // spec: 74.3
  test('an admin finds an order, sends it to the printer again and refunds part of it', async ({ context, site }) => {
    await join(context, site, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
    const name = `Robin ${randomUUID().slice(0, 8)}`
    const { id, number } = await addOrder(site, {
      state: 'on-hold',
      name,
      number: `MU-${randomUUID().slice(0, 6).toUpperCase()}`,
      failure: 'The printer refused the address.',
    })
    const page = new PlainPage(context.request)
    await page.goto('/admin')
    await page.follow('Shop', page.find('nav[aria-label=Admin]'))
    expect(page.text('head > title')).toBe('Shop – Admin – Muster')
    expect(page.texts('h2, h3')).toContain('Sales by month')
    const onHold = [...page.document.querySelectorAll('main a')].find((link) => /orders?: on hold/.test(textOf(link)))
    await page.goto(onHold?.getAttribute('href') ?? '')
    expect(page.value('Status')).toBe('on-hold')
    page.fill('Search by number, email or name', name.toLowerCase())
    await page.press('Search', page.field('Status').closest('form') ?? undefined)
    expect(page.text('main')).toContain('1 order found, newest first')
    await page.follow(number)
    expect(page.text('main')).toContain('The printer refused the address.')
    await page.press('Send to the printer again')
    expect(page.text('.flash')).toContain('Sent to the printer again')
    expect(page.text('main')).not.toContain('The printer refused the address.')

    expect(page.value('Amount in pounds')).toBe('28.49')
    page.fill('Amount in pounds', '500')
    page.fill('Why', 'It arrived wrong or damaged')
    await page.press('Refund')
    expect(page.status).toBe(400)
    expect(page.text('[role=alert] h2')).toBe('There is a problem')
    expect(page.texts('[role=alert] a')).toEqual(['This is more than is left to refund'])
    expect(page.value('Amount in pounds')).toBe('500')
    expect(page.value('Why')).toBe('damaged')
    page.fill('Amount in pounds', '5')
    await page.press('Refund')
    expect(page.text('.flash')).toContain('Refund requested')
    expect(page.text('main')).toContain('Refund of £5.00 asked for: It arrived wrong or damaged')
    await page.goto(`/admin/audit?subject=${id}`)
    const rows = page.texts('tbody tr', page.region('Entries of the audit'))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('Ann Admin')
  })
})

test('an order whose payment is not known yet looks again by itself', async ({ page, site }) => {
  const { id } = await addOrder(site, { state: 'awaiting-payment' })
  await open(page, linkTo(id))
  await expect(page.getByText('We are waiting for confirmation of your payment.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refresh' })).toHaveAttribute('href', linkTo(id))
  await withDatabaseOf(site, (db) => db.execute(`UPDATE orders SET state = 'paid', paid_at = now() WHERE id = '${id}'`))
  await expect(page.getByText('Your payment has arrived.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Refresh' })).toHaveCount(0)
})

test('the screens of orders have no accessibility faults and fit 320 pixels', async ({ context, page, site }) => {
  test.slow()
  const { userId } = await join(context, site, { role: 'Admin', firstName: 'Ann', lastName: 'Admin' })
  const long = { name: 'x'.repeat(80), email: `${'y'.repeat(60)}@sample.example` }
  const shipped = await addOrder(site, {
    ...long,
    profileId: userId,
    state: 'shipped',
    refunded: 500,
    items: [{ ...sampleItem, name: `Shirt ${'z'.repeat(60)}` }],
  })
  await addOrder(site, { ...long, state: 'on-hold', failure: 'The printer refused the address.' })
  for (const address of ['/shop/orders', linkTo(shipped.id), '/admin?tab=shop', `/admin/orders/${shipped.id}`]) {
    await open(page, address)
    await expectNoFaults(page, inBothThemes([wide, small]))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await excess(page), address).toBe(0)
  }
})
