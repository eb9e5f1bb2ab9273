import { brokenPictures, full, hostile, long, vimeo } from './support/named-businesses.ts'
import { expect, open, test } from './support/test.ts'

// spec: 46.1, 46.3, 46.4, 46.5, 46.6, 46.7, 46.8, 46.9, 47.1, 47.2, 47.6, 47.7, 138.1, 157.1, 162.8
test('the page of a business shows everything its owner has told', async ({ page }) => {
  await open(page, `/business/${full.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: full.name })).toBeVisible()
  await expect(page.getByText('Verified veteran-owned.')).toBeVisible()
  await expect(page.getByText('A person read documents that show it.').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'How we verify' })).toHaveAttribute(
    'href',
    '/how-we-verify',
  )
  await expect(page.getByRole('link', { name: 'Back to Directory' })).toHaveAttribute('href', '/directory')
  await expect(page.getByText(full.tagline)).toBeVisible()
  await expect(page.getByRole('list', { name: 'At a glance' }).getByRole('listitem')).toHaveText([
    'Royal Navy',
    'Veteran',
    'Construction & Trades',
    full.services[0],
  ])
  await expect(page.getByText('Member since 2024 · Kendal, Cumbria')).toBeVisible()
  const website = page.getByRole('link', { name: 'Visit Website' })
  await expect(website).toHaveAttribute('href', full.website)
  await expect(website).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  await expect(page.getByRole('link', { name: 'Call', exact: true })).toHaveAttribute('href', full.telephone)

  await expect(page.getByRole('region', { name: 'About Us' })).toContainText(/striped things\.\s+We have made them/)
  await expect(page.getByRole('region', { name: 'Products & Services' }).getByRole('listitem')).toHaveText([
    ...full.services,
  ])
  // The first is at the head of the page.
  await expect(page.getByRole('region', { name: 'Gallery' }).getByRole('link')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Promo Video' }).getByRole('button')).toBeVisible()

  const contact = page.getByRole('region', { name: 'Contact Information' })
  await expect(contact.getByRole('link', { name: full.phone })).toHaveAttribute('href', full.telephone)
  await expect(contact.getByRole('link', { name: full.email })).toHaveAttribute('href', `mailto:${full.email}`)
  await expect(contact.getByRole('link', { name: 'zebra.example', exact: true })).toHaveAttribute('href', full.website)
  await expect(contact.locator('address')).toHaveText(/1 Sample Yard\s+Kendal, Cumbria\s+LA9\s0XX/)
  await expect(contact.locator('.business-map .map-bar.is-here')).toBeVisible()

  const follow = page.getByRole('region', { name: 'Follow Us' }).getByRole('link')
  const networks = ['Facebook', 'Instagram', 'LinkedIn', 'X', 'TikTok', 'YouTube', 'Google']
  expect(await follow.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).toEqual(
    networks.map((network) => `${full.name} on ${network}`),
  )
  await expect(page.getByRole('region', { name: 'Business Details' }).locator('dl > div')).toHaveText([
    /Type\s*Limited company/,
    /Verification Status\s*Verified/,
    /Service\s*Royal Navy, Veteran/,
    /Member since\s*2024/,
  ])
  await expect(page.locator('.business-head img')).not.toHaveCount(0)
  await expect(page.getByText('Edit Business')).toHaveCount(0)
})

// spec: 42.8, 207.6
test('a logo that does not load becomes a building, on the card and on the page', async ({ page, guard }) => {
  guard.expectComplaint(/404.*\/files\//)
  await open(page, `/directory?search=${encodeURIComponent(brokenPictures.name)}`)
  const tile = page.locator('.business-card .logo-tile')
  await expect(tile.locator('svg')).toBeVisible()
  await expect(tile.locator('img')).toHaveCount(0)
  // Reached by the script.
  await page.getByRole('link', { name: brokenPictures.name, exact: true }).click()
  await expect(page.locator('.business-head .logo-tile svg')).toBeVisible()
  await expect(page.locator('.logo-tile img')).toHaveCount(0)
  // Failed before the script was there to hear of it.
  await page.reload()
  await expect(page.locator('.business-head .logo-tile svg')).toBeVisible()
  await expect(page.locator('.logo-tile img')).toHaveCount(0)
})

// spec: 48.1
test('a gallery picture that does not load leaves a placeholder', async ({ page, guard }) => {
  guard.expectComplaint(/404.*\/files\//)
  await open(page, `/business/${brokenPictures.slug}`)
  const gallery = page.getByRole('region', { name: 'Gallery' })
  await gallery.scrollIntoViewIfNeeded()
  await expect(gallery.getByText('Picture unavailable')).toHaveCount(1)
  await expect(gallery.locator('img')).toHaveCount(0)
  await expect(page.locator('.business-head').getByText('Picture unavailable')).toBeVisible()
  await gallery.getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('Picture unavailable')).toBeVisible()
})

// spec: 47.3
test('a film is loaded only after a click: YouTube', async ({ page, guard }) => {
  const asked = await guard.answerFor('https://www.youtube-nocookie.com')
  await open(page, `/business/${full.slug}`)
  const play = page.getByRole('button', { name: 'Play the promo video' })
  await play.scrollIntoViewIfNeeded()
  await expect(play).toContainText('Loads from YouTube when you press play')
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(asked).toEqual([])
  await play.click()
  const frame = page.locator('iframe')
  const address = 'https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1&rel=0'
  await expect(frame).toHaveAttribute('src', address)
  await expect(frame).toHaveAttribute('title', `Promo video of ${full.name}`)
  // `toBeFocused` also asks whether the document around the frame has focus, which is not always true once the frame has it.
  await expect.poll(() => frame.evaluate((element) => document.activeElement === element)).toBe(true)
  await expect.poll(() => asked).toEqual([address])
})

// spec: 47.3
test('a film is loaded only after a click: Vimeo', async ({ page, guard }) => {
  const asked = await guard.answerFor('https://player.vimeo.com')
  await open(page, `/business/${vimeo.slug}`)
  const play = page.getByRole('button', { name: 'Play the promo video' })
  await play.scrollIntoViewIfNeeded()
  expect(asked).toEqual([])
  await play.click()
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
  )
  await expect.poll(() => asked).toHaveLength(1)
})

test('markup in every field of a business is shown as text, and no link leads anywhere unsafe', async ({
  page,
  guard,
}) => {
  guard.expectComplaint(/404.*\/files\//)
  await open(page, '/directory?search=Zulu')
  await expect(page.locator('.business-card h3')).toHaveText(hostile.name)
  await page.locator('.business-card h3 a').click()
  // Once reached by the script and once written by the server.
  for (const way of ['script', 'server']) {
    if (way === 'server') await page.goto(`/business/${hostile.slug}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hostile.name)
    for (const field of ['tagline', 'description', 'service', 'street', 'city', 'county', 'postcode']) {
      await expect(page.locator('main')).toContainText(`<b>${field}</b>`)
    }
    await expect(page.locator('main')).toContainText("</script><script>window.hacked='json'</script>")
    await expect(page.locator('main b')).toHaveText(['Verified veteran-owned.'])
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await page.locator('.business-head .picture-link').click()
    await expect(page.locator('.lightbox-caption')).toContainText('<b>caption</b>')

    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    expect(links.filter((href) => !/^(https?|mailto|tel):/.test(href))).toEqual([])
    expect(links.filter((href) => href.includes('evil.example'))).toEqual([])
    await expect(page.getByRole('link', { name: 'Visit Website' })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Follow Us' }).getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Promo Video' })).toHaveCount(0)
    // One that is addressed, the footer's own: a page is passed on to whom the visitor pleases.
    await expect(page.locator('a[href^="mailto:"]:not([href^="mailto:?"])')).toHaveCount(1)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  }
})

// What the server writes of other businesses is in tests/http/finding.spec.ts.
test('five thousand unbroken characters stay inside the page', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/business/${long.slug}`)
  await expect(page.getByText('m'.repeat(5_000))).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.goto('/directory?search=Zzzlong')
  await expect(page.locator('.business-card h3')).toHaveText(long.name)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
