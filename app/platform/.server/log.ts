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
    serializers: { error: pino.stdSerializers.err },
  }
  return destination ? pino(options, destination) : pino(options)
}
