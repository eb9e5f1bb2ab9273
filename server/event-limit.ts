import { LRUCache } from 'lru-cache'

/**
 * Counts events by key in memory, where one may cost no query. Returns a function that counts one, and tells whether it is within the limit.
 * @param ttlMs after this long a key starts anew
 */
export function createEventLimit(limit: number, ttlMs: number): (key: string) => boolean {
  const counts = new LRUCache<string, number>({ max: 10_000, ttl: ttlMs, noUpdateTTL: true })
  return (key) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= limit
  }
}
