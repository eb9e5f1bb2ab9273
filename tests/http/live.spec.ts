import { transitionVerificationStatus } from '#app/features/profile/service.server.ts'
import { expect, test } from '../e2e/support/http-test.ts'
import { cookiesOf, withDatabaseOf } from '../e2e/support/members.ts'
import { createMember } from '../factories/members.ts'

test('news is not held back to be packed', async ({ site }) => {
  const { userId } = await withDatabaseOf(site, (db) => createMember(db))
  const ended = new AbortController()
  const answer = await fetch(`${site.url}/live`, {
    headers: { Cookie: await cookiesOf(site, userId), 'Accept-Encoding': 'gzip, br' },
    signal: ended.signal,
  })
  expect([answer.status, answer.headers.get('Content-Encoding')]).toEqual([200, null])
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toMatch(/^event: start\n/)
  await withDatabaseOf(site, (db) =>
    db.transaction((transaction) => transitionVerificationStatus(transaction, userId, () => 'In Review')),
  )
  expect((await reader?.read())?.value).toBe('data: member\n\n')
  ended.abort()
  expect((await fetch(`${site.url}/live`)).status).toBe(401)
})
