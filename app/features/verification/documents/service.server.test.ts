import { randomBytes, randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, vi } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { type Actor, SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { openVirusScanner } from '#app/platform/.server/storage/virus-scan.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { doc, docx, heic, heicPhotograph, image, jpegPhotograph, pdf } from '#tests/factories/documents.ts'
import { createMember } from '#tests/factories/members.ts'
import { pictureBomb } from '#tests/pictures.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { documentUpload, untilTaken } from '#tests/uploads.ts'
import { startVirusDaemon, testVirus } from '#tests/vendors/virus-daemon.ts'
import { jobHandlers } from '../job-handlers.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { type VerificationDocumentUploadScreen, verificationDocumentMaxBytes } from '../model.ts'
import { verificationDocuments, verifications } from '../tables.server.ts'
import {
  countOwnVerificationDocuments,
  deleteOwnVerificationDocument,
  getOwnDeletedVerificationDocuments,
  getOwnVerificationDocuments,
  readVerificationDocument,
} from './service.server.ts'
import { uploadOwnVerificationDocument } from './upload-service.server.ts'

let platform: Platform
let storage: RecordingStorage

beforeEach(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
  await emptyTables(platform.db, 'users', 'audit_events', 'request_counts')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
})

type MemberOptions = Parameters<typeof createMember>[1]

async function member(options: MemberOptions = {}): Promise<Actor> {
  const { userId, email } = await createMember(platform.db, options)
  const role = options?.role ?? 'Member'
  return { userId, sessionId: 's', email, role, isStaff: role !== 'Member' }
}

interface Paper {
  bytes?: Uint8Array
  name?: string
  kind?: string
  source?: VerificationDocumentUploadScreen
}

function send(to: Platform, actor: Actor | null, { bytes = pdf(), name, kind, source = 'wizard' }: Paper = {}) {
  return uploadOwnVerificationDocument(to, actor, documentUpload(bytes, name, kind), source)
}

/** Adds a document that is taken; its id. */
async function add(actor: Actor, options: Paper = {}): Promise<string> {
  const result = await send(platform, actor, options)
  if (result.outcome !== 'stored') throw new Error(`not stored: ${result.outcome}`)
  return result.id
}

/** Puts a member's verification into a status, and into the queue or out of it. */
async function setStatus({ userId }: Actor, status: string | null, queued = false): Promise<void> {
  await platform.db.execute(
    sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = ${status}) WHERE id = ${userId}`,
  )
  await platform.db
    .update(verifications)
    .set({ queuedAt: queued ? new Date() : null })
    .where(eq(verifications.profileId, userId))
}

const audits = () =>
  queryRows<{ action: string; actor_id: string; subject_id: string; detail: unknown }>(
    platform.db,
    sql`SELECT action, actor_id, subject_id, detail FROM audit_events ORDER BY happened_at`,
  )

describe('adding a document', () => {
  // spec: 11.3, 94.1, 165.2
  test('stores it sealed, keeps what it is, and begins the verification', async () => {
    const actor = await member()
    const bytes = pdf('Marker-In-A-Paper')
    const fields = new FormData()
    fields.set('kind', 'discharge-papers')
    // Made by hand, because forms escape such a name.
    const received = { outcome: 'received', bytes, name: 'C:\\papers\\My\u202e record\n.pdf', fields } as const
    const stored = await uploadOwnVerificationDocument(platform, actor, { read: async () => received }, 'wizard')
    const id = stored.outcome === 'stored' ? stored.id : ''
    const [row] = await platform.db.select().from(verificationDocuments)
    expect(row).toMatchObject({ id, kind: 'discharge-papers', mediaType: 'application/pdf', size: bytes.length })
    expect(row?.fileBucketUrl).toMatch(new RegExp(`^${actor.userId}/[0-9a-f-]{36}\\.sealed$`))
    expect(storage.files).toEqual(new Set([`verification-documents/${row?.fileBucketUrl}`]))
    const lying = await storage.read('verification-documents', row?.fileBucketUrl ?? '')
    expect(Buffer.from(lying?.bytes ?? []).includes('Marker')).toBe(false)
    expect(row?.fileName).not.toContain('record')
    const [view] = await getOwnVerificationDocuments(platform, actor)
    expect(view).toMatchObject({ id, fileName: 'My record .pdf', type: 'pdf', kind: 'discharge-papers' })
    const read = await readVerificationDocument(platform, actor, id)
    expect(Buffer.from(read?.bytes ?? [])).toEqual(bytes)
    expect(read?.name).toBe(`document-${id.slice(0, 8)}.pdf`)
    expect((await audits())[0]).toMatchObject({
      action: 'verification.status.changed',
      detail: { move: 'save', from: null, to: 'Pending' },
    })
    expect(await platform.db.$count(verifications)).toBe(1)
  })

  test('keeps what is no photograph as it was received', async () => {
    const actor = await member()
    for (const [bytes, type] of [
      [doc(), 'doc'],
      [docx(), 'docx'],
    ] as const) {
      const read = await readVerificationDocument(platform, actor, await add(actor, { bytes }))
      expect(read?.type).toBe(type)
      expect(Buffer.from(read?.bytes ?? [])).toEqual(bytes)
    }
  })

  test.each([
    ['JPEG', jpegPhotograph, { type: 'jpg', width: 40, height: 64 }],
    ['HEIC', heicPhotograph, { type: 'jpg', width: 64, height: 40 }],
    ['WebP', () => image('webp'), { type: 'webp', width: 60, height: 40 }],
  ] as const)('keeps of a photograph, %s, the picture alone, upright', async (_, photograph, { type, ...size }) => {
    const actor = await member()
    const bytes = await photograph()
    if (type === 'jpg') expect(bytes.includes('SampleCamera')).toBe(true)
    const read = await readVerificationDocument(platform, actor, await add(actor, { bytes }))
    expect(read?.type).toBe(type)
    const kept = Buffer.from(read?.bytes ?? [])
    expect(kept.includes('SampleCamera')).toBe(false)
    const { exif, orientation, ...metadata } = await sharp(kept).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    expect(metadata).toMatchObject(size)
    const [row] = await platform.db.select().from(verificationDocuments)
    expect(row).toMatchObject({ size: kept.length, mediaType: type === 'jpg' ? 'image/jpeg' : 'image/webp' })
    expect(row?.reencodedAt).not.toBeNull()
  })

  test('refuses photographs of too many pixels, and those that cannot be decoded, in words of their own', async () => {
    const actor = await member()
    expect(await send(platform, actor, { bytes: pictureBomb(7_072) })).toEqual({
      outcome: 'refused',
      reason: 'pixels',
      name: 'paper.pdf',
    })
    const cut = (await jpegPhotograph()).subarray(0, -200)
    for (const bytes of [heic(), heicPhotograph().subarray(0, 700), cut]) {
      expect(await send(platform, actor, { bytes })).toEqual({
        outcome: 'refused',
        reason: 'damaged',
        name: 'paper.pdf',
      })
    }
  })

  test('refuses nothing at all, what is too large, and what it does not take from that screen', async () => {
    const actor = await member()
    const refused = (reason: string, name = 'paper.pdf') => ({ outcome: 'refused', reason, name })
    expect(await send(platform, actor, { bytes: new Uint8Array() })).toEqual(refused('empty'))
    const html = Buffer.from('<p>no</p>')
    expect(await send(platform, actor, { bytes: html })).toEqual(refused('damaged'))
    expect(await send(platform, actor, { bytes: html, name: 'page.html' })).toEqual(refused('type', 'page.html'))
    const large = Buffer.concat([pdf(), Buffer.alloc(verificationDocumentMaxBytes)])
    expect(await send(platform, actor, { bytes: large })).toEqual(refused('size'))
    const exact = Buffer.concat([pdf(), Buffer.alloc(verificationDocumentMaxBytes)]).subarray(
      0,
      verificationDocumentMaxBytes,
    )
    expect(await send(platform, actor, { bytes: exact })).toMatchObject({ outcome: 'stored' })
    expect(await send(platform, actor, { source: 'profile' })).toEqual(refused('type'))
    await expect(send(platform, null)).rejects.toThrow(SignInRequiredError)
  })

  // spec: 125.2, 211.3
  test('stops at five, however many are sent at once', async () => {
    const actor = await member()
    for (let count = 0; count < 3; count += 1) await add(actor)
    const together = await Promise.all(Array.from({ length: 6 }, () => untilTaken(() => send(platform, actor))))
    expect(together.filter(({ outcome }) => outcome === 'stored')).toHaveLength(2)
    expect(together.filter((result) => result.outcome === 'refused' && result.reason === 'too-many')).toHaveLength(4)
    expect(await countOwnVerificationDocuments(platform, actor)).toBe(5)
    await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
    expect(storage.files.size).toBe(5)
  })

  test.each(['In Review', 'Verified'])('is over while it is %s', async (status) => {
    const actor = await member()
    const id = await add(actor)
    await setStatus(actor, status, status === 'In Review')
    expect(await send(platform, actor)).toEqual({ outcome: 'closed' })
    expect(await deleteOwnVerificationDocument(platform, actor, id)).toBe('closed')
    expect(await countOwnVerificationDocuments(platform, actor)).toBe(1)
  })

  // spec: 165.2
  test('leaves no file without a row, wherever it breaks', async () => {
    const actor = await member()
    storage.breakAfter(0)
    expect(await send(platform, actor)).toEqual({ outcome: 'failed' })
    storage.breakAfter(null)
    // Stored, and then the database fails: only the job that was queued before knows of the file.
    const jobs: Platform['jobs'] = { ...platform.jobs }
    const db = new Proxy(platform.db, {
      get: (target, name) =>
        name === 'transaction' && storage.files.size > 0
          ? () => Promise.reject(new Error('the database is gone'))
          : Reflect.get(target, name, target),
    })
    expect(await send({ ...platform, db, jobs }, actor)).toEqual({ outcome: 'failed' })
    expect(storage.files.size).toBe(1)
    // It became decided while the file was on its way.
    const put: RecordingStorage['put'] = async (...file) => {
      await storage.put(...file)
      await setStatus(actor, 'Verified')
    }
    expect(await send({ ...platform, storage: { ...storage, put } }, actor)).toEqual({
      outcome: 'closed',
    })
    await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
    expect(storage.files).toEqual(new Set())
    expect(await platform.db.$count(verificationDocuments)).toBe(0)
  })

  test('the sweep leaves a file that a row refers to', async () => {
    const actor = await member()
    await add(actor)
    expect(await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])).toEqual([])
    expect(storage.files.size).toBe(1)
  })

  test('is limited', async () => {
    const actor = await member()
    const nothing = { bytes: new Uint8Array() }
    for (let count = 0; count < 60; count += 1) {
      expect(await send(platform, actor, nothing)).toMatchObject({ outcome: 'refused' })
    }
    const read = vi.fn()
    expect(await uploadOwnVerificationDocument(platform, actor, { read }, 'wizard')).toEqual({
      outcome: 'limited',
      minutes: expect.any(Number),
    })
    expect(read).not.toHaveBeenCalled()
    expect(await send(platform, await member(), nothing)).toMatchObject({ outcome: 'refused' })
  })
})

describe('where viruses are looked for', () => {
  test('a clean document is stored, an infected one refused, and nothing is stored unseen', async () => {
    const actor = await member()
    const daemon = await startVirusDaemon()
    const guarded = { ...platform, scanner: openVirusScanner(daemon.url) }
    expect(await send(guarded, actor)).toMatchObject({ outcome: 'stored' })
    expect(daemon.seen).toEqual([pdf()])
    expect(await send(guarded, actor, { bytes: pdf(testVirus) })).toEqual({ outcome: 'infected' })
    await daemon.stop()
    expect(await send(guarded, actor)).toEqual({ outcome: 'not-scanned' })
    expect(storage.files.size).toBe(1)
    expect(await countOwnVerificationDocuments(platform, actor)).toBe(1)
  })
})

describe('the list of documents', () => {
  // spec: 165.1
  test("is of the actor's own alone, the newest first, and of what is held", async () => {
    const [one, other] = [await member(), await member()]
    const ids = [await add(one), await add(one), await add(one)]
    await add(other)
    for (const [index, id] of ids.entries()) {
      const uploadedAt = new Date(`2026-01-0${[2, 3, 1][index]}T12:00:00Z`)
      await platform.db.update(verificationDocuments).set({ uploadedAt }).where(eq(verificationDocuments.id, id))
    }
    expect((await getOwnVerificationDocuments(platform, one)).map(({ uploadedAt }) => uploadedAt.getUTCDate())).toEqual(
      [3, 2, 1],
    )
    await platform.db
      .update(verificationDocuments)
      .set({ fileBucketUrl: null, fileName: null, deletedAt: new Date() })
      .where(eq(verificationDocuments.id, ids[0] ?? ''))
    expect(await countOwnVerificationDocuments(platform, one)).toBe(2)
    expect(await getOwnVerificationDocuments(platform, one)).toHaveLength(2)
    expect(await getOwnDeletedVerificationDocuments(platform, one)).toMatchObject([
      { id: ids[0], kind: 'service-record' },
    ])
    expect(await getOwnDeletedVerificationDocuments(platform, other)).toEqual([])
    for (const ask of [
      countOwnVerificationDocuments,
      getOwnVerificationDocuments,
      getOwnDeletedVerificationDocuments,
    ]) {
      await expect((async () => ask(platform, null))()).rejects.toThrow(SignInRequiredError)
    }
  })

  test('still stands where a key is lost', async () => {
    const actor = await member()
    const id = await add(actor)
    await platform.db
      .update(verificationDocuments)
      .set({ fileName: `muster1:${randomBytes(40).toString('base64url')}` })
    expect(await getOwnVerificationDocuments(platform, actor)).toMatchObject([{ id, fileName: 'Document' }])
    expect(await deleteOwnVerificationDocument(platform, actor, id)).toBe('deleted')
  })
})

describe('deleting a document', () => {
  // spec: 165.2
  test('takes row and file, once', async () => {
    const actor = await member()
    const [id, kept] = [await add(actor), await add(actor)]
    expect(await deleteOwnVerificationDocument(platform, actor, id)).toBe('deleted')
    expect(await deleteOwnVerificationDocument(platform, actor, id)).toBe('not-found')
    await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
    expect(await platform.db.select({ id: verificationDocuments.id }).from(verificationDocuments)).toEqual([
      { id: kept },
    ])
    expect(storage.files.size).toBe(1)
  })

  test("is not for another member's, nor for ids that are none", async () => {
    const [one, other] = [await member(), await member()]
    const id = await add(one)
    for (const wrong of [id, randomUUID(), '', '../x', `${id}'`]) {
      expect(await deleteOwnVerificationDocument(platform, other, wrong)).toBe('not-found')
    }
    expect(await countOwnVerificationDocuments(platform, one)).toBe(1)
    await expect((async () => deleteOwnVerificationDocument(platform, null, id))()).rejects.toThrow(SignInRequiredError)
  })
})

describe('reading a document', () => {
  test('is for its owner at all times, and written down', async () => {
    const actor = await member()
    const id = await add(actor)
    for (const status of ['Pending', 'In Review', 'Verified', 'Rejected']) {
      await setStatus(actor, status)
      expect(await readVerificationDocument(platform, actor, id), status).not.toBeNull()
    }
    const reads = (await audits()).filter(({ action }) => action === 'verification.document.read')
    expect(reads).toHaveLength(4)
    expect(reads[0]).toMatchObject({ actor_id: actor.userId, subject_id: actor.userId, detail: { document: id } })
  })

  test.each(['Reviewer', 'Admin'] as const)('is for a %s while the case waits or is decided', async (role) => {
    const [owner, staff] = [await member(), await member({ role })]
    const id = await add(owner)
    const readable: string[] = []
    for (const [status, queued] of [
      [null, false],
      ['Pending', false],
      ['Pending', true],
      ['In Review', true],
      ['Verified', false],
      ['Rejected', false],
      ['Rejected', true],
    ] as const) {
      await setStatus(owner, status, queued)
      const read = await readVerificationDocument(platform, staff, id)
      if (read) readable.push(`${status}${queued ? ', queued' : ''}`)
    }
    expect(readable).toEqual(['Pending, queued', 'In Review, queued', 'Verified', 'Rejected', 'Rejected, queued'])
    const reads = (await audits()).filter(({ action }) => action === 'verification.document.read')
    expect(reads).toHaveLength(5)
    expect(reads[0]).toMatchObject({ actor_id: staff.userId, subject_id: owner.userId })
  })

  test('is for no other member, and for no id that is none', async () => {
    const [owner, other] = [await member(), await member()]
    const id = await add(owner)
    await setStatus(owner, 'In Review', true)
    expect(await readVerificationDocument(platform, other, id)).toBeNull()
    for (const wrong of ['', 'x', '../../secret', `${id}.sealed`, randomUUID()]) {
      expect(await readVerificationDocument(platform, owner, wrong)).toBeNull()
    }
    await expect(readVerificationDocument(platform, null, id)).rejects.toThrow(SignInRequiredError)
    expect((await audits()).filter(({ action }) => action === 'verification.document.read')).toEqual([])
  })

  test('of a type that was never validated is none that a browser displays', async () => {
    const actor = await member()
    const id = await add(actor)
    await platform.db.update(verificationDocuments).set({ mediaType: 'text/html' })
    expect(await readVerificationDocument(platform, actor, id)).toMatchObject({
      type: 'doc',
      name: expect.stringMatching(/\.doc$/),
    })
  })

  test('opens no file that was put in the place of another', async () => {
    const actor = await member()
    const [one, other] = [await add(actor), await add(actor)]
    const rows = await platform.db.select().from(verificationDocuments)
    const keyOf = (id: string) => rows.find((row) => row.id === id)?.fileBucketUrl ?? ''
    const swapped = await storage.read('verification-documents', keyOf(other))
    await storage.put('verification-documents', keyOf(one), swapped?.bytes ?? new Uint8Array())
    await expect(readVerificationDocument(platform, actor, one)).rejects.toThrow(
      'it was changed, or sealed for another place',
    )
  })
})
