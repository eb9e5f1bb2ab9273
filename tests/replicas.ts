import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnPostgres, startOwnPostgres, startReplica } from '../scripts/services.mjs'
import { withDatabase, withMaintenance } from './postgres.ts'

/** A primary with a database of its own, and what was started beside it. */
export interface ReplicatedDatabase {
  primary: OwnPostgres
  /** URL of the database on the primary. */
  url: string
  /** Starts a standby, and gives the URL of the same database there. */
  addReplica: () => Promise<TestReplica>
  stop: () => Promise<void>
}

export interface TestReplica extends OwnPostgres {
  /** Stops it from replaying what it receives, so that it falls behind for as long as a test needs. */
  pause: () => Promise<void>
  resume: () => Promise<void>
  /** Waits until it has everything that the primary has written so far. */
  catchUp: () => Promise<void>
  /** Has it stream from another server from now on. */
  follow: (url: string) => Promise<void>
  promote: () => Promise<void>
}

/** Starts a primary that standbys can follow and counts its queries, with an empty database. */
export async function startReplicated(): Promise<ReplicatedDatabase> {
  const settings = ['shared_preload_libraries=pg_stat_statements']
  const primary = await startOwnPostgres({ sharedBuffers: '32MB', settings })
  if (!primary) throw new Error('there is no PostgreSQL to test on')
  const started: OwnPostgres[] = [primary]
  await withMaintenance(primary.url, (client) => client.query('CREATE DATABASE muster'))
  const url = withDatabase(primary.url, 'muster')
  await withMaintenance(url, (client) => client.query('CREATE EXTENSION pg_stat_statements'))
  return {
    primary,
    url,
    addReplica: async () => {
      const replica = await startReplica(primary.url, { settings })
      if (!replica) throw new Error('the standby did not start')
      started.push(replica)
      const ask = async (...texts: string[]) => {
        await withMaintenance(replica.url, async (client) => {
          for (const text of texts) await client.query(text)
        })
      }
      const waitUntil = (condition: string, values: string[] = []) =>
        withMaintenance(replica.url, async (client) => {
          for (;;) {
            const { rows } = await client.query(`SELECT ${condition} AS holds`, values)
            if (rows[0].holds) return
            await sleep(20)
          }
        })
      return {
        ...replica,
        url: withDatabase(replica.url, 'muster'),
        pause: () => ask('SELECT pg_wal_replay_pause()'),
        resume: () => ask('SELECT pg_wal_replay_resume()'),
        catchUp: async () => {
          const { rows } = await withMaintenance(url, (client) =>
            client.query('SELECT pg_current_wal_insert_lsn() AS lsn'),
          )
          await waitUntil('pg_last_wal_replay_lsn() >= $1', [rows[0].lsn])
        },
        follow: async (other) => {
          const { hostname, port, username } = new URL(other)
          const way = `host=${hostname} port=${port} user=${username}`
          await ask(`ALTER SYSTEM SET primary_conninfo = '${way}'`, 'SELECT pg_reload_conf()')
          // Until it has left the one before, it may still receive what that writes.
          await waitUntil(
            `NOT EXISTS (SELECT FROM pg_stat_wal_receiver WHERE position('port=${port} ' IN conninfo) = 0)`,
          )
        },
        promote: () => ask('SELECT pg_promote()'),
      }
    },
    stop: async () => {
      for (const server of started.reverse()) await server.stop()
    },
  }
}

/** A query that a server has answered, with the blocks of 8 KiB that it read for it, on average: from memory or from the disk. */
export interface AnsweredQuery {
  query: string
  blocks: number
}

/** The queries of the pages that a server has answered since it was last asked: those that read a table. */
export async function takePageQueries(url: string): Promise<AnsweredQuery[]> {
  return withMaintenance(url, async (client) => {
    const { rows } = await client.query<AnsweredQuery>(
      `SELECT s.query, ((s.shared_blks_hit + s.shared_blks_read) / s.calls)::int AS blocks
       FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
       WHERE d.datname = current_database() AND s.query ~* '^\\s*(with|select)\\y.*\\yfrom\\y'
         AND s.query !~* 'pg_stat_statements|pg_postmaster_start_time|pg_listening_channels|relpages|pgboss\\.'`,
    )
    await client.query('SELECT pg_stat_statements_reset()')
    return rows
  })
}

/** An address that leads to a server, until it falls silent: then nothing passes, and nothing says so. */
export async function openWay(target: string) {
  let { hostname, port } = new URL(target)
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (chunk) => {
        if (!isSilent) other.write(chunk)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true
    },
    /** Leads to another server from now on, and cuts off whoever is connected. */
    leadTo: (other: string) => {
      const next = new URL(other)
      hostname = next.hostname
      port = next.port
      cut()
    },
    speak: () => {
      isSilent = false
      cut()
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}
