import { inFullRunOnly } from './support/full-run.ts'
import { expect, hydrated, open, reach, test } from './support/test.ts'

// spec: 7.1, 10.1, 42.1, 42.2, 42.7, 112.2, 138.1
test('a visitor finds a business, reaches it and goes back to the same results', async ({ page, guard }) => {
  await open(page, '/')
  await page.getByRole('main').getByRole('link', { name: 'Find a business' }).click()
  await expect(page).toHaveURL(/\/directory$/)

  await page.getByLabel('A website').check()
  await expect(page).toHaveURL(/hasWebsite=true/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('With a website')
  const wanted = (await page.locator('.business-card h3').first().textContent())?.trim() ?? ''
  await page.getByLabel('What do you need?').fill(wanted)
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === wanted)
  // The address changes a moment before what is shown does.
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(wanted)
  const card = page.getByRole('link', { name: wanted, exact: true }).first()
  await expect(page.locator('.count-line h2')).toHaveText(/^\d+ verified business(es)? found$/)
  const results = await page.locator('.business-card h3').allInnerTexts()
  const found = page.url()

  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible()
  await expect(page).toHaveURL(/\/business\/[a-z0-9-]+$/)
  await expect(page.getByText('A sample: the owner is invented').first()).toBeVisible()
  const website = page.getByRole('link', { name: 'Visit Website' })
  await expect(website).toHaveAttribute('href', /^https:\/\//)
  await expect(website).toHaveAttribute('rel', /noopener/)
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', /^tel:\+?\d+$/)

  const asked = await guard.answerFor(new URL((await website.getAttribute('href')) ?? '').origin)
  await website.click()
  await expect(page).toHaveTitle('A player')
  expect(asked).toHaveLength(1)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(found)
  await expect(page.getByLabel('What do you need?')).toHaveValue(wanted)
  await expect(page.getByLabel('A website')).toBeChecked()
  await expect(page.locator('.business-card h3')).toHaveText(results)
})

test.describe('the demo', () => {
  test.use({ on: 'demo' })

  test('fills an empty database by itself, with 340 listed businesses', inFullRunOnly, async ({ page }) => {
    await open(page, '/directory')
    await expect(page.getByRole('heading', { name: '340 verified businesses found' })).toBeVisible()
    await expect(page.locator('.business-card img')).not.toHaveCount(0)
  })
})

test('going back before the scripts have come loads the page that is gone back to', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Directory' }).click()
  await expect(page).toHaveURL(/\/directory$/)

  const entry = '**/assets/entry.client*'
  const script = Promise.withResolvers<void>()
  await page.route(entry, async (route) => {
    await script.promise
    await route.continue()
  })
  const entryAsked = page.waitForRequest(entry)
  await page.reload()
  await reach(page)
  await entryAsked

  // The page gone back to comes late, so that the scripts of the one that is left come first.
  const document = Promise.withResolvers<void>()
  await page.route('**/about', async (route) => {
    await document.promise
    await route.continue()
  })
  const documentAsked = page.waitForRequest('**/about')
  await page.evaluate(() => history.back())
  await documentAsked
  const entryLoaded = page.waitForResponse(entry)
  script.resolve()
  await entryLoaded
  // Time in which they would take over.
  await page.waitForTimeout(500)

  document.resolve()
  // First: the mouse that comes over a form of the page that is left would load no scripts of this one.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/About/)
  // A page whose first script does not run yet hears no mouse.
  await page.waitForLoadState()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/About/)
})

test('a page that is left just before its scripts render makes no fuss', async ({ page }) => {
  await page.route(
    '**/assets/entry.client*',
    async (route) => {
      const response = await route.fetch()
      // As when Back is pressed in the moment between the entry and React's first render.
      const back = "history.pushState(null, '', '/about'); dispatchEvent(new PopStateEvent('popstate'))"
      await route.fulfill({ response, body: `${await response.text()}\n${back}` })
    },
    { times: 1 },
  )
  await page.goto('/directory')
  await reach(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/About/)
  // A page whose first script does not run yet hears no mouse.
  await page.waitForLoadState()
  await hydrated(page)
})
