import { expect, test } from 'vitest'
import { businessNameForMail, maskEmail } from './rules.ts'

test.each([
  ['jo.smith@example.com', 'j…@e….com'],
  ['jo@janesmith.co.uk', 'j…@j….uk'],
  ['a@b.example', 'a…@b….example'],
  ['jo.smith@localhost', 'j…@l…'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
})

test.each([
  ['Quill & Quoin Ltd.', 'Quill & Quoin Ltd.'],
  ['Win at https://evil.example/now', 'Win at https evil example now'],
  ['mail@evil.example', 'mail evil example'],
  ['Two\nlines', 'Two lines'],
])('in an email %j is %j', (name, mailed) => {
  expect(businessNameForMail(name)).toBe(mailed)
})

test('a long name is cut in an email', () => {
  expect(businessNameForMail('x'.repeat(200))).toBe(`${'x'.repeat(80)}…`)
})
