import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { showToast } from './ui/toast.tsx'

declare global {
  interface Window {
    /** Whether the page's first script is reloading the document because the address has changed. */
    isLeaving?: boolean
  }
}

/** Tells the page's first script that the router follows the address from now on (`late-scripts.ts`). */
function AnnounceHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

// The script of a page that cannot be loaded makes the router reload the document, which without a connection would give way to
// the browser's own error: what is there stays instead. The router waits for that script for ever, so the next page that is gone
// to with a connection is loaded as a document.
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

// Hydrating while the document is left would show one page's data at another's address.
if (!window.isLeaving) {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <AnnounceHydrated>
          <HydratedRouter />
        </AnnounceHydrated>
      </StrictMode>,
      // The page may be left between here and the first render, too: what then does not fit is of no interest.
      { onRecoverableError: (error) => window.isLeaving || reportError(error) },
    )
  })
}
