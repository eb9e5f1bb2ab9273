import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { inFullRunOnly, inFullRunOnlyWhen } from '../e2e/support/full-run.ts'
import { test as base, countLine, expect, readLog } from '../e2e/support/http-test.ts'
import type { Site } from '../e2e/support/servers.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember } from '../factories/members.ts'
import { openOwnDatabase, withMaintenance } from '../postgres.ts'

const bakery = { name: 'Sample Bakery', businessSlug: 'sample-bakery' }
const forge = { name: 'Sample Forge', businessSlug: 'sample-forge' }

const test = base.extend<{ embedded: string }>({
  /** With two businesses in it. */
  databaseUrl: async ({ databaseUrl }, use) => {
    const { db, close } = await openMigratedPostgres(databaseUrl)
    await createBusiness(db, bakery)
    await createBusiness(db, forge)
    await close()
    await use(databaseUrl)
  },
  /** A folder of the test's own with its own database, and the same two businesses in it. */
  embedded: async ({ servers }, use) => {
    const folder = await servers.folder()
    const { db, close } = await openOwnDatabase(folder)
    await createBusiness(db, bakery)
    await createBusiness(db, forge)
    await close()
    await use(folder)
  },
})

test.slow()

/** What a server says at an address. */
async function get(site: Site, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(site.url + path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Status of an address as soon as it is the wanted one. */
async function expectStatus(site: Site, path: string, status: number): Promise<void> {
  await expect.poll(async () => (await get(site, path)).status, { timeout: 60_000 }).toBe(status)
}

async function isListening(site: Site): Promise<boolean> {
  try {
    await get(site, '/healthz')
    return true
  } catch {
    return false
  }
}

/** The output of a process that refused to start, after it ended with code 1. */
async function readRefusal(server: Site & { exited: Promise<unknown> }): Promise<string> {
  expect(await server.exited).toEqual({ code: 1, signal: null })
  return (await readLog(server)).text
}

test('says that it lives and that it is ready, and is ready no more while the database is gone', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl })
  await test.step('where real people come there is no page of all components', async () => {
    expect(await get(site, '/dev/components')).toMatchObject({ status: 404 })
    expect(await get(site, '/dev/components.data')).toMatchObject({ status: 404 })
  })
  await test.step('a port that is taken is named', async () => {
    // With the same key, as this database keeps what is sealed with it.
    const dataDir = await servers.folder()
    await cp(join(site.dataDir, 'evidence-key'), join(dataDir, 'evidence-key'))
    const port = Number(new URL(site.url).port)
    const output = await readRefusal(await servers.spawn({ databaseUrl, dataDir, port }))
    expect(output).toContain('Set PORT to a free one')
    expect(output).not.toMatch(/^\s+at /m)
  })
  for (const [path, text] of [
    ['/healthz', 'ok'],
    ['/readyz', 'ready'],
  ] as const) {
    const answer = await get(site, path)
    expect(answer).toMatchObject({ status: 200, text })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }

  const name = new URL(databaseUrl).pathname.slice(1)
  const maintain = (statement: string) =>
    withMaintenance(process.env.TEST_DATABASE_URL ?? '', (client) => client.query(statement))
  await maintain(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await maintain(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  await expectStatus(site, '/readyz', 503)
  expect(await get(site, '/readyz')).toMatchObject({ status: 503, text: 'the database does not answer' })
  expect(await get(site, '/healthz')).toMatchObject({ status: 200 })

  await maintain(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  await expectStatus(site, '/readyz', 200)
  expect((await get(site, '/directory')).text).toContain(bakery.name)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

test('a polite end is announced, serves for the set time, finishes the request in flight and exits with 0', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl, environment: { DRAIN_SECONDS: '2' } })
  // A new server reads the table for its caches. After this answer only the next request can wait for it.
  await get(site, '/directory')
  const answer = await withMaintenance(databaseUrl, async (holder) => {
    await holder.query('BEGIN')
    await holder.query('LOCK TABLE directory_listings IN ACCESS EXCLUSIVE MODE')
    const inFlight = get(site, '/directory?search=bakery')
    await expect
      .poll(async () => {
        // Only this table: pg_locks also lists the locks of other tests' databases.
        const { rows } = await holder.query(
          `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'directory_listings'::regclass
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        )
        return rows[0].waiting
      })
      .toBeGreaterThan(0)
    const asked = performance.now()
    const stopped = site.stop()
    await test.step('it says that it is not ready, and still serves', async () => {
      await expectStatus(site, '/readyz', 503)
      expect(await get(site, '/readyz')).toMatchObject({ status: 503, text: 'stopping' })
      expect(await get(site, '/about')).toMatchObject({ status: 200 })
    })
    await expect.poll(() => isListening(site)).toBe(false)
    expect(performance.now() - asked).toBeGreaterThanOrEqual(2_000)
    await holder.query('ROLLBACK')
    const whole = await inFlight
    expect(await stopped).toEqual({ code: 0, signal: null })
    return whole
  })
  expect(answer.status).toBe(200)
  expect(answer.text.replaceAll('<!-- -->', '')).toContain(countLine(1))
  expect(answer.text).toMatch(/<\/html>\s*$/)
  const { entries } = await readLog(site)
  const search = entries.filter(({ path = '/directory' }) => path === '/directory')
  expect(search.map(({ msg }) => msg).slice(-3)).toEqual([
    'stopping: finishing what is in flight',
    'request',
    'stopped',
  ])
  expect(entries.flatMap(({ msg }) => (String(msg).startsWith('stop') ? [msg] : []))).toEqual([
    'stopping: not ready any more',
    'stopping: finishing what is in flight',
    'stopped',
  ])
})

test('a folder serves several processes, and nothing that ends one is in the way of the next', async ({
  servers,
  embedded,
}) => {
  const start = () => servers.start({ dataDir: embedded })
  const readSecret = () => readFile(join(embedded, 'secret'), 'utf8')
  let site = await start()
  expect((await get(site, '/business/sample-forge')).text).toContain(forge.name)
  const secret = await readSecret()

  await test.step('a second process serves the same beside it, and goes on when the first ends', async () => {
    const beside = await start()
    expect((await get(beside, '/business/sample-forge')).text).toContain(forge.name)
    expect(await site.stop()).toEqual({ code: 0, signal: null })
    expect((await get(beside, '/business/sample-bakery')).text).toContain(bakery.name)
    expect(await beside.stop()).toEqual({ code: 0, signal: null })
  })

  await test.step('a second start is quick, keeps the data and the secret, and fills in nothing', async () => {
    const began = performance.now()
    site = await start()
    // A few seconds, unless the machine has much else to do; filling in the demo takes longer than that by itself.
    expect(performance.now() - began).toBeLessThan(45_000)
    expect((await get(site, '/directory')).text.replaceAll('<!-- -->', '')).toContain(countLine(2))
    expect(await readSecret()).toBe(secret)
    expect((await readLog(site)).text).not.toContain('Filling')
  })

  await test.step('after it was killed', async () => {
    expect(await site.stop('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    site = await start()
    expect((await get(site, '/business/sample-bakery')).text).toContain(bakery.name)
    const api = JSON.parse((await get(site, '/api/v1/businesses')).text)
    expect(JSON.stringify(api)).toContain(forge.name)
  })

  // The children of a process are read from /proc.
  if (process.platform === 'linux') {
    await test.step('after its web process was killed, and it ended too', async () => {
      const [web = ''] = (await readFile(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8')).split(' ')
      process.kill(Number(web), 'SIGKILL')
      expect(await site.exited).toEqual({ code: null, signal: 'SIGKILL' })
      site = await start()
      expect((await get(site, '/business/sample-bakery')).text).toContain(bakery.name)
    })
  }
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})

const postgres = 'postgres://muster:a-password@127.0.0.1'
/** All that production demands but its database. */
const beside = {
  SECRET: 'x'.repeat(32),
  PUBLIC_URL: 'https://muster.example',
  EVIDENCE_KEYS: `2026=${'A'.repeat(43)}`,
  SMTP_URL: 'smtp://mail:a-password@127.0.0.1:1',
}

/** What each setting must be is proved in config.test.ts: every run sees one of each kind of refusal from the outside. */
const refusals: { name: string; environment: Record<string, string>; says: RegExp; inEveryRun?: true }[] = [
  { name: 'a port that is no number', environment: { PORT: 'many' }, says: /^PORT must be a port number/m },
  { name: 'a port that is too high', environment: { PORT: '65536' }, says: /^PORT must be a port number/m },
  {
    name: 'another kind of database',
    environment: { ...beside, DATABASE_URL: 'mysql://muster:a-password@127.0.0.1/muster' },
    says: /^DATABASE_URL must be an address such as/m,
  },
  {
    name: 'a secret that is too short',
    environment: { ...beside, SECRET: 'x'.repeat(31), DATABASE_URL: `${postgres}/muster` },
    says: /^SECRET must be at least 32 characters, or several/m,
    inEveryRun: true,
  },
  {
    name: 'a mail server of another kind',
    environment: { SMTP_URL: 'http://mail:a-password@127.0.0.1' },
    says: /^SMTP_URL must be an address such as/m,
  },
  {
    name: 'a database nobody serves',
    environment: { ...beside, DATABASE_URL: `${postgres}:1/muster` },
    says: /^DATABASE_URL names a database that cannot be reached: .*ECONNREFUSED/m,
    inEveryRun: true,
  },
  {
    name: 'a host that is not there',
    environment: { ...beside, DATABASE_URL: 'postgres://muster:a-password@nowhere.invalid/muster' },
    says: /^DATABASE_URL names a database that cannot be reached: /m,
  },
  {
    name: 'production without its settings',
    environment: { DATABASE_URL: `${postgres}:1/muster`, NODE_ENV: 'production' },
    says: /^SECRET, EVIDENCE_KEYS and SMTP_URL must be set in production, which follows from NODE_ENV=production\./m,
  },
  {
    name: 'a folder that is a file',
    environment: { DATA_DIR: join(process.cwd(), 'package.json') },
    says: /^DATA_DIR must be a folder to write in: /m,
    inEveryRun: true,
  },
]

for (const { name, environment, says, inEveryRun } of refusals) {
  test(
    `${name} stops the start with code 1 and is named, without its secrets`,
    inFullRunOnlyWhen(!inEveryRun),
    async ({ servers }) => {
      const output = await readRefusal(await servers.spawn({ environment }))
      expect(output).toMatch(says)
      expect(output).not.toContain('a-password')
      expect(output).not.toMatch(/^\s+at /m)
    },
  )
}

test('a database that refuses us stops the start with code 1 and is named', async ({ servers, databaseUrl }) => {
  const url = `${databaseUrl}_is_not_there`
  const output = await readRefusal(await servers.spawn({ databaseUrl: url }))
  expect(output).toMatch(/^DATABASE_URL names a database that cannot be reached: .*does not exist/m)
})

test('an address of another machine to listen on is named', async ({ servers, databaseUrl }) => {
  const output = await readRefusal(
    await servers.spawn({ databaseUrl, environment: { DEMO: 'true', HOST: '192.0.2.1' } }),
  )
  expect(output).toMatch(/^HOST must be an address of this machine: /m)
})

/** What every line of the log has. */
const everyLine = {
  time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  host: hostname(),
  pid: expect.any(Number),
}

test('the log is one JSON object a line, with the id of each request, and nothing a visitor typed or is', async ({
  servers,
  databaseUrl,
}) => {
  const site = await servers.start({ databaseUrl, environment: { DEMO: 'true', TRUSTED_PROXIES: '127.0.0.1' } })
  const visitor = { 'X-Forwarded-For': '203.0.113.77', 'User-Agent': 'privateagent', Cookie: 'private=privatecookie' }
  const ids = new Map<string | null, string>()
  for (const path of ['/directory', '/directory.data', '/api/v1/businesses', '/business/sample-bakery', '/nothing']) {
    const { headers } = await get(site, `${path}?search=privatewords&city=privatetown`, visitor)
    ids.set(headers.get('x-request-id'), path)
  }
  const posted = await fetch(`${site.url}/appearance`, {
    method: 'POST',
    headers: visitor,
    body: new URLSearchParams({ appearance: 'dark', returnTo: '/directory?search=privatewords' }),
    redirect: 'manual',
  })
  ids.set(posted.headers.get('x-request-id'), '/appearance')
  expect(posted.status).toBe(302)
  expect(await site.stop()).toEqual({ code: 0, signal: null })

  const { text, entries } = await readLog(site)
  expect(text).not.toContain('private')
  expect(JSON.stringify(entries)).not.toMatch(/203\.0\.113\.77|127\.0\.0\.1|::1/)
  const others = text.split('\n').filter((line) => line !== '' && !line.startsWith('{'))
  expect(others).toEqual([`Muster is at ${site.url}`])
  expect(ids.size).toBe(6)
  for (const [id, path] of ids) {
    const lines = entries.filter(({ requestId }) => requestId === id)
    expect(lines).toEqual([
      {
        ...everyLine,
        level: 'info',
        requestId: id,
        method: path === '/appearance' ? 'POST' : 'GET',
        path,
        status: path === '/nothing' ? 404 : path === '/appearance' ? 302 : 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ])
  }
})

for (const [program, ready] of [
  ['scripts/serve.mjs', 'Muster is at'],
  ['scripts/worker.mjs', 'Muster carries out its jobs here'],
] as const) {
  test(`an error that nothing catches is one line of the log of ${program}, and its end with code 1`, async ({
    servers,
    databaseUrl,
  }) => {
    const crash = "process.on('SIGUSR2', () => { throw new Error('thrown on purpose') })"
    const server = await servers.spawn({
      databaseUrl,
      command: [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(crash)}`, program],
    })
    await expect.poll(async () => (await readLog(server)).text, { timeout: 60_000 }).toContain(ready)
    expect(await server.stop('SIGUSR2')).toEqual({ code: 1, signal: null })
    const { text, entries } = await readLog(server)
    expect(entries.filter(({ level }) => level === 'fatal')).toEqual([
      {
        ...everyLine,
        level: 'fatal',
        error: { type: 'Error', message: 'thrown on purpose', stack: expect.stringContaining('process') },
        origin: 'uncaughtException',
        msg: 'an error that nothing caught',
      },
    ])
    expect(text).not.toMatch(/^\s+at /m)
  })
}

test(
  'npm run dev says where it runs and who to log in as, has a shop with products, and shows a change without opening the database again',
  inFullRunOnly,
  async ({ servers, embedded }) => {
    const { db, close } = await openOwnDatabase(embedded)
    await createMember(db, { email: 'member@sample.example' })
    await close()
    const checkout = await servers.folder()
    for (const part of [
      ...['app', 'server', 'worker', 'commands', 'db', 'demo', 'public', 'content', 'scripts', 'simulators'],
      ...['package.json', 'tsconfig.json', 'react-router.config.ts', 'vite.config.ts'],
    ]) {
      await cp(part, join(checkout, part), { recursive: true })
    }
    // Vite keeps what it has prepared among the modules, so the copy has a folder of its own for them.
    await mkdir(join(checkout, 'node_modules'))
    for (const name of await readdir('node_modules')) {
      if (!name.startsWith('.'))
        await symlink(join(process.cwd(), 'node_modules', name), join(checkout, 'node_modules', name))
    }
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
    const [program, ...options] = scripts.dev.split(' ')
    expect(program).toBe('node')
    const site = await servers.start({
      folder: checkout,
      dataDir: embedded,
      command: [process.execPath, ...options],
      environment: { SIMULATORS: 'true' },
    })
    const printed = async () => (await readLog(site)).text
    await expect.poll(printed).toMatch(/log in with the password .* as\n {2}member@sample\.example +Member/)
    expect(await printed()).toContain(`Muster is at ${site.url}`)
    // The worker reads them from the simulator of the print provider.
    await expect.poll(async () => (await get(site, '/shop')).text, { timeout: 60_000 }).toContain('Muster T-shirt')
    const first = await get(site, '/directory')
    expect(first.status).toBe(200)
    expect(first.text).toContain(bakery.name)

    const change = async (file: string, from: string, to: string) => {
      const path = join(checkout, file)
      const text = await readFile(path, 'utf8')
      expect(text).toContain(from)
      await writeFile(path, text.replace(from, to))
    }
    const shown = async () => {
      const { status, text } = await get(site, '/directory')
      return { status, changed: text.includes('The changed directory'), data: text.includes(bakery.name) }
    }
    await change('app/features/directory/components/directory-search.tsx', '>The directory<', '>The changed directory<')
    await expect.poll(shown, { timeout: 60_000 }).toEqual({ status: 200, changed: true, data: true })

    // The host itself, and what opens the database: both are loaded afresh.
    await change('server/middleware/answer-health.ts', "context.text('ok'", "context.text('changed'")
    await change(
      'app/platform/.server/database/database.ts',
      'SELECT max(created_at)::text',
      'SELECT (max(created_at))::text',
    )
    await expect.poll(async () => (await get(site, '/healthz')).text, { timeout: 60_000 }).toBe('changed')
    expect(await get(site, '/readyz')).toMatchObject({ status: 200, text: 'ready' })
    expect(await shown()).toEqual({ status: 200, changed: true, data: true })
    expect((await readLog(site)).text).not.toMatch(/Another Muster process|request failed/)
  },
)
