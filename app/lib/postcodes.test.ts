import { expect, test } from 'vitest'
import { postcodeArea } from './postcodes.ts'

test.each([
  ['LA9 4XX', 'LA'],
  ['la94xx', 'LA'],
  ['  m1 1ae', 'M'],
  ['EC1A 1BB', 'EC'],
  ['b33', 'B'],
  ['BT1', 'BT'],
])('%j lies in the area %s', (postcode, area) => {
  expect(postcodeArea(postcode)).toBe(area)
})

test.each(['', ' ', '12345', 'ABC1 2DE', 'LA', 'Kendal', '\u041b\u04109 4XX', '-LA9'])(
  '%j lies in no area',
  (postcode) => {
    expect(postcodeArea(postcode)).toBeNull()
  },
)
