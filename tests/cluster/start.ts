// npm run cluster -- [--port 3000]
// Serves the demo from two web hosts, a worker, a PostgreSQL primary with two replicas, PgBouncer, an S3-compatible store and nginx, all on
// this machine, until it is interrupted. Nothing of it is left then.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { describeDemoAccounts } from '../../db/demo-accounts.ts'
import { fillDemoWhenEmpty } from '../../db/fill-demo.ts'
import { startCluster } from './cluster.ts'
import { fillWith } from './fill.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '3000' } } })
const port = Number(values.port)
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('--port is a port number from 1 to 65535.')
  process.exit(1)
}

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
let accounts = ''
const fill = (environment: Record<string, string>) =>
  fillWith(environment, async (platform) => {
    await fillDemoWhenEmpty(platform)
    accounts = await describeDemoAccounts(platform)
  })
const cluster = await startCluster(fill, { port, signal: interrupted.signal }).catch((error) => {
  if (interrupted.signal.aborted) return null
  throw error
})
if (cluster) {
  const parts = [
    ...cluster.hosts.map((host) => [host.service.name, `http://127.0.0.1:${host.port}`]),
    ...cluster.databases.all.map(({ service, url }) => [service.name, url]),
    ['PgBouncer', cluster.pooler.url],
    ['logs', `${cluster.folder}/*.log`],
  ]
  const list = parts.map(([name = '', place]) => `  ${name.padEnd(12)}${place}`).join('\n')
  console.log(`\nMuster is at ${cluster.url}\n\n${accounts}\n${list}\n`)
  if (!interrupted.signal.aborted) await once(interrupted.signal, 'abort')
  console.log('Stopping...')
  await cluster.stop()
}
