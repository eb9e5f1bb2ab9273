import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { getOwnProfile as findProfileOf } from '#app/features/profile/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { JobFailedError } from '#app/platform/.server/jobs/jobs.ts'
import { listCapturedMails } from '#app/platform/.server/mail/mail.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { ActionNotAllowedError, type Actor } from '#app/platform/.server/security/actor.ts'
import { openVault } from '#app/platform/.server/security/vault.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { heic, heicPhotograph, jpegPhotograph, pdf } from '#tests/factories/documents.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification, sendVerification } from '#tests/factories/verifications.ts'
import { listJobs } from '#tests/jobs.ts'
import { db, platform as opened, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { type RecordingStorage, recordStorage } from '#tests/recording-storage.ts'
import { documentUpload } from '#tests/uploads.ts'
import { openSealedMilitaryServiceNumber } from '../documents/seal.server.ts'
import {
  getOwnDeletedVerificationDocuments,
  getOwnVerificationDocuments,
  readVerificationDocument,
} from '../documents/service.server.ts'
import { uploadOwnVerificationDocument } from '../documents/upload-service.server.ts'
import { jobHandlers } from '../job-handlers.server.ts'
import * as mailDefinitions from '../mails.server.ts'
import { getOwnVerification } from '../service.server.ts'
import { confirmOwnVerificationYearly, submitOwnVerification } from '../submission-service.server.ts'
import { documentOpenings, verificationDecisions, verificationDocuments, verifications } from '../tables.server.ts'
import { allowPostponedVerificationEnds, getPostponedVerificationEndsSummary } from './end-service.server.ts'
import { removeDocumentPhotographMetadata } from './reencoding-service.server.ts'
import { maintainVerifications } from './service.server.ts'

let platform: Platform
let storage: RecordingStorage

test.beforeAll(async () => {
  storage = recordStorage(opened.storage)
  platform = { ...opened, storage }
})
beforeEach(async () => {
  await emptyTables(
    db,
    'users',
    'businesses',
    'audit_events',
    'request_counts',
    'captured_mails',
    'sent_mails',
    'verification_decisions',
  )
  await db.execute(sql`DELETE FROM pgboss.job`)
  storage.files.clear()
})

const ago = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/** Runs a day's maintenance and everything it queues; returns all emails since the beginning. */
async function maintenance(of: Platform = platform): Promise<string[]> {
  await maintainVerifications(of)
  // A reminder that was sent queues the end that it names.
  for (const _ of [1, 2]) await emptyQueue(of, [...jobHandlers, ...Object.values(mailDefinitions)])
  return (await listCapturedMails(db, 50)).map(({ subject }) => subject)
}

async function member(): Promise<Actor> {
  const { userId, email } = await createMember(db)
  return { userId, sessionId: 's', email, role: 'Member', isStaff: false }
}

async function setStatus({ userId }: Pick<Actor, 'userId'>, status: string): Promise<void> {
  await db.execute(
    sql`UPDATE profiles SET verification_status_id = (SELECT id FROM verification_statuses WHERE name = ${status}) WHERE id = ${userId}`,
  )
}

/** A member whose case was decided so many days ago, their document a month older. */
async function decided(decision: 'approved' | 'rejected' | 'more-needed', days: number): Promise<Actor> {
  const actor = await member()
  await sendVerification(platform, actor)
  await setStatus(actor, { approved: 'Verified', rejected: 'Rejected', 'more-needed': 'Pending' }[decision])
  await db.update(verifications).set({ queuedAt: null }).where(eq(verifications.profileId, actor.userId))
  await db
    .update(verificationDocuments)
    .set({ uploadedAt: ago(days + 30) })
    .where(eq(verificationDocuments.profileId, actor.userId))
  await db
    .insert(verificationDecisions)
    .values({ profileId: actor.userId, decision, submittedAt: ago(days), decidedAt: ago(days) })
  await db.execute(sql`DELETE FROM pgboss.job`)
  return actor
}

const held = async (actor: Actor) => (await getOwnVerificationDocuments(platform, actor)).length

describe('evidence', () => {
  test.each(['approved', 'rejected'] as const)(
    'of a case %s goes after 30 days, once told of a week before',
    async (decision) => {
      const actor = await decided(decision, 22)
      expect(await maintenance()).toEqual([])
      await db.update(verificationDecisions).set({ decidedAt: ago(23) })
      expect(await maintenance()).toEqual(['Your documents will be deleted'])
      await db.execute(sql`DELETE FROM pgboss.job`)
      expect(await maintenance()).toEqual(['Your documents will be deleted'])
      expect(await held(actor)).toBe(1)
      await db.update(verificationDecisions).set({ decidedAt: ago(30) })
      expect(await maintenance()).toEqual(['Your documents will be deleted'])
      expect(await held(actor)).toBe(0)
      expect(storage.files).toEqual(new Set())
      expect(await getOwnDeletedVerificationDocuments(platform, actor)).toMatchObject([{ kind: 'veteran-card' }])
      expect(
        await queryRows(
          db,
          sql`SELECT actor_id, subject_id, detail FROM audit_events WHERE action = 'verification.documents.deleted'`,
        ),
      ).toEqual([{ actor_id: null, subject_id: actor.userId, detail: { documents: 1 } }])
      const [mail] = await listCapturedMails(db, 1)
      expect(mail?.plainText).toMatch(/They are\s+deleted on \d+ \w+ \d{4}\./)
    },
  )

  test('stays while more is asked for, and while it waits for another decision', async () => {
    const asked = await decided('more-needed', 90)
    const again = await decided('rejected', 90)
    await submitOwnVerification(platform, again)
    await db.execute(sql`DELETE FROM pgboss.job`)
    expect(await maintenance()).toEqual([])
    expect([await held(asked), await held(again)]).toEqual([1, 1])
  })

  test('sent after the decision stays, and what came before it goes', async () => {
    const actor = await decided('rejected', 40)
    await uploadOwnVerificationDocument(platform, actor, documentUpload(pdf(), 'new.pdf', 'other'), 'wizard')
    await maintenance()
    expect(await getOwnVerificationDocuments(platform, actor)).toMatchObject([{ fileName: 'new.pdf' }])
    expect(await getOwnDeletedVerificationDocuments(platform, actor)).toHaveLength(1)
  })

  test('goes by the days that are set, also where they are changed', async () => {
    const actor = await decided('approved', 12)
    const sooner = { ...platform, verificationTerms: { ...platform.verificationTerms, evidenceDays: 10 } }
    await maintenance(sooner)
    expect(await held(actor)).toBe(0)
  })

  test('of one case that fails holds up no other', async () => {
    const actors = [await decided('approved', 40), await decided('approved', 40)].toSorted((one, other) =>
      one.userId < other.userId ? -1 : 1,
    )
    const enqueue: Platform['jobs']['enqueue'] = async (transaction, kind, data, options) => {
      if (JSON.stringify(data).includes(`"${actors[0]?.userId}/`)) throw new Error('no room')
      await platform.jobs.enqueue(transaction, kind, data, options)
    }
    await maintainVerifications({ ...platform, jobs: { ...platform.jobs, enqueue } })
    expect(await Promise.all(actors.map(held))).toEqual([1, 0])
    await maintenance()
    expect(await Promise.all(actors.map(held))).toEqual([0, 0])
  })
})

describe('once a year', () => {
  async function verified(days: number): Promise<Actor> {
    const userId = await createOwner(db)
    await db
      .update(verifications)
      .set({ verifiedAt: ago(days) })
      .where(eq(verifications.profileId, userId))
    return { userId, sessionId: 's', email: `owner-${userId}@sample.example`, role: 'Member', isStaff: false }
  }
  const statusOf = async (actor: Actor) => (await getOwnVerification(platform, actor))?.status

  const endsOf = async (): Promise<(number | null)[]> =>
    (
      await queryRows<{ ends_at: string | Date | null }>(
        db,
        sql`SELECT verification_ends_at AS ends_at FROM profiles ORDER BY verification_ends_at, id`,
      )
    ).map(({ ends_at }) => (ends_at === null ? null : Math.ceil((Number(new Date(ends_at)) - Date.now()) / 86_400_000)))
  /** As if so many days had gone by since their reminders. */
  const letDaysPass = async (days: number) => {
    const earlier = (column: string) => sql`${sql.identifier(column)} - make_interval(days => ${days}::int)`
    await db.execute(sql`UPDATE profiles SET verification_ends_at = ${earlier('verification_ends_at')}`)
    await db.execute(sql`UPDATE verifications SET announced_end_at = ${earlier('announced_end_at')}`)
  }
  const listed = () => queryRows(db, sql`SELECT id FROM public_businesses_view`).then(({ length }) => length)
  const withoutMailServer = (): Platform => ({
    ...platform,
    mailer: { ...platform.mailer, send: () => Promise.reject(new JobFailedError('the mail server does not answer')) },
  })
  /** Carries out a day while mail cannot be sent; the failed jobs are given up. */
  const maintenanceWithoutMail = async () => {
    await maintainVerifications(withoutMailServer())
    const tried = emptyQueue(
      withoutMailServer(),
      [...jobHandlers, ...Object.values(mailDefinitions)].filter(({ name }) => name === 'verification.send-reminder'),
    )
    await expect(tried).rejects.toThrow('the mail server does not answer')
    await db.execute(sql`DELETE FROM pgboss.job`)
  }

  test('a member is reminded a month and a week before, and on the day, once each', async () => {
    const actor = await verified(330)
    const seen: string[][] = []
    for (const days of [330, 335, 340, 358, 360, 365, 380]) {
      await db.update(verifications).set({ verifiedAt: ago(days) })
      await maintenance()
      // The clock is moved by the row; reminders go by the year they are of.
      const mails = await queryRows<{ event: string }>(
        db,
        sql`SELECT event FROM sent_mails WHERE event LIKE ${`%${actor.userId}%`} ORDER BY event`,
      )
      seen.push(mails.map(({ event }) => event.split(':').at(-1) ?? ''))
      await emptyTables(db, 'sent_mails', 'captured_mails')
    }
    expect(seen).toEqual([[], ['month'], ['month'], ['week'], ['week'], ['day'], ['day']])
    expect(await statusOf(actor)).toBe('Verified')
  })

  test('the same reminder goes once, however often the day is done', async () => {
    await verified(335)
    expect(await maintenance()).toEqual(['Time to confirm your verification'])
    await db.execute(sql`DELETE FROM pgboss.job`)
    expect(await maintenance()).toEqual(['Time to confirm your verification'])
  })

  test('a reminder that waited is not sent once it is confirmed', async () => {
    const actor = await verified(364)
    await maintainVerifications(platform)
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(true)
    await emptyQueue(platform, [...jobHandlers, ...Object.values(mailDefinitions)])
    expect(await listCapturedMails(db, 10)).toEqual([])
    expect(await endsOf()).toEqual([null])
  })

  test('the reminder names the day of the end, after the grace, which is written once it is taken', async () => {
    const actor = await verified(340)
    expect(await endsOf()).toEqual([null])
    await maintenance()
    expect(await endsOf()).toEqual([56])
    const endsAt = (await getOwnVerification(platform, actor))?.term?.endsAt ?? new Date(0)
    const [mail] = await listCapturedMails(db, 1)
    const named = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(endsAt)
    expect(mail?.plainText.replace(/\s+/g, ' ')).toContain(`not confirmed before ${named} expires`)
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(true)
    expect(await endsOf()).toEqual([null])
  })

  test('while no mail can be sent for two months nothing ends; then each has 30 days from their reminder', async () => {
    const actors = [await verified(335), await verified(340)]
    await createBusiness(db, { profileId: actors[0]?.userId ?? null })
    for (const days of [335, 365, 395, 420, 460]) {
      await db.update(verifications).set({ verifiedAt: ago(days) })
      await maintenanceWithoutMail()
      expect([await endsOf(), await listed()]).toEqual([[null, null], 1])
    }
    expect(await maintenance()).toEqual(['Confirm your verification', 'Confirm your verification'])
    for (const days of await endsOf()) expect(days).toBeGreaterThanOrEqual(30)
    expect(await listed()).toBe(1)
  })

  test('two months without a worker change nothing: what was announced ends by the clock, and nothing else', async () => {
    const business = await createBusiness(db)
    const actor = { ...(await member()), userId: business.profileId ?? '' }
    const later = await verified(300)
    await db
      .update(verifications)
      .set({ verifiedAt: ago(340), consent: true, declarationText: 'x' })
      .where(eq(verifications.profileId, actor.userId))
    await maintenance()
    const seen = async () => [
      await statusOf(actor),
      await listed(),
      (await findProfileOf(platform, actor))?.verificationStatus,
      (await getOwnVerification(platform, actor))?.isOpen,
      await statusOf(later),
    ]
    await letDaysPass(55)
    expect(await seen()).toEqual(['Verified', 1, 'Verified', false, 'Verified'])
    await letDaysPass(2)
    const ended = ['Pending', 0, 'Pending', true, 'Verified']
    expect(await seen()).toEqual(ended)
    expect(await confirmOwnVerificationYearly(platform, actor)).toBe(false)
    // The year of the other is over, and nobody reminded them.
    await db
      .update(verifications)
      .set({ verifiedAt: ago(460) })
      .where(eq(verifications.profileId, later.userId))
    expect(await maintenance()).toContain('Your verification has expired')
    expect(await seen()).toEqual(ended)
    expect(await getOwnVerification(platform, actor)).toMatchObject({
      isDeclared: false,
      verifiedAt: null,
      isOpen: true,
    })
    const audit = await queryRows<{ actor_id: string | null; detail: object }>(
      db,
      sql`SELECT actor_id, detail FROM audit_events WHERE action = 'verification.status.changed'`,
    )
    expect(audit).toEqual([{ actor_id: null, detail: { move: 'lapse', from: 'Verified', to: 'Pending' } }])
    const before = (await listCapturedMails(db, 50)).length
    await maintenance()
    expect(await listCapturedMails(db, 50)).toHaveLength(before)
  })

  test('whoever begins again before the end is written finds it written', async () => {
    const actor = await verified(340)
    await maintenance()
    await letDaysPass(60)
    await fillVerification(platform, actor)
    expect(await submitOwnVerification(platform, actor)).toBe('submitted')
    const transitions = await queryRows<{ move: string }>(
      db,
      sql`SELECT detail->>'move' AS move FROM audit_events WHERE action = 'verification.status.changed' ORDER BY happened_at`,
    )
    expect(transitions).toEqual([{ move: 'lapse' }, { move: 'submit' }])
    expect(await maintenance()).toContain('Your verification has expired')
    expect(await statusOf(actor)).toBe('In Review')
  })

  test('at most five end within a week, unless an admin lets more', async () => {
    for (let count = 0; count < 13; count += 1) await verified(380)
    const admin = await createStaff(db, 'Admin')
    expect(await getPostponedVerificationEndsSummary(platform, admin)).toBeNull()
    await maintenance()
    const days = (await endsOf()).filter((day) => day !== null)
    expect(days).toHaveLength(13)
    for (const [number, day] of days.entries()) {
      expect(day).toBeGreaterThanOrEqual(30)
      if (number >= 5) expect(day - (days[number - 5] ?? 0)).toBeGreaterThan(7)
    }
    expect(await getPostponedVerificationEndsSummary(platform, admin)).toMatchObject({ count: 8, limit: 5 })
    await expect(allowPostponedVerificationEnds(platform, await createStaff(db, 'Reviewer'))).rejects.toThrow(
      ActionNotAllowedError,
    )
    expect(await allowPostponedVerificationEnds(platform, admin)).toBe(8)
    const together = (await endsOf()).filter((day) => day !== null)
    expect(new Set(together)).toEqual(new Set([days[0]]))
    expect(await getPostponedVerificationEndsSummary(platform, admin)).toBeNull()
    // A day's work leaves them there.
    await maintenance()
    expect((await endsOf()).filter((day) => day !== null)).toEqual(together)
  })

  test('ends that have become too many for those who are left get later days before the first comes', async () => {
    for (let count = 0; count < 7; count += 1) {
      const { userId } = await verified(370)
      await db
        .update(profiles)
        .set({ verificationEndsAt: ago(-20) })
        .where(eq(profiles.id, userId))
      await db
        .update(verifications)
        .set({ announcedEndAt: ago(-20) })
        .where(eq(verifications.profileId, userId))
    }
    await maintenance()
    expect((await endsOf()).map((day) => (day ?? 0) > 27)).toEqual([false, false, false, false, false, true, true])
  })

  test('those checked at no known time are left alone', async () => {
    const actor = await verified(1)
    await db.update(verifications).set({ verifiedAt: null })
    expect(await maintenance()).toEqual([])
    expect(await statusOf(actor)).toBe('Verified')
  })
})

describe('photographs stored as they were received', () => {
  /** A document as an older release stored it: the bytes as they came. */
  async function storedBefore(actor: Actor, bytes: Buffer, mediaType: string | null): Promise<string> {
    await uploadOwnVerificationDocument(platform, actor, documentUpload(pdf(), 'a photograph', 'other'), 'wizard')
    const [row] = await db.select().from(verificationDocuments).orderBy(desc(verificationDocuments.uploadedAt)).limit(1)
    const key = row?.fileBucketUrl ?? ''
    await storage.put('verification-documents', key, platform.vault.seal(bytes, key))
    await db
      .update(verificationDocuments)
      .set({ mediaType })
      .where(eq(verificationDocuments.id, row?.id ?? ''))
    await db.execute(sql`DELETE FROM pgboss.job`)
    return row?.id ?? ''
  }
  const keyOf = async (id: string) =>
    (await db.select().from(verificationDocuments).where(eq(verificationDocuments.id, id)))[0]?.fileBucketUrl

  test.each([
    ['image/jpeg', jpegPhotograph],
    ['image/heic', heicPhotograph],
    [null, jpegPhotograph],
  ])(
    "%s: lose their metadata, once, and the reading is written down as the system's",
    async (mediaType, photograph) => {
      const actor = await member()
      const id = await storedBefore(actor, await photograph(), mediaType)
      const before = await keyOf(id)
      await maintenance()
      await emptyQueue(platform, [])
      const after = await keyOf(id)
      expect(after).not.toBe(before)
      expect(storage.files).toEqual(new Set([`verification-documents/${after}`]))
      const read = await readVerificationDocument(platform, actor, id)
      expect([read?.type, Buffer.from(read?.bytes ?? []).includes('SampleCamera')]).toEqual(['jpg', false])
      await maintenance()
      expect(await keyOf(id)).toBe(after)
      const audits = await queryRows(
        db,
        sql`SELECT subject_id, detail FROM audit_events WHERE action = 'verification.document.read' AND actor_id IS NULL`,
      )
      expect(audits).toEqual([{ subject_id: actor.userId, detail: { document: id, purpose: 're-encode' } }])
    },
  )

  // spec: hold.1.2
  test('are to be opened anew by whoever opened them before', async () => {
    const actor = await member()
    const id = await storedBefore(actor, await jpegPhotograph(), 'image/jpeg')
    const { userId: reviewerId } = await createStaff(db)
    await db.insert(documentOpenings).values({ documentId: id, reviewerId, sentAt: new Date(), shownAt: new Date() })
    await maintenance()
    expect(await db.$count(documentOpenings)).toBe(0)
  })

  test('that do not read back stay as they are until they do', async () => {
    const actor = await member()
    const id = await storedBefore(actor, await jpegPhotograph(), 'image/jpeg')
    const before = await keyOf(id)
    const forgetful: Platform = {
      ...platform,
      storage: {
        ...platform.storage,
        read: async (bucket, key) => (key === before ? platform.storage.read(bucket, key) : null),
      },
    }
    await expect(removeDocumentPhotographMetadata(forgetful, id)).rejects.toThrow('did not read back')
    expect(await keyOf(id)).toBe(before)
    await maintenance()
    expect(await keyOf(id)).not.toBe(before)
  })

  test('that cannot be decoded stay, and stand among the failed jobs', async () => {
    const actor = await member()
    const id = await storedBefore(actor, heic(), 'image/heic')
    await maintainVerifications(platform)
    expect((await listJobs(db)).filter(({ name }) => name === 'verification.reencode-photograph')).toHaveLength(1)
    await expect(removeDocumentPhotographMetadata(platform, id)).rejects.toThrow(
      new JobFailedError(`the photograph of document ${id} cannot be decoded and keeps its metadata`, {
        forGood: true,
      }),
    )
    expect(Buffer.from((await readVerificationDocument(platform, actor, id))?.bytes ?? [])).toEqual(heic())
  })

  test('that are no photographs are left alone', async () => {
    const actor = await member()
    await fillVerification(platform, actor)
    const files = new Set(storage.files)
    await maintenance()
    expect(storage.files).toEqual(files)
  })
})

describe('a new key', () => {
  const [older, newer] = [
    { id: 'tests', key: Buffer.alloc(32, 7) },
    { id: 'newer', key: Buffer.alloc(32, 9) },
  ]

  test('has everything sealed with it, and the old one can go', async () => {
    const actor = await member()
    await fillVerification(platform, actor, { serviceNumber: 'D123456X' })
    const [id] = (await getOwnVerificationDocuments(platform, actor)).map((document) => document.id)
    await db.execute(sql`DELETE FROM pgboss.job`)
    const both = { ...platform, vault: openVault([newer, older]) }
    const filesBefore = new Set(storage.files)
    await maintenance(both)
    expect(storage.files.size).toBe(1)
    expect(storage.files).not.toEqual(filesBefore)
    const after = { ...platform, vault: openVault([newer]) }
    const read = await readVerificationDocument(after, actor, id ?? '')
    expect(Buffer.from(read?.bytes ?? [])).toEqual(pdf())
    expect(await getOwnVerificationDocuments(after, actor)).toMatchObject([{ fileName: 'paper.pdf' }])
    expect((await getOwnVerification(after, actor))?.details?.serviceNumber).toBe('••••56X')
    const again = new Set(storage.files)
    await maintenance(both)
    expect(storage.files).toEqual(again)
  })

  test('leaves the document where the store fails in the middle', async () => {
    const actor = await member()
    await fillVerification(platform, actor)
    await db.execute(sql`DELETE FROM pgboss.job`)
    storage.breakAfter(0)
    await maintenance({ ...platform, vault: openVault([newer, older]) })
    storage.breakAfter(null)
    const [document] = await getOwnVerificationDocuments(platform, actor)
    expect(await readVerificationDocument(platform, actor, document?.id ?? '')).not.toBeNull()
    expect(storage.files.size).toBe(1)
  })

  test('seals numbers that lay in the clear', async () => {
    const userId = await createOwner(db)
    await db.update(verifications).set({ serviceNumber: 'D123456X' })
    expect(openSealedMilitaryServiceNumber(platform.vault, userId, 'D123456X')).toBe('D123456X')
    await maintenance()
    const [row] = await db.select({ number: verifications.serviceNumber }).from(verifications)
    expect(row?.number).not.toContain('D123456X')
    expect(openSealedMilitaryServiceNumber(platform.vault, userId, row?.number ?? '')).toBe('D123456X')
  })

  test('that lacks an old one holds nothing else up', async () => {
    const [lost, kept] = [await createOwner(db), await createOwner(db)]
    await db
      .update(verifications)
      .set({ serviceNumber: openVault([newer]).sealText('x', 'y') })
      .where(eq(verifications.profileId, lost))
    await db.update(verifications).set({ serviceNumber: 'D1' }).where(eq(verifications.profileId, kept))
    await maintenance()
    const [row] = await db.select().from(verifications).where(eq(verifications.profileId, kept))
    expect(platform.vault.isCurrent(row?.serviceNumber ?? '')).toBe(true)
  })
})
