// What is under way is shown at the top of the page and on the control that was pressed, once it has taken 300 ms: by
// styles/loading.css, which needs no more than two attributes.

/** Shows that what was pressed is under way. */
export function showPageLoadingIndicator(): void {
  document.documentElement.setAttribute('data-loading', '')
  document.querySelector('a[data-pressed]')?.setAttribute('aria-busy', 'true')
}

/** Takes it away. */
export function hidePageLoadingIndicator(): void {
  document.documentElement.removeAttribute('data-loading')
  unmark()
}

function unmark(): void {
  const pressed = document.querySelector('[data-pressed]')
  pressed?.removeAttribute('data-pressed')
  if (pressed?.localName === 'a') pressed.removeAttribute('aria-busy')
}

/** Whether the browser itself acts on a click: with these keys a link opens elsewhere. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Shows when the browser itself loads another document; the router says so of its own (`loading-line.tsx`). */
export function setUpDocumentLoadingIndicator(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      unmark()
      if (target instanceof Element) target.closest('a, button:not([popovertarget])')?.setAttribute('data-pressed', '')
    },
    true,
  )
  // On the window, after everybody who may prevent it.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (link && isPlainClick(event) && !event.defaultPrevented && leadsAway(link)) showPageLoadingIndicator()
  })
  addEventListener('submit', (event) => {
    const { method } = event.target as HTMLFormElement
    if (!event.defaultPrevented && method !== 'dialog') showPageLoadingIndicator()
  })
  addEventListener('pageshow', ({ persisted }) => persisted && hidePageLoadingIndicator())
}

function leadsAway(link: HTMLAnchorElement): boolean {
  const { href, hash, target, protocol } = link
  const [page] = location.href.split('#')
  return (
    /^https?:$/.test(protocol) && !target && !link.hasAttribute('download') && !(hash && href.split('#')[0] === page)
  )
}
