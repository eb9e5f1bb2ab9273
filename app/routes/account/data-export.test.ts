import { sql } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { actorContext, platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createOwner } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader } from './data-export.ts'

async function ask(id: string, userId: string | null): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(platformContext, platform)
  const actor: Actor | null = userId
    ? { userId, sessionId: '', email: 'pat@sample.example', role: 'Member', isStaff: false }
    : null
  context.set(actorContext, async () => actor)
  const request = new Request(`http://muster.example/profile/data/${id}`)
  const answer = loader({ request, context, params: { id } } as unknown as Parameters<typeof loader>[0])
  return answer.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
}

test('a copy of all data is handed to its member alone, as a file that no browser or proxy keeps', async () => {
  const { db, storage } = platform
  const [pat, kim] = [await createOwner(db), await createOwner(db)]
  const [row] = await queryRows<{ id: string }>(
    db,
    sql`INSERT INTO data_exports (user_id, ready_at, expires_at) VALUES (${pat}, now(), now() + interval '1 day') RETURNING id`,
  )
  const id = row?.id ?? ''
  await storage.put('exports', `${pat}/${id}.zip`, new Uint8Array([80, 75]))
  await db.execute(sql`UPDATE data_exports SET file_key = ${`${pat}/${id}.zip`}`)

  const answer = await ask(id, pat)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/zip',
    'content-length': '2',
    'content-disposition': 'attachment; filename="muster-data.zip"',
    'cache-control': 'private, no-store',
  })
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array([80, 75]))

  expect((await ask(id, kim)).status).toBe(404)
  expect((await ask('not-an-id', pat)).status).toBe(404)
  const stranger = await ask(id, null)
  expect(stranger.status).toBe(302)
  expect(stranger.headers.get('Location')).toBe(`/auth?returnTo=%2Fprofile%2Fdata%2F${id}`)
})
