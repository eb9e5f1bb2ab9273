import pino, { type Logger } from 'pino'

export type Log = Logger

/**
 * Structured logs, one JSON object per line. Of a request we log the id, method, path (never the query, which people type into),
 * status and duration: no IP address, no name, nothing a person wrote.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: describeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/**
 * Logs the error that ends the process to standard output. A logger writes asynchronously, which would be too late: here this
 * line and all earlier ones are written before the call returns.
 */
export function logFatal(log: Log, fields: { error: unknown; origin: string }, message: string): void {
  const { [pino.symbols.streamSym]: stream } = log as Log & Record<symbol, { flushSync?: () => void } | undefined>
  stream?.flushSync?.()
  createLog(log.level, pino.destination({ dest: 1, sync: true })).fatal(fields, message)
}

/**
 * Serialises an error for the log. The message of a failed query contains its parameters, and the database's own error may
 * contain values, both of which people typed. So of the query error only the SQL is kept, and of the database's error only what
 * it says about the tables. URLs in other messages lose their user and password.
 */
function describeError(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: hidePassword(String(error)) }
  // Not everything thrown is an Error: PGlite's file system throws objects with a number.
  const { name, message, stack, query, severity, code, errno, table, column, constraint, cause } = error as Record<
    string,
    unknown
  >
  const words = String(message ?? '')
  const isReason = typeof severity === 'string'
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    type: String(name ?? 'object'),
    message:
      typeof query === 'string'
        ? `Failed query: ${query}`
        : isReason
          ? words.replace(/".*"$/s, '"..."')
          : hidePassword(words),
    stack: frames.join('\n'),
    code: code ?? errno,
    ...(isReason ? { table, column, constraint } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

function hidePassword(words: string): string {
  return words.replace(/\/\/[^\s/]*@/g, '//...@')
}
