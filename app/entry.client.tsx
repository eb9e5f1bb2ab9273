import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

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
