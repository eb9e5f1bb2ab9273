import { href } from 'react-router'
import {
  type DirectorySearch,
  directoryParameterEntries,
  emptyDirectorySearch,
  toDirectoryUrlSearchParams,
} from '../model.ts'

/** The path of a search. Only contains what is set, in canonical order, so that each search has one URL. */
export function directorySearchPath(search: DirectorySearch): string {
  return withQuery(toDirectoryUrlSearchParams(search))
}

function withQuery(query: URLSearchParams): string {
  return query.size > 0 ? `${href('/directory')}?${query}` : href('/directory')
}

/** The element id of a business's card in the list. */
export function businessCardElementId(slug: string): string {
  return `business-${slug}`
}

/** The path of the search in a form: without empty fields, and on page 1. */
export function directorySearchPathOfForm(form: HTMLFormElement): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    const text = typeof value === 'string' ? value.trim() : ''
    if (text) parameters.append(name, text)
  }
  return withQuery(parameters)
}

type NumberField = {
  [Field in keyof DirectorySearch]: number extends DirectorySearch[Field] ? Field : never
}[keyof DirectorySearch]

/** A record, so that the compiler finds a field that is missing. */
const numberFields: Record<NumberField, true> = { industry: true, within: true, page: true }

/** Parses a query string without validating it, for URLs that the page wrote itself. Keeps the schemas out of the browser. */
export function parseTrustedDirectorySearch(query: URLSearchParams): DirectorySearch {
  const search: DirectorySearch = { ...emptyDirectorySearch }
  for (const [field, parameter] of directoryParameterEntries) {
    const value = query.get(parameter)
    if (value === null) continue
    const isNumber = field in numberFields && value !== 'anywhere'
    Object.assign(search, {
      [field]: typeof emptyDirectorySearch[field] === 'boolean' || (isNumber ? Number(value) : value),
    })
  }
  return search
}
