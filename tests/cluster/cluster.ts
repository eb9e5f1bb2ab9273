import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { S3Account } from '#app/platform/.server/s3.ts'
import { freePort } from '../../scripts/services.mjs'
import { startPrintfulSimulator } from '../../simulators/printful.ts'
import { startStripeSimulator } from '../../simulators/stripe.ts'
import { secretForTests } from '../e2e/support/servers.ts'
import { logFileOf, startWebHost, startWorker, type WebHost } from './hosts.ts'
import { startNginx } from './nginx.ts'
import { type Pooler, startPooler } from './pooler.ts'
import { type DatabaseServers, startDatabases } from './postgres.ts'
import { findPrograms, makeClusterFolder, type Service } from './services.ts'
import { startStore } from './store.ts'

/** Two web hosts, a worker, and all that they need, on this machine. */
export interface Cluster {
  /** Where nginx answers. */
  url: string
  folder: string
  /** What Muster's processes log. */
  logFile: string
  databases: DatabaseServers
  /** Where its files are. */
  s3: S3Account
  pooler: Pooler
  hosts: [WebHost, WebHost]
  worker: Service
  stop: () => Promise<void>
}

/** Fills the empty database, with the settings of a host. */
type Fill = (environment: Record<string, string>) => Promise<void>

/**
 * Starts a cluster on free ports of loopback, with all its data in a folder of its own, and waits until it serves.
 * @param options where nginx listens, any port that is free unless it is given; what ends the start before it is done; and the folders that
 *   the hosts run from, if not this one
 * @throws if something does not start, or the signal's reason; nothing is left running
 */
export async function startCluster(
  fill: Fill,
  { port, signal, checkouts }: { port?: number; signal?: AbortSignal; checkouts?: [string, string] } = {},
): Promise<Cluster> {
  const programs = findPrograms()
  const folder = makeClusterFolder()
  /** What is to be ended, the last first. */
  const endings: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const nginxPort = port ?? (await freePort())
    const url = `http://127.0.0.1:${nginxPort}`
    const store = await startStore(folder)
    endings.push(store.stop)
    signal?.throwIfAborted()
    const databases = await startDatabases(programs.postgres, folder)
    endings.push(async () => {
      // The primary last: what it still has to write goes to the replicas.
      for (const { service } of [...databases.replicas, databases.primary]) await service.stop()
    })
    signal?.throwIfAborted()
    const pooler = await startPooler(programs.pgbouncer, folder, databases.primary.port)
    endings.push(() => pooler.service.stop())

    const providers = await startProviders(folder, url)
    endings.push(providers.stop)
    const environment: Record<string, string> = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: pooler.directUrl,
      SECRET: secretForTests,
      EVIDENCE_KEYS: `cluster=${Buffer.alloc(32, 7).toString('base64')}`,
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '127.0.0.1',
      // Its emails are shown at /dev/mail, and its accounts have a known password.
      DEMO: 'true',
      ...store.environment,
      ...providers.environment,
    }
    signal?.throwIfAborted()
    await fill({ ...environment, DATA_DIR: join(folder, 'fill') })
    signal?.throwIfAborted()
    const worker = startWorker(folder, environment)
    endings.push(() => worker.stop())
    const hosts: [WebHost, WebHost] = [
      await startWebHost(folder, 'host-1', environment, checkouts?.[0]),
      await startWebHost(folder, 'host-2', environment, checkouts?.[1]),
    ]
    endings.push(async () => {
      await Promise.all(hosts.map(({ service }) => service.stop()))
    })
    signal?.throwIfAborted()
    const nginx = await startNginx(programs.nginx, folder, {
      port: nginxPort,
      redirectingPort: await freePort(),
      hostPorts: [hosts[0].port, hosts[1].port],
    })
    endings.push(() => nginx.stop())
    return { url, folder, logFile: logFileOf(folder), databases, s3: store.account, pooler, hosts, worker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Simulators of the shop's providers, which all hosts and the worker share. */
async function startProviders(folder: string, url: string) {
  const stripe = await startStripeSimulator({
    webhookUrl: `${url}/webhooks/stripe`,
    file: join(folder, 'simulators', 'stripe'),
  })
  const printful = await startPrintfulSimulator({ shipAfterMs: 60_000, file: join(folder, 'simulators', 'printful') })
  return {
    environment: {
      PRINTFUL_URL: printful.url,
      PRINTFUL_TOKEN: printful.token,
      STRIPE_URL: stripe.url,
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STORE_URL: `${printful.url}/store`,
    },
    stop: async () => {
      await Promise.all([stripe.stop(), printful.stop()])
    },
  }
}
