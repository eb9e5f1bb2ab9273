import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { showToast } from './ui/toast.tsx'

declare global {
  interface Window {
    /** Whether the first script is reloading the document because the URL has changed. */
    isLeaving?: boolean
  }
}

/** Tells the first script that the router handles URL changes from now on. */
function AnnounceHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

// When a route module cannot be loaded, the router reloads the document, which shows the browser's error page if there is no
// connection. We keep the current page instead. The router waits for that module for ever, so the next navigation with a
// connection loads a full document, and so does the next form.
let isWaiting = false
/** What the form that was sent last calls its failure; none where something else was pressed since. */
let failed: string | undefined
const tell = () =>
  showToast({
    title: failed ?? 'You seem to be offline',
    description: 'Muster could not be reached. Try again.',
    bad: true,
  })
const note = (event: Event) => {
  failed = (event.target as HTMLElement).dataset.failed
  if (!isWaiting || event.type === 'click') return
  event.stopPropagation()
  if (navigator.onLine) return
  event.preventDefault()
  tell()
}
addEventListener('click', note, true)
addEventListener('submit', note, true)
window.navigation?.addEventListener('navigate', (event) => {
  if (event.navigationType !== 'reload') {
    if (isWaiting && navigator.onLine && event.destination.sameDocument) setTimeout(() => window.location.reload())
  } else if (!event.userInitiated && !navigator.onLine) {
    event.preventDefault()
    isWaiting = true
    tell()
  }
})

// Hydrating while the document is being left would show one page's data at another page's URL.
if (!window.isLeaving) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <AnnounceHydrated>
          <HydratedRouter />
        </AnnounceHydrated>
      </StrictMode>,
      // The page may also be left between this check and the first render; hydration errors then do not matter.
      { onRecoverableError: (error) => window.isLeaving || reportError(error) },
    )
  })
}
