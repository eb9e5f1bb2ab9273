import { expect, test } from 'vitest'
import { documentOpeningModeOfRequest, isPrefetchRequest } from './opening-rules.ts'

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS']
/** What browsers say a request is for; null for those that say nothing. */
const destinations = [
  null,
  'document',
  'image',
  'iframe',
  'frame',
  'embed',
  'object',
  'empty',
  'script',
  'style',
  'fencedframe',
]
const more: Record<string, string>[] = [
  {},
  { Range: 'bytes=0-' },
  { Range: 'bytes=0-99' },
  { 'Sec-Purpose': 'prefetch' },
  { 'Sec-Purpose': 'prefetch;prerender' },
  { Purpose: 'prefetch' },
  { 'X-Purpose': 'preview' },
  { 'X-Moz': 'prefetch' },
]

// spec: hold.1.2
test('a document is opened by itself, or in the viewer, and by nothing else that can be sent', () => {
  const opened: string[] = []
  for (const method of methods) {
    for (const destination of destinations) {
      for (const extra of more) {
        for (const query of ['', '?viewer', '?viewer=', '?other']) {
          const headers = new Headers({ ...extra, ...(destination && { 'Sec-Fetch-Dest': destination }) })
          const opening = documentOpeningModeOfRequest({
            method,
            url: `https://muster.example/verification/documents/a${query}`,
            headers,
          })
          if (opening)
            opened.push([method, destination ?? 'unsaid', Object.keys(extra).join(), query, opening].join(' '))
          if (method !== 'GET' || Object.keys(extra).length > 0) expect(opening).toBeNull()
        }
      }
    }
  }
  expect(opened).toEqual([
    'GET unsaid   by-itself',
    'GET unsaid  ?viewer in-viewer',
    'GET unsaid  ?viewer= in-viewer',
    'GET unsaid  ?other by-itself',
    'GET document   by-itself',
    'GET document  ?viewer by-itself',
    'GET document  ?viewer= by-itself',
    'GET document  ?other by-itself',
    'GET image  ?viewer in-viewer',
    'GET image  ?viewer= in-viewer',
    'GET iframe  ?viewer in-viewer',
    'GET iframe  ?viewer= in-viewer',
  ])
})

test('what a browser fetches in advance says so', () => {
  const found = more.map((headers) => isPrefetchRequest(new Headers(headers)))
  expect(found).toEqual([false, false, false, true, true, true, true, true])
})
