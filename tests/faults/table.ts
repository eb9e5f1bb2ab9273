import type { Role, Seen } from './people.ts'

/** What came of a fault. */
export interface Outcome {
  name: string
  /** Why it was not tried; null if it was. */
  missing: string | null
  seen: Seen[]
  /** Milliseconds from its end until everything worked again; null if that was not in time. */
  wellMs: number | null
  /** The same until the emails and print orders of what was acknowledged were done. */
  doneMs: number | null
  acknowledged: number
  lost: number
}

const roles: Role[] = ['visitor', 'member', 'staff']

/** The table of one engine, in Markdown. */
export function describeOutcomes(outcomes: Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    if (outcome.missing !== null) return `| ${outcome.name} | not tried: ${outcome.missing} | | | | | | |`
    const { name, seen, wellMs, doneMs, acknowledged, lost } = outcome
    const slowest = Math.max(...seen.map(({ ms }) => ms))
    const people = roles.map((role) => describeSeen(seen.filter((each) => each.role === role)))
    const cells = [name, ...people, seconds(slowest), `${lost} of ${acknowledged}`, seconds(wellMs), seconds(doneMs)]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| fault | a visitor | a member | staff | slowest answer | lost | well again | emails and orders done |',
    '| --- | --- | --- | --- | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}

function seconds(ms: number | null): string {
  return ms === null ? 'not in time' : `${(ms / 1_000).toFixed(1)} s`
}

/** Which acts worked, and what the others got; of an act that was done several times, each outcome. */
function describeSeen(seen: Seen[]): string {
  const failed = seen.filter(({ outcome }) => outcome !== 'works')
  if (failed.length === 0) return 'all works'
  const byOutcome = Map.groupBy(failed, ({ outcome }) => outcome)
  const parts = [...byOutcome].map(([outcome, acts]) => {
    const names = [...new Set(acts.map(({ act }) => act))]
    return `${outcome}: ${names.join(', ')}`
  })
  const whole = new Set(failed.map(({ act }) => act)).size === new Set(seen.map(({ act }) => act)).size
  return whole ? parts.join('; ') : `${parts.join('; ')}; the rest works`
}
