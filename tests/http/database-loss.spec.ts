import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { expect, readLog, test } from '../e2e/support/http-test.ts'
import { cookiesOf } from '../e2e/support/members.ts'
import { addMember } from '../e2e/support/sign-in.ts'
import { createBusiness } from '../factories/businesses.ts'
import { startProxy } from '../faults/proxy.ts'
import { withMaintenance } from '../postgres.ts'
import { listRoutes } from '../server-build.ts'

test.slow()

const enquiry = { name: 'Sam Sample', email: 'sam@sample.example', mailbox: 'general' }

let sent = 0
/** Sends an enquiry in other words than before: the same ones count once. */
function send(url: string): Promise<Response> {
  sent += 1
  const body = new URLSearchParams({ ...enquiry, message: `Hello ${sent}` })
  return fetch(`${url}/contact`, { method: 'POST', body, redirect: 'manual' })
}

test('connections that end inside transactions cost those requests alone', async ({ servers, databaseUrl }) => {
  const site = await servers.start({ databaseUrl })
  await withMaintenance(databaseUrl, async (holder) => {
    // On a connection of its own, as what one transaction sees of the others does not change.
    const watch = (wanted: string, condition: string) =>
      withMaintenance(databaseUrl, (client) =>
        client.query(`SELECT ${wanted} FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`),
      )
    const { rows } = await holder.query('SELECT pg_backend_pid() AS pid')
    const ours = `pid IN (${rows[0].pid}, pg_backend_pid())`
    // A job that deletes old messages may wait for the same lock.
    const waiting = `wait_event_type = 'Lock' AND query LIKE '%submission_key%'`
    for (const condition of [waiting, `NOT ${ours}`]) {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE contact_messages IN ACCESS EXCLUSIVE MODE')
      const held = Array.from({ length: 3 }, () => send(site.url))
      await expect.poll(async () => (await watch('', waiting)).rowCount).toBe(held.length)
      await watch('pg_terminate_backend(pid)', condition)
      for (const answer of await Promise.all(held)) expect(answer.status).toBe(503)
      await holder.query('ROLLBACK')
      await expect.poll(async () => (await send(site.url)).status, { timeout: 2_000, intervals: [50] }).toBe(302)
    }
    expect((await holder.query('SELECT FROM contact_messages')).rowCount).toBe(2)
  })
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('without its database every address says 503, and is well again two seconds after it is back', async ({
  servers,
  databaseUrl,
}) => {
  const { db, close } = await openMigratedPostgres(databaseUrl)
  await createBusiness(db, { name: 'Sample Bakery', businessSlug: 'sample-bakery' })
  await close()
  const proxy = await startProxy(Number(new URL(databaseUrl).port))
  try {
    const site = await servers.start({ databaseUrl: proxy.through(databaseUrl) })
    const direct = { ...site, databaseUrl }
    const { userId } = await addMember(direct, { firstName: 'Jo', role: 'Admin' })
    const sessions = [{}, { Cookie: await cookiesOf(direct, userId) }]
    const statusOf = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(site.url + path, { headers, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.status
    }
    const wanted = ['/directory', '/business/sample-bakery', '/dashboard', '/api/v1/businesses']
    const statuses = () => Promise.all(wanted.map((path) => statusOf(path, sessions[1] ?? {})))
    expect(await statuses()).toEqual(wanted.map(() => 200))

    await proxy.become('gone')
    expect(await statusOf('/readyz', {})).toBe(503)
    const broken: string[] = []
    let unavailable = 0
    for (const { pattern } of listRoutes()) {
      const path = `/${pattern
        .replace(/:id\b/, userId)
        .replace(/:slug\b/, 'sample')
        .replace(/:name\b/, 'pages-1.xml')
        .replace('*', 'nothing')}`
      for (const headers of sessions) {
        for (const ending of ['', '.data']) {
          const status = await statusOf(path + ending, headers)
          if (status === 503) unavailable += 1
          else if (status >= 500) broken.push(`${status} ${path}${ending}`)
        }
      }
    }
    expect(broken).toEqual([])
    expect(unavailable).toBeGreaterThan(100)
    expect((await send(site.url)).status).toBe(503)
    const login = { form: 'login', email: 'jo@sample.example', password: 'not it' }
    const signIn = await fetch(`${site.url}/auth`, { method: 'POST', body: new URLSearchParams(login) })
    expect(signIn.status).toBe(503)

    await proxy.become('well')
    await expect.poll(statuses, { timeout: 2_000, intervals: [50] }).toEqual(wanted.map(() => 200))
    expect(await site.stop()).toEqual({ code: 0, signal: null })
    expect((await readLog(site)).text).not.toContain('an error that nothing caught')
  } finally {
    await proxy.close()
  }
})
