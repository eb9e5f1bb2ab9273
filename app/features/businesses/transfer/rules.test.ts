import { expect, test } from 'vitest'
import { maskEmail } from './rules.ts'

test.each([
  ['jo.smith@example.com', 'j…@e….com'],
  ['jo@janesmith.co.uk', 'j…@j….uk'],
  ['a@b.example', 'a…@b….example'],
  ['jo.smith@localhost', 'j…@l…'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})
