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
// connection loads a full document.
let isWaiting = false
window.navigation?.addEventListener('navigate', (event) => {
  if (event.navigationType !== 'reload') {
    if (isWaiting && navigator.onLine) setTimeout(() => window.location.reload())
  } else if (!event.userInitiated && !navigator.onLine) {
    event.preventDefault()
    isWaiting = true
    showToast({ title: 'You seem to be offline', description: 'The page could not be loaded.', bad: true })
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
