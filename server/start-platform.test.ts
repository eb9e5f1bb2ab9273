import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoFactors } from '#app/features/account/tables.server.ts'
import { doesSecretDecryptTwoFactors } from '#app/features/account/two-factor-service.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import {
  getOwnVerificationDocuments,
  readVerificationDocument,
} from '#app/features/verification/documents/service.server.ts'
import { ConfigError, parseConfig } from '#app/platform/.server/config.ts'
import { openPlatform, type Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification } from '#tests/factories/verifications.ts'
import { startServerPlatform } from './start-platform.ts'

// The data folder of a production site that first ran without SECRET and EVIDENCE_KEYS, and what later settings do with it.

let folder: string
let member: Actor

const settings = (others: Record<string, string> = {}) => ({
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  PRODUCTION: 'true',
  ...others,
})
const complete = (others: Record<string, string> = {}) =>
  settings({ PUBLIC_URL: 'https://muster.example', MAIL: 'hold', ...others })
const newKey = Buffer.alloc(32, 5).toString('base64')
const readKept = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim()

/** Starts as the server does, runs `act` and stops. */
async function start<Result>(
  environment: Record<string, string>,
  act: (platform: Platform) => Promise<Result>,
): Promise<Result> {
  const { platform, close } = await startServerPlatform(parseConfig(environment))
  try {
    return await act(platform)
  } finally {
    await close()
  }
}

/** The message of a start that is refused. */
async function refusalOf(environment: Record<string, string>): Promise<string> {
  const error = await start(environment, async () => null).catch((reason) => reason)
  expect(error).toBeInstanceOf(ConfigError)
  expect(error.message).not.toContain('\n')
  return error.message
}

/** The decrypted content of the member's document. */
async function readEvidence(platform: Platform): Promise<string> {
  const [document] = await getOwnVerificationDocuments(platform, member)
  const read = document && (await readVerificationDocument(platform, member, document.id))
  return Buffer.from(read?.bytes ?? []).toString('latin1')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-start-'))
  // An older release left no deployment in the database.
  const { platform, close } = await openPlatform(parseConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
  const { userId, email } = await createMember(platform.db)
  member = { userId, sessionId: 's', email, role: 'Member', isStaff: false }
  await fillVerification(platform, member, { serviceNumber: '12345678' })
  const secret = await symmetricEncrypt({ key: platform.secret.newest, data: 'a key' })
  await platform.db.insert(twoFactors).values({ userId, secret, backupCodes: 'none' })
  await close()
})
afterAll(() => rm(folder, { recursive: true }))

test('is asked for what it lacks, but not for the keys that it has in files', async () => {
  expect(await refusalOf(settings())).toMatch(/^PUBLIC_URL and SMTP_URL must be set in production/)
})

test('starts with the keys in its files, opens its evidence, and is production from then on', async () => {
  expect(await start(complete(), readEvidence)).toMatch(/^%PDF-/)
  const demo = { DATA_DIR: folder, LOG_LEVEL: 'silent', WORKER: 'apart' }
  expect(await refusalOf(demo)).toMatch(/in production, and by its settings this process is a demo/)
  expect(await refusalOf({ ...demo, DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1' })).toContain('a demo')
})

test('begins without the businesses of the demo', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'muster-start-empty-'))
  const keys = { SECRET: newKey, EVIDENCE_KEYS: `new=${newKey}` }
  const count = await start(complete({ ...keys, DATA_DIR: empty }), ({ db }) => db.$count(businesses))
  expect(count).toBe(0)
  expect((await stat(join(empty, 'postgresql'))).mode & 0o777).toBe(0o700)
  await rm(empty, { recursive: true })
})

test('refuses new keys that do not open its evidence, naming the file, until the kept one is beside them', async () => {
  const file = join(folder, 'evidence-key')
  // With both, its evidence is stored anew under the new one, as soon as there is time.
  const copy = await mkdtemp(join(tmpdir(), 'muster-start-copy-'))
  // The database's files stay those of who runs it.
  execFileSync('cp', ['-a', `${folder}/.`, copy])
  const refusal = await refusalOf(complete({ EVIDENCE_KEYS: `new=${newKey}` }))
  expect(refusal).toContain(`Set EVIDENCE_KEYS=new=...,kept=<content of ${file}>`)
  expect(await refusalOf(complete({ EVIDENCE_KEYS: `kept=${newKey}` }))).toContain(`kept=<content of ${file}>`)
  const both = `new=${newKey},kept=${await readKept('evidence-key')}`
  expect(await start(complete({ EVIDENCE_KEYS: both, DATA_DIR: copy }), readEvidence)).toMatch(/^%PDF-/)
  await rm(copy, { recursive: true })
})

test('refuses a new secret that does not open second factors, naming the file', async () => {
  const refusal = await refusalOf(complete({ SECRET: 'another secret, of 32 characters or more' }))
  expect(refusal).toContain(`the content of ${join(folder, 'secret')}`)
  expect(await start(complete({ SECRET: await readKept('secret') }), readEvidence)).toMatch(/^%PDF-/)
})

// spec: rotation.6
test('takes several secrets from its file, newest first, and refuses a file that holds something else', async () => {
  const file = join(folder, 'secret')
  const kept = await readKept('secret')
  await writeFile(file, `${newKey}\n${kept}\n`)
  const read = async (platform: Platform) => [platform.secret.all, await doesSecretDecryptTwoFactors(platform)]
  expect(await start(complete(), read)).toEqual([[newKey, kept], true])
  expect(await start(complete({ SECRET: `${newKey},${kept}` }), read)).toEqual([[newKey, kept], true])
  await writeFile(file, 'short\n')
  expect(await refusalOf(complete())).toMatch('the file secret of DATA_DIR must hold at least 32 characters')
  await writeFile(file, `${kept}\n`)
})

test('does not start with a new key in the place of the one whose file is gone', async () => {
  const file = join(folder, 'evidence-key')
  const kept = await readFile(file)
  await writeFile(file, `${newKey}\n`)
  expect(await refusalOf(complete())).toMatch(`${file} must be the file of this site`)
  await rm(file)
  expect(await refusalOf(complete())).toMatch(/^EVIDENCE_KEYS must be set in production/)
  await writeFile(file, kept)
  expect(await start(complete(), readEvidence)).toMatch(/^%PDF-/)
})

test('mail waits while it is held, though a mail server is set', async () => {
  expect(await start(complete({ SMTP_URL: 'smtp://127.0.0.1:1' }), async ({ mailer }) => mailer.transport)).toBe('none')
})
