import { createPublicKey, type JsonWebKey, verify, webcrypto } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  Agent,
  DidsModule,
  InjectionSymbols,
  Kms,
  W3cV2CredentialService,
  W3cV2JwtVerifiableCredential,
  WebDidResolver,
} from '@credo-ts/core'
import { cryptoProvider, PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { afterAll, expect } from 'vitest'
import {
  ensureCredentialSigningKey,
  getDidDocument,
  signCredentialAsJwt,
} from '#app/features/credentials/signing/keys-service.server.ts'
import { signCredentialStatusList, signOwnListingCredential } from '#app/features/credentials/signing/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { actorOf } from './factories/actors.ts'
import { createBusiness } from './factories/businesses.ts'
import { platform as opened, test } from './platform-test.ts'

// A library that is not ours, Credo, fetches the keys by did:web over HTTPS, and accepts or refuses what was signed with them.

let platform: Platform
const server = { close: () => {} }

test.beforeAll(async () => {
  const { certificate, key } = await makeCertificate()
  const before = globalAgent.options.ca
  globalAgent.options.ca = certificate
  const https = createServer({ cert: certificate, key }, async ({ url }, response) => {
    response.statusCode = url === '/.well-known/did.json' ? 200 : 404
    response.setHeader('Content-Type', 'application/did+json')
    response.end(JSON.stringify(await getDidDocument(platform)))
  })
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve))
  server.close = () => {
    globalAgent.options.ca = before
    https.closeAllConnections()
    https.close()
  }
  platform = { ...opened, publicUrl: `https://localhost:${(https.address() as AddressInfo).port}` }
  await ensureCredentialSigningKey(platform)
})
afterAll(() => server.close())

async function makeCertificate(): Promise<{ certificate: string; key: string }> {
  cryptoProvider.set(webcrypto as never)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(Date.now() - 3_600_000),
    notAfter: new Date(Date.now() + 3_600_000),
    signingAlgorithm: algorithm,
    keys: keys as never,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
  })
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { certificate: made.toString('pem'), key }
}

interface Signed {
  key: { publicJwk: JsonWebKey }
  data: Uint8Array
  signature: Uint8Array
}

/** An agent that stores nothing and only checks signatures. */
function createAgent() {
  const backend = {
    backend: 'node',
    isOperationSupported: (_context: unknown, { operation }: { operation: string }) => operation === 'verify',
    verify: async (_context: unknown, { key, data, signature }: Signed) => {
      const publicKey = createPublicKey({ key: key.publicJwk, format: 'jwk' })
      return { verified: verify(null, data, publicKey, signature), publicJwk: key.publicJwk }
    },
  }
  const storage = {
    register: (manager: { registerInstance: (token: unknown, value: unknown) => void }) =>
      manager.registerInstance(InjectionSymbols.StorageService, {
        getById: async () => null,
        findByQuery: async () => [],
        save: async () => {},
        update: async () => {},
      }),
  }
  return new Agent({
    config: {},
    dependencies: { FileSystem: class {}, fetch, EventEmitterClass: EventEmitter, WebSocketClass: class {} } as never,
    modules: {
      storage: storage as never,
      dids: new DidsModule({ resolvers: [new WebDidResolver()] }),
      kms: new Kms.KeyManagementModule({ backends: [backend as never] }),
    },
  })
}

// spec: credentials.8
test('Credo accepts a credential and a status list, and refuses a forged one and that of another site', async () => {
  const business = await createBusiness(platform.db)
  const jwt = (await signOwnListingCredential(platform, actorOf(business.profileId ?? ''))) ?? ''
  const list = (await signCredentialStatusList(platform, 1, 'suspension')) ?? ''
  const [head, body = '', signature] = jwt.split('.')
  const content = JSON.parse(Buffer.from(body, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...content, validUntil: '2099-01-01T00:00:00Z' })).toString('base64url')
  const elsewhere = { ...platform, publicUrl: 'https://localhost:1' }

  const agent = createAgent()
  const service = agent.dependencyManager.resolve(W3cV2CredentialService)
  const isValid = async (text: string) => {
    const credential = W3cV2JwtVerifiableCredential.fromCompact(text)
    return (await service.verifyCredential(agent.context, { credential })).isValid
  }
  expect(await isValid(jwt)).toBe(true)
  expect(await isValid(list)).toBe(true)
  expect(await isValid(`${head}.${changed}.${signature}`)).toBe(false)
  expect(await isValid(await signCredentialAsJwt(elsewhere, content))).toBe(false)
})
