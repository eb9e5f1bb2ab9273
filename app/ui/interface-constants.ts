/** Milliseconds that a toast stays, unless it is hovered or focused. */
export const toastDuration = 5000
/** Milliseconds the pointer rests on a menu of the header before it opens. */
export const navigationDelay = 200
/** Milliseconds after a menu has closed in which the next opens at once. */
export const navigationSkipDelay = 300
/** Milliseconds after the pointer has left a menu until it closes. */
export const submenuDelay = 100
/** Pixels of scrolling after which the header changes its appearance. */
export const headerScrollOffset = 50
