import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSystemPrograms } from '../../scripts/postgres/programs.mjs'
import { freePort } from '../../scripts/services.mjs'
import type { Server } from '../e2e/support/servers.ts'
import { withMaintenance } from '../postgres.ts'
import { type Keep, makeServiceFolder, replaceEach, startService, until } from './services.ts'

/** A machine with PostgreSQL, which Patroni looks after. */
export interface DatabaseNode {
  /** Its superuser, by its socket. */
  adminUrl: string
  /** Whether Patroni says that it is this: the primary, or the standby that has all that was acknowledged. */
  is: (role: 'primary' | 'synchronous') => Promise<boolean>
  start: () => Promise<void>
  /** The machine is lost: nothing on it ends in good order. */
  kill: () => Promise<void>
  stop: () => Promise<unknown>
}

export interface Databases {
  nodes: DatabaseNode[]
  etcd: Server[]
  /** Whichever is the primary, through HAProxy. */
  url: string
}

/** Starts three etcd, two nodes and HAProxy with the operators' files, in which only addresses and paths are others, and an empty database. */
export async function startDatabases(folder: string, keep: Keep): Promise<Databases> {
  const ports = new Map<string, number>()
  for (const machine of [11, 12, 13])
    for (const port of [2379, 2380, 5432, 8008]) ports.set(`10.0.0.${machine}:${port}`, await freePort())
  const portOf = (address: string) => ports.get(address) ?? 0
  /** A file with ports of loopback. */
  const adapt = (file: string, changes: [RegExp, string][]) =>
    replaceEach(file, changes).replaceAll(/10\.0\.0\.1\d:\d+/g, (address) => `127.0.0.1:${portOf(address)}`)
  /** What the guide has changed on each machine: its name, and the lines with its own address. */
  const own = (name: string, address: string): [RegExp, string][] => [
    [/^(name: |ETCD_NAME=)a$/m, `$1${name}`],
    [/^(\s*(?:listen: |connect_address: |ETCD_\w+_URLS=http:\/\/))10\.0\.0\.11/gm, `$1${address}`],
  ]

  const etcd: Server[] = []
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    const home = makeServiceFolder(folder, `etcd-${name}`)
    const place: [RegExp, string] = [/(ETCD_DATA_DIR=).*/, `$1${home}/data`]
    const text = adapt('deploy/etcd.env', [...own(name, `10.0.0.${11 + index}`), place])
    const settings = Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]))
    etcd.push(keep(await startService(folder, ['etcd'], settings)))
  }

  const nodes: DatabaseNode[] = []
  for (const [name, address] of [
    ['a', '10.0.0.11'],
    ['b', '10.0.0.12'],
  ] as const) {
    const home = makeServiceFolder(folder, `node-${name}`)
    const file = join(folder, `patroni-${name}.yml`)
    const changes: [RegExp, string][] = [
      [/\/var\/lib\/postgresql\/15\/muster/, join(home, 'data')],
      [/\/var\/lib\/postgresql\/patroni\.pgpass/, join(home, 'pgpass')],
      [/\/var\/run\/postgresql/, home],
      [/\/usr\/lib\/postgresql\/15\/bin/, findSystemPrograms() ?? ''],
      [/10\.0\.0\.0\/24/g, '127.0.0.1/32'],
      // Whoever runs the tests.
      [/postgres peer/, 'all trust'],
    ]
    writeFileSync(file, adapt('deploy/patroni.yml', [...own(name, address), ...changes]))
    let patroni = await startService(folder, ['patroni', file])
    const node: DatabaseNode = {
      adminUrl: `postgres://postgres@localhost:${portOf(`${address}:5432`)}/postgres?host=${home}`,
      is: async (role) => (await fetch(`http://127.0.0.1:${portOf(`${address}:8008`)}/${role}`)).ok,
      start: async () => {
        patroni = await startService(folder, ['patroni', file])
      },
      kill: async () => {
        const ended = patroni.stop('SIGKILL')
        killProcessesIn(join(home, 'data'))
        await ended
      },
      stop: () => patroni.stop(),
    }
    nodes.push(keep(node))
  }
  await until('both nodes', () => areWhole(nodes))
  const isFirst = await nodes[0]?.is('primary')
  await withMaintenance(nodes[isFirst ? 0 : 1]?.adminUrl ?? '', async (client) => {
    await client.query(`CREATE ROLE muster LOGIN PASSWORD 'a password'`)
    await client.query(`CREATE DATABASE muster OWNER muster ENCODING 'UTF8' TEMPLATE template0`)
  })

  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  const changes: [RegExp, string][] = [
    [/ *user haproxy\n *group haproxy\n/, ''],
    [/bind 127\.0\.0\.1:5432/, `bind 127.0.0.1:${port}`],
    [/(10\.0\.0\.1\d):5432 check port 8008/g, '$1:5432 check port $1:8008'],
  ]
  writeFileSync(file, adapt('deploy/haproxy.cfg', changes).replaceAll(/port 127\.0\.0\.1:/g, 'port '))
  keep(await startService(folder, ['haproxy', '-db', '-f', file]))
  const url = `postgres://muster:a%20password@127.0.0.1:${port}/muster`
  // Until it has asked Patroni, it takes turns between both.
  const isPrimary = () =>
    withMaintenance(url, async (client) => (await client.query('SELECT WHERE NOT pg_is_in_recovery()')).rowCount === 1)
  await until('HAProxy', async () => (await isPrimary()) && (await isPrimary()))
  return { nodes, etcd, url }
}

/** Whether one is the primary, and the other has all that it has. */
export async function areWhole(nodes: DatabaseNode[]): Promise<boolean> {
  const roles = await Promise.all(nodes.map(async (node) => [await node.is('primary'), await node.is('synchronous')]))
  return roles.some(([isPrimary]) => isPrimary) && roles.some(([, isSynchronous]) => isSynchronous)
}

/** Kills PostgreSQL's processes on a data folder: each has it as its working directory. */
function killProcessesIn(data: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === data) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}
