import { expect } from 'vitest'
import { openVault, type VaultKey } from '#app/platform/.server/security/vault.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification } from '#tests/factories/verifications.ts'
import { platform, test } from '#tests/platform-test.ts'
import { listMissingEvidenceEncryptionKeys } from './key-check-service.server.ts'

const key = (id: string, byte: number): VaultKey => ({ id, key: Buffer.alloc(32, byte) })

test('a key is missing where nothing that is sealed under its name opens', async () => {
  const missingWith = (...keys: VaultKey[]) =>
    listMissingEvidenceEncryptionKeys({ db: platform.db, vault: openVault(keys) })
  const sealWith = async (...keys: VaultKey[]) => {
    const { userId, email } = await createMember(platform.db)
    const actor = { userId, sessionId: 's', email, role: 'Member', isStaff: false } as const
    await fillVerification({ ...platform, vault: openVault(keys) }, actor, { serviceNumber: '12345678' })
  }
  expect(await missingWith(key('any', 9))).toEqual([])
  // The longest name there may be, the shortest, and one more.
  for (const sealing of [key('a-name-of-sixteen', 1), key('k', 2), key('kept', 3)]) {
    await sealWith({ ...sealing, id: sealing.id.slice(0, 16) })
  }
  const all = [key('a-name-of-sixtee', 1), key('k', 2), key('kept', 3)]
  expect(await missingWith(...all)).toEqual([])
  expect(await missingWith(key('new', 4), ...all)).toEqual([])
  expect((await missingWith(key('new', 4))).sort()).toEqual(['a-name-of-sixtee', 'k', 'kept'])
  expect(await missingWith(...all.slice(0, 2), key('kept', 4))).toEqual(['kept'])
})
