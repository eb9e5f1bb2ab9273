import { eq } from 'drizzle-orm'
import { signedStopMonthlyVisitsMailPath } from '#app/features/visits/links.server.ts'
import { monthlyMailStops, searchWordCounts, visitCounts } from '#app/features/visits/tables.server.ts'
import { withDatabaseOf } from '../e2e/support/members.ts'
import { expect, test } from '../e2e/support/plain-page.ts'
import { type Site, signingSecret } from '../e2e/support/servers.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

async function plant(site: Site, name: string) {
  return withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db, { status: 'Verified' })
    return createBusiness(db, { name, profileId: userId })
  })
}

/** What was counted of a business, once it is written. */
function countsOf(site: Site, businessId: string) {
  return withDatabaseOf(site, async (db) =>
    Object.fromEntries(
      (await db.select().from(visitCounts).where(eq(visitCounts.businessId, businessId))).map(({ kind, count }) => [
        kind,
        count,
      ]),
    ),
  )
}

// spec: statistics.1, statistics.2
test('pages count when they are answered, from memory too, and beacons for what exists', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl, environment: { WORKER: 'apart' } })
  const { id, businessSlug } = await plant(site, 'Quokkafence')
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(site.url + path, { headers: { 'User-Agent': browser, ...headers } })
    await answer.arrayBuffer()
    return answer
  }
  const page = `/business/${businessSlug}`
  for (let time = 0; time < 3; time += 1) await get(page)
  const etag = (await get(page)).headers.get('ETag') ?? ''
  expect((await get(page, { 'If-None-Match': etag })).status).toBe(304)
  // None of these is a visit.
  await get(page, { 'Sec-Purpose': 'prefetch' })
  await get(page, { 'User-Agent': 'Googlebot/2.1' })
  await get(page, { Cookie: 'cookie-choice=3.none; uncounted=1' })
  await get(`${page}/contact.vcf`)
  await get('/directory?search=quokkafence')
  await get('/directory?search=quokkafence')
  await get('/directory')
  const beacon = (body: string, headers = {}) =>
    fetch(`${site.url}/beacon`, {
      method: 'POST',
      body,
      headers: { 'User-Agent': browser, Origin: site.url, ...headers },
    })
  expect((await beacon(`phone ${businessSlug}`)).status).toBe(204)
  expect((await beacon('phone no-such-business')).status).toBe(204)
  expect((await beacon(`phone ${businessSlug}`, { 'User-Agent': 'Googlebot/2.1' })).status).toBe(204)
  expect((await beacon(`sale ${businessSlug}`)).status).toBe(400)
  expect((await beacon('x'.repeat(10_000))).status).toBe(413)
  expect((await beacon(`phone ${businessSlug}`, { Origin: 'https://evil.example' })).status).toBe(403)
  expect((await beacon(`found ${businessSlug}\nquokkafence\nnobody would list this`)).status).toBe(204)
  await site.stop()
  expect(await countsOf(site, id)).toEqual({ view: 5, found: 3, phone: 1 })
  const words = await withDatabaseOf(site, (db) =>
    db.select().from(searchWordCounts).where(eq(searchWordCounts.businessId, id)),
  )
  expect(words.map(({ word, count }) => [word, count]).sort()).toEqual([
    ['', 1],
    ['quokkafence', 3],
  ])
})

// spec: statistics.4
test('who is asked again about a choice is not counted, and their script knows', async ({ servers, databaseUrl }) => {
  const site = await servers.start({ databaseUrl, environment: { WORKER: 'apart' } })
  const { id, businessSlug } = await plant(site, 'Older Choice')
  const page = `${site.url}/business/${businessSlug}`
  const answer = await fetch(page, { headers: { 'User-Agent': browser, Cookie: 'cookie-choice=settings' } })
  expect(answer.headers.getSetCookie().join()).toContain('uncounted=1')
  await answer.arrayBuffer()
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const next = await fetch(page, { headers: { 'User-Agent': browser, Cookie: cookies.join('; ') } })
  expect(next.headers.getSetCookie()).toEqual([])
  await next.arrayBuffer()
  // What was counted is written when the server ends.
  await site.stop()
  expect(await countsOf(site, id)).toEqual({})
})

// spec: statistics.9
test('mail programs stop the monthly email with a POST from anywhere; opening the link does not', async ({ site }) => {
  const userId = await withDatabaseOf(site, async (db) => (await createMember(db, { status: 'Verified' })).userId)
  const isStopped = () =>
    withDatabaseOf(site, async (db) => {
      const rows = await db.select().from(monthlyMailStops).where(eq(monthlyMailStops.userId, userId))
      return rows.length === 1
    })
  const start = () =>
    withDatabaseOf(site, (db) => db.delete(monthlyMailStops).where(eq(monthlyMailStops.userId, userId)))
  const address = site.url + signedStopMonthlyVisitsMailPath(signingSecret, userId)
  expect(await (await fetch(address)).text()).toContain('Stop this email')
  expect(await isStopped()).toBe(false)
  const multipart = new FormData()
  multipart.set('List-Unsubscribe', 'One-Click')
  const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), multipart]
  const senders: Record<string, string>[] = [{}, { Origin: 'https://mail.example', 'Sec-Fetch-Site': 'cross-site' }]
  for (const body of bodies) {
    for (const headers of senders) {
      const answer = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('We will not send you this email again.')
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await isStopped()).toBe(true)
      await start()
    }
  }
  const forged = await fetch(`${site.url}/stop-email?token=${userId}.x`, { method: 'POST', body: multipart })
  expect(forged.status).toBe(404)
  // No other address takes what another site sends, with this address in its path or query either.
  for (const path of [
    '/sign-out',
    `/sign-out?next=${encodeURIComponent('/stop-email')}`,
    '/stop-email/sign-out',
    '/stop-email.data',
  ]) {
    const answer = await fetch(site.url + path, { method: 'POST', headers: { Origin: 'https://evil.example' } })
    expect(answer.status).toBe(403)
  }
})
