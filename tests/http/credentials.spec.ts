import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { credentialCodeInPath } from '#app/features/credentials/codes.ts'
import { credentials } from '#app/features/credentials/tables.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { type DatabaseHandle, openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { expect, readLog, test } from '../e2e/support/http-test.ts'
import { createBusiness } from '../factories/businesses.ts'

async function issued(db: DatabaseHandle['db'], options: Parameters<typeof createBusiness>[1] = {}) {
  const business = await createBusiness(db, options)
  const [row] = await db.select().from(credentials).where(eq(credentials.businessId, business.id))
  if (!row || !business.profileId) throw new Error('nothing was issued')
  return {
    id: business.id,
    owner: business.profileId,
    index: row.statusIndex,
    verify: `/verify/${credentialCodeInPath(row.code)}`,
    badge: `/badge/${row.badgeKey}/light-medium`,
  }
}

test.slow()

// spec: credentials.3
test('a badge, a page and a status list stop saying yes within a minute, and no worker runs', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl, environment: { WORKER: 'apart', CDN: 'true' } })
  const handle = await openMigratedPostgres(databaseUrl)
  try {
    const { db } = handle
    const [lapsing, hidden, suspended, revoked, deleted] = [
      await issued(db),
      await issued(db),
      await issued(db),
      await issued(db),
      await issued(db),
    ]
    const list = '/credentials/status/1/suspension'
    let kept = /^max-age=60$/
    /** Whether each says that the business is verified, and how long caches may still say so, in seconds. */
    const read = async ({ verify, badge, index }: typeof lapsing) => {
      const says: boolean[] = []
      for (const path of [verify, badge, list]) {
        const answer = await fetch(site.url + path)
        expect(answer.status, path).toBe(200)
        const text = await answer.text()
        const control = answer.headers.get('Cache-Control') ?? ''
        const age = Number(answer.headers.get('Age') ?? 0)
        expect(control, path).not.toContain('stale')
        const isKept = answer.headers.get('Cache-Status')?.startsWith('muster')
        if (path === verify) expect(control, path).toBe('private, no-cache')
        else expect(control, path).toBe('public, max-age=60')
        if (isKept) {
          expect(answer.headers.get('CDN-Cache-Control'), path).toMatch(kept)
          expect(answer.headers.has('Age'), path).toBe(true)
        }
        // Our own keeping is part of the age, so that caches keep it for the rest of a minute.
        expect(age, path).toBeLessThanOrEqual(31)
        expect(answer.headers.get('Set-Cookie'), path).toBeNull()
        if (path === list) {
          const { credentialSubject } = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
          const bits = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'))
          says.push(((bits[index >> 3] ?? 0) & (128 >> (index & 7))) === 0)
        } else if (path === badge) {
          says.push(text.includes('#c2321f'))
        } else says.push(text.includes('This answer is at most a minute old'))
      }
      return says
    }
    const all = [lapsing, hidden, suspended, revoked, deleted]
    for (let asking = 0; asking < 3; asking += 1) {
      for (const each of all) expect(await read(each)).toEqual([true, true, true])
    }
    const { owner } = lapsing
    // Nothing is kept past the next end of a listing.
    kept = /^max-age=[1-6]?[0-9]$/
    await db
      .update(profiles)
      .set({ verificationEndsAt: sql`now() + interval '1 second'` })
      .where(eq(profiles.id, owner))
    await db.update(businesses).set({ isActive: false }).where(eq(businesses.id, hidden.id))
    await db.update(profiles).set({ suspendedAt: sql`now()` }).where(eq(profiles.id, suspended.owner))
    await db.update(profiles).set({ verificationStatusId: 4 }).where(eq(profiles.id, revoked.owner))
    await db.delete(businesses).where(eq(businesses.id, deleted.id))
    const changedAt = Date.now()
    // The picture and the page of what changed are dropped at once; the list and what lapses by the clock end with their time.
    for (const each of [hidden, suspended, revoked, deleted]) {
      await expect.poll(async () => (await read(each)).slice(0, 2), { timeout: 5_000 }).toEqual([false, false])
    }
    await expect
      .poll(async () => (await Promise.all(all.map(read))).flat().some(Boolean), {
        timeout: 40_000,
        // Asked once when it changed, then when the thirty seconds are nearly over.
        intervals: [26_000, 1_000],
      })
      .toBe(false)
    expect(Date.now() - changedAt).toBeLessThan(33_000)
  } finally {
    await handle.close()
  }
})

// spec: credentials.5
test('a badge is a picture for any site, small, without a cookie, and its visitors are not logged', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl })
  const handle = await openMigratedPostgres(databaseUrl)
  try {
    const { badge } = await issued(handle.db, { owner: { relationship: 'Spouse or partner' } })
    for (let asking = 0; asking < 3; asking += 1) {
      const bytes = await new Promise<number>((resolve, reject) => {
        const headers = {
          'Accept-Encoding': 'gzip',
          Referer: 'https://firm.example/private-page-7391',
          'User-Agent': 'Browser7391',
          'X-Forwarded-For': '203.0.113.73',
        }
        get(site.url + badge, { headers }, (answer) => {
          expect(answer.headers['content-type']).toBe('image/svg+xml')
          expect(answer.headers['content-encoding']).toBe('gzip')
          expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin')
          expect(answer.headers['set-cookie']).toBeUndefined()
          let length = 0
          answer.on('data', (part: Buffer) => {
            length += part.length
          })
          answer.once('end', () => resolve(length)).once('error', reject)
        }).once('error', reject)
      })
      expect(bytes).toBeLessThan(4_096)
    }
    const { text: log } = await readLog(site)
    expect(log).toContain(badge)
    for (const said of ['firm.example', '7391', '203.0.113.73', '127.0.0.1']) {
      for (const line of log.split('\n').filter((each) => each.includes('/badge/'))) expect(line).not.toContain(said)
    }
  } finally {
    await handle.close()
  }
})

// spec: credentials.2
test('only codes that do not exist count, and after twenty of them none is answered', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl })
  const handle = await openMigratedPostgres(databaseUrl)
  try {
    const { verify } = await issued(handle.db)
    const { verify: other } = await issued(handle.db)
    const statusOf = async (path: string) => (await fetch(site.url + path)).status
    for (let asking = 0; asking < 22; asking += 1) expect(await statusOf(verify)).toBe(200)
    // One character off: noticed without a look, as its check character is wrong.
    const wrong = verify.slice(0, -1) + (verify.endsWith('0') ? '1' : '0')
    for (let asking = 0; asking < 22; asking += 1) expect(await statusOf(wrong)).toBe(404)
    const counts: Record<number, number> = {}
    for (let asking = 0; asking < 25; asking += 1) {
      const code = credentialCodeInPath(asking.toString(8).padStart(7, '7'))
      // Twice, as a page is rendered for everybody at its second asking.
      for (let again = 0; again < 2; again += 1) {
        const status = await statusOf(`/verify/${code}`)
        counts[status] = (counts[status] ?? 0) + 1
      }
    }
    expect(counts[404]).toBeLessThanOrEqual(20)
    expect((counts[404] ?? 0) + (counts[429] ?? 0)).toBe(50)
    // A guess that is right is not answered either; what somebody found before is.
    expect([await statusOf(other), await statusOf(other), await statusOf(verify)]).toEqual([429, 429, 200])
  } finally {
    await handle.close()
  }
})
