import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { openTestDatabase } from '#tests/database.ts'
import {
  deriveEmailLinkToken,
  type EmailLinkPurpose,
  findEmailLinkTokenSubjectById,
  isEmailLinkTokenValid,
  issueEmailLinkTokenId,
  redeemEmailLinkToken,
  withdrawEmailLinkTokens,
} from './token-service.server.ts'

const secret = new SigningSecret('a secret for tests alone, 32 characters')
let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
})
afterAll(() => handle.close())

const issue = (purpose: EmailLinkPurpose, userId: string = randomUUID(), value = {}) =>
  issueEmailLinkTokenId(handle.db, purpose, { userId, value })
const redeem = (purpose: EmailLinkPurpose, token: string) => redeemEmailLinkToken(handle.db, secret, purpose, token)

test('a token works once', async () => {
  const userId = randomUUID()
  const token = deriveEmailLinkToken(secret, 'confirm', await issue('confirm', userId, { name: 'Sam' }))
  expect(await isEmailLinkTokenValid(handle.db, secret, 'confirm', token)).toBe(true)
  expect(await redeem('confirm', token)).toEqual({ userId, value: { name: 'Sam' } })
  expect(await isEmailLinkTokenValid(handle.db, secret, 'confirm', token)).toBe(false)
  expect(await redeem('confirm', token)).toBeNull()
})

test('used by several at the same time, it works for one of them', async () => {
  const token = deriveEmailLinkToken(secret, 'reset', await issue('reset'))
  const redeemed = await Promise.all(Array.from({ length: 4 }, () => redeem('reset', token)))
  expect(redeemed.filter(Boolean)).toHaveLength(1)
})

test('with it the others of its purpose and person are used up, and nobody else', async () => {
  const [mine, yours] = [randomUUID(), randomUUID()]
  const first = deriveEmailLinkToken(secret, 'reset', await issue('reset', mine))
  const second = deriveEmailLinkToken(secret, 'reset', await issue('reset', mine))
  const other = deriveEmailLinkToken(secret, 'confirm', await issue('confirm', mine))
  const foreign = deriveEmailLinkToken(secret, 'reset', await issue('reset', yours))
  expect(await redeem('reset', second)).not.toBeNull()
  expect(await redeem('reset', first)).toBeNull()
  expect(await redeem('confirm', other)).not.toBeNull()
  expect(await redeem('reset', foreign)).not.toBeNull()
})

describe('a token is worth nothing', () => {
  test.each(['reset', 'change-address'] as const)('for another purpose: %s', async (other) => {
    const id = await issue('confirm')
    expect(await redeem(other, deriveEmailLinkToken(secret, 'confirm', id))).toBeNull()
    expect(await redeem(other, deriveEmailLinkToken(secret, other, id))).toBeNull()
    expect(await redeem('confirm', deriveEmailLinkToken(secret, 'confirm', id))).not.toBeNull()
  })

  test('under another secret', async () => {
    const id = await issue('confirm')
    expect(
      await redeem(
        'confirm',
        deriveEmailLinkToken(new SigningSecret('another secret for tests, 32 characters'), 'confirm', id),
      ),
    ).toBeNull()
  })

  test('when somebody has altered it, or made it up', async () => {
    const id = await issue('confirm')
    const token = deriveEmailLinkToken(secret, 'confirm', id)
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
      expect(await isEmailLinkTokenValid(handle.db, secret, 'confirm', each)).toBe(false)
      expect(await redeem('confirm', each)).toBeNull()
    }
    expect(await redeem('confirm', token)).not.toBeNull()
  })

  test('once it is withdrawn', async () => {
    const userId = randomUUID()
    const id = await issue('reset', userId)
    await withdrawEmailLinkTokens(handle.db, 'confirm', userId)
    expect(await findEmailLinkTokenSubjectById(handle.db, 'reset', id)).not.toBeNull()
    await withdrawEmailLinkTokens(handle.db, 'reset', userId)
    expect(await findEmailLinkTokenSubjectById(handle.db, 'reset', id)).toBeNull()
    expect(await redeem('reset', deriveEmailLinkToken(secret, 'reset', id))).toBeNull()
  })
})

test.each([
  ['confirm', 48],
  ['reset', 1],
  ['change-address', 24],
] as const)('a token to %s works for %d hours and not a minute longer', async (purpose, hours) => {
  const id = await issue(purpose)
  const token = deriveEmailLinkToken(secret, purpose, id)
  const age = (minutes: number) =>
    handle.db.execute(
      sql`UPDATE auth_tokens SET expires_at = expires_at - make_interval(mins => ${minutes}) WHERE id = ${id}`,
    )
  await age(hours * 60 - 1)
  expect(await isEmailLinkTokenValid(handle.db, secret, purpose, token)).toBe(true)
  await age(1)
  expect(await isEmailLinkTokenValid(handle.db, secret, purpose, token)).toBe(false)
  expect(await redeem(purpose, token)).toBeNull()
})

test('what the database holds opens nothing', async () => {
  const id = await issue('reset')
  const token = deriveEmailLinkToken(secret, 'reset', id)
  const rows = await queryRows(handle.db, sql`SELECT * FROM auth_tokens WHERE id = ${id}`)
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
})
