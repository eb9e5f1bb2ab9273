/** The parameter of a document's address in the viewer of a case. */
export const documentViewerParameter = 'viewer'

/** How a document was opened: by itself, in a tab or as a download, or in the viewer, where it counts once it was on screen. */
export type DocumentOpeningPlace = 'by-itself' | 'in-viewer'

/**
 * How a request opens a document, if all of it is then sent; null where it does not: only a look at its head, a part of it, what a
 * browser fetches in advance, what a script asks for, and a frame or picture that is not the viewer's.
 */
export function documentOpeningModeOfRequest({
  method,
  url,
  headers,
}: Pick<Request, 'method' | 'url' | 'headers'>): DocumentOpeningPlace | null {
  if (method !== 'GET' || headers.has('Range') || isPrefetchRequest(headers)) return null
  const isInViewer = new URL(url).searchParams.has(documentViewerParameter)
  // Browsers send it to sites with TLS and to this machine. Without it, nobody can tell.
  const destination = headers.get('Sec-Fetch-Dest')
  if (destination === 'document') return 'by-itself'
  if (!isInViewer) return destination === null ? 'by-itself' : null
  return destination === null || destination === 'image' || destination === 'iframe' ? 'in-viewer' : null
}

/** Whether a browser asks for something that nobody looks at yet. */
export function isPrefetchRequest(headers: Headers): boolean {
  return ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].some((name) =>
    /prefetch|preview|prerender/i.test(headers.get(name) ?? ''),
  )
}
