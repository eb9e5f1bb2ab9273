import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ErrorReporter, noErrorReporter } from './observability/error-reporter.ts'
import { type Log, logFatal } from './observability/log.ts'
import { describeErrorForLog } from './observability/scrub.ts'

/** Why a process cannot start or a command cannot run, in sentences for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Thrown if the embedded database cannot be opened. */
export class DamagedDatabaseError extends StartError {
  override name = 'DamagedDatabaseError'
  constructor(folder: string, reason: string) {
    super(
      `The database in ${folder} cannot be opened (${reason}). It may be damaged, or parts of it may be missing or belong to ` +
        'another user. Put a copy of the whole data folder in its place, or set DATA_DIR to another folder to begin anew.',
    )
  }
}

/**
 * Turns an error from opening the database or the data folder into a StartError if the cause is known; otherwise returns it
 * unchanged.
 */
export async function toDatabaseOpenStartError(
  error: unknown,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): Promise<unknown> {
  const folder = resolve(dataDir)
  // A full or read-only folder also looks like a damaged database.
  if (error instanceof StartError && !(error instanceof DamagedDatabaseError)) return error
  const { code, message } = findSystemError(error)
  if (databaseUrl) {
    if (code === diskFull) return new StartError(`The disk of the database that DATABASE_URL names is full: ${message}`)
    const explained = toDatabaseConnectStartError(error, 'DATABASE_URL')
    if (explained) return explained
  }
  const obstacle = await findObstacle(folder)
  if (obstacle) return new StartError(obstacle)
  if (code === 'EACCES' && message.includes(folder)) {
    return new StartError(
      `A file of ${folder} (DATA_DIR) belongs to another account: ${message}. Give all of them to the account that runs Muster, with chown.`,
    )
  }
  // There is room again, as what did not fit was removed.
  if (!databaseUrl && (code === 'ENOSPC' || code === diskFull)) return new StartError(describeFullDisk(folder))
  if (!databaseUrl && damaged.test(code)) return new DamagedDatabaseError(folder, message)
  return error
}

/** A StartError if a database could not be connected to, which names the setting with its URL; otherwise null. */
export function toDatabaseConnectStartError(error: unknown, setting: string): StartError | null {
  if (error instanceof StartError) return null
  const { code, syscall, message } = findSystemError(error)
  // The codes with which PostgreSQL or a pooler rejects a connection, and pg's own messages, which have none.
  const isRejected =
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    /^(08|28|3D|53|57P)[\dA-Z]{2,3}$/.test(code) ||
    /^(timeout expired|Query read timeout|Connection terminated)/.test(message)
  if (!isRejected) return null
  return new StartError(`${setting} names a database that cannot be reached: ${message || code}`, { cause: error })
}

/** PostgreSQL error codes: disk_full, and for files that cannot be read or are corrupt. */
const diskFull = '53100'
const damaged = /^(58\w{3}|XX00[12])$/

/** The innermost error that has a code. A host with several addresses fails with one AggregateError. */
function findSystemError(error: unknown): { code: string; syscall: string; message: string } {
  const { code = '', syscall = '', message = '', cause } = Object(error)
  if (cause) return findSystemError(cause)
  if (error instanceof AggregateError) return { ...findSystemError(error.errors[0]), syscall: 'connect' }
  return { code: String(code), syscall, message }
}

/** The reason why a folder cannot be written to, as a sentence; null if it can. */
async function findObstacle(folder: string): Promise<string | null> {
  const probe = join(folder, `probe-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    // At least as much as the embedded database writes next.
    await writeFile(probe, Buffer.alloc(2 ** 20), { flush: true })
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT') return `DATA_DIR must be a folder to write in: ${message}`
    return describeFullDisk(folder)
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

function describeFullDisk(folder: string): string {
  return `The disk with ${folder} (DATA_DIR) is full. Make room, then start again: nothing that was kept is lost.`
}

/** Prints why a process cannot start and exits with code 1. */
export function printStartErrorAndExit(error: NodeJS.ErrnoException): never {
  if (error instanceof StartError) console.error(`Muster cannot start:\n${error.message}`)
  else if (error.code === 'EADDRINUSE')
    console.error('The port is taken: another program listens there. Set PORT to a free one.')
  else console.error(describeErrorForLog(error))
  process.exit(1)
}

/** Logs an uncaught error as one line, reports it, and exits with code 1, as the state of the process is unknown. */
export function exitOnUncaughtError(log: Log, errors: ErrorReporter = noErrorReporter): void {
  const end = (origin: string) => (error: unknown) => {
    logFatal(log, { error, origin }, 'an error that nothing caught')
    errors.reportLast(error, { origin })
    process.exit(1)
  }
  process.on('uncaughtException', end('uncaughtException'))
  process.on('unhandledRejection', end('unhandledRejection'))
}

/** How long a process may take to end after it was asked to, in milliseconds: 10 s for requests, as much for the job under way, and the rest. */
const endingMs = 25_000

/**
 * Ends a process with code 1 that was asked to end and does not, as whoever replaces it waits for that. It ends by itself once nothing keeps it;
 * the line in the log says what does.
 */
export function forceExitAfterTimeout(log: Log, { ms = endingMs }: { ms?: number } = {}): void {
  setTimeout(() => {
    logFatal(log, { resources: process.getActiveResourcesInfo() }, 'this process did not end in time, and is ended')
    process.exit(1)
  }, ms).unref()
}
