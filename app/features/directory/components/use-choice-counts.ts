import { useEffect, useState } from 'react'
import type { ChoiceCounts } from '../schema.ts'

/** The counts beside choices once they have arrived; null until then. They come after the list and never delay it. */
export function useChoiceCounts(promise: Promise<ChoiceCounts | null> | null): ChoiceCounts | null {
  const [arrived, setArrived] = useState<{ of: typeof promise; counts: ChoiceCounts | null } | null>(null)
  useEffect(() => {
    let isCurrent = true
    promise?.then(
      (counts) => isCurrent && setArrived({ of: promise, counts }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [promise])
  return arrived?.of === promise ? (arrived?.counts ?? null) : null
}
