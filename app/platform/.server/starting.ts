import { ConfigError } from './config.ts'
import { FolderInUseError } from './folder-lock.ts'
import { type Log, logFatal } from './log.ts'

/** Why database or folder could not be opened: an error that names the setting, where one brought it about. */
export function explainOpening(error: NodeJS.ErrnoException): Error {
  const { code = '', message, syscall = '' } = error
  if (syscall === 'mkdir') return new ConfigError(`DATA_DIR must be a folder to write in: ${message}`)
  // An address of several kinds fails as one error for all of them; the codes are those by which PostgreSQL turns us away.
  const unreachable = error instanceof AggregateError || syscall === 'connect' || syscall === 'getaddrinfo'
  if (!unreachable && !/^(28|3D|53|57P)[\dA-Z]{2,3}$/.test(code)) return error
  return new ConfigError(`DATABASE_URL names a database that cannot be reached: ${message || code}`)
}

/** Says why a process cannot start, and ends it with code 1. */
export function endStart(error: NodeJS.ErrnoException): never {
  if (error instanceof ConfigError) console.error(`Muster cannot start with these settings:\n${error.message}`)
  else if (error instanceof FolderInUseError) console.error(error.message)
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
