import type { QuestionGroup } from '../relevance/questions.ts'
import type { JudgedAnswer } from './relevance-measures.ts'

/** What came of an engine's answers, and the seconds that they took. */
export interface EngineRun {
  name: string
  judged: JudgedAnswer[]
  seconds: number
}

interface Measure {
  name: string
  show: (answers: JudgedAnswer[]) => string
  /** The more, the better. */
  worth: (answers: JudgedAnswer[]) => number
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shareOf = (answers: JudgedAnswer[], isCounted: (answer: JudgedAnswer) => boolean) =>
  mean(answers.map((answer) => (isCounted(answer) ? 1 : 0)))
const isAmong = (rank: number | null, first: number) => rank !== null && rank <= first

const rightShare = (answers: JudgedAnswer[]) => mean(answers.map((answer) => answer.rightShare))
const successAt = (first: number) => (answers: JudgedAnswer[]) => shareOf(answers, ({ rank }) => isAmong(rank, first))
const rightTradeAt = (first: number) => (answers: JudgedAnswer[]) =>
  shareOf(answers, ({ tradeRank }) => isAmong(tradeRank, first))
const countEmpty = (answers: JudgedAnswer[]) => answers.filter(({ isEmpty }) => isEmpty).length

function quantileOfMeant(answers: JudgedAnswer[], quantile: number): number {
  const ratios = answers.map(({ meantRatio }) => meantRatio).toSorted((one, other) => one - other)
  return ratios[Math.round((ratios.length - 1) * quantile)] ?? 0
}

const twoDigits = (value: number) => value.toFixed(2)

function shareMeasure(name: string, worth: Measure['worth']): Measure {
  return { name, worth, show: (answers) => twoDigits(worth(answers)) }
}

const measures: Measure[] = [
  shareMeasure('right among the first 12', rightShare),
  shareMeasure('success at 1', successAt(1)),
  shareMeasure('success at 3', successAt(3)),
  {
    name: 'meant, of the truth',
    show: (answers) => {
      const [low, median, high] = [0.05, 0.5, 0.95].map((quantile) => twoDigits(quantileOfMeant(answers, quantile)))
      return `${median} (${low} to ${high})`
    },
    // Twice as many is as wrong as half as many.
    worth: (answers) => -Math.abs(Math.log(quantileOfMeant(answers, 0.5))),
  },
]

const needMeasures: Measure[] = [
  shareMeasure('right trade first', rightTradeAt(1)),
  shareMeasure('right trade among three', rightTradeAt(3)),
  ...measures,
  {
    name: 'nothing found',
    show: (answers) => String(countEmpty(answers)),
    worth: (answers) => -countEmpty(answers),
  },
]

const isNeed = (group: QuestionGroup) => group.startsWith('needs,')
const isNeedAsFirstAsked = (group: QuestionGroup) => group.startsWith('needs as first asked')
const isWords = (group: QuestionGroup) => !group.startsWith('needs') && group !== 'templates'

const sections: { name: string; has: (group: QuestionGroup) => boolean; measures: Measure[] }[] = [
  { name: 'words', has: isWords, measures },
  ...(['names', 'plurals', 'synonyms', 'slips'] as const).flatMap((kind) => [
    { name: kind, has: (group: QuestionGroup) => group === kind, measures },
    { name: `${kind} with a place`, has: (group: QuestionGroup) => group === `${kind} with a place`, measures },
  ]),
  { name: 'templates', has: (group) => group === 'templates', measures },
  { name: 'needs', has: isNeed, measures: needMeasures },
  { name: 'needs as first asked', has: isNeedAsFirstAsked, measures: needMeasures },
  ...(
    ['needs, tuned', 'needs, held out', 'needs as first asked, tuned', 'needs as first asked, held out'] as const
  ).map((name) => ({ name, has: (group: QuestionGroup) => group === name, measures: needMeasures })),
]

interface Aim {
  name: string
  has: (group: QuestionGroup) => boolean
  isMet: (answers: JudgedAnswer[]) => boolean
}

const aims: Aim[] = [
  atLeast('words: right among the first 12', isWords, rightShare, 0.97),
  atLeast('words: success at 3', isWords, successAt(3), 0.99),
  meantAim('words', isWords),
  ...aimsOfNeeds('needs', isNeed),
  ...aimsOfNeeds('needs as first asked', isNeedAsFirstAsked),
]

function aimsOfNeeds(name: string, has: Aim['has']): Aim[] {
  return [
    atLeast(`${name}: right trade first`, has, rightTradeAt(1), 0.85),
    atLeast(`${name}: right trade among three`, has, rightTradeAt(3), 0.93),
    atLeast(`${name}: right among the first 12`, has, rightShare, 0.8),
    atLeast(`${name}: success at 3`, has, successAt(3), 0.9),
    meantAim(name, has),
    { name: `${name}: none with an answer finds nothing`, has, isMet: (answers) => countEmpty(answers) === 0 },
  ]
}

function meantAim(name: string, has: Aim['has']): Aim {
  return {
    name: `${name}: meant is 1.0 to 1.5 of the truth (median)`,
    has,
    isMet: (answers) => quantileOfMeant(answers, 0.5) >= 1 && quantileOfMeant(answers, 0.5) <= 1.5,
  }
}

function atLeast(name: string, has: Aim['has'], worth: Measure['worth'], least: number): Aim {
  return {
    name: `${name} at least ${twoDigits(least)}`,
    has,
    isMet: (answers: JudgedAnswer[]) => worth(answers) >= least,
  }
}

/** Muster, the first of the engines, beside the others, and whether it is what it aims to be. */
export function reportComparison(runs: EngineRun[]): string {
  const [muster, ...rivals] = runs
  if (!muster) throw new RangeError('There is nothing to report')
  const answersOf = ({ judged }: EngineRun, has: (group: QuestionGroup) => boolean) =>
    judged.filter(({ question }) => has(question.group))
  const rows = sections.flatMap(({ name, has, measures: measured }) => {
    const answers = runs.map((run) => answersOf(run, has))
    const [own = [], ...others] = answers
    if (own.length === 0) return []
    return measured.map((measure) => {
      const best = Math.max(...others.map(measure.worth))
      const verdict = rivals.length === 0 ? '' : describeWorth(measure.worth(own) - best)
      return `| ${name} (${own.length}) | ${measure.name} | ${answers.map(measure.show).join(' | ')} | ${verdict} |`
    })
  })
  const times = runs.map(({ name, seconds, judged }) => `${name} ${Math.round((seconds * 1_000) / judged.length)} ms`)
  return [
    `| questions | measure | ${runs.map(({ name }) => name).join(' | ')} | Muster is |`,
    `| --- | --- | ${runs.map(() => '---:').join(' | ')} | --- |`,
    ...rows,
    '',
    `A question takes on average: ${times.join(', ')}.`,
    '',
    ...aims.map(({ name, has, isMet }) => `- ${isMet(answersOf(muster, has)) ? 'passed' : 'missed'}: ${name}`),
  ].join('\n')
}

function describeWorth(difference: number): string {
  return difference > 0 ? 'better' : difference === 0 ? 'as good' : 'worse'
}

/** The answers without a right one in first place, or with too few right ones. What is held out stays unseen. */
export function listMisses({ judged }: EngineRun): string {
  return judged
    .filter(
      ({ question, rank, rightShare: share }) => !question.group.endsWith('held out') && (rank !== 1 || share < 0.5),
    )
    .map(({ question: { group, search, near, trades, truth }, rank, rightShare: share, meantRatio }) => {
      const meant = Math.round(meantRatio * truth.size)
      const where = rank === null ? 'none on the first page' : `first at ${rank}`
      const asked = near === '' ? search : `${search}, near ${near}`
      return `- ${group}: ${asked}: ${[...trades].join(' or ')} ${where}, share ${twoDigits(share)}; ${meant} meant, ${truth.size} right`
    })
    .join('\n')
}
