import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, SignInRequired } from '#app/platform/.server/actor.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { getOwnPodcast } from './service.server.ts'

let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
})
afterAll(() => open.close())

const actorOf = (userId: string): Actor => ({ userId, sessionId: 's', email: 'e', role: 'Member', isStaff: false })

test('asks who it is', () => {
  expect(() => getOwnPodcast(platform, null)).toThrow(SignInRequired)
})

test('gives the actor their own podcast, and nobody else it', async () => {
  const host = await createOwner(platform.db)
  await createPodcast(platform.db, host, { isActive: false })
  expect(await getOwnPodcast(platform, actorOf(host))).toEqual({ title: 'Out of step', isActive: false })
  expect(await getOwnPodcast(platform, actorOf(await createOwner(platform.db)))).toBeNull()
})
