import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { line, optional, secretText } from './form-text.ts'

describe('line', () => {
  test.each([
    ['  Jo  ', 'Jo'],
    ['Jo\r\nBcc: everyone@example', 'Jo Bcc: everyone@example'],
    ['a\0b\u0007c', 'abc'],
    ['Zo\u0308e \ud800', 'Zo\u0308e \ufffd'],
    ['\ud83c\udf96\ufe0f', '\ud83c\udf96\ufe0f'],
    [undefined, ''],
    [null, ''],
    [new File([], 'x'), ''],
    [['a', 'b'], ''],
  ])('makes %j into %j', (given, made) => {
    expect(line().parse(given)).toBe(made)
  })
})

describe('secretText', () => {
  test('keeps spaces and every sign, but what no database takes', () => {
    expect(secretText().parse('  pass\0 word ✓ ')).toBe('  pass word ✓ ')
    expect(secretText().parse(undefined)).toBe('')
  })
})

describe('optional', () => {
  const short = optional(line().pipe(z.string().max(3, 'too long')))

  test('makes nothing null, and holds what is given to its rule', () => {
    expect(short.parse('')).toBeNull()
    expect(short.parse('   ')).toBeNull()
    expect(short.parse(undefined)).toBeNull()
    expect(short.parse(' abc ')).toBe('abc')
    expect(short.safeParse('abcd').error?.issues[0]?.message).toBe('too long')
  })
})
