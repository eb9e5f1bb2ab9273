import type { DataStrategyResult } from 'react-router'

/** Whether what a route asked for did not arrive, or broke; being led elsewhere is an answer. */
export function failed(result: DataStrategyResult | undefined): boolean {
  return result?.type === 'error' && !(result.result instanceof Response)
}

/** What fetch says where a request or its answer was lost on the way, in each browser. */
const connectionLostMessage = /^(Failed to fetch|NetworkError when attempting to fetch resource|Load failed)/

/** Whether an error, as a page of this browser shows it, comes of having no connection. */
export function isOffline(error: unknown): boolean {
  if (typeof document === 'undefined') return false
  return !navigator.onLine || (error instanceof TypeError && connectionLostMessage.test(error.message))
}
