import { expect, test } from 'vitest'
import { placeholderLogoInitials } from './initials.ts'

test.each([
  ['Fern & Hollow', 'FH'],
  ['The Copper Kettle', 'CK'],
  ['Fellside', 'F'],
  ['fellside joinery ltd', 'FJ'],
  ["Baker's of Leeds", 'BL'],
  ['O’Neill Plumbing', 'OP'],
  ['3rd Gear', '3G'],
  ['Tŷ Bach', 'TB'],
  ['Ŵyn', 'Ŵ'],
  ['\u0057\u0302yn', 'W\u0302'],
  ['The And', 'TA'],
  ['老兵企业', '老'],
  ['🚀', ''],
  ['', ''],
])('%s is %s', (name, initials) => {
  expect(placeholderLogoInitials(name)).toBe(initials)
})
