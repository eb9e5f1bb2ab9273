import { spawn } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { socketsName } from '../../../../scripts/postgres/programs.mjs'
import { DamagedDatabaseError, StartError } from '../start-errors.ts'

/** A hold on the embedded database of a folder: it runs until the last process that has one lets go, or ends. */
export interface EmbeddedDatabase {
  /** Its address, on a socket in a folder that others cannot enter. */
  url: string
  /** Whether it is new and empty beside a database of an older release, whose rows have to be moved into it: see `finishMove`. */
  isMoving: boolean
  /** Says that every row has moved: the new database takes the place of the older one. Resolves once it does. */
  finishMove: () => Promise<void>
  /** Lets go. Whoever does so last waits until the database has ended. */
  leave: () => Promise<void>
}

/** Thrown if another process has the folder, and this one cannot reach its database. */
export class DataFolderInUseError extends StartError {
  override name = 'DataFolderInUseError'
  constructor(folder: string) {
    super(
      `Another Muster process is using ${folder}, and its database cannot be reached from here. ` +
        'Stop that process first, or give this one a folder of its own (DATA_DIR), or use PostgreSQL (DATABASE_URL).',
    )
  }
}

interface JoinOptions {
  /** Whether this process moves the rows of an older release. Otherwise its database is refused. */
  moves?: boolean
  /** Milliseconds to wait for a database that another process starts or ends. */
  patienceMs?: number
}

/**
 * Holds the embedded database of a folder, which is made and started if need be: a PostgreSQL of this folder alone, run by a process of its own
 * (scripts/postgres/owner.mjs). Any number of processes may hold it.
 * @throws StartError if it cannot be used, with the reason
 */
export async function startOrJoinEmbeddedDatabase(
  dataDir: string,
  { moves = false, patienceMs = 60_000 }: JoinOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const end = performance.now() + patienceMs
  let pause = 0
  for (;;) {
    const next = Math.min(performance.now() + pause, end)
    do {
      const running = findSockets(folder)
      const found = running ? await hold(running) : null
      if (running && found) return embeddedOf(folder, running, found, false)
      if (pause > 0) await sleep(100)
    } while (performance.now() < next)
    const said = await startOwner(folder, moves)
    if ('failed' in said) throw ownerError(folder, said)
    const sockets = 'ready' in said ? said.ready : 'moving' in said ? said.moving : null
    const held = sockets ? await hold(sockets, { waits: 'ready' in said }) : null
    if (sockets && held) return embeddedOf(folder, sockets, held, 'moving' in said)
    if (performance.now() > end) throw new DataFolderInUseError(folder)
    // Another process starts or ends it. To look whether it is there takes nothing; to try to start it takes a process.
    pause = Math.min(Math.max(100, pause * 2), 2_000)
  }
}

function embeddedOf(folder: string, sockets: string, first: Socket, isMoving: boolean): EmbeddedDatabase {
  let socket = first
  let hasLeft = false
  const holdAgain = async () => {
    // Whoever ran it was killed: the database ends with it, and is started again.
    for (let pause = 500; !hasLeft; pause = Math.min(pause * 2, 5_000)) {
      const again = await joinSocket(folder)
      if (again) {
        if (hasLeft) again.destroy()
        else watch(again)
        return
      }
      await sleep(pause, undefined, { ref: false })
    }
  }
  const watch = (next: Socket) => {
    socket = next
    // Nothing is kept running by it alone.
    socket.unref()
    socket.once('close', () => {
      if (!hasLeft) void holdAgain()
    })
  }
  watch(first)
  return {
    // Whatever PGPORT and PGSSLMODE say, which are for another.
    url: `postgres://muster@${encodeURIComponent(sockets)}:5432/muster?sslmode=disable`,
    isMoving,
    finishMove: async () => {
      socket.ref()
      const moved = nextReady(socket)
      socket.write('moved\n')
      const isReady = await moved
      socket.unref()
      if (!isReady) throw new StartError('The database did not start once its rows had moved. Start Muster again.')
    },
    leave: async () => {
      hasLeft = true
      if (socket.destroyed) return
      socket.ref()
      const closed = new Promise((fulfil) => socket.once('close', fulfil))
      socket.write('leave\n')
      await closed
    },
  }
}

async function joinSocket(folder: string): Promise<Socket | null> {
  const running = findSockets(folder)
  const found = running ? await hold(running) : null
  if (found) return found
  const said = await startOwner(folder, false).catch(() => ({ busy: true as const }))
  return 'ready' in said ? hold(said.ready) : null
}

/** The folder of the sockets of a database that runs, or ran until it was killed. Null if there is none. */
function findSockets(folder: string): string | null {
  const cluster = join(folder, 'postgresql')
  try {
    const written = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    return isOwnFolder(written, folder, cluster) ? written : cluster
  } catch {
    return null
  }
}

/**
 * Whether line 5 of the file names this cluster's sockets: a copied folder has the file of the one it was copied from, and where the private
 * folder is gone somebody else may have made one of its name.
 */
function isOwnFolder(written: string, folder: string, cluster: string): boolean {
  try {
    if (realpathSync(written) === realpathSync(cluster)) return true
    const { uid, mode } = lstatSync(written)
    return basename(written) === socketsName(folder) && uid === statSync(cluster).uid && (mode & 0o077) === 0
  } catch {
    return false
  }
}

/** A connection to the process that runs the database, once it takes connections; null if there is none. */
async function hold(sockets: string, { waits = true } = {}): Promise<Socket | null> {
  const socket = connect(join(sockets, 'holders'))
  socket.setEncoding('utf8')
  // It closes, whatever the reason.
  socket.on('error', () => undefined)
  if (waits) return (await nextReady(socket)) ? socket : null
  return new Promise((fulfil) => {
    socket.once('connect', () => fulfil(socket))
    socket.once('close', () => fulfil(null))
  })
}

/** Whether the database takes connections, once it does; false if the connection closes before. */
function nextReady(socket: Socket): Promise<boolean> {
  return new Promise((fulfil) => {
    if (socket.destroyed) fulfil(false)
    socket.once('data', () => fulfil(true))
    socket.once('close', () => fulfil(false))
  })
}

/** What the owner says of itself in its first line. */
type Said =
  | { ready: string }
  | { moving: string }
  | { busy: true }
  | { failed: string; code: string | null; explained: boolean; damaged: boolean }

/** Starts a process that owns the folder's database, unless there is one. */
function startOwner(folder: string, moves: boolean): Promise<Said> {
  // It is no part of this process: neither its limits of memory nor what measures it.
  const { NODE_OPTIONS: _options, NODE_V8_COVERAGE: _coverage, ...environment } = process.env
  const owner = spawn(
    process.execPath,
    ['--no-warnings', resolve('scripts/postgres/owner.mjs'), folder, ...(moves ? ['--move'] : [])],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'], env: environment, cwd: resolve('.') },
  )
  return new Promise((fulfil, reject) => {
    let text = ''
    owner.once('error', reject)
    owner.stdout.setEncoding('utf8')
    owner.stdout.on('data', (part) => {
      text += part
      if (!text.includes('\n')) return
      owner.stdout.destroy()
      owner.unref()
      fulfil(JSON.parse(text.split('\n')[0] ?? '') as Said)
    })
    // Not 'exit', which may come before what it said.
    owner.once('close', (code, signal) => {
      if (!text.includes('\n')) reject(new StartError(`The process of the database ended with ${signal ?? code}.`))
    })
  })
}

/** Its explanations are for the operator; other errors are explained by their code, as those of the folder are. */
function ownerError(folder: string, { failed, code, explained, damaged }: Extract<Said, { failed: string }>): Error {
  if (damaged) return new DamagedDatabaseError(folder, failed)
  return explained ? new StartError(failed) : Object.assign(new Error(failed), { code })
}
