import { randomBytes, type ScryptOptions, scryptSync, timingSafeEqual } from 'node:crypto'
import { vi } from 'vitest'

// The real hash is slow on purpose, and tests sign in thousands of times: here scrypt has its lowest cost. A setup file of Vitest;
// tests of the real hash do not load it (`vitest.config.ts`).

// Vitest loads this file for each test file, but the mocked module only once, so the counter is global.
const lowestCost = { N: 2, r: 1, p: 1 }
const shared = globalThis as typeof globalThis & { passwordHashings?: number }

vi.mock('better-auth/crypto', async (importOriginal) => ({
  ...(await importOriginal<typeof import('better-auth/crypto')>()),
  hashPassword: async (password: string) => {
    const salt = randomBytes(16).toString('hex')
    return `${salt}:${derive(password, salt).toString('hex')}`
  },
  verifyPassword: async ({ hash, password }: { hash: string; password: string }) => {
    const [salt = '', key = ''] = hash.split(':')
    return timingSafeEqual(derive(password, salt), Buffer.from(key, 'hex'))
  },
}))

// Keys that are derived from a password are as slow as its hash.
vi.mock('node:crypto', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:crypto')>()
  type Answer = Parameters<typeof original.scrypt>[4]
  const scrypt = (password: string, salt: Buffer, length: number, _options: ScryptOptions, answer: Answer) =>
    original.scrypt(password, salt, length, lowestCost, answer)
  return { ...original, scrypt }
})

function derive(password: string, salt: string): Buffer {
  shared.passwordHashings = (shared.passwordHashings ?? 0) + 1
  return scryptSync(password.normalize('NFKC'), salt, 64, lowestCost)
}

/** The number of hashes computed by an action. Hashing dominates the time of such actions. */
export async function countHashings(act: () => Promise<unknown>): Promise<number> {
  const before = shared.passwordHashings ?? 0
  await act()
  return (shared.passwordHashings ?? 0) - before
}
