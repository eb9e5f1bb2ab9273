import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { getOwnBusinessWithoutPictures, updateOwnBusinessSection } from '#app/features/businesses/service.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { saveOwnProfile } from '#app/features/profile/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { ActionNotAllowedError, type Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createCase, createStaff, letApprove } from '#tests/factories/cases.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { claimVerificationCase, getVerificationCaseForReviewer } from '../decisions/case-service.server.ts'
import { revokeVerification } from '../decisions/reversal-service.server.ts'
import { decideVerificationCase } from '../decisions/service.server.ts'
import { undoOwnVerificationDecision } from '../decisions/undo-service.server.ts'
import { maintainVerifications } from '../maintenance/service.server.ts'
import { findLastVerificationDecisionOfMember } from '../queries.server.ts'
import { verificationDecisionUndoSeconds } from '../rules.ts'
import { nameChanges, verificationDecisions, verifications } from '../tables.server.ts'
import type { VerificationNameChangeFilter } from './model.ts'
import { hasVerificationNameChangeSql } from './policy.server.ts'
import { findVerificationNameChange } from './queries.server.ts'
import {
  acceptVerificationNameChange,
  getVerificationNameChangeCount,
  getVerificationNameChanges,
} from './service.server.ts'

let reviewer: Actor

test.beforeAll(async () => {
  reviewer = await createStaff(platform.db)
})

type Planted = Awaited<ReturnType<typeof plant>>

/** 'Jo Sample' of Quay Carpentry, whose verification has this status. */
async function plant(status: VerificationStatus = 'Verified') {
  const { db } = platform
  const { userId, caseId } = await createCase(db)
  const business = await createBusiness(db, { profileId: userId, name: 'Quay Carpentry' })
  await db
    .update(profiles)
    .set({ businessId: business.id, verificationStatusId: verificationStatuses.indexOf(status) + 1 })
    .where(eq(profiles.id, userId))
  const actor = actorOf(userId)
  const rename = (firstName: string, lastName: string) =>
    saveOwnProfile(platform, actor, {
      firstName,
      lastName,
      displayName: null,
      personalEmail: `${userId}@sample.example`,
      personalMobile: null,
      militaryRelationshipTypeId: 1,
    } as never)
  const renameBusiness = async (name: string) => {
    const own = await getOwnBusinessWithoutPictures(platform, actor)
    if (!own) throw new Error('there is no business')
    await updateOwnBusinessSection(platform, actor, 'basic', { ...own.values, name } as never, own.versions.basic)
  }
  const change = () => findVerificationNameChange(db, caseId)
  const link = (id: string | null) => db.update(profiles).set({ businessId: id }).where(eq(profiles.id, userId))
  /** Lists another business, as whatever creates one does. */
  const listAnother = async (name: string) => {
    const { id } = await createBusiness(db, { profileId: userId, name })
    await link(id)
    return id
  }
  const giveAway = async () => {
    const { userId: heir } = await createMember(db, {})
    await db.update(businesses).set({ profileId: heir }).where(eq(businesses.id, business.id))
    await link(null)
    return heir
  }
  const remove = (id = business.id) => db.delete(businesses).where(eq(businesses.id, id))
  const member = { userId, caseId, businessId: business.id, actor, link, change }
  return { ...member, rename, renameBusiness, listAnother, giveAway, remove }
}

/** Approves a case whose names the reviewer has seen, and gives the decision. */
async function approve({ userId, caseId, change }: Planted) {
  await letApprove(platform.db, { userId, caseId }, reviewer)
  const names = (await change())?.seen
  const approval = { verdict: 'approve', words: '', ...(names && { names }) } as const
  expect(await decideVerificationCase(platform, reviewer, caseId, approval)).toMatchObject({ outcome: 'done' })
  return (await findLastVerificationDecisionOfMember(platform.db, userId))?.id ?? ''
}

/** What the list shows of a case. */
async function listed(caseId: string, filter: VerificationNameChangeFilter = 'all', actor = reviewer) {
  const page = await getVerificationNameChanges(platform, actor, filter, { after: null, before: null })
  return page.rows.find((row) => row.caseId === caseId) ?? null
}

describe('a name that has changed since it was checked', () => {
  // spec: hold.7.7
  test.each<[string, (planted: Planted) => Promise<unknown>, object]>([
    [
      'by the form of the profile',
      ({ rename }) => rename('Max', 'Other'),
      { nameBefore: 'Jo Sample', name: 'Max Other', isMemberRenamed: true, isBusinessRenamed: false },
    ],
    [
      'by whatever writes a profile',
      ({ userId }) => platform.db.update(profiles).set({ lastName: 'Other' }).where(eq(profiles.id, userId)),
      { nameBefore: 'Jo Sample', name: 'Jo Other' },
    ],
    [
      'by the form of the business',
      ({ renameBusiness }) => renameBusiness('Harbour Gas'),
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas', isMemberRenamed: false, isBusinessRenamed: true },
    ],
    [
      'by whatever writes a business',
      ({ businessId }) =>
        platform.db.update(businesses).set({ name: 'Harbour Gas' }).where(eq(businesses.id, businessId)),
      { businessBefore: 'Quay Carpentry' },
    ],
    [
      'both, and in small steps',
      async ({ rename, renameBusiness }) => {
        for (const name of ['Joe', 'Joel', 'Noel']) await rename(name, 'Sample')
        await renameBusiness('Quay Joinery')
        await renameBusiness('Harbour Gas')
      },
      { nameBefore: 'Jo Sample', name: 'Noel Sample', businessBefore: 'Quay Carpentry', business: 'Harbour Gas' },
    ],
  ])('is shown to staff with both, and the member stays verified: %s', async (_, change, expected) => {
    const planted = await plant()
    await change(planted)
    expect(await listed(planted.caseId)).toMatchObject(expected)
    const [row] = await queryRows(
      platform.db,
      sql`SELECT id FROM public_businesses_view WHERE profile_id = ${planted.userId}`,
    )
    expect(row).toBeDefined()
  })

  // spec: hold.7.8
  test('is not one of case, spacing, punctuation or accents, nor one that was changed back or was never sent', async () => {
    const same = await plant()
    await same.rename('JÓ', 'Sam-ple')
    await same.renameBusiness('quay  carpentry.')
    expect(await listed(same.caseId)).toBeNull()
    const back = await plant()
    await back.rename('Max', 'Other')
    await back.rename('Jo', 'Sample')
    expect(await listed(back.caseId)).toBeNull()
    const draft = await plant('Pending')
    await draft.rename('Max', 'Other')
    expect(await draft.change()).toBeNull()
  })

  // spec: hold.7.9
  test('is accepted by somebody who has seen it, once, and never by the member', async () => {
    const { caseId, rename, renameBusiness, change, actor } = await plant()
    await rename('Max', 'Other')
    const seen = (await change())?.seen ?? ''
    await renameBusiness('Harbour Gas')
    expect(await acceptVerificationNameChange(platform, reviewer, { caseId, seen })).toBe('changed')
    const now = (await change())?.seen ?? ''
    await expect(
      acceptVerificationNameChange(platform, { ...actor, role: 'Reviewer', isStaff: true } as Actor, {
        caseId,
        seen: now,
      }),
    ).rejects.toThrow(ActionNotAllowedError)
    const results = await Promise.all(
      [1, 2].map(() => acceptVerificationNameChange(platform, reviewer, { caseId, seen: now })),
    )
    expect(results.sort()).toEqual(['accepted', 'changed'])
    expect(await listed(caseId)).toBeNull()
    // The new name counts as checked from now on.
    await rename('Jo', 'Sample')
    expect(await listed(caseId, 'member')).toMatchObject({ nameBefore: 'Max Other', name: 'Jo Sample' })
    expect(await listed(caseId, 'business')).toBeNull()
    expect(await getVerificationNameChangeCount(platform, reviewer)).toBeGreaterThan(0)
  })

  // spec: hold.7.10
  test('in review is shown in the case, and nobody approves one that they have not seen', async () => {
    const { userId, caseId, rename, change } = await plant('In Review')
    await claimVerificationCase(platform, reviewer, caseId)
    await rename('Max', 'Other')
    expect(await getVerificationCaseForReviewer(platform, reviewer, caseId)).toMatchObject({
      details: { names: { nameBefore: 'Jo Sample', name: 'Max Other' } },
    })
    const approve = { verdict: 'approve', words: '' } as const
    const seen = (await change())?.seen ?? ''
    expect(await decideVerificationCase(platform, reviewer, caseId, approve)).toEqual({ outcome: 'renamed' })
    await rename('Ann', 'Third')
    expect(await decideVerificationCase(platform, reviewer, caseId, { ...approve, names: seen })).toEqual({
      outcome: 'renamed',
    })
    const names = (await change())?.seen ?? ''
    await letApprove(platform.db, { userId, caseId }, reviewer)
    expect(await decideVerificationCase(platform, reviewer, caseId, { ...approve, names })).toMatchObject({
      outcome: 'done',
    })
    expect(await change()).toBeNull()
  })

  // spec: hold.7.11
  test.each<[string, (planted: Planted) => Promise<unknown>, object]>([
    ['nothing', async () => undefined, {}],
    ['a third name', ({ rename }) => rename('Ann', 'Third'), { name: 'Ann Third' }],
    [
      'another name of the business',
      ({ renameBusiness }) => renameBusiness('Harbour Gas'),
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas' },
    ],
    [
      'another business',
      async ({ giveAway, listAnother }) => {
        await giveAway()
        await listAnother('Harbour Gas')
      },
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas' },
    ],
    [
      'a suspension',
      ({ userId }) => platform.db.update(profiles).set({ suspendedAt: sql`now()` }).where(eq(profiles.id, userId)),
      {},
    ],
    ['the daily maintenance', () => maintainVerifications(platform), {}],
  ])('is a change again once its approval is undone, with %s in the meantime', async (_, meanwhile, expected) => {
    const planted = await plant('In Review')
    const { rename, change } = planted
    await rename('Max', 'Other')
    const decisionId = await approve(planted)
    expect(await change()).toBeNull()
    await meanwhile(planted)
    expect(await undoOwnVerificationDecision(platform, reviewer, decisionId)).toMatchObject({ outcome: 'done' })
    expect(await change()).toMatchObject({ nameBefore: 'Jo Sample', name: 'Max Other', ...expected })
  })

  test('is compared with what was approved last, whatever was approved, undone, rejected or revoked before', async () => {
    const planted = await plant('In Review')
    const { userId, caseId, rename, change } = planted
    const { db } = platform
    const again = () =>
      db.transaction(async (transaction) => {
        await transaction.update(profiles).set({ verificationStatusId: 2 }).where(eq(profiles.id, userId))
        await transaction.update(verifications).set({ queuedAt: sql`now()` }).where(eq(verifications.id, caseId))
      })
    await rename('Max', 'Other')
    await approve(planted)
    await rename('Jo', 'Sample')
    expect(await change()).toMatchObject({ nameBefore: 'Max Other', name: 'Jo Sample' })
    await again()
    await letApprove(db, planted, reviewer)
    await decideVerificationCase(platform, reviewer, caseId, { verdict: 'reject', reason: 'unreadable', words: '' })
    await undoOwnVerificationDecision(
      platform,
      reviewer,
      (await findLastVerificationDecisionOfMember(db, userId))?.id ?? '',
    )
    expect(await change()).toMatchObject({ nameBefore: 'Max Other', name: 'Jo Sample' })
    await undoOwnVerificationDecision(platform, reviewer, await approve(planted))
    expect(await change()).toMatchObject({ nameBefore: 'Max Other', name: 'Jo Sample' })
    const decisionId = await approve(planted)
    const admin = await createStaff(db, 'Admin')
    await revokeVerification(platform, admin, caseId, { words: 'No.', last: decisionId })
    expect(await undoOwnVerificationDecision(platform, reviewer, decisionId)).toMatchObject({ outcome: 'changed' })
    expect(await change()).toBeNull()
    await rename('Ann', 'Third')
    expect(await change()).toMatchObject({ nameBefore: 'Jo Sample', name: 'Ann Third' })
  })

  test('is forgotten once its approval can no longer be undone', async () => {
    const planted = await plant('In Review')
    await planted.rename('Max', 'Other')
    await planted.renameBusiness('Harbour Gas')
    await approve(planted)
    const row = async () =>
      (await platform.db.select().from(nameChanges).where(eq(nameChanges.verificationId, planted.caseId)))[0]
    await maintainVerifications(platform)
    expect(await row()).toMatchObject({ earlierName: 'Jo Sample', earlierBusinessName: 'Quay Carpentry' })
    await platform.db
      .update(verifications)
      .set({ verifiedAt: sql`now() - make_interval(secs => ${verificationDecisionUndoSeconds + 1})` })
      .where(eq(verifications.id, planted.caseId))
    await maintainVerifications(platform)
    expect(await row()).toMatchObject({ name: 'Max Other', earlierName: null, earlierBusinessName: null })
  })

  // spec: hold.7.12
  test.each<[string, (planted: Planted) => Promise<unknown>, object | null]>([
    [
      'deleted, and another listed',
      async ({ remove, listAnother }) => {
        await remove()
        await listAnother('Harbour Gas')
      },
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas', isBusinessRenamed: true, isMemberRenamed: false },
    ],
    [
      'given away, and another listed',
      async ({ giveAway, listAnother }) => {
        await giveAway()
        await listAnother('Harbour Gas')
      },
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas' },
    ],
    [
      'renamed, given away, and another listed and renamed',
      async ({ renameBusiness, giveAway, listAnother }) => {
        await renameBusiness('Quay Joinery')
        await giveAway()
        const id = await listAnother('Harbour Gas')
        await platform.db.update(businesses).set({ name: 'Harbour Oil' }).where(eq(businesses.id, id))
      },
      { businessBefore: 'Quay Carpentry', business: 'Harbour Oil' },
    ],
    [
      'deleted, and another taken on',
      async ({ remove, userId, link }) => {
        await remove()
        const { id } = await createBusiness(platform.db, { name: 'Harbour Gas' })
        await platform.db.update(businesses).set({ profileId: userId }).where(eq(businesses.id, id))
        await link(id)
      },
      { businessBefore: 'Quay Carpentry', business: 'Harbour Gas' },
    ],
    ['deleted', ({ remove }) => remove(), null],
    ['given away', ({ giveAway }) => giveAway(), null],
    [
      'deleted, and listed again under the same name',
      async ({ remove, listAnother }) => {
        await remove()
        await listAnother('QUAY carpentry.')
      },
      null,
    ],
    [
      'given away and back',
      async ({ giveAway, userId, businessId, link }) => {
        await giveAway()
        await platform.db.update(businesses).set({ profileId: userId }).where(eq(businesses.id, businessId))
        await link(businessId)
      },
      null,
    ],
    [
      'one of two that they have, which is not the one that was checked',
      async ({ userId, remove }) => {
        const { id } = await createBusiness(platform.db, { profileId: userId, name: 'Harbour Gas' })
        await platform.db.update(businesses).set({ name: 'Harbour Oil' }).where(eq(businesses.id, id))
        await remove(id)
      },
      null,
    ],
  ])('of a business counts where the owner gets another: %s', async (_, act, expected) => {
    const planted = await plant()
    await act(planted)
    const found = await listed(planted.caseId)
    if (expected) expect(found).toMatchObject(expected)
    else expect(found).toBeNull()
  })

  test('of a business is of the day on which the other is there', async () => {
    const { caseId, remove, listAnother } = await plant()
    await remove()
    const longAgo = new Date('2020-01-01')
    await platform.db.update(nameChanges).set({ changedAt: longAgo }).where(eq(nameChanges.verificationId, caseId))
    await listAnother('Harbour Gas')
    expect((await listed(caseId))?.changedAt.getTime()).toBeGreaterThan(longAgo.getTime())
  })

  test('of a business is that of nobody who had none, who takes it on, or whose account is deleted', async () => {
    const { db } = platform
    const planted = await plant()
    const none = await plant()
    await none.remove()
    await db.delete(nameChanges).where(eq(nameChanges.verificationId, none.caseId))
    await none.listAnother('Harbour Gas')
    expect(await none.change()).toBeNull()
    await db.update(businesses).set({ profileId: null }).where(eq(businesses.profileId, none.userId))
    await db.execute(sql`DELETE FROM name_changes WHERE verification_id = ${none.caseId}`)
    await db.update(businesses).set({ profileId: none.userId }).where(eq(businesses.id, planted.businessId))
    await none.link(planted.businessId)
    expect(await none.change()).toBeNull()
    await db.execute(sql`DELETE FROM users WHERE id IN (${planted.userId}, ${none.userId})`)
    for (const { caseId } of [planted, none])
      expect(await db.$count(nameChanges, eq(nameChanges.verificationId, caseId))).toBe(0)
  })

  test('is none of what others see of a member', async () => {
    const { userId, caseId } = await plant()
    for (const displayName of ['Max Other', null]) {
      await platform.db.update(profiles).set({ displayName }).where(eq(profiles.id, userId))
      expect(await listed(caseId)).toBeNull()
    }
  })

  // spec: hold.7.13
  test.each<[string, (planted: Planted) => Promise<unknown>, boolean]>([
    ['renamed', ({ rename }) => rename('Max', 'Other'), true],
    ['renamed business', ({ renameBusiness }) => renameBusiness('Harbour Gas'), true],
    [
      'changed back',
      async ({ rename, renameBusiness }) => {
        for (const [first, name] of [
          ['Max', 'Harbour Gas'],
          ['Jo', 'Quay Carpentry'],
        ] as const) {
          await rename(first, 'Sample')
          await renameBusiness(name)
        }
      },
      false,
    ],
    ['a business that is gone', ({ remove }) => remove(), false],
  ])('has one meaning for the queue, the list, its number and the case: %s', async (_, act, isChange) => {
    const planted = await plant('In Review')
    await act(planted)
    const [queued] = await platform.db
      .select({ hasNewName: hasVerificationNameChangeSql })
      .from(verifications)
      .innerJoin(profiles, eq(profiles.id, verifications.profileId))
      .where(eq(verifications.id, planted.caseId))
    const before = await getVerificationNameChangeCount(platform, reviewer)
    expect(queued).toEqual({ hasNewName: isChange })
    expect((await planted.change()) !== null).toBe(isChange)
    await platform.db.update(profiles).set({ verificationStatusId: 3 }).where(eq(profiles.id, planted.userId))
    expect((await listed(planted.caseId)) !== null).toBe(isChange)
    expect((await getVerificationNameChangeCount(platform, reviewer)) - before).toBe(isChange ? 1 : 0)
  })

  test('in review is left to whoever decides the case', async () => {
    const { caseId, rename, change } = await plant('In Review')
    await rename('Max', 'Other')
    const seen = (await change())?.seen ?? ''
    expect(await acceptVerificationNameChange(platform, reviewer, { caseId, seen })).toBe('changed')
    expect(await change()).toMatchObject({ nameBefore: 'Jo Sample' })
  })

  test('is kept where the verification was decided before and has not been sent again', async () => {
    const { userId, rename, change } = await plant('Pending')
    await platform.db
      .insert(verificationDecisions)
      .values({ profileId: userId, decision: 'approved', submittedAt: new Date() })
    await rename('Max', 'Other')
    expect(await change()).toMatchObject({ nameBefore: 'Jo Sample', name: 'Max Other' })
  })

  test('goes with the verification', async () => {
    const { caseId, rename, change, userId } = await plant()
    await rename('Max', 'Other')
    expect(await change()).not.toBeNull()
    await platform.db.execute(sql`DELETE FROM verifications WHERE profile_id = ${userId}`)
    expect(await platform.db.$count(nameChanges, eq(nameChanges.verificationId, caseId))).toBe(0)
  })
})
