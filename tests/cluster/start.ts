// npm run cluster -- [--port 3000]
// Serves the demo from two web hosts, a worker, two PostgreSQL nodes with Patroni and etcd, HAProxy, PgBouncer, an S3-compatible store and nginx, all
// on this machine, until it is interrupted. Nothing of it is left then.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { describeDemoAccounts } from '../../demo/accounts.ts'
import { fillDemoWhenEmpty } from '../../demo/fill-demo.ts'
import { startCluster } from './cluster.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '3000' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('--port is a port number from 1 to 65535.')
  process.exit(1)
}

let accounts = ''
const cluster = await startCluster(async (platform) => {
  await fillDemoWhenEmpty(platform)
  accounts = await describeDemoAccounts(platform)
}, port)
console.log(`
Muster is at ${cluster.url}

${accounts}

  web hosts   ${cluster.hosts.map(({ url }) => url).join(', ')}
  primary     ${cluster.databases.url}
  Patroni     patronictl -c ${cluster.folder}/patroni-a.yml list
  logs        ${cluster.folder}/*/*.log
`)
if (!cluster.interrupted.aborted) await once(cluster.interrupted, 'abort')
console.log('Stopping...')
await cluster.stop()
