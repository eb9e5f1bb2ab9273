/** Fields of a log line that are left out, whatever is in them. */
const privateFields = new Set([
  'authorization',
  'body',
  'cookie',
  'cookies',
  'email',
  'headers',
  'params',
  'parameters',
  'password',
  'query',
  'search',
  'token',
  'values',
])

/** An email address. It begins with a letter or digit, so that what was removed before one of a server is none. */
const emailAddress = /[\p{L}\p{N}_][\p{L}\p{N}._%+'&!$*^{|}~`-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/**
 * Removes from a text what people typed or what identifies them: query strings, cookies, values of SQL, snippets of bodies, email
 * addresses, and the user and password of URLs.
 */
export function scrubLogText(text: string): string {
  if (!/[@?:=]|JSON/.test(text)) return text
  return text
    .replace(/\bparams: [\s\S]*$/, 'params: ...')
    .replace(/\b((?:set-)?cookie|authorization)\b["']?\s*[:=][^\n]*/gi, '$1: ...')
    .replace(/Unexpected [\s\S]* is not valid JSON/, 'what was read is not valid JSON')
    .replace(/\/\/[^\s/]*@/g, '//...@')
    .replace(/\?[^\s"'<>)]+/g, '?...')
    .replace(emailAddress, '...@...')
}

/** SQL without its literals: what is between quotation marks, or between dollar signs. */
function scrubSqlLiterals(text: string): string {
  return text.replace(/\be'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|\$([a-z_]\w*)?\$[\s\S]*?\$\1\$/gi, "'...'")
}

/** Removes the same from each text among the fields of a log line. Errors are described elsewhere. */
export function scrubLogFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      privateFields.has(name.toLowerCase()) ? '...' : scrubValue(value),
    ]),
  )
}

function scrubValue(value: unknown): unknown {
  if (typeof value === 'string') return scrubLogText(value)
  if (Array.isArray(value)) return value.map(scrubValue)
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return isPlain ? scrubLogFields(value as Record<string, unknown>) : value
}

/**
 * Describes an error for the log and the terminal. The message of a failed query contains its parameters, and the database's own error may
 * contain values, both of which people typed. So of the query error only the SQL is kept, without literals, and of the database's error
 * only what it says about the tables. Of all others the message is scrubbed.
 */
export function describeErrorForLog(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return { type: typeof error, message: scrubLogText(String(error)) }
  // Not everything thrown is an Error.
  const { name, message, stack, query, severity, code, errno, table, column, constraint, cause } = error as Record<
    string,
    unknown
  >
  const words = String(message ?? '')
  const isReason = typeof severity === 'string'
  const frames = String(stack ?? '')
    // It begins with the message, of which a line may look like a frame.
    .replace(words, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  return {
    type: String(name ?? 'object'),
    message:
      typeof query === 'string'
        ? `Failed query: ${scrubSqlLiterals(query)}`
        : isReason
          ? words.replace(/".*"/s, '"..."')
          : scrubLogText(words),
    stack: frames.join('\n'),
    code: code ?? errno,
    ...(isReason ? { table, column, constraint } : {}),
    ...(cause === undefined ? {} : { cause: describeErrorForLog(cause) }),
  }
}
