import { createContext } from 'react'

/** The nonce for inline scripts of this response; empty in the browser. */
export const NonceContext = createContext('')
