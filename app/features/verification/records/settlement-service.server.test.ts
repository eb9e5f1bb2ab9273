import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { profiles } from '#app/features/profile/tables.server.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import { ActionNotAllowedError, type Actor } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness, type createRecord } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { platform, test } from '#tests/platform-test.ts'
import { describeVerificationBasis, nonDocumentEvidenceKinds } from '../basis-rules.ts'
import { getBusinessChecks } from '../facts/checks-service.server.ts'
import {
  documentOpenings,
  verificationDocuments,
  verificationExclusions,
  verificationRecords,
  verifications,
} from '../tables.server.ts'
import { nonDocumentEvidenceSchema, retroactiveVerificationBasisSchema } from './form-schema.ts'
import { retroactiveVerificationBases } from './model.ts'
import { endVerificationBasisRecordOfMember } from './service.server.ts'
import {
  addRetroactiveVerificationBasis,
  confirmRetroactiveVerificationBasis,
  getVerificationsWithoutBasisRecord,
  getVerificationWithoutBasisRecord,
  getVerificationWithoutBasisRecordCounts,
  withdrawRetroactiveVerificationBasis,
} from './settlement-service.server.ts'

beforeEach(async () => {
  await emptyTables(platform.db, 'users', 'businesses')
  platform.totalsCache.clear()
})

const page = { after: null, before: null }
const seen = { seen: 'video-call' as const, note: 'They showed me their card.' }

/** A listed business whose verification has no record, or this one. */
async function plant(basis: Parameters<typeof createRecord>[2] | null = null) {
  const business = await createBusiness(platform.db, { owner: { basis } })
  const ownerId = business.profileId ?? ''
  const [row] = await platform.db.select().from(verifications).where(eq(verifications.profileId, ownerId))
  return { slug: business.businessSlug, ownerId, caseId: row?.id ?? '' }
}

/** The record that waits, as the page shows it; none where there is none. */
const shownRecord = async (caseId: string) => {
  const [row] = await platform.db
    .select({ id: verificationRecords.id })
    .from(verificationRecords)
    .innerJoin(verifications, eq(verifications.profileId, verificationRecords.profileId))
    .where(and(eq(verifications.id, caseId), isNull(verificationRecords.endedAt)))
  return row?.id ?? ''
}
const confirm = async (actor: Actor | null, caseId: string) =>
  confirmRetroactiveVerificationBasis(platform, actor, caseId, await shownRecord(caseId))
const takeBack = async (actor: Actor | null, caseId: string) =>
  withdrawRetroactiveVerificationBasis(platform, actor, caseId, await shownRecord(caseId))

const listedIds = async (actor: Actor) =>
  (await getVerificationsWithoutBasisRecord(platform, actor, page)).rows.map(({ id }) => id)
const basisOf = async (slug: string) => (await getBusinessChecks(platform, null, slug))?.relationship?.basis
const actionsOf = async (ownerId: string) =>
  (await platform.db.select().from(auditEvents).where(eq(auditEvents.subjectId, ownerId))).map(({ action }) => action)

// spec: hold.1.36
test('admins have a list of the verifications without a record, with their number; all of them are listed', async () => {
  const admin = await createStaff(platform.db, 'Admin')
  const planted = [await plant(), await plant()]
  for (const basis of ['documents', 'import', 'sample', 'in-person'] as const) await plant(basis)
  expect((await listedIds(admin)).toSorted()).toEqual(planted.map(({ caseId }) => caseId).toSorted())
  expect(await getVerificationWithoutBasisRecordCounts(platform, admin)).toEqual({ missing: 2, waiting: 0 })
  for (const { slug } of planted) expect(await basisOf(slug)).toBe(describeVerificationBasis(null))
})

test('whoever is not verified any more is not in it', async () => {
  const admin = await createStaff(platform.db, 'Admin')
  const { ownerId, caseId } = await plant()
  await platform.db
    .update(profiles)
    .set({ verificationEndsAt: sql`now() - interval '1 minute'` })
    .where(eq(profiles.id, ownerId))
  expect(await listedIds(admin)).toEqual([])
  expect(await addRetroactiveVerificationBasis(platform, admin, caseId, seen)).toBe('changed')
})

test('is in pages', async () => {
  const admin = await createStaff(platform.db, 'Admin')
  for (let number = 0; number < 26; number += 1) await plant()
  const first = await getVerificationsWithoutBasisRecord(platform, admin, page)
  const second = await getVerificationsWithoutBasisRecord(platform, admin, { after: first.next, before: null })
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(26)
})

describe('a record of what was seen instead', () => {
  // spec: hold.1.37
  test('waits for a second person, who confirms it; the page then says it', async () => {
    const [admin, reviewer] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db)]
    const { slug, ownerId, caseId } = await plant()
    expect(await listedIds(reviewer)).toEqual([])
    expect(await getVerificationWithoutBasisRecord(platform, reviewer, caseId)).toBeNull()
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, seen)).toBe('waiting')
    expect(await basisOf(slug)).toBe(describeVerificationBasis(null))
    expect(await getVerificationWithoutBasisRecord(platform, admin, caseId)).toMatchObject({
      canRecord: false,
      canConfirm: false,
    })
    expect(await confirm(admin, caseId)).toBe('excluded')
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, seen)).toBe('changed')
    expect(await listedIds(reviewer)).toEqual([caseId])
    expect(await getVerificationWithoutBasisRecord(platform, reviewer, caseId)).toMatchObject({
      canRecord: false,
      canConfirm: true,
      waiting: { basis: 'video-call', words: seen.note, by: 'Robin Admin' },
    })
    expect(await confirm(reviewer, caseId)).toBe('confirmed')
    expect(await confirm(reviewer, caseId)).toBe('changed')
    expect(await basisOf(slug)).toBe(describeVerificationBasis({ basis: 'video-call', isConfirmedAlone: false }))
    expect(await listedIds(admin)).toEqual([])
    expect((await actionsOf(ownerId)).toSorted()).toEqual(['verification.record.added', 'verification.record.settled'])
  })

  test('is confirmed alone by the only one there is, and everything says so', async () => {
    const admin = await createStaff(platform.db, 'Admin')
    const { slug, ownerId, caseId } = await plant()
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, seen)).toBe('alone')
    expect(await getVerificationWithoutBasisRecord(platform, admin, caseId)).toMatchObject({ canConfirm: 'alone' })
    expect(await confirm(admin, caseId)).toBe('confirmed')
    expect(await basisOf(slug)).toMatch(/, seen by one member of staff$/)
    expect(await actionsOf(ownerId)).toContain('verification.record.settled-alone')
  })

  test('is taken back by who wrote it, or not confirmed, and the verification is in the list again', async () => {
    const [admin, reviewer] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db)]
    const { slug, caseId } = await plant()
    for (const person of [admin, reviewer]) {
      await addRetroactiveVerificationBasis(platform, admin, caseId, seen)
      expect(await takeBack(person, caseId)).toBe('taken-back')
      expect(await confirm(reviewer, caseId)).toBe('changed')
      expect(await listedIds(admin)).toEqual([caseId])
      expect(await basisOf(slug)).toBe(describeVerificationBasis(null))
    }
  })

  // spec: hold.1.10
  test('that is not the one on the page is neither confirmed nor ended', async () => {
    const [admin, reviewer] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db)]
    const { caseId } = await plant()
    await addRetroactiveVerificationBasis(platform, admin, caseId, seen)
    const first = await shownRecord(caseId)
    expect(await getVerificationWithoutBasisRecord(platform, reviewer, caseId)).toMatchObject({
      waiting: { id: first },
    })
    await takeBack(admin, caseId)
    await addRetroactiveVerificationBasis(platform, admin, caseId, { ...seen, seen: 'in-person' })
    for (const id of [first, '', 'no id']) {
      expect(await confirmRetroactiveVerificationBasis(platform, reviewer, caseId, id)).toBe('changed')
      expect(await withdrawRetroactiveVerificationBasis(platform, reviewer, caseId, id)).toBe('changed')
    }
    expect(await confirm(reviewer, caseId)).toBe('confirmed')
  })

  // spec: hold.1.37
  test('that somebody else wrote is not seen by one alone, though only one is left to confirm it', async () => {
    const [admin, other] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db, 'Admin')]
    const { slug, ownerId, caseId } = await plant()
    await addRetroactiveVerificationBasis(platform, admin, caseId, seen)
    // The other one decided it before, so nobody is without a part in it.
    await platform.db.insert(verificationExclusions).values({ verificationId: caseId, reviewerId: other.userId })
    expect(await confirm(other, caseId)).toBe('confirmed')
    expect(await basisOf(slug)).toBe(describeVerificationBasis({ basis: 'video-call', isConfirmedAlone: false }))
    expect((await actionsOf(ownerId)).toSorted()).toEqual([
      'verification.decided-alone',
      'verification.record.added',
      'verification.record.settled',
    ])
  })

  test('is confirmed once by two at the same time, and by nobody once the verification has ended', async () => {
    const admin = await createStaff(platform.db, 'Admin')
    const others = [await createStaff(platform.db), await createStaff(platform.db)]
    const { caseId } = await plant()
    await addRetroactiveVerificationBasis(platform, admin, caseId, seen)
    const results = await Promise.all(others.map((person) => confirm(person, caseId)))
    expect(results.toSorted()).toEqual(['changed', 'confirmed'])
    const another = await plant()
    await addRetroactiveVerificationBasis(platform, admin, another.caseId, seen)
    await endVerificationBasisRecordOfMember(platform.db, another.ownerId)
    expect(await Promise.all(others.map((person) => confirm(person, another.caseId)))).toEqual(['changed', 'changed'])
  })

  test('needs a note that can be read, and nothing else counts as seen', () => {
    const takes = (
      schema: typeof retroactiveVerificationBasisSchema | typeof nonDocumentEvidenceSchema,
      seen: unknown,
      note: unknown,
    ) => schema.safeParse({ seen, note }).success
    const schemas = [
      [retroactiveVerificationBasisSchema, retroactiveVerificationBases],
      [nonDocumentEvidenceSchema, nonDocumentEvidenceKinds],
    ] as const
    for (const [schema, accepted] of schemas) {
      for (const each of accepted) {
        for (const note of ['', ' \n ', '\u200b\u2060', undefined])
          expect(takes(schema, each, note)).toBe(each === 'documents')
        expect(takes(schema, each, 'x'.repeat(5_000))).toBe(false)
        expect(takes(schema, each, 'On Monday')).toBe(true)
      }
      for (const each of ['telephone', 'import', 'sample', '', ' video-call', ['video-call'], undefined]) {
        expect(takes(schema, each, 'On Monday')).toBe(false)
      }
    }
    expect(takes(retroactiveVerificationBasisSchema, 'appeal-upheld', 'On Monday')).toBe(false)
    expect(takes(nonDocumentEvidenceSchema, 'documents', 'On Monday')).toBe(false)
  })
})

describe('documents that are still stored', () => {
  // spec: hold.1.38
  test('settle it where the admin opened each of them, without a second person', async () => {
    const admin = await createStaff(platform.db, 'Admin')
    const { slug, ownerId, caseId } = await plant()
    const form = { seen: 'documents' as const, note: '' }
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, form)).toBe('unopened')
    const papers = await platform.db
      .insert(verificationDocuments)
      .values(['a', 'b'].map((key) => ({ profileId: ownerId, fileBucketUrl: key })))
      .returning({ id: verificationDocuments.id })
    const [first, second] = papers.map(({ id }) => id)
    const now = new Date()
    const opened = (documentId = '', shownAt: Date | null = now) => ({
      documentId,
      reviewerId: admin.userId,
      sentAt: now,
      shownAt,
    })
    await platform.db.insert(documentOpenings).values([opened(first), opened(second, null)])
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, form)).toBe('unopened')
    await platform.db.update(documentOpenings).set({ shownAt: now })
    expect(await addRetroactiveVerificationBasis(platform, admin, caseId, form)).toBe('settled')
    expect(await basisOf(slug)).toBe(describeVerificationBasis({ basis: 'documents', isConfirmedAlone: false }))
    expect(await platform.db.$count(verificationRecords, eq(verificationRecords.profileId, ownerId))).toBe(1)
  })
})

test('admins alone write records, staff alone confirm them, and nobody about themselves', async () => {
  const [admin, reviewer] = [await createStaff(platform.db, 'Admin'), await createStaff(platform.db)]
  const { ownerId, caseId } = await plant()
  for (const actor of [null, actorOf(ownerId), reviewer]) {
    await expect(addRetroactiveVerificationBasis(platform, actor, caseId, seen)).rejects.toThrow()
  }
  await addRetroactiveVerificationBasis(platform, admin, caseId, seen)
  for (const actor of [null, actorOf(ownerId)]) {
    await expect(confirm(actor, caseId)).rejects.toThrow()
    await expect(takeBack(actor, caseId)).rejects.toThrow()
    await expect(getVerificationsWithoutBasisRecord(platform, actor, page)).rejects.toThrow()
    await expect(getVerificationWithoutBasisRecordCounts(platform, actor)).rejects.toThrow()
    await expect(getVerificationWithoutBasisRecord(platform, actor, caseId)).rejects.toThrow()
  }
  const own: Actor = { ...reviewer, userId: ownerId }
  await expect(confirm(own, caseId)).rejects.toThrow(ActionNotAllowedError)
  expect(await getVerificationWithoutBasisRecord(platform, own, caseId)).toBeNull()
  for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000']) {
    expect(await addRetroactiveVerificationBasis(platform, admin, id, seen)).toBe('changed')
    expect(await getVerificationWithoutBasisRecord(platform, admin, id)).toBeNull()
  }
})
