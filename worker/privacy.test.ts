import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq, isNull, sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeEach, describe, expect, vi } from 'vitest'
import { accounts, sessions, twoFactors, users } from '#app/features/account/tables.server.ts'
import { issueEmailLinkTokenId } from '#app/features/account/token-service.server.ts'
import { contactMessages, supportInquiries } from '#app/features/contact/tables.server.ts'
import { podcastEpisodes } from '#app/features/podcasts/tables.server.ts'
import { jobHandlers } from '#app/features/privacy/job-handlers.server.ts'
import { makeDataExportJob } from '#app/features/privacy/jobs.server.ts'
import * as mailDefinitions from '#app/features/privacy/mails.server.ts'
import {
  deleteOwnAccount,
  describeAccountErasure,
  getOwnDataExports,
  readOwnDataExportFile,
  requestDataExport,
} from '#app/features/privacy/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { sealDocumentFileName, sealMilitaryServiceNumber } from '#app/features/verification/documents/seal.server.ts'
import { verificationDocumentFileTypes } from '#app/features/verification/rules.ts'
import {
  verificationDecisions,
  verificationDocuments,
  verifications,
} from '#app/features/verification/tables.server.ts'
import { type PictureBucket, pictureStorageKeys } from '#app/lib/pictures.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { recordAuditEvent } from '#app/platform/.server/security/audit.ts'
import type { StorageBucket } from '#app/platform/.server/storage/storage.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { bringForward, listJobs, settleJobs } from '#tests/jobs.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { startWorker } from './run.ts'

const password = 'a good password'
const passwordHash = await hashPassword(password)

test.beforeAll(async () => {
  await startWorker(platform)
  // What is due on the day itself is not what is tried here.
  await settleJobs(db)
})
beforeEach(async () => {
  await emptyTables(
    db,
    'users',
    'businesses',
    'verification_decisions',
    'auth_tokens',
    'sent_mails',
    'captured_mails',
    'audit_events',
    'request_counts',
  )
  await db.execute(sql`DELETE FROM pgboss.job`)
})

async function store(bucket: PictureBucket, picture: { key: string; width: number }) {
  for (const key of pictureStorageKeys(bucket, picture))
    await platform.storage.put(bucket, key, new Uint8Array([1, 2, 3]))
}

interface Member {
  actor: Actor
  businessId: string
  /** Every stored file of theirs. */
  files: { bucket: StorageBucket; key: string }[]
  /** Key of their document, which lies sealed. */
  paper: string
}

/** A member with something of everything. */
async function createMember(name: string): Promise<Member> {
  const business = await createBusiness(db, { name: `${name} Works`, logo: true, gallery: ['One', 'Two'] })
  const userId = business.profileId ?? ''
  const email = `${name.toLowerCase()}@sample.example`
  await db.update(users).set({ email, emailVerified: true, twoFactorEnabled: true }).where(eq(users.id, userId))
  await db.insert(accounts).values({ userId, accountId: userId, providerId: 'credential', password: passwordHash })
  await db.insert(twoFactors).values({ userId, secret: 'totp-secret', backupCodes: 'backup-codes' })
  const [session] = await db
    .insert(sessions)
    .values({ userId, token: `token-${userId}`, userAgent: 'Firefox/1 Windows', expiresAt: new Date(Date.now() + 1e9) })
    .returning()
  const avatarBucketUrl = `${userId}/${randomUUID()}.webp`
  await db
    .update(profiles)
    .set({
      personalEmail: email,
      personalMobile: name === 'Pat' ? '07700900123' : null,
      avatarBucketUrl,
      businessId: business.id,
    })
    .where(eq(profiles.id, userId))
  const cover = { bucket: 'podcast-media', key: `${userId}/covers/${randomUUID()}.webp`, width: 640 } as const
  const podcastId = await createPodcast(db, userId, {
    title: `${name} Talks`,
    coverImageUrl: cover.key,
    coverWidth: cover.width,
    coverHeight: 640,
    coverColour: '#aabbcc',
    coverMasterKey: cover.key,
  })
  await platform.storage.put('masters', cover.key, new Uint8Array([4, 5, 6]))
  await db.insert(podcastEpisodes).values({ podcastId, guid: 'one', title: 'One', position: 0 })
  const sent = { name: `${name} Sample`, email, message: `${name} asks`, profileId: userId }
  await db.insert(contactMessages).values({ ...sent, mailbox: 'general', createdAt: new Date(Date.now() - 1_000) })
  await db.insert(supportInquiries).values({ ...sent, supportType: 'Other', privacyAgreed: true })
  const [id, paper] = [randomUUID(), `${userId}/${randomUUID()}.sealed`]
  await platform.storage.put(
    'verification-documents',
    paper,
    platform.vault.seal(Buffer.from(`${name}'s paper`), paper),
  )
  await db.insert(verificationDocuments).values({
    id,
    profileId: userId,
    fileBucketUrl: paper,
    fileName: sealDocumentFileName(platform.vault, id, 'paper.pdf'),
    mediaType: verificationDocumentFileTypes.pdf,
    kind: 'service-record',
    size: 10,
  })
  const serviceNumber = sealMilitaryServiceNumber(platform.vault, userId, `${name}123456`)
  await db.update(verifications).set({ serviceNumber }).where(eq(verifications.profileId, userId))
  const reviewer = await createOwner(db)
  await db.insert(verificationDecisions).values({
    profileId: userId,
    reviewerId: reviewer,
    decision: 'approved',
    words: `Thank you, ${name}`,
    submittedAt: new Date(),
  })
  await recordAuditEvent(db, {
    actor: { userId },
    action: 'account.password.changed',
    subjectType: 'user',
    subjectId: userId,
  })
  await issueEmailLinkTokenId(db, 'reset', { userId, value: {} })
  await platform.mailer.send({
    event: `hello:${userId}`,
    to: email,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
  })
  const pictures = [
    { bucket: 'avatars', key: avatarBucketUrl, width: 384 },
    { bucket: 'logo', key: `${business.id}/logo.webp`, width: 256 },
    { bucket: 'gallery', key: `${business.id}/picture-0.webp`, width: 1600 },
    { bucket: 'gallery', key: `${business.id}/picture-1.webp`, width: 1600 },
    cover,
  ] as const
  for (const picture of pictures) await store(picture.bucket, picture)
  return {
    actor: { userId, sessionId: session?.id ?? '', email, role: 'Member', isStaff: false },
    businessId: business.id,
    files: [
      ...pictures.flatMap((picture) =>
        pictureStorageKeys(picture.bucket, picture).map((key) => ({ bucket: picture.bucket, key })),
      ),
      { bucket: 'masters', key: cover.key },
      { bucket: 'verification-documents', key: paper },
    ],
    paper,
  }
}

const subjects = async () => (await listCapturedMails(db, 100)).map(({ subject }) => subject)

/** Contents of a zip file by name: JSON parsed, the rest as text. */
function unzip(bytes: Uint8Array | null): Record<string, unknown> {
  const entries = Object.entries(unzipSync(bytes ?? new Uint8Array()))
  return Object.fromEntries(
    entries.map(([name, content]) => [name, name.endsWith('.json') ? JSON.parse(strFromU8(content)) : content]),
  )
}

/** Every row of every table, as text, but for the queue's own. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const tables = await queryRows<{ schema: string; name: string }>(
    db,
    sql`SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
  )
  const rows: { table: string; row: string }[] = []
  for (const { schema, name } of tables) {
    const found = await queryRows<{ row: string }>(
      db,
      sql`SELECT t::text AS row FROM ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    )
    rows.push(...found.map(({ row }) => ({ table: name, row })))
  }
  return rows
}

describe('the copy of all data', () => {
  test('holds everything of the member and nothing that opens the account, nor anything of others', async () => {
    const { actor, files, paper } = await createMember('Pat')
    const other = await createMember('Kim')
    expect(await requestDataExport(platform, actor)).toEqual({ outcome: 'done' })
    await settleJobs(db)
    const [copy, ...others] = await getOwnDataExports(platform, actor)
    expect(others).toEqual([])
    expect((copy?.expiresAt?.getTime() ?? 0) - (copy?.readyAt?.getTime() ?? 0)).toBe(7 * 86_400_000)

    const bytes = await readOwnDataExportFile(platform, actor, copy?.id ?? '')
    const contents = unzip(bytes)
    expect(Object.keys(contents).sort()).toEqual(
      [
        'account.json',
        'business-former-addresses.json',
        'business-pictures.json',
        'business.json',
        'credentials.json',
        'files/document-1.pdf',
        'files/gallery-1.webp',
        'files/gallery-2.webp',
        'files/logo-1.webp',
        'files/picture.webp',
        'files/podcast-cover.webp',
        'messages-to-us.json',
        'podcast.json',
        'profile.json',
        'read-me.txt',
        'sign-ins.json',
        'verification-decisions.json',
        'verification-documents.json',
        'verification-records.json',
        'verification.json',
        'what-was-done.json',
      ].sort(),
    )
    expect(contents).toMatchObject({
      'account.json': { id: actor.userId, email: 'pat@sample.example', twoFactorEnabled: true },
      'sign-ins.json': [{ device: 'Firefox on Windows' }],
      'profile.json': { firstName: 'Sam', personalMobile: '07700900123', verificationStatus: 'Verified' },
      'business.json': [{ name: 'Pat Works' }],
      'business-pictures.json': [{ kind: 'logo' }, { caption: 'One' }, { caption: 'Two' }],
      'verification.json': { serviceBranch: 'British Army', serviceNumber: 'Pat123456' },
      'verification-documents.json': [{ fileBucketUrl: paper, fileName: 'paper.pdf', kind: 'service-record' }],
      'verification-decisions.json': [{ decision: 'approved', words: 'Thank you, Pat' }],
      'podcast.json': { title: 'Pat Talks', episodes: 1, feed: null },
      'messages-to-us.json': [
        { about: 'General', message: 'Pat asks' },
        { about: 'Other', message: 'Pat asks' },
      ],
      'what-was-done.json': [{ action: 'account.password.changed', doneByYou: true }],
    })
    expect(contents['files/logo-1.webp']).toEqual(new Uint8Array([1, 2, 3]))
    // The whole of it, as it was sent.
    expect(contents['files/podcast-cover.webp']).toEqual(new Uint8Array([4, 5, 6]))
    expect(Buffer.from(contents['files/document-1.pdf'] as Uint8Array).toString()).toBe("Pat's paper")
    expect(JSON.stringify(contents['verification-decisions.json'])).not.toContain('reviewer')
    const all = Object.entries(contents)
      .filter(([name]) => name.endsWith('.json'))
      .map(([, content]) => JSON.stringify(content))
      .join()
    for (const secret of [passwordHash, `token-${actor.userId}`, 'totp-secret', 'backup-codes', 'kim@', 'Kim']) {
      expect(all).not.toContain(secret)
    }
    expect(all).not.toContain(other.actor.userId)
    expect(files.length).toBeGreaterThan(4)
    expect(await subjects()).toEqual(['Your data is ready', 'Hello', 'Hello'])
    const [mail] = await listCapturedMails(db, 1)
    expect(mail).toMatchObject({
      recipient: 'pat@sample.example',
      plainText: expect.stringContaining('http://muster.example/profile?tab=settings'),
    })
  })

  test('is made one at a time, and three times a day', async () => {
    const { actor } = await createMember('Pat')
    // The worker is not done with one before all were asked for, however slow this machine is.
    const asked = Promise.withResolvers<void>()
    const put = platform.storage.put.bind(platform.storage)
    vi.spyOn(platform.storage, 'put').mockImplementation((...file) => asked.promise.then(() => put(...file)))
    const together = await Promise.all([1, 2, 3].map(() => requestDataExport(platform, actor)))
    asked.resolve()
    expect(together.map(({ outcome }) => outcome).sort()).toEqual(['done', 'under-way', 'under-way'])
    await settleJobs(db)
    await db.execute(sql`DELETE FROM request_counts`)
    for (let round = 0; round < 3; round += 1) {
      expect(await requestDataExport(platform, actor)).toEqual({ outcome: 'done' })
      await settleJobs(db)
    }
    expect(await requestDataExport(platform, actor)).toMatchObject({ outcome: 'limited', minutes: expect.any(Number) })
    expect(await getOwnDataExports(platform, actor)).toHaveLength(4)
  })

  test('is one file and one mail, wherever its making is killed and begun again', async () => {
    const { actor } = await createMember('Pat')
    const { storage, jobs } = platform
    const deaths: (() => Partial<Platform>)[] = [
      // While it is stored, after it was stored, and while its mail is queued.
      () => ({ storage: { ...storage, put: async () => die() } }),
      () => ({
        storage: {
          ...storage,
          put: async (...file) => {
            await storage.put(...file)
            die()
          },
        },
      }),
      () => ({ jobs: { ...jobs, enqueue: async () => die() } }),
    ]
    const die = () => {
      throw new Error('killed')
    }
    const [row] = await queryRows<{ id: string }>(
      db,
      sql`INSERT INTO data_exports (user_id) VALUES (${actor.userId}) RETURNING id`,
    )
    const data = { exportId: row?.id ?? '', userId: actor.userId }
    const handler = [...jobHandlers, ...Object.values(mailDefinitions)].find(
      ({ name }) => name === makeDataExportJob.name,
    )
    for (const death of deaths) {
      await expect(handler?.handle({ ...platform, ...death() }, data, 'a job')).rejects.toThrow('killed')
      expect(await readOwnDataExportFile(platform, actor, data.exportId)).toBeNull()
    }
    for (let round = 0; round < 3; round += 1) await handler?.handle(platform, data, 'a job')
    await settleJobs(db)
    expect(Object.keys(unzip(await readOwnDataExportFile(platform, actor, data.exportId)))).toContain('account.json')
    expect((await subjects()).filter((subject) => subject === 'Your data is ready')).toHaveLength(1)
    expect(await storage.read('exports', `${actor.userId}/${data.exportId}.zip`)).not.toBeNull()
  })

  test('goes after seven days, file and all', async () => {
    const { actor } = await createMember('Pat')
    await requestDataExport(platform, actor)
    await settleJobs(db)
    const [copy] = await getOwnDataExports(platform, actor)
    const id = copy?.id ?? ''
    await db.execute(sql`UPDATE data_exports SET expires_at = now() - interval '1 minute'`)
    expect(await getOwnDataExports(platform, actor)).toEqual([])
    expect(await readOwnDataExportFile(platform, actor, id)).toBeNull()
    await bringForward(db)
    await settleJobs(db)
    expect(await platform.storage.read('exports', `${actor.userId}/${id}.zip`)).toBeNull()
    expect(await queryRows(db, sql`SELECT file_key FROM data_exports`)).toEqual([{ file_key: null }])
  })

  test('is for the member alone', async () => {
    const { actor } = await createMember('Pat')
    const { actor: other } = await createMember('Kim')
    await requestDataExport(platform, actor)
    await settleJobs(db)
    const [copy] = await getOwnDataExports(platform, actor)
    const id = copy?.id ?? ''
    expect(await readOwnDataExportFile(platform, other, id)).toBeNull()
    expect(await getOwnDataExports(platform, other)).toEqual([])
    for (const wrong of ['', 'x', `${id}'`, randomUUID()])
      expect(await readOwnDataExportFile(platform, actor, wrong)).toBeNull()
    for (const act of [requestDataExport, getOwnDataExports, describeAccountErasure]) {
      await expect((async () => act(platform, null))()).rejects.toThrow(SignInRequiredError)
    }
    await expect(readOwnDataExportFile(platform, null, id)).rejects.toThrow(SignInRequiredError)
    await expect(deleteOwnAccount(platform, null, password)).rejects.toThrow(SignInRequiredError)
  })
})

describe('leaving', () => {
  test('says beforehand what goes', async () => {
    const { actor } = await createMember('Pat')
    await requestDataExport(platform, actor)
    await settleJobs(db)
    expect(await describeAccountErasure(platform, actor)).toEqual([
      'Your account, with the address pat@sample.example and your password',
      'Your authenticator app and its recovery codes',
      '1 session, including this one',
      'Your profile',
      'Your picture',
      'Your business Pat Works, with its logo, 2 pictures and its page in the directory',
      'What you told us about your service, and your verification',
      '1 verification document',
      'The link between your code and badge and your business: they will say ‘no longer verified’',
      'Your podcast Pat Talks, with its cover and what we store about 1 episode',
      '2 messages you sent us',
      '1 copy of your data',
    ])
  })

  test('needs the password, and is limited', async () => {
    const { actor } = await createMember('Pat')
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await deleteOwnAccount(platform, actor, 'a guess')).toEqual({ outcome: 'wrong-password' })
    }
    expect(await deleteOwnAccount(platform, actor, password)).toMatchObject({ outcome: 'limited' })
    expect(await db.$count(users, eq(users.id, actor.userId))).toBe(1)
  })

  // spec: 161.3
  test('takes everything of the member, file and row, and nothing of anybody else', async () => {
    const { actor, files, businessId } = await createMember('Pat')
    const other = await createMember('Kim')
    await requestDataExport(platform, actor)
    await settleJobs(db)
    const [copy] = await getOwnDataExports(platform, actor)
    const ofOthers = (await everyRow()).filter(({ row }) => row.includes(other.actor.userId) || row.includes('Kim'))

    expect(await deleteOwnAccount(platform, actor, password)).toEqual({ outcome: 'done' })
    await settleJobs(db)
    for (const { bucket, key } of files) expect(await platform.storage.read(bucket, key), key).toBeNull()
    expect(await platform.storage.read('exports', `${actor.userId}/${copy?.id}.zip`)).toBeNull()
    for (const { bucket, key } of other.files) expect(await platform.storage.read(bucket, key), key).not.toBeNull()

    const after = await everyRow()
    expect(after).toEqual(expect.arrayContaining(ofOthers))
    // Written down for good, by numbers alone; and what was sent, by the number of its event. What a restored backup must not undo
    // waits for the log beside the backups.
    const withNumbers = after.filter(({ row }) => row.includes(actor.userId) || row.includes(businessId))
    expect(
      new Set(withNumbers.map(({ table }) => table)).difference(
        new Set(['audit_events', 'restore_log_entries', 'sent_mails', 'job', 'job_common']),
      ),
    ).toEqual(new Set())
    expect(await db.select().from(verificationDecisions).where(isNull(verificationDecisions.profileId))).toMatchObject([
      { decision: 'approved', words: null, reviewerId: expect.any(String) },
    ])
    const withName = after.filter(({ row }) => /pat@sample|Pat (Works|Talks)|07700900123|you, Pat/.test(row))
    // The one mail of it, which a real site would have sent instead of kept.
    expect(withName.map(({ table }) => table)).toEqual(['captured_mails'])
    const [mail] = await listCapturedMails(db, 1)
    expect(mail).toMatchObject({ recipient: 'pat@sample.example', subject: 'Your account is deleted' })
    expect(
      await queryRows(db, sql`SELECT action FROM audit_events WHERE actor_id = ${actor.userId} ORDER BY 1`),
    ).toEqual([{ action: 'account.deleted' }, { action: 'account.password.changed' }])
    expect(await platform.jobs.listFailed()).toEqual([])
  })

  test('while a copy is being made leaves no copy', async () => {
    const { actor } = await createMember('Pat')
    const { storage } = platform
    const [row] = await queryRows<{ id: string }>(
      db,
      sql`INSERT INTO data_exports (user_id) VALUES (${actor.userId}) RETURNING id`,
    )
    const data = { exportId: row?.id ?? '', userId: actor.userId }
    const put: typeof storage.put = async (...file) => {
      await deleteOwnAccount(platform, actor, password)
      await settleJobs(db)
      await storage.put(...file)
    }
    const handler = [...jobHandlers, ...Object.values(mailDefinitions)].find(
      ({ name }) => name === makeDataExportJob.name,
    )
    await handler?.handle({ ...platform, storage: { ...storage, put } }, data, 'a job')
    expect(await storage.read('exports', `${actor.userId}/${data.exportId}.zip`)).toBeNull()
    expect((await listJobs(db)).map(({ name }) => name)).not.toContain('privacy.send-export-ready')
  })

  test('changes nothing where something goes wrong in the middle', async () => {
    const { actor, files } = await createMember('Pat')
    const before = await everyRow()
    const enqueue: Platform['jobs']['enqueue'] = async (transaction, kind, data, options) => {
      if (kind.queue === 'mail') throw new Error('no room')
      await platform.jobs.enqueue(transaction, kind, data, options)
    }
    const failing = { ...platform, jobs: { ...platform.jobs, enqueue } }
    await expect(deleteOwnAccount(failing, actor, password)).rejects.toThrow('no room')
    const ofMember = ({ table }: { table: string }) =>
      !['request_counts', 'job', 'job_common', 'queue', 'version'].includes(table)
    expect((await everyRow()).filter(ofMember)).toEqual(before.filter(ofMember))
    for (const { bucket, key } of files) expect(await platform.storage.read(bucket, key), key).not.toBeNull()
    expect(await listJobs(db)).toEqual([])
  })
})
