/** Milliseconds that a toast stays, unless it is hovered or focused. */
export const toastDuration = 5000
/** Milliseconds after a menu of the header has closed in which the next opens at once; the others are in navigation.css. */
export const headerMenuSkipDelay = 300
/** Pixels of scrolling after which the header changes its appearance. */
export const headerScrollOffset = 50
