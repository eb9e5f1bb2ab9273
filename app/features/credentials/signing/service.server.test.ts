import { readFile } from 'node:fs/promises'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { eq, sql } from 'drizzle-orm'
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { beforeEach, describe, expect } from 'vitest'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { credentialKeys, credentials } from '../tables.server.ts'
import {
  doesVaultDecryptCredentialSigningKey,
  ensureCredentialSigningKey,
  getDidDocument,
  reencryptCredentialSigningKey,
  rotateCredentialSigningKey,
  signCredentialAsJwt,
} from './keys-service.server.ts'
import { credentialStatusListLength } from './rules.ts'
import { signCredentialStatusList, signOwnListingCredential } from './service.server.ts'

// What is signed here is checked with libraries that are not ours: jose, and Digital Bazaar's status lists.

const issuer = 'did:web:muster.example'
let platform: Platform

test.beforeAll(async () => {
  platform = { ...opened, publicUrl: 'https://muster.example' }
})
beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'credentials', 'credential_keys')
  await ensureCredentialSigningKey(platform)
})

interface SignedContent {
  [name: string]: unknown
  validUntil: string
  credentialSubject: Record<string, unknown>
}

async function verify(jwt: string, keys = platform) {
  const did = await getDidDocument(keys)
  const { kid, alg, typ } = decodeProtectedHeader(jwt)
  const method = did.verificationMethod.find(({ id }) => id === kid)
  if (!method || !did.assertionMethod.includes(method.id)) throw new Error('no such key')
  const { payload } = await compactVerify(jwt, await importJWK(method.publicKeyJwk, 'EdDSA'))
  return { kid, alg, typ, credential: JSON.parse(new TextDecoder().decode(payload)) as SignedContent }
}

async function listed(options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(platform.db, { name: 'Quay Carpentry', businessSlug: 'quay', ...options })
  const owner = business.profileId ?? ''
  await platform.db.update(verifications).set({ verifiedAt: sql`now()` }).where(eq(verifications.profileId, owner))
  const [row] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
  if (!row) throw new Error('nothing was issued')
  return { business, owner, row, jwt: (await signOwnListingCredential(platform, actorOf(owner))) ?? '' }
}

/** What a status list says of an index. */
async function statusOf(index: number, purpose: 'suspension' | 'revocation'): Promise<boolean> {
  const { credential } = await verify((await signCredentialStatusList(platform, 1, purpose)) ?? '')
  const { encodedList } = credential.credentialSubject as { encodedList: string }
  const list = await decodeList({ encodedList })
  expect(list.length).toBe(credentialStatusListLength)
  return list.getStatus(index)
}

describe('a credential', () => {
  // spec: credentials.8
  test('is signed as the standard says, and names the listing and nobody', async () => {
    const { jwt, row, owner } = await listed()
    const { kid, alg, typ, credential } = await verify(jwt)
    expect({ alg, typ }).toEqual({ alg: 'EdDSA', typ: 'vc+jwt' })
    expect(kid).toMatch(/^did:web:muster\.example#key-/)
    expect(credential).toEqual({
      '@context': ['https://www.w3.org/ns/credentials/v2', { '@vocab': 'https://muster.example/check-a-credential#' }],
      id: expect.stringMatching(/^https:\/\/muster\.example\/verify\/\w{4}-\w{4}$/),
      type: ['VerifiableCredential', 'VerifiedListingCredential'],
      issuer: { id: issuer, name: 'Muster' },
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      validUntil: expect.stringMatching(/T00:00:00Z$/),
      credentialSubject: {
        id: 'https://muster.example/business/quay',
        type: 'VerifiedListing',
        name: 'Quay Carpentry',
        claim: 'Verified veteran-owned',
        basis: 'A person read documents that show it',
        checkedOn: new Date().toISOString().slice(0, 10),
      },
      credentialStatus: ['suspension', 'revocation'].map((statusPurpose) => ({
        id: `https://muster.example/credentials/status/1/${statusPurpose}#${row.statusIndex}`,
        type: 'BitstringStatusListEntry',
        statusPurpose,
        statusListIndex: String(row.statusIndex),
        statusListCredential: `https://muster.example/credentials/status/1/${statusPurpose}`,
      })),
    })
    expect(JSON.stringify(credential)).not.toMatch(/Sam|British Army|@sample/)
    expect(JSON.stringify(credential)).not.toContain(owner)
  })

  test('is valid until the day that was announced, and a moved day makes a new one', async () => {
    const { owner } = await listed()
    const endsAt = new Date('2031-03-04T00:00:00Z')
    await platform.db.update(profiles).set({ verificationEndsAt: endsAt }).where(eq(profiles.id, owner))
    const { credential } = await verify((await signOwnListingCredential(platform, actorOf(owner))) ?? '')
    expect(credential.validUntil).toBe('2031-03-04T00:00:00Z')
  })

  test('is not issued for what is not verified, nor to somebody else', async () => {
    const { business, owner } = await listed()
    const other = await createBusiness(platform.db, { isActive: false })
    expect(await signOwnListingCredential(platform, actorOf(other.profileId ?? ''))).toBeNull()
    await platform.db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    expect(await signOwnListingCredential(platform, actorOf(owner))).toBeNull()
    await expect(signOwnListingCredential(platform, null)).rejects.toThrow()
  })
})

describe('a status list', () => {
  test('is signed, of a length that tells nothing, and valid for a minute', async () => {
    await listed()
    const { credential, typ } = await verify((await signCredentialStatusList(platform, 1, 'suspension')) ?? '')
    expect(typ).toBe('vc+jwt')
    expect(credential).toMatchObject({
      id: 'https://muster.example/credentials/status/1/suspension',
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      issuer,
      credentialSubject: { type: 'BitstringStatusList', statusPurpose: 'suspension', ttl: 60_000 },
    })
    const left = Date.parse(credential.validUntil) - Date.now()
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
    // By the time of the database, whatever the clock of this machine says.
    const later = { now: () => new Date(Date.now() + 300_000), close: () => undefined }
    const { credential: other } = await verify(
      (await signCredentialStatusList({ ...platform, clock: later }, 1, 'revocation')) ?? '',
    )
    expect(Date.parse(other.validUntil) - Date.now()).toBeGreaterThan(340_000)
    expect(await signCredentialStatusList(platform, 2, 'suspension')).toBeNull()
  })

  test('says at once what is hidden, suspended or has lapsed, and takes it back', async () => {
    const { row, business, owner } = await listed()
    const { row: other } = await listed({ businessSlug: 'other' })
    const isSuspended = async () => {
      expect(await statusOf(other.statusIndex, 'suspension')).toBe(false)
      return statusOf(row.statusIndex, 'suspension')
    }
    expect(await isSuspended()).toBe(false)
    const { db } = platform
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    expect(await isSuspended()).toBe(true)
    await db.update(businesses).set({ isActive: null }).where(eq(businesses.id, business.id))
    expect(await isSuspended()).toBe(false)
    await db.update(profiles).set({ suspendedAt: sql`now()` }).where(eq(profiles.id, owner))
    expect(await isSuspended()).toBe(true)
    // No job has run: the clock alone ends it.
    const endsAt = sql`now() - interval '1 second'`
    await db.update(profiles).set({ suspendedAt: null, verificationEndsAt: endsAt }).where(eq(profiles.id, owner))
    expect(await isSuspended()).toBe(true)
    expect(await statusOf(row.statusIndex, 'revocation')).toBe(false)
  })

  test('says for good what was deleted or handed on', async () => {
    const [deleted, handedOn] = [await listed(), await listed({ businessSlug: 'other' })]
    await platform.db.delete(businesses).where(eq(businesses.id, deleted.business.id))
    await platform.db.update(businesses).set({ profileId: null }).where(eq(businesses.id, handedOn.business.id))
    for (const { row } of [deleted, handedOn])
      for (const purpose of ['suspension', 'revocation'] as const)
        expect(await statusOf(row.statusIndex, purpose)).toBe(true)
  })
})

describe('the keys', () => {
  // spec: credentials.9
  test('change without breaking what an older one signed', async () => {
    const { jwt } = await listed()
    const before = decodeProtectedHeader(jwt).kid
    const id = await rotateCredentialSigningKey(platform)
    const fresh = await signCredentialAsJwt(platform, { a: 1 })
    expect(decodeProtectedHeader(fresh).kid).toBe(`${issuer}#${id}`)
    expect(before).not.toBe(`${issuer}#${id}`)
    expect((await verify(jwt)).credential.credentialSubject.name).toBe('Quay Carpentry')
    expect((await verify(fresh)).credential).toEqual({ a: 1 })
    const { verificationMethod, assertionMethod } = await getDidDocument(platform)
    expect([verificationMethod.length, assertionMethod.length]).toEqual([2, 2])
    const rows = await platform.db.select().from(credentialKeys)
    expect(rows.map(({ sealedKey, retiredAt }) => (sealedKey === null) === (retiredAt !== null))).toEqual([true, true])
  })

  test('are made once, however many processes start', async () => {
    await emptyTables(platform.db, 'credential_keys')
    await Promise.all([1, 2, 3].map(() => ensureCredentialSigningKey(platform)))
    expect((await platform.db.select().from(credentialKeys)).length).toBe(1)
  })

  test('are sealed: the database holds no private key, and another vault signs nothing', async () => {
    const [row] = await platform.db.select().from(credentialKeys)
    expect(Buffer.from(row?.sealedKey ?? '', 'base64url').toString('latin1')).toMatch(/^muster1:/)
    const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const stranger = { ...platform, vault: openVault([{ id: 'x', key: old }]) }
    expect(await doesVaultDecryptCredentialSigningKey(platform)).toBe(true)
    expect(await doesVaultDecryptCredentialSigningKey(stranger)).toBe(false)
    await expect(signCredentialAsJwt(stranger, {})).rejects.toThrow()
    // A new key of EVIDENCE_KEYS before the old one: after the daily job the old one can go.
    await emptyTables(platform.db, 'credential_keys')
    await ensureCredentialSigningKey(stranger)
    const both = {
      ...platform,
      vault: openVault([
        { id: 'y', key: fresh },
        { id: 'x', key: old },
      ]),
    }
    const jwt = await signCredentialAsJwt(both, { a: 1 })
    await reencryptCredentialSigningKey(both)
    const alone = { ...platform, vault: openVault([{ id: 'y', key: fresh }]) }
    expect(await doesVaultDecryptCredentialSigningKey(alone)).toBe(true)
    expect((await verify(jwt)).kid).toBe((await verify(await signCredentialAsJwt(alone, {}))).kid)
  })
})

describe('the example of the documentation', () => {
  /** Runs the twenty lines against this site, with what they import. */
  async function check(jwt: string, change: (url: string, text: string) => string = (_, text) => text) {
    const article = await readFile('content/check-a-credential.md', 'utf8')
    const [, code = ''] = /```js\n([\s\S]*?)```/.exec(article) ?? []
    const lines = code
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('import '))
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(24)
    const shown: unknown[] = []
    const answer = async (url: string) => {
      const [, list, purpose] = /status\/(\d+)\/(\w+)$/.exec(url) ?? []
      const text = list
        ? ((await signCredentialStatusList(platform, Number(list), purpose as 'suspension')) ?? '')
        : JSON.stringify(await getDidDocument(platform))
      return new Response(change(url, text))
    }
    const { gunzipSync } = await import('node:zlib')
    const given = {
      fetch: answer,
      readFile: async () => `${jwt}\n`,
      gunzipSync,
      compactVerify,
      importJWK,
      process: { argv: ['node', 'check.mjs', 'credential.jwt'] },
      console: { log: (value: unknown) => shown.push(value) },
    }
    const AsyncFunction = (async () => {}).constructor as new (
      ...text: string[]
    ) => (...values: unknown[]) => Promise<void>
    await new AsyncFunction(...Object.keys(given), lines.join('\n'))(...Object.values(given))
    return shown
  }

  test('accepts a credential, and no longer once the business is hidden', async () => {
    const { jwt, business } = await listed()
    expect(await check(jwt)).toEqual([expect.objectContaining({ name: 'Quay Carpentry' })])
    await platform.db.update(businesses).set({ isActive: false }).where(eq(businesses.id, business.id))
    await expect(check(jwt)).rejects.toThrow('no longer verified')
  })

  test('refuses what was forged, has expired, or is of another site', async () => {
    const { jwt } = await listed()
    const [head = '', body = '', signature = ''] = jwt.split('.')
    const changed = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), validUntil: '2099-01-01T00:00:00Z' }
    const forged = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
    await expect(check(forged)).rejects.toThrow('signature')
    await expect(
      check(await signCredentialAsJwt(platform, { issuer, validUntil: '2020-01-01T00:00:00Z' })),
    ).rejects.toThrow('expired')
    const elsewhere = { ...platform, publicUrl: 'https://another.example' }
    await expect(check(await signCredentialAsJwt(elsewhere, { issuer: 'did:web:another.example' }))).rejects.toThrow()
    await expect(
      check(
        await signCredentialAsJwt(platform, {
          issuer: 'did:web:another.example',
          validUntil: '2099-01-01T00:00:00Z',
        }),
      ),
    ).rejects.toThrow('of another site')
    await expect(check('')).rejects.toThrow()
  })
})
