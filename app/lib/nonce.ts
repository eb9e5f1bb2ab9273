import { createContext } from 'react'

/** The nonce for inline scripts of this response; none in the browser, and none for a page that is kept for everybody. */
export const NonceContext = createContext<string | undefined>(undefined)
