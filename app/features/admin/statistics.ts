import { type Region, regionOfPostcode, regions } from '#app/features/reference/rules.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'

/** What was decided in a week, and how long it had waited. */
export interface WeeklyVerificationDecisionStatistics {
  /** The Monday it begins on, as 2026-11-16. */
  week: string
  approved: number
  rejected: number
  /** Asked for more. */
  more: number
  /** Seconds from submission to decision: the median; null in a week without decisions. */
  median: number | null
  /** Seconds within which 90% were decided. */
  ninetieth: number | null
}

/** How many there are of something. */
export interface AdminStatisticsCount {
  name: string
  count: number
}

export interface StatisticsForAdmins {
  weeks: WeeklyVerificationDecisionStatistics[]
  /** Listed businesses. */
  listed: number
  byRegion: AdminStatisticsCount[]
  byIndustry: AdminStatisticsCount[]
  byBranch: AdminStatisticsCount[]
}

const elsewhere = 'No postcode, or one outside these regions'

/** Counts by the beginnings of postcodes as counts by region, all twelve of them, in their order, and what is in no region last. */
export function toBusinessCountsByRegion(areas: { name: string | null; count: number }[]): AdminStatisticsCount[] {
  const counts = new Map<Region | null, number>()
  for (const { name, count } of areas) {
    const region = regionOfPostcode(`${name ?? ''}1`)
    counts.set(region, (counts.get(region) ?? 0) + count)
  }
  const shares: AdminStatisticsCount[] = regions.map((name) => ({ name, count: counts.get(name) ?? 0 }))
  const outside = counts.get(null) ?? 0
  return outside > 0 ? [...shares, { name: elsewhere, count: outside }] : shares
}

/** The most first; of those alike by name; what has no name last. */
export function toSortedBusinessGroupCounts(groups: { name: string | null; count: number }[]): AdminStatisticsCount[] {
  const named = groups.filter((group): group is AdminStatisticsCount => group.name !== null)
  const unnamed = groups.filter(({ name }) => name === null).reduce((sum, { count }) => sum + count, 0)
  const sorted = named.toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name))
  return unnamed > 0 ? [...sorted, { name: 'Not given', count: unnamed }] : sorted
}

/** How long something took, as people say it: '40 minutes', '5 hours', '2.5 days', '12 days'. */
export function formatDuration(seconds: number): string {
  const hours = seconds / 3_600
  if (hours < 1) return formatCountWithNoun(Math.max(1, Math.round(seconds / 60)), 'minute')
  if (hours < 47.5) return formatCountWithNoun(Math.round(hours), 'hour')
  const days = hours / 24
  return formatCountWithNoun(days < 10 ? Math.round(days * 10) / 10 : Math.round(days), 'day')
}
