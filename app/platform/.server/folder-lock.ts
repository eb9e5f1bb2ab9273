import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from './start-errors.ts'

/** Thrown if another process is using the folder. */
export class FolderInUseError extends StartError {
  override name = 'FolderInUseError'
  constructor(folder: string) {
    super(
      `Another Muster process is using ${folder}, and the embedded database can serve only one at a time. ` +
        'Stop that process first, or give this one a folder of its own (DATA_DIR), or use PostgreSQL (DATABASE_URL).',
    )
  }
}

/** Keeps the SQLite handles alive: the garbage collector would close them and release their locks. */
const lockedFolders = new Set<DatabaseSync>()

/** SQLite's error code for a database locked by another connection. */
const sqliteBusy = 5

/**
 * Locks a folder for this process until the returned function is called or the process ends in any way. The embedded database has
 * no lock of its own, and two processes in one folder would corrupt it. The lock is an exclusive transaction on an empty SQLite
 * file in the folder, which the system releases even after a kill. Nothing else in the process may open that file: POSIX drops a
 * process's locks on a file when it closes any descriptor of it.
 * @throws FolderInUseError
 */
export async function lockFolder(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true })
  const file = new DatabaseSync(join(folder, 'lock'))
  try {
    // Nothing is ever written, so a kill need not leave a journal beside the file.
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const unlock = await listenInFolder(folder)
    lockedFolders.add(file)
    return () => {
      unlock()
      lockedFolders.delete(file)
      file.close()
    }
  } catch (error) {
    file.close()
    throw (error as { errcode?: number }).errcode === sqliteBusy ? new FolderInUseError(folder) : error
  }
}

/** The lock used by releases before the lock file: a local socket that answers means that the folder is in use. */
async function listenInFolder(folder: string): Promise<() => void> {
  // Socket paths are limited to about 100 bytes, so the path of the folder is hashed.
  const name = `muster-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 24)}`
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  const token = randomUUID()
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = await listen(path, token)
    if (server) {
      // Two processes may both have replaced a stale socket: only the one whose token comes back owns it.
      await sleep(attempt === 0 ? 0 : 100)
      if ((await ask(path)) === token) return () => server.close()
      server.close()
      throw new FolderInUseError(folder)
    }
    if ((await ask(path)) !== null) throw new FolderInUseError(folder)
    removeDeadLock(path)
  }
  throw new FolderInUseError(folder)
}

function removeDeadLock(path: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    rmSync(aside, { force: true })
  } catch {
    // Another process removed it first.
  }
}

function listen(path: string, token: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // The client may disconnect before the answer.
      socket.on('error', () => socket.destroy())
      socket.end(token)
    })
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(path, () => resolve(server))
  })
}

/** The token of the listening process, or null if nobody listens. */
function ask(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    // An owner busy in the embedded database answers late; an open connection is enough to know that it is alive.
    let connected = false
    socket.setTimeout(2_000, () => socket.destroy())
    socket.setEncoding('utf8')
    socket.on('connect', () => {
      connected = true
    })
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(connected ? answer : null))
  })
}
