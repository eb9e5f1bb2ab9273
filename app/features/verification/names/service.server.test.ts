import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getOwnDetails, updateSection } from '#app/features/businesses/service.server.ts'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { updateProfile } from '#app/features/profile/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import type { VerificationStatus } from '#app/features/reference/rules.ts'
import { verificationStatuses } from '#app/features/reference/rules.ts'
import { type Actor, NotAllowed } from '#app/platform/.server/actor.ts'
import { selectRows } from '#app/platform/.server/database.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createCase, createStaff, letApprove } from '#tests/factories/cases.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { claimCase, decideCase, getCase } from '../decisions/service.server.ts'
import { nameChanges, verificationDecisions } from '../tables.server.ts'
import { findNameChange } from './queries.server.ts'
import type { NameFilter } from './schema.ts'
import { acceptNames, getNameChangeCount, getNameChanges } from './service.server.ts'

let open: OpenPlatform
let platform: Platform
let reviewer: Actor

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
  reviewer = await createStaff(platform.db)
})
afterAll(() => open.close())

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
    updateProfile(platform, actor, {
      firstName,
      lastName,
      displayName: null,
      personalEmail: `${userId}@sample.example`,
      personalMobile: null,
      militaryRelationshipTypeId: 1,
    } as never)
  const renameBusiness = async (name: string) => {
    const own = await getOwnDetails(platform, actor)
    if (!own) throw new Error('there is no business')
    await updateSection(platform, actor, 'basic', { ...own.values, name } as never, own.versions.basic)
  }
  const change = () => findNameChange(db, caseId)
  return { userId, caseId, businessId: business.id, actor, rename, renameBusiness, change }
}

/** What the list shows of a case. */
async function listed(caseId: string, filter: NameFilter = 'all', actor = reviewer) {
  const page = await getNameChanges(platform, actor, filter, { after: null, before: null })
  return page.rows.find((row) => row.caseId === caseId) ?? null
}

type Planted = Awaited<ReturnType<typeof plant>>

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
    const [row] = await selectRows(
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
    expect(await acceptNames(platform, reviewer, { caseId, seen })).toBe('changed')
    const now = (await change())?.seen ?? ''
    await expect(
      acceptNames(platform, { ...actor, role: 'Reviewer', isStaff: true } as Actor, { caseId, seen: now }),
    ).rejects.toThrow(NotAllowed)
    const results = await Promise.all([1, 2].map(() => acceptNames(platform, reviewer, { caseId, seen: now })))
    expect(results.sort()).toEqual(['accepted', 'changed'])
    expect(await listed(caseId)).toBeNull()
    // The new name counts as checked from now on.
    await rename('Jo', 'Sample')
    expect(await listed(caseId, 'member')).toMatchObject({ nameBefore: 'Max Other', name: 'Jo Sample' })
    expect(await listed(caseId, 'business')).toBeNull()
    expect(await getNameChangeCount(platform, reviewer)).toBeGreaterThan(0)
  })

  // spec: hold.7.10
  test('in review is shown in the case, and nobody approves one that they have not seen', async () => {
    const { userId, caseId, rename, change } = await plant('In Review')
    await claimCase(platform, reviewer, caseId)
    await rename('Max', 'Other')
    expect(await getCase(platform, reviewer, caseId)).toMatchObject({
      details: { names: { nameBefore: 'Jo Sample', name: 'Max Other' } },
    })
    const approve = { verdict: 'approve', words: '' } as const
    const seen = (await change())?.seen ?? ''
    expect(await decideCase(platform, reviewer, caseId, approve)).toEqual({ outcome: 'renamed' })
    await rename('Ann', 'Third')
    expect(await decideCase(platform, reviewer, caseId, { ...approve, names: seen })).toEqual({ outcome: 'renamed' })
    const names = (await change())?.seen ?? ''
    await letApprove(platform.db, { userId, caseId }, reviewer)
    expect(await decideCase(platform, reviewer, caseId, { ...approve, names })).toMatchObject({ outcome: 'done' })
    expect(await change()).toBeNull()
  })

  test('in review is left to whoever decides the case', async () => {
    const { caseId, rename, change } = await plant('In Review')
    await rename('Max', 'Other')
    const seen = (await change())?.seen ?? ''
    expect(await acceptNames(platform, reviewer, { caseId, seen })).toBe('changed')
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
