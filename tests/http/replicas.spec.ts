import { openPostgres } from '#app/platform/.server/database.ts'
import { expect, readLog, test } from '../e2e/support/http-test.ts'
import { cookiesOf } from '../e2e/support/members.ts'
import type { Server } from '../e2e/support/servers.ts'
import { addMember } from '../e2e/support/sign-in.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createPodcast } from '../factories/podcasts.ts'
import { startReplicated, takePageQueries } from '../replicas.ts'

test.slow()

interface Answer {
  status: number
  html: string
  /** How the pages from memory had a part in it; null if they had none. */
  state: string | null
}

async function ask(url: string, cookie = ''): Promise<Answer> {
  const answer = await fetch(url, { headers: cookie ? { Cookie: cookie } : {}, redirect: 'manual' })
  return { status: answer.status, html: await answer.text(), state: answer.headers.get('Cache-Status') }
}

/** How often a site has said something in its log. */
async function countNews(site: Server, text: string): Promise<number> {
  return (await readLog(site)).text.split(text).length - 1
}

test('public pages are read from a replica, which nobody notices, not even who has just changed one', async ({
  servers,
}) => {
  const database = await startReplicated()
  try {
    const { db, close } = await openPostgres(database.url)
    await createBusiness(db, { name: 'Sample Bakery', businessSlug: 'sample-bakery' })
    await close()
    const replica = await database.addReplica()
    const site = await servers.start({
      databaseUrl: database.url,
      environment: { DATABASE_REPLICA_URLS: replica.url, REPLICA_LAG_SECONDS: '99' },
    })
    const owner = await addMember(site, { firstName: 'Jo', status: 'Verified' })
    await openPostgres(database.url).then(async (handle) => {
      await createBusiness(handle.db, { name: 'Sample Forge', businessSlug: 'sample-forge', profileId: owner.userId })
      await createPodcast(handle.db, owner.userId, { slug: 'sample-podcast' })
      await handle.close()
    })
    await expect.poll(() => countNews(site, 'a read replica is used')).toBeGreaterThan(0)
    const paths = ['/', '/directory', '/business/sample-bakery', '/podcasts', '/podcasts/sample-podcast', '/shop']
    const all = [...paths, '/api/v1/businesses', '/api/v1/businesses/sample-bakery', '/sitemap.xml']
    const statuses = async (of = all) => {
      const answers = await Promise.all(of.map((path) => ask(site.url + path)))
      return answers.map(({ status }) => status)
    }
    await expect.poll(async () => (await ask(`${site.url}/business/sample-forge`)).status).toBe(200)

    // The primary answers no query of theirs, however they are answered.
    await takePageQueries(replica.url)
    const before = await countNews(site, 'a read replica is left out')
    await takePageQueries(database.url)
    for (let round = 0; round < 3; round += 1) expect(await statuses()).toEqual(all.map(() => 200))
    const queries = await takePageQueries(database.url)
    // On a machine that is busy it may not have answered in time.
    if ((await countNews(site, 'a read replica is left out')) === before) expect(queries).toEqual([])
    expect((await takePageQueries(replica.url)).length).toBeGreaterThan(10)
    const forge = `${site.url}/business/sample-forge`
    await expect.poll(async () => (await ask(forge)).state).toBe('muster; hit')

    // A choice that is kept in a cookie alone changes no page.
    const choices = { appearance: { appearance: 'dark' }, 'cookie-preferences': { choice: 'all' } }
    for (const [path, form] of Object.entries(choices)) {
      const body = new URLSearchParams(form)
      const chosen = await fetch(`${site.url}/${path}`, { method: 'POST', body, redirect: 'manual' })
      expect(chosen.status).toBe(302)
      expect(chosen.headers.getSetCookie().join()).not.toMatch(/^$|last-change=/)
    }

    // Its owner hides it while the replica is behind.
    await replica.pause()
    const sent = await fetch(`${site.url}/my-business/visibility`, {
      method: 'POST',
      headers: { Cookie: await cookiesOf(site, owner.userId) },
      body: new URLSearchParams({ form: 'visibility', isActive: 'false', page: '/my-business' }),
      redirect: 'manual',
    })
    expect(sent.status).toBe(302)
    const [cookie = ''] = sent.headers.getSetCookie().flatMap((each) => each.match(/^last-change=[^;]+/) ?? [])
    expect((await ask(forge, cookie)).status).toBe(404)
    expect((await ask(`${site.url}/api/v1/businesses/sample-forge`, cookie)).status).toBe(404)
    expect((await ask(forge, `${cookie}x`)).status).toBe(200)
    const states = []
    for (let round = 0; round < 4; round += 1) {
      const { status, state } = await ask(forge)
      expect(status).toBe(200)
      states.push(state)
    }
    // The last rendering is not kept.
    expect(states).not.toContain('muster; hit')
    await replica.resume()
    await expect.poll(async () => (await ask(forge)).status).toBe(404)
    await expect.poll(async () => (await ask(`${site.url}/directory`)).state).toBe('muster; hit')
    expect((await ask(`${site.url}/directory`)).html).not.toContain('Sample Forge')
    expect((await ask(`${site.url}/directory`)).html).toContain('Sample Bakery')
    // By now its author reads from the replica, too.
    await expect
      .poll(async () => {
        await takePageQueries(database.url)
        expect((await ask(`${site.url}/business/sample-bakery`, cookie)).status).toBe(200)
        return takePageQueries(database.url)
      })
      .toEqual([])

    // It is killed, and comes back.
    const [left, used] = [
      await countNews(site, 'a read replica is left out'),
      await countNews(site, 'a read replica is used'),
    ]
    await replica.kill()
    for (let round = 0; round < 3; round += 1) expect(await statuses()).toEqual(all.map(() => 200))
    await expect.poll(() => countNews(site, 'a read replica is left out')).toBeGreaterThan(left)
    expect(await replica.start()).toBe(true)
    await expect.poll(() => countNews(site, 'a read replica is used')).toBeGreaterThan(used)

    // Without the primary public pages go on.
    await database.primary.kill()
    for (let round = 0; round < 3; round += 1) expect(await statuses(paths)).toEqual(paths.map(() => 200))
    expect(await database.primary.start()).toBe(true)
    await expect.poll(async () => (await ask(`${site.url}/readyz`)).status).toBe(200)
    expect(await site.stop()).toEqual({ code: 0, signal: null })
    expect((await readLog(site)).text).not.toContain('an error that nothing caught')
  } finally {
    await database.stop()
  }
})

test('a replica of another database is refused in one line', async ({ servers, databaseUrl }) => {
  const database = await startReplicated()
  try {
    const site = await servers.spawn({ databaseUrl, environment: { DATABASE_REPLICA_URLS: database.url } })
    expect(await site.exited).toEqual({ code: 1, signal: null })
    const { text } = await readLog(site)
    expect(text).toContain('DATABASE_REPLICA_URLS must name replicas of the database of DATABASE_URL')
    expect(text).not.toContain('    at ')
  } finally {
    await database.stop()
  }
})
