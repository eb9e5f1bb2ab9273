// The log: lines of JSON on the standard output, scrubbed of what is about people. Each process has one, as `log` of the platform.

import pino, { type Logger } from 'pino'
import { runningReleaseAndProcess } from '../release.ts'
import { describeErrorForLog, scrubLogFields, scrubLogText } from './scrub.ts'

export type Log = Logger

/**
 * Structured logs, one JSON object per line. Of a request we log the id, method, path (never the query, which people type into),
 * status and duration: no IP address, no name, nothing a person wrote. Each line says which release, machine and process wrote it.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: { ...runningReleaseAndProcess },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }), log: scrubLogFields },
    serializers: { error: describeErrorForLog },
    hooks: { logMethod },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Scrubs the message of a line; an error in place of the fields would bring its own. */
function logMethod(this: Logger, [first, ...rest]: Parameters<pino.LogFn>, write: pino.LogFn): void {
  const fields = (first as unknown) instanceof Error ? { error: first } : first
  const [head, ...words] = [fields, ...rest].map((part) => (typeof part === 'string' ? scrubLogText(part) : part))
  write.apply(this, [head, ...words] as Parameters<pino.LogFn>)
}

/** Milliseconds in which another thread has written the line that it is about to write. */
const writeMs = 200

/**
 * Logs what ends the process to standard output. A logger writes asynchronously, which would be too late: here this
 * line and all earlier ones are written before the call returns.
 */
export function logFatal(log: Log, fields: Record<string, unknown>, message: string): void {
  interface Stream {
    flushSync?: () => void
    _writing?: boolean
  }
  const { [pino.symbols.streamSym]: stream } = log as Log & Record<symbol, Stream | undefined>
  // What another thread is writing cannot be flushed, and is lost if the process ends before it.
  if (stream?._writing) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, writeMs)
  stream?.flushSync?.()
  createLog(log.level, pino.destination({ dest: 1, sync: true })).fatal(fields, message)
}
