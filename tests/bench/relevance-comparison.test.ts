import { expect, test } from 'vitest'
import type { Question, QuestionGroup } from '../relevance/questions.ts'
import { isIn, type TrueListing } from '../relevance/truth.ts'
import { reportComparison } from './relevance-comparison.ts'
import { judgeAnswers } from './relevance-measures.ts'

const leeds = { x: 430_000, y: 434_000 }

function listing(slug: string, more: Partial<TrueListing> = {}): TrueListing {
  return {
    ...{ slug, name: slug, tagline: '', description: '', services: '', industry: '', declared: [], trade: 'plumber' },
    ...{
      town: 'Leeds',
      county: 'West Yorkshire',
      outcode: 'LS1',
      position: leeds,
      servesUk: false,
      serviceMiles: null,
    },
    ...more,
  }
}

function question(group: QuestionGroup, truth: string[]): Question {
  const words = { search: 'plumber', near: '', words: 'plumber', place: null }
  return { group, ...words, trades: new Set(['plumber']), truth: new Set(truth) }
}

const answering = (slugs: string[], total: number) => ({ name: 'An engine', ask: async () => ({ slugs, total }) })

test('an answer is judged by as many of its first as there are right ones', async () => {
  const listings = [listing('a'), listing('b'), listing('c', { trade: 'joiner' })]
  const asked = [question('names', ['a', 'b'])]
  expect(await judgeAnswers(answering(['c', 'a', 'b'], 6), asked, listings)).toMatchObject([
    { rightShare: 0.5, rank: 2, tradeRank: 2, meantRatio: 3, isEmpty: false },
  ])
  expect(await judgeAnswers(answering([], 0), asked, listings)).toMatchObject([
    { rightShare: 0, rank: null, tradeRank: null, meantRatio: 0, isEmpty: true },
  ])
})

test('a firm of the right trade that is somewhere else is right by its trade alone', async () => {
  const listings = [listing('near'), listing('far')]
  const [judged] = await judgeAnswers(answering(['far', 'near'], 2), [question('needs, tuned', ['near'])], listings)
  expect(judged).toMatchObject({ rank: 2, tradeRank: 1 })
})

test('a firm is in a place that it travels to', () => {
  const position = { x: leeds.x + 40_000, y: leeds.y }
  const place = { position: leeds, miles: 20 }
  expect(isIn(place, listing('near'))).toBe(true)
  expect(isIn(place, listing('far', { position }))).toBe(false)
  expect(isIn(place, listing('far', { position, serviceMiles: 30 }))).toBe(true)
  expect(isIn(place, listing('nowhere', { position: null, servesUk: true }))).toBe(true)
  expect(isIn({ county: 'Kent' }, listing('near', { servesUk: true }))).toBe(false)
})

test('each measure says how the first engine does beside the best of the others', async () => {
  const listings = [listing('a'), listing('b', { trade: 'joiner' })]
  const run = async (name: string, slugs: string[], total: number) => ({
    name,
    seconds: 1,
    judged: await judgeAnswers(answering(slugs, total), [question('names', ['a'])], listings),
  })
  const report = reportComparison([
    await run('Muster', ['a'], 3),
    await run('One', ['a'], 1),
    await run('Other', [], 0),
  ])
  expect(report).toContain('| words (1) | success at 1 | 1.00 | 1.00 | 0.00 | as good |')
  expect(report).toContain('| 3.00 (3.00 to 3.00) | 1.00 (1.00 to 1.00) | 0.00 (0.00 to 0.00) | worse |')
  expect(report).toContain('- passed: words: success at 3 at least 0.99')
  expect(report).toContain('- missed: words: meant is 1.0 to 1.5 of the truth (median)')
})
