import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { Secret } from '#app/platform/.server/security/secret.ts'
import { openTestDatabase } from '#tests/database.ts'
import {
  findToken,
  issueToken,
  isTokenValid,
  redeemToken,
  type TokenPurpose,
  tokenOf,
  withdrawTokens,
} from './token-service.server.ts'

const secret = new Secret('a secret for tests alone, 32 characters')
let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const issue = (purpose: TokenPurpose, userId: string = randomUUID(), value = {}) =>
  issueToken(handle.db, purpose, { userId, value })
const redeem = (purpose: TokenPurpose, token: string) => redeemToken(handle.db, secret, purpose, token)

test('a token works once', async () => {
  const userId = randomUUID()
  const token = tokenOf(secret, 'confirm', await issue('confirm', userId, { name: 'Sam' }))
  expect(await isTokenValid(handle.db, secret, 'confirm', token)).toBe(true)
  expect(await redeem('confirm', token)).toEqual({ userId, value: { name: 'Sam' } })
  expect(await isTokenValid(handle.db, secret, 'confirm', token)).toBe(false)
  expect(await redeem('confirm', token)).toBeNull()
})

test('used by several at the same time, it works for one of them', async () => {
  const token = tokenOf(secret, 'reset', await issue('reset'))
  const redeemed = await Promise.all(Array.from({ length: 4 }, () => redeem('reset', token)))
  expect(redeemed.filter(Boolean)).toHaveLength(1)
})

test('with it the others of its purpose and person are used up, and nobody else', async () => {
  const [mine, yours] = [randomUUID(), randomUUID()]
  const first = tokenOf(secret, 'reset', await issue('reset', mine))
  const second = tokenOf(secret, 'reset', await issue('reset', mine))
  const other = tokenOf(secret, 'confirm', await issue('confirm', mine))
  const foreign = tokenOf(secret, 'reset', await issue('reset', yours))
  expect(await redeem('reset', second)).not.toBeNull()
  expect(await redeem('reset', first)).toBeNull()
  expect(await redeem('confirm', other)).not.toBeNull()
  expect(await redeem('reset', foreign)).not.toBeNull()
})

describe('a token is worth nothing', () => {
  test.each(['reset', 'change-address'] as const)('for another purpose: %s', async (other) => {
    const id = await issue('confirm')
    expect(await redeem(other, tokenOf(secret, 'confirm', id))).toBeNull()
    expect(await redeem(other, tokenOf(secret, other, id))).toBeNull()
    expect(await redeem('confirm', tokenOf(secret, 'confirm', id))).not.toBeNull()
  })

  test('under another secret', async () => {
    const id = await issue('confirm')
    expect(
      await redeem('confirm', tokenOf(new Secret('another secret for tests, 32 characters'), 'confirm', id)),
    ).toBeNull()
  })

  test('when somebody has altered it, or made it up', async () => {
    const id = await issue('confirm')
    const token = tokenOf(secret, 'confirm', id)
    const altered = [
      id,
      `${id}.`,
      `${token}x`,
      ` ${token}`,
      token.slice(0, -1),
      token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
      token.replace(id, await issue('confirm')),
      token.toUpperCase(),
      `${id}.${'A'.repeat(43)}`,
      '',
      '%',
      "' OR 1=1 --",
      'x'.repeat(100_000),
    ]
    for (const each of altered) {
      expect(await isTokenValid(handle.db, secret, 'confirm', each)).toBe(false)
      expect(await redeem('confirm', each)).toBeNull()
    }
    expect(await redeem('confirm', token)).not.toBeNull()
  })

  test('once it is withdrawn', async () => {
    const userId = randomUUID()
    const id = await issue('reset', userId)
    await withdrawTokens(handle.db, 'confirm', userId)
    expect(await findToken(handle.db, 'reset', id)).not.toBeNull()
    await withdrawTokens(handle.db, 'reset', userId)
    expect(await findToken(handle.db, 'reset', id)).toBeNull()
    expect(await redeem('reset', tokenOf(secret, 'reset', id))).toBeNull()
  })
})

test.each([
  ['confirm', 48],
  ['reset', 1],
  ['change-address', 24],
] as const)('a token to %s works for %d hours and not a minute longer', async (purpose, hours) => {
  const id = await issue(purpose)
  const token = tokenOf(secret, purpose, id)
  const age = (minutes: number) =>
    handle.db.execute(
      sql`UPDATE auth_tokens SET expires_at = expires_at - make_interval(mins => ${minutes}) WHERE id = ${id}`,
    )
  await age(hours * 60 - 1)
  expect(await isTokenValid(handle.db, secret, purpose, token)).toBe(true)
  await age(1)
  expect(await isTokenValid(handle.db, secret, purpose, token)).toBe(false)
  expect(await redeem(purpose, token)).toBeNull()
})

test('what the database holds opens nothing', async () => {
  const id = await issue('reset')
  const token = tokenOf(secret, 'reset', id)
  const rows = await queryRows(handle.db, sql`SELECT * FROM auth_tokens WHERE id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
})
