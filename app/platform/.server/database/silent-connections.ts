import type { Socket } from 'node:net'
import type { ClientBase, Pool } from 'pg'

/** Milliseconds of silence after which the database is asked whether it is there, and in which it has to answer that. */
const patienceMs = 5_000

/** What the types of `pg` leave out. */
interface Inside {
  connection: { stream: Socket }
  /** False while a statement is under way. */
  readyForQuery: boolean
  /** It has said goodbye, and waits for the server to close. */
  _ending: boolean
}

/**
 * Ends connections to a database that is not there any more, although nobody closed them: a network that is silent, or forgot them. TCP
 * would notice after a quarter of an hour, or never while something in between acknowledges. A connection is as silent while a long
 * statement runs, so the database is asked on a new one; where that gets no answer, what waits fails as with any database that is lost.
 */
export class SilentConnectionWatch {
  readonly #url: string
  readonly #patienceMs: number
  #answer: Promise<boolean> | null = null

  constructor(url: string, { patienceMs: ms = patienceMs }: { patienceMs?: number } = {}) {
    this.#url = url
    this.#patienceMs = ms
  }

  /** Watches a connection that is open. `beats`: it only listens, so it has to be asked something to know that it is there. */
  watch(client: ClientBase, { beats = false }: { beats?: boolean } = {}): void {
    const inside = client as unknown as Inside
    const { stream } = inside.connection
    stream.setKeepAlive(true, this.#patienceMs)
    // Each byte, in either direction, starts the time afresh.
    stream.setTimeout(this.#patienceMs)
    stream.on('timeout', async () => {
      if (inside._ending) stream.destroy()
      else if (inside.readyForQuery) {
        if (beats) client.query('SELECT 1').catch(() => undefined)
        // What only listens asks nothing that takes long: this connection alone may have been forgotten on its way.
      } else if (!beats && (await this.#isThere())) stream.setTimeout(this.#patienceMs)
      else stream.destroy(new Error('Connection terminated: the database is silent'))
    })
  }

  /** Whether the database answers on a new connection. Those that wait at the same time ask once. */
  #isThere(): Promise<boolean> {
    this.#answer ??= this.#ask().finally(() => {
      this.#answer = null
    })
    return this.#answer
  }

  async #ask(): Promise<boolean> {
    const { default: pg } = await import('pg')
    const ms = this.#patienceMs
    const client = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: ms, query_timeout: ms })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT 1')
      return true
    } catch (error) {
      // Whatever a server says, such as that it has too many connections, it is there.
      return error instanceof pg.DatabaseError
    } finally {
      void client.end().catch(() => undefined)
    }
  }
}

/**
 * Has a pool take back each connection that broke while it was checked out, and only once. drizzle-orm does not give one back whose BEGIN
 * failed: ten of them, and the pool would be empty for good.
 */
export function returnBrokenPoolConnections(pool: Pool): void {
  const out = new WeakSet<ClientBase>()
  pool.on('release', (_error, client) => out.delete(client))
  pool.on('acquire', (client) => {
    out.add(client)
    // The pool gives it its function for this turn right after this event, and who waited for it goes on after that.
    queueMicrotask(() => {
      if (!out.has(client)) return
      const release = client.release
      const giveBack = (error?: Error | boolean) => {
        if (!out.has(client)) return
        client.off('end', giveBackBroken)
        release(error)
      }
      const giveBackBroken = () => giveBack(true)
      client.once('end', giveBackBroken)
      client.release = giveBack
    })
  })
}
