import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { coverageFolder } from './page-coverage.ts'

/** A server of the suite, as the tests know it. */
export interface Site {
  url: string
  /** What it printed, on both streams. */
  logFile: string
  dataDir: string
  /** Null where it has its own database. */
  databaseUrl: string | null
}

export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Server extends Site {
  pid: number
  /** Settles when the process is gone, however it went. */
  exited: Promise<Exit>
  /** Sends a signal and waits for the end. */
  stop: (signal?: NodeJS.Signals) => Promise<Exit>
}

export interface ServerSettings {
  dataDir: string
  databaseUrl?: string
  /** Settings beside those that follow from the others. */
  environment?: Record<string, string>
  /** The program and its arguments; the production build as `npm start` starts it, unless said otherwise. */
  command?: string[]
  /** Where it runs; the checkout, unless said otherwise. */
  folder?: string
  port?: number
}

/** What the servers on PostgreSQL sign with. */
export const secretForTests = 'a secret for end-to-end tests alone, 32 characters'
/** The same, to sign what such a server takes for its own. */
export const signingSecret = new SigningSecret(secretForTests)

/** Milliseconds the first start may take: it fills its empty database with the demo. */
const firstStartMs = 240_000

/** Starts a process without waiting for it to serve. Nothing of the tests' own settings reaches it. */
export async function spawnServer(settings: ServerSettings): Promise<Server> {
  const { dataDir, databaseUrl = null, environment = {}, folder = process.cwd() } = settings
  const port = settings.port ?? (await freePort())
  const [program = process.execPath, ...options] = settings.command ?? [process.execPath, 'scripts/start.mjs']
  const url = `http://127.0.0.1:${port}`
  await mkdir(dataDir, { recursive: true })
  const logFile = join(dataDir, `server-${port}-${randomUUID().slice(0, 8)}.log`)
  const output = openSync(logFile, 'a')
  const child = spawn(program, options, {
    cwd: folder,
    stdio: ['ignore', output, output],
    // Another program may start one of its own, which would be left behind: both are one group, and end together.
    detached: settings.command !== undefined,
    env: {
      ...inherited(['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE', 'SYSTEMROOT', 'TEMP', 'TMP']),
      ...(coverageFolder && { NODE_V8_COVERAGE: coverageFolder }),
      PORT: String(port),
      DATA_DIR: dataDir,
      // The browser of the tests finds nobody by name, not even this machine.
      PUBLIC_URL: url,
      // No proxy stands before them that would have to see that they stop.
      DRAIN_SECONDS: '0',
      // Most have nothing to do with the shop: they need not read its products.
      SIMULATORS: 'false',
      ...(databaseUrl && {
        DATABASE_URL: databaseUrl,
        SECRET: secretForTests,
      }),
      ...environment,
    },
  })
  closeSync(output)
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => resolve({ code: null, signal: null }))
  })
  return {
    url,
    logFile,
    dataDir,
    databaseUrl,
    pid: child.pid ?? 0,
    exited,
    stop: (signal = 'SIGTERM') => {
      if (settings.command && child.pid) signalGroup(child.pid, signal)
      else child.kill(signal)
      return exited
    },
  }
}

/** Signals a process and those it started, where any is still there. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts a server and waits until it is ready. @throws with what it printed when it ends before that. */
export async function startServer(settings: ServerSettings): Promise<Server> {
  const server = await spawnServer(settings)
  let end: Exit | null = null
  void server.exited.then((exit) => {
    end = exit
  })
  const deadline = Date.now() + firstStartMs
  while (!end && Date.now() < deadline) {
    if (await isReady(server.url)) return server
    await sleep(100)
  }
  const reason = end ? `ended with ${JSON.stringify(end)}` : 'was not ready in time'
  if (!end) await server.stop('SIGKILL')
  throw new Error(`The server ${reason}:\n${await readFile(server.logFile, 'utf8')}`)
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`)
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}

function inherited(names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('no port to be had')
  return address.port
}
