import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, SignInRequired } from '#app/platform/.server/actor.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { countOwnDocuments } from './service.server.ts'
import { verificationDocuments } from './tables.server.ts'

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
