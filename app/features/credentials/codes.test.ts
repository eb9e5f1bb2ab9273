import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentialCodeInPath, formatCredentialCode, parseCredentialCode } from './codes.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const stored = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 7, maxLength: 7 })

describe('a code', () => {
  test('is read as it is written, as people type it, and out of a link', () => {
    fc.assert(
      fc.property(stored, (code) => {
        const written = formatCredentialCode(code)
        expect(written).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
        for (const typed of [
          written,
          ` ${written.toLowerCase()} `,
          written.replace('-', ''),
          written.replace('-', ' – '),
          written.replaceAll('0', 'o').replaceAll('1', 'l'),
          `https://muster.example/verify/${credentialCodeInPath(code)}?from=van#top`,
          `muster.example/VERIFY/${written}/`,
        ])
          expect(parseCredentialCode(typed)).toEqual({ stored: code })
      }),
    )
  })

  test('with one wrong character is noticed, whichever it is', () => {
    fc.assert(
      fc.property(stored, fc.nat(7), fc.nat(31), (code, place, other) => {
        const written = formatCredentialCode(code).replace('-', '')
        const wrong = written.slice(0, place) + alphabet[other] + written.slice(place + 1)
        expect(parseCredentialCode(wrong)).toEqual(wrong === written ? { stored: code } : { problem: 'mistyped' })
      }),
    )
  })

  test('with two characters swapped is noticed, wherever they are', () => {
    fc.assert(
      fc.property(stored, fc.nat(7), fc.nat(7), (code, left, right) => {
        const characters = [...formatCredentialCode(code).replace('-', '')]
        const [one = '', two = ''] = [characters[left], characters[right]]
        characters[left] = two
        characters[right] = one
        expect(parseCredentialCode(characters.join(''))).toEqual(
          one === two ? { stored: code } : { problem: 'mistyped' },
        )
      }),
    )
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['hello', 'not-a-code'],
    ['K7Q2-9MX', 'not-a-code'],
    ['K7Q2-9MXDD', 'not-a-code'],
    ['K7Q2-9MX!', 'not-a-code'],
    ['UUUU-UUUU', 'not-a-code'],
    ['https://muster.example/business/a-firm', 'not-a-code'],
    ['\u{1F600}'.repeat(8), 'not-a-code'],
  ])('%j is none', (typed, problem) => {
    expect(parseCredentialCode(typed)).toEqual({ problem })
  })
})
