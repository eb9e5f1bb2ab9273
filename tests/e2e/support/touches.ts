import { randomUUID } from 'node:crypto'
import type { BrowserContext, ElementHandle, Page } from '@playwright/test'

declare global {
  interface Window {
    touches: ReturnType<typeof readControls>
    /** Whether the scripts have done what they do when they arrive. */
    isTakenOver?: boolean
    __reactRouterDataRouter?: { state: { navigation: { state: string }; revalidation: string } }
  }
}

/** How somebody touches a control; to reach it is to have it in focus and no more. */
export type Way = 'click' | 'tap' | 'key' | 'reach'

/** One kind of control, where it was found. */
export interface Kind {
  kind: string
  path: string
  size: { width: number; height: number }
}

/** Whether a touch of it sends a form that changes something. */
const sends = / to (\/|null)/
export const isSender = ({ kind }: Kind) => sends.test(kind)

/** Brings a visitor where a screen shows all that it has, such as something in the cart. */
export type Prepare = (context: BrowserContext) => Promise<void>

/** What a page is like after a touch. */
export interface State extends Partial<ReturnType<ReturnType<typeof readControls>['state']>> {
  /** Where a link to another site leads. */
  elsewhere: string
  cookies: string[]
  /** What was sent to change something, and with which fields: the server makes the same rows of the same. */
  sent: string[]
  errors: string[]
  /** The rows that the touch has made or taken away, where they are counted. */
  rows: string[]
  /** Whether a link has loaded another document, which begins with no focus. */
  isNew: boolean
}

/** In a page, before its scripts: finds its controls by kind, and says what state the page is in. */
export function readControls() {
  const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary'
  const wordsOf = (control: Element) => {
    const copy = control.cloneNode(true) as Element
    for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove()
    const words = (copy.textContent ?? '').replace(/[^a-z' ]/gi, ' ').trim()
    return words.split(/\s+/).slice(0, 2).join(' ')
  }
  const popoverOf = (control: Element) => {
    const popover = control.closest('[popover]')
    // On a wide screen a sheet is a part of the page.
    return popover && getComputedStyle(popover).position !== 'static' ? popover : null
  }
  const openerOf = (control: Element) => {
    const popover = popoverOf(control)
    return popover ? document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(popover.id)}"]`) : null
  }
  /** The tag, the classes and the name, for a button its words and its form, and the popover around it. */
  const kindOf = (control: Element) => {
    const waits = control.closest('[data-waits]')
    const popover = popoverOf(control)
    const inside = popover ? ` in ${popover.className}` : ''
    // Scripts may put a button in the place of its link.
    if (waits && waits !== control) return `what waits in ${waits.parentElement?.className}${inside}`
    const classes = [...control.classList].filter((name) => name !== 'is-saved')
    const name = control.hasAttribute('name') ? `[${control.getAttribute('name')}]` : ''
    const words = control.matches('button, summary') ? ` '${wordsOf(control)}'` : ''
    const form = control instanceof HTMLButtonElement && control.form
    const sends = form ? ` ${form.method === 'post' ? 'to' : 'of'} ${form.getAttribute('action')}` : ''
    const isHeld = control.hasAttribute('data-waits') ? '[data-waits]' : ''
    return `${[control.localName, ...classes].join('.')}${name}${isHeld}${words}${sends}${inside}`
  }
  /** A switch is drawn beside its field, which nobody sees. */
  const touchedFor = (control: Element) =>
    (control.matches('input.sr-only') && (control as HTMLInputElement).labels?.[0]) || control
  const isReachable = (control: Element) => {
    const opener = openerOf(control)
    if (opener) return opener.checkVisibility({ visibilityProperty: true }) && !control.closest('.sheet-only-wide')
    const { right, bottom, width } = touchedFor(control).getBoundingClientRect()
    const isShown = control.checkVisibility({ visibilityProperty: true })
    return isShown && width > 1 && right > 0 && bottom > -1 && (control as HTMLElement).tabIndex >= 0
  }
  const all = () => [...document.querySelectorAll<HTMLElement>(controls)].filter(isReachable)
  const contentOf = (field: HTMLInputElement) =>
    field.type === 'checkbox' || field.type === 'radio' ? (field.checked ? field.value : '') : field.value
  addEventListener('hydrated', () => setTimeout(() => setTimeout(() => Object.assign(window, { isTakenOver: true }))))
  /** Messages stay for five seconds, which a busy machine may take to ask. */
  const toasts = new Set<string>()
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast')) if (textContent) toasts.add(textContent)
  }).observe(document, { childList: true, subtree: true })
  const opened =
    'details[open], dialog[open], :popover-open, [aria-expanded="true"], [aria-pressed="true"], [aria-checked="true"], .is-saved, iframe'
  return {
    kinds: () => [...new Set(all().map(kindOf))],
    find: (kind: string) => all().find((control) => kindOf(control) === kind) ?? null,
    openerOf,
    touchedFor,
    state: () => {
      const { activeElement } = document
      return {
        address: location.pathname + location.search + location.hash,
        heading: document.querySelector('h1')?.textContent ?? '',
        theme: document.documentElement.dataset.theme ?? '',
        values: [...document.querySelectorAll<HTMLInputElement>('input[name]:not([type="hidden"]), select, textarea')]
          .filter((field) => contentOf(field) !== '')
          // No address is typed twice.
          .map((field) => `${field.name}=${field.type === 'email' ? '' : contentOf(field)}`),
        shown: [...document.querySelectorAll<HTMLInputElement>('[name*="assword"]')].map(({ type }) => type),
        open: [...document.querySelectorAll(opened)].map((each) => `${each.localName}.${each.className}`),
        said: [
          ...toasts,
          ...[...document.querySelectorAll('[role="alert"]:not(.toast)')].map(({ textContent }) => textContent),
        ],
        focus: activeElement && !activeElement.matches('body, main') ? kindOf(activeElement) : '',
      }
    },
  }
}

/** Holds back all scripts of a page but the first, without turning off the cache as Playwright's own way does. */
export async function holdScripts(page: Page, milliseconds?: number): Promise<() => void> {
  const session = await page.context().newCDPSession(page)
  const held: string[] = []
  let isOver = false
  const letGo = (requestId: string) => session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  const release = () => {
    isOver = true
    for (const requestId of held.splice(0)) void letGo(requestId)
  }
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    if (isOver || request.url.includes('/first-script-')) return void letGo(requestId)
    if (held.length === 0 && milliseconds !== undefined) setTimeout(release, milliseconds)
    held.push(requestId)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*.js' }] })
  return release
}

/** Has a page's scripts take over without touching anything that one sees. */
async function takeOver(page: Page): Promise<void> {
  await page.evaluate(() =>
    document
      .querySelector('form, button:not([popovertarget])')
      ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })),
  )
  await page.waitForFunction(() => window.isTakenOver)
  await twoFrames(page)
}

async function twoFrames(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Milliseconds after which a page counts as settled, whatever is under way. */
const patience = 8_000

/** Fills in what a form must have, so that it is sent. No two have the same address. */
async function fillIn(button: ElementHandle<Element>): Promise<void> {
  const form = (await button.evaluateHandle((each) => (each as HTMLButtonElement).form)).asElement()
  for (const field of (await form?.$$('[required]')) ?? []) {
    const type = await field.evaluate((each) => (each as HTMLInputElement).type)
    if (type === 'select-one') await field.selectOption({ index: 1 })
    else if (type === 'checkbox' || type === 'radio') await field.check({ force: true })
    else if (type === 'email') await field.fill(`${randomUUID()}@sample.example`)
    else if (type !== 'file') await field.fill(type === 'password' ? 'seven brave otters' : 'Good morning')
  }
}

/** What differs from one form to the next by itself. */
const withoutIds = (text: string) => text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')

/** Touches a control. Fields are typed into, and lists chosen from. */
async function touch(page: Page, kind: string, way: Way): Promise<void> {
  const found = await page.evaluateHandle((each) => window.touches.find(each), kind)
  const control = found.asElement()
  if (!control) throw new Error(`${kind} is not there`)
  const opener = (await control.evaluateHandle((each) => window.touches.openerOf(each as Element))).asElement()
  if (opener) await opener.click()
  if (sends.test(kind)) await fillIn(control)
  const isTyped = await control.evaluate((each) => each.matches('input:not([type="checkbox"], [readonly]), textarea'))
  const isChosen = await control.evaluate((each) => each.matches('select'))
  // What is disabled is pressed all the same.
  const press = { force: await control.isDisabled(), noWaitAfter: true }
  const seen =
    (await control.evaluateHandle((each) => window.touches.touchedFor(each as Element))).asElement() ?? control
  if (way === 'key' || way === 'reach' || isChosen) await control.focus()
  else if (way === 'tap') await seen.tap(press)
  else await seen.click(press)
  if (way === 'reach') return
  if (isTyped) await page.keyboard.type('7')
  else if (isChosen && way === 'key') await page.keyboard.press('ArrowDown')
  else if (isChosen) await control.selectOption({ index: 1 })
  else if (way === 'key') {
    await page.keyboard.press((await control.evaluate((each) => each.matches('input'))) ? 'Space' : 'Enter')
  }
}

/** Controls of one page, touched one after the other. */
export type Kinds = [Kind, ...Kind[]]

export interface Touch {
  kinds: Kinds
  path: string
  way: Way
  prepare: Prepare
  /** Counts the rows of each table that a form may change. */
  count?: () => Promise<Map<string, number>>
}

/**
 * Touches controls of a page, and says what has become of the page once nothing is under way any more.
 * @param delay milliseconds until the scripts arrive that a touch asks for, or 'after' it; null for a page whose scripts ran before
 */
export async function stateAfter(
  context: BrowserContext,
  { kinds, path, way, prepare, count, delay }: Touch & { delay: number | 'after' | null },
): Promise<State> {
  await context.clearCookies()
  await prepare(context)
  const before = await count?.()
  const page = await context.newPage()
  const sent: string[] = []
  const errors: string[] = []
  let [underWay, elsewhere] = [0, '']
  page.on('request', (request) => {
    underWay += 1
    const { pathname, hostname } = new URL(request.url())
    if (hostname !== '127.0.0.1' && request.frame() === page.mainFrame()) elsewhere = request.url()
    if (request.method() !== 'POST' || pathname === '/beacon') return
    const fields = [...new URLSearchParams(request.postData() ?? '')].filter(([name]) => name !== 'returnTo')
    sent.push(withoutIds(`${pathname.replace(/\.data$/, '')} ${fields.map((field) => field.join('=')).sort()}`))
  })
  const countEnd = () => {
    underWay -= 1
  }
  page.on('requestfinished', countEnd)
  page.on('requestfailed', countEnd)
  page.on('pageerror', ({ message }) => errors.push(message))
  const isSame = () => page.evaluate(() => 'isTouched' in window)
  const read = async (): Promise<State> => ({
    ...(elsewhere ? {} : await page.evaluate(() => window.touches.state())),
    isNew: elsewhere !== '' || !(await isSame()),
    elsewhere,
    errors,
    // What a cart, a list or what is kept for later is called is of no account.
    cookies: (await context.cookies())
      .map(
        ({ name, value }) =>
          `${name}=${['cart', 'shortlist', 'held_step', 'held_verification'].includes(name) ? '' : value}`,
      )
      .sort(),
    sent,
    rows: [],
  })
  /** Once, at the end: a message does not stay for as long as counting may take. */
  const withRows = async (state: State): Promise<State> => ({
    ...state,
    rows: [...((await count?.()) ?? [])]
      .map(([table, rows]) => `${table} ${rows - (before?.get(table) ?? 0)}`)
      .filter((line) => !line.endsWith(' 0')),
  })
  /** The state that stays, with nothing under way. */
  const settle = async (): Promise<State> => {
    const end = Date.now() + patience
    let last = ''
    for (let same = 0; ; ) {
      await page.waitForTimeout(80)
      if (underWay > 0 && Date.now() < end) continue
      // The router says so at once, and the page only once it was drawn anew.
      const isLoading = () =>
        page.evaluate(() => {
          const { navigation, revalidation } = window.__reactRouterDataRouter?.state ?? {}
          const isIdle = (navigation?.state ?? 'idle') === 'idle' && (revalidation ?? 'idle') === 'idle'
          return !isIdle || document.documentElement.hasAttribute('data-loading')
        })
      if (!elsewhere && (await isLoading().catch(() => true)) && Date.now() < end) continue
      const state = await read().catch(() => null)
      const text = JSON.stringify(state)
      same = text === last ? same + 1 : 0
      last = text
      // The message about what was sent comes with a script of its own, a little later.
      if (state && (same > (sent.length > 0 ? 9 : 1) || Date.now() > end)) return state
    }
  }
  try {
    const release = delay === null ? null : await holdScripts(page, delay === 'after' ? undefined : delay)
    // Scripts that are held, and that a picture asks for which does not arrive, would hold the whole page.
    await page.goto(path, { waitUntil: release && count ? 'domcontentloaded' : 'load' })
    if (delay === null) await takeOver(page)
    await page.evaluate(() => Object.assign(window, { isTouched: true }))
    for (const { kind } of kinds) await touch(page, kind, way)
    if (delay === null) return await withRows(await settle())
    if (delay === 'after') {
      await twoFrames(page).catch(() => undefined)
      release?.()
    }
    const state = await settle()
    // On the same page the scripts may have changed something back.
    if (state.isNew) return await withRows(state)
    await takeOver(page)
    return await withRows(await settle())
  } finally {
    await page.close()
  }
}
