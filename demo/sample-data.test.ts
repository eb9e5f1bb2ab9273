import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { industries } from '#app/features/reference/rules.ts'
import { parseTradesFile } from '#app/features/reference/trades-schema.ts'
import { benchmarkSearchWords } from './sample-businesses.ts'
import { parseSampleData, readDemoFile, sampleData } from './sample-data.ts'

const yaml = readDemoFile('sample-data.yaml')
const trades = Object.entries(sampleData().trades)

describe('the trades', () => {
  test('have every industry among them', () => {
    expect(new Set(trades.map(([, { industry }]) => industry))).toEqual(new Set(industries))
  })

  test('are all in content/trades.yaml, with the same industry', () => {
    const shipped = new Map(
      parseTradesFile(readFileSync('content/trades.yaml', 'utf8')).map(({ id, industry }) => [id, industry]),
    )
    for (const [id, { industry }] of trades) expect(shipped.get(id), id).toBe(industry)
  })

  test('leave the words that searches are measured with to the sentences that bring them', () => {
    const pattern = new RegExp(`\\b(${Object.values(benchmarkSearchWords).join('|')})s?\\b`, 'i')
    for (const [id, { industry: _, ...texts }] of trades) {
      expect(Object.values(texts).flat().join('\n'), id).not.toMatch(pattern)
    }
  })

  test('each say more than one thing, and never the same thing twice', () => {
    for (const [id, { taglines, about, services, names }] of trades) {
      for (const list of [taglines, about, services, names]) expect(new Set(list).size, id).toBe(list.length)
      expect(taglines.length, id).toBeGreaterThanOrEqual(3)
      expect(about.length, id).toBeGreaterThanOrEqual(2)
    }
  })

  test.each([
    ['plumber', 'Construction & Trades'],
    ['electrician', 'Construction & Trades'],
    ['it-support', 'IT & Cyber'],
    ['cyber-security', 'IT & Cyber'],
    ['solicitor', 'Legal Services'],
    ['accountant', 'Accountancy & Finance'],
    ['coffee-shop', 'Food & Drink'],
    ['security-guard', 'Defence & Security'],
    ['removals', 'Logistics & Transport'],
    ['letting-agent', 'Property & Estates'],
    ['physiotherapist', 'Health & Care'],
    ['mechanic', 'Automotive'],
    ['welder', 'Engineering & Manufacturing'],
    ['welfare-charity', 'Charity & Community'],
    ['first-aid-trainer', 'Education & Training'],
    ['photographer', 'Marketing & Media'],
    ['florist', 'Retail & E-commerce'],
    ['recruiter', 'Consultancy & Coaching'],
  ])('%s is in %s', (id, industry) => {
    expect(sampleData().trades[id]?.industry).toBe(industry)
  })
})

describe('a mistake in the file', () => {
  test.each([
    ['industry: Legal Services', 'industry: Law', /trades\.\S*employment-lawyer|trades/],
    ['marks: [spark]', 'markz: [spark]', /markz/],
    ['Leeds: [it-support', 'Leeds: [it-suport', /there is no such trade[\s\S]*clusters/],
    ['[Leeds, West Yorkshire, LS1', '[Leeds, West Yorkshire, G1', /is not in this region/],
    ['pictures: [bookshelf, desk]', 'pictures: [bookshelves, desk]', /no scene shows the drawing bookshelves/],
  ])('instead of %s is told with its place', (right, wrong, message) => {
    expect(yaml).toContain(right)
    expect(() => parseSampleData(yaml.replace(right, wrong))).toThrow(message)
    expect(() => parseSampleData(yaml.replace(right, wrong))).toThrow(/^demo\/sample-data\.yaml is not right/)
  })
})
