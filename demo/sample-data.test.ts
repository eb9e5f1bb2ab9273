import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseTradesFile } from '#app/features/reference/trades-schema.ts'
import { loadSampleData, parseSampleData, readDemoFile } from './sample-data.ts'

const yaml = readDemoFile('sample-data.yaml')
const trades = Object.entries(loadSampleData().trades)

describe('the trades', () => {
  test('are those of content/trades.yaml, with the same industry', () => {
    const shipped = parseTradesFile(readFileSync('content/trades.yaml', 'utf8'))
    expect(Object.fromEntries(trades.map(([id, { industry }]) => [id, industry]))).toEqual(
      Object.fromEntries(shipped.map(({ id, industry }) => [id, industry])),
    )
  })

  test('each speak in four voices, and never say the same thing twice', () => {
    for (const [id, { names, voices }] of trades) {
      expect(voices, id).toHaveLength(4)
      for (const list of [names, voices.map(({ tagline }) => tagline), ...voices.map(({ services }) => services)]) {
        expect(new Set(list).size, id).toBe(list.length)
      }
      const sentences = voices.flatMap((voice) => voice.sentences)
      expect(new Set(sentences).size, id).toBe(sentences.length)
      for (const voice of voices) expect(voice.sentences.length, id).toBeGreaterThanOrEqual(3)
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
    expect(loadSampleData().trades[id]?.industry).toBe(industry)
  })
})

describe('a mistake in the file', () => {
  test.each([
    ['  Legal Services: {', '  Law: {', /industries/],
    ['  forester: {', '  forestar: {', /content\/trades.yaml has no trade forestar/],
    ['marks: [spark]', 'markz: [spark]', /markz/],
    ['Leeds: [it-support', 'Leeds: [it-suport', /there is no such trade[\s\S]*clusters/],
    ['[Leeds, West Yorkshire, LS1', '[Leeds, West Yorkshire, G1', /is not in this region/],
    ['pictures: [studio, desk]', 'pictures: [studios, desk]', /no scene shows the drawing studios/],
  ])('instead of %s is told with its place', (right, wrong, message) => {
    expect(yaml).toContain(right)
    expect(() => parseSampleData(yaml.replace(right, wrong))).toThrow(message)
    expect(() => parseSampleData(yaml.replace(right, wrong))).toThrow(/^demo\/sample-data\.yaml is not right/)
  })
})
