import { type Judged, type Scores, scoreOf } from '../relevance/relevance.ts'
import { describeRule, describeSearch } from '../relevance/rules.ts'

const aims = { successAt3: 0.95, meanReciprocalRank: 0.85 }

const share = (value: number) => value.toFixed(2)

/** How good the results are, beside those of the old search, with every search that was not answered right at once. */
export function reportRelevance(judged: Judged[]): { text: string; isGoodEnough: boolean } {
  const scores = scoreOf(judged.map(({ rank }) => rank))
  const old = scoreOf(judged.map(({ oldRank }) => oldRank))
  const incomplete = judged.filter(({ missing }) => missing.length > 0)
  const verdicts: [aim: string, isMet: boolean][] = [
    [`success at 3 at least ${share(aims.successAt3)}`, scores.successAt3 >= aims.successAt3],
    [
      `mean reciprocal rank at least ${share(aims.meanReciprocalRank)}`,
      scores.meanReciprocalRank >= aims.meanReciprocalRank,
    ],
    ['everything that contains the text is found', incomplete.length === 0],
  ]
  const notFirst = judged.filter(({ rank }) => rank !== 1)
  const lines = [
    `${judged.length} searches.`,
    '',
    '| | success at 1 | success at 3 | mean reciprocal rank |',
    '| --- | ---: | ---: | ---: |',
    row('the search', scores),
    row('the old search', old),
    '',
    ...verdicts.map(([aim, isMet]) => `- ${isMet ? 'met' : 'missed'}: ${aim}`),
    ...(notFirst.length > 0 ? ['', 'Without a right business in first place:', '', ...notFirst.map(describeMiss)] : []),
    ...(incomplete.length > 0
      ? ['', 'Contain the text, but are not found:', '', ...incomplete.map(describeMissing)]
      : []),
  ]
  return { text: lines.join('\n'), isGoodEnough: verdicts.every(([, isMet]) => isMet) }
}

function row(name: string, { successAt1, successAt3, meanReciprocalRank }: Scores): string {
  return `| ${name} | ${share(successAt1)} | ${share(successAt3)} | ${share(meanReciprocalRank)} |`
}

function describeMiss({ search, rank, total, first }: Judged): string {
  const where = rank === null ? 'not on the first page' : `at ${rank}`
  const found = total === 0 ? 'nothing found' : `${total} found, first ${first.join('; ')}`
  return `- ${describeSearch(search)}: ${describeRule(search)} ${where}; ${found}`
}

function describeMissing({ search, missing }: Judged): string {
  return `- ${describeSearch(search)}: ${missing.slice(0, 5).join('; ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}`
}
