import pino, { type Logger } from 'pino'

export type Log = Logger

/**
 * Structured logs, one JSON object a line. What is logged of a request is its id, method, path (never the query, which
 * people type into), status and time: no address, no name, nothing a person wrote.
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
 * Logs what ends the process on the standard output. A log writes a moment after it is called, which would be too late: this line,
 * and those before it, are written when the call returns.
 */
export function logFatal(log: Log, fields: { error: unknown; origin: string }, message: string): void {
  const { [pino.symbols.streamSym]: stream } = log as Log & Record<symbol, { flushSync?: () => void } | undefined>
  stream?.flushSync?.()
  createLog(log.level, pino.destination({ dest: 1, sync: true })).fatal(fields, message)
}

/**
 * An error as it is logged. A failed query's message holds its parameters and the database's reason may hold values, all
 * of which somebody typed: of the first only the query is kept, of the second what it says of the tables. Any other message
 * loses the user and password of a URL in it.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { query, severity, code, table, column, constraint, cause } = error as Error & Record<string, unknown>
  const isQuery = typeof query === 'string'
  const isReason = typeof severity === 'string'
  const message = isQuery
    ? `Failed query: ${query}`
    : isReason
      ? error.message.replace(/".*"$/s, '"..."')
      : error.message.replace(/\/\/[^\s/]*@/g, '//...@')
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    stack: frames.join('\n'),
    code,
    ...(isReason ? { table, column, constraint } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}
