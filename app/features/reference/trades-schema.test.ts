import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { industries } from './rules.ts'
import { parseSearchSynonymsFile, parseTradesFile } from './trades-schema.ts'

const yaml = readFileSync('content/trades.yaml', 'utf8')
const trades = parseTradesFile(yaml)

describe('the trades', () => {
  test('are 180 or more, with at least four of each industry', () => {
    expect(trades.length).toBeGreaterThanOrEqual(180)
    for (const industry of industries) {
      expect(trades.filter((trade) => trade.industry === industry).length, industry).toBeGreaterThanOrEqual(4)
    }
  })

  test('each have names and a synonym of their own, and at most five related trades', () => {
    for (const field of ['name', 'plural'] as const) {
      expect(new Set(trades.map((trade) => trade[field].toLowerCase())).size, field).toBe(trades.length)
    }
    for (const { id, synonyms, related } of trades) {
      expect(synonyms.length, id).toBeGreaterThan(0)
      expect(related.length, id).toBeGreaterThan(0)
      expect(related.length, id).toBeLessThanOrEqual(5)
      expect(new Set(related).size, id).toBe(related.length)
    }
  })

  test.each([
    ['plumbing', 'plumber'],
    ['roofing', 'roofer'],
    ['carpentry', 'joiner'],
    ['catering', 'caterer'],
    ['photography', 'photographer'],
    ['book keeper', 'bookkeeper'],
    ['lawyer', 'solicitor'],
    ['computer repair', 'it-support'],
    ['movers', 'removals'],
    ['jewelry', 'jeweller'],
  ])('%s means %s', (synonym, id) => {
    expect(trades.find((trade) => trade.id === id)?.synonyms).toContain(synonym)
  })
})

test('groups of synonyms have no word twice', () => {
  const groups = parseSearchSynonymsFile(readFileSync('content/synonyms.yaml', 'utf8'))
  expect(groups.length).toBeGreaterThan(200)
  const file = readFileSync('content/trades.yaml', 'utf8').toLowerCase()
  for (const group of groups) {
    expect(new Set(group).size, group.join()).toBe(group.length)
    expect(
      group.some((word) => file.includes(word)),
      `${group.join()} leads to no trade`,
    ).toBe(true)
  }
})

describe('a mistake in the file is reported with its line', () => {
  const file = (...lines: string[]) => ['# Trades', 'Legal Services:', ...lines].join('\n')
  const solicitor =
    '  - { id: solicitor, name: Solicitor, plural: Solicitors, synonyms: [lawyer], related: [barrister] }'
  const barrister = '  - { id: barrister, name: Barrister, plural: Barristers, synonyms: [], related: [] }'

  test('and a right file has none', () => {
    expect(parseTradesFile(file(solicitor, barrister))).toMatchObject([
      { id: 'solicitor', industry: 'Legal Services' },
      { id: 'barrister' },
    ])
  })

  test.each([
    [
      'an id twice',
      [solicitor, barrister, barrister],
      /^content\/trades\.yaml:5 Legal Services\.2\.id: 'barrister' is/,
    ],
    ['a related trade that does not exist', [solicitor], /^content\/trades\.yaml:3 .*there is no trade 'barrister'$/],
    [
      'a trade related to itself',
      [barrister.replace('related: []', 'related: [barrister]')],
      /^content\/trades\.yaml:3 .*cannot be related to itself$/,
    ],
    [
      'a synonym twice',
      [barrister, solicitor.replace('[lawyer]', '[lawyer, Lawyer]')],
      /^content\/trades\.yaml:4 .*'lawyer' is there twice$/,
    ],
    [
      'an id that is no slug',
      [barrister.replace('id: barrister', 'id: The Bar')],
      /^content\/trades\.yaml:3 .*\.id: must/,
    ],
    ['an unknown industry', [barrister, 'Law:', solicitor], /^content\/trades\.yaml:4 .*"Law"/],
    ['a missing name', [barrister.replace('name: Barrister, ', '')], /^content\/trades\.yaml:3 .*\.name: /],
    ['an unknown key', [barrister.replace('name:', 'title: x, name:')], /^content\/trades\.yaml:3 .*title/],
    ['no YAML', [barrister.replace('}', '')], /^content\/trades\.yaml:\d /],
  ])('%s', (_, lines, message) => {
    expect(() => parseTradesFile(file(...lines))).toThrow(message)
  })

  test('in the synonyms', () => {
    expect(() => parseSearchSynonymsFile('- [car, auto]\n- [lorry]\n')).toThrow(/^content\/synonyms\.yaml:2 /)
  })
})
