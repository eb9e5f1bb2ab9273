import type { Timing } from './floor.ts'
import { type Answered, inboxName, type Sealing } from './review-measures.ts'

/** What was measured on a database of one size. */
export interface ReviewRun {
  profiles: number
  auditRows: number
  answered: Answered[]
  approval: Timing
}

/** A table of what staff do, in the smallest and the largest database, and what was aimed at. */
export function reportReview(runs: ReviewRun[], sealing: { vault: Sealing; cipher: Sealing }): string {
  const [small, large] = [runs[0], runs.at(-1)]
  if (!small || !large) throw new Error('nothing was measured')
  const rows = large.answered.flatMap((after) => {
    const before = small.answered.find(({ name }) => name === after.name)
    return before ? [{ before, after, growth: growthOf(before, after) }] : []
  })
  const head = runs.length > 1
  const most = large.profiles / small.profiles > 10 ? 5 : 2
  return [
    `### ${runs.map(({ profiles, auditRows }) => `${count(profiles)} profiles and ${count(auditRows)} audit rows`).join(' against ')}`,
    [
      `| what | shown | ${head ? `${count(small.profiles)}, ms | ratio | ` : ''}${count(large.profiles)}, ms | ratio | growth |`,
      `| --- | ---: | ${head ? '---: | ---: | ' : ''}---: | ---: | ---: |`,
      ...rows.map(({ before, after, growth }) => {
        const of = (one: Answered) => `${timing(one.time)} | ${times(ratioOf(one))}`
        return `| ${after.name} | ${after.shown} | ${head ? `${of(before)} | ` : ''}${of(after)} | ${times(growth)} |`
      }),
    ].join('\n'),
    [
      `- from Approve to visible in the directory: ${runs.map(({ profiles, approval }) => `${timing(approval)} ms at ${count(profiles)}`).join(', ')}`,
      `- encrypting 10 MB: ${Math.round(sealing.vault.seal)} MB/s, ${times(sealing.vault.seal / sealing.cipher.seal)} the rate of AES-256-GCM alone; decrypting: ${Math.round(sealing.vault.open)} MB/s, ${times(sealing.vault.open / sealing.cipher.open)}`,
    ].join('\n'),
    [
      ...rows
        .filter(({ after }) => !countsAll(after.name))
        .map(({ after, growth }) =>
          verdict(growth <= most, `${after.name}: grows at most ${most}× (${times(growth)})`),
        ),
      ...rows
        .filter(({ after }) => after.name === inboxName)
        .map(({ after }) =>
          verdict(ratioOf(after) <= 10, `${inboxName}: at most 10 times the floor (${times(ratioOf(after))})`),
        ),
      verdict(
        large.approval.p95 < 1_000,
        `an approved business is in the directory within a second (${Math.round(large.approval.p95)} ms)`,
      ),
      verdict(
        sealing.vault.seal / sealing.cipher.seal >= 0.5,
        `encryption is at least half as fast as the cipher (${times(sealing.vault.seal / sealing.cipher.seal)})`,
      ),
    ].join('\n'),
  ].join('\n\n')
}

/** What counts rows exactly grows with them, and is asked for seldom. */
function countsAll(name: string): boolean {
  return name === 'counts above the queue' || name.startsWith('statistics')
}

/** How much more it takes in the large database. A file of the sitemap is longer there, so it counts by entry. */
function growthOf(before: Answered, after: Answered): number {
  const growth = ratioOf(after) / ratioOf(before)
  return after.name.startsWith('sitemap') ? growth / (after.shown / before.shown) : growth
}

function ratioOf({ time, floor }: Answered): number {
  return time.median / floor.median
}

function verdict(reached: boolean, words: string): string {
  return `- ${reached ? 'reached' : 'missed'}: ${words}`
}

function timing({ median, p95 }: Timing): string {
  const short = (value: number) => (value < 10 ? value.toFixed(2) : Math.round(value).toString())
  return `${short(median)} / ${short(p95)}`
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)}×`
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
