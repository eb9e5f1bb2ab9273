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
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: hidePassword(String(error)) }
  // Not everything thrown is an Error: the files of the embedded database throw objects with a number.
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
