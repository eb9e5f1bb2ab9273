import { headerMenuSkipDelay } from './interface-constants.ts'

// What a browser does not do by itself for menus that a press opens as popovers and a resting mouse by CSS.

/** Closes a menu that a mouse still rests on, until the mouse has left it. */
function dismiss(menu: Element): void {
  if (menu.contains(document.activeElement)) menu.querySelector('button')?.focus()
  menu.setAttribute('data-dismissed', '')
  cool()
}

/** Closes whatever is open in the header. */
export function closeHeaderMenus(): void {
  for (const open of document.querySelectorAll<HTMLElement>('.top :popover-open')) open.hidePopover()
  for (const menu of document.querySelectorAll('.menu:hover')) dismiss(menu)
}

let cooling: ReturnType<typeof setTimeout> | undefined

/** For a moment after one menu was shown, the next opens at once. */
function warm(): void {
  clearTimeout(cooling)
  document.querySelector('.top')?.setAttribute('data-warm', '')
}
function cool(): void {
  clearTimeout(cooling)
  cooling = setTimeout(() => document.querySelector('.top')?.removeAttribute('data-warm'), headerMenuSkipDelay)
}

/** Gives the menus and popovers of a page their manners, for as long as the document is there. */
export function setUpHeaderMenus(): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') for (const menu of document.querySelectorAll('.menu:hover')) dismiss(menu)
  })
  document.addEventListener('pointerover', ({ target, relatedTarget }) => {
    for (const menu of document.querySelectorAll('[data-dismissed]'))
      if (![target, relatedTarget].every((each) => each instanceof Node && menu.contains(each)))
        menu.removeAttribute('data-dismissed')
  })
  document.addEventListener('transitionend', ({ target, propertyName }) => {
    if (!(target instanceof Element) || propertyName !== 'visibility' || !target.matches('.drop')) return
    if (target.matches('.menu:hover > *')) warm()
    else cool()
  })
  // What closes a menu closes it, although the mouse is still there: also on what was open above the page, where `:hover` says nothing
  // of the menu it belongs to.
  document.addEventListener(
    'beforetoggle',
    (event) => {
      if (!(event.target instanceof Element) || event.newState !== 'closed') return
      event.target.closest('.menu')?.setAttribute('data-dismissed', '')
      cool()
    },
    true,
  )
  // Focus goes to where reading begins, and what it leaves closes.
  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      if (newState === 'open' && target instanceof Element) target.querySelector<HTMLElement>('[data-opened]')?.focus()
    },
    true,
  )
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    const menu = target instanceof Element && target.closest('.menu')
    if (menu && relatedTarget instanceof Node && !menu.contains(relatedTarget))
      menu.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  })
}
