import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext } from '@playwright/test'
import { podcastEpisodes } from '#app/features/podcasts/tables.server.ts'
import { createMember } from '../factories/members.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { createProduct, variantOf } from '../factories/products.ts'
import { anyIpAddress } from '../visitors.ts'
import { small, wide } from './support/accessibility.ts'
import { isFullRun } from './support/full-run.ts'
import { withDatabaseOf } from './support/members.ts'
import { full } from './support/named-businesses.ts'
import { publicScreens } from './support/public-screens.ts'
import type { Site } from './support/servers.ts'
import { expect, test } from './support/test.ts'
import {
  holdScripts,
  type Kind,
  type Kinds,
  type Prepare,
  readControls,
  type State,
  stateAfter,
  type Touch,
  type Way,
} from './support/touches.ts'

const ways: Way[] = ['click', 'key', 'tap']
// A touch that is over before the scripts arrive is the worst; in between they may arrive at any time.
const delays = isFullRun ? ([0, 300, 1_500, 'after'] as const) : (['after'] as const)

/** A browser of its own for a size of window, whose pages can be asked for their controls. */
async function openBrowser(browser: Browser, baseURL: string, size: Kind['size'], hasTouch: boolean) {
  const context = await browser.newContext({
    baseURL,
    viewport: size,
    hasTouch,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    extraHTTPHeaders: { 'X-Forwarded-For': anyIpAddress() },
  })
  await context.addInitScript(`window.touches = (${readControls})()`)
  return context
}

/** Every kind of control, and the first screen that has it. */
async function findKinds(
  context: BrowserContext,
  paths: string[],
  prepare: (path: string) => Prepare,
): Promise<Kind[]> {
  const kinds = new Map<string, Kind>()
  const page = await context.newPage()
  for (const path of paths) {
    await context.clearCookies()
    await prepare(path)(context)
    await page.goto(path)
    for (const size of [wide, small]) {
      await page.setViewportSize(size)
      for (const kind of await page.evaluate(() => window.touches.kinds()))
        if (!kinds.has(kind)) kinds.set(kind, { kind, path, size })
    }
  }
  await page.close()
  return [...kinds.values()]
}

/** Fields of one page are touched one after the other, before its scripts, where none of them leads away. */
function together(kinds: Kind[]): Kinds[] {
  const groups = new Map<string, Kinds>()
  for (const kind of kinds) {
    const isField = /^(input|select|textarea)(?!.* in )/.test(kind.kind) && kind.path !== '/directory'
    const name = isField ? `${kind.path} ${kind.size.width}` : kind.kind
    groups.set(name, [...(groups.get(name) ?? []), kind] as Kinds)
  }
  return [...groups.values()]
}

/** In what a first touch ends otherwise than a later one, a line each. */
function compare(later: State, early: State, { kinds: [{ kind }], path, way }: Touch, delay: unknown): string[] {
  return (
    (Object.keys(later) as (keyof State)[])
      .filter((part) => part !== 'isNew' && JSON.stringify(later[part]) !== JSON.stringify(early[part]))
      // The browser begins the document that a link leads to with no focus, as it does all.
      .filter((part) => !(part === 'focus' && early.isNew && /^a\b/.test(kind)))
      .map((part) => {
        const [was, is] = [later[part], early[part]].map((value) => JSON.stringify(value))
        return `${path}: ${kind}, by ${way}, scripts ${delay}: ${part} is ${is}, later ${was}`
      })
  )
}

/** The rows that screens of the shop, of podcasts and of lists need to show all they have. */
async function addSamples(site: Site): Promise<{ paths: string[]; prepare: (path: string) => Prepare }> {
  const slug = `sample-${randomUUID().slice(0, 8)}`
  const product = await withDatabaseOf(site, async (db) => {
    const podcastId = await createPodcast(db, (await createMember(db)).userId, { slug, title: `Sample ${slug}` })
    const audio = { audioUrl: 'https://sample.example/one.mp3', pageUrl: 'https://sample.example/one' }
    await db.insert(podcastEpisodes).values({ podcastId, guid: 'one', title: 'One', position: 0, ...audio })
    await createProduct(db, { name: `Sample ${slug}`, slug: `one-${slug}` })
    return createProduct(db, { name: `Sample ${slug}`, slug, syncVariants: [variantOf(), variantOf()] })
  })
  const post = (path: string, form: Record<string, string>): Prepare => {
    return async ({ request }) => {
      // The page that it leads to takes the message away.
      await request.post(path, { form, headers: { Origin: site.url } })
    }
  }
  const [variant] = product.syncVariants
  const prepared: Record<string, Prepare> = {
    '/shop/cart': post('/shop/cart/change', {
      change: 'add',
      productId: String(product.id),
      variantId: String(variant?.id),
      quantity: '1',
      page: '/shop/cart',
    }),
    '/shortlist': post('/shortlist/change', { form: 'shortlist', intent: 'add', slugs: full.slug, page: '/' }),
  }
  return {
    paths: [...publicScreens, `/podcasts/${slug}`, `/shop/${slug}`],
    prepare: (path) => prepared[path] ?? (async () => undefined),
  }
}

// spec: world.1.3
test('the first touch of every kind of control ends as a later one', async ({ browser, site }) => {
  test.setTimeout(isFullRun ? 2_400_000 : 600_000)
  const { paths, prepare } = await addSamples(site)
  const first = await openBrowser(browser, site.url, wide, false)
  const kinds = await findKinds(first, paths, prepare)
  await first.close()
  expect(kinds.length).toBeGreaterThan(95)
  // Each in its turn by another way, or in the full run each by all.
  const touches = (isFullRun ? kinds.map((kind): Kinds => [kind]) : together(kinds)).flatMap((touched, index) =>
    ways.filter((_, turn) => isFullRun || turn === index % ways.length).map((way) => ({ kinds: touched, way })),
  )
  // Browsers side by side, as most of the time is waiting.
  const lanes = Object.groupBy(touches, ({ kinds: [{ size }], way }) => `${size.width} ${way}`)
  const different = await Promise.all(
    Object.values(lanes).map(async (lane = []) => {
      const [one] = lane
      if (!one) return []
      const found: string[] = []
      const context = await openBrowser(browser, site.url, one.kinds[0].size, one.way === 'tap')
      for (const each of lane) {
        const [{ path }] = each.kinds
        const touch = { ...each, path, prepare: prepare(path) }
        const differ = async (delay: (typeof delays)[number]) => {
          const later = await stateAfter(context, { ...touch, delay: null })
          return compare(later, await stateAfter(context, { ...touch, delay }), touch, delay)
        }
        // What differs once only, as on a busy machine something was still under way, does not differ.
        for (const delay of delays) if ((await differ(delay)).length > 0) found.push(...(await differ(delay)))
      }
      await context.close()
      return found
    }),
  )
  expect(different.flat()).toEqual([])
})

test('a switch that its script sets back as it was is found', async ({ browser, site }) => {
  const context = await openBrowser(browser, site.url, wide, false)
  await context.addInitScript(() =>
    addEventListener('hydrated', () => {
      for (const field of document.querySelectorAll<HTMLInputElement>('[name="settings"]'))
        field.checked = field.defaultChecked
    }),
  )
  const path = '/cookie-policy'
  const nothing = async () => undefined
  const [kind] = (await findKinds(context, [path], () => nothing)).filter((each) => each.kind.includes('[settings]'))
  if (!kind) throw new Error('the switch is not there')
  const touch: Touch = { kinds: [kind], path, way: 'key', prepare: nothing }
  const [later, early] = [
    await stateAfter(context, { ...touch, delay: null }),
    await stateAfter(context, { ...touch, delay: 'after' }),
  ]
  expect(compare(later, early, touch, 'after')).toEqual([expect.stringContaining('values is')])
  await context.close()
})

// spec: world.1.4
test('a form that is filled in and sent before the scripts are there counts once', async ({ page, ask }) => {
  const email = `${randomUUID()}@sample.example`
  const release = await holdScripts(page)
  await page.goto('/contact')
  await page.getByRole('textbox', { name: 'Name' }).fill('Sam Sample')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('What is it about?').selectOption('General')
  await page.getByRole('textbox', { name: 'Message' }).fill('Good morning')
  await page.getByRole('button', { name: 'Send message' }).dblclick()
  release()
  await expect(page.getByText('Thank You!').first()).toBeVisible()
  expect(await ask('SELECT message FROM contact_messages WHERE email = $1', [email])).toEqual([
    { message: 'Good morning' },
  ])
})
