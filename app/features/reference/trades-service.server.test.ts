import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { StartError } from '#app/platform/.server/start-errors.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { writeTablesFromFiles } from './reference-files-service.server.ts'
import { writeTrades } from './trades-queries.server.ts'
import { parseTradesFile, type TradesFileEntry } from './trades-schema.ts'
import { getTradeIdsBySearchPhrase, getTrades, syncTrades, tradesFilePath } from './trades-service.server.ts'

const entry = (id: string, change: Partial<TradesFileEntry> = {}): TradesFileEntry => ({
  id,
  name: id,
  plural: `${id}s`,
  synonyms: [],
  related: [],
  needs: [],
  industry: 'Legal Services',
  ...change,
})

describe('the shipped trades', () => {
  // spec: finding.12
  test('are in the database, by name, with what the file says', async () => {
    const trades = await getTrades(platform)
    expect(trades.length).toBeGreaterThanOrEqual(180)
    expect(trades.find(({ id }) => id === 'plumber')).toEqual({
      id: 'plumber',
      needs: expect.arrayContaining(['blocked sink']),
      name: 'Plumber',
      plural: 'Plumbers',
      industryId: 8,
      synonyms: expect.arrayContaining(['plumbing']),
      relatedIds: expect.arrayContaining(['heating-engineer']),
    })
    const [row] = await queryRows<{ sorted: boolean }>(
      db,
      sql`SELECT array_agg(name ORDER BY name) = ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(trades.map(({ name }) => name))}::jsonb)) AS sorted
          FROM trades WHERE removed_at IS NULL`,
    )
    expect(row?.sorted).toBe(true)
  })

  test('have no two synonyms that the search takes for one', async () => {
    const alike = await queryRows(
      db,
      sql`
        SELECT id, search_words(phrase) AS words
        FROM trades, unnest(synonyms || name) AS phrase
        GROUP BY 1, 2
        HAVING count(*) > 1 OR search_words(phrase) = ''`,
    )
    expect(alike).toEqual([])
  })

  test('are known to corrections, word by word', async () => {
    const unknown = await queryRows(
      db,
      sql`
        SELECT word FROM trades, unnest(synonyms || name || plural) AS phrase,
          unnest(string_to_array(search_words(phrase), ' ')) AS word
        WHERE word NOT IN (SELECT w.word FROM directory_words w)`,
    )
    expect(unknown).toEqual([])
    const [row] = await queryRows<{ words: string[] }>(
      db,
      sql`SELECT array_agg(word ORDER BY word) AS words FROM directory_words WHERE word IN ('locksmith', 'b', 'cafes', 'vacation')`,
    )
    expect(row?.words).toEqual(['b', 'cafes', 'locksmith', 'vacation'])
  })

  test('are not written again without a change', async () => {
    const written = () => queryRows(db, sql`SELECT id, xmin::text FROM trades ORDER BY id`)
    const before = await written()
    await syncTrades(platform)
    expect(await written()).toEqual(before)
    await db.execute(sql`DELETE FROM reference_files`)
    await syncTrades(platform)
    expect(await written()).not.toEqual(before)
  })
})

describe('phrases', () => {
  test.each([
    ['lawyer', ['solicitor']],
    ['plumbing', ['plumber']],
    ['book keeper', ['bookkeeper']],
    ['it', ['it-support']],
    ['b and b', ['guest-house']],
    ['cafe', ['coffee-shop']],
    ['builders merchant', ['builders-merchant']],
    ['seo', ['marketing-agency', 'web-designer']],
  ])('%s names the trades %j', async (phrase, tradeIds) => {
    expect((await getTradeIdsBySearchPhrase(platform)).names.get(phrase)?.toSorted()).toEqual(tradeIds)
  })

  test('that people say when they need a trade are no names of it', async () => {
    const { names, needs } = await getTradeIdsBySearchPhrase(platform)
    expect(needs.get('corporation tax')).toEqual(['accountant'])
    expect(names.has('corporation tax')).toBe(false)
  })

  test('speak for their trade by their words', async () => {
    const rows = await queryRows<{ trade: string }>(
      db,
      sql`SELECT trade_id AS trade FROM trade_words WHERE source = 'file' AND word = (ts_lexize('directory_stem', 'ledgers'))[1]
          ORDER BY weight DESC`,
    )
    expect(rows[0]?.trade).toBe('bookkeeper')
  })
})

describe('a changed file', () => {
  const refreshIsDue = async () => {
    const [row] = await queryRows<{ due: boolean }>(
      db,
      sql`SELECT refreshed_at IS NULL AS due FROM repeatable_migrations WHERE name = 'listings'`,
    )
    return row?.due
  }
  beforeEach(async () => {
    await writeTrades(db, [entry('barrister'), entry('solicitor')], [])
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = now()`)
  })
  const states = async () =>
    Object.fromEntries(
      (
        await queryRows<{ id: string; removed: boolean }>(
          db,
          sql`SELECT id, removed_at IS NOT NULL AS removed FROM trades WHERE id IN ('barrister', 'solicitor', 'notary')`,
        )
      ).map(({ id, removed }) => [id, removed]),
    )

  test('adds trades, marks those removed, and takes back those that return', async () => {
    await writeTrades(db, [entry('solicitor'), entry('notary')], [])
    expect(await states()).toEqual({ barrister: true, solicitor: false, notary: false })
    platform.referenceCache.clear()
    expect((await getTrades(platform)).map(({ id }) => id)).toEqual(['notary', 'solicitor'])
    expect((await getTradeIdsBySearchPhrase(platform)).names.has('barrister')).toBe(false)
    await writeTrades(db, [entry('barrister'), entry('notary')], [])
    expect(await states()).toEqual({ barrister: false, solicitor: true, notary: false })
    expect(await refreshIsDue()).toBe(false)
  })

  test('keeps the moment at which a trade was removed', async () => {
    await writeTrades(db, [entry('solicitor')], [])
    await db.execute(sql`UPDATE trades SET removed_at = '2026-01-01Z' WHERE id = 'barrister'`)
    await writeTrades(db, [entry('solicitor')], [])
    expect(await queryRows(db, sql`SELECT FROM trades WHERE removed_at = '2026-01-01Z'`)).toHaveLength(1)
  })

  test('with another name lets the listings be refreshed; with other synonyms it does not', async () => {
    await writeTrades(db, [entry('barrister', { synonyms: ['advocate'] }), entry('solicitor')], [['silk', 'K.C.']])
    expect(await refreshIsDue()).toBe(false)
    expect(
      await queryRows(db, sql`SELECT FROM directory_words WHERE word IN ('advocate', 'silk', 'k', 'c')`),
    ).toHaveLength(4)
    await writeTrades(db, [entry('barrister', { name: 'Counsel' }), entry('solicitor')], [])
    expect(await refreshIsDue()).toBe(true)
  })

  test('that is wrong ends the start with the line, and changes nothing', async () => {
    await db.execute(sql`DELETE FROM reference_files`)
    const write = writeTablesFromFiles(db, [tradesFilePath], async (transaction, [yaml = '']) => {
      await writeTrades(transaction, parseTradesFile(yaml.replace('related: [plumber,', 'related: [plumbr,')), [])
    })
    await expect(write).rejects.toThrow(StartError)
    await expect(write).rejects.toThrow(/^content\/trades\.yaml:\d+ .*there is no trade 'plumbr'$/)
    expect(await states()).toMatchObject({ barrister: false, solicitor: false })
    expect(await queryRows(db, sql`SELECT FROM reference_files`)).toEqual([])
  })

  test('that is missing ends the start', async () => {
    await expect(writeTablesFromFiles(db, ['content/none.yaml'], async () => undefined)).rejects.toThrow(
      /^content\/none\.yaml cannot be read: /,
    )
  })
})
