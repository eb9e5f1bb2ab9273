import { expect, test } from 'vitest'
import { parseEnquiryStatus } from './rules.ts'

test.each([
  ['status=new', 'new'],
  ['status=constructor', null],
  ['status=', null],
  ['', null],
])('the filter %j is %s', (query, status) => {
  expect(parseEnquiryStatus(new URLSearchParams(query))).toBe(status)
})
