import pLimit from 'p-limit'
import type { Client } from 'pg'

/** Lets so many be open of each key at a time. */
export interface ConcurrencyLimit {
  /** Whether one more may be open. If so, `release` must follow. */
  acquire: (key: string) => Promise<boolean>
  release: (key: string) => void
}

/**
 * Counts in PostgreSQL, for all processes together: each that is open is a numbered lock of this process's session, which ends with the
 * process, however that ends. With the session's connection the locks are lost, and what is open then counts no more.
 * @param connect opens the session, when something is opened first
 */
export function openPostgresConcurrencyLimit(
  limit: number,
  connect: () => Promise<Client>,
): ConcurrencyLimit & { close: () => Promise<void> } {
  const oneByOne = pLimit(1)
  let session: Client | null = null
  /** The numbers of the locks that this session has, by key: taken twice, a lock would be given twice. */
  const held = new Map<string, number[]>()
  const begin = async () => {
    const client = await connect()
    client.once('end', () => {
      session = null
      held.clear()
    })
    session = client
    return client
  }
  return {
    acquire: (key) =>
      oneByOne(async () => {
        const client = session ?? (await begin())
        // One after the other: the planner would try the lock first, and one that is held is taken again each time.
        const { rows } = await client.query<{ slot: number }>(
          `SELECT slot FROM generate_series(1, $2::int) AS slot
           WHERE CASE WHEN slot = ANY ($3::int[]) THEN false ELSE pg_try_advisory_lock(hashtext($1), slot) END LIMIT 1`,
          [key, limit, held.get(key) ?? []],
        )
        const [row] = rows
        if (row) held.set(key, [...(held.get(key) ?? []), row.slot])
        return row !== undefined
      }),
    release: (key) => {
      const [slot, ...others] = held.get(key) ?? []
      if (slot === undefined) return
      if (others.length > 0) held.set(key, others)
      else held.delete(key)
      session?.query('SELECT pg_advisory_unlock(hashtext($1), $2)', [key, slot]).catch(() => undefined)
    },
    close: async () => {
      await session?.end().catch(() => undefined)
    },
  }
}
