import type { DataStrategyResult } from 'react-router'

/** Whether the data of a route failed to load; a redirect is not a failure. */
export function hasRouteDataFailed(result: DataStrategyResult | undefined): boolean {
  return result?.type === 'error' && !(result.result instanceof Response)
}

/** The messages of fetch for a network failure in each browser. */
const connectionLostMessage = /^(Failed to fetch|NetworkError when attempting to fetch resource|Load failed)/

/** Whether an error is a network failure. */
export function isNetworkFailure(error: unknown): boolean {
  if (typeof document === 'undefined') return false
  return !navigator.onLine || (error instanceof TypeError && connectionLostMessage.test(error.message))
}
