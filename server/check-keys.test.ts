import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureSigningKey, rotateSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { ConfigError, readConfig } from '#app/platform/.server/config.ts'
import type { OpenPlatform } from '#app/platform/.server/platform.ts'
import { openVault } from '#app/platform/.server/vault.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { checkKeys } from './check-keys.ts'

let open: OpenPlatform

beforeAll(async () => {
  open = await openTestPlatform()
})
afterAll(() => open.close())

test('production does not start with keys that do not open the one that signs, until that is replaced', async () => {
  const config = readConfig({ DATA_DIR: '/nowhere' })
  const platform = { ...open.platform, production: true }
  await ensureSigningKey(platform)
  await checkKeys(platform, config)
  const stranger = { ...platform, vault: openVault([{ id: 'another', key: Buffer.alloc(32, 7) }]) }
  await expect(checkKeys(stranger, config)).rejects.toThrow(ConfigError)
  // Elsewhere a second process may have a key of its own: it signs nothing.
  await checkKeys({ ...stranger, production: false }, config)
  await rotateSigningKey(stranger)
  await checkKeys(stranger, config)
})
