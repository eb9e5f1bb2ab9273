import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { SigningSecret } from './secret.ts'
import { parseSignedLinkId, signLinkId } from './signed-id.ts'

const id = randomUUID()
const secret = new SigningSecret('secret')

test('a signed id is read back, for its purpose and by its secret alone', () => {
  const token = signLinkId(secret, 'handover', id)
  expect(parseSignedLinkId(secret, 'handover', token)).toBe(id)
  expect(parseSignedLinkId(secret, 'report-answer', token)).toBeNull()
  expect(parseSignedLinkId(new SigningSecret('another'), 'handover', token)).toBeNull()
})

test('links that were mailed by an earlier release still work', () => {
  const old = '00000000-0000-4000-8000-000000000000.lsDwy_WBNAwCMG9QhFvphaa5WwSvrzHhFz3CA2qsFoQ'
  expect(parseSignedLinkId(secret, 'handover', old)).toBe(old.slice(0, 36))
  expect(signLinkId(secret, 'handover', old.slice(0, 36))).toBe(old)
})

test.each(['', id, `${id}.`, `${id}.${'A'.repeat(43)}`, `${signLinkId(secret, 'handover', id)}x`, id.toUpperCase()])(
  '%j is no token of ours',
  (token) => {
    expect(parseSignedLinkId(secret, 'handover', token)).toBeNull()
  },
)
