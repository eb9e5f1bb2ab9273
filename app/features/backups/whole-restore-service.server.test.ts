import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodeList } from '@digitalbazaar/vc-bitstring-status-list'
import { Decrypter, generateX25519Identity } from 'age-encryption'
import { eq, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { contactMessages } from '#app/features/contact/tables.server.ts'
import { checkListingCredential } from '#app/features/credentials/service.server.ts'
import { ensureCredentialSigningKey } from '#app/features/credentials/signing/keys-service.server.ts'
import { signCredentialStatusList } from '#app/features/credentials/signing/service.server.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { unsafeEraseMember } from '#app/features/privacy/service.server.ts'
import { unsafeEndVerificationAfterBackupRestore } from '#app/features/verification/restore-service.server.ts'
import { verificationDocuments } from '#app/features/verification/tables.server.ts'
import { migrationsReplacedByBaseline } from '#app/platform/.server/database/baseline.ts'
import { type DatabaseHandle, openMigratedDatabase, queryRows } from '#app/platform/.server/database/database.ts'
import { checkOrRecordDeploymentKind } from '#app/platform/.server/installation.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import type { BackupStore } from '#app/platform/.server/storage/backup-store.ts'
import { openFileStorage, storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { openEmptyDatabase } from '#tests/database.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBackupTarget } from '#tests/factories/backup-target.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { sendVerification } from '#tests/factories/verifications.ts'
import { joinTestPlatform } from '#tests/join-platform.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { moveRestoreReplayLogToBackupStore } from './log-service.server.ts'
import { copyEmbeddedDatabaseToPostgres } from './move-service.server.ts'
import {
  applyRestoreReplayLog,
  ensureRestoredJobsAdded,
  releaseHeldRestoreWithoutReplayLog,
} from './restore-service.server.ts'
import { deleteOldBackups, listCompleteBackupNames, makeBackup, readBackupManifest } from './set-service.server.ts'
import { getRestoreTargetState, restoreAndVerifyBackup, restoreBackup } from './whole-restore-service.server.ts'

const day = 86_400_000
// Each restore opens databases that have to be created.
vi.setConfig({ testTimeout: 120_000 })
const log = createLog('silent')
let platform: Platform
let backups: Awaited<ReturnType<typeof createBackupTarget>>
const places: (() => Promise<unknown>)[] = []

test.beforeAll(async () => {
  platform = { ...opened, publicUrl: 'https://muster.example' }
  await ensureCredentialSigningKey(platform)
})
beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses', 'credentials', 'contact_messages', 'restore_log_entries')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  for (const bucket of storageBuckets) {
    for await (const key of platform.storage.list(bucket)) await platform.storage.delete(bucket, key)
  }
  backups = await createBackupTarget()
})
afterEach(async () => {
  for (const remove of places.splice(0).toReversed()) await remove()
  await backups.remove()
})

/** An empty folder, with the product's own database in it. */
async function emptyFolder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-restored-'))
  places.push(() => rm(dataDir, { recursive: true, force: true }))
  return { databaseUrl: null, databaseDirectUrl: null, dataDir, s3: null }
}

/** An empty folder and an empty database elsewhere. */
async function emptyPlace() {
  const folder = await emptyFolder()
  const { url, close } = await openEmptyDatabase()
  places.push(close)
  return { ...folder, databaseUrl: url }
}

type Place = Awaited<ReturnType<typeof emptyPlace | typeof emptyFolder>>

async function withRestored<Result>(
  place: Place,
  act: (restored: Platform, handle: DatabaseHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await openMigratedDatabase(place)
  const { platform: joined, close } = await joinTestPlatform(handle, place.dataDir)
  try {
    return await act({ ...joined, publicUrl: 'https://muster.example' }, handle)
  } finally {
    await close()
  }
}

/** A listed business of a verified member, with what was issued for it. */
async function listed(slug: string) {
  const business = await createBusiness(platform.db, { name: slug, businessSlug: slug })
  const [row] = await platform.db.select().from(credentials).where(eq(credentials.businessId, business.id))
  if (!row) throw new Error('nothing was issued')
  return { owner: business.profileId ?? '', code: row.code, index: row.statusIndex }
}

async function isRevoked(
  restored: Platform,
  index: number,
  purpose: 'revocation' | 'suspension' = 'revocation',
): Promise<boolean> {
  const jwt = (await signCredentialStatusList(restored, 1, purpose)) ?? ''
  const { credentialSubject } = decodeJwt(jwt) as { credentialSubject: { encodedList: string } }
  return (await decodeList({ encodedList: credentialSubject.encodedList })).getStatus(index)
}

const isVerified = async (restored: Platform, code: string) =>
  Boolean((await checkListingCredential(restored, { code }))?.answer.verified)

/** A member with evidence, a picture, a message and a queued job. */
async function fillSite() {
  const { userId } = await createMember(platform.db, { firstName: 'Zoë\t\\N\n"quoted"' })
  const { actor } = await signInMember(platform, userId)
  await sendVerification(platform, actor)
  await platform.storage.put('avatars', `${userId}/one.webp`, Buffer.from('a picture'))
  await platform.db
    .insert(contactMessages)
    .values({ name: 'Ann', email: 'ann@example.org', message: 'Marker', mailbox: 'general' })
  await platform.db.transaction((transaction) =>
    platform.jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: 'avatars', keys: ['a/1.webp'] }),
  )
  const [document] = await platform.db.select().from(verificationDocuments)
  return { userId, document: document?.fileBucketUrl ?? '' }
}

async function backUp(now = new Date()) {
  const made = await makeBackup(platform, backups.target, now)
  if (!made) throw new Error('no backup was made')
  return made
}

/** Everything that is in the place of the backups, unpacked with the key. */
async function everything(): Promise<Buffer> {
  const all: Buffer[] = []
  for (const entry of await readdir(backups.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    let bytes: Uint8Array = await readFile(join(entry.parentPath, entry.name))
    const decrypter = new Decrypter()
    decrypter.addIdentity(backups.identity)
    if (entry.name.endsWith('.age')) bytes = await decrypter.decrypt(bytes)
    all.push(entry.name.includes('.gz') ? gunzipSync(bytes) : Buffer.from(bytes))
  }
  return Buffer.concat(all)
}

// spec: backups.1, backups.4
test('what was backed up is restored, row by row and file by file', async () => {
  const { userId, document } = await fillSite()
  await listed('quay')
  const made = await backUp()
  const place = await emptyPlace()
  const manifest = await readBackupManifest(backups.target.store)
  expect(manifest).toEqual(made)
  expect(await restoreAndVerifyBackup(await emptyPlace(), backups.origin, manifest, log)).toEqual({
    different: [],
    files: 2,
  })
  await restoreBackup(place, backups.origin, manifest, log)
  await withRestored(place, async (restored) => {
    const picture = await restored.storage.read('avatars', `${userId}/one.webp`)
    expect(Buffer.from(picture?.bytes ?? '').toString()).toBe('a picture')
    expect(await restored.storage.read('verification-documents', document)).not.toBeNull()
    expect(await restored.db.select().from(users)).toEqual(await platform.db.select().from(users))
    const jobs = sql`SELECT id, name, data, state::text, retry_limit FROM pgboss.job WHERE data->>'name' = 'files.delete'`
    expect(await queryRows(restored.db, jobs)).toEqual(await queryRows(platform.db, jobs))
    // A restore that was killed before it had added the jobs is completed, and one that had adds none twice.
    await ensureRestoredJobsAdded(restored, backups.origin)
    expect(await queryRows(restored.db, jobs)).toEqual(await queryRows(platform.db, jobs))
    await restored.db.execute(sql`DELETE FROM pgboss.job`)
    await ensureRestoredJobsAdded(restored, backups.origin)
    expect(await queryRows(restored.db, jobs)).toEqual(await queryRows(platform.db, jobs))
    // Sequences go on, and triggers and keys are in place.
    await createBusiness(restored.db, { businessSlug: 'after' })
    expect(await queryRows(restored.db, sql`SELECT count(*)::int AS count FROM directory_listings`)).toEqual([
      { count: 2 },
    ])
    await expect(restored.db.execute(sql`UPDATE businesses SET profile_id = ${randomUUID()}`)).rejects.toThrow()
  })
})

// spec: backups.2
test('without the private key nothing of a person can be read, and with another one nothing is restored', async () => {
  const { userId } = await fillSite()
  await backUp()
  const manifest = await readBackupManifest(backups.target.store)
  for (const entry of await readdir(backups.folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'manifest.json') continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    expect(bytes.includes('Marker') || bytes.includes(userId)).toBe(false)
    if (entry.name !== 'stored.json') expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  expect((await everything()).includes('Marker')).toBe(true)
  const place = await emptyPlace()
  const other = { ...backups.origin, identity: await generateX25519Identity() }
  await expect(restoreBackup(place, other, manifest, log)).rejects.toThrow(/private key of --identity is not the one/)
  await expect(restoreBackup(place, { ...backups.origin, identity: null }, manifest, log)).rejects.toThrow(
    /--identity FILE/,
  )
  expect(await getRestoreTargetState(place)).toBe('empty')
})

// spec: backups.5
test('a deleted document is in no backup eight days later, and neither are messages', async () => {
  const { document } = await fillSite()
  const start = Date.now()
  const sealed = (await platform.storage.read('verification-documents', document))?.bytes ?? new Uint8Array()
  const [number] = await queryRows<{ n: string }>(platform.db, sql`SELECT service_number AS n FROM verifications`)
  await platform.db.execute(sql`UPDATE verifications SET service_number = 'sealed-marker'`)
  expect(number).toBeDefined()
  await backUp(new Date(start))
  const before = await everything()
  const gone = { sealed: Buffer.from(sealed), document, message: 'Marker', number: 'sealed-marker' }
  const found = (all: Buffer) =>
    Object.entries(gone)
      .filter(([, text]) => all.includes(text))
      .map(([name]) => name)
  expect(found(before)).toEqual(Object.keys(gone))
  await platform.storage.delete('verification-documents', document)
  await platform.db.execute(sql`DELETE FROM verification_documents`)
  await platform.db.execute(sql`DELETE FROM contact_messages`)
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
  await platform.db.execute(sql`UPDATE verifications SET service_number = NULL`)
  for (const days of process.env.TEST_FULL === 'true' ? [1, 2, 3, 4, 5, 6] : [1, 6])
    await backUp(new Date(start + days * day))
  expect((await everything()).includes(Buffer.from(sealed))).toBe(true)
  await deleteOldBackups(platform, backups.target, new Date(start + 8 * day))
  const after = await everything()
  expect(found(after)).toEqual([])
  // What lasts is still there, and can be restored.
  await deleteOldBackups(platform, backups.target, new Date(start + 30 * day))
  expect(await listCompleteBackupNames(backups.target.store)).not.toEqual([])
  expect((await backups.target.store.list('sets')).filter((path) => path.includes('/recent/'))).toEqual([])
})

test('a backup without its recent part can be restored', async () => {
  await fillSite()
  const start = Date.now() - 9 * day
  await backUp(new Date(start))
  await deleteOldBackups(platform, backups.target)
  const place = await emptyPlace()
  const manifest = await readBackupManifest(backups.target.store)
  expect(await restoreBackup(place, backups.origin, manifest, log)).toEqual({ files: 1, isWithoutRecent: true })
  await withRestored(place, async ({ db }) => {
    const [document] = await db.select().from(verificationDocuments)
    expect(document).toMatchObject({ fileBucketUrl: null, fileName: null, deletedAt: expect.any(Date) })
    expect(await db.select().from(contactMessages)).toEqual([])
  })
})

// spec: backups.6
test('neither who left nor who was revoked comes back, and what was given out since has ended', async () => {
  const [gone, revoked, kept] = [await listed('gone'), await listed('revoked'), await listed('kept')]
  await moveRestoreReplayLogToBackupStore(platform, backups.target)
  const { name } = await backUp()
  await platform.db.transaction((transaction) => unsafeEraseMember(platform, transaction, gone.owner))
  await platform.db.transaction((transaction) =>
    unsafeEndVerificationAfterBackupRestore(platform, transaction, revoked.owner, { isRejected: true }),
  )
  const later = await listed('later')
  await moveRestoreReplayLogToBackupStore(platform, backups.target)

  const place = await emptyPlace()
  await restoreBackup(place, backups.origin, await readBackupManifest(backups.target.store, name), log)
  expect(await getRestoreTargetState(place)).toBe('held')
  await withRestored(place, async (restored) => {
    await expect(checkOrRecordDeploymentKind(restored.db, 'local', { decides: true })).rejects.toThrow(
      /is held until the log/,
    )
    expect(await isVerified(restored, gone.code)).toBe(true)
    expect(await applyRestoreReplayLog(restored, backups.origin)).toBeGreaterThan(2)
    await checkOrRecordDeploymentKind(restored.db, 'local', { decides: true })
    expect(await restored.db.select({ id: users.id }).from(users).where(eq(users.id, gone.owner))).toEqual([])
    expect(await isVerified(restored, gone.code)).toBe(false)
    expect(await isRevoked(restored, gone.index)).toBe(true)
    expect(await isVerified(restored, revoked.code)).toBe(false)
    expect(await isRevoked(restored, revoked.index, 'suspension')).toBe(true)
    expect(await isRevoked(restored, later.index)).toBe(true)
    expect(await isVerified(restored, later.code)).toBe(false)
    expect(await isVerified(restored, kept.code)).toBe(true)
    expect(await isRevoked(restored, kept.index)).toBe(false)
  })
})

test('a change that the backup has already is not applied again', async () => {
  const again = await listed('again')
  await platform.db.transaction((transaction) =>
    unsafeEndVerificationAfterBackupRestore(platform, transaction, again.owner, { isRejected: true }),
  )
  await platform.db.execute(
    sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = 'Verified')`,
  )
  await backUp()
  await moveRestoreReplayLogToBackupStore(platform, backups.target)
  const place = await emptyPlace()
  await restoreBackup(place, backups.origin, await readBackupManifest(backups.target.store), log)
  await withRestored(place, async (restored) => {
    expect(await applyRestoreReplayLog(restored, backups.origin)).toBe(0)
    expect(await isVerified(restored, again.code)).toBe(true)
  })
})

// spec: backups.7
test('without the log the site stays held until somebody says that it is lost; then what is unknown is revoked', async () => {
  const kept = await listed('kept')
  const { name } = await backUp()
  const later = await listed('later')
  const store = backups.target.store
  await store.delete(await store.list('log'))
  const place = await emptyPlace()
  await restoreBackup(place, backups.origin, await readBackupManifest(store, name), log)
  await withRestored(place, async (restored) => {
    expect(await applyRestoreReplayLog(restored, backups.origin)).toBeNull()
    await expect(checkOrRecordDeploymentKind(restored.db, 'local', { decides: true })).rejects.toThrow(/--log-is-lost/)
    await releaseHeldRestoreWithoutReplayLog(restored)
    await checkOrRecordDeploymentKind(restored.db, 'local', { decides: true })
    expect(await isRevoked(restored, later.index)).toBe(true)
    expect(await isRevoked(restored, kept.index)).toBe(false)
    const next = await createBusiness(restored.db, { businessSlug: 'next' })
    const [row] = await restored.db.select().from(credentials).where(eq(credentials.businessId, next.id))
    expect(row?.statusList).toBe(3)
  })
})

// spec: backups.8, releases.12
test('what was cut off, changed, is of a newer release or too old is refused, and leaves the place empty', async () => {
  await fillSite()
  const made = await backUp()
  const { store } = backups.target
  const place = await emptyPlace()
  await expect(restoreBackup(place, backups.origin, { ...made, migration: 'x' }, log)).rejects.toThrow(/no migration/)
  expect(await getRestoreTargetState(place)).toBe('empty')
  const users = made.tables.find(({ name }) => name === 'users')
  const bytes = await readFile(join(backups.folder, users?.path ?? ''))
  await rm(join(backups.folder, users?.path ?? ''))
  await expect(restoreBackup(place, backups.origin, made, log)).rejects.toThrow(/is not whole: .*users.* is missing/)
  await writeFile(join(backups.folder, users?.path ?? ''), bytes.subarray(0, bytes.length - 20))
  await expect(restoreBackup(place, backups.origin, made, log)).rejects.toThrow()
  expect(await getRestoreTargetState(place)).toBe('empty')
  await rm(join(backups.folder, 'sets', made.name, 'manifest.json'))
  await expect(readBackupManifest(store)).rejects.toThrow('There is no whole backup')
  await expect(readBackupManifest(store, made.name)).rejects.toThrow(/was cut off before it was whole/)
  const readAs = async (migration: string) => {
    await writeFile(join(backups.folder, 'sets', made.name, 'manifest.json'), JSON.stringify({ ...made, migration }))
    return readBackupManifest(store)
  }
  await expect(readAs('9999_later')).rejects.toThrow(/newer release of Muster/)
  // Each but the last of those that the baseline replaced.
  for (const migration of migrationsReplacedByBaseline.slice(0, -1)) {
    const refusal = await readAs(migration).catch((error) => error)
    expect(refusal, migration).toBeInstanceOf(StartError)
    expect(refusal.message).toMatch(
      /^The backup \S+ is older than this release can read: restore it with the commit [0-9a-f]{8}, .* Nothing was changed\.$/,
    )
  }
  expect(await readAs(migrationsReplacedByBaseline.at(-1) ?? '')).toMatchObject({ name: made.name })
  const full = await emptyPlace()
  await openFileStorage(full).then((storage) => storage.put('avatars', 'a/b.webp', Buffer.from('x')))
  await expect(restoreBackup(full, backups.origin, made, log)).rejects.toThrow(/not empty/)
})

// spec: backups.9
test('a backup that failed in the middle is not offered, and the next one clears it away', async () => {
  await fillSite()
  let left = 20
  const failing: BackupStore = {
    ...backups.target.store,
    write: async (path, content) => {
      left -= 1
      if (left > 0) return backups.target.store.write(path, content)
      content.destroy()
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
  await expect(makeBackup(platform, { ...backups.target, store: failing })).rejects.toThrow('no space left')
  expect(await listCompleteBackupNames(backups.target.store)).toEqual([])
  expect((await backups.target.store.list('sets')).length).toBeGreaterThan(10)
  const { name } = await backUp()
  expect((await backups.target.store.list('sets')).every((path) => path.startsWith(`sets/${name}/`))).toBe(true)
  expect((await readdir(platform.dataDir)).includes('backup-copies')).toBe(false)
})

test('files are copied once, and only one process makes a backup', async () => {
  await fillSite()
  await backUp(new Date(Date.now() - 60_000))
  const first = await backups.target.store.list('files')
  const [one, other] = await Promise.all([makeBackup(platform, backups.target), makeBackup(platform, backups.target)])
  expect([one, other].filter((made) => made === null)).toHaveLength(1)
  expect(await backups.target.store.list('files')).toEqual(first)
})

// spec: backups.10
test('the embedded folder moves into PostgreSQL as it is', async () => {
  const { userId } = await fillSite()
  await listed('quay')
  await backUp()
  const embedded = await emptyFolder()
  await restoreBackup(embedded, backups.origin, await readBackupManifest(backups.target.store), log)
  await withRestored(embedded, (restored) => applyRestoreReplayLog(restored, backups.origin))
  const place = await emptyPlace()
  const moved = await copyEmbeddedDatabaseToPostgres(embedded.dataDir, place, log)
  expect(moved.files).toBe(2)
  await withRestored(place, async (restored) => {
    expect(await restored.db.select().from(users)).toEqual(await platform.db.select().from(users))
    expect(await restored.storage.read('avatars', `${userId}/one.webp`)).not.toBeNull()
    const jobs = sql`SELECT id, data FROM pgboss.job WHERE data->>'name' = 'files.delete'`
    expect(await queryRows(restored.db, jobs)).toEqual(await queryRows(platform.db, jobs))
  })
  await expect(copyEmbeddedDatabaseToPostgres(embedded.dataDir, place, log)).rejects.toThrow(/not empty/)
  expect(await getRestoreTargetState(embedded)).toBe('used')
  const { dataDir } = await emptyFolder()
  await expect(copyEmbeddedDatabaseToPostgres(dataDir, place, log)).rejects.toThrow('There is no embedded database')
  expect(existsSync(join(dataDir, 'postgresql'))).toBe(false)
})

// spec: backups.11
test('the database answers while it is backed up, and what it answers meanwhile is in the log', async () => {
  const place = await emptyPlace()
  const handle = await openMigratedDatabase(place)
  const { platform: site, close } = await joinTestPlatform(handle, place.dataDir)
  const written = ['during-1', 'during-2', 'during-3']
  // The backup stops before its first part until all of them are written.
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: BackupStore = {
    ...backups.target.store,
    write: async (path, content) => {
      begun.resolve()
      await released.promise
      return backups.target.store.write(path, content)
    },
  }
  try {
    await syncReferenceData(site)
    const backup = makeBackup(site, { ...backups.target, store: slow })
    await begun.promise
    for (const businessSlug of written) await createBusiness(site.db, { businessSlug })
    released.resolve()
    await backup
    while ((await moveRestoreReplayLogToBackupStore(site, backups.target)) > 0);
  } finally {
    await close()
  }
  const restoredPlace = await emptyPlace()
  await restoreBackup(restoredPlace, backups.origin, await readBackupManifest(backups.target.store), log)
  await withRestored(restoredPlace, async (restored) => {
    expect(await restored.db.$count(credentials)).toBe(0)
    await applyRestoreReplayLog(restored, backups.origin)
    // Every index that was ever given out is known.
    expect(await restored.db.$count(credentials)).toBe(written.length)
  })
})
