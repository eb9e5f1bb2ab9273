import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openMigratedPostgres, queryRows } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { findFaketime } from '../../scripts/services.mjs'
import { withMaintenance } from '../postgres.ts'
import { drip, fallSilent } from '../vendors/feed-server.ts'
import { type People, waitUntil } from './people.ts'
import type { Network, NetworkProxy } from './proxy.ts'
import type { DatabaseKind, FaultSite } from './site.ts'

export interface Fault {
  name: string
  /** Whose the database has to be; it applies to both, unless said otherwise. */
  kind?: DatabaseKind
  /** What has to be there before people come. */
  prepare?: (site: FaultSite) => Promise<void>
  begin: (site: FaultSite, people: People) => Promise<unknown>
  end: (site: FaultSite) => Promise<unknown>
  /** Waits, once people have seen it, until it has shown whatever it does. */
  hold?: (site: FaultSite) => Promise<void>
  /** A process is dead, so that nobody answers. */
  isDead?: boolean
  /** Why it cannot be tried here, which counts as a failure; null where it can. */
  missing?: (site: FaultSite) => string | null
}

const nothing = async () => undefined

/** What the network to one part of the site does, with the three faults that each has. */
function faultsOfNetwork(
  name: string,
  networkOf: (site: FaultSite) => NetworkProxy | null,
  { delayMs, kind, onlyForPeople = false }: { delayMs: number; kind?: DatabaseKind; onlyForPeople?: boolean },
): Fault[] {
  const become = (network: Network) => async (site: FaultSite) => networkOf(site)?.become(network)
  const faults: [string, Network][] = [
    ['gone', 'gone'],
    ['silent', 'silent'],
    [`slow: ${delayMs} ms more for each answer`, { delayMs }],
  ]
  return faults.map(([what, network]) => ({
    name: `${name} ${what}`,
    ...(kind && { kind }),
    begin: become(network),
    // Whoever waits for it has to give up by themselves: these and the two after them have connected anew. People have had their answers by then,
    // so where no job uses it nobody waits any more.
    ...(network === 'silent' && !onlyForPeople && { hold: (site: FaultSite) => untilReconnected(networkOf(site), 2) }),
    end: become('well'),
  }))
}

async function untilReconnected(network: NetworkProxy | null, times: number): Promise<void> {
  if (!network) return
  const wanted = network.connections + times
  if ((await waitUntil(() => network.connections >= wanted, 90_000)) === null) {
    throw new Error('what waits for a silent network does not give up')
  }
}

const database: Fault[] = [
  ...faultsOfNetwork('database', ({ networks }) => networks.database, { delayMs: 100, kind: 'given' }),
  {
    name: 'database out of connections',
    kind: 'given',
    begin: (site) => limitConnections(site, 0),
    end: (site) => limitConnections(site, -1),
  },
  {
    name: 'disk of the database full',
    missing: ({ disk }) => (disk ? null : 'mounting a small disk needs root'),
    begin: async ({ disk }) => disk?.fill(),
    end: async ({ disk }) => disk?.free(),
  },
]

/** Ends the connections of the site's role, and lets it have so many. */
async function limitConnections({ database: of }: FaultSite, limit: number): Promise<void> {
  if (!of) return
  await withMaintenance(of.adminUrl, async (client) => {
    await client.query(`ALTER ROLE ${of.role} CONNECTION LIMIT ${limit}`)
    if (limit < 0) return
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [of.role])
  })
}

const store: Fault[] = [
  ...faultsOfNetwork('store', ({ networks }) => networks.store, { delayMs: 500 }),
  {
    name: 'store full',
    begin: async (site) => site.store.refuse({ status: 507, code: 'InsufficientStorage', method: 'PUT' }),
    end: async (site) => site.store.refuse(null),
  },
]

const mail: Fault[] = [
  ...faultsOfNetwork('SMTP', ({ networks }) => networks.mail, { delayMs: 500 }),
  {
    name: 'SMTP lies: takes a mail and hangs up',
    begin: async ({ mailServer }) => mailServer.hangUpAfterNext(),
    end: nothing,
  },
]

const shop: Fault[] = [
  ...faultsOfNetwork('Stripe', ({ networks }) => networks.stripe, { delayMs: 500, onlyForPeople: true }),
  {
    name: 'Stripe lies: does it and says that it failed; is said to have been paid',
    begin: async (site) => {
      site.stripe.failNext('error-after', 2, 'POST /v1/checkout/sessions')
      site.stripe.failNext('lost', 1, 'GET /v1/checkout/sessions')
      await forgePayment(site)
    },
    end: nothing,
  },
  ...faultsOfNetwork('Printful', ({ networks }) => networks.printful, { delayMs: 500 }),
  {
    name: 'Printful lies: prints and says that it failed; speaks nonsense',
    begin: async ({ printful }) => {
      printful.failNext('odd', 1, 'POST /shipping')
      printful.failNext('done-then-down', 2, 'POST /orders')
    },
    end: nothing,
  },
]

/** Tells the site of a payment that was not made, with a signature of somebody else. */
async function forgePayment({ url, stripe }: FaultSite): Promise<void> {
  const data = { object: { id: `cs_${randomUUID()}`, object: 'checkout.session', payment_status: 'paid' } }
  const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'checkout.session.completed', data }
  const { body, signature } = stripe.webhooks.sign(event, { secret: 'whsec_guessed' })
  const headers = { 'Stripe-Signature': signature }
  const { status } = await fetch(`${url}/webhooks/stripe`, { method: 'POST', body, headers })
  if (status < 400) throw new Error(`a forged event was answered with ${status}`)
}

const feeds: Fault[] = [
  {
    name: 'feed servers hang',
    begin: async (site, people) => {
      const urls = [site.feeds.serve('/silent', fallSilent), site.feeds.serve('/drip', drip)]
      for (const url of urls) await people.publishPodcast(url)
      while (!site.feeds.requests.some(({ path }) => path === '/silent')) await sleep(100)
    },
    end: nothing,
  },
]

/** The clock of the site's processes, while they run; that of the machine stays. */
function clockFault(name: string, offsetSeconds: number): Fault {
  const file = ({ folder }: FaultSite) => join(folder, 'clock')
  const write = (site: FaultSite, seconds: number) => writeFileSync(file(site), `${seconds < 0 ? '' : '+'}${seconds}`)
  return {
    name,
    missing: () => (findFaketime() ? null : 'libfaketime is not installed (Debian: faketime)'),
    prepare: async (site) => {
      write(site, 0)
      const environment = {
        LD_PRELOAD: findFaketime() ?? '',
        FAKETIME_TIMESTAMP_FILE: file(site),
        FAKETIME_CACHE_DURATION: '1',
        // Timers go on: Node would wait for an hour, or for ever.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
      await restartAll(site, environment)
    },
    begin: async (site) => {
      write(site, offsetSeconds)
      await untilClockIsOff(site, offsetSeconds)
    },
    end: async (site) => {
      write(site, 0)
      await untilClockIsOff(site, 0)
      await restartAll(site, {})
    },
  }
}

async function restartAll({ url, web, worker }: FaultSite, environment: Record<string, string>): Promise<void> {
  await Promise.all([web.restart(environment), worker?.restart(environment)])
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if ((await waitUntil(isReady, 60_000)) === null) throw new Error('the site did not start')
}

/** By the date that each answer has. */
async function untilClockIsOff({ url }: FaultSite, seconds: number): Promise<void> {
  const isSo = async () => {
    const { headers } = await fetch(`${url}/healthz`)
    const offset = (Date.parse(headers.get('Date') ?? '') - Date.now()) / 1_000
    return Math.abs(offset - seconds) < 60
  }
  if ((await waitUntil(isSo, 30_000)) === null) throw new Error('the clock of the site does not change')
}

const clock: Fault[] = [clockFault('clock an hour ahead', 3_600), clockFault('clock an hour back', -3_600)]

const processes: Fault[] = [
  {
    name: 'kill -9 of the web process',
    kind: 'given',
    isDead: true,
    begin: async ({ web }) => web.signal('SIGKILL'),
    end: nothing,
  },
  {
    name: 'kill -9 of the worker',
    kind: 'given',
    begin: async ({ worker }) => worker?.signal('SIGKILL'),
    end: nothing,
  },
  {
    name: 'kill -9 of both',
    isDead: true,
    begin: async ({ web, worker }) => {
      await Promise.all([worker?.signal('SIGKILL'), web.signal('SIGKILL')])
    },
    end: nothing,
  },
  {
    name: 'kill -9 of the database',
    kind: 'own',
    begin: async ({ dataDir }) => {
      const [pid] = readFileSync(join(dataDir, 'postgresql', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    end: nothing,
  },
  {
    // It is stopped in the middle of its jobs for so long that they count as lost, and then goes on with them beside another.
    name: 'two workers at one job',
    kind: 'given',
    begin: async ({ networks }) => {
      await networks.mail.become({ delayMs: 400 })
      await networks.printful.become({ delayMs: 2_000 })
    },
    hold: async (site) => {
      const database = await openMigratedPostgres(site.database?.adminUrl ?? '', { connections: 2 })
      // Looks each second, instead of each minute, for jobs whose worker has died.
      const jobs = await openJobQueue(database, createLog('silent'), { lookSeconds: 1 })
      /** Queues of emails and orders with a job that is being done, for the second time at least. */
      const countBusy = async (tries: number) => {
        const busy = sql`SELECT DISTINCT name FROM pgboss.job
          WHERE state = 'active' AND retry_count >= ${tries} AND name IN ('mail', 'orders')`
        return (await queryRows(database.db, busy)).length
      }
      try {
        if ((await waitUntil(async () => (await countBusy(0)) === 2, 30_000)) === null) {
          throw new Error('the worker was never busy with an email and an order')
        }
        await site.worker?.signal('SIGSTOP')
        const other = await site.startSecondWorker()
        const age = sql`UPDATE pgboss.job SET heartbeat_on = now() - interval '2 minutes' WHERE state = 'active'`
        await database.db.execute(age)
        if ((await waitUntil(async () => (await countBusy(1)) > 0, 60_000)) === null) {
          throw new Error('no other worker took the job')
        }
        await site.worker?.signal('SIGCONT')
        await sleep(5_000)
        await other.stop()
      } finally {
        await site.worker?.signal('SIGCONT')
        await jobs.close()
        await database.close()
      }
    },
    end: async ({ networks }) => {
      await networks.mail.become('well')
      await networks.printful.become('well')
    },
  },
]

export const faults: Fault[] = [...database, ...store, ...mail, ...shop, ...feeds, ...clock, ...processes]
