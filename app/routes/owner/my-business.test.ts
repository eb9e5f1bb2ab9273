import { expect } from 'vitest'
import { ownBusinessToasts } from '#app/features/businesses/model.ts'
import { businessGalleryImages } from '#app/features/businesses/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { contextFor } from '#tests/call-route.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader } from './my-business.tsx'

/** Loads the page for a member. The session is read from the working platform, everything else from `other`. */
async function visit(userId: string, other: Platform = platform) {
  const { browser } = await signInMember(platform, userId)
  const request = new Request('http://muster.example/my-business', { headers: browser.headers })
  const context = contextFor(platform, request) as { set: (key: unknown, value: unknown) => void }
  context.set(platformContext, other)
  const { data, init } = await loader({ request, context } as never)
  return { status: init?.status ?? 200, ...data }
}

/** The platform with a database that cannot read some tables. */
function without(fails: (table: unknown) => boolean): Platform {
  const { db } = platform
  const select = (...columns: Parameters<Database['select']>) => {
    const begun = db.select(...columns)
    const from = (table: never) => {
      if (fails(table)) throw new Error('the database is gone')
      return begun.from(table)
    }
    return { from }
  }
  return {
    ...platform,
    db: Object.assign(Object.create(db), { select }),
    log: Object.assign(Object.create(platform.log), { error: () => undefined }),
  }
}

test('an owner sees their business, and another member a message', async () => {
  const userId = await createOwner(platform.db)
  expect(await visit(userId)).toEqual({ status: 404, found: null, problem: null })
  await createBusiness(platform.db, { profileId: userId, name: 'Fern', gallery: ['One'] })
  expect(await visit(userId)).toMatchObject({
    status: 200,
    found: { business: { name: 'Fern' }, media: { gallery: [{ caption: 'One' }] } },
    problem: null,
  })
})

// spec: 185.1
test('a failure to load the business or its pictures is reported', async () => {
  const { profileId } = await createBusiness(platform.db, { name: 'Fern' })
  const userId = profileId ?? ''
  expect(
    await visit(
      userId,
      without((table) => table === businessGalleryImages),
    ),
  ).toMatchObject({
    status: 200,
    found: { business: { name: 'Fern' }, media: null },
    problem: ownBusinessToasts.galleryNotLoaded,
  })
  expect(
    await visit(
      userId,
      without(() => true),
    ),
  ).toEqual({ status: 503, found: null, problem: ownBusinessToasts.notLoaded })
})
