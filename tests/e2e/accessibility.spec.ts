import type { Page } from '@playwright/test'
import {
  background,
  excess,
  expectNoFaults,
  findFaults,
  findOutside,
  inBothThemes,
  inEveryLook,
  type Stop,
  small,
  still,
  stopTimers,
  walk,
  wide,
  widths,
} from './support/accessibility.ts'
import { inFullRunOnly, inFullRunOnlyWhen, isFullRun } from './support/full-run.ts'
import { bare, brokenPictures, full, long } from './support/named-businesses.ts'
import { expect, hydrated, open, test } from './support/test.ts'

interface Screen {
  name: string
  address: string
  heading: string
  /** What the browser complains of there, and may. */
  complaint?: RegExp
  /** Another state of a screen. Only the full run checks it: its components are in the component gallery, too. */
  isState?: boolean
}

const screens: Screen[] = [
  { name: 'the directory', address: '/directory', heading: 'The directory' },
  {
    name: 'a search without a match',
    address: '/directory?search=xqzzyv',
    heading: 'The directory',
    isState: true,
  },
  {
    name: 'the directory with notices',
    address: '/directory?search=zest&industry=999&page=-1&hasWebsite=perhaps',
    heading: 'The directory',
    isState: true,
  },
  { name: 'a full business', address: `/business/${full.slug}`, heading: full.name },
  { name: 'a bare business', address: `/business/${bare.slug}`, heading: bare.name, isState: true },
  {
    name: 'a business whose pictures are lost',
    address: `/business/${brokenPictures.slug}`,
    heading: brokenPictures.name,
    complaint: /404.*\/files\//,
    isState: true,
  },
  { name: 'a business of long words', address: `/business/${long.slug}`, heading: long.name, isState: true },
  {
    name: 'a business that is not there',
    address: '/business/nobody',
    heading: 'Business Not Found',
    complaint: /status of 404/,
  },
  { name: 'the page on verification', address: '/verification', heading: 'Military Service' },
  { name: 'the page on what is forbidden', address: '/403', heading: 'Access Forbidden', complaint: /status of 403/ },
  {
    name: 'an address without a page',
    address: '/nothing/here',
    heading: 'Page Not Found',
    complaint: /status of 404/,
  },
]

/** The screens that hold all there is: the others show some of it. */
const fullest = ['the directory', 'a full business']

/** What a visitor has opened on a screen, with a script to help. */
interface Opened {
  name: string
  address: string
  sizes: (typeof wide)[]
  act: (page: Page) => Promise<void>
  /** Whether controls behind it stay in reach, though it covers them in part. They are checked where it is closed. */
  covers?: true
}

const opened: Opened[] = [
  {
    name: 'the lightbox',
    address: `/business/${full.slug}`,
    sizes: [wide, small],
    act: async (page) => {
      await page.getByRole('link', { name: /^Open picture 1 of 3/ }).click()
      const picture = page.getByRole('dialog').getByRole('img', { name: full.captions[0] })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    },
  },
  {
    name: 'the filter sheet',
    address: '/directory?search=zest',
    sizes: [small],
    act: async (page) => {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
    },
  },
  {
    name: 'the menu',
    address: '/directory',
    sizes: [small],
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    },
  },
  {
    name: 'the appearance menu',
    address: '/directory',
    sizes: [wide, small],
    covers: true,
    act: async (page) => {
      await appearance(page).locator('> button').click()
      await expect(page.getByRole('button', { name: 'Dark' })).toBeVisible()
    },
  },
  {
    name: 'a toast',
    address: '/directory',
    sizes: [wide, small],
    act: async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByRole('button', { name: 'Copy link' }).click()
      // Pointed at, it stays.
      await page.locator('.toast').hover()
    },
  },
]

const appearance = (page: Page) => page.locator('.appearance')
const theme = (page: Page) => page.locator('html')
const isOpen = (page: Page) => appearance(page).locator('.drop').isVisible()

// Looking at a screen several times over takes its time on a busy machine.
test.slow()

async function expectAccessible(page: Page, { name, address, heading }: Screen): Promise<void> {
  await page.setViewportSize(wide)
  await open(page, address)
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  if (name.includes('lost')) await expect(page.getByText('Picture unavailable').first()).toBeVisible()
  await expectNoFaults(page, (fullest.includes(name) ? inEveryLook : inBothThemes)([wide, small]))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 })
    await still(page)
    expect.soft(await excess(page), `${name} at ${width}`).toBe(0)
  }
}

// spec: 22.10, 80.1, 80.3
test('axe finds nothing wrong with any screen of these, and they never scroll sideways', async ({ page, guard }) => {
  for (const screen of screens.filter(({ isState }) => !isState)) {
    if (screen.complaint) guard.expectComplaint(screen.complaint)
    await test.step(screen.name, () => expectAccessible(page, screen))
  }
})

for (const screen of screens.filter(({ isState }) => isState)) {
  const title = `axe finds nothing wrong with ${screen.name}, and it never scrolls sideways`
  test(title, inFullRunOnly, async ({ page, guard }) => {
    if (screen.complaint) guard.expectComplaint(screen.complaint)
    await expectAccessible(page, screen)
  })
}

for (const { name, address, sizes, act, covers } of opened) {
  const isToast = name === 'a toast'
  // The other tests leave toasts out, so every run judges one here.
  test(`axe finds nothing wrong with ${name} open, in both themes`, inFullRunOnlyWhen(!isToast), async ({ page }) => {
    for (const size of isFullRun ? sizes : sizes.slice(-1)) {
      await page.setViewportSize(size)
      await open(page, address)
      await act(page)
      await expectNoFaults(page, inEveryLook([size]), {
        includeToasts: isToast,
        ...(covers && { except: ['target-size'] }),
      })
    }
  })

  test(`${name}, open, never scrolls sideways at 320 pixels`, inFullRunOnly, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 })
    await open(page, address)
    await act(page)
    await still(page)
    expect(await excess(page)).toBe(0)
    expect(await findOutside(page)).toEqual([])
  })
}

// Every run looks at it in tests/e2e/business.spec.ts.
test('a business with a long name never makes the results scroll sideways', inFullRunOnly, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await open(page, '/directory?search=zzzlong')
  await expect(page.locator('.business-card h3')).toHaveText([long.name])
  expect(await excess(page)).toBe(0)
})

test('axe finds nothing wrong where the visitor chose the appearance', inFullRunOnly, async ({ page }) => {
  for (const [device, choice] of [
    ['light', 'Dark'],
    ['dark', 'Light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: device })
    await open(page, '/directory')
    await appearance(page).locator('> button').click()
    await page.getByRole('button', { name: choice }).click()
    await expect(theme(page)).toHaveAttribute('data-theme', choice.toLowerCase())
    await still(page)
    expect.soft(await findFaults(page), `${choice}, the directory`).toEqual([])
    await open(page, `/business/${full.slug}`)
    await expect(theme(page)).toHaveAttribute('data-theme', choice.toLowerCase())
    expect.soft(await findFaults(page), `${choice}, a business`).toEqual([])
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const { name, address, heading, complaint } of screens) {
    test(
      `axe finds nothing wrong with ${name}, and it never scrolls sideways`,
      inFullRunOnly,
      async ({ page, guard }) => {
        if (complaint) guard.expectComplaint(complaint)
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
        await stopTimers(page)
        await expectNoFaults(page, [
          [wide, 'light'],
          [small, 'dark'],
        ])
        await page.setViewportSize({ width: 320, height: 568 })
        expect(await excess(page)).toBe(0)
      },
    )
  }

  test('the appearance menu opens by click, and the choice stays until System takes it away', async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/directory?search=zest')
    const light = await background(page)
    await expect(page.getByRole('button', { name: 'Dark' })).toBeHidden()
    await appearance(page).locator('> button').click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page).toHaveURL(/\/directory\?search=zest$/)
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    expect(await background(page)).not.toBe(light)

    await page.goto('/verification')
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await appearance(page).locator('> button').click()
    await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'System' }).click()
    await expect(page).toHaveURL(/\/verification$/)
    await expect(theme(page)).not.toHaveAttribute('data-theme')
    expect(await background(page)).toBe(light)
    expect(await context.cookies()).toEqual([])
  })

  // What the server makes of it is in tests/http/bad-input.spec.ts.
  test(
    'the way back after a choice never leads off the site, whatever the form says',
    inFullRunOnly,
    async ({ page, site }) => {
      for (const returnTo of ['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example']) {
        await page.goto('/verification')
        await page.locator('input[name=returnTo]').evaluate((field: HTMLInputElement, value) => {
          field.value = value
        }, returnTo)
        await appearance(page).locator('> button').click()
        await page.getByRole('button', { name: 'Dark' }).click()
        await expect(page).toHaveURL(`${site.url}/`)
      }
    },
  )
})

test.describe('the appearance menu', () => {
  const rest = (page: Page) => appearance(page).locator('> button').hover()
  const leave = (page: Page) => page.mouse.move(640, 600)

  /** Stops the clock of the stylesheet, and has it go on. */
  const freeze = async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
    return () => session.send('Animation.setPlaybackRate', { playbackRate: 1 })
  }
  /** Goes to so many milliseconds after what the stylesheet does has begun. */
  const goTo = (page: Page, milliseconds: number) =>
    appearance(page)
      .locator('.drop')
      .evaluate((drop, time) => {
        for (const animation of drop.getAnimations()) animation.currentTime = time
      }, milliseconds)

  for (const scripts of ['all', 'the first', 'no'] as const) {
    test.describe(`with ${scripts} script${scripts === 'all' ? 's' : ''}`, () => {
      test.use({ javaScriptEnabled: scripts !== 'no' })

      // spec: 220.7, world.1.1
      test(
        'opens when the mouse has rested on it for 200 ms, and closes 100 ms after it has left',
        inFullRunOnlyWhen(scripts !== 'the first'),
        async ({ page }) => {
          await page.mouse.move(640, 600)
          if (scripts === 'all') await open(page, '/directory')
          else await page.goto('/directory')
          const goOn = await freeze(page)
          await rest(page)
          await goTo(page, 199)
          expect(await isOpen(page)).toBe(false)
          await goTo(page, 201)
          expect(await isOpen(page)).toBe(true)
          // Moving on to what it offers keeps it open.
          await goOn()
          await page.getByRole('button', { name: 'System' }).hover()
          expect(await isOpen(page)).toBe(true)
          await freeze(page)
          await leave(page)
          await goTo(page, 99)
          expect(await isOpen(page)).toBe(true)
          await goTo(page, 101)
          expect(await isOpen(page)).toBe(false)
        },
      )
    })
  }

  // spec: 220.7
  test('opens at once within 300 ms of the closing of another, and after the usual rest later on', async ({ page }) => {
    await page.clock.install()
    await page.goto('/directory')
    const header = page.getByRole('banner')
    const delay = () =>
      appearance(page)
        .locator('.drop')
        .evaluate((drop) => getComputedStyle(drop).transitionDelay)
    await header.getByRole('button', { name: 'About' }).hover()
    await expect(header.getByRole('link', { name: 'The Team' })).toBeVisible()
    await expect(header).toHaveAttribute('data-warm')
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
    await rest(page)
    expect(await delay()).toBe('0s')
    await leave(page)
    await expect(appearance(page).locator('.drop')).toBeHidden()
    await page.clock.runFor(299)
    await expect(header).toHaveAttribute('data-warm')
    await page.clock.runFor(1)
    await expect(header).not.toHaveAttribute('data-warm')
    await freeze(page)
    await rest(page)
    expect(await delay()).toBe('0.2s')
  })

  for (const scripts of ['all', 'the first'] as const) {
    // spec: world.1.2
    test(
      `what hovering opened stays with a press, and closes with the next or Escape, with ${scripts}`,
      inFullRunOnlyWhen(scripts !== 'the first'),
      async ({ page }) => {
        if (scripts === 'all') await open(page, '/directory')
        else await page.goto('/directory')
        const drop = appearance(page).locator('.drop')
        const word = appearance(page).locator('> button')
        await rest(page)
        await expect(drop).toBeVisible()
        await word.click()
        expect(await drop.evaluate((menu) => menu.matches(':popover-open'))).toBe(true)
        await word.click()
        await expect(drop).toBeHidden()
        // The mouse has to leave before it opens it again.
        await leave(page)
        await rest(page)
        await expect(drop).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(drop).toBeHidden()
        await leave(page)
        await rest(page)
        await expect(drop).toBeVisible()
        // A pressed one is closed by a press elsewhere, and shows no second one beside it.
        await word.click()
        await page.getByRole('button', { name: 'About' }).hover()
        await expect(page.getByRole('banner').getByRole('link', { name: 'The Team' })).toBeHidden()
        await page.mouse.click(640, 600)
        await expect(drop).toBeHidden()
        // Also while the mouse is on what it offers.
        await word.click()
        await drop.getByRole('button', { name: 'Light' }).hover()
        await page.keyboard.press('Escape')
        await expect(drop).toBeHidden()
      },
    )
  }

  test('opens, chooses and closes by keyboard', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, '/directory')
    const word = appearance(page).locator('> button')
    await word.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'System' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Light' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await expect(appearance(page).locator('.drop')).toBeHidden()
    await expect(word).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'System' })).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(appearance(page).locator('.drop')).toBeHidden()
    await expect(word).toBeFocused()

    // Focus that moves on takes the menu with it.
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'System' })).toBeVisible()
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press('Tab')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeFocused()
    await expect(appearance(page).locator('.drop')).toBeHidden()

    // What it offers is there for the next key at once, also where nothing may move.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const late = await appearance(page)
      .locator('.drop')
      .evaluate((drop: HTMLElement) => {
        drop.showPopover()
        return document.getAnimations().map((each) => (each as CSSTransition).transitionProperty)
      })
    expect(late).toEqual([])
  })

  test('applies a choice before the server has answered, and the choice stays', async ({ page, context }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page, '/directory?search=zest')
    const light = await background(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(
      (url) => url.pathname.startsWith('/appearance'),
      async (route) => {
        await held
        await route.continue()
      },
    )
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await appearance(page).locator('> button').click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    // Colours change within a frame or two.
    await expect.poll(() => background(page)).not.toBe(light)
    expect(await context.cookies()).toEqual([])
    release()
    await answered
    await expect
      .poll(() => context.cookies())
      .toMatchObject([{ name: 'appearance', value: btoa('"dark"'), httpOnly: true }])
    await expect(page).toHaveURL(/\/directory\?search=zest$/)

    await page.reload()
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    await hydrated(page)
    await expect(theme(page)).toHaveAttribute('data-theme', 'dark')
    // The server writes it, so it is there from the first painting.
    expect(await (await page.request.get(page.url())).text()).toMatch(/<html[^>]* data-theme="dark"/)

    await appearance(page).locator('> button').click()
    await expect(page.getByRole('button', { name: 'Dark' })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'System' }).click()
    await expect(theme(page)).not.toHaveAttribute('data-theme')
    await expect.poll(() => background(page)).toBe(light)
    await expect.poll(() => context.cookies()).toEqual([])
    await page.reload()
    await expect(theme(page)).not.toHaveAttribute('data-theme')
  })

  test('takes no choice from another site', async ({ page, site, context, guard }) => {
    const form = { appearance: 'dark', returnTo: '/directory' }
    for (const address of ['/appearance', '/appearance.data']) {
      for (const origin of ['https://evil.example', 'null', `${site.url}0`]) {
        const answer = await page.request.post(address, { form, headers: { Origin: origin }, maxRedirects: 0 })
        expect(answer.status(), `${address} from ${origin}`).toBeGreaterThanOrEqual(400)
        expect(answer.status()).toBeLessThan(500)
        expect(answer.headers()['set-cookie']).toBeUndefined()
      }
    }
    // A form of a real page elsewhere, sent by the visitor's own browser.
    guard.expectComplaint(/status of 4\d\d/)
    await page.setContent(
      `<form method="post" action="${site.url}/appearance"><button name="appearance" value="dark">Win</button></form>`,
    )
    await page.getByRole('button').click()
    await expect(page).toHaveURL(`${site.url}/appearance`)
    expect(await context.cookies()).toEqual([])
  })
})

test.describe('by keyboard', () => {
  test('the skip link comes first, and Tab reaches search, filters, cards and pages in this order, seen there and back', async ({
    page,
  }) => {
    await open(page, '/directory')
    await test.step('the skip link takes focus past the header', async () => {
      const skip = page.getByRole('link', { name: 'Skip to main content' })
      await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page.locator('main')).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByLabel('What do you need?')).toBeFocused()
    })

    await open(page, '/directory')
    const cards = await page.locator('.business-card h3').allInnerTexts()
    const stops = await walkThereAndBack(page)
    const parts = stops.map(({ part }) => part)
    expect(parts.filter((part, index) => part !== parts[index - 1])).toEqual([
      'skip link',
      'header',
      'search',
      'filters',
      'main',
      'cards',
      'pages',
      'main',
      'footer',
    ])
    const namesOf = (wanted: string) => stops.filter(({ part }) => part === wanted).map(({ name }) => name)
    expect(namesOf('search')).toEqual(['What do you need?', 'Where?', 'Near me', 'How far?', 'Search'])
    expect(namesOf('filters')).toEqual([
      'Clear All Filters',
      'Trade',
      'Industry',
      'City or town',
      'County',
      'Postcode',
      'Service branch',
      'Relationship',
      'A gallery',
      'A website',
    ])
    expect(namesOf('cards')).toEqual(cards.flatMap((card) => [card, `Save ${card} to your shortlist`]))
    expect(namesOf('pages').slice(0, 5)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5'])
    expect(namesOf('main')).toEqual(['Sort by', 'Show the map', 'Copy link', 'Download as CSV', 'Verify your business'])
  })

  /** Walks through a page and back, and expects focus to be seen at every stop; gives those on the way there. */
  async function walkThereAndBack(page: Page): Promise<Stop[]> {
    const there = await walk(page, 'Tab')
    expect(there.length).toBeGreaterThan(8)
    expect(there.length, 'focus leaves the page').toBeLessThan(200)
    const back = await walk(page, 'Shift+Tab', there.length)
    expect([...there, ...back].filter(({ fault }) => fault)).toEqual([])
    expect(back.map((stop) => stop.name).reverse()).toEqual(there.map((stop) => stop.name))
    return there
  }

  for (const size of [wide, small]) {
    for (const { name, address, isState = false } of screens.filter(({ complaint }) => !complaint)) {
      if (size === small && !fullest.includes(name)) continue
      const title = `focus is always to be seen on ${name}, there and back, at ${size.width} pixels`
      // The directory, wide, is walked through above.
      test(title, inFullRunOnlyWhen(size === small || isState || name === 'the directory'), async ({ page }) => {
        await page.setViewportSize(size)
        await open(page, address)
        await walkThereAndBack(page)
      })
    }
  }

  // Every run does so in tests/e2e/gallery.spec.ts.
  test(
    'Escape closes the lightbox and gives focus back to the picture it was opened from',
    inFullRunOnly,
    async ({ page }) => {
      await open(page, `/business/${full.slug}`)
      const picture = page.getByRole('link', { name: /^Open picture 2 of 3/ })
      await picture.focus()
      await page.keyboard.press('Enter')
      const lightbox = page.getByRole('dialog', { name: `Gallery of ${full.name}` })
      await expect(lightbox.getByText('2 of 3')).toBeVisible()
      // Focus stays inside, or is with the browser's own controls.
      for (let stop = 0; stop < 8; stop += 1) {
        await page.keyboard.press('Tab')
        expect(
          await lightbox.evaluate((dialog) =>
            [dialog, document.body].some(
              (part) => part === document.activeElement || dialog.contains(document.activeElement),
            ),
          ),
        ).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(lightbox).toBeHidden()
      await expect(picture).toBeFocused()
    },
  )

  for (const { opener, panel } of [
    { opener: 'Filters', panel: (page: Page) => page.getByRole('complementary', { name: 'Filters' }) },
    { opener: 'Menu', panel: (page: Page) => page.getByRole('navigation', { name: 'Menu' }) },
  ]) {
    // Every run does so in tests/e2e/directory.spec.ts.
    test(`Escape closes what ${opener} opened and gives focus back to it`, inFullRunOnly, async ({ page }) => {
      await page.setViewportSize(small)
      await open(page, '/directory')
      const button = page.getByRole('button', { name: opener, exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(panel(page)).toBeVisible()
      await expect(button).not.toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Escape')
      await expect(panel(page)).toBeHidden()
      await expect(button).toBeFocused()
    })
  }
})

test.describe('motion', () => {
  const readLongest = (page: Page) => page.evaluate(() => (window as typeof window & { longest?: number }).longest ?? 0)

  /** Sets off everything on the product that moves; tells the longest time, in milliseconds, anything took to do so. */
  async function longestMotion(page: Page): Promise<number> {
    await page.addInitScript(() => {
      const seen = window as typeof window & { longest?: number }
      const look = () => {
        for (const { effect } of document.getAnimations()) {
          // A delay moves nothing.
          const lasts = Number(effect?.getComputedTiming().activeDuration ?? 0)
          seen.longest = Math.max(seen.longest ?? 0, lasts)
        }
      }
      for (const sign of ['animationstart', 'transitionrun']) document.addEventListener(sign, look, true)
    })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, '/directory')
    await page.locator('.business-card').first().hover()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('.toast')).toBeVisible()
    await page.mouse.wheel(0, 300)
    await expect(page.locator('header.top')).toHaveClass(/top-scrolled/)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(
      (url) => url.pathname === '/directory.data',
      async (route) => {
        await held
        await route.continue()
      },
    )
    await page.getByLabel('A website').check()
    await expect(page.locator('.business-card-loading')).toHaveCount(12)
    const inDirectory = await readLongest(page)
    release()
    await expect(page.locator('.business-card-loading')).toHaveCount(0)
    await open(page, `/business/${full.slug}`)
    await page.getByRole('link', { name: /^Open picture 1 of 3/ }).hover()
    await page.getByRole('button', { name: /^Play the promo video/ }).hover()
    await page.getByRole('link', { name: /^Open picture 1 of 3/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    return Math.max(inDirectory, await readLongest(page))
  }

  test('is there for whoever does not mind it', inFullRunOnly, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    expect(await longestMotion(page)).toBeGreaterThan(150)
  })

  test('takes no longer than a few milliseconds for whoever wants less of it', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await longestMotion(page)).toBeLessThan(10)
    // Else it moves, and that is seen.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('dialog').getByRole('button', { name: 'Close gallery' }).hover()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Play the promo video/ }).hover()
    await page.getByRole('link', { name: /^Open picture 1 of 3/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => readLongest(page)).toBeGreaterThan(100)
  })
})

// spec: 27.1
test('the header changes once the page is scrolled by more than 50 pixels, and back', async ({ page }) => {
  await open(page, '/directory')
  const header = page.locator('header.top')
  const scroll = async (to: number) => {
    await page.evaluate(async (top) => {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }, to)
    await still(page)
    const { height } = (await header.boundingBox()) ?? { height: 0 }
    return { height, shadow: await header.evaluate((element) => getComputedStyle(element).boxShadow) }
  }
  const atTop = await scroll(0)
  expect(await scroll(50)).toEqual(atTop)
  const scrolled = await scroll(51)
  expect(scrolled.height).toBeLessThan(atTop.height)
  expect(scrolled.shadow).not.toBe(atTop.shadow)
  expect(await page.evaluate(() => window.scrollY)).toBe(51)
  expect(await scroll(2_000)).toEqual(scrolled)
  await expect(header).toBeInViewport({ ratio: 1 })
  expect(await scroll(50)).toEqual(atTop)

  await scroll(400)
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400)
  await expect(header).toHaveClass(/top-scrolled/)
})

test.describe('at 400% zoom', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('the search and the first card are within reach, by mouse and by keyboard', async ({ page }) => {
    await open(page, '/directory')
    const search = page.getByLabel('What do you need?')
    await search.click()
    await expect(search).toBeFocused()
    await expect(search).toBeInViewport({ ratio: 0.95 })
    await page.keyboard.type('zest')
    await page.keyboard.press('Enter')
    await expect(page.locator('.business-card h3')).toHaveCount(3)
    const card = page.locator('.business-card a').first()
    while (!(await card.evaluate((link) => link === document.activeElement))) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('footer'))).toBeNull()
    }
    await expect(card).toBeInViewport({ ratio: 0.95 })
    await card.click({ trial: true })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/business\/zest-percent$/)
  })

  test('the filters and the menu show what they hold', async ({ page }) => {
    await open(page, '/directory')
    await page.getByRole('button', { name: /^Filters/ }).click()
    const sheet = page.getByRole('complementary', { name: 'Filters' })
    await sheet.getByLabel('A website').check()
    await sheet.getByRole('button', { name: /^Show / }).click()
    await expect(page).toHaveURL(/hasWebsite=true/)
    // A menu that opens before the results have changed closes with the change.
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('With a website')
    await expect(sheet).toBeHidden()
    const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Verification' })
    await expect(async () => {
      if (!(await link.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
      await link.click({ timeout: 2_000 })
    }).toPass()
    await expect(page).toHaveURL(/\/verification$/)
  })
})
