import { vi } from 'vitest'

/**
 * Stops the clocks that lives in memory are counted by, until they are moved on by the function returned, in milliseconds. Tests that
 * call it end with `vi.useRealTimers`.
 */
export function holdClock(): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  let now = performance.now()
  // The caches keep the object that was there when they were loaded.
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return (milliseconds) => {
    now += milliseconds
    vi.advanceTimersByTime(milliseconds)
  }
}
