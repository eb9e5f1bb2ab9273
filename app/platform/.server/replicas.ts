import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, QueryResultRow } from 'pg'
import type { CacheSource } from './cache.ts'
import { ConfigError, type ReplicaSettings } from './config.ts'
import type { Database, DatabaseHandle, ListenerQuery, PoolState } from './database.ts'
import type { Log } from './log.ts'
import { measureNextTurn } from './next-turn.ts'
import { identityColumns, type LogPosition, type PrimaryState, parseLsn, Replica } from './replica.ts'
import type { Tracing } from './tracing.ts'

/** Connections that each replica is given at most. */
const connectionsDefault = 10
/** Time between two rounds of questions, in milliseconds; and while something is to change at any moment. */
const pauseMs = 1_000
const quickPauseMs = 100
/** So many quick ones follow each other at most. */
const quickLooksMax = 50
/** How long the primary may take to answer, in milliseconds. */
const answerMs = 2_000

/** No log is as long. */
const unreachableLsn = 2n ** 64n - 1n

/** Where the log ends. All that was committed before is in it. */
const positionQuestion = `
  SELECT pg_current_wal_insert_lsn()::text AS lsn, pg_walfile_name(pg_current_wal_insert_lsn()) AS file`

/** What was flushed is what is sent to standbys. */
const primaryQuestion = `
  SELECT pg_current_wal_flush_lsn()::text AS flushed, pg_walfile_name(pg_current_wal_flush_lsn()) AS file,
    extract(epoch FROM clock_timestamp())::float8 AS seconds, ${identityColumns}`

interface PrimaryRow extends Omit<PrimaryState, 'timeline' | 'flushed' | 'round' | 'lagOf'> {
  flushed: string
  file: string
  seconds: number
}

/** Reads the timeline, the first eight digits of the name of a file of the log. */
const timelineOf = (file: string) => Number.parseInt(file.slice(0, 8), 16)

/** Where a request reads from. */
export interface ReplicaChoice {
  db: Database
  source: CacheSource
}

/**
 * The read replicas of a process. It asks each of them and the primary about once a second where they are, and knows from when on
 * what is read from them may be kept.
 */
export class Replicas {
  readonly #all: Replica[]
  readonly #primaryPool: Pool
  readonly #lagMax: number
  readonly #closing = new AbortController()
  #primary: PrimaryState | null = null
  /** What the primary had flushed at which time, oldest first. */
  #flushes: { lsn: bigint; at: number }[] = []
  /** When the primary answered last, by our clock and by its own. */
  #primaryAt = 0
  #primarySeconds = 0
  #asking: Promise<void> | null = null
  #round = 0
  #quickLooks = quickLooksMax
  #wake = new AbortController()
  /** What is kept must not be older than this; null while it is not known. */
  #current: LogPosition | null = null
  #notifications = 0
  /** The connection to ask next how far the log was after what it has told of. */
  #listener: ListenerQuery | null = null
  #learning: Promise<void> | null = null
  /** Notifications of all changes up to here have arrived. */
  #heard: LogPosition | null = null
  #turn = 0
  #watching = Promise.resolve()

  constructor(all: Replica[], { primary, lagSeconds }: { primary: Pool; lagSeconds: number }) {
    this.#all = all
    this.#primaryPool = primary
    this.#lagMax = lagSeconds
  }

  /**
   * Asks once, and from then on again and again.
   * @throws ConfigError if one of them belongs to another database
   */
  async open(): Promise<void> {
    await this.#look()
    const primary = this.#primary
    const foreign = primary && this.#all.find((replica) => replica.isForeign(primary))
    if (foreign) {
      throw new ConfigError(
        `DATABASE_REPLICA_URLS must name replicas of the database of DATABASE_URL: ${foreign.name} belongs to another`,
      )
    }
    this.#watching = this.#watch()
  }

  /**
   * Chooses where a request reads from: in turn, first those from which something may be kept. Null for the primary.
   * @param after what it must show; null for nothing in particular
   */
  choose(after: LogPosition | null): ReplicaChoice | null {
    const able = this.#all.filter((replica) => replica.isUsed && (after === null || replica.hasReached(after)))
    const upToDate = able.filter((replica) => this.#isCurrent(replica.isPrimary, replica.position))
    const from = upToDate.length > 0 ? upToDate : able
    this.#turn += 1
    const replica = from[this.#turn % from.length]
    if (!replica) return null
    // As it is now: it may replay more, or restart with less, while the request reads.
    const { isPrimary, position, name, db } = replica
    return {
      db,
      source: {
        name: `${name} ${position.lsn}`,
        isCurrent: () => this.#isCurrent(isPrimary, position),
        measureTurn: () => measureNextTurn(db),
      },
    }
  }

  /** Notifications were heard: what is read from a replica is not kept until it has replayed what they told of. */
  hear(query: ListenerQuery): void {
    this.missNotifications()
    this.#quickLooks = quickLooksMax
    this.#listener = query
    this.#learning ??= this.#learnPosition().finally(() => {
      this.#learning = null
    })
  }

  /** Notifications may have been lost: nothing that is read from a replica is kept until some are heard again. */
  missNotifications(): void {
    this.#notifications += 1
    this.#current = null
  }

  /** The end of the log after a change, which is committed. Should the primary not answer, a position that nothing will reach. */
  async readPosition(): Promise<LogPosition> {
    const unreachable = { timeline: this.#primary?.timeline ?? 0, lsn: unreachableLsn }
    const asked = this.#ask<{ lsn: string; file: string }>(positionQuestion).then(
      (row) => (row ? toPosition(row) : unreachable),
      () => unreachable,
    )
    return Promise.race([asked, sleep(answerMs, unreachable, { ref: false })])
  }

  /** Whether a position is from before a failover: then nobody can tell what has reached it. */
  isFromBefore({ timeline }: LogPosition): boolean {
    return this.#primary !== null && timeline < this.#primary.timeline
  }

  /** Whether the notifications of all changes before a position have arrived. */
  hasHeard({ timeline, lsn }: LogPosition): boolean {
    return this.#heard !== null && this.#heard.timeline === timeline && this.#heard.lsn >= lsn
  }

  /** Notes that the notifications of all changes before a position have arrived. */
  noteHeard(position: LogPosition): void {
    if (position.lsn < unreachableLsn && !this.hasHeard(position)) this.#heard = position
  }

  /** The time by the database's clock, in seconds. */
  now(): number {
    return this.#primarySeconds + (performance.now() - this.#primaryAt) / 1_000
  }

  readPools(): PoolState[] {
    return this.#all.map((replica) => replica.readPool())
  }

  list(): readonly Pick<Replica, 'name' | 'isUsed' | 'lagSeconds'>[] {
    return this.#all
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#wake.abort()
    await this.#watching
    await Promise.all(this.#all.map((replica) => replica.close()))
  }

  #isCurrent(isPrimary: boolean, { timeline, lsn }: LogPosition): boolean {
    if (isPrimary) return true
    return this.#current !== null && this.#current.timeline === timeline && lsn >= this.#current.lsn
  }

  /** Asks the connection that listens where the log ends, one question at a time, until nothing was heard meanwhile. */
  async #learnPosition(): Promise<void> {
    while (this.#listener) {
      const query = this.#listener
      this.#listener = null
      const heard = this.#notifications
      const row = await query(positionQuestion).then(
        ([first]) => first,
        // It broke: another will be asked once there is one.
        () => undefined,
      )
      // What was heard meanwhile may be from after this position.
      if (!row || heard !== this.#notifications) continue
      this.#current = toPosition(row)
      this.#wake.abort()
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      this.#wake = new AbortController()
      await sleep(quickPauseMs, undefined, { ref: false, signal }).catch(() => undefined)
      const isQuick = this.#quickLooks > 0 && this.#all.some((replica) => this.#isBehind(replica))
      if (isQuick) this.#quickLooks -= 1
      else
        await sleep(pauseMs - quickPauseMs, undefined, { ref: false, signal: this.#wake.signal }).catch(() => undefined)
      if (!signal.aborted) await this.#look()
    }
  }

  /** Whether a replica will be used, or what is read from it will be kept, once it has replayed a little more. */
  #isBehind(replica: Replica): boolean {
    return replica.isUsed
      ? this.#current !== null && !this.#isCurrent(replica.isPrimary, replica.position)
      : replica.isWaiting
  }

  /** One round: asks the primary and all replicas at once, then decides who is used. */
  async #look(): Promise<void> {
    this.#round += 1
    const used = this.#countUsed()
    await Promise.all([this.#lookAtPrimary(), ...this.#all.map((replica) => replica.look())])
    const primary = this.#primary
    if (!primary) return
    for (const replica of this.#all) replica.assess(primary, this.#lagMax)
    if (this.#countUsed() !== used) this.#quickLooks = quickLooksMax
  }

  #countUsed(): number {
    return this.#all.filter(({ isUsed }) => isUsed).length
  }

  async #lookAtPrimary(): Promise<void> {
    // Where it is silent, one question waits for it, not one for each round.
    this.#asking ??= this.#askPrimary()
      .catch(() => undefined)
      .finally(() => {
        this.#asking = null
      })
    await Promise.race([this.#asking, sleep(answerMs, undefined, { ref: false })])
  }

  /** Asks the primary. A connection that is silent is given up, so that the next question gets another. */
  async #ask<Row extends QueryResultRow>(text: string): Promise<Row | undefined> {
    const query = { text, query_timeout: answerMs }
    return (await this.#primaryPool.query<Row>(query)).rows[0]
  }

  async #askPrimary(): Promise<void> {
    const round = this.#round
    // On a quiet site nothing would show that a replica follows.
    if (this.#all.some(({ isWaiting }) => isWaiting)) await this.#ask('SELECT pg_current_xact_id()')
    const at = performance.now()
    const row = await this.#ask<PrimaryRow>(primaryQuestion)
    if (!row) return
    const { flushed: text, file, seconds, ...identity } = row
    const flushed = parseLsn(text)
    const timeline = timelineOf(file)
    if (timeline !== this.#primary?.timeline) this.#flushes = []
    if (this.#flushes.at(-1)?.lsn !== flushed) this.#flushes.push({ lsn: flushed, at })
    const tooOld = at - (this.#lagMax + 60) * 1_000
    this.#flushes = this.#flushes.filter((flush, index, all) => flush.at > tooOld || index === all.length - 1)
    this.#primaryAt = at
    this.#primarySeconds = seconds
    this.#primary = { ...identity, timeline, flushed, round, lagOf: (replayed) => this.#lagOf(replayed) }
  }

  /** As of when the primary answered last: what it has written since, nobody knows. */
  #lagOf(replayed: bigint): number {
    const missed = this.#flushes.find(({ lsn }) => lsn > replayed)
    return missed ? (this.#primaryAt - missed.at) / 1_000 : 0
  }
}

function toPosition({ file, lsn }: Record<string, unknown>): LogPosition {
  return { timeline: timelineOf(String(file)), lsn: parseLsn(String(lsn)) }
}

/**
 * Opens the replicas of a database. Those that cannot be reached are left out until they can.
 * @throws ConfigError if one of them belongs to another database
 */
export async function openReplicas(
  { urls, lagSeconds }: ReplicaSettings,
  { pool: primary }: Pick<DatabaseHandle, 'pool'>,
  { log, tracing }: { log: Log; tracing: Tracing },
): Promise<Replicas> {
  if (!primary) throw new ConfigError('DATABASE_REPLICA_URLS needs DATABASE_URL')
  const { drizzle } = await import('drizzle-orm/node-postgres')
  const openDatabase = (pool: Pool) => drizzle(pool)
  const replicas = new Replicas(
    urls.map((url) => new Replica(url, { primary, connections: connectionsDefault, log, tracing, openDatabase })),
    { primary, lagSeconds },
  )
  try {
    await replicas.open()
  } catch (error) {
    await replicas.close()
    throw error
  }
  return replicas
}
