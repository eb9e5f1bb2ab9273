import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { users } from '#app/features/account/tables.server.ts'
import { transitionVerificationStatus } from '#app/features/profile/service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { announceLiveEvent, maxLiveConnectionsPerMember } from '#app/platform/.server/http/live.ts'
import type { Role } from '#app/platform/.server/security/actor.ts'
import { contextFor } from '#tests/call-route.ts'
import { createMember } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { loader } from './live.ts'

async function ask(headers: Headers, init: RequestInit = {}): Promise<Response> {
  const request = new Request('http://muster.example/live', { ...init, headers })
  const args = { request, context: contextFor(platform, request), params: {}, unstable_pattern: '/live' }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

/** A member who listens; `words` is all that was said to them after the `start`, `over` whether it has ended. */
async function listen(role: Role = 'Member', known?: string) {
  const userId = known ?? (await createMember(platform.db, { role })).userId
  const { browser } = await signInMember(platform, userId)
  const answer = await ask(browser.headers)
  const heard = { start: '', words: '', over: false }
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      // Each word comes in a part of its own.
      if (heard.start) heard.words += part.value
      else heard.start = part.value
    }
    heard.over = true
  }
  void read()
  if (answer.ok) await expect.poll(() => heard.start).not.toBe('')
  return { userId, browser, answer, heard, leave: () => reader?.cancel() }
}

/**
 * Catches what is to happen every 30 seconds from now on. The returned function lets it happen. A clock for tests would not do: an
 * assertion that polls moves it on.
 */
function catchHeartbeats(): () => void {
  const interval = vi.spyOn(globalThis, 'setInterval')
  return () => {
    for (const [heartbeat, ms] of interval.mock.calls) if (ms === 30_000) heartbeat()
  }
}

test('nobody listens without being signed in', async () => {
  const answer = await ask(new Headers())
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
})

test('says at once that it is there, and is kept by nobody on the way', async () => {
  const { answer, heard, leave } = await listen()
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  await expect.poll(() => heard.start).toMatch(/^event: start\ndata: \{"member":".+"\}\n\n$/)
  await leave()
})

test('says which versions it starts from, and others once something changed', async () => {
  const startOf = async ({ heard, leave }: Awaited<ReturnType<typeof listen>>) => {
    await expect.poll(() => heard.start).not.toBe('')
    await leave()
    return JSON.parse(/^event: start\ndata: (.+)\n\n$/.exec(heard.start)?.[1] ?? '') as Record<string, string>
  }
  const staff = await listen('Reviewer')
  const before = await startOf(staff)
  expect(Object.keys(before)).toEqual(['member', 'queue'])
  const again = async () => startOf(await listen('Reviewer', staff.userId))
  expect(await again()).toEqual(before)
  const { userId } = await createMember(platform.db, { status: 'In Review' })
  await platform.db.insert(verifications).values({ profileId: userId, queuedAt: new Date() })
  const submitted = await again()
  expect(submitted).toEqual({ member: before.member, queue: expect.not.stringMatching(`^${before.queue}$`) })
  await platform.db.update(verifications).set({ claimedAt: new Date() }).where(eq(verifications.profileId, userId))
  expect((await again()).queue).not.toBe(submitted.queue)
  await platform.db.transaction((transaction) =>
    transitionVerificationStatus(transaction, staff.userId, () => 'Pending'),
  )
  expect((await again()).member).not.toBe(before.member)
})

// spec: 152.2
test('a member hears of themselves alone, staff of the queue as well, and nobody more than the kind', async () => {
  const [one, other, staff] = [await listen(), await listen(), await listen('Reviewer')]
  await announceLiveEvent(platform.db, `member:${one.userId}`)
  await announceLiveEvent(platform.db, 'queue')
  await expect.poll(() => one.heard.words).toBe('data: member\n\n')
  await expect.poll(() => staff.heard.words).toBe('data: queue\n\n')
  expect(other.heard.words).toBe('')
  for (const { leave } of [one, other, staff]) await leave()
})

test('a stream ends with its session when something of the member changes', async () => {
  const { userId, heard } = await listen()
  await platform.db.execute(sql`DELETE FROM sessions WHERE user_id = ${userId}`)
  await announceLiveEvent(platform.db, `member:${userId}`)
  await expect.poll(() => heard).toMatchObject({ words: '', over: true })
})

// spec: 220.2
test('a heartbeat comes every 30 seconds, and ends the stream of who is no longer who they were', async () => {
  const beat = catchHeartbeats()
  const [staying, leaving, risen] = [await listen(), await listen(), await listen()]
  await platform.db.execute(sql`DELETE FROM sessions WHERE user_id = ${leaving.userId}`)
  await platform.db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, risen.userId))
  await platform.db.update(profiles).set({ userTypeId: 2 }).where(eq(profiles.id, risen.userId))
  expect(staying.heard.words).toBe('')
  beat()
  await expect.poll(() => staying.heard).toMatchObject({ words: ': still here\n\n', over: false })
  await expect.poll(() => [leaving.heard.over, risen.heard.over]).toEqual([true, true])
  await staying.leave()
})

test('an open stream does not lengthen the session', async () => {
  const beat = catchHeartbeats()
  const { userId, heard, leave } = await listen()
  const age = sql`UPDATE sessions SET expires_at = now() + interval '10 days' WHERE user_id = ${userId}`
  await platform.db.execute(age)
  beat()
  await expect.poll(() => heard.words).toContain('still here')
  const [row] = (
    (await platform.db.execute(
      sql`SELECT expires_at < now() + interval '11 days' AS unchanged FROM sessions WHERE user_id = ${userId}`,
    )) as unknown as { rows: { unchanged: boolean }[] }
  ).rows
  expect(row?.unchanged).toBe(true)
  await leave()
})

test('whoever has gone, or asked for the head alone, holds no connection', async () => {
  const { userId } = await createMember(platform.db)
  const { browser } = await signInMember(platform, userId)
  for (let count = 0; count < 2 * maxLiveConnectionsPerMember; count += 1) {
    expect((await ask(browser.headers, { method: 'HEAD' })).status).toBe(200)
    const gone = new AbortController()
    expect((await ask(browser.headers, { signal: gone.signal })).status).toBe(200)
    gone.abort()
  }
})

test('a member holds so many connections and no more, until one is left', async () => {
  const first = await listen()
  const more: Response[] = []
  for (let count = 1; count < maxLiveConnectionsPerMember; count += 1) more.push(await ask(first.browser.headers))
  const refused = await ask(first.browser.headers)
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '10'])
  await first.leave()
  const again = await ask(first.browser.headers)
  expect(again.status).toBe(200)
  for (const { body } of [...more, again]) await body?.cancel()
})
