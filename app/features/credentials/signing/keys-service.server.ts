import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Vault } from '#app/platform/.server/security/vault.ts'
import {
  findCredentialSigningKey,
  insertCredentialSigningKey,
  listCredentialPublicKeys,
  replaceSealedCredentialSigningKey,
  retireCredentialSigningKey,
} from './queries.server.ts'
import { didWebIdentifierOfSite } from './rules.ts'

// Keys are sealed as evidence is, with EVIDENCE_KEYS: whoever reads the database alone can sign nothing.

const contextOf = (id: string) => `credential_keys.sealed_key:${id}`

/** Makes the first signing key, once for all processes. */
export async function ensureCredentialSigningKey({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<void> {
  if (!(await findCredentialSigningKey(db))) await insertCredentialSigningKey(db, makeKey(vault))
}

/**
 * Retires the signing key and makes another, also where the old one cannot be opened. What it signed can still be checked. Returns the
 * new one's id.
 */
export function rotateCredentialSigningKey({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<string> {
  const key = makeKey(vault)
  return db.transaction(async (transaction) => {
    await retireCredentialSigningKey(transaction)
    if (!(await insertCredentialSigningKey(transaction, key)))
      throw new Error('another process made a key at the same time')
    return key.id
  })
}

function makeKey(vault: Vault) {
  const id = `key-${new Date().toISOString().slice(0, 10)}-${randomBytes(3).toString('hex')}`
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sealed = vault.seal(privateKey.export({ type: 'pkcs8', format: 'der' }), contextOf(id))
  return {
    id,
    publicKey: String(publicKey.export({ format: 'jwk' }).x),
    sealedKey: Buffer.from(sealed).toString('base64url'),
  }
}

/** Seals the signing key afresh if it is under an older one of EVIDENCE_KEYS. */
export async function reencryptCredentialSigningKey({ db, vault }: Pick<Platform, 'db' | 'vault'>): Promise<void> {
  const current = await findCredentialSigningKey(db)
  if (!current) return
  const { id } = current
  const sealed = Buffer.from(current.sealedKey, 'base64url')
  if (vault.isCurrent(sealed)) return
  const fresh = vault.seal(vault.open(sealed, contextOf(id)), contextOf(id))
  await replaceSealedCredentialSigningKey(db, id, Buffer.from(fresh).toString('base64url'))
}

/** Whether the vault opens the key that signs; true before there is one. */
export async function doesVaultDecryptCredentialSigningKey({
  db,
  vault,
}: Pick<Platform, 'db' | 'vault'>): Promise<boolean> {
  const current = await findCredentialSigningKey(db)
  if (!current) return true
  try {
    openKey(vault, current)
    return true
  } catch {
    return false
  }
}

function openKey(vault: Vault, { id, sealedKey }: { id: string; sealedKey: string }): KeyObject {
  const key = Buffer.from(vault.open(Buffer.from(sealedKey, 'base64url'), contextOf(id)))
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

/**
 * Signs a credential as JWT (Securing Verifiable Credentials using JOSE and COSE): the payload is the credential itself.
 * @throws Error before there is a key
 */
export async function signCredentialAsJwt(
  { db, vault, publicUrl }: Pick<Platform, 'db' | 'vault' | 'publicUrl'>,
  credential: object,
): Promise<string> {
  const current = await findCredentialSigningKey(db)
  if (!current) throw new Error('there is no key to sign credentials with')
  const header = { alg: 'EdDSA', typ: 'vc+jwt', kid: `${didWebIdentifierOfSite(publicUrl)}#${current.id}` }
  const text = [header, credential].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign(null, Buffer.from(text), openKey(vault, current)).toString('base64url')}`
}

/** The DID document of this site (did:web). Retired keys stay in it. */
export async function getDidDocument({ db, publicUrl }: { db: Database; publicUrl: string }) {
  const did = didWebIdentifierOfSite(publicUrl)
  const keys = await listCredentialPublicKeys(db)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: keys.map(({ id, publicKey }) => ({
      id: `${did}#${id}`,
      type: 'JsonWebKey2020',
      controller: did,
      publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey, kid: id, alg: 'EdDSA', use: 'sig' },
    })),
    assertionMethod: keys.map(({ id }) => `${did}#${id}`),
  }
}
