import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { type DirectorySearch, type FilterChoiceCounts, toDirectoryUrlSearchParams } from '../model.ts'

/** The counts beside choices once they have arrived; null until then, and if there is no result. They never delay the list. */
export function useFilterChoiceCounts(search: DirectorySearch, hasResult: boolean): FilterChoiceCounts | null {
  const [arrived, setArrived] = useState<{ query: string; counts: FilterChoiceCounts | null } | null>(null)
  const query = toDirectoryUrlSearchParams({ ...search, sort: null, page: 1 }).toString()
  useEffect(() => {
    if (!hasResult) return
    const abort = new AbortController()
    fetch(`${href('/choice-counts')}?${query}`, { signal: abort.signal })
      .then(async (response) => setArrived({ query, counts: response.ok ? await response.json() : null }))
      // Aborted, or offline: the filters work without the counts.
      .catch(() => undefined)
    return () => abort.abort()
  }, [query, hasResult])
  return arrived?.query === query ? arrived.counts : null
}
