import { readFileSync } from 'node:fs'
import { components } from '@orama/orama'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readNeeds } from './needs.ts'

const trade = z.looseObject({
  id: z.string(),
  name: z.string(),
  plural: z.string(),
  synonyms: z.array(z.string()),
  /** What people say who need it, where the file has that. */
  needs: z.array(z.string()).default([]),
})
const trades = new Map(
  Object.values(z.record(z.string(), z.array(trade)).parse(parse(readFileSync('content/trades.yaml', 'utf8'))))
    .flat()
    .map((entry) => [entry.id, entry]),
)

/** Words of any question, whatever it is about. */
const smallWords = (
  'a about after all already an and any anybody anyone anything are as at away back be been before being but by can cant come comes ' +
  'could did do does doing done each ever every everything for from get gets getting give go goes going gone got had has have he help ' +
  'her here him his how i if ill im in into is isnt it its ive just know like look looking make made me more my need needs new next ' +
  'no not now of off old on one or other our out over own please put should so some somebody someone something somewhere start still ' +
  'stop take than that the their them then there they this to too two under up us very want wanted wants was way we were what when ' +
  'where which while who whos why will with without wont work would you your'
).split(' ')
const tokenizer = components.tokenizer.createTokenizer({ language: 'english', stemming: true })
const stemsOf = (text: string) => tokenizer.tokenize(text.toLowerCase().replaceAll(/['’]/g, ''))
const smallStems = new Set(smallWords.flatMap(stemsOf))
const isContent = (stem: string) => !smallStems.has(stem) && !/^\d+$/.test(stem)

const needs = readNeeds()
const pairs = needs.flatMap(({ asked, first = asked, trades: ids }) =>
  ids.map((id) => ({ asked, first, trade: trades.get(id), id })),
)

test('there are 200 different questions, of trades that there are', () => {
  expect(new Set(needs.map(({ asked }) => asked)).size).toBe(200)
  expect(needs.filter(({ isTuned }) => isTuned).length).toBe(100)
  expect(pairs.filter((pair) => !pair.trade).map(({ id }) => id)).toEqual([])
})

test('no question holds a name, the plural or a synonym of a trade that is right for it', () => {
  const holds = (asked: string, name: string) =>
    ` ${stemsOf(asked).join(' ')} `.includes(` ${stemsOf(name).join(' ')} `)
  const named = pairs.flatMap(({ asked, first, trade: right }) =>
    [right?.name ?? '', right?.plural ?? '', ...(right?.synonyms ?? [])]
      .filter((name) => holds(asked, name) || holds(first, name))
      .map((name) => ({ asked, name })),
  )
  expect(named).toEqual([])
})

test('no question shares a word that says something with the needs of a trade that is right for it', () => {
  const shared = pairs.flatMap(({ asked, trade: right, id }) => {
    const known = new Set((right?.needs ?? []).flatMap(stemsOf))
    const words = stemsOf(asked).filter((stem) => isContent(stem) && known.has(stem))
    return words.length > 0 ? [{ asked, id, words }] : []
  })
  expect(shared).toEqual([])
})
