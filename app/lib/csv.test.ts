import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('writes cells that are read back as they were', () => {
  const cells = ['plain', '', 'a, b', 'say "hello"', 'two\nlines', 'Zoë']
  expect(parse(csvLine(cells))).toEqual([cells])
  expect(csvLine(['one', null])).toBe('one,\r\n')
})

test.each(['=1+1', '+44', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1'])('has no spreadsheet carry out %j', (text) => {
  expect(parse(csvLine([text]))).toEqual([[`'${text}`]])
})

test('leaves signs within a cell alone', () => {
  expect(csvLine(['a=b', '2026-11-21', 'x@y.example'])).toBe('a=b,2026-11-21,x@y.example\r\n')
})
