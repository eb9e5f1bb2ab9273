import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from './config.ts'
import { type Log, logFatal } from './log.ts'

/** Why a process cannot start, or a command cannot be carried out, in sentences for whoever runs it. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The embedded database cannot be opened. */
export class DamagedDatabaseError extends StartError {
  override name = 'DamagedDatabaseError'
  constructor(folder: string, reason: string) {
    super(
      `The database in ${folder} cannot be opened (${reason}). It may be damaged, or parts of it may be missing or belong to ` +
        'another user. Put a copy of the whole data folder in its place, or set DATA_DIR to another folder to begin anew.',
    )
  }
}

/** An error that came of opening the database and the data folder, as a StartError where the cause is known; else as it is. */
export async function explainOpening(
  error: unknown,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<unknown> {
  const folder = resolve(dataDir)
  // A folder that is full or cannot be written to looks like a damaged database too.
  if (error instanceof StartError && !(error instanceof DamagedDatabaseError)) return error
  const { code, syscall, message } = findSystemError(error)
  if (databaseUrl) {
    if (code === diskFull) return new StartError(`The disk of the database that DATABASE_URL names is full: ${message}`)
    // The codes are those by which PostgreSQL turns us away.
    if (syscall === 'connect' || syscall === 'getaddrinfo' || /^(28|3D|53|57P)[\dA-Z]{2,3}$/.test(code)) {
      return new StartError(`DATABASE_URL names a database that cannot be reached: ${message || code}`)
    }
  }
  const obstacle = await findObstacle(folder)
  if (obstacle) return new StartError(obstacle)
  if (!databaseUrl && damaged.test(code)) return new DamagedDatabaseError(folder, message)
  return error
}

/** Codes of PostgreSQL: disk_full, and for files that cannot be read or hold what cannot be. */
const diskFull = '53100'
const damaged = /^(58\w{3}|XX00[12])$/

/** The innermost error that has a code. An address of several kinds fails as one error for all of them. */
function findSystemError(error: unknown): { code: string; syscall: string; message: string } {
  const { code = '', syscall = '', message = '', cause } = Object(error)
  if (cause) return findSystemError(cause)
  if (error instanceof AggregateError) return { ...findSystemError(error.errors[0]), syscall: 'connect' }
  return { code: String(code), syscall, message }
}

/** What keeps a process from writing in a folder, in a sentence; null where nothing does. */
async function findObstacle(folder: string): Promise<string | null> {
  const probe = join(folder, `probe-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    // As much as the embedded database writes in the next moment at least.
    await writeFile(probe, Buffer.alloc(2 ** 20), { flush: true })
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') return `DATA_DIR must be a folder to write in: ${message}`
    return `The disk with ${folder} (DATA_DIR) is full. Make room, then start again: nothing that was kept is lost.`
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** Says why a process cannot start, and ends it with code 1. */
export function endStart(error: NodeJS.ErrnoException): never {
  if (error instanceof StartError) console.error(`Muster cannot start:\n${error.message}`)
  else if (error.code === 'EADDRINUSE')
    console.error('The port is taken: another program listens there. Set PORT to a free one.')
  else console.error(error)
  process.exit(1)
}

/** Logs an error that nothing caught as one line, then ends the process with code 1: its state is not known any more. */
export function endOnUncaughtError(log: Log): void {
  const end = (origin: string) => (error: unknown) => {
    logFatal(log, { error, origin }, 'an error that nothing caught')
    process.exit(1)
  }
  process.on('uncaughtException', end('uncaughtException'))
  process.on('unhandledRejection', end('unhandledRejection'))
}
