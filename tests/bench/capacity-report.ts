import { formatCount } from '#app/lib/format-count.ts'
import { assumptions, type CapacityPlan, type Demand, type MeasuredCosts, planCapacity } from './capacity-plan.ts'
import { type PageKind, pageShares } from './http-visits.ts'

/** What one way to run a site did. Times are milliseconds of a processor for each page, but for the last two. */
export interface MeasuredStep {
  name: string
  listings: number
  /** Pages answered in a second. */
  perSecond: number
  /** Shares of the pages, from 0 to 1. */
  keptByWeb: number
  keptByNginx: number
  web: number
  primary: number
  replica: number
  nginx: number
  clients: number
  /** Milliseconds until a page was there. */
  median: number
  p99: number
  /** Bytes of a page as it was sent. */
  bytes: number
  webBytes: number
}

/** Listings and visits a day to calculate for. */
const demands: Demand[] = [
  { listings: 34_000, visitsADay: 10_000 },
  { listings: 34_000, visitsADay: 100_000 },
  { listings: 340_000, visitsADay: 100_000 },
  { listings: 340_000, visitsADay: 1_000_000 },
  { listings: 340_000, visitsADay: 10_000_000 },
  { listings: 3_400_000, visitsADay: 100_000 },
  { listings: 3_400_000, visitsADay: 1_000_000 },
  { listings: 3_400_000, visitsADay: 10_000_000 },
]

const whole = (value: number) => Math.round(value).toLocaleString('en-GB')
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))
const percent = (value: number) => `${Math.round(value * 100)}%`
const gigabytes = (bytes: number) => (bytes < 1e10 ? (bytes / 1e9).toFixed(1) : whole(bytes / 1e9))

/** A table of the steps that were measured. */
export function formatSteps(steps: MeasuredStep[]): string {
  return [
    '| listings | run as | pages a second | kept by web / nginx | web, ms | primary, ms | replica, ms | nginx, ms | clients, ms | median / p99, ms | KB a page | web memory, MiB |',
    '| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...steps.map((step) => {
      const parts = [step.web, step.primary, step.replica, step.nginx, step.clients].map(ms).join(' | ')
      const kept = `${percent(step.keptByWeb)} / ${percent(step.keptByNginx)}`
      const sizes = `${(step.bytes / 1_000).toFixed(1)} | ${whole(step.webBytes / 2 ** 20)}`
      return `| ${whole(step.listings)} | ${step.name} | ${whole(step.perSecond)} | ${kept} | ${parts} | ${ms(step.median)} / ${ms(step.p99)} | ${sizes} |`
    }),
  ].join('\n')
}

/** A table of what sites need, calculated from two sizes that were measured, the smaller first. */
export function formatPlans(costs: readonly [MeasuredCosts, MeasuredCosts]): string {
  return [
    [
      '| a page that is rendered | share | web, ms | PostgreSQL, ms |',
      '| --- | ---: | ---: | ---: |',
      ...costs.flatMap((measured) => (Object.keys(pageShares) as PageKind[]).map((kind) => formatCost(measured, kind))),
    ].join('\n'),
    `A page from memory takes ${ms(costs[1].kept)} ms of the web process.`,
    `${assumptions.pagesAVisit} pages a visit, ${percent(assumptions.busiestHour)} of a day's in its busiest hour, cores used to ${percent(assumptions.use)} then:`,
    [
      '| listings | visits a day | pages a second | from memory | web processes | cores for PostgreSQL | servers of it | connections, pooled | web memory, GB | database, GB | Mbit a second | TB a month |',
      '| ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |',
      ...demands.map((demand) => formatPlan(planCapacity(costs, demand))),
    ].join('\n'),
  ].join('\n\n')
}

function formatCost(measured: MeasuredCosts, kind: PageKind): string {
  const name = { business: 'a business', search: 'a search', other: 'another page' }[kind]
  const { web, database } = measured[kind]
  return `| ${name}, ${whole(measured.listings)} listings | ${percent(pageShares[kind])} | ${ms(web)} | ${ms(database)} |`
}

function formatPlan(plan: CapacityPlan): string {
  const servers = plan.replicas === 0 ? 'one' : `a primary, ${formatCount(plan.replicas, 'replica')}`
  const cells = [
    whole(plan.listings),
    whole(plan.visitsADay),
    plan.pagesASecond < 10 ? plan.pagesASecond.toFixed(1) : whole(plan.pagesASecond),
    percent(plan.kept),
    whole(plan.processes),
    whole(plan.databaseCores),
    servers,
    `${whole(plan.connections)}, ${whole(plan.pooledConnections)}`,
    gigabytes(plan.webBytes),
    gigabytes(plan.databaseBytes),
    whole(plan.bandwidth / 1e6),
    (plan.trafficAMonth / 1e12).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}
