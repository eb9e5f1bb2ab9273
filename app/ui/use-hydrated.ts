import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the page is hydrated. False on the server and at first. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
