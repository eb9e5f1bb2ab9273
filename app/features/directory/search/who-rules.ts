import type { ArmedForcesBranch } from '#app/features/reference/rules.ts'

/** What people call the branches. */
const branches: [string, ArmedForcesBranch][] = [
  ['royal fleet auxiliary', 'Royal Fleet Auxiliary'],
  ['royal air force', 'Royal Air Force'],
  ['merchant navy', 'Merchant Navy'],
  ['royal marines', 'Royal Marines'],
  ['royal marine', 'Royal Marines'],
  ['british army', 'British Army'],
  ['royal navy', 'Royal Navy'],
  ['marines', 'Royal Marines'],
  ['army', 'British Army'],
  ['navy', 'Royal Navy'],
  ['raf', 'Royal Air Force'],
  ['rfa', 'Royal Fleet Auxiliary'],
]

/** Words that say that the owner should have served, as all owners here have, or are family of who has. */
const served = new Set(
  'veteran veterans ex former retired forces military serviceman servicewoman servicemen services armed soldier soldiers sailor owned run'.split(
    ' ',
  ),
)

/** Parts words into who the owner should be, and the others. */
export function splitServiceBranchFromSearchWords(words: string[]): {
  branch: ArmedForcesBranch | null
  others: string[]
} {
  const text = ` ${words.join(' ')} `
  const found = branches.find(([name]) => text.includes(` ${name} `))
  const left = found ? text.replace(` ${found[0]} `, ' ') : text
  return {
    branch: found?.[1] ?? null,
    others: left.split(' ').filter((word) => word !== '' && !served.has(word)),
  }
}
