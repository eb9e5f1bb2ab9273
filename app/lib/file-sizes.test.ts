import { expect, test } from 'vitest'
import { formatFileSize } from './file-sizes.ts'

test.each([
  [0, '1 KB'],
  [1, '1 KB'],
  [1_536, '2 KB'],
  [1_047_000, '1022 KB'],
  [1_048_576, '1.0 MB'],
  [10 * 1_048_576, '10.0 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words)
})
