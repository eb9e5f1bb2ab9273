import { type DirectorySearch, emptySearch, parameterEntries, writeDirectorySearch } from '../schema.ts'

/** The address of a search: only what is set, in one order, so that the same search has the same address. */
export function directoryPath(search: DirectorySearch): string {
  const query = writeDirectorySearch(search).toString()
  return query ? `/directory?${query}` : '/directory'
}

/** The id of a business's card in the list. */
export function cardId(slug: string): string {
  return `business-${slug}`
}

/** The address of what a search form holds: empty fields are left out, and a changed search starts on page 1. */
export function pathOfForm(form: HTMLFormElement): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text) parameters.append(name, text)
  }
  const query = parameters.toString()
  return query ? `/directory?${query}` : '/directory'
}

/** The search of an address this page made itself, and the server would take as it is. */
export function readOwnPath(query: URLSearchParams): DirectorySearch {
  const search: DirectorySearch = { ...emptySearch }
  for (const [field, parameter] of parameterEntries) {
    const value = query.get(parameter)
    if (value === null) continue
    const isNumber = field === 'page' || field === 'industry'
    Object.assign(search, { [field]: typeof emptySearch[field] === 'boolean' || (isNumber ? Number(value) : value) })
  }
  return search
}
