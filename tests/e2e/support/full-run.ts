/** Whether this is `npm run test:full`, which leaves nothing out. */
export const isFullRun = process.env.TEST_FULL === 'true'

/** The tag of what the full run alone does: a journey's second time without JavaScript, more widths, more states. */
export const inFullRunOnly = { tag: '@full' }

/** Leaves a test to the full run where a condition holds. */
export function inFullRunOnlyWhen(condition: boolean): { tag: string[] } {
  return { tag: condition ? [inFullRunOnly.tag] : [] }
}

/** For journeys that are made with a script and without: every run makes them with one, the full run both ways. */
export function bothWaysInFullRun(hasScript: boolean): { tag: string[] } {
  return inFullRunOnlyWhen(!hasScript)
}
