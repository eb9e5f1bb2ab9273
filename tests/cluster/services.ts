import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findSystemPrograms } from '../../scripts/postgres/programs.mjs'
import { findServiceAccount, installDebian } from '../../scripts/services.mjs'

const run = promisify(execFile)

/** A program of the cluster, which is started again when it ends by itself, as a service manager does. */
export interface Service {
  name: string
  /** The process that runs now; 0 while there is none. */
  pid: () => number
  /** Sends a signal, and waits for the end; the service is started again. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Ends it for good, with the signal that its program takes for a request to end. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts it again after `stop`. */
  start: () => void
  /** When it ends next, it is not started again. */
  leaveEnded: () => void
}

interface ServiceSettings {
  name: string
  program: string
  args: string[]
  /** Where its output goes; hosts share a file. */
  logFile: string
  cwd?: string
  environment?: Record<string, string>
  /** Whether it runs as the account of services where this one is root. */
  isUnprivileged?: boolean
  stopSignal?: NodeJS.Signals
}

/** Milliseconds until a service that ended is started again, and until one that does not end is killed. */
const pauseMs = 500
const patienceMs = 30_000

/** Starts a program, and again whenever it ends by itself. */
export function startService(settings: ServiceSettings): Service {
  let child: ChildProcess | null = null
  let isWanted = false
  let ended = Promise.resolve()

  const start = () => {
    isWanted = true
    const output = openSync(settings.logFile, 'a')
    const started = spawn(settings.program, settings.args, {
      cwd: settings.cwd ?? process.cwd(),
      stdio: ['ignore', output, output],
      // A terminal signals its whole group on Ctrl+C: this program alone decides what ends, and in which order.
      detached: true,
      env: { ...settings.environment, PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      ...(settings.isUnprivileged && serviceAccount()),
    })
    closeSync(output)
    child = started
    ended = new Promise((resolve) => {
      const leave = () => {
        child = null
        resolve()
        if (isWanted) setTimeout(() => isWanted && !child && start(), pauseMs)
      }
      started.once('exit', leave)
      started.once('error', leave)
    })
  }
  const signal = async (name: NodeJS.Signals) => {
    const current = child
    if (!current) return
    const over = ended
    current.kill(name)
    const isOver = await Promise.race([over.then(() => true), sleep(patienceMs, false, { ref: false })])
    if (isOver) return
    current.kill('SIGKILL')
    await over
  }
  start()
  return {
    name: settings.name,
    pid: () => child?.pid ?? 0,
    kill: signal,
    stop: async (name = settings.stopSignal ?? 'SIGTERM') => {
      isWanted = false
      await signal(name)
    },
    start,
    leaveEnded: () => {
      isWanted = false
    },
  }
}

function serviceAccount(): { uid: number; gid: number } | undefined {
  return findServiceAccount() ?? undefined
}

/** Runs a program of PostgreSQL or another one as services run, and gives what it printed. @throws if it fails */
export async function runAsService(program: string, args: string[]): Promise<string> {
  const { stdout } = await run(program, args, {
    ...serviceAccount(),
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
  })
  return stdout
}

/** A new folder below another one that services may write to. */
export function makeServiceFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  const account = findServiceAccount()
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  return folder
}

/** A file of `deploy/` with other values for what depends on the machine. @throws if it does not have one of them */
export function replaceEach(file: string, changes: [RegExp, string][]): string {
  return changes.reduce(
    (text, [pattern, value]) => {
      if (text.search(pattern) < 0) throw new Error(`${file} has no ${pattern}`)
      return text.replace(pattern, value)
    },
    readFileSync(file, 'utf8'),
  )
}

/** A folder for everything that a cluster writes. The account of services may pass through it. */
export function makeClusterFolder(): string {
  // Sockets are in it, whose paths must be short.
  const folder = mkdtempSync(join(tmpdir(), 'muster-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Finds the programs of the cluster, and installs those that are missing where this account may. @throws with what is missing */
export function findPrograms(): { postgres: string; pgbouncer: string; nginx: string } {
  const bin = findSystemPrograms() ?? (installDebian('postgresql') ? findSystemPrograms() : null)
  if (!bin) throw new Error('The cluster needs PostgreSQL 15 or later (Debian: apt-get install postgresql).')
  return { postgres: bin, pgbouncer: findProgram('pgbouncer', 'pgbouncer'), nginx: findProgram('nginx', 'nginx-light') }
}

function findProgram(name: string, debianName: string): string {
  const find = () => ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)).find(existsSync)
  const found = find() ?? (installDebian(debianName) ? find() : undefined)
  if (!found) throw new Error(`The cluster needs ${name} (Debian: apt-get install ${debianName}).`)
  return found
}

/** Waits until something holds. @throws with the end of a log, but for requests, if it does not in time */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  logFile?: string,
  ms = 120_000,
): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) {
      const log = logFile && existsSync(logFile) ? `:\n${readEnd(logFile)}` : ''
      throw new Error(`not in time: ${what}${log}`)
    }
    await sleep(100)
  }
}

/** The last lines of a log, without those of requests. */
function readEnd(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  return lines
    .filter((line) => !line.endsWith('"msg":"request"}'))
    .join('\n')
    .slice(-8_000)
}
