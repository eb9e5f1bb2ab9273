import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { createBusiness } from '../factories/businesses.ts'
import { withMaintenance } from '../postgres.ts'
import { createDatabase } from './support/databases.ts'
import { isFullRun } from './support/full-run.ts'
import { countLine, readLog } from './support/http-test.ts'
import { join } from './support/members.ts'
import { expectMessage } from './support/messages.ts'
import { PlainPage } from './support/plain-page.ts'
import { expect, open, test } from './support/test.ts'

// spec: 82.1, 112.2, 201.1, 207.7, world.3.5
test('when the database fails the directory and every area say so, recover, and the log keeps what was typed to itself', async ({
  page,
  context,
  servers,
  guard,
}) => {
  test.slow()
  const database = await createDatabase()
  try {
    const handle = await openMigratedPostgres(database.url)
    await createBusiness(handle.db, { name: 'Sample Bakery', businessSlug: 'sample-bakery' })
    await handle.close()
    const site = await servers.start({ databaseUrl: database.url })
    const rename = (from: string, to: string) =>
      withMaintenance(database.url, (client) => client.query(`ALTER TABLE ${from} RENAME TO ${to}`))

    await open(page, `${site.url}/directory`)
    await expect(page.locator('.count-line h2')).toHaveText(countLine(1))
    await rename('directory_listings', 'listings_taken_away')

    guard.expectComplaint(/status of 503/)
    // Asked for by the script, and by the first load of a page.
    await page.getByLabel('What do you need?').fill('privatewords bakery')
    await expect(page.getByText('Failed to load businesses. Please try again later.')).toBeVisible()
    await open(page, `${site.url}/directory?search=privatewords+again`)
    await expect(page.getByText('Failed to load businesses. Please try again later.')).toBeVisible()
    await expect(page.locator('.business-card')).toHaveCount(0)

    const api = await page.request.get(`${site.url}/api/v1/businesses?search=privatewords`)
    expect(api.status()).toBe(503)
    expect(await api.text()).not.toMatch(/directory_listings|SELECT/)

    await rename('listings_taken_away', 'directory_listings')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByText('No businesses found matching your criteria.')).toBeVisible()
    await page.getByLabel('What do you need?').fill('bakery')
    await expect(page.locator('.count-line h2')).toHaveText(countLine(1))

    await rename('public_businesses_view', 'view_taken_away')
    guard.expectComplaint(/status of 500/)
    await page.goto(`${site.url}/business/sample-bakery`)
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    await expect(page).toHaveTitle('Unexpected Application Error! – Muster')
    await rename('view_taken_away', 'public_businesses_view')
    await open(page, `${site.url}/business/sample-bakery`)
    await expect(page.getByRole('heading', { level: 1, name: 'Sample Bakery' })).toBeVisible()

    const errors = async () => (await readLog(site)).entries.filter(({ level }) => level === 'error')
    expect((await errors()).length).toBeGreaterThanOrEqual(4)
    await test.step('an error in one area keeps header and footer and leads back to the start of the area', async () => {
      await join(context, site, { role: 'Admin' })
      const broken = async (table: string, act: () => Promise<void>) => {
        await rename(table, `${table}_away`)
        await act()
        await rename(`${table}_away`, table)
      }
      const plain = new PlainPage(context.request)
      const expectErrorPage = async (label: string) => {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
        await expect(page).toHaveTitle('Unexpected Application Error! – Muster')
        await expect(page.getByRole('main').getByRole('link')).toHaveText([label, 'Go to the home page'])
        await expect(page.getByRole('banner').getByRole('link', { name: 'Directory', exact: true })).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
      }
      for (const [path, table, label, start] of [
        ['/admin/enquiries', 'contact_messages', 'Go to the Admin Panel', '/admin'],
        ['/shop/orders', 'orders', 'Go to the shop', '/shop'],
        [
          '/handover?id=00000000-0000-4000-8000-000000000000',
          'business_handovers',
          'Go to your business',
          '/business-onboarding',
        ],
      ] as const) {
        await broken(table, async () => {
          await plain.goto(site.url + path)
        })
        expect(plain.status, path).toBe(500)
        expect(plain.text('h1')).toBe('Unexpected Application Error!')
        expect(plain.text('title')).toBe('Unexpected Application Error! – Muster')
        expect(plain.texts('main a')).toEqual([label, 'Go to the home page'])
        expect(plain.link(label, plain.find('main')).getAttribute('href')).toBe(start)
        expect(plain.texts('header a')).toContain('Directory')
        expect(plain.texts('footer')).toHaveLength(1)
      }

      // A draft is said to be there still.
      await broken('business_drafts', async () => {
        expect((await page.goto(`${site.url}/business-onboarding?step=profile`))?.status()).toBe(503)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Error loading business')
        await expect(page.getByRole('main')).toContainText('Your draft could not be loaded. Nothing is lost.')
      })
      await page.getByRole('link', { name: 'Retry' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Business Profile')

      // The same where the page's script asks.
      await open(page, `${site.url}/admin`)
      await broken('contact_messages', async () => {
        await page.getByRole('link', { name: 'Enquiries', exact: true }).click()
        await expectErrorPage('Go to the Admin Panel')
      })
      await page.getByRole('link', { name: 'Go to the Admin Panel' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin')
    })
    // The page listens for news, and would complain of a server that stops.
    await page.goto('about:blank')

    const { text } = await readLog(site)
    for (const failure of await errors()) expect(failure).toHaveProperty('requestId')
    expect(text).toContain('does not exist')
    expect(text).not.toContain('privatewords')
    expect(await site.stop()).toEqual({ code: 0, signal: null })
  } finally {
    await database.drop()
  }
})

// spec: 82.1
test('a page that does not arrive says that one seems to be offline, between header and footer', async ({
  page,
  context,
  site,
  guard,
}) => {
  guard.expectComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/)
  // A script that the router asks for in advance and does not wait for.
  guard.expectComplaint(/^page error: $/)
  await join(context, site, { role: 'Admin' })
  const heading = page.getByRole('heading', { level: 1 })
  const areas = [
    ['/admin', 'Enquiries', '/admin/enquiries', 'Go to the Admin Panel'],
    ['/about', 'Podcasts', '/podcasts', 'Go to the podcasts'],
    ['/dashboard', 'My Profile', '/profile', 'Go to the dashboard'],
  ] as const
  // The boundary of every area is the same component; its link is asserted for others where the database fails.
  for (const [from, link, to, back] of isFullRun ? areas : areas.slice(0, 1)) {
    await open(page, from)
    await page.route('**/*.data*', (route) => route.abort())
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await expect(heading).toHaveText('You seem to be offline')
    await expect(page).toHaveTitle('You seem to be offline – Muster')
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Directory', exact: true })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: back })).toBeVisible()
    await page.unroute('**/*.data*')
    await main.getByRole('link', { name: 'Try again' }).click()
    await expect(heading).not.toHaveText('You seem to be offline')
    await expect(page).toHaveURL(to)
  }

  // Neither data nor the page's script arrives.
  await open(page, '/about')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click()
  await expectMessage(page, true, 'You seem to be offline')
  await expect(heading).toHaveText('You seem to be offline')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL('/contact')
  await expect(heading).toHaveText(/Contact/)
})
