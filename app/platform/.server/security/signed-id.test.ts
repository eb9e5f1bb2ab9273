import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'
import { parseSignedId, signId } from './signed-id.ts'

const id = randomUUID()
const secret = new Secret('secret')

test('a signed id is read back, for its purpose and by its secret alone', () => {
  const token = signId(secret, 'handover', id)
  expect(parseSignedId(secret, 'handover', token)).toBe(id)
  expect(parseSignedId(secret, 'report-answer', token)).toBeNull()
  expect(parseSignedId(new Secret('another'), 'handover', token)).toBeNull()
})

test('links that were mailed by an earlier release still work', () => {
  const old = '00000000-0000-4000-8000-000000000000.lsDwy_WBNAwCMG9QhFvphaa5WwSvrzHhFz3CA2qsFoQ'
  expect(parseSignedId(secret, 'handover', old)).toBe(old.slice(0, 36))
  expect(signId(secret, 'handover', old.slice(0, 36))).toBe(old)
})

test.each(['', id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${signId(secret, 'handover', id)}x`, id.toUpperCase()])(
  '%j is no token of ours',
  (token) => {
    expect(parseSignedId(secret, 'handover', token)).toBeNull()
  },
)
