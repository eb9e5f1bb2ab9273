import type { Locator, Page } from '@playwright/test'
import { expectNoFaults, inBothThemes, small, wide } from './support/accessibility.ts'
import { bothWaysInFullRun, inFullRunOnly } from './support/full-run.ts'
import { expect, open, test } from './support/test.ts'
import { holdScripts } from './support/touches.ts'

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
      'the map of the country opens, a region leads to its firms, and it stays open',
      bothWaysInFullRun(script),
      async ({ page }) => {
        await visit(page, '/directory')
        await page.getByRole('button', { name: 'Show the map' }).click()
        const map = page.locator('.result-map')
        await expect(map).toBeVisible()
        if (script) await expectNoFaults(page, inBothThemes([wide]))
        await expect(map.locator('.map-list').getByRole('link', { name: /^Scotland: / })).toBeVisible()
        await map
          .getByRole('group')
          .getByRole('link', { name: /^Scotland: \d+ businesses$/ })
          .click()
        await expect(page).toHaveURL('/directory?near=Scotland')
        await expect(map.getByRole('link').first()).toBeVisible()
        await page.getByRole('button', { name: 'Hide the map' }).click()
        await expect(map).toHaveCount(0)
      },
    )

    // spec: finding.11
    test('the map around a place names its firms by town, and leads to their cards and pages', async ({ page }) => {
      await page.setViewportSize(small)
      await visit(page, '/directory?near=Leeds')
      await page.getByRole('button', { name: 'Show the map' }).click()
      const map = page.locator('.result-map')
      await expect(map.getByText('20 miles', { exact: true })).toBeVisible()
      // Each mark is large enough for a finger, and the largest towns have their names.
      const marks = map.getByRole('group').getByRole('link')
      for (const mark of await marks.all()) {
        const box = await mark.locator('circle').boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
      }
      expect(await map.locator('.map-town .map-name:visible').count()).toBeGreaterThanOrEqual(4)
      const leeds = marks.and(page.getByRole('link', { name: /^Leeds: \d+ businesses$/ }))
      const named = map.getByRole('listitem').filter({ hasText: /^Leeds: / })
      const firm = named.getByRole('link').first()
      await expect(firm).toBeHidden()
      await leeds.focus()
      await page.keyboard.press('Enter')
      await expect(firm).toBeVisible()
      await expect(firm).toBeInViewport()
      if (script) await expect(named.locator('summary')).toBeFocused()
      expect(await named.getByRole('link').count()).toBeLessThanOrEqual(13)

      const card = named.locator('a[href^="#business-"]').first()
      const href = (await card.getAttribute('href')) ?? ''
      await card.click()
      await expect(page.locator(href)).toBeInViewport()
      // The nearest are on this page, others on another.
      const elsewhere = map.locator('details:not([open])', { has: page.locator('a[href^="/business/"]') }).last()
      await elsewhere.locator('summary').click()
      const firmElsewhere = elsewhere.or(map.locator('details[open]')).locator('a[href^="/business/"]').last()
      const name = await firmElsewhere.innerText()
      await firmElsewhere.click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      if (script) {
        await page.goBack()
        await leeds.click()
        await expectNoFaults(page, inBothThemes([small, wide]))
      }
    })

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
  test('the fields stand below each other, and results are in view below; the button of the filters says how many are set', async ({
    page,
  }) => {
    await page.goto('/directory')
    const endOfFirst = () =>
      page
        .locator('.business-card')
        .first()
        .evaluate((card) => card.getBoundingClientRect().bottom)
    await expect.poll(endOfFirst).toBeLessThanOrEqual(640)
    await expect(page.locator('.business-card h3').nth(1)).toBeInViewport({ ratio: 1 })
    const boxOf = async (control: Locator) => (await control.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const what = await boxOf(page.getByLabel('What do you need?'))
    const where = await boxOf(page.getByLabel('Where?'))
    expect(what.width).toBeGreaterThan(300)
    expect(where.y).toBeGreaterThan(what.y + what.height)
    expect((await boxOf(page.locator('.search-go'))).y).toBe(where.y)
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
  await expect(page).toHaveURL('/directory?trade=plumber')
  await expect(list).toBeHidden()
  await expect(what).toHaveValue('')
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Plumbers')
  await expect(page.getByLabel('Trade', { exact: true })).toHaveValue('plumber')

  const where = page.getByLabel('Where?')
  await where.click()
  await where.pressSequentially('lee')
  await page
    .getByRole('option', { name: /^Leeds/ })
    .first()
    .click()
  await expect(page).toHaveURL('/directory?near=Leeds&trade=plumber')
})

for (const [kind, size] of [
  ['laptop', { viewport: wide, hasTouch: false }],
  ['phone', { viewport: small, hasTouch: true }],
] as const) {
  test.describe(`on a ${kind}`, () => {
    test.use(size)
    const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })

    // spec: finding.10
    test('suggestions come for what was typed before the scripts, and a press on a trade searches for it', async ({
      page,
    }) => {
      const release = await holdScripts(page)
      await page.goto('/')
      const what = page.getByLabel('What do you need?')
      await page.getByLabel('Where?').fill('Leeds')
      await (size.hasTouch ? what.tap() : what.click())
      await what.pressSequentially('plum')
      release()
      const trade = list(page).getByRole('option', { name: /^Plumber/ })
      await expect(trade).toHaveText(/^Plumber\d+ firms? near Leeds$/)
      const [firms] = (await trade.innerText()).match(/\d+/) ?? []
      await (size.hasTouch ? trade.tap() : trade.click())
      await expect(page).toHaveURL(/\/directory\?.*near=Leeds.*&trade=plumber$/)
      await expect(results(page)).toHaveText(new RegExp(`^${firms} verified`))
    })

    test('suggestions close on Escape and on Enter, and an answer that comes later does not open them', async ({
      page,
    }) => {
      const gate = { open: () => {}, opened: Promise.resolve() }
      await page.route('**/suggestions?*', async (route) => {
        await gate.opened
        await route.continue().catch(() => undefined)
      })
      const release = await holdScripts(page)
      await page.goto('/directory')
      const what = page.getByLabel('What do you need?')
      await (size.hasTouch ? what.tap() : what.click())
      await what.pressSequentially('plu')
      release()
      await expect(list(page)).toBeVisible()
      await what.press('Escape')
      await expect(list(page)).toBeHidden()
      await expect(what).toHaveValue('plu')

      for (const key of ['Escape', 'Enter']) {
        gate.opened = new Promise((resolve) => {
          gate.open = resolve
        })
        const asked = page.waitForRequest('**/suggestions?*')
        await what.pressSequentially(key === 'Enter' ? 'b' : 'm')
        const ended = Promise.race([
          page.waitForEvent('requestfailed', (request) => request.url().includes('/suggestions?')),
          page.waitForEvent('requestfinished', (request) => request.url().includes('/suggestions?')),
        ])
        await asked
        await what.press(key)
        gate.open()
        await ended
        await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
        await expect(list(page)).toBeHidden()
        await what.fill('plum')
        await expect(list(page)).toBeVisible()
      }
      await what.press('Enter')
      await expect(list(page)).toBeHidden()
      await expect(page).toHaveURL('/directory?search=plum')
    })
  })
}

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
