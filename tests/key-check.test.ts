import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import {
  ensureCredentialSigningKey,
  rotateCredentialSigningKey,
} from '#app/features/credentials/signing/keys-service.server.ts'
import { checkConfiguredKeys } from '#app/features/monitoring/key-check-service.server.ts'
import { sealPartnerCode } from '#app/features/offers/seal.server.ts'
import { partnerCodes } from '#app/features/offers/tables.server.ts'
import { ConfigError, parseConfig } from '#app/platform/.server/config.ts'
import { installation } from '#app/platform/.server/database/tables.ts'
import { checkOrRecordDeploymentKind } from '#app/platform/.server/installation.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { startServerPlatform } from '#server/start-platform.ts'
import { findDatabaseUrl } from '#tests/database.ts'
import { platform as opened, test } from '#tests/platform-test.ts'

const site = 'a-secret-of-the-site-of-32-characters'
const next = 'the-next-secret-of-the-site-just-as-long'
const strange = 'a-secret-that-no-other-process-here-has'

test('production does not start with keys that do not open the one that signs, until that is replaced', async () => {
  const config = parseConfig({ DATA_DIR: '/nowhere' })
  const platform = { ...opened, production: true }
  await ensureCredentialSigningKey(platform)
  await checkConfiguredKeys(platform, config)
  const stranger = { ...platform, vault: openVault([{ id: 'another', key: Buffer.alloc(32, 7) }]) }
  await expect(checkConfiguredKeys(stranger, config)).rejects.toThrow(ConfigError)
  // Elsewhere a second process may have a key of its own: it signs nothing.
  await checkConfiguredKeys({ ...stranger, production: false }, config)
  await rotateCredentialSigningKey(stranger)
  await checkConfiguredKeys(stranger, config)
})

// spec: world.6.7
test('nothing starts with keys that open no code of a partner', async () => {
  const config = parseConfig({ DATA_DIR: '/nowhere' })
  const id = randomUUID()
  const code = sealPartnerCode(opened.vault, id, 'AB-1')
  await opened.db.insert(partnerCodes).values({ id, partner: 'sage', code })
  await checkConfiguredKeys(opened, config)
  const stranger = { ...opened, vault: openVault([{ id: 'another', key: Buffer.alloc(32, 7) }]) }
  await expect(checkConfiguredKeys(stranger, config)).rejects.toThrow('codes of partners are stored under one')
  await opened.db.delete(partnerCodes)
})

describe('the secrets of a PostgreSQL database', () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://muster.example/muster', DATA_DIR: '/nowhere' })
  const start = (...secrets: [string, ...string[]]) =>
    checkConfiguredKeys({ ...opened, secret: new SigningSecret(...secrets) }, config, { decides: true })
  const joinSite = (...secrets: [string, ...string[]]) =>
    checkConfiguredKeys({ ...opened, secret: new SigningSecret(...secrets) }, config)
  const record = () => opened.db.select({ kept: installation.secretFingerprints }).from(installation)

  beforeEach(async () => {
    await opened.db.delete(installation)
    await checkOrRecordDeploymentKind(opened.db, 'local', { decides: true })
  })

  // spec: growth.7
  test('are those of the server that started last: a process that has none of them is refused in one line', async () => {
    await joinSite(strange)
    await start(site)
    await start(site)
    await joinSite(site)
    for (const act of [start, joinSite]) {
      const refusal = await act(strange).catch((error) => error)
      expect(refusal).toBeInstanceOf(ConfigError)
      expect(refusal.message).toMatch(
        /is another than that of the server of this database: .* secret_fingerprints = NULL/,
      )
      expect(refusal.message).not.toContain('\n')
    }
    await joinSite(site)
  })

  test('are changed while processes with the earlier one go on and come back', async () => {
    await start(site)
    await start(next, site)
    await start(site)
    await joinSite(site)
    await start(next, site)
    await joinSite(next, site)
    await start(next)
    await joinSite(next, site)
    // What was taken away, as after a leak, is not taken again.
    await expect(start(site)).rejects.toThrow(ConfigError)
    await expect(joinSite(site)).rejects.toThrow(ConfigError)
  })

  test('are new ones after the record of those that are lost was deleted', async () => {
    await start(site)
    await opened.db.execute(sql`UPDATE installation SET secret_fingerprints = NULL`)
    await start(strange)
    await expect(start(site)).rejects.toThrow(ConfigError)
  })

  test('are those of one of two servers that start at once', async () => {
    const outcomes = await Promise.allSettled([start(site), start(strange)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('are not told by what is recorded', async () => {
    await start(next, site)
    const [row] = await record()
    expect(row?.kept).toHaveLength(2)
    expect(row?.kept?.every((fingerprint) => /^[\w-]{16}$/.test(fingerprint))).toBe(true)
    for (const secret of [site, next]) expect(row?.kept?.join()).not.toContain(secret.slice(0, 8))
  })
})

describe('two hosts with different secrets', () => {
  test('serve no database together', async () => {
    const url = await findDatabaseUrl(opened.db)
    const folder = await mkdtemp(join(tmpdir(), 'muster-secrets-'))
    await opened.db.delete(installation)
    // Of the signing key of the first test.
    const EVIDENCE_KEYS = `another=${Buffer.alloc(32, 7).toString('base64')}`
    const settings = { DATABASE_URL: url, DATA_DIR: folder, EVIDENCE_KEYS, WORKER: 'apart', LOG_LEVEL: 'silent' }
    const first = await startServerPlatform(parseConfig({ ...settings, SECRET: site }))
    try {
      await expect(startServerPlatform(parseConfig({ ...settings, SECRET: strange }))).rejects.toThrow(
        /^SECRET is another/,
      )
      const second = await startServerPlatform(parseConfig({ ...settings, SECRET: `${next},${site}` }))
      await second.close()
    } finally {
      await first.close()
      await rm(folder, { recursive: true })
    }
  })
})
