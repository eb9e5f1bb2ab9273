import { expect, test } from 'vitest'
import { SigningSecret } from '../security/secret.ts'
import { submissionIdempotencyKeyOf } from './submission-keys.ts'

test('the key of a text stays what it was, so that what was sent before a release is the same after it', () => {
  const secret = new SigningSecret('s'.repeat(32))
  expect(submissionIdempotencyKeyOf(secret.sign('report:[]'))).toBe('8a4fdacb-9fe5-83ab-81f3-fa3d4c8373be')
})
