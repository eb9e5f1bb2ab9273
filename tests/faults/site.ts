import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseHandle, openMigratedPostgres } from '#app/platform/.server/database/database.ts'
import { findServiceAccount } from '../../scripts/services.mjs'
import { type PrintfulSimulator, startPrintfulSimulator } from '../../simulators/printful.ts'
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe.ts'
import { createDatabase } from '../e2e/support/databases.ts'
import { freePort, type Server, type ServerSettings, secretForTests, spawnServer } from '../e2e/support/servers.ts'
import { openOwnDatabase, withDatabase, withMaintenance } from '../postgres.ts'
import { type FeedServer, startFeedServer } from '../vendors/feed-server.ts'
import { type MailServer, startMailServer } from '../vendors/mail-server.ts'
import { type ObjectStore, startObjectStore } from '../vendors/object-store.ts'
import { type NetworkProxy, startProxy } from './proxy.ts'

/** Whose the database of a site is: its own, in its folder, or that of DATABASE_URL. */
export type DatabaseKind = 'own' | 'given'

/** A process that is started again a second after it ended, as a service manager does it. */
export interface KeptProcess {
  signal: (signal: NodeJS.Signals) => Promise<void>
  /** Ends it in good order and starts it with these settings beside its own. */
  restart: (environment: Record<string, string>) => Promise<void>
  /** How often it ended by itself or was killed. */
  readonly ends: number
  stop: () => Promise<void>
}

/** A site with all that it uses, each part behind a proxy that can have the faults of a network. */
export interface FaultSite {
  kind: DatabaseKind
  url: string
  folder: string
  dataDir: string
  web: KeptProcess
  /** Null where the web process carries out the jobs. */
  worker: KeptProcess | null
  startSecondWorker: () => Promise<KeptProcess>
  /** Between the site and what it uses; the database's is null where it is its own. */
  networks: { database: NetworkProxy | null } & Record<'store' | 'mail' | 'stripe' | 'printful', NetworkProxy>
  mailServer: MailServer
  stripe: StripeSimulator
  printful: PrintfulSimulator
  feeds: FeedServer
  store: ObjectStore
  /** The site's role and database as their administrator sees them; null where it is its own. */
  database: { name: string; adminUrl: string; role: string } | null
  /** The disk of the database; null where nothing can be mounted. */
  disk: Disk | null
  /** Opens its database, also while it runs. */
  open: () => Promise<DatabaseHandle>
  stop: () => Promise<void>
}

interface Disk {
  fill: () => void
  free: () => void
}

/** MiB of the disk that gets full: its own database takes 150 at the start. */
const diskMebibytes = 480

/** Who the site is to PostgreSQL: no superuser, as those have connections kept for them. */
const role = 'muster_faults'

/** Creates a site's database and all it uses. Nothing of the product runs yet: `plant` fills the database first. */
export async function startSite(
  kind: DatabaseKind,
  folder: string,
  plant: (handle: DatabaseHandle) => Promise<void>,
): Promise<FaultSite> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [mailServer, printful, feeds, store] = await Promise.all([
    startMailServer(),
    startPrintfulSimulator(),
    startFeedServer(),
    startObjectStore(),
  ])
  // It tells us again for days; here as often as a test has patience.
  const retryDelaysMs = [1_000, 2_000, ...Array.from({ length: 60 }, () => 5_000)]
  const stripe = await startStripeSimulator({ webhookUrl: `${url}/webhooks/stripe`, retryDelaysMs })
  const mounted = mountDisk(join(folder, 'disk'))
  const dataDir = kind === 'own' ? join(folder, 'disk', 'data') : join(folder, 'data')
  const database = kind === 'given' ? await createSiteDatabase(mounted ? join(folder, 'disk') : null) : null
  const networks = {
    database: database && (await startProxy(Number(new URL(database.url).port))),
    store: await startProxy(store.port),
    mail: await startProxy(mailServer.port),
    stripe: await startProxy(Number(new URL(stripe.url).port)),
    printful: await startProxy(Number(new URL(printful.url).port)),
  }
  const open = () => (database ? openMigratedPostgres(database.url, { connections: 3 }) : openOwnDatabase(dataDir))
  mkdirSync(dataDir, { recursive: true })
  const handle = await open()
  await plant(handle)
  await handle.close()

  const settings: ServerSettings = {
    dataDir: database ? dataDir : join(folder, 'logs'),
    port,
    ...(database && networks.database && { databaseUrl: networks.database.through(database.url) }),
    environment: {
      DATA_DIR: dataDir,
      SECRET: secretForTests,
      EVIDENCE_KEYS: `faults=${randomBytes(32).toString('base64')}`,
      DEMO: 'true',
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'warn',
      WORKER: database ? 'apart' : 'inside',
      SMTP_URL: networks.mail.through(mailServer.url),
      PRINTFUL_URL: networks.printful.through(printful.url),
      PRINTFUL_TOKEN: printful.token,
      STRIPE_URL: networks.stripe.through(stripe.url),
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      FEED_NETWORKS: '127.0.0.2/32',
      S3_BUCKET: store.s3.bucket,
      S3_REGION: store.s3.region,
      S3_ENDPOINT: networks.store.through(store.s3.endpoint ?? ''),
      S3_ACCESS_KEY_ID: store.s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: store.s3.secretAccessKey,
    },
  }
  const startWorker = () => keep({ ...settings, command: [process.execPath, 'scripts/worker.mjs'] })
  const web = await keep({ ...settings, command: [process.execPath, 'scripts/start.mjs'] })
  const worker = database && (await startWorker())
  const workers = worker ? [worker] : []
  return {
    kind,
    url,
    folder,
    dataDir,
    web,
    worker,
    startSecondWorker: async () => {
      const second = await startWorker()
      workers.push(second)
      return second
    },
    networks,
    mailServer,
    stripe,
    printful,
    feeds,
    store,
    database,
    disk: mounted,
    open,
    stop: async () => {
      await Promise.all([web, ...workers].map((kept) => kept.stop()))
      await Promise.all(Object.values(networks).map((network) => network?.close()))
      await Promise.all([stripe, printful, feeds, mailServer, store].map((part) => part.stop()))
      await database?.drop()
      mounted?.unmount()
    },
  }
}

async function keep(settings: ServerSettings): Promise<KeptProcess> {
  let environment = settings.environment ?? {}
  let isStopping = false
  let isRunning = false
  let ends = 0
  let server: Server
  const start = async () => {
    server = await spawnServer({ ...settings, environment })
    isRunning = true
    const { exited } = server
    const current = server
    void exited.then(async () => {
      if (current === server) isRunning = false
      if (isStopping || current !== server) return
      ends += 1
      await sleep(1_000)
      if (!isStopping && current === server) await start()
    })
  }
  const stop = async () => {
    isStopping = true
    await Promise.race([server.stop('SIGTERM'), sleep(15_000)])
    await server.stop('SIGKILL')
  }
  process.once('exit', () => void server.stop('SIGKILL'))
  await start()
  return {
    signal: async (signal) => {
      // A fault before this one may have ended it a moment ago.
      while (!isRunning) await sleep(50)
      // The program and what it started are one group.
      process.kill(-server.pid, signal)
    },
    restart: async (more) => {
      await stop()
      environment = { ...settings.environment, ...more }
      isStopping = false
      await start()
    },
    get ends() {
      return ends
    },
    stop,
  }
}

interface SiteDatabase {
  url: string
  name: string
  adminUrl: string
  role: string
  drop: () => Promise<void>
}

/** A database of a role that may be limited, on a disk that may get full, whose commits wait for the disk as in production. */
async function createSiteDatabase(folder: string | null): Promise<SiteDatabase> {
  const { url: adminUrl, drop } = await createDatabase()
  const server = withDatabase(adminUrl, 'postgres')
  const name = new URL(adminUrl).pathname.slice(1)
  await withMaintenance(server, async (client) => {
    await client.query(`CREATE ROLE ${role} LOGIN`)
    await client.query(`ALTER DATABASE ${name} OWNER TO ${role}`)
    await client.query(`ALTER DATABASE ${name} SET synchronous_commit = on`)
    if (!folder) return
    const place = join(folder, 'tablespace')
    mkdirSync(place)
    const account = findServiceAccount()
    if (account) chownSync(place, account.uid, account.gid)
    await client.query(`CREATE TABLESPACE small LOCATION '${place}'`)
    await client.query(`ALTER DATABASE ${name} SET TABLESPACE small`)
  })
  const url = new URL(adminUrl)
  url.username = role
  return {
    url: url.href,
    name,
    adminUrl,
    role,
    drop: async () => {
      await drop()
      await withMaintenance(server, async (client) => {
        if (folder) await client.query('DROP TABLESPACE small')
        await client.query(`DROP ROLE ${role}`)
      })
    },
  }
}

/** Mounts a small disk in memory; null, with the reason printed, where this account may not. */
function mountDisk(folder: string): (Disk & { unmount: () => void }) | null {
  mkdirSync(folder)
  // The account that runs PostgreSQL has its folder there.
  chmodSync(dirname(folder), 0o711)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMebibytes}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    console.error(`No disk could be mounted, so none gets full: ${(error as Error).message.split('\n')[1] ?? error}`)
    return null
  }
  const unmount = () => execFileSync('umount', ['--lazy', folder])
  process.once('exit', unmount)
  const filler = join(folder, 'filler')
  return {
    fill: () => {
      try {
        for (let piece = 0; ; piece += 1) writeFileSync(`${filler}-${piece}`, Buffer.alloc(4 * 2 ** 20))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      // What is left of a page.
      try {
        for (let piece = 0; ; piece += 1) writeFileSync(`${filler}-small-${piece}`, Buffer.alloc(4096))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => {
      for (let piece = 0; existsSync(`${filler}-${piece}`); piece += 1) rmSync(`${filler}-${piece}`)
      for (let piece = 0; existsSync(`${filler}-small-${piece}`); piece += 1) rmSync(`${filler}-small-${piece}`)
    },
    unmount: () => {
      process.off('exit', unmount)
      unmount()
    },
  }
}
