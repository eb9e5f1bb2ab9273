import type { Exchange } from './openapi.ts'

/**
 * Lets something happen, and returns every request that `fetch` sent to one of these origins meanwhile. `answerHere` answers
 * a request without sending it, unless it returns null.
 */
export async function record(
  origins: string[],
  act: () => Promise<void>,
  answerHere: (url: URL) => Response | null = () => null,
): Promise<Exchange[]> {
  const { fetch } = globalThis
  const exchanges: Exchange[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!origins.includes(url.origin)) return fetch(input, init)
    const body = request.body === null ? null : await request.clone().text()
    const exchange: Exchange = { method: request.method, url, headers: request.headers, body, answer: null }
    exchanges.push(exchange)
    const response = answerHere(url) ?? (await fetch(input, init))
    const { status, headers } = response
    exchange.answer = { status, type: headers.get('Content-Type'), body: await response.clone().text() }
    return response
  }
  try {
    await act()
  } finally {
    globalThis.fetch = fetch
  }
  return exchanges
}

/** An object whose calls are noted, and the names of its functions that nobody has called. */
export function watchCalls<Client extends object>(client: Client): { client: Client; uncalled: () => string[] } {
  const called = new Set<string>()
  const functions = Object.entries(client).filter(([, value]) => typeof value === 'function')
  return {
    client: new Proxy(client, {
      get: (target, name, receiver) => {
        called.add(String(name))
        return Reflect.get(target, name, receiver)
      },
    }),
    uncalled: () => functions.map(([name]) => name).filter((name) => !called.has(name)),
  }
}
