import cluster from 'node:cluster'

/** The most web processes of a machine. */
export const mostProcesses = 64

/**
 * What one process needs: mebibytes, 38 more than were measured under load (docs/operations.md, Installing), and connections, as
 * `openPostgres` opens them.
 */
export const needsOfProcess = { memoryMiB: 296, connections: 26 } as const

/** Connections of the server that are left to workers, commands, backups and whoever looks after it. */
const connectionsOfOthers = 20

interface MachineLimits {
  cores: number
  memoryMiB: number
  /** The `max_connections` of the database server. */
  maxConnections: number
}

/**
 * How many web processes to run, and a line that says what decided.
 * @param setting WEB_PROCESSES
 * @param limits null on the embedded database, which only one process can use
 */
export function decideProcesses(
  setting: number | 'auto',
  limits: MachineLimits | null,
): { count: number; line: string } {
  if (!limits) return { count: 1, line: '1 web process: only one can use the embedded database' }
  const allowed = [
    { name: 'cores', count: limits.cores },
    { name: 'memory', count: Math.floor(limits.memoryMiB / needsOfProcess.memoryMiB) },
    {
      name: 'connections of the database',
      count: Math.floor((limits.maxConnections - connectionsOfOthers) / needsOfProcess.connections),
    },
  ]
  const least = allowed.reduce((one, other) => (other.count < one.count ? other : one))
  const count = setting === 'auto' ? Math.min(mostProcesses, Math.max(1, least.count)) : setting
  const reason = setting === 'auto' ? `as ${least.name} allow` : 'as WEB_PROCESSES says'
  const all = allowed.map(({ name, count: most }) => `${name} ${Math.max(0, most)}`).join(', ')
  return { count, line: `${count} web ${count === 1 ? 'process' : 'processes'}, ${reason} (allowed by ${all})` }
}

/** How many web processes this machine runs, this one among them: those of one primary. */
function countProcesses(): number {
  // The primary has replaced `auto` by the number.
  return cluster.isWorker ? Number(process.env.WEB_PROCESSES) : 1
}

/** The share of this process in what the web processes of a machine may do together; at least 1. */
export function shareOf(total: number, processes = countProcesses()): number {
  return Math.max(1, Math.floor(total / processes))
}
