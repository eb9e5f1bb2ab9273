/** Rows a page of a list holds. */
export const pageSize = 50

/** A place in a list that is ordered by time: between this row and the next, wherever rows come and go. */
export interface Cursor {
  /** Microseconds since 1970, as the database tells time. */
  at: string
  id: string
}

/** Which page of a list is wanted: from a place on, or up to one; the first where none is named. */
export interface PageRequest {
  after: Cursor | null
  before: Cursor | null
}

/** A page of a list, with the places its neighbours begin at; null where there are none. */
export interface Page<Row> {
  rows: Row[]
  previous: Cursor | null
  next: Cursor | null
}

const cursorPattern = /^(\d{1,17})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** A place as it stands in an address. */
export function encodeCursor({ at, id }: Cursor): string {
  return `${at}.${id}`
}

/** The page an address asks for, by its parameters `after` and `before`; what is no place asks for the first. */
export function readPageRequest(parameters: URLSearchParams): PageRequest {
  const read = (name: string): Cursor | null => {
    const [, at, id] = cursorPattern.exec(parameters.get(name) ?? '') ?? []
    return at && id ? { at, id } : null
  }
  const after = read('after')
  return { after, before: after ? null : read('before') }
}
