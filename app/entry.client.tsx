import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** Tells the page's first script that the router follows the address from now on (`late-scripts.ts`). */
function AnnounceHydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <AnnounceHydrated>
        <HydratedRouter />
      </AnnounceHydrated>
    </StrictMode>,
  )
})
