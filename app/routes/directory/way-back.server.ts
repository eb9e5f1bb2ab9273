import { cardId, directoryPath } from '#app/features/directory/components/directory-path.ts'
import { readDirectorySearch } from '#app/features/directory/search-parameters.ts'

/**
 * The way back from a business to the list it was found in: the same search and page, at its card. `referrer` is where the
 * visitor says they come from; of an address that is not of our list nothing is kept.
 */
export function wayBack(referrer: string | null, publicUrl: string, slug: string): string {
  const from = URL.canParse(referrer ?? '') ? new URL(referrer ?? '') : null
  if (from?.origin !== new URL(publicUrl).origin || from.pathname !== '/directory') return '/directory'
  return `${directoryPath(readDirectorySearch(from.searchParams).search)}#${cardId(slug)}`
}
