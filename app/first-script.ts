import { sendListingVisitBeacon, sendShownListingsBeacon } from './lib/count-visits.ts'
import { pathBackToList } from './lib/path-back.ts'
import {
  businessNameInShortlistLabel,
  parseShortlistMarksCookie,
  serializeShortlistScriptRunsCookie,
  shortlistButtonLabels,
} from './lib/saved-marks.ts'
import { headerScrollOffset } from './ui/interface-constants.ts'
import {
  hidePageLoadingIndicator,
  isPlainClick,
  setUpDocumentLoadingIndicator,
  showPageLoadingIndicator,
} from './ui/loading.ts'
import { setUpHeaderMenus } from './ui/menus.ts'

// The one script that a page loads by itself. It runs React Router's scripts when somebody first reaches for a control, and until
// they have taken over does what cannot wait.

/** Controls that are better with the page's scripts. Those that open a popover work without. */
const controls = 'form, input, select, textarea, summary, button:not([popovertarget]), [data-waits]'
/** Controls that do something else, or nothing, without scripts: a click on them waits. */
const waiting = 'button:not([popovertarget]), [data-waits]'
/** How long a click waits for scripts that may never arrive, in milliseconds. */
const patience = 4_000

const taken = new AbortController()
const { signal } = taken
let isLoading = false
let clicked: HTMLElement | null = null

function whenParsed(act: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', act, { once: true })
  else act()
}

/** Marks what the visitor has saved, on a page that is the same for everybody. React then renders the same. */
function mark(): void {
  const saved = parseShortlistMarksCookie(document.cookie)
  if (saved.length === 0) return
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = serializeShortlistScriptRunsCookie({ secure: location.protocol === 'https:' })
  window.savedMarks = saved
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-mark]')) {
    const button = form.querySelector('button')
    const rest = button?.lastElementChild
    const text = rest?.previousSibling
    if (!button || !rest || !text || !saved.includes(form.dataset.mark ?? '')) continue
    const labels = shortlistButtonLabels(businessNameInShortlistLabel(rest.textContent ?? ''), true)
    button.classList.add('is-saved')
    text.textContent = labels.label
    rest.textContent = labels.rest
    form.querySelector('[name=intent]')?.setAttribute('value', 'remove')
  }
}
whenParsed(mark)
setUpHeaderMenus()
setUpDocumentLoadingIndicator()

/** Runs the page's scripts, once. */
function load(): void {
  if (isLoading) return
  isLoading = true
  whenParsed(run)
}

function run(): void {
  for (const link of document.querySelectorAll('link[rel="wanted-modulepreload"]'))
    link.setAttribute('rel', 'modulepreload')
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[type="text/wanted"]')) {
    const copy = document.createElement('script')
    if ('module' in script.dataset) copy.type = 'module'
    copy.nonce = script.nonce
    copy.text = script.text
    document.head.append(copy)
    // React compares the page with what it renders: the copy must not be there.
    copy.remove()
  }
}

function reach({ target }: Event): void {
  if (target instanceof Element && target.closest(controls)) load()
}
for (const kind of ['focusin', 'pointerover', 'pointerdown', 'keydown', 'click', 'input']) {
  document.addEventListener(kind, reach, { signal, capture: true, passive: true })
}
if (document.activeElement?.closest(controls)) load()

// What was edited is kept; what the browser filled in itself when it came back to the page is not.
document.addEventListener(
  'input',
  ({ target }) => {
    const form = target instanceof Element && 'form' in target ? target.form : null
    if (form instanceof HTMLFormElement) form.dataset.edited = ''
  },
  { signal, capture: true },
)

// React shows something else for a picture that does not arrive.
document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && load(), {
  signal,
  capture: true,
})

/** Whether a button only leads on, as a link does. What a form changes is answered where it stands. */
const isSearch = (control: Element) =>
  control instanceof HTMLButtonElement &&
  control.form?.method === 'get' &&
  control.matches('[type="submit"]:not([data-waits])')

document.addEventListener(
  'click',
  (event) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>(waiting) : null
    if (!control || !isPlainClick(event) || isSearch(control)) return
    event.preventDefault()
    load()
    showPageLoadingIndicator()
    clicked = control
    setTimeout(() => {
      if (clicked !== control) return
      clicked = null
      // The scripts did not arrive: a link is at least a link, and a form a form.
      const link = control.closest('a') ?? control.querySelector('a')
      if (link) location.assign(link.href)
      else if (control instanceof HTMLButtonElement && control.type === 'submit') control.form?.requestSubmit(control)
      else hidePageLoadingIndicator()
    }, patience)
  },
  { signal, capture: true },
)

// What is pressed on the page of a business; React does nothing about it later.
document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('[data-view] a') : null
    const page = link?.closest<HTMLElement>('[data-view]')
    if (!link || !page) return
    const kind = { 'tel:': 'phone', 'mailto:': 'email' }[link.protocol] ?? link.dataset.press
    if (kind) sendListingVisitBeacon(`${kind} ${page.dataset.view}`)
  },
  true,
)

// The server counts a page when it answers it, but not one that was fetched in advance, and none behind a cache that it does not see.
whenParsed(() => {
  const [visit] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string
  })[]
  const isUnseen =
    visit?.deliveryType === 'navigational-prefetch' ||
    visit?.serverTiming.some(({ name }) => name === 'counted-by-script')
  if (isUnseen) sendShownListingsBeacon()
})

addEventListener(
  'hydrated',
  () => {
    taken.abort()
    const control = clicked
    clicked = null
    if (control) hidePageLoadingIndicator()
    // After React has rendered what only scripts can do.
    if (control)
      setTimeout(() =>
        (control.matches('a, button') ? control : control.querySelector<HTMLElement>('a, button'))?.click(),
      )
  },
  { once: true },
)

if (document.documentElement.dataset.scripts === 'at-once') {
  // After the first paint; a page that is not visible is not painted.
  requestAnimationFrame(() => setTimeout(load))
  setTimeout(load, 1_000)
}

// Until the router handles changes of the URL, Back to another one of the same document must load it, and the scripts of the page
// that is being left must not take over.
const place = () => location.pathname + location.search
const openedAt = place()
addEventListener(
  'popstate',
  () => {
    if (place() === openedAt) return
    window.isLeaving = true
    location.reload()
  },
  { signal },
)

// A page that Back brings from the browser's memory may be from before a sign-in, or mark what was saved then. What is one
// member's alone says that it must not be stored.
const savedThen = String(parseShortlistMarksCookie(document.cookie))
async function isOutOfDate(): Promise<boolean | undefined> {
  if (String(parseShortlistMarksCookie(document.cookie)) !== savedThen) return true
  const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'no-store' })
  return headers.get('Cache-Control')?.includes('no-store')
}
addEventListener(
  'pageshow',
  async ({ persisted }) => {
    const [visit] = performance.getEntriesByType('navigation')
    const isBack = persisted || (visit as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
    if (!isBack || document.documentElement.dataset.scripts !== 'wanted') return
    if (await isOutOfDate().catch(() => false)) location.reload()
  },
  { signal },
)

whenParsed(() => {
  if ([...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth === 0)) load()
  // A page that is kept is the same for everybody, wherever they come from.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-back]')) {
    const path = pathBackToList(document.referrer, link.pathname, link.dataset.back ?? '')
    if (path) link.setAttribute('href', path)
  }
  // React sets no class there after this, and another page has the same header.
  const look = () => document.querySelector('.top')?.classList.toggle('top-scrolled', scrollY > headerScrollOffset)
  addEventListener('scroll', look, { passive: true })
  look()
})
