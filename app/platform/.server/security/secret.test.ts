import { describe, expect, test } from 'vitest'
import { parseSecrets, SigningSecret } from './secret.ts'

const one = 'a'.repeat(32)
const two = 'b'.repeat(32)

describe('SECRET', () => {
  // spec: rotation.6
  test.each([
    ['one', one, [one]],
    ['several with commas', `${two},${one}`, [two, one]],
    ['several with white space, as in a file', `${two}\n${one}\n`, [two, one]],
    ['several with both', ` ${two}, ${one} `, [two, one]],
    [
      'a passphrase with spaces and commas',
      'correct horse, battery staple and more',
      ['correct horse, battery staple and more'],
    ],
  ])('is read as %s', (_, text, secrets) => {
    expect(parseSecrets(text)).toEqual(secrets)
  })

  test.each([
    ['nothing', ''],
    ['too short', 'a'.repeat(31)],
    ['too short beside a long one', `${one},short`],
    ['the same twice', `${one},${one}`],
  ])('is refused where it is %s', (_, text) => {
    expect(parseSecrets(text)).toBeNull()
  })
})

test('the newest signs, all verify, and what is no signature is none', () => {
  const secret = new SigningSecret(two, one)
  const signature = new SigningSecret(one).sign('text')
  expect(secret.sign('text')).toBe(new SigningSecret(two).sign('text'))
  expect(secret.verifies('text', signature)).toBe(true)
  expect(secret.verifies('text', secret.sign('text'))).toBe(true)
  expect(secret.verifies('another', signature)).toBe(false)
  expect(new SigningSecret(two).verifies('text', signature)).toBe(false)
  for (const nonsense of ['', 'x', `${signature}x`]) expect(secret.verifies('text', nonsense)).toBe(false)
  expect(secret.hashes('text')).toEqual([secret.sign('text'), signature])
})
