/** Rows per page. */
export const keysetPageSize = 50

/** A position in a list ordered by time: after this row, even if rows are added or removed. */
export interface KeysetCursor {
  /** Microseconds since 1970, as the database tells time. */
  at: string
  id: string
}

/** A requested page: after or before a cursor; the first page without one. */
export interface KeysetPageRequest {
  after: KeysetCursor | null
  before: KeysetCursor | null
}

/** A page of a list, with the cursors of its neighbours; null if there are none. */
export interface KeysetPage<Row> {
  rows: Row[]
  previous: KeysetCursor | null
  next: KeysetCursor | null
}

const cursorPattern = /^(\d{1,17})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i

/** Encodes a cursor for a URL. */
export function encodeKeysetCursor({ at, id }: KeysetCursor): string {
  return `${at}.${id}`
}

/** Reads the requested page from the parameters `after` and `before`; an invalid cursor means the first page. */
export function parseKeysetPageRequest(parameters: URLSearchParams): KeysetPageRequest {
  const read = (name: string): KeysetCursor | null => {
    const [, at, id] = cursorPattern.exec(parameters.get(name) ?? '') ?? []
    return at && id ? { at, id } : null
  }
  const after = read('after')
  return { after, before: after ? null : read('before') }
}
