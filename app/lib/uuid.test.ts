import { expect, test } from 'vitest'
import { isUuid, uuidOfHash } from './uuid.ts'

const id = '826c698f-cd1a-46a6-b2bc-2aa598194bd3'

test.each([id, id.toUpperCase()])('%s is an id', (value) => {
  expect(isUuid(value)).toBe(true)
})

test.each(['', '-'.repeat(36), id.slice(1), `${id}0`, `${id}\n`, id.replaceAll('-', ''), `${id.slice(0, 35)}g`])(
  '%j is none',
  (value) => {
    expect(isUuid(value)).toBe(false)
  },
)

test('a hash stands for one id', () => {
  const made = uuidOfHash('0123456789abcdef0123456789abcdef0123')
  expect(made).toBe('01234567-89ab-8def-8123-456789abcdef')
  expect(isUuid(made)).toBe(true)
})
