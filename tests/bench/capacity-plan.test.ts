import { describe, expect, it } from 'vitest'
import { type MeasuredCosts, planCapacity } from './capacity-plan.ts'

const page = { web: 5, database: 1 }
const small: MeasuredCosts = {
  listings: 34_000,
  business: page,
  search: { web: 5, database: 10 },
  other: page,
  kept: 0.1,
  bytes: 10_000,
  databaseBytes: 200_000_000,
}
const large: MeasuredCosts = {
  ...small,
  listings: 340_000,
  search: { web: 5, database: 100 },
  bytes: 12_000,
  databaseBytes: 2_000_000_000,
}

describe('what a site needs', () => {
  it('is one of each where hardly anybody comes', () => {
    expect(planCapacity([small, large], { listings: 1_000, visitsADay: 100 })).toMatchObject({
      processes: 1,
      databaseCores: 1,
      replicas: 0,
      connections: 62,
    })
  })

  // spec: growth.15
  it('follows the pages of the busiest hour', () => {
    const plan = planCapacity([small, large], { listings: 340_000, visitsADay: 1_200_000 })
    // 3,600,000 pages, a tenth of them in 3,600 seconds.
    expect(plan.pagesASecond).toBe(100)
    expect(plan.bandwidth).toBeCloseTo((100 * 12_000 + (100 / 3) * 140_000) * 8)
    expect(plan.trafficAMonth).toBe(30 * 1_200_000 * (36_000 + 140_000))
    // If nothing were kept: 100 pages of 5 ms, of a core that is used to six tenths.
    expect(plan.processes).toBe(1)
    expect(plan.kept).toBeGreaterThan(0.3)
  })

  it('takes more of the pages from memory the more are asked for, and fewer where more listings change', () => {
    const keptOf = (listings: number, visitsADay: number) => planCapacity([small, large], { listings, visitsADay }).kept
    expect(keptOf(340_000, 10_000_000)).toBeGreaterThan(keptOf(340_000, 100_000))
    expect(keptOf(3_400_000, 1_000_000)).toBeLessThan(keptOf(340_000, 1_000_000))
  })

  it('grows with the listings as what was measured did, and adds replicas when one server is too small', () => {
    const plan = planCapacity([small, large], { listings: 3_400_000, visitsADay: 1_200_000 })
    // Of 100 pages 30 are searches, each 10 ms at 34,000 and 90 more for each 306,000 listings.
    const allRendered = (30 * (10 + 90 * 11) + 70) / 1_000 / 0.6
    expect(plan.databaseCores).toBeLessThan(allRendered)
    expect(plan.databaseCores).toBeGreaterThan(allRendered / 3)
    expect(plan.replicas).toBe(Math.ceil(plan.databaseCores / 16))
    expect(plan.databaseBytes).toBeCloseTo(20_000_000_000)
  })

  it('never takes less of PostgreSQL than the smallest directory did', () => {
    const demand = { listings: 340_000, visitsADay: 12_000_000 }
    const faster = { ...large, search: { web: 5, database: 0.1 } }
    const same = { ...large, search: small.search }
    expect(planCapacity([small, faster], demand)).toEqual(planCapacity([small, same], demand))
  })
})
