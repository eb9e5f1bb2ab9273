import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { podcastEpisodes } from '#app/features/podcasts/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { openFileStorage } from '#app/platform/.server/storage/storage.ts'
import { createMember } from '../factories/members.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { createProduct, variantOf } from '../factories/products.ts'
import { withMaintenance } from '../postgres.ts'
import { anyIpAddress } from '../visitors.ts'
import { small, wide } from './support/accessibility.ts'
import { createDatabase } from './support/databases.ts'
import { isFullRun } from './support/full-run.ts'
import { withDatabaseOf } from './support/members.ts'
import { full, writeNamedBusinesses } from './support/named-businesses.ts'
import { publicScreens } from './support/public-screens.ts'
import type { Site } from './support/servers.ts'
import { expect, test } from './support/test.ts'
import {
  holdScripts,
  isSender,
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
/** Controls that their scripts may put others in the place of. */
const isReplaced = ({ kind }: Kind) => kind.startsWith('what waits')
/** A touch of one way, with the delays of the scripts that it is tried with. */
type Tried = Touch & { delays: readonly (number | 'after')[] }

/** A touch that is over before the scripts arrive is the worst. */
const worst = isFullRun ? ([1_500] as const) : (['after'] as const)

/** Each kind is tried in its turn by another way. In the full run by all: by its own with all delays, by the others with the worst. */
function delaysOf(index: number, turn: number): Tried['delays'] {
  if (turn === index % ways.length) return isFullRun ? [0, 300, ...worst] : worst
  return isFullRun ? worst : []
}

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

/**
 * The kinds that are tried in each run: what looks otherwise but is the same to the scripts is left to the full run, such as all links
 * that lead to another page, and the buttons of one form.
 */
function chooseKinds(kinds: Kind[]): Kind[] {
  if (isFullRun) return kinds
  const chosen = new Map<string, Kind>()
  for (const each of kinds) {
    const isLink = /^a\b/.test(each.kind) && !each.kind.includes('[data-waits]')
    const [, inside = ''] = each.kind.match(/ in (.*)/) ?? []
    const [, address] = each.kind.match(/ to (\/\S*)/) ?? []
    const name = isLink ? `a in ${inside}` : (address ?? each.kind)
    if (!chosen.has(name)) chosen.set(name, each)
  }
  return [...chosen.values()]
}

/** The screens with a form, or something to press, that none before has: the others need not be opened to find the senders. */
async function findSenders(context: BrowserContext, paths: string[], prepare: (path: string) => Prepare) {
  const seen = new Set<string>()
  const chosen: string[] = []
  for (const path of paths) {
    await context.clearCookies()
    await prepare(path)(context)
    const html = await (await context.request.get(path)).text()
    const senders = html.match(/<form[^>]*method="post"[^>]*>|data-waits.{0,200}/g) ?? []
    if (senders.some((sender) => !seen.has(sender))) chosen.push(path)
    for (const sender of senders) seen.add(sender)
  }
  return chosen
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
async function addSamples(
  site: Site,
  slug = `sample-${randomUUID().slice(0, 8)}`,
): Promise<{ paths: string[]; prepare: (path: string) => Prepare }> {
  const product = await withDatabaseOf(site, async (db) => {
    const podcastId = await createPodcast(db, (await createMember(db)).userId, { slug, title: `Sample ${slug}` })
    const audio = { audioUrl: 'https://sample.example/one.mp3', pageUrl: 'https://sample.example/one' }
    await db.insert(podcastEpisodes).values({ podcastId, guid: 'one', title: 'One', position: 0, ...audio })
    await createProduct(db, { name: `Sample ${slug}`, slug: `one-${slug}` })
    return createProduct(db, { name: `Sample ${slug}`, slug, syncVariants: [variantOf(), variantOf()] })
  })
  const post = (path: string, form: Record<string, string>): Prepare => {
    return async ({ request }) => {
      // The page that it leads to takes the message away. A connection that was kept may just have been closed.
      await request.post(path, { form, headers: { Origin: site.url }, maxRetries: 2 })
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

/** Touches of one way on one size of window, one after the other. */
async function findDifferences(browser: Browser, site: Site, touches: Tried[]): Promise<string[]> {
  const [one] = touches
  if (!one) return []
  const found: string[] = []
  const context = await openBrowser(browser, site.url, one.kinds[0].size, one.way === 'tap')
  for (const touch of touches) {
    const findLater = () => stateAfter(context, { ...touch, delay: null })
    const differ = async (later: State, delay: number | 'after') =>
      compare(later, await stateAfter(context, { ...touch, delay }), touch, delay)
    let later = await findLater()
    for (const delay of touch.delays) {
      if ((await differ(later, delay)).length === 0) continue
      // What differs once only, as on a busy machine something was still under way, does not differ.
      later = await findLater()
      found.push(...(await differ(later, delay)))
    }
  }
  await context.close()
  return found
}

// spec: world.1.3
test('the first touch of every kind of control ends as a later one', async ({ browser, site }) => {
  test.setTimeout(isFullRun ? 2_400_000 : 600_000)
  const { paths, prepare } = await addSamples(site)
  const first = await openBrowser(browser, site.url, wide, false)
  const kinds = await findKinds(first, paths, prepare)
  await first.close()
  expect(kinds.length).toBeGreaterThan(95)
  const others = chooseKinds(kinds.filter((kind) => !isSender(kind)))
  const touches = together(others).flatMap((touched, index) =>
    [
      ...ways.map((way, turn) => ({ kinds: touched, way, delays: delaysOf(index, turn) })),
      { kinds: touched, way: 'reach' as const, delays: isFullRun || isReplaced(touched[0]) ? worst : [] },
    ].filter(({ delays }) => delays.length > 0),
  )
  // Browsers side by side, as most of the time is waiting.
  const lanes = Object.groupBy(touches, ({ kinds: [{ size }], way }) => `${size.width} ${way}`)
  const different = await Promise.all(
    Object.values(lanes).map((lane = []) =>
      findDifferences(
        browser,
        site,
        lane.map((each) => ({ ...each, path: each.kinds[0].path, prepare: prepare(each.kinds[0].path) })),
      ),
    ),
  )
  expect(different.flat()).toEqual([])
})

/** Tables that change by themselves, with every page or with the time. */
const restless = ['visit_counts', 'search_word_counts', 'request_counts', 'worker_heartbeat', 'sent_mails']

// spec: world.1.3
test('the first press of every form that changes something makes the rows of a later one, and asks for what is embedded', async ({
  browser,
  servers,
  databaseUrl,
}) => {
  test.setTimeout(isFullRun ? 2_400_000 : 900_000)
  // Nobody answers there.
  const embedded = 'https://127.0.0.1:1/muster'
  const openSite = async (url: string) => {
    const site = await servers.start({
      databaseUrl: url,
      environment: { SIMULATORS: 'true', DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1', CONTACT_FORM_URL: embedded },
    })
    await withDatabaseOf(site, async (db) =>
      writeNamedBusinesses({ db, storage: await openFileStorage({ dataDir: site.dataDir, s3: null }) }),
    )
    return { ...(await addSamples(site, 'sample')), site, url }
  }
  const one = await openSite(databaseUrl)
  const first = await openBrowser(browser, one.site.url, wide, false)
  const all = await findKinds(first, await findSenders(first, one.paths, one.prepare), one.prepare)
  await first.close()
  const kinds = chooseKinds(all.filter((each) => isSender(each) || each.kind.includes('embedded-form')))
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining([expect.stringContaining('embedded-form')]))
  const tables = await withDatabaseOf(one.site, (db) =>
    queryRows<{ name: string }>(
      db,
      sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    ),
  )
  const counted = tables.map(({ name }) => name).filter((name) => !restless.includes(name))
  const countIn = (url: string) => () =>
    withMaintenance(url, async (client) => {
      const { rows } = await client.query<Record<string, string>>(
        `SELECT ${counted.map((name) => `(SELECT count(*) FROM "${name}") AS "${name}"`).join()}`,
      )
      return new Map(Object.entries(rows[0] ?? {}).map(([name, rows]) => [name, Number(rows)]))
    })
  const touched = kinds.flatMap((kind, index) =>
    ways.map((way, turn) => ({ kind, way, delays: delaysOf(index, turn) })).filter(({ delays }) => delays.length > 0),
  )
  /** One after the other: each would count what another makes. */
  const findOn = async ({ site, url, prepare }: typeof one, lane: typeof touched = []) => {
    const count = countIn(url)
    const touches = lane.map(({ kind, way, delays }): Tried => {
      return { kinds: [kind], path: kind.path, way, prepare: prepare(kind.path), count, delays }
    })
    const found: string[] = []
    for (const alike of Object.values(Object.groupBy(touches, ({ kinds: [{ size }], way }) => `${size.width} ${way}`)))
      found.push(...(await findDifferences(browser, site, alike ?? [])))
    return found
  }
  if (!isFullRun) return expect(await findOn(one, touched)).toEqual([])
  // Most of the time is waiting, so each way has a site of its own beside the others.
  const different = await Promise.all(
    Object.values(Object.groupBy(touched, ({ way }) => way)).map(async (lane) => {
      const database = await createDatabase()
      const own = await openSite(database.url)
      const found = await findOn(own, lane)
      await own.site.stop('SIGKILL')
      await database.drop()
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
