import { needsOfProcess } from '#app/platform/.server/web-processes.ts'
import { differentSearches, otherPages, type PageKind, pageShares } from './http-visits.ts'

/** Milliseconds of a processor that a page takes that is rendered: of the web process, and of PostgreSQL. */
export interface PageCost {
  web: number
  database: number
}

/** What was measured at one size of the directory. */
export interface MeasuredCosts extends Record<PageKind, PageCost> {
  listings: number
  /** Milliseconds of the web process for a page from its memory. */
  kept: number
  /** Bytes of an answer as it is sent, with its headers. */
  bytes: number
  /** Bytes of the database on the disk. */
  databaseBytes: number
}

/** What a site has, and who comes. */
export interface Demand {
  listings: number
  visitsADay: number
}

/** What that takes. */
export interface CapacityPlan extends Demand {
  /** Pages in a second of the busiest hour. */
  pagesASecond: number
  /** Share of these that come from memory, from 0 to 1. */
  kept: number
  /** Web processes, one for each core that they need. */
  processes: number
  /** Cores of PostgreSQL, over all its servers. */
  databaseCores: number
  /** Replicas beside the primary. */
  replicas: number
  /** Connections to the primary with one worker: without a pooler, and through one PgBouncer (docs/operations.md). */
  connections: number
  pooledConnections: number
  /** Bytes. */
  webBytes: number
  databaseBytes: number
  /** Bits in a second of the busiest hour, and bytes in a month. */
  bandwidth: number
  trafficAMonth: number
}

/** What the calculation takes for granted. */
export const assumptions = {
  /** Pages that a visitor looks at. */
  pagesAVisit: 3,
  /** Share of a day's pages in its busiest hour. */
  busiestHour: 0.1,
  /** Share of a core that is planned to be used in that hour. */
  use: 0.6,
  /** Changes of a listing in a year. Each drops all lists from memory. */
  changesAYear: 4,
  /** Seconds that a page with listings is kept. */
  keptSeconds: 30,
  /** Cores of one database server. */
  coresADatabase: 16,
  /** Bytes that a visitor's first page brings beside itself: styles, fonts, pictures. */
  firstVisitBytes: 140_000,
  /** Bytes of memory of a web process under load. */
  processBytes: needsOfProcess.memoryMiB * 2 ** 20,
} as const

/**
 * Calculates what a site needs from what was measured at two sizes. What a page takes of PostgreSQL grows with the number of listings
 * (counts of common words read each match), so it is drawn as a line through both sizes, as is the database's size.
 * @param measured at two sizes, the smaller first
 */
export function planCapacity(measured: readonly [MeasuredCosts, MeasuredCosts], demand: Demand): CapacityPlan {
  const [small, large] = measured
  const { listings, visitsADay } = demand
  const lineThrough = (read: (costs: MeasuredCosts) => number) => {
    const slope = (read(large) - read(small)) / (large.listings - small.listings)
    return Math.max(0, read(small) + slope * (listings - small.listings))
  }
  const pagesASecond = (visitsADay * assumptions.pagesAVisit * assumptions.busiestHour) / 3_600
  const coresFor = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1_000 / assumptions.use))
  // More processes keep less of the pages that each renders: the number is found step by step.
  let processes = 1
  let load = loadOf(processes)
  while (coresFor(load.web) > processes) {
    processes += 1
    load = loadOf(processes)
  }
  const databaseCores = coresFor(load.database)
  return {
    listings,
    visitsADay,
    pagesASecond,
    kept: load.kept,
    processes,
    databaseCores,
    replicas: databaseCores > assumptions.coresADatabase ? Math.ceil(databaseCores / assumptions.coresADatabase) : 0,
    connections: processes * 16 + 26 + 20,
    pooledConnections: 20 + processes * 6 + 16 + 20,
    webBytes: processes * assumptions.processBytes,
    databaseBytes: lineThrough((costs) => costs.databaseBytes),
    bandwidth:
      (pagesASecond * large.bytes + (pagesASecond / assumptions.pagesAVisit) * assumptions.firstVisitBytes) * 8,
    trafficAMonth: 30 * visitsADay * (assumptions.pagesAVisit * large.bytes + assumptions.firstVisitBytes),
  }

  /** Milliseconds of processors in a second, with as many processes, and the share of pages from memory. */
  function loadOf(caches: number) {
    const hits = hitShares({ listings, perSecond: pagesASecond / caches })
    const kinds = Object.keys(pageShares) as PageKind[]
    const sum = (read: (kind: PageKind) => number) => kinds.reduce((total, kind) => total + read(kind), 0)
    const rendered = (kind: PageKind) => pagesASecond * pageShares[kind] * (1 - hits[kind])
    const kept = sum((kind) => pageShares[kind] * hits[kind])
    const databaseTime = (kind: PageKind) =>
      Math.max(
        small[kind].database,
        lineThrough((costs) => costs[kind].database),
      )
    return {
      kept,
      web: pagesASecond * kept * large.kept + sum((kind) => rendered(kind) * large[kind].web),
      database: sum((kind) => rendered(kind) * databaseTime(kind)),
    }
  }
}

/** Shares of pages from memory by kind, from 0 to 1, in a process that is asked for so many pages a second. */
function hitShares({ listings, perSecond }: { listings: number; perSecond: number }): Record<PageKind, number> {
  const { keptSeconds, changesAYear } = assumptions
  const changesASecond = (listings * changesAYear) / (365 * 86_400)
  const listSeconds = 1 / (1 / keptSeconds + changesASecond)
  return {
    business: zipfHits(listings, perSecond * pageShares.business, keptSeconds),
    search: zipfHits(differentSearches, perSecond * pageShares.search, listSeconds),
    // Few pages, of which those with lists end with them.
    other: zipfHits(otherPages.length, perSecond * pageShares.other, listSeconds),
  }
}

/**
 * The share of requests that a memory answers which keeps a page at its second asking, for some time: of all requests in a round of asking,
 * keeping and ending, all but two. The nth page is asked for as often as one nth of the first.
 */
function zipfHits(pages: number, perSecond: number, seconds: number): number {
  let weights = 0
  for (let rank = 1; rank <= pages; rank += 1) weights += 1 / rank
  let hits = 0
  for (let rank = 1; rank <= pages; rank += 1) {
    const share = 1 / rank / weights
    const askedWhileKept = share * perSecond * seconds
    hits += (share * askedWhileKept) / (askedWhileKept + 2)
  }
  return hits
}
