import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { countReplicas, type DatabaseServer } from './postgres.ts'
import { until } from './services.ts'

const run = promisify(execFile)

/** Something that breaks, and what has to be well again afterwards. */
interface Breakage {
  name: string
  breakIt: (cluster: Cluster) => Promise<void>
  isWell: (cluster: Cluster) => Promise<boolean>
}

/** What a site survives without anybody's help. */
export const breakages: Breakage[] = [
  {
    name: 'kill -9 of a web process',
    breakIt: async ({ hosts }) => {
      const processes = hosts[0].webProcesses()
      process.kill(processes[randomInt(processes.length)] as number, 'SIGKILL')
    },
    isWell: async ({ hosts }) => (await fetch(`http://127.0.0.1:${hosts[0].port}/readyz`)).ok,
  },
  {
    name: 'kill -9 of the worker',
    breakIt: ({ worker }) => worker.kill('SIGKILL'),
    isWell: async ({ url, worker }) => worker.pid() > 0 && (await fetch(`${url}/workerz`)).ok,
  },
  {
    name: 'kill -9 of PgBouncer',
    breakIt: ({ pooler }) => pooler.service.kill('SIGKILL'),
    isWell: async ({ hosts }) => {
      const answers = await Promise.all(hosts.map(({ port }) => fetch(`http://127.0.0.1:${port}/readyz`)))
      return answers.every(({ ok }) => ok)
    },
  },
  {
    name: 'a replica stopped',
    breakIt: ({ databases }) => (databases.replicas[0] as DatabaseServer).service.stop(),
    isWell: async ({ databases }) => (await countReplicas(databases.primary)) === 1,
  },
  {
    name: 'the replica started again',
    breakIt: async ({ databases }) => (databases.replicas[0] as DatabaseServer).service.start(),
    isWell: async ({ databases }) => (await countReplicas(databases.primary)) === 2,
  },
]

/**
 * Makes a replica the primary as an operator does: with deploy/failover.sh. The old one stops at once, without writing what it has in memory.
 * @returns the new primary, and what the script printed
 */
export async function failOver({
  databases,
  pooler,
  folder,
}: Cluster): Promise<{ primary: DatabaseServer; printed: string }> {
  const { primary, replicas } = databases
  const pid = primary.service.pid()
  const place = ({ port }: DatabaseServer) => `host=127.0.0.1 port=${port}`
  const settings = join(folder, 'failover.conf')
  writeFileSync(
    settings,
    `OLD_PRIMARY='${place(primary)}'
REPLICAS='${replicas.map(place).join('\n')}'
ADMIN='user=muster dbname=muster'
REPLICATION='user=muster'
FENCE='kill -QUIT ${pid}; while kill -0 ${pid} 2>/dev/null; do sleep 0.1; done'
POOLERS='sh -s'
POOLER_FILE=${pooler.file}
POOLER_RELOAD='kill -HUP ${pooler.service.pid()}'
`,
  )
  // Its machine starts it no more: so it is disabled there.
  primary.service.leaveEnded()
  const { stdout } = await run('deploy/failover.sh', [settings]).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`the failover failed:\n${error.stdout}${error.stderr}`)
  })
  const promoted = replicas.find((replica) => stdout.includes(`promoted: ${place(replica)}`))
  if (!promoted) throw new Error(`the failover promoted nobody:\n${stdout}`)
  return { primary: promoted, printed: stdout }
}

/** Waits until what was broken works again. @returns milliseconds that it took */
export async function untilWell({ name, isWell }: Breakage, cluster: Cluster): Promise<number> {
  const startedAt = performance.now()
  await until(`well again after ${name}`, () => isWell(cluster), cluster.logFile, 60_000)
  return performance.now() - startedAt
}
