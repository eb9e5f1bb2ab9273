import { expect, test } from 'vitest'
import { isUnroutablePath } from './unroutable-paths.ts'

// spec: hold.17.2
test('no route has a control character or the end of a line, however it is written', () => {
  const signs = [
    ...Array.from({ length: 32 }, (_, code) => code),
    ...Array.from({ length: 33 }, (_, index) => 127 + index),
    0x2028,
    0x2029,
  ]
  const missed = signs
    .map((code) => encodeURIComponent(String.fromCodePoint(code)))
    .flatMap((text) => [text, text.toLowerCase()])
    .filter((text) => !isUnroutablePath(`/business/a${text}b`))
  expect(missed).toEqual([])
  for (const text of ['%20', '%C2%A0', '%E2%80%A7', '%30', '%C3%85'])
    expect(isUnroutablePath(`/business/${text}`)).toBe(false)
  // What is behind the question mark is no path.
  expect(isUnroutablePath('/directory?search=%0A')).toBe(false)
})
