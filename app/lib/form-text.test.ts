import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { multilineTextSchema, optionalTextSchema, secretTextSchema, singleLineTextSchema } from './form-text.ts'
import { hasVisibleCharacter } from './plain-text.ts'

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
    expect(singleLineTextSchema().parse(given)).toBe(made)
  })
})

describe('line, of marks that turn the direction,', () => {
  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'keeps no %j',
    (mark) => {
      expect(singleLineTextSchema().parse(`a${mark}b`)).toBe('ab')
      expect(multilineTextSchema().parse(`a${mark}b`)).toBe('ab')
    },
  )
})

describe('paragraphs', () => {
  test('keeps lines, of one kind, and no control characters', () => {
    expect(multilineTextSchema().parse(' a\r\nb\rc\n\n\td\0 ')).toBe('a\nb\nc\n\n\td')
    expect(multilineTextSchema().parse(undefined)).toBe('')
  })
})

describe('hasVisibleCharacter', () => {
  test('sees letters, signs and emoji, and no spaces or shapeless characters', () => {
    for (const text of ['a', '?', '\u05e9', '\ud83d\ude80', ' x ']) expect(hasVisibleCharacter(text)).toBe(true)
    for (const text of ['', ' \n\t', '\u200b\u200d', '\u00a0\u3000', '\u3164', '\u2800', '\u0301']) {
      expect(hasVisibleCharacter(text)).toBe(false)
    }
  })
})

describe('secretTextSchema', () => {
  test('keeps spaces and every sign, but what no database takes', () => {
    expect(secretTextSchema().parse('  pass\0 word ✓ ')).toBe('  pass word ✓ ')
    expect(secretTextSchema().parse(undefined)).toBe('')
  })
})

describe('optional', () => {
  const short = optionalTextSchema(z.pipe(singleLineTextSchema(), z.string().check(z.maxLength(3, 'too long'))))

  test('makes nothing null, and holds what is given to its rule', () => {
    expect(short.parse('')).toBeNull()
    expect(short.parse('   ')).toBeNull()
    expect(short.parse(undefined)).toBeNull()
    expect(short.parse(' abc ')).toBe('abc')
    expect(short.safeParse('abcd').error?.issues[0]?.message).toBe('too long')
  })
})
