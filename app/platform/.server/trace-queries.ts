import { scrubSql } from './scrub.ts'
import type { Tracing } from './tracing.ts'

/** How either driver is called: with the text first, or with an object that has it. */
type Query = (query: string | { text: string }, ...rest: unknown[]) => Promise<unknown>

/**
 * A client of either driver (a pool, a connection, PGlite or its transaction) that traces its queries as text without literals or
 * parameters; the same client where nothing is traced.
 */
export function traceQueries<Client extends object>(client: Client, tracing: Tracing): Client {
  if (!tracing.isOn) return client
  return new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function' || name === 'constructor') return value
      const method = value.bind(target)
      if (name === 'query') return traceQuery(method, tracing)
      if (name === 'connect') return async () => traceQueries((await method()) as object, tracing)
      if (name === 'transaction')
        return (act: (transaction: object) => unknown) =>
          method((transaction: object) => act(traceQueries(transaction, tracing)))
      return method
    },
  })
}

function traceQuery(query: Query, tracing: Tracing): Query {
  return (first, ...rest) => {
    const text = typeof first === 'string' ? first : first.text
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': scrubSql(text) }
    return tracing.trace({ kind: 'query', name: nameQuery(text), attributes }, () => query(first, ...rest))
  }
}

/** What a query does, and with which table first, such as 'select businesses'. */
function nameQuery(text: string): string {
  const [, verb = 'query'] = /^\s*(\w+)/.exec(text) ?? []
  const [, table = ''] = /\b(?:from|into|update)\s+"?([a-z_]+)"?/i.exec(text) ?? []
  return `${verb.toLowerCase()} ${table}`.trim()
}
