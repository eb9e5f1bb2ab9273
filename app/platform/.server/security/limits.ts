import { isIPv6 } from 'node:net'
import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { requestCounts } from '../database/tables.ts'
import type { SigningSecret } from './secret.ts'

export interface RequestLimit {
  /** What is limited, such as 'api'. */
  name: string
  /** The maximum number of requests in a window. */
  requests: number
  windowSeconds: number
}

export interface RequestLimitState {
  allowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends, at least 1. */
  resetSeconds: number
  /** The same in minutes, rounded up, for messages. */
  minutes: number
}

/** Thrown where a limit does not allow a request. */
export class TooManyRequestsError extends Error {
  override name = 'TooManyRequestsError'
  readonly resetSeconds: number

  constructor({ resetSeconds }: Pick<RequestLimitState, 'resetSeconds'>) {
    super('too many requests of an address')
    this.resetSeconds = resetSeconds
  }

  get headers(): Record<string, string> {
    return { 'Retry-After': String(this.resetSeconds), 'Cache-Control': 'no-store' }
  }
}

/**
 * Counts one request against a limit. The counter is in the database, so that all processes share it. `who` (an address, an
 * account) is stored only as a keyed hash, an IPv6 address by its /64.
 */
export async function countLimitedRequest(
  db: Database,
  secret: SigningSecret,
  limit: RequestLimit,
  who: string,
  requests = 1,
): Promise<RequestLimitState> {
  const [key = '', ...earlier] = keysOf(secret, limit, who)
  if (earlier.length > 0) await moveCounts(db, earlier, key)
  const windowEnds = sql`now() + make_interval(secs => ${limit.windowSeconds})`
  const [row] = await db
    .insert(requestCounts)
    .values({ key, count: requests, windowEndsAt: windowEnds })
    .onConflictDoUpdate({
      target: requestCounts.key,
      set: {
        count: sql`CASE WHEN ${requestCounts.windowEndsAt} <= now() THEN ${requests}::int ELSE ${requestCounts.count} + ${requests}::int END`,
        windowEndsAt: sql`CASE WHEN ${requestCounts.windowEndsAt} <= now() THEN ${windowEnds} ELSE ${requestCounts.windowEndsAt} END`,
      },
    })
    .returning({
      count: requestCounts.count,
      resetSeconds: sql<number>`ceil(extract(epoch FROM ${requestCounts.windowEndsAt} - now()))::int`,
    })
  const count = row?.count ?? requests
  // The first request of a window deletes expired counters, so that the table stays small.
  if (count === requests) await deleteOldRequestCounts(db)
  const resetSeconds = Math.max(1, row?.resetSeconds ?? limit.windowSeconds)
  return {
    allowed: count <= limit.requests,
    limit: limit.requests,
    remaining: Math.max(0, limit.requests - count),
    resetSeconds,
    minutes: Math.ceil(resetSeconds / 60),
  }
}

/** Deletes counts whose window ended an hour ago. A job does it too, for a site that nobody visits. */
export async function deleteOldRequestCounts(db: Database): Promise<void> {
  await db.delete(requestCounts).where(lt(requestCounts.windowEndsAt, sql`now() - interval '1 hour'`))
}

/** Takes back one counted request that turned out not to be subject to the limit. */
export async function uncountLimitedRequest(
  db: Database,
  secret: SigningSecret,
  limit: RequestLimit,
  who: string,
): Promise<void> {
  await db
    .update(requestCounts)
    .set({ count: sql`greatest(${requestCounts.count} - 1, 0)` })
    .where(eq(requestCounts.key, keysOf(secret, limit, who)[0] ?? ''))
}

/** Resets a limit for somebody. */
export async function resetRequestLimit(
  db: Database,
  secret: SigningSecret,
  limit: RequestLimit,
  who: string,
): Promise<void> {
  await db.delete(requestCounts).where(inArray(requestCounts.key, keysOf(secret, limit, who)))
}

/** The key of a counter, and those that it had under the secrets before. */
function keysOf(secret: SigningSecret, limit: RequestLimit, who: string): string[] {
  return secret.hashes(networkOfIpAddress(who)).map((hash) => `${limit.name}:${hash.slice(0, 22)}`)
}

/** Counts what was counted under earlier secrets under the newest. */
async function moveCounts(db: Database, earlier: string[], key: string): Promise<void> {
  await db.execute(sql`
    WITH moved AS (
      DELETE FROM ${requestCounts} WHERE ${inArray(requestCounts.key, earlier)} RETURNING window_ends_at, count
    )
    INSERT INTO ${requestCounts} AS r (key, window_ends_at, count)
    SELECT ${key}, max(window_ends_at), sum(count)::int FROM moved WHERE window_ends_at > now() HAVING count(*) > 0
    ON CONFLICT (key) DO UPDATE SET count = r.count + excluded.count`)
}

/** What stands for whoever sends from an address: an IPv6 address by its /64. Anything else stands for itself. */
export function networkOfIpAddress(who: string): string {
  return isIPv6(who) ? networkOf(who) : who
}

/** The /64 of an IPv6 address, which usually belongs to one household or server; an IPv4-mapped address as IPv4. */
function networkOf(address: string): string {
  // The URL parser writes the address in its canonical form (RFC 5952). The zone is removed.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const groups = [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return `${groups.slice(0, 4).join(':')}::/64`
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
