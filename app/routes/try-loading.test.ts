import { sql } from 'drizzle-orm'
import type { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  discardOwnBusinessDraft,
  getOwnBusinessDraftName,
  saveOwnBusinessDraftStep,
  savePendingBusinessStep,
} from '#app/features/businesses/draft-service.server.ts'
import { ownBusinessToasts } from '#app/features/businesses/model.ts'
import { ownVerificationToasts } from '#app/features/verification/model.ts'
import { savePendingMilitaryServiceOfVisitor } from '#app/features/verification/service.server.ts'
import { parseFlashCookie, serializePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import { actorContext } from '#app/platform/.server/http/request-context.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import type { Platform, PlatformHandle } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import routes from '#app/routes.ts'
import { contextFor } from '#tests/call-route.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification } from '#tests/factories/verifications.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { listRoutes, loadRoute } from '#tests/server-build.ts'
import { type SiteArea, siteAreaRouteId, siteAreas } from './areas.ts'

let open: PlatformHandle
let actor: Actor
beforeAll(async () => {
  open = await openTestPlatform({ log: createLog('silent') })
  actor = actorOf((await createMember(open.platform.db)).userId)
  await saveOwnBusinessDraftStep(open.platform, actor, 'profile', { name: 'Fern Bakery' }, 'contact')
  await fillVerification(open.platform, actor)
})
afterAll(() => open.close())

type Answer = Response | { data?: unknown; init?: ResponseInit | null }

async function load(path: string, platform: Platform = open.platform, cookie = ''): Promise<Answer> {
  const request = new Request(`http://muster.example${path}`, { headers: { cookie } })
  const context = contextFor(platform, request) as RouterContextProvider
  context.set(actorContext, async () => actor)
  const { pathname } = new URL(request.url)
  const route = listRoutes().find(({ pattern }) => `/${pattern}` === pathname)
  const { loader } = (await loadRoute(route ?? { file: '' })) as { loader: (args: object) => Promise<Answer> }
  return loader({ request, context, params: {} }).catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown
    return thrown as Answer
  })
}

/** The platform with a database that answers so many times, and whether it was asked more often. */
function cutAfter(times: number): { platform: Platform; wasCut: () => boolean } {
  let asked = 0
  const db = new Proxy(open.platform.db, {
    get: (target, name) => {
      asked += 1
      if (asked > times) throw new Error('the database is gone')
      const found = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })
  return { platform: { ...open.platform, db }, wasCut: () => asked > times }
}

/** A cookie that names what was filled in before signing in. */
async function pendingCookie(kind: 'business' | 'verification'): Promise<string> {
  const save = { business: savePendingBusinessStep, verification: savePendingMilitaryServiceOfVisitor }[kind]
  const saved = await save(open.platform, '192.0.2.1', { name: 'Fern Bakery' } as never)
  return serializePendingFormTokenCookie(kind, 'token' in saved ? saved.token : '', { secure: false })
}

// spec: world.3.5
test.each([
  ['/dashboard'],
  ['/business-onboarding?step=profile'],
  ['/business-onboarding?step=review'],
  ['/business-onboarding?step=profile', 'business'],
  ['/verification?step=documents'],
  ['/verification', 'verification'],
  ['/my-business'],
  ['/my-podcast'],
  ['/profile'],
  ['/profile?tab=verification'],
  ['/profile?tab=settings'],
  ['/profile?tab=security'],
] as const)(
  'what cannot be loaded is said on its own page: %s %s, whatever of it fails',
  async (path, kind = undefined) => {
    const cookie = kind && (await pendingCookie(kind))
    for (let times = 0; ; times += 1) {
      const { platform, wasCut } = cutAfter(times)
      const answer = await load(path, platform, cookie)
      if (!wasCut()) return expect(times).toBeGreaterThan(0)
      if (answer instanceof Response) continue
      const isTold = (answer.init?.status ?? 200) === 503 || JSON.stringify(answer.data).includes('"bad":true')
      expect(isTold, `${times}`).toBe(true)
    }
  },
)

// spec: world.3.5
test('so is what was filled in before signing in, where no key opens it', async () => {
  for (const [path, kind, message] of [
    ['/business-onboarding?step=profile', 'business', ownBusinessToasts.notClaimed],
    ['/verification', 'verification', ownVerificationToasts.notClaimed],
  ] as const) {
    const cookie = await pendingCookie(kind)
    await open.platform.db.execute(sql`UPDATE held_business_steps SET fields = '{"sealed":"of another key"}'`)
    const answer = (await load(path, open.platform, cookie)) as Response
    expect(answer.headers.get('Location')).toBe(path)
    expect(await parseFlashCookie(answer.headers.getSetCookie().join('; '))).toEqual(message)
  }
})
// spec: world.3.5
test('whatever else a screen throws is shown on our own page', async () => {
  const files = Object.keys(siteAreas).map(
    (area) => routes.find(({ id }) => id === siteAreaRouteId(area as SiteArea))?.file ?? '',
  )
  for (const file of ['root.tsx', ...files]) expect(await loadRoute({ file }), file).toHaveProperty('ErrorBoundary')
})

// spec: world.3.5
test('a draft of another shape is shown as far as it can be read, saved and discarded', async () => {
  const { db } = open.platform
  await db.execute(
    sql`UPDATE business_drafts SET step = 'pictures', data = '{"profile":{"name":12,"old":[1]},"contact":"gone"}'`,
  )
  expect(await getOwnBusinessDraftName(open.platform, actor)).toBe('12')
  const { headers } = (await load('/business-onboarding')) as Response
  expect(headers.get('Location')).toBe('/business-onboarding?step=profile')
  expect(await load('/business-onboarding?step=profile')).toMatchObject({
    data: { wizard: { step: 'profile', draft: { fields: { profile: { name: '12' } }, savedSteps: ['profile'] } } },
  })
  await saveOwnBusinessDraftStep(open.platform, actor, 'contact', { email: 'fern@sample.example' }, 'media')
  await discardOwnBusinessDraft(open.platform, actor)
  expect(await getOwnBusinessDraftName(open.platform, actor)).toBeNull()
})
