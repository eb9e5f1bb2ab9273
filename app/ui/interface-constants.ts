/** Milliseconds a toast stays, unless it is pointed at or focused. */
export const toastDuration = 5000
/** Milliseconds the pointer rests on a menu of the header before it opens. */
export const navigationDelay = 200
/** Within so many milliseconds of one menu's closing the next opens at once. */
export const navigationSkipDelay = 300
/** Milliseconds a menu takes to follow the pointer once it is open: it closes so long after being left. */
export const submenuDelay = 100
/** Pixels of scrolling after which the header changes its appearance. */
export const headerScrollOffset = 50
/** Milliseconds between two ticks of the front page's counter. */
export const counterTickMs = 100
