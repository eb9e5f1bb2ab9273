import type { Page } from '@playwright/test'
import { expectNoFaults, inBothThemes, wide } from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnly } from './support/full-run.ts'
import { expect, open, test } from './support/test.ts'

const results = (page: Page) => page.locator('.count-line h2')
const names = (page: Page) => page.locator('.business-card h3')

// What the server answers to these is in tests/http/finding.spec.ts.
for (const script of [true, false]) {
  test.describe(script ? 'with a script' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: script })

    const visit = (page: Page, path: string) => (script ? open(page, path) : page.goto(path))

    // spec: finding.1, finding.15
    test(
      'a buyer finds IT support near LS1, compares three and sends the list to a colleague',
      bothWaysInFullRun(script),
      async ({ page, browser, site }) => {
        await visit(page, '/')
        await page.getByLabel('What do you need?').fill('IT support')
        await page.getByLabel('Where?').fill('ls1')
        // Moving on closes the list of suggestions.
        await page.getByLabel('Where?').press('Tab')
        await page.getByLabel('How far?').selectOption('30')
        await page.getByRole('button', { name: 'Search', exact: true }).click()
        await expect(page).toHaveURL(/\/directory\?.*near=ls1/)
        await expect(results(page)).toHaveText(/verified business(es)? found$/)
        await expect(page.locator('.business-card .trade').first()).toHaveText('IT & Cyber')
        await expect(page.locator('.business-card .miles').first()).toHaveText(/^\d+ miles?$/)

        const found = (await names(page).allInnerTexts()).slice(0, 3)
        for (const name of found) {
          const button = page.getByRole('button', { name: `Save ${name} to your shortlist`, exact: true })
          await button.click()
          await expect(page.getByRole('button', { name: `Saved – remove ${name} from your shortlist` })).toBeVisible()
        }
        await visit(page, '/shortlist?near=LS1')
        await expect(page.getByRole('heading', { level: 1, name: 'Your shortlist' })).toBeVisible()
        await expect(page.locator('tbody th a')).toHaveText(found)
        await expect(page.locator('tbody tr').first()).toContainText(/\d+ mi/)

        const link = await page.getByRole('link', { name: 'a page with the same businesses' }).getAttribute('href')
        const colleague = await browser.newContext({ baseURL: site.url, javaScriptEnabled: script })
        const theirs = await colleague.newPage()
        await theirs.goto(link ?? '')
        await expect(theirs.locator('tbody th a')).toHaveText(found)
        await theirs.goto('/shortlist')
        await expect(theirs.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
        await colleague.close()

        await page.getByRole('button', { name: `Remove ${found[0]}` }).click()
        await expect(page.locator('tbody th a')).toHaveText(found.slice(1))
      },
    )

    test(
      'a misspelt trade is corrected, and the words can be searched for as they are',
      inFullRunOnly,
      async ({ page }) => {
        await visit(page, '/directory?search=plumer')
        await expect(page.getByText('Showing results for plumber.')).toBeVisible()
        await expect(names(page)).not.toHaveCount(0)
        await page.getByRole('link', { name: 'Search for plumer instead' }).click()
        await expect(results(page)).toHaveText('0 verified businesses found')
      },
    )

    test('a misspelt trade in a misspelt place is found', inFullRunOnly, async ({ page }) => {
      await visit(page, '/directory?search=plumer+near+Kilmarnok')
      await expect(page.getByText('Showing results for plumber near kilmarnock.')).toBeVisible()
      await expect(page.getByText('Near Kilmarnock, Showing results near.')).toBeVisible()
      await page.getByRole('link', { name: 'Search for plumer near Kilmarnok instead' }).click()
      await expect(results(page)).toHaveText('0 verified businesses found')
    })

    test('a place in the words is taken for one, and given back in one press', inFullRunOnly, async ({ page }) => {
      await visit(page, '/directory?search=plumber+in+Leeds')
      await expect(page.locator('.search-notes')).toContainText('Near Leeds')
      await page.getByRole('link', { name: /^Search without the place/ }).click()
      await expect(page).toHaveURL(/exact=true/)
      await expect(page.getByText('Showing results near')).toHaveCount(0)
    })

    test('an unknown place says so and offers the nearest spelling', inFullRunOnly, async ({ page }) => {
      await visit(page, '/directory?near=Leds')
      await expect(page.getByText('We do not know that place.')).toBeVisible()
      await page.locator('.search-notes').getByRole('link', { name: 'Leeds', exact: true }).click()
      await expect(page).toHaveURL('/directory?near=Leeds')
      await expect(page.locator('.business-card .miles').first()).toBeVisible()
    })

    test('a search in vain says what would find more', inFullRunOnly, async ({ page }) => {
      await visit(page, '/directory?search=xqzzyv&hasWebsite=true')
      await page.locator('.more-ways').getByRole('link', { name: 'Without the words' }).click()
      await expect(page).toHaveURL('/directory?hasWebsite=true')
      await expect(names(page)).toHaveCount(12)
    })

    // spec: finding.11
    test(
      'the map opens, each bar leads to its area, and it stays open',
      bothWaysInFullRun(script),
      async ({ page }) => {
        await visit(page, '/directory')
        await page.getByRole('button', { name: 'Show the map' }).click()
        const map = page.locator('.result-map')
        await expect(map).toBeVisible()
        await map.getByRole('link', { name: /^Scotland: \d+ firms$/ }).click()
        await expect(page).toHaveURL('/directory?near=Scotland')
        await expect(map.getByRole('link').first()).toBeVisible()
        await page.getByRole('button', { name: 'Hide the map' }).click()
        await expect(map).toHaveCount(0)
      },
    )

    test('a radius of nonsense is named and left out', inFullRunOnly, async ({ page }) => {
      for (const within of ['-1', '0', '1e9', 'ten']) {
        await visit(page, `/directory?near=Leeds&within=${within}`)
        await expect(page.getByText(/The distance must be a whole number of miles/)).toBeVisible()
      }
    })
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  // spec: finding.1
  test('two cards are in view, below one row of fields; the button of the filters says how many are set', async ({
    page,
  }) => {
    await page.goto('/directory')
    const endOfSecond = () =>
      page
        .locator('.business-card')
        .nth(1)
        .evaluate((card) => card.getBoundingClientRect().bottom)
    await expect.poll(endOfSecond).toBeLessThanOrEqual(780)
    const tops = await page.locator('.search-fields').getByRole('textbox').or(page.locator('.search-go')).all()
    const rows = new Set(await Promise.all(tops.map(async (field) => Math.round((await field.boundingBox())?.y ?? 0))))
    expect(rows.size).toBe(1)
    await page.goto('/directory?search=IT+support&near=LS1')
    await expect(page.locator('.business-card h3').nth(1)).toBeInViewport()
    await page.goto('/directory?search=web&hasWebsite=true&hasGallery=true')
    await expect(page.getByRole('button', { name: 'Filters 2 set' })).toBeVisible()
  })
})

// spec: finding.10
test('suggestions appear while typing, and are chosen with the keyboard', async ({ page }) => {
  await open(page, '/directory')
  const what = page.getByLabel('What do you need?')
  await what.click()
  await what.pressSequentially('plum')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option', { name: /^Plumber/ })).toBeVisible()
  await expect(what).toHaveAttribute('aria-expanded', 'true')
  await what.press('ArrowDown')
  await expect(what).toHaveAttribute('aria-activedescendant', /.+/)
  await what.press('Enter')
  await expect(page).toHaveURL(/search=Plumber/)
  await expect(list).toBeHidden()

  const where = page.getByLabel('Where?')
  await where.click()
  await where.pressSequentially('lee')
  await page
    .getByRole('option', { name: /^Leeds/ })
    .first()
    .click()
  await expect(page).toHaveURL(/near=Leeds/)
})

test.describe('near me', () => {
  test.use({ permissions: ['geolocation'] })

  // spec: finding.9
  test('puts the nearest outcode into the address, and no position', async ({ page, context }) => {
    await context.setGeolocation({ latitude: 53.7997, longitude: -1.5492 })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/near-me')) sent.push(request.postData() ?? '')
    })
    // Begun elsewhere: a page that is reached by a link keeps the policy of the first document.
    await open(page, '/about')
    await page.getByRole('link', { name: 'The Directory' }).first().click()
    await page.getByRole('button', { name: 'Near me' }).click()
    await expect(page).toHaveURL(/near=LS\d+$/)
    expect(page.url()).not.toContain('53.')
    expect(sent).toEqual([JSON.stringify({ latitude: 53.8, longitude: -1.55 })])
  })

  test('says so abroad', async ({ page, context, guard }) => {
    guard.expectComplaint(/404/)
    await context.setGeolocation({ latitude: 48.8566, longitude: 2.3522 })
    await open(page, '/directory')
    await page.getByRole('button', { name: 'Near me' }).click()
    await expect(page.getByRole('alert')).toHaveText(/abroad or at sea/)
  })
})

test('near me says so where the browser refuses', async ({ page, context }) => {
  await context.clearPermissions()
  await open(page, '/directory')
  await page.getByRole('button', { name: 'Near me' }).click()
  await expect(page.getByRole('alert')).toHaveText(/did not allow it|could not be found/)
})

test('axe finds nothing wrong with a search near a place, the map and a shortlist', async ({ page }) => {
  await open(page, '/directory?search=plumber&near=Leeds&within=anywhere')
  await page.getByRole('button', { name: 'Show the map' }).click()
  await expect(page.locator('.result-map')).toBeVisible()
  await page
    .getByRole('button', { name: /^Save / })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Saved/ })).toHaveCount(1)
  await expectNoFaults(page, inBothThemes([wide]))
  await open(page, '/shortlist?near=Leeds')
  await expectNoFaults(page, inBothThemes([wide]))
})
