import { z } from 'zod'
import { cookieNames, readCookie } from '#app/lib/cookies.ts'
import { Cache } from './cache.ts'
import type { Platform } from './platform.ts'
import type { LogPosition } from './replica.ts'
import type { Secret } from './secret.ts'

/** How long somebody reads what they have changed, in seconds: after that, every replica that is used shows it. */
const lastChangeSeconds = 60
/** For how long clocks and answers may differ, in seconds. */
const toleranceSeconds = 5

/** The platform as a request reads from it. */
export interface Reading {
  /** Its `db` may be a replica's, and its caches keep nothing that is older than the last change. */
  platform: Platform
  /** Whether what it has read may be kept for others. */
  isCurrent: () => boolean
}

/**
 * Chooses where a request reads what public pages show: from a replica, or from the primary if the request may change something, its
 * visitor has changed something that no replica shows yet, or there is no replica.
 */
export async function chooseReading(platform: Platform, { method, headers }: Request): Promise<Reading> {
  const primary = { platform, isCurrent: () => true }
  const { replicas } = platform
  if (!replicas || (method !== 'GET' && method !== 'HEAD')) return primary
  const after = readLastChange(platform.secret, headers.get('Cookie'), replicas.now())
  if (!after || replicas.isFromBefore(after)) return readFrom(platform, replicas.choose(null)) ?? primary
  const caches = await catchUp(platform, after)
  const own = { ...platform, ...caches }
  return readFrom(own, replicas.choose(after)) ?? { ...primary, platform: own }
}

function readFrom(platform: Platform, choice: ReturnType<NonNullable<Platform['replicas']>['choose']>): Reading | null {
  if (!choice) return null
  const { db, source } = choice
  return {
    platform: {
      ...platform,
      db,
      directoryCache: new Cache({ sharedWith: platform.directoryCache, source }),
      referenceCache: new Cache({ sharedWith: platform.referenceCache, source }),
    },
    isCurrent: source.isCurrent,
  }
}

/** Waits until our caches have lost what a change made out of date. Should the database not answer, gives others, which are empty. */
async function catchUp(
  { replicas, finishedPages }: Platform,
  after: LogPosition,
): Promise<Partial<Pick<Platform, 'directoryCache' | 'referenceCache'>>> {
  if (replicas?.hasHeard(after)) return {}
  if (!(await finishedPages.catchUp())) {
    return {
      directoryCache: new Cache({ max: 100, ttl: 60_000 }),
      referenceCache: new Cache({ max: 20, ttl: 60_000 }),
    }
  }
  replicas?.noteHeard(after)
  return {}
}

/**
 * Call it after a request that may have changed something and before its answer: waits until no page is kept any more that was rendered
 * before. Returns the `Set-Cookie` value by which its visitor sees the change whoever answers them next; null without replicas.
 */
export async function settleChange(
  { replicas, finishedPages, secret }: Pick<Platform, 'replicas' | 'finishedPages' | 'secret'>,
  { secure }: { secure: boolean },
): Promise<string | null> {
  if (!replicas) {
    await finishedPages.settle()
    return null
  }
  const position = await replicas.readPosition()
  if (await finishedPages.catchUp()) replicas.noteHeard(position)
  const value = writeLastChange(secret, position, replicas.now())
  return `${cookieNames.lastChange}=${value}; Max-Age=${lastChangeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

const valueSchema = z
  .string()
  .regex(/^(\d{1,10})\.(\d{1,20})\.(\d{1,12})\.([\w-]{43})$/)
  .transform((value) => {
    const [timeline = '', lsn = '', seconds = '', signature = ''] = value.split('.')
    return { timeline: Number(timeline), lsn: BigInt(lsn), seconds: Number(seconds), signature }
  })

const textOf = (timeline: number, lsn: bigint, seconds: number) => `${timeline}.${lsn}.${seconds}`
const signedAs = (text: string) => `last-change:${text}`

/** @param now by the database's clock, in seconds */
export function writeLastChange(secret: Secret, { timeline, lsn }: LogPosition, now: number): string {
  const text = textOf(timeline, lsn, Math.floor(now))
  return `${text}.${secret.sign(signedAs(text))}`
}

/** The position of a visitor's last change; null if it is not ours, or longer ago than a minute. */
export function readLastChange(secret: Secret, cookies: string | null, now: number): LogPosition | null {
  const value = valueSchema.safeParse(readCookie(cookies, cookieNames.lastChange)).data
  if (!value) return null
  const { timeline, lsn, seconds, signature } = value
  if (!secret.verifies(signedAs(textOf(timeline, lsn, seconds)), signature)) return null
  const age = now - seconds
  return age > lastChangeSeconds || age < -toleranceSeconds ? null : { timeline, lsn }
}
