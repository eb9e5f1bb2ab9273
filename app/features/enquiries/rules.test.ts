import { expect, test } from 'vitest'
import { parseEnquiryStatusFilter } from './rules.ts'

test.each([
  ['status=new', 'new'],
  ['status=constructor', null],
  ['status=', null],
  ['', null],
])('the filter %j is %s', (query, status) => {
  expect(parseEnquiryStatusFilter(new URLSearchParams(query))).toBe(status)
})
