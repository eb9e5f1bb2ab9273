import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, SignInRequired } from '#app/platform/.server/actor.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { countOwnDocuments, getOwnDocuments, getServiceDetails } from './service.server.ts'
import { verificationDocuments, verifications } from './tables.server.ts'

let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
})
afterAll(() => open.close())

const actorOf = (userId: string): Actor => ({ userId, sessionId: 's', email: 'e', role: 'Member', isStaff: false })

test('asks whose documents are to be counted', async () => {
  await expect(countOwnDocuments(platform, null)).rejects.toThrow(SignInRequired)
})

test("counts the actor's own documents alone", async () => {
  const [one, other] = [await createOwner(platform.db), await createOwner(platform.db)]
  await platform.db.insert(verificationDocuments).values([
    { profileId: one, fileBucketUrl: `${one}/1.pdf` },
    { profileId: one, fileBucketUrl: `${one}/2.pdf` },
    { profileId: other, fileBucketUrl: `${other}/1.pdf` },
  ])
  expect(await countOwnDocuments(platform, actorOf(one))).toBe(2)
  expect(await countOwnDocuments(platform, actorOf(other))).toBe(1)
  expect(await countOwnDocuments(platform, actorOf(await createOwner(platform.db)))).toBe(0)
})

test("lists the actor's own documents alone, the newest first", async () => {
  const [one, other] = [await createOwner(platform.db), await createOwner(platform.db)]
  const sent = (profileId: string, day: string) => ({
    profileId,
    fileBucketUrl: `${profileId}/${day}.pdf`,
    uploadedAt: new Date(`2026-01-${day}T12:00:00Z`),
  })
  await platform.db
    .insert(verificationDocuments)
    .values([sent(one, '02'), sent(one, '03'), sent(one, '01'), sent(other, '04')])
  const days = (await getOwnDocuments(platform, actorOf(one))).map(({ uploadedAt }) => uploadedAt.getUTCDate())
  expect(days).toEqual([3, 2, 1])
  await expect(getOwnDocuments(platform, null)).rejects.toThrow(SignInRequired)
})

test('gives the actor what they have said of their own service, and nothing where nothing is saved', async () => {
  const [one, other] = [await createMember(platform.db), await createMember(platform.db)]
  await platform.db.insert(verifications).values({
    profileId: one.userId,
    militaryRelationshipTypeId: 1,
    serviceBranchId: 1,
    serviceNumber: 'D123456X',
  })
  expect(await getServiceDetails(platform, actorOf(one.userId))).toEqual({
    relationshipType: 'Veteran',
    serviceBranch: 'Royal Navy',
    serviceNumber: 'D123456X',
    serviceDescription: null,
  })
  expect(await getServiceDetails(platform, actorOf(other.userId))).toBeNull()
  await expect(getServiceDetails(platform, null)).rejects.toThrow(SignInRequired)
})
