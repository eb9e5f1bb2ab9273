import * as crypto from 'better-auth/crypto'
import { expect, test, vi } from 'vitest'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { derivePasswordFormIdempotencyKey, hashPassword, verifyPassword } from './password-service.server.ts'

vi.mock('better-auth/crypto', { spy: true })

test('a password is known by its hash, and no other is', async () => {
  const hash = await hashPassword('right')
  expect(hash).not.toContain('right')
  expect(await verifyPassword({ hash, password: 'right' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'wrong' })).toBe(false)
})

test('the key of a form with a password is as slow to make as a hash', async () => {
  const secret = new SigningSecret('a secret')
  const started = performance.now()
  const key = await derivePasswordFormIdempotencyKey(secret, 'what was typed', 'right')
  expect(performance.now() - started).toBeGreaterThan(10)
  expect(await derivePasswordFormIdempotencyKey(secret, 'what was typed', 'right')).toBe(key)
  expect(await derivePasswordFormIdempotencyKey(secret, 'what was typed', 'wrong')).not.toBe(key)
})

test('hashes two passwords at a time, and goes on after one that fails', async () => {
  let underWay = 0
  let most = 0
  vi.mocked(crypto.hashPassword).mockImplementation(async (password) => {
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((resolve) => setTimeout(resolve, 5))
    underWay -= 1
    if (password === 'broken') throw new Error('no memory')
    return password
  })
  const crowd = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? 'broken' : `password ${index}`))
  const results = await Promise.allSettled(crowd.map(hashPassword))
  expect(most).toBe(2)
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'broken'))).toEqual(crowd)
})
