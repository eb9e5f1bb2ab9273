import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page's script has taken over, for what only makes sense with one. False on the server and at first. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
