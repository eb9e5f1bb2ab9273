/** What a check found out. */
export interface DoctorFinding {
  /** What was looked at: 'Database', 'Disk'. */
  about: string
  /** 'unknown': it could not be looked at. */
  state: 'good' | 'warning' | 'bad' | 'unknown'
  /** What was found, in one sentence without a full stop. */
  found: string
  /** What to do about it; null if nothing. */
  advice: string | null
}

export const makeGoodDoctorFinding = (about: string, found: string): DoctorFinding => ({
  about,
  state: 'good',
  found,
  advice: null,
})
export const makeWarningDoctorFinding = (about: string, found: string, advice: string): DoctorFinding => ({
  about,
  state: 'warning',
  found,
  advice,
})
export const makeBadDoctorFinding = (about: string, found: string, advice: string): DoctorFinding => ({
  about,
  state: 'bad',
  found,
  advice,
})
export const makeUnknownDoctorFinding = (about: string, found: string, advice: string): DoctorFinding => ({
  about,
  state: 'unknown',
  found,
  advice,
})

const signs: Record<DoctorFinding['state'], string> = { good: 'ok', warning: 'look', bad: 'BAD', unknown: '-' }

/** Writes findings as lines, each with its advice below. */
export function formatDoctorFindings(findings: DoctorFinding[]): string {
  const wide = Math.max(...findings.map(({ about }) => about.length))
  return findings
    .map(({ about, state, found, advice }) => {
      const line = `${signs[state].padEnd(5)}${about.padEnd(wide + 2)}${found}`
      return advice ? `${line}\n${' '.repeat(wide + 7)}-> ${advice}` : line
    })
    .join('\n')
}

/** The message of whatever was thrown, on one line. Messages of the database client may be empty; then its code is used. */
export function errorReasonOf(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string }
  return (message || code || String(error)).replace(/\s+/g, ' ').slice(0, 300)
}
