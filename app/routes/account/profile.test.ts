import { RouterContextProvider } from 'react-router'
import { expect } from 'vitest'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import type { Route } from './+types/profile.ts'
import { loader } from './profile.tsx'

/** What the page of a member is made of. */
async function load(userId: string, platform: Platform) {
  const context = new RouterContextProvider()
  context.set(platformContext, platform)
  context.set(requestContext, { id: 'request', nonce: '', clientIp: '192.0.2.1', publicUrl: '' })
  context.set(actorContext, async () => ({ userId, sessionId: '', email: '', role: 'Member', isStaff: false }))
  const request = new Request('http://muster.example/profile')
  const { data, init } = await loader({ request, context } as unknown as Route.LoaderArgs)
  return { data, status: init?.status ?? 200 }
}

// spec: 60.3, 185.2
test('a profile that cannot be read is said to be so, and the way to try again stands', async () => {
  const { userId } = await createMember(platform.db)
  const select = () => {
    throw new Error('the database is gone')
  }
  const broken = { ...platform, db: { ...platform.db, select } as never, log: createLog('silent') }
  expect(await load(userId, broken)).toEqual({
    data: {
      tab: 'profile',
      found: null,
      problem: {
        title: 'Error fetching profile',
        description: 'We could not load your profile. Try again in a moment.',
        bad: true,
      },
    },
    status: 503,
  })
  const { data, status } = await load(userId, platform)
  expect(status).toBe(200)
  expect(data.found?.profile.id).toBe(userId)
})
