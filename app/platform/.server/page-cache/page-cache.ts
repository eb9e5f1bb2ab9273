// Cached pages, in the memory of each process. `server/page-cache.ts` answers with them; triggers say by cache tags what has changed.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { DatabaseHandle } from '../database/database.ts'
import type { ListingVisitKey } from '../observability/visits.ts'

/** An answer that is the same for every visitor. */
export interface CachedPage {
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** The body compressed, once somebody asked for that encoding. */
  compressed: Readonly<Partial<Record<CachedPageEncoding, Buffer>>>
  /** The strong validator of the body as it is, without quotes. */
  version: string
  /** The cache tags of what it shows. */
  shows: ReadonlySet<string>
  /** The visits that each answer with it counts as. */
  visits: ReadonlySet<ListingVisitKey>
  /** How long it may be kept, in milliseconds. */
  lifeMs: number
  /** When its rendering began, by `performance.now()`: what it shows was true then. */
  renderedAt: number
}

export type CachedPageEncoding = 'br' | 'gzip'

/** The database's notification channel. Each notification names the cache tags of a change, with a space between them. */
export const pageChangesChannel = 'page_changes'

/** Pages are answered from memory for this long after the database was last heard, in milliseconds. */
const silenceMs = 5_000
/** After this long a request asks the database for a sign of life, in milliseconds. */
const beatMs = 1_000
/** How long that sign may take, in milliseconds. */
const beatTimeoutMs = 2_000
/** Addresses that were asked once are remembered, so that pages nobody asks for again take no memory. */
const askedMax = 20_000

/** A page that is being rendered, and what has changed since it began. */
interface Rendering {
  page: Promise<CachedPage | null>
  changed: Set<string>
}

/**
 * Pages that were rendered once and are answered as they are, by key, least recently used out first. A page is dropped when the
 * database says that something it shows has changed. Nothing is answered that was rendered before a change that this process
 * made, nor more than a few seconds after the database fell silent.
 */
export class PageCache {
  readonly #kept: LRUCache<string, CachedPage>
  readonly #asked = new LRUCache<string, boolean>({ max: askedMax })
  /** The renderings that those who ask may wait for, by key. */
  readonly #shared = new Map<string, Rendering>()
  readonly #underWay = new Set<Rendering>()
  readonly #db: DatabaseHandle['db']
  readonly #beats = new Map<string, () => void>()
  #heardAt = Number.NEGATIVE_INFINITY
  /** When the database last gave no sign of life, if it was not heard since. */
  #missedAt = Number.NEGATIVE_INFINITY
  #beating: Promise<boolean> | null = null

  /** @param maxBytes how much memory the kept pages may take; 0 keeps none */
  constructor(db: DatabaseHandle['db'], maxBytes: number) {
    this.#db = db
    this.#kept = new LRUCache({
      maxSize: Math.max(1, maxBytes),
      sizeCalculation: (page, key) => sizeOf(page) + key.length,
    })
    this.isOn = maxBytes > 0
  }

  /** Whether pages are kept at all. */
  readonly isOn: boolean

  /** The page with this key, if it is kept and the database was heard of late. */
  find(key: string): CachedPage | undefined {
    const silence = performance.now() - this.#heardAt
    if (silence > beatMs) void this.hearDatabase()
    return silence > silenceMs ? undefined : this.#kept.get(key)
  }

  /** Whether the database was heard of late, or answers now. Where it did not answer a moment ago, nobody waits for it again. */
  async isHeard(): Promise<boolean> {
    if (performance.now() - this.#heardAt <= silenceMs) return true
    const answer = this.hearDatabase()
    return performance.now() - this.#missedAt > silenceMs && answer
  }

  /** Whether a page was asked before, within its life, and can be kept. The first to ask gets a page of their own. */
  isWanted(key: string, lifeMs: number): boolean {
    const before = this.#asked.get(key)
    if (before === undefined) this.#asked.set(key, true, { ttl: lifeMs })
    return before === true
  }

  /**
   * Renders a page and keeps it, unless something that it shows has changed meanwhile. One rendering at a time for each key: others
   * who ask meanwhile get the same page, unless it is out of date by then.
   * @param render gives null for what cannot be kept, which is not tried again for a while
   */
  async keep(key: string, render: () => Promise<CachedPage | null>): Promise<CachedPage | null> {
    const shared = this.#shared.get(key)
    if (shared) return shared.page
    const rendering: Rendering = { page: render(), changed: new Set() }
    this.#shared.set(key, rendering)
    this.#underWay.add(rendering)
    try {
      const page = await rendering.page
      if (!page) this.#asked.set(key, false, { ttl: silenceMs })
      else if (!shows(page, rendering.changed)) this.#kept.set(key, page, { ttl: page.lifeMs })
      return page
    } finally {
      this.#underWay.delete(rendering)
      if (this.#shared.get(key) === rendering) this.#shared.delete(key)
    }
  }

  /** Keeps the compressed body of a page, too. */
  addCompressed(key: string, page: CachedPage, encoding: CachedPageEncoding, body: Buffer): void {
    const kept = this.#kept.get(key)
    if (kept?.version !== page.version) return
    const ttl = this.#kept.getRemainingTTL(key)
    this.#kept.set(key, { ...kept, compressed: { ...kept.compressed, [encoding]: body } }, { ttl })
  }

  /** Drops the pages that have one of these cache tags. `business:*` names every business, `*` everything. */
  drop(tags: readonly string[]): void {
    for (const { changed } of this.#underWay) for (const tag of tags) changed.add(tag)
    // Whoever asks from now on must not get a page that may show what was there before the change.
    this.#shared.clear()
    const changed = new Set(tags)
    for (const [key, page] of this.#kept.entries()) if (shows(page, changed)) this.#kept.delete(key)
  }

  /** Takes in a notification. */
  hear(tags: readonly string[]): void {
    this.#heardAt = performance.now()
    this.#missedAt = Number.NEGATIVE_INFINITY
    const changed = tags.filter((tag) => !this.#hearBeat(tag))
    if (changed.length > 0) this.drop(changed)
  }

  /** Notifications may have been lost. */
  missSomething(): void {
    this.#heardAt = Number.NEGATIVE_INFINITY
    this.drop(['*'])
  }

  /**
   * Waits until every notification of the changes committed so far has arrived. Call it after a change and before its answer. Should
   * the database not answer, pages are not answered from memory until it does.
   */
  async settle(): Promise<void> {
    if (!this.isOn || (this.#kept.size === 0 && this.#underWay.size === 0)) return
    const isDeaf = performance.now() - this.#missedAt <= silenceMs
    if (isDeaf || !(await this.#beat())) this.missSomething()
  }

  /** Asks the database for a sign of life, and gives whether it came. Those who ask meanwhile share it. */
  hearDatabase(): Promise<boolean> {
    this.#beating ??= this.#beat().finally(() => {
      this.#beating = null
    })
    return this.#beating
  }

  /** Sends a notification and waits for it: those of earlier changes arrive before it. */
  async #beat(): Promise<boolean> {
    const beat = `beat:${randomUUID()}`
    const heard = new Promise<boolean>((resolve) => this.#beats.set(beat, () => resolve(true)))
    const gaveUp = new AbortController()
    const timeout = sleep(beatTimeoutMs, false, { ref: false, signal: gaveUp.signal }).catch(() => false)
    const sent = this.#db.execute(sql`SELECT pg_notify(${pageChangesChannel}, ${beat})`).then(
      () => heard,
      () => false,
    )
    try {
      const isThere = await Promise.race([sent, timeout])
      if (!isThere) this.#missedAt = performance.now()
      return isThere
    } finally {
      gaveUp.abort()
      this.#beats.delete(beat)
    }
  }

  /** Whether this is the sign of life of a process, ours or another's. */
  #hearBeat(tag: string): boolean {
    this.#beats.get(tag)?.()
    return tag.startsWith('beat:')
  }
}

function sizeOf({ body, compressed, headers, visits }: CachedPage): number {
  const bodies = body.length + (compressed.br?.length ?? 0) + (compressed.gzip?.length ?? 0)
  // A page of results counts each word of the search for each of its listings.
  let counted = 0
  for (const visit of visits) counted += visit.length + 50
  return bodies + JSON.stringify(headers).length + counted + 500
}

function shows(page: CachedPage, changed: ReadonlySet<string>): boolean {
  if (changed.size === 0) return false
  if (changed.has('*')) return true
  for (const tag of page.shows) {
    if (changed.has(tag) || changed.has(tag.replace(/:.*/, ':*'))) return true
  }
  return false
}
