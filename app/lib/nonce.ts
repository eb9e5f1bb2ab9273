import { createContext } from 'react'

/** Allows the inline scripts of this answer; empty in the browser, where nothing inline is added. */
export const NonceContext = createContext('')
