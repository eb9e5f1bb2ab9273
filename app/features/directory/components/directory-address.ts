import { type DirectorySearch, writeDirectorySearch } from '../schema.ts'

/** The address of a search: only what is set, in one order, so that the same search has the same address. */
export function directoryAddress(search: DirectorySearch): string {
  const query = writeDirectorySearch(search).toString()
  return query ? `/directory?${query}` : '/directory'
}

/** The address of what a search form holds: empty fields are left out, and a changed search starts on page 1. */
export function addressOfForm(form: HTMLFormElement): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text) parameters.append(name, text)
  }
  const query = parameters.toString()
  return query ? `/directory?${query}` : '/directory'
}
