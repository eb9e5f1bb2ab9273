import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg, { type Pool } from 'pg'
import { type Database, isDatabaseLost, type PoolState, readPool } from './database.ts'
import type { Log } from './log.ts'
import { traceQueries } from './trace-queries.ts'
import type { Tracing } from './tracing.ts'

/** A position in the write-ahead log of the database. Those of different timelines cannot be compared. */
export interface LogPosition {
  timeline: number
  lsn: bigint
}

/** What tells a server from others: its cluster, its database and when it was started, to the microsecond. */
export interface ServerIdentity {
  systemId: string
  database: string
  startedAt: string
}

/** SQL of a {@link ServerIdentity}, which any role may ask. */
export const identityColumns = `
  (SELECT system_identifier::text FROM pg_control_system()) AS "systemId",
  current_database()::text AS database,
  extract(epoch FROM pg_postmaster_start_time())::text AS "startedAt"`

/** What is known of the primary. */
export interface PrimaryState extends ServerIdentity {
  timeline: number
  /** What it sent to its standbys, or could have. */
  flushed: bigint
  /** The round of questions in which it answered last. */
  round: number
  /** For how long a standby that has replayed this much has lagged behind, in seconds: as of when the primary answered last. */
  lagOf: (replayed: bigint) => number
}

interface ReplicaState extends ServerIdentity {
  isStandby: boolean
  replayed: string | null
}

const question = `
  SELECT pg_is_in_recovery() AS "isStandby", pg_last_wal_replay_lsn()::text AS replayed, ${identityColumns}`

/** How long a replica may take to answer a question or to accept a connection, in milliseconds. */
const answerMs = 2_000

export type ReplicaProblem =
  | 'it does not answer'
  | 'it belongs to another database'
  | 'it lags'
  | 'it is no standby'
  | 'it is not known to follow the primary'

/** Reads a position as PostgreSQL writes it, such as '16/B374D848'. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * A standby server that may answer queries in place of the primary. It is used once it was seen to follow the primary, and left out
 * while it lags, does not answer or is no standby any more. What it cannot answer, the primary answers.
 */
export class Replica {
  /** Host and port, as the log and the metrics name it. */
  readonly name: string
  /** Only for queries that change nothing. Transactions run on the primary. */
  readonly db: Database
  readonly #log: Log
  readonly #url: string
  readonly #pool: Pool
  readonly #clients = new Set<pg.PoolClient>()
  #probe: pg.Client | null = null
  #state: ReplicaState | null = null
  #problem: ReplicaProblem | null = 'it is not known to follow the primary'
  #isPrimary = false
  #timeline = 0
  #replayed = 0n
  #lagSeconds: number | null = null
  /** Where it was when it was first looked at since it was left out, and how far the primary was after that. */
  #seen: { replayed: bigint; timeline: number; round: number; target: bigint | null } | null = null
  #isClosed = false

  constructor(
    url: string,
    {
      primary,
      connections,
      log,
      tracing,
      openDatabase,
    }: { primary: Pool; connections: number; log: Log; tracing: Tracing; openDatabase: (pool: Pool) => Database },
  ) {
    this.#url = url
    this.name = new URL(url).host
    this.#log = log
    this.#pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: answerMs })
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#clients.add(client)
      client.on('error', () => undefined)
    })
    this.#pool.on('remove', (client) => this.#clients.delete(client))
    this.db = openDatabase(traceQueries(this.#orPrimary(primary), tracing))
  }

  get isUsed(): boolean {
    return this.#problem === null
  }

  /** Whether it will be used once it has replayed what the primary writes from now on. */
  get isWaiting(): boolean {
    return this.#problem === 'it is not known to follow the primary'
  }

  /** Whether it is the primary itself. */
  get isPrimary(): boolean {
    return this.#isPrimary
  }

  /** How far it is at least. */
  get position(): LogPosition {
    return { timeline: this.#timeline, lsn: this.#replayed }
  }

  /** For how long it has lagged behind, in seconds; null where that is not known. */
  get lagSeconds(): number | null {
    return this.#lagSeconds
  }

  /** Whether it shows what was committed before a position. */
  hasReached({ timeline, lsn }: LogPosition): boolean {
    return this.#isPrimary || (this.#timeline === timeline && this.#replayed >= lsn)
  }

  readPool(): PoolState {
    return readPool(`replica ${this.name}`, this.#pool)
  }

  /** Asks it how it is. */
  async look(): Promise<void> {
    this.#state = null
    let client = this.#probe
    try {
      client ??= await this.#connect()
      const asked = client.query<ReplicaState>(question).then(({ rows }) => rows[0] ?? null)
      // Its answer to an end that was not waited for.
      asked.catch(() => undefined)
      this.#state = await Promise.race([asked, giveUp(answerMs)])
    } catch {
      this.#probe = null
      void client?.end().catch(() => undefined)
    }
  }

  /** Whether it answered, but as another database than the primary's. */
  isForeign(primary: ServerIdentity): boolean {
    const state = this.#state
    return state !== null && (state.systemId !== primary.systemId || state.database !== primary.database)
  }

  /** Decides by its last answer whether it is used from now on. */
  assess(primary: PrimaryState, lagMax: number): void {
    if (this.#isClosed) return
    const problem = this.#findProblem(primary, lagMax)
    if (problem === null) this.#use()
    else if (this.#state?.isStandby && !this.isUsed) this.#explain(problem)
    else this.leaveOut(problem)
  }

  #findProblem(primary: PrimaryState, lagMax: number): ReplicaProblem | null {
    this.#lagSeconds = null
    const state = this.#state
    if (!state) return 'it does not answer'
    if (this.isForeign(primary)) return 'it belongs to another database'
    if (!state.isStandby) {
      this.#isPrimary = state.startedAt === primary.startedAt
      if (!this.#isPrimary) return 'it is no standby'
      this.#lagSeconds = 0
      return null
    }
    const replayed = parseLsn(state.replayed ?? '0/0')
    const lag = primary.lagOf(replayed)
    this.#lagSeconds = lag
    const isKnown = this.isUsed && !this.#isPrimary && this.#timeline === primary.timeline
    if (!isKnown && !this.#follows(primary, replayed)) {
      return lag > lagMax ? 'it lags' : 'it is not known to follow the primary'
    }
    this.#replayed = replayed
    this.#timeline = primary.timeline
    return lag > lagMax ? 'it lags' : null
  }

  /** Whether it has replayed what the primary wrote since it was first looked at: before that, it may have gone another way. */
  #follows({ timeline, round, flushed }: PrimaryState, replayed: bigint): boolean {
    if (this.#seen?.timeline !== timeline) this.#seen = { replayed, timeline, round, target: null }
    const seen = this.#seen
    if (round > seen.round) seen.target ??= flushed
    return seen.target !== null && replayed >= seen.target && replayed > seen.replayed
  }

  /** Leaves it out until it was seen to follow the primary again. */
  leaveOut(problem: ReplicaProblem): void {
    this.#seen = null
    this.#isPrimary = false
    this.#explain(problem)
    if (problem !== 'it does not answer') return
    // Whoever waits for it waits no longer, and is answered by the primary.
    for (const client of this.#clients) void (client as pg.PoolClient & pg.Client).end().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#probe?.end().catch(() => undefined), this.#pool.end()])
  }

  #use(): void {
    if (this.isUsed) return
    this.#problem = null
    const replica = this.name
    if (this.#isPrimary) this.#log.warn({ replica }, 'DATABASE_REPLICA_URLS names the primary itself, to no avail')
    else this.#log.info({ replica }, 'a read replica is used')
  }

  #explain(problem: ReplicaProblem): void {
    if (this.#problem === problem) return
    // That it has yet to be seen following is no news where it is just being started or has just answered again.
    const isNews = problem !== 'it is not known to follow the primary' || this.isUsed
    this.#problem = problem
    if (isNews) this.#log.warn({ replica: this.name, problem }, 'a read replica is left out')
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
    })
    const lose = () => {
      if (this.#probe !== client) return
      this.#probe = null
      this.#state = null
      if (!this.#isClosed) this.leaveOut('it does not answer')
    }
    client.on('error', lose)
    client.on('end', lose)
    await client.connect()
    this.#probe = client
    return client
  }

  /** Its pool, whose queries go to the primary while it is left out, and where it fails. */
  #orPrimary(primary: Pool): Pool {
    const query = async (...given: Parameters<Pool['query']>) => {
      if (!this.isUsed) return primary.query(...given)
      try {
        return await this.#pool.query(...given)
      } catch (error) {
        // It took too long, and would there as well.
        if ((error as { code?: string }).code === '57014') throw error
        if (isDatabaseLost(error) && !isBusy(error)) this.leaveOut('it does not answer')
        return primary.query(...given)
      }
    }
    return new Proxy(this.#pool, {
      get: (pool, name) => {
        if (name === 'query') return query
        if (name === 'connect') return () => primary.connect()
        return Reflect.get(pool, name, pool)
      },
    })
  }
}

/** Fails after a while, if nothing has arrived by then: also where this process was too busy to look, answers that are there count. */
async function giveUp(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  await setImmediate(undefined, { ref: false })
  throw new Error('no answer in time')
}

/** Whether no connection of the pool was free in time. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
}
