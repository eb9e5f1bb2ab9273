import { expect, test } from 'vitest'
import { encodeKeysetCursor, parseKeysetPageRequest } from './keyset-pagination.ts'

const id = '0f3c1a52-8c0e-4a55-9a57-0d3c8f6f2f11'

test('an address names a place in a list, and nothing else is taken for one', () => {
  const place = { at: '1763740000000000', id }
  const read = (text: string) => parseKeysetPageRequest(new URLSearchParams(text))
  expect(read(`after=${encodeKeysetCursor(place)}`)).toEqual({ after: place, before: null })
  expect(read(`before=${encodeKeysetCursor(place)}`)).toEqual({ after: null, before: place })
  expect(read(`after=${encodeKeysetCursor(place)}&before=${encodeKeysetCursor(place)}`)).toEqual({
    after: place,
    before: null,
  })
  for (const text of ['', `after=${id}`, `after=x.${id}`, "after=1.'; --", `after=${'9'.repeat(18)}.${id}`]) {
    expect(read(text)).toEqual({ after: null, before: null })
  }
})
