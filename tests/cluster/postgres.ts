import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/services.mjs'
import { withMaintenance } from '../postgres.ts'
import { makeServiceFolder, runAsService, type Service, startService, until } from './services.ts'

/** A PostgreSQL server: the primary, or a replica of it. */
export interface DatabaseServer {
  name: string
  port: number
  data: string
  service: Service
  /** Asks this server itself, past the pooler. */
  url: string
}

export interface DatabaseServers {
  /** Those that are not the primary at first: a and b. */
  replicas: DatabaseServer[]
  primary: DatabaseServer
  all: DatabaseServer[]
}

/**
 * What an operator sets, on every server alike, as each may become the primary: a commit is acknowledged when a replica has it on its disk.
 * docs/operations.md explains each.
 */
const settings = `
synchronous_commit = on
synchronous_standby_names = 'ANY 1 (a,b)'
wal_keep_size = 256MB
wal_retrieve_retry_interval = 500ms
hot_standby_feedback = on
max_connections = 200
shared_buffers = 96MB
log_line_prefix = '%m [%p] '
`

/** Starts a primary and two replicas on free ports of loopback, below a folder, with an empty database `muster`. */
export async function startDatabases(bin: string, folder: string): Promise<DatabaseServers> {
  const primary = await startPrimary(bin, folder, settings)
  // With no replica there yet, nothing but this may be committed.
  await withMaintenance(urlOf(primary.port, 'postgres'), async (client) => {
    await client.query('SET synchronous_commit = local')
    await client.query(`CREATE DATABASE muster ENCODING 'UTF8' TEMPLATE template0`)
  })
  const replicas = [await addReplica(bin, folder, 'a', primary), await addReplica(bin, folder, 'b', primary)]
  await until('both replicas', async () => (await countReplicas(primary)) === 2, logFileOf(folder, 'a'))
  return { primary, replicas, all: [primary, ...replicas] }
}

/**
 * Starts an empty primary, which replicas take their settings from.
 * @param settings lines for postgresql.conf
 */
export async function startPrimary(bin: string, folder: string, settings: string): Promise<DatabaseServer> {
  const home = makeServiceFolder(folder, 'p')
  const data = join(home, 'data')
  await runAsService(join(bin, 'initdb'), ['-D', data, '-U', 'muster', '-A', 'trust', '-E', 'UTF8'])
  appendFileSync(join(data, 'postgresql.conf'), settings)
  const primary = await startServer(bin, folder, 'p', data)
  await until('the primary', () => answers(primary), logFileOf(folder, primary.name))
  return primary
}

/** Copies a server and starts the copy as its replica, without waiting until it follows. */
export async function addReplica(
  bin: string,
  folder: string,
  name: string,
  from: DatabaseServer,
): Promise<DatabaseServer> {
  const data = join(makeServiceFolder(folder, name), 'data')
  const source = `host=127.0.0.1 port=${from.port} user=muster`
  await runAsService(join(bin, 'pg_basebackup'), ['-D', data, '-d', source, '-R', '-X', 'stream', '-c', 'fast'])
  return startServer(bin, folder, name, data)
}

async function startServer(bin: string, folder: string, name: string, data: string): Promise<DatabaseServer> {
  const port = await freePort()
  const service = startService({
    name: `postgres ${name}`,
    program: join(bin, 'postgres'),
    // The cluster's name is the one by which a replica is known to its primary.
    args: ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', join(data, '..'), '-c', `cluster_name=${name}`],
    logFile: logFileOf(folder, name),
    isUnprivileged: true,
    stopSignal: 'SIGINT',
  })
  return { name, port, data, service, url: urlOf(port, 'muster') }
}

function urlOf(port: number, database: string): string {
  return `postgres://muster@127.0.0.1:${port}/${database}`
}

function logFileOf(folder: string, name: string): string {
  return join(folder, `postgres-${name}.log`)
}

async function answers({ port }: DatabaseServer): Promise<boolean> {
  await withMaintenance(urlOf(port, 'postgres'), (client) => client.query('SELECT 1'))
  return true
}

/** How many replicas a server sends its log to, as far as it has. */
export function countReplicas({ url }: DatabaseServer): Promise<number> {
  return withMaintenance(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_replication WHERE state = 'streaming'`,
    )
    return rows[0]?.count ?? 0
  })
}
