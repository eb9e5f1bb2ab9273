import { expect, test } from 'vitest'
import { formatPence, formatPenceAsDecimalPounds, parsePoundsAsPence, penceToPounds, poundsToPence } from './money.ts'

test.each([
  ['24.50', 2450],
  ['24.5', 2450],
  ['24', 2400],
  ['0.01', 1],
  [' 7.00 ', 700],
])('%j is %s pence', (price, pence) => {
  expect(parsePoundsAsPence(price)).toBe(pence)
})

test.each(['', '-1.00', '1.005', '1,50', '£2', '1e3', 'NaN', '12345678.00'])('%j is no price', (price) => {
  expect(parsePoundsAsPence(price)).toBeNull()
})

test('pence and pounds turn into one another exactly', () => {
  for (let pence = 0; pence < 20_000; pence += 7) expect(poundsToPence(penceToPounds(pence))).toBe(pence)
})

test('what machines write of pounds is read as the same pence', () => {
  expect([0, 5, 2450].map(formatPenceAsDecimalPounds)).toEqual(['0.00', '0.05', '24.50'])
  for (let pence = 0; pence < 20_000; pence += 7)
    expect(parsePoundsAsPence(formatPenceAsDecimalPounds(pence))).toBe(pence)
})

// spec: 219.1
test('people read pounds with two decimals', () => {
  expect([0, 5, 2450, 100_000].map(formatPence)).toEqual(['£0.00', '£0.05', '£24.50', '£1,000.00'])
})
