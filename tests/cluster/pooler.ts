import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/services.mjs'
import { withMaintenance } from '../postgres.ts'
import { makeServiceFolder, replaceEach, type Service, startService, until } from './services.ts'

/** PgBouncer with the two entries that Muster uses. */
export interface Pooler {
  service: Service
  /** Its file, which the failover changes. */
  file: string
  /** In transaction mode, for queries. */
  url: string
  /** In session mode, for what a session must keep: listening, jobs, migrations. */
  directUrl: string
}

/** Connections of the entry in session mode: up to 16 for each of five processes. */
const directConnections = 90

/** Starts PgBouncer below a folder, with the operators' file and what is different here: addresses, and users without a password. */
export async function startPooler(program: string, folder: string, databasePort: number): Promise<Pooler> {
  const home = makeServiceFolder(folder, 'pooler')
  const port = await freePort()
  const file = join(home, 'pgbouncer.ini')
  const users = join(home, 'users.txt')
  writeFileSync(users, '"muster" ""\n')
  const own = { listen_port: port, unix_socket_dir: home, auth_type: 'trust', auth_file: users }
  const changes: [RegExp, string][] = [
    [/host=127\.0\.0\.1 port=5432/g, `host=127.0.0.1 port=${databasePort}`],
    [/(pool_mode=session pool_size=)\d+/, `$1${directConnections}`],
    ...Object.entries(own).map(([name, value]): [RegExp, string] => [
      RegExp(`^${name} = .*$`, 'm'),
      `${name} = ${value}`,
    ]),
  ]
  writeFileSync(file, replaceEach('deploy/pgbouncer.ini', changes))
  const logFile = join(folder, 'pgbouncer.log')
  const service = startService({ name: 'PgBouncer', program, args: [file], logFile, isUnprivileged: true })
  const urlOf = (entry: string) => `postgres://muster@127.0.0.1:${port}/${entry}`
  const pooler = { service, file, url: urlOf('muster'), directUrl: urlOf('muster_direct') }
  const answers = () => withMaintenance(pooler.url, (client) => client.query('SELECT 1'))
  await until('PgBouncer', async () => (await answers()).rowCount === 1, logFile)
  return pooler
}
