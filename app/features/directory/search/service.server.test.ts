import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect } from 'vitest'
import { businessTrades } from '#app/features/businesses/tables.server.ts'
import { getTradeIdsBySearchPhrase } from '#app/features/reference/trades-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { toApiSearchPlace } from '../api.server.ts'
import { recountAndLearnDirectoryWords, refreshDirectoryListingsIfDue } from '../listings-service.server.ts'
import { getDirectoryMap } from '../map/service.server.ts'
import { type DirectorySearch, directoryPageSize, emptyDirectorySearch } from '../model.ts'
import { searchDirectory, searchDirectoryForApi, searchDirectoryForDownload } from '../service.server.ts'
import { getDirectorySuggestions } from '../suggestions/service.server.ts'
import {
  getRelatedTradePagesAndBusinesses,
  getTradePage,
  listTradePagesForSitemap,
} from '../trade-pages/service.server.ts'
import { listBroaderDirectorySearches } from './alternatives-service.server.ts'
import { getFilterChoiceCounts } from './choices-service.server.ts'
import { markSearchMatches } from './marks.ts'

type Options = NonNullable<Parameters<typeof createBusiness>[1]>

/** A listed business with these trades. */
async function firm(name: string, { trades = [], ...options }: Options & { trades?: string[] } = {}) {
  const business = await createBusiness(platform.db, { name, ...options })
  if (trades.length > 0) {
    await platform.db
      .insert(businessTrades)
      .values(trades.map((tradeId, orderIndex) => ({ businessId: business.id, tradeId, orderIndex })))
  }
  return business
}

async function find(search: Partial<DirectorySearch>) {
  platform.directoryCache.clear()
  return searchDirectory(platform, { ...emptyDirectorySearch, ...search })
}

const namesOf = ({ businesses }: { businesses: { name: string }[] }) => businesses.map(({ name }) => name)

const leeds = { city: 'Leeds', county: 'West Yorkshire', postcode: 'LS1 4DY' }
const bradford = { city: 'Bradford', county: 'West Yorkshire', postcode: 'BD1 1AA' }
const york = { city: 'York', county: 'North Yorkshire', postcode: 'YO1 7EP' }
const london = { city: 'London', county: 'Greater London', postcode: 'WC2N 5DU' }

describe('words', () => {
  test.beforeAll(async () => {
    await emptyTables(platform.db, 'users', 'businesses')
    await firm('Fellgate Plumbing', { trades: ['plumber'], ...leeds })
    await firm('Aqua Services', { tagline: 'Your plumber', ...leeds })
    await firm('Zed Works', { description: 'We know a plumber', ...leeds })
    await firm('Keeper & Co', { tagline: 'Book-keeping and accounts', trades: ['bookkeeper'], ...york })
    await firm('Count It All', { description: 'Stocktaking', ...york })
    await firm('Pilot Computing', { trades: ['it-support'], industry: 'IT & Cyber', ...leeds })
    await firm('Caffi Môn', { trades: ['coffee-shop'], tagline: "O'Neill's tea & toast", ...york })
    await firm('Bath Roofing', { productsServices: 'Bath refits', trades: ['roofer'], ...york })
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: finding.2
  test('match by stem, with the name first, then services, then anything', async () => {
    expect(namesOf(await find({ search: 'plumbers' }))).toEqual(['Fellgate Plumbing', 'Aqua Services', 'Zed Works'])
  })

  test('match where they look like numbers', async () => {
    const names = ['Fell 2435e5f2', 'Fell 3E5', 'Fell 1e4bs', 'Fell 12ab']
    for (const name of names) await firm(name)
    for (const name of names) expect(namesOf(await find({ search: name })), name).toEqual([name])
    expect(namesOf(await find({ search: '2435e5' }))).toEqual(['Fell 2435e5f2'])
  })

  test('match a trade by its synonyms', async () => {
    expect(namesOf(await find({ search: 'computer repair' }))).toContain('Pilot Computing')
    for (const search of ['book keeper', 'book-keeper', 'bookkeeper', 'Bookkeepers']) {
      expect(namesOf(await find({ search })), search).toEqual(['Keeper & Co'])
    }
  })

  test('match without accents and apostrophes, and whatever joins them', async () => {
    for (const search of ['caffi mon', 'CAFFI MÔN', 'oneill', "o'neill", 'tea and toast', 'tea & toast']) {
      expect(namesOf(await find({ search })), search).toContain('Caffi Môn')
    }
  })

  // spec: world.13.7
  test('match initials with and without full stops, whichever was written', async () => {
    await firm('R.A.F. Benevolent Bakes', { tagline: 'For the R.N.L.I.' })
    await firm('RAF Association Shop')
    await firm('J R Tolk Joinery')
    for (const search of ['RAF', 'raf', 'R.A.F.', 'R.A.F', 'R. A. F.', 'R A F']) {
      expect(namesOf(await find({ search })), search).toEqual(['R.A.F. Benevolent Bakes', 'RAF Association Shop'])
    }
    expect(namesOf(await find({ search: 'RNLI' }))).toEqual(['R.A.F. Benevolent Bakes'])
    for (const search of ['JR Tolk', 'J.R. Tolk', 'J R Tolk', 'J. R. Tolk']) {
      expect(namesOf(await find({ search })), search).toEqual(['J R Tolk Joinery'])
    }
    expect(markSearchMatches('At R.A.F. Leeming, R.A.', new Set(['raf'])).filter(({ isMarked }) => isMarked)).toEqual([
      { text: 'R.A.F.', isMarked: true },
    ])
  })

  // spec: finding.3
  test('that are short and name a trade find who declares it, and as letters all that contain them', async () => {
    const found = await find({ search: 'it' })
    expect(namesOf(found)).toEqual(['Pilot Computing'])
    const letters = namesOf(await find({ search: 'it', exact: true }))
    expect(letters).toContain('Count It All')
    expect(found.lettersTotal).toBe(letters.length)
  })

  test('that nobody has are corrected, and can be searched for as they are', async () => {
    const found = await find({ search: 'plumer' })
    expect(found.notes.corrected).toBe('plumber')
    expect(namesOf(found)[0]).toBe('Fellgate Plumbing')
    expect((await find({ search: 'plumer', exact: true })).total).toBe(0)
    expect((await find({ search: 'pulmber' })).notes.corrected).toBe('plumber')
  })

  // spec: hold.1.45
  test('are not corrected to what only a listing has that has not begun', async () => {
    const corrected = async (search: string) => (await find({ search })).notes.corrected
    const beginsIn = async (profileId: string | null, seconds: number) =>
      platform.db.execute(
        sql`UPDATE profiles SET verification_starts_at = now() + make_interval(secs => ${seconds}) WHERE id = ${profileId}`,
      )
    const { profileId } = await firm('Quillfeather Plumber')
    await beginsIn(profileId, 60)
    // Counted or not.
    expect(await corrected('quillfeathr')).toBeNull()
    await recountAndLearnDirectoryWords(platform)
    expect(await corrected('quillfeathr')).toBeNull()
    // A word that others have is theirs.
    expect(await corrected('plumer')).toBe('plumber')
    await beginsIn(profileId, -1)
    expect(await corrected('quillfeathr')).toBe('quillfeather')
  })

  test('that are a name, a postcode or too short are not corrected', async () => {
    expect((await find({ search: 'Fellgate' })).notes.corrected).toBeNull()
    expect((await find({ search: 'xq' })).notes.corrected).toBeNull()
  })

  test('are marked where they matched', async () => {
    const found = await find({ search: 'plumbing' })
    expect(found.marks).toContain('plumbing')
    const roofer = await find({ search: 'refits' })
    expect(roofer.businesses[0]?.foundService).toBe('Bath refits')
  })

  test.each([
    ['40 words', Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')],
    ['small words alone', 'the and co'],
    ['signs alone', '!!! ??? ---'],
    ['10,000 characters', 'ab '.repeat(66)],
    ['SQL', "'; DROP TABLE businesses; --"],
    ['a tsquery', "plumb & !it:* | (x <-> 'y')"],
    ['emoji', '🚒🚒'],
    ['right to left', '\u202eשלום'],
  ])('of %s get an answer', async (_what, search) => {
    expect((await find({ search })).total).toBeGreaterThanOrEqual(0)
  })
})

describe('a place', () => {
  test.beforeAll(async () => {
    await emptyTables(platform.db, 'users', 'businesses')
    await firm('Leeds Plumber', { trades: ['plumber'], ...leeds })
    await firm('Bradford Plumber', { trades: ['plumber'], ...bradford })
    await firm('York Plumber', { trades: ['plumber'], ...york })
    await firm('London Plumber', { trades: ['plumber'], ...london })
    await firm('Roaming Plumber', { trades: ['plumber'], ...york, serviceRadius: 50 })
    await firm('National Plumber', { trades: ['plumber'], ...london, servesUk: true })
    await firm('Leeds Baker', { trades: ['baker'], ...leeds })
    await firm('Nowhere Plumber', { trades: ['plumber'] })
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: finding.4, finding.6
  test('finds what is within the radius, nearest first, and then who comes there', async () => {
    const found = await find({ search: 'plumber', near: 'Leeds', sort: 'nearest' })
    expect(namesOf(found)).toEqual(['Leeds Plumber', 'Bradford Plumber', 'Roaming Plumber', 'National Plumber'])
    expect(found.total).toBe(4)
    expect(found.businesses.map(({ reach }) => reach)).toEqual([null, null, 'place', 'uk'])
    expect(found.businesses.map(({ miles }) => miles)).toEqual([1, 9, 22, 170].map(() => expect.any(Number)))
    expect(found.notes).toMatchObject({ place: { name: 'Leeds' }, radius: 20 })
  })

  test('with another radius, or at any distance', async () => {
    expect((await find({ search: 'plumber', near: 'LS1', within: 5 })).total).toBe(3)
    expect((await find({ search: 'plumber', near: 'LS1', within: 30 })).total).toBe(5)
    expect((await find({ search: 'plumber', near: 'LS1', within: 'anywhere' })).total).toBe(7)
  })

  test.each([
    'plumber leeds',
    'leeds plumber',
    'plumber in leeds',
    'plumber near Leeds',
    'plumber LS1 4DY',
    'plumber ls14dy',
  ])('is taken out of the words: %s', async (search) => {
    const found = await find({ search })
    expect(found.notes.placeFromWords).not.toBeNull()
    expect(namesOf(found)[0]).toBe('Leeds Plumber')
    expect(namesOf(found)).not.toContain('Leeds Baker')
    // One press back to plain words.
    expect((await find({ search, exact: true })).notes.place).toBeNull()
  })

  test('alone finds what is there and what says so', async () => {
    const found = await find({ search: 'Leeds' })
    expect(namesOf(found).slice(0, 2).sort()).toEqual(['Leeds Baker', 'Leeds Plumber'])
  })

  test('that is misspelt is taken out of the words, too', async () => {
    const found = await find({ search: 'plumer in Leds' })
    expect(found.notes).toMatchObject({ corrected: 'plumber in leeds', place: { name: 'Leeds' } })
    expect(namesOf(found)[0]).toBe('Leeds Plumber')
    // No listing has the name of this town.
    expect((await find({ search: 'plumber near Kilmarnok' })).notes.offeredPlace).toMatchObject({
      name: 'Kilmarnock',
      words: 'plumber',
    })
  })

  test('leaves out who has none, and says how many', async () => {
    expect((await find({ search: 'plumber', near: 'Leeds' })).withoutPosition).toBe(1)
    expect((await find({ near: 'Leeds' })).withoutPosition).toBe(1)
    expect((await find({ search: 'Leeds' })).withoutPosition).toBe(1)
    expect((await find({ search: 'baker', near: 'Leeds' })).withoutPosition).toBe(0)
    expect((await find({ search: 'plumber', near: 'Leeds', within: 'anywhere' })).withoutPosition).toBe(0)
    expect((await find({ search: 'plumber' })).withoutPosition).toBe(0)
  })

  test('has pages whose end is known', async () => {
    const second = await find({ search: 'plumber', near: 'Leeds', page: 2 })
    expect(second).toMatchObject({ total: 4, page: 1, pageCount: 1 })
    expect(namesOf(second)).toHaveLength(4)
    expect((await find({ near: 'Leeds', page: 999 })).page).toBe(1)
  })

  test('that is a county finds the listings in it, without distances', async () => {
    const found = await find({ search: 'plumber', near: 'West Yorkshire' })
    expect(namesOf(found).sort()).toEqual(['Bradford Plumber', 'Leeds Plumber'])
    expect(found.notes).toMatchObject({ isArea: true, radius: null })
    expect(found.businesses[0]?.miles).toBeNull()
  })

  test('that is a region finds the listings with its postcodes', async () => {
    expect((await find({ near: 'Yorkshire and the Humber' })).total).toBe(5)
  })

  test.each([
    ['Leds', 'Leeds'],
    ['Bradfrod', 'Bradford'],
  ])('that is misspelt is offered: %s', async (near, suggestion) => {
    const found = await find({ search: 'plumber', near })
    expect(found.notes.suggestedPlace?.name).toBe(suggestion)
    expect(found.notes.placeProblem).toMatch(/do not know that place/)
  })

  test.each(['Jersey', 'GY1 1AA', 'Isle of Man', 'BFPO 12'])(
    'that is not on the map gets a sentence: %s',
    async (near) => {
      expect((await find({ near })).notes.placeProblem).toMatch(/on our map|on the map/)
    },
  )

  test.each(['x'.repeat(200), "'; DROP TABLE places; --", '%', '\u0000', '🏠', '\u202eLeeds', '   '])(
    'that is hostile is unknown: %j',
    async (near) => {
      expect((await find({ near: near.slice(0, 200) })).businesses).toBeInstanceOf(Array)
    },
  )

  // spec: world.12.2
  test.each(['Narnia', 'London, Ontario', 'Gibraltar', 'BFPO 58', 'Jersey', 'L51 4DY', 'UK'])(
    'that is none of ours, or not clear, shows no list under its name: %s',
    async (near) => {
      const search = { ...emptyDirectorySearch, near }
      const found = await find({ near })
      expect(found).toMatchObject({ total: 0, businesses: [] })
      expect(found.notes.placeProblem).not.toBeNull()
      expect(await find({ near, search: 'plumber' })).toMatchObject({ total: 0, businesses: [] })
      expect(await searchDirectoryForDownload(platform, search)).toEqual([])
      const map = await getDirectoryMap(platform, search)
      expect(map).toMatchObject({ areas: [], firms: 0 })
      const counts = await getFilterChoiceCounts(platform, search, 4)
      expect(Object.values(counts.industry ?? {}).filter((count) => count > 0)).toEqual([])
      // What the words alone find is one press away, under a name of its own.
      const ways = await listBroaderDirectorySearches(platform, { ...search, search: 'plumber' }, 0)
      expect(ways.map(({ change }) => change)).toContainEqual({ without: 'near' })
      const answer = await searchDirectoryForApi(platform, search)
      expect(answer).toMatchObject({ total: 0, businesses: [] })
      expect(toApiSearchPlace(answer.notes)).toMatchObject({ name: null, problem: found.notes.placeProblem })
    },
  )

  // spec: world.12.3
  test('that was read in part says how, on the page and in the API', async () => {
    for (const [near, place] of [
      ['Leeds, Narnia', { name: 'Leeds', left_out: 'Narnia', other_places: ['Leeds, Kent'] }],
      ['leeds, west yorkshire', { name: 'Leeds', left_out: null }],
      ['LS1 4', { name: 'LS1', is_approximate: true }],
      ['Leds', { name: null, suggestion: 'Leeds' }],
    ] as const) {
      expect(
        toApiSearchPlace((await searchDirectoryForApi(platform, { ...emptyDirectorySearch, near })).notes),
        near,
      ).toMatchObject(place)
    }
    expect(toApiSearchPlace((await searchDirectoryForApi(platform, emptyDirectorySearch)).notes)).toBeNull()
  })

  // spec: world.12.4
  test.each([
    ['plumber in Leeds, Kent', 'Leeds, Kent', 'plumber'],
    ['plumber near richmond north yorkshire', 'Richmond, North Yorkshire', 'plumber'],
    ['plumber in Leeds LS1 4DY', 'LS1 4DY', 'plumber'],
    ['plumber in Leeds, West Yorkshire', 'Leeds', 'plumber'],
    ['plumber in Leeds boilers', 'Leeds', 'plumber boilers'],
    ['in LS1 4DY plumber', 'LS1 4DY', 'plumber'],
    ['in Leeds LS1 4DY plumber', 'Leeds', 'ls1 4dy plumber'],
    ['plumber in Leeds', 'Leeds', 'plumber'],
  ])('in the words is chosen by what stands behind it: %s', async (search, place, words) => {
    const { notes } = await find({ search })
    expect([notes.place?.name, notes.placeFromWords?.words, notes.leftOut]).toEqual([place, words, null])
  })

  // spec: world.12.1
  test('that is also in the name of a trade is the place in Where? and behind in, and the trade in the words', async () => {
    const towns = await queryRows<{ name: string; word: string }>(
      platform.db,
      sql`SELECT DISTINCT name, search_name AS word FROM places WHERE kind = 'town' AND position('--' IN slug) = 0`,
    )
    const nameOf = new Map(towns.map(({ name, word }) => [word, name]))
    const phrases = [...(await getTradeIdsBySearchPhrase(platform)).names.keys()]
    const both = phrases.flatMap((phrase) => {
      const words = phrase.toLowerCase().split(/[^a-z]+/)
      return words.length > 1 ? words.filter((word) => nameOf.has(word)).map((word) => ({ phrase, word })) : []
    })
    expect(both.map(({ word }) => word)).toEqual(expect.arrayContaining(['stone', 'eye', 'sound', 'street']))
    for (const { phrase, word } of both) {
      expect((await find({ search: phrase })).notes.place, phrase).toBeNull()
      const placed = [{ search: phrase, near: word }, { search: `${phrase} in ${word}` }]
      for (const search of placed) {
        const { place, placeProblem, otherPlaces } = (await find(search)).notes
        const names = [place, ...otherPlaces].flatMap((each) => each?.name.split(', ')[0] ?? [])
        expect(names, `${phrase}, ${word}`).toContain(nameOf.get(word))
        // Of Stone in Kent and Stone in Staffordshire the one who searches chooses.
        expect(place === null, phrase).toBe(placeProblem !== null)
      }
    }
  })

  // spec: finding.8
  test('counts the choices of each filter with the others as they are', async () => {
    platform.directoryCache.clear()
    const counts = await getFilterChoiceCounts(platform, { ...emptyDirectorySearch, near: 'Leeds', within: 5 }, 4)
    expect(counts.serviceBranch).toEqual({ 'British Army': 4 })
    expect(counts.relationshipType).toEqual({ Veteran: 4 })
    expect(counts.industry).toEqual({})
    expect(counts.trade).toEqual({ plumber: 3, baker: 1 })
    const ofBakers = await getFilterChoiceCounts(
      platform,
      { ...emptyDirectorySearch, near: 'Leeds', within: 5, trade: 'baker' },
      1,
    )
    expect(ofBakers.trade).toEqual(counts.trade)
    expect(ofBakers.serviceBranch).toEqual({ 'British Army': 1 })
  })

  test('finds the firms that declare a trade, and no others', async () => {
    await firm('Plumber Supplies', { tagline: 'Everything for your plumber', ...leeds })
    const found = await find({ trade: 'plumber', near: 'Leeds', within: 5 })
    expect(namesOf(found)).toEqual(['Leeds Plumber', 'Roaming Plumber', 'National Plumber'])
    expect(found.total).toBe(3)
    expect(namesOf(await find({ trade: 'plumber', search: 'roaming' }))).toEqual(['Roaming Plumber'])
    expect((await find({ trade: 'welder' })).total).toBe(0)
    await platform.db.execute(sql`DELETE FROM businesses WHERE name = 'Plumber Supplies'`)
  })

  test('counts no choices where the search itself finds too many', async () => {
    const counts = await getFilterChoiceCounts(
      platform,
      { ...emptyDirectorySearch, serviceBranch: 'British Army' },
      5_001,
    )
    expect(counts.industry).toBeNull()
    expect(counts.relationshipType).toBeNull()
    expect(counts.serviceBranch).not.toBeNull()
  })

  test('with few results says what would find more', async () => {
    platform.directoryCache.clear()
    const search: DirectorySearch = { ...emptyDirectorySearch, search: 'baker', near: 'York', city: 'York' }
    const found = await searchDirectory(platform, search)
    expect(found.total).toBe(0)
    const alternatives = await listBroaderDirectorySearches(platform, search, found.total)
    expect(alternatives.map(({ change, total }) => ({ change, total }))).toContainEqual({
      change: { without: 'search' },
      total: 2,
    })
  })

  test('is a map of its surroundings, with the firms of each area', async () => {
    platform.directoryCache.clear()
    const map = await getDirectoryMap(platform, { ...emptyDirectorySearch, search: 'plumber', near: 'Leeds' })
    expect(map.depth).toBe('place')
    expect(map.around).toMatchObject({ label: 'Leeds', miles: 20, beyond: 'come', mark: null })
    expect(map.areas.map(({ label, firms, isHere }) => ({ label, firms, isHere }))).toEqual([
      { label: 'Bradford', firms: 1, isHere: false },
      { label: 'Leeds', firms: 1, isHere: true },
    ])
    // The others come to Leeds from London.
    expect(map.firms).toBe(2)
    expect((await find({ search: 'plumber', near: 'Leeds' })).total).toBe(4)
    expect(map.areas.map(({ named }) => named.map(({ name }) => name))).toEqual([
      ['Bradford Plumber'],
      ['Leeds Plumber'],
    ])
    const country = await getDirectoryMap(platform, { ...emptyDirectorySearch, search: 'plumber' })
    expect(country.areas).toContainEqual(expect.objectContaining({ near: 'London', firms: 2 }))
    const region = await getDirectoryMap(platform, { ...emptyDirectorySearch, near: 'Yorkshire and the Humber' })
    expect(region.areas).toContainEqual(expect.objectContaining({ label: 'Leeds', firms: 2 }))
  })

  // spec: finding.11
  test('is a map of towns as owners wrote them, with the first twelve firms of each', async () => {
    const written = ['Otley', ' otley', 'OTLEY ', 'Otley', ...Array.from({ length: 10 }, () => 'Otley')]
    for (const [index, city] of written.entries()) {
      await firm(`Otley Joiner ${String(index + 1).padStart(2, '0')}`, {
        trades: ['joiner'],
        city,
        county: 'West Yorkshire',
        postcode: 'LS21 3AA',
      })
    }
    await firm('Townless Joiner', { trades: ['joiner'], city: null, county: null, postcode: 'LS21 3AA' })
    await firm('York Joiner', { trades: ['joiner'], ...york })
    await firm('Distant Joiner', { trades: ['joiner'], servesUk: true, ...london })
    platform.directoryCache.clear()
    const search = { ...emptyDirectorySearch, trade: 'joiner', near: 'Otley' }
    const map = await getDirectoryMap(platform, search)
    expect(map.areas.map(({ label, firms }) => [label, firms])).toEqual([
      ['Otley', 14],
      [null, 1],
    ])
    expect(map.areas[0]?.named.map(({ name }) => name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `Otley Joiner ${String(index + 1).padStart(2, '0')}`),
    )
    // Who says no town has no mark.
    expect(map.areas.map(({ mark }) => mark !== null)).toEqual([true, false])
    // Who comes to Otley from elsewhere is found, and not drawn in it.
    expect({ drawn: map.firms, found: (await find(search)).total }).toEqual({ drawn: 15, found: 16 })
    const anyDistance = await getDirectoryMap(platform, { ...search, within: 'anywhere' })
    expect(anyDistance).toMatchObject({ firms: 16, around: { miles: 30, beyond: 'any distance' } })
    await platform.db.execute(sql`DELETE FROM businesses WHERE name LIKE '%Joiner%'`)
  })

  // spec: finding.17
  test('makes a page of a trade where three firms are near, and a search elsewhere', async () => {
    await firm('Third Plumber', { trades: ['plumber'], ...leeds })
    await refreshDirectoryListingsIfDue(platform)
    platform.directoryCache.clear()
    const page = await getTradePage(platform, 'plumber', 'leeds')
    expect(page).toMatchObject({ total: 3, trade: { plural: 'Plumbers' }, place: { name: 'Leeds' } })
    expect(page && 'businesses' in page && page.businesses.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Leeds Plumber', 'Third Plumber', 'Bradford Plumber']),
    )
    expect(await getTradePage(platform, 'plumber', 'penzance')).toEqual({
      thin: { trade: 'Plumber', place: 'Penzance' },
    })
    for (const [trade, town] of [
      ['astronaut', 'leeds'],
      ['plumber', 'nowhere'],
      ['plumber', 'ls1'],
    ] as const) {
      expect(await getTradePage(platform, trade, town)).toBeNull()
    }
    await platform.db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = NULL WHERE name = 'listings'`)
    await refreshDirectoryListingsIfDue(platform)
    platform.directoryCache.clear()
    expect(await listTradePagesForSitemap(platform)).toContainEqual({ tradeId: 'plumber', placeSlug: 'leeds' })
  })

  // spec: finding.18
  test('leads a business to similar ones near it, and to the page of its trade', async () => {
    const own = await firm('Own Plumber', { trades: ['plumber'], ...leeds })
    platform.directoryCache.clear()
    const { similar, pages } = await getRelatedTradePagesAndBusinesses(platform, own.businessSlug)
    expect(similar).toHaveLength(4)
    const miles = similar.map((business) => business.miles ?? 0)
    expect(miles).toEqual(miles.toSorted((one, other) => one - other))
    expect(namesOf({ businesses: similar }).slice(0, 2).sort()).toEqual(['Leeds Plumber', 'Third Plumber'])
    expect(pages).toEqual([{ tradeId: 'plumber', plural: 'Plumbers', placeSlug: 'leeds', place: 'Leeds' }])
    // What is further than 50 miles is not near.
    const far = await firm('Far Plumber', { trades: ['plumber'], city: 'Penzance', postcode: 'TR18 2GZ' })
    expect(await getRelatedTradePagesAndBusinesses(platform, far.businessSlug)).toMatchObject({ similar: [] })
  })

  test('is suggested, beside trades and businesses', async () => {
    platform.directoryCache.clear()
    const plumbers = async (search: Partial<DirectorySearch>) => (await find({ trade: 'plumber', ...search })).total
    const all = await plumbers({})
    const near = await plumbers({ near: 'Leeds', within: 5 })
    const inCounty = await plumbers({ near: 'West Yorkshire' })
    expect(near).toBeLessThan(all)
    const what = await getDirectorySuggestions(platform, 'what', 'plu')
    expect(what).toContainEqual({ kind: 'trade', label: 'Plumber', detail: `${all} firms`, id: 'plumber' })
    for (const [place, within, detail] of [
      ['Leeds', 5, `${near} firms near Leeds`],
      ['Nowhereatall', 5, `${all} firms`],
      ['Leeds', 'anywhere', `${all} firms`],
      ['West Yorkshire', null, `${inCounty} firms in West Yorkshire`],
      ['Lee', null, `${all} firms`],
    ] as const)
      expect(await getDirectorySuggestions(platform, 'what', 'plu', { near: place, within }), place).toContainEqual(
        expect.objectContaining({ id: 'plumber', detail }),
      )
    const where = await getDirectorySuggestions(platform, 'where', 'lee')
    expect(where[0]).toEqual({ kind: 'place', label: 'Leeds', value: 'Leeds' })
    expect(await getDirectorySuggestions(platform, 'what', 'national p')).toContainEqual(
      expect.objectContaining({ kind: 'business', label: 'National Plumber', detail: 'London' }),
    )
    for (const hostile of ['', 'a', '%%', "'\\", '\u0000\u0000', '🚒🚒', 'x'.repeat(10_000)]) {
      expect(await getDirectorySuggestions(platform, 'what', hostile)).toBeInstanceOf(Array)
    }
  })
})

describe('a long list', () => {
  beforeEach(() => platform.directoryCache.clear())

  test.beforeAll(async () => {
    await emptyTables(platform.db, 'users', 'businesses')
    const [owner] = [await createBusiness(platform.db, { name: 'First', tagline: 'crowd', ...leeds })]
    await platform.db.execute(sql`
      INSERT INTO businesses (name, business_slug, profile_id, tagline, city, postcode)
      SELECT 'Crowd ' || lpad(n::text, 4, '0'), 'crowd-' || n, ${owner.profileId}, 'part of the crowd', 'Leeds', 'LS1 4DY'
      FROM generate_series(1, 1100) n`)
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: finding.7
  test('by best match has 84 pages, and a total that is exact', async () => {
    const found = await find({ search: 'crowd', page: 999 })
    expect(found).toMatchObject({ total: 1_101, page: 84, pageCount: 84 })
    expect(found.businesses).toHaveLength(directoryPageSize)
  })

  test('has each business once on all of its pages', async () => {
    const slugs = new Set<string>()
    for (let page = 1; page <= 84; page += 1) {
      const { businesses } = await searchDirectory(platform, { ...emptyDirectorySearch, search: 'crowd', page })
      for (const { slug } of businesses) slugs.add(slug)
    }
    expect(slugs.size).toBe(84 * directoryPageSize)
  })

  test('by name or newest has all pages', async () => {
    expect(await find({ search: 'crowd', sort: 'name', page: 999 })).toMatchObject({ page: 92, pageCount: 92 })
    expect(await find({ search: 'crowd', sort: 'newest', page: 92 })).toMatchObject({ page: 92, pageCount: 92 })
  })

  test('near a place is read nearest first beyond the first listings', async () => {
    const found = await find({ near: 'Leeds', page: 84 })
    expect(found.businesses).toHaveLength(directoryPageSize)
  })

  test('is downloaded up to a thousand rows', async () => {
    expect(await searchDirectoryForDownload(platform, { ...emptyDirectorySearch, search: 'crowd' })).toHaveLength(1_000)
    expect(await searchDirectoryForDownload(platform, { ...emptyDirectorySearch, sort: 'name' })).toHaveLength(1_000)
  })
})

/** The platform, with the words that it looks for similar ones of, and how often it counts a visitor. */
function watched() {
  const similar: string[][] = []
  const admitted: number[] = []
  const statements = { count: 0 }
  const { db } = platform
  const execute = (query: SQL) => {
    statements.count += 1
    const { sql: text, params } = new PgDialect().sqlToQuery(query)
    if (text.includes('similarity(w.word')) similar.push(JSON.parse(String(params[0])))
    return db.execute(query)
  }
  const admitCostly = async (requests: number) => {
    admitted.push(requests)
  }
  platform.directoryCache.clear()
  const watchedDb = new Proxy(db, {
    get: (from, name) => {
      if (name === 'select') statements.count += 1
      return name === 'execute' ? execute : Reflect.get(from, name)
    },
  })
  return { own: { ...platform, admitCostly, db: watchedDb }, similar, admitted, statements }
}

describe('a search of many words', () => {
  /** Letters for a number: words with digits are not corrected. */
  const letters = (number: number) => [...String(number)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')
  const invented = Array.from({ length: 31 }, (_, word) => `${letters(word + 10)}oz`)
  const longer = invented.map((word) => `a${word}e`)

  test.beforeAll(async () => {
    await emptyTables(platform.db, 'users', 'businesses')
    await firm('Wordy & Sons', { tagline: longer.slice(0, 15).join(' '), description: longer.slice(15).join(' ') })
    await firm('Others', { description: 'plumber plumber carpenter electrician roofer locksmith' })
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: hold.11.1
  test('has four words corrected at most, once, with as many statements as a short one', async () => {
    const search = Array.from({ length: 30 }, (_, word) => `qx${letters(word + 10)}uv`).join(' ')
    const few = watched()
    await searchDirectory(few.own, { ...emptyDirectorySearch, search: 'qxbbuv qxccuv', near: 'Leeds' })
    const many = watched()
    const near = { search, near: 'Leeds' }
    expect((await searchDirectory(many.own, { ...emptyDirectorySearch, ...near })).total).toBe(0)
    expect(many.similar).toEqual([search.split(' ').slice(0, 4)])
    expect(many.statements.count).toBeLessThanOrEqual(few.statements.count + 2)
    // What would find more, and in another order, is the same look-up.
    await listBroaderDirectorySearches(many.own, { ...emptyDirectorySearch, ...near }, 0)
    await searchDirectory(many.own, { ...emptyDirectorySearch, search, sort: 'newest' })
    expect(many.similar).toHaveLength(1)
    expect(many.admitted).toEqual([1])
  })

  // spec: hold.11.1
  test('takes the words after the fourth as they are', async () => {
    const { notes } = await searchDirectory(watched().own, {
      ...emptyDirectorySearch,
      search: 'plumbar carpentar electrican roofar locksmoth',
    })
    expect(notes.corrected).toBe('plumber carpenter electrician roofer locksmoth')
  })

  test('finds what has all of them within its words', async () => {
    const { own, admitted } = watched()
    const found = await searchDirectory(own, { ...emptyDirectorySearch, search: invented.join(' ') })
    expect(namesOf(found)).toEqual(['Wordy & Sons'])
    expect(found.notes.corrected).toBeNull()
    expect(admitted).toEqual([])
  })
})

describe('what is meant', () => {
  test.beforeAll(async () => {
    await emptyTables(platform.db, 'users', 'businesses')
    await firm('Ashdown & Plumb Digital', { trades: ['it-support'], tagline: 'It works, or it is free', ...leeds })
    await firm('Aqua Heating', { trades: ['plumber'], owner: { branch: 'Royal Marines' }, ...leeds })
    await firm('Brook Services', { trades: ['plumber'], description: 'Emergency work at night', ...bradford })
    await firm('Copper & Co', { trades: ['tiler'], tagline: 'We know a good plumber', ...leeds })
    await firm('Roast House', { trades: ['coffee-shop'], tagline: 'Coffee roasters', ...york })
    await firm('A Cup of Tea', { trades: ['coffee-shop'], ...york })
    await firm('Ridge & Slate', { trades: ['roofer'], ...leeds })
    for (const name of ['One', 'Two', 'Three'])
      await firm(`Kiln ${name}`, { trades: ['potter'], description: 'Glazing and throwing on the wheel', ...york })
    await firm('Red Van', { description: 'Quibs', ...leeds })
    for (const name of ['One', 'Two', 'Three', 'Four']) await firm(`Blue ${name}`, { description: 'Zorbles', ...leeds })
    await firm('Red Bus', { description: 'Quibs', ...leeds })
    await firm('Red Hut', { description: 'Quibs', ...york })
    await recountAndLearnDirectoryWords(platform)
  })

  // spec: finding.2
  test('is found first by who declares the trade, and not by a surname; then comes who mentions it', async () => {
    const found = await find({ search: 'plumber' })
    expect(namesOf(found)).toEqual(['Aqua Heating', 'Brook Services', 'Copper & Co'])
    expect([found.total, found.meantTotal]).toEqual([3, 2])
    expect((await searchDirectoryForApi(platform, { ...emptyDirectorySearch, search: 'plumber' })).total).toBe(3)
    expect(await searchDirectoryForDownload(platform, { ...emptyDirectorySearch, search: 'plumber' })).toHaveLength(3)
  })

  test('is not what synonyms are scattered over texts, nor small words', async () => {
    expect(namesOf(await find({ search: 'IT support' }))).toEqual(['Ashdown & Plumb Digital'])
    expect((await find({ search: 'leaking tap' })).meantTotal).toBe(2)
    expect(namesOf(await find({ search: 'it' }))).toEqual(['Ashdown & Plumb Digital'])
  })

  test('is ordered by who somebody should be, and what else was typed', async () => {
    expect(namesOf(await find({ search: 'royal marines plumber' }))[0]).toBe('Aqua Heating')
    expect(namesOf(await find({ search: 'emergency plumber' }))[0]).toBe('Brook Services')
    expect(namesOf(await find({ search: 'coffee roaster who ships anywhere in UK' }))[0]).toBe('Roast House')
    expect(namesOf(await find({ search: 'plumber for my coffee shop' }))).not.toContain('Roast House')
  })

  test('is read from a sentence that names no trade', async () => {
    const found = await find({ search: 'someone to fix my roof in leeds' })
    expect(namesOf(found)).toEqual(['Ridge & Slate'])
    expect(found.notes).toMatchObject({
      meant: { names: [{ several: 'Roofers' }], isSentence: true },
      place: { name: 'Leeds' },
    })
  })

  test('is learned from what firms of at least three owners write', async () => {
    expect(namesOf(await find({ search: 'glazing and throwing please' }))).toEqual([
      'Kiln One',
      'Kiln Three',
      'Kiln Two',
    ])
    await platform.db.execute(sql`DELETE FROM trade_words WHERE source = 'listings'`)
    expect((await find({ search: 'glazing and throwing please' })).notes.meant?.names[0]?.several).not.toBe('Potters')
    await recountAndLearnDirectoryWords(platform)
  })

  test('is learned by a nightly job and an import at once', async () => {
    const learned = () =>
      queryRows(
        platform.db,
        sql`SELECT word, trade_id FROM trade_words WHERE source = 'listings' ORDER BY word, trade_id`,
      )
    const before = await learned()
    expect(before.length).toBeGreaterThan(0)
    for (let time = 0; time < 5; time += 1)
      await Promise.all([recountAndLearnDirectoryWords(platform), recountAndLearnDirectoryWords(platform)])
    expect(await learned()).toEqual(before)
  })

  test('is not learned from one owner who stuffs a text', async () => {
    const { profileId } = await firm('Stuffed One', { trades: ['welder'], description: 'zygomorphic' })
    for (const name of ['Two', 'Three'])
      await firm(`Stuffed ${name}`, { trades: ['welder'], description: 'zygomorphic', profileId })
    await recountAndLearnDirectoryWords(platform)
    const learned = await queryRows(platform.db, sql`SELECT word FROM trade_words WHERE word LIKE 'zygomorph%'`)
    expect(learned).toEqual([])
    await platform.db.execute(sql`DELETE FROM businesses WHERE name LIKE 'Stuffed%'`)
  })

  test('takes a distance, and only a distance that may be asked for', async () => {
    expect((await find({ search: 'IT support, Leeds, 30 miles' })).notes.radius).toBe(30)
    expect((await find({ search: 'plumber within 5 miles of Leeds' })).notes).toMatchObject({
      radius: 5,
      place: { name: 'Leeds' },
    })
    expect((await find({ search: 'plumber leeds 400 miles' })).notes.radius).toBe(20)
  })

  test('is judged by texts, too: who declares none is found, and who declares a wrong one comes last', async () => {
    const description = 'Hounds, kennels, leashes, treats, muzzles, whistles, collars and baskets'
    for (let number = 0; number < 40; number += 1) await firm(`Filler ${number}`)
    for (const name of ['Ash', 'Birch', 'Cedar', 'Damson'])
      await firm(`Zed ${name}`, { trades: ['dog-walker'], description })
    await firm('Undeclared', { description })
    await firm('A Mistake', { trades: ['plumber'], description })
    await recountAndLearnDirectoryWords(platform)
    const written = () =>
      queryRows<{ words: string }>(
        platform.db,
        sql`SELECT service_words::text AS words FROM directory_listings ORDER BY business_id`,
      )
    const learned = await written()
    expect(learned.filter(({ words }) => words.includes("'text:dog-walker'"))).toHaveLength(6)
    // What the job writes is what a change of the listing writes.
    await platform.db.execute(sql`SELECT refresh_directory_listings(array_agg(id)) FROM businesses`)
    expect(await written()).toEqual(learned)
    expect(namesOf(await find({ search: 'dog walkers' }))).toEqual(
      expect.arrayContaining(['Undeclared', 'A Mistake', 'Zed Ash']),
    )
    expect(namesOf(await find({ search: 'plumber' }))).toEqual([
      'Aqua Heating',
      'Brook Services',
      'A Mistake',
      'Copper & Co',
    ])
    await platform.db.execute(sql`DELETE FROM businesses WHERE description = ${description} OR name LIKE 'Filler %'`)
    await recountAndLearnDirectoryWords(platform)
  })

  test('is a firm where its whole name was typed, though it begins with a town', async () => {
    await firm('Reading & Ashbrook', york)
    expect(namesOf(await find({ search: 'Reading & Ashbrook' }))[0]).toBe('Reading & Ashbrook')
  })

  test.each([
    ['wedding food', 'Caterers'],
    ['wedding planner', 'Event planners'],
    ['musican', 'Musicians'],
  ])('is the longest that was said, and the likeliest that was misspelt: %s', async (search, several) => {
    expect((await find({ search })).notes.meant?.names.map((name) => name.several)).toEqual([several])
  })

  test('is not what stands behind not', async () => {
    const { notes } = await find({ search: 'plumber not a tiler' })
    expect(notes.meant?.names.map(({ several }) => several)).toEqual(['Plumbers'])
  })

  test.each(['plumber*', '[plumber]', 'plumber 🔧', '<plumber>', 'plumber |'])(
    'is read without the signs beside it: %s',
    async (search) => {
      const found = await find({ search })
      expect(found.meantTotal).toBe(2)
      expect(namesOf(found)).toEqual(['Aqua Heating', 'Brook Services', 'Copper & Co'])
    },
  )

  test.each([
    ['"good plumber"', ['Copper & Co']],
    ['“good plumber” leeds', ['Copper & Co']],
    ['"plumber good"', []],
    ['"plumber"', ['Copper & Co']],
    ['4" plumber', ['Aqua Heating', 'Brook Services', 'Copper & Co']],
  ])('is what quotation marks hold, as it was typed: %s', async (search, names) => {
    expect(namesOf(await find({ search }))).toEqual(names)
  })

  test.each([
    ['plumber in Leeds or Bradford', 'Leeds', 'Bradford'],
    ['plumber Leeds and Bradford', 'Bradford', 'Leeds'],
    ['plumber in Leeds', 'Leeds', null],
  ])('is looked for near one place, and the other is a press away: %s', async (search, place, second) => {
    const { notes } = await find({ search })
    expect(notes.place?.name).toContain(place)
    expect(notes.secondPlace?.name ?? null).toEqual(second && expect.stringContaining(second))
    expect(notes.placeFromWords).toEqual({ words: 'plumber' })
    expect(notes.meant?.names.map(({ several }) => several)).toEqual(['Plumbers'])
  })

  // spec: finding.2
  test.each([
    ['plumber', 3],
    ['plumber in Leeds', 3],
    ['someone to fix my roof', 4],
  ])('asks the database seldom: %s, %i times', async (search, most) => {
    const { own, statements } = watched()
    // What holds for every search until a listing changes is read by the first.
    await searchDirectory(own, { ...emptyDirectorySearch, search: 'joiner in Leeds' })
    statements.count = 0
    await searchDirectory(own, { ...emptyDirectorySearch, search, near: search === 'plumber' ? 'York' : '' })
    expect(statements.count).toBeGreaterThan(0)
    expect(statements.count).toBeLessThanOrEqual(most)
  })

  test('that nobody offers leads to related trades', async () => {
    const search = { ...emptyDirectorySearch, search: 'locksmith' }
    await firm('Hinge & Frame', { trades: ['window-fitter'], ...leeds })
    platform.directoryCache.clear()
    const ways = await listBroaderDirectorySearches(platform, search, 0)
    expect(ways).toContainEqual({
      change: { trade: 'Window fitters' },
      search: { ...emptyDirectorySearch, trade: 'window-fitter' },
      total: 1,
    })
  })

  test('is given up where the words alone are asked for', async () => {
    const found = await find({ search: 'plumber', exact: true })
    expect(found.notes.meant).toBeNull()
    expect(namesOf(found)).toContain('Copper & Co')
  })

  test('words that no listing has together are left out, those that say least first, and the page says which', async () => {
    const found = await find({ search: 'zorbles xylophones quibs' })
    expect(found.notes.droppedWords).toEqual(['zorbles', 'xylophones'])
    expect(namesOf(found)).toEqual(['Red Bus', 'Red Hut', 'Red Van'])
  })

  test.each([
    'plymer am bibell sy n gollwng',
    'not a plumber',
    '"plumber"',
    'word '.repeat(40),
    'Sergeant',
    'Baker',
    'plumber in Leeds or Bradford',
  ])('%s is answered', async (search) => {
    expect((await find({ search: search.trim() })).total).toBeGreaterThanOrEqual(0)
  })
})
