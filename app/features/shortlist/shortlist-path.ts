import { href } from 'react-router'

/** The path of a shortlist: the visitor's own (null), or one of these slugs, which anybody sees. */
export function shortlistPath(slugs: string[] | null, near: string): string {
  return href('/shortlist') + queryOf(slugs, near)
}

/** The path of the same as a CSV file. */
export function shortlistCsvPath(slugs: string[] | null, near: string): string {
  return href('/shortlist.csv') + queryOf(slugs, near)
}

function queryOf(slugs: string[] | null, near: string): string {
  const query = new URLSearchParams()
  if (near) query.set('near', near)
  // Commas stay as they are, so that the address is readable.
  const list = slugs ? `list=${slugs.join(',')}` : ''
  const parts = [list, query.toString()].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
