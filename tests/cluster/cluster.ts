import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import { syncReferenceData } from '#app/features/places/reference-data-service.server.ts'
import { parseConfig } from '#app/platform/.server/config.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { openPlatform, type Platform } from '#app/platform/.server/platform.ts'
import { endNotRun, freePort, installPrograms, startPgBouncer } from '../../scripts/services.mjs'
import { type PrintfulSimulator, startPrintfulSimulator } from '../../simulators/printful.ts'
import { type StripeSimulator, startStripeSimulator } from '../../simulators/stripe.ts'
import { type Server, secretForTests, spawnServer, startServer } from '../e2e/support/servers.ts'
import type { Site } from '../faults/people.ts'
import { type Databases, startDatabases } from './databases.ts'
import { startNginx } from './nginx.ts'
import type { Keep } from './services.ts'

/** Two web hosts, a worker, and all that they need, on this machine. */
export interface Cluster {
  /** Where nginx answers. */
  url: string
  folder: string
  databases: Databases
  store: Site['store']
  stripe: StripeSimulator
  printful: PrintfulSimulator
  hosts: Server[]
  /** Starts a host that has ended, and waits until it is ready. */
  startHost: (index: number) => Promise<void>
  /** Has nginx send nothing to a host, or to all again. */
  leaveOut: (index: number | null) => Promise<void>
  stop: () => Promise<void>
  /** Whoever started this wants it to end. */
  interrupted: AbortSignal
}

/**
 * Starts a cluster on free ports of loopback, with all its data in a folder of its own, and waits until it serves.
 * Ends the program, with nothing left running, if something does not start or it was interrupted.
 * @param fill fills the empty database
 * @param port where nginx listens
 * @param more settings of the hosts and the worker
 */
export async function startCluster(
  fill: (platform: Platform) => Promise<void>,
  port: number,
  more: Record<string, string> = {},
): Promise<Cluster> {
  const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', nginx: 'nginx-light' }
  if (!installPrograms([['pg_lsclusters', 'postgresql'], ...Object.entries(packages)]))
    endNotRun(`a cluster needs ${Object.values(packages).join(', ')} and postgresql, of Debian.`)
  const interruption = new AbortController()
  // An error that nothing else catches must not leave the services behind either.
  for (const signal of ['SIGINT', 'SIGTERM', 'uncaughtException'])
    process.on(signal, (reason) => interruption.abort(reason))
  // Sockets are in it, whose paths must be short; the account of services may pass through it.
  const folder = mkdtempSync(join(tmpdir(), 'muster-'))
  chmodSync(folder, 0o711)
  const kept: { stop: () => unknown }[] = []
  const keep: Keep = (part) => {
    kept.push(part)
    interruption.signal.throwIfAborted()
    return part
  }
  const stop = async () => {
    for (const part of kept.splice(0).reverse()) await part.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const [bucket, directory] = ['muster', join(folder, 'store')]
    const configureBuckets = [{ name: bucket, configs: [] }]
    const s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    const { port: storePort } = await s3.run()
    keep({ stop: () => s3.close() })
    /** Where it has a file, by the path of its URL. */
    const fileOf = (path: string) => join(directory, `${path}._S3rver_object`)
    const has = (path: string) => existsSync(fileOf(path))
    const set = (path: string, bytes: Buffer) => {
      mkdirSync(dirname(fileOf(path)), { recursive: true })
      writeFileSync(fileOf(path), bytes)
    }
    const databases = await startDatabases(folder, keep)
    const pooler = await startPgBouncer(databases.url)
    if (!pooler) throw new Error('PgBouncer did not start')
    keep(pooler)
    const url = `http://127.0.0.1:${port}`
    const retryDelaysMs = Array.from({ length: 60 }, () => 5_000)
    const stripe = keep(await startStripeSimulator({ webhookUrl: `${url}/webhooks/stripe`, retryDelaysMs }))
    const printful = keep(await startPrintfulSimulator())
    const environment = {
      DATABASE_URL: pooler.urlOf('muster'),
      DATABASE_DIRECT_URL: pooler.urlOf('muster_direct'),
      SECRET: secretForTests,
      EVIDENCE_KEYS: `cluster=${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      // Its emails are shown at /dev/mail, and its accounts have a known password.
      DEMO: 'true',
      WORKER: 'apart',
      DRAIN_SECONDS: '5',
      S3_ENDPOINT: `http://127.0.0.1:${storePort}`,
      S3_BUCKET: bucket,
      // The only credentials that it knows.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      PRINTFUL_URL: printful.url,
      PRINTFUL_TOKEN: printful.token,
      STRIPE_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STORE_URL: `${printful.url}/store`,
      ...more,
    }
    const config = parseConfig({ ...environment, DATA_DIR: join(folder, 'fill') })
    const { platform, close } = await openPlatform(config, createLog('warn'), { decides: true })
    try {
      await syncReferenceData(platform)
      await fill(platform)
    } finally {
      await close()
    }
    const command = (script: string) => [process.execPath, join('scripts', script)]
    keep(await spawnServer({ dataDir: join(folder, 'worker'), command: command('worker.mjs'), environment }))
    const hostPorts: [number, number] = [await freePort(), await freePort()]
    const openHost = (index: number) => {
      const dataDir = join(folder, `host-${index}`)
      return startServer({ dataDir, port: hostPorts[index] ?? 0, command: command('start.mjs'), environment })
    }
    const hosts: Server[] = []
    for (const index of hostPorts.keys()) {
      hosts.push(await openHost(index))
      keep({ stop: () => hosts[index]?.stop() })
    }
    const leaveOut = await startNginx(folder, { port, redirectingPort: await freePort(), hostPorts }, keep)
    const startHost = async (index: number) => {
      hosts[index] = await openHost(index)
    }
    const store = { s3: { bucket }, objects: { has, set } }
    const interrupted = interruption.signal
    return { url, folder, databases, store, stripe, printful, hosts, startHost, leaveOut, stop, interrupted }
  } catch (error) {
    await stop()
    console.error(error)
    process.exit(1)
  }
}
