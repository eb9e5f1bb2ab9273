import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { editDistance } from '#app/lib/edit-distance.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { platform, test } from '#tests/platform-test.ts'
import { readCases } from '#tests/world/read-cases.ts'
import { toNationalGrid } from './grid.server.ts'
import type { Place } from './model.ts'
import { parseOutcodesFile, parsePlacesFile, placeFilePaths } from './place-files.ts'
import { importPostcodes } from './postcodes-service.server.ts'
import { resolvePlace } from './resolution-service.server.ts'
import { nearestPlaceTo, outcodesOfCountyOrRegion, toPlaceRows } from './rules.ts'
import { findOutcodeNear, getNeighbouringTowns, getPlaceSuggestions, syncPlaces } from './service.server.ts'

/** The 100 largest towns and cities of the United Kingdom by the censuses of 2021 and 2022, with their postcode areas. */
const largest =
  `London WC|Birmingham B|Glasgow G|Leeds LS|Liverpool L|Sheffield S|Manchester M|Edinburgh EH|Bristol BS|Leicester LE
Cardiff CF|Coventry CV|Belfast BT|Nottingham NG|Newcastle upon Tyne NE|Hull HU|Plymouth PL|Bradford BD|Stoke-on-Trent ST
Wolverhampton WV|Derby DE|Southampton SO|Northampton NN|Portsmouth PO|Luton LU|Aberdeen AB|Milton Keynes MK|Bournemouth BH
Norwich NR|Swindon SN|Swansea SA|Sunderland SR|Middlesbrough TS|Peterborough PE|Southend-on-Sea SS|Warrington WA|Bolton BL
Huddersfield HD|Oxford OX|Poole BH|York YO|Reading RG|Ipswich IP|Telford TF|Dundee DD|Blackpool FY|Cambridge CB|Brighton BN
Stockport SK|Gloucester GL|Exeter EX|Preston PR|Watford WD|Slough SL|Blackburn BB|Cheltenham GL|Rotherham S|Colchester CO
Newport NP|Eastbourne BN|Rochdale OL|Basildon SS|Sutton Coldfield B|Crawley RH|Oldham OL|St Helens WA|Gillingham ME|Worcester WR
Solihull B|Gateshead NE|Bath BA|Maidstone ME|Lincoln LN|Wakefield WF|Hastings TN|Darlington DL|Bedford MK|Worthing BN|Woking GU
Birkenhead CH|Hemel Hempstead HP|Southport PR|Halifax HX|Hartlepool TS|Stevenage SG|Barnsley S|Londonderry BT|Carlisle CA
Basingstoke RG|Chester CH|Grimsby DN|Doncaster DN|Walsall WS|Burnley BB|Chelmsford CM|Dudley DY|Harrogate HG|Nuneaton CV|Bury BL
Salford M|Wigan WN|Paisley PA|Mansfield NG|Harlow CM|Redditch B|Chesterfield S`
    .split(/[|\n]/)
    .map((entry) => /^(.+) ([A-Z]{1,2})$/.exec(entry.trim())?.slice(1) ?? [])

describe('a place', () => {
  test('of the 100 largest towns and cities is the one that is meant, with an outcode of its own beside it', async () => {
    expect(largest.length).toBeGreaterThanOrEqual(100)
    for (const [name = '', area = ''] of largest) {
      const found = await resolvePlace(platform, name)
      expect(found.kind, name).toBe('point')
      if (found.kind !== 'point') continue
      expect(found.place.name, name).toBe(name)
      const [nearest] = await queryRows<{ slug: string }>(
        platform.db,
        sql`SELECT slug FROM places WHERE kind = 'outcode'
            ORDER BY position <-> point(${found.position.x}::float8, ${found.position.y}::float8) LIMIT 1`,
      )
      expect(nearest?.slug.replace(/\d.*$/, '').toUpperCase(), name).toBe(area)
    }
  })

  test.each([
    ['ls1 4dy', 'LS1 4DY'],
    ['LS14DY', 'LS1 4DY'],
    ['  l s 1 4 d y ', 'LS1 4DY'],
    ['LS1', 'LS1'],
    ['ls1', 'LS1'],
    ['newcastle', 'Newcastle upon Tyne'],
    ['Hull', 'Hull'],
    ['kings lynn', "King's Lynn"],
    ['stoke on trent', 'Stoke-on-Trent'],
  ])('is found as people type it: %s', async (text, name) => {
    const found = await resolvePlace(platform, text)
    expect(found).toMatchObject({ kind: 'point', place: { name } })
  })

  test('that is small gives way to a large one of its name, and is offered', async () => {
    const found = await resolvePlace(platform, 'Leeds')
    expect(found).toMatchObject({ kind: 'point', place: { slug: 'leeds' } })
    expect(found.kind === 'point' && found.others.map(({ county }) => county)).toEqual(['Kent'])
    expect(await resolvePlace(platform, 'Leeds, Kent')).toMatchObject({ kind: 'point', place: { county: 'Kent' } })
    expect(await resolvePlace(platform, 'leeds kent')).toMatchObject({ kind: 'point', place: { county: 'Kent' } })
  })

  // spec: world.12.1
  test.each(readCases('places.txt'))('as somebody types it: $typed', async ({ typed, right: [right, leftOut] }) => {
    const found = await resolvePlace(platform, typed)
    const nameOf = ({ name, county, kind }: Place) => (kind === 'town' && county ? `${name}, ${county}` : name)
    const read = () => {
      switch (found.kind) {
        case 'point':
          return nameOf(found.place) + (found.isApproximate ? ' half' : '')
        case 'area':
          return found.place.name
        case 'elsewhere':
          return `elsewhere: ${found.message}`
        case 'ambiguous':
          return 'choose'
        case 'unknown':
          return found.suggestion ? `unknown: ${found.suggestion.name}` : 'unknown'
      }
    }
    expect([read(), ('leftOut' in found && found.leftOut) || '-']).toEqual([right, leftOut])
    // Of a part that chose nothing the namesakes are offered.
    if (leftOut === 'Narnia' && found.kind === 'point')
      expect(found.others.map(({ county }) => county)).toContain('Kent')
  })

  // spec: world.12.4
  test('that has namesakes is the one in the county, in the region or nearest to the town behind it', async () => {
    const file = parsePlacesFile(readFileSync(placeFilePaths[1], 'utf8'))
    const outcodes = parseOutcodesFile(readFileSync(placeFilePaths[0], 'utf8'))
    const towns = toPlaceRows(outcodes, file).flatMap((row) =>
      row.kind === 'town' && row.position
        ? [
            {
              ...row,
              position: row.position,
              slug: row.slug.split('--')[0],
              at: nearestPlaceTo(outcodes, row.position),
            },
          ]
        : [],
    )
    const larger = towns.filter(({ rank, typed, name }) => rank <= 3 && typed === name)
    const namesakes = [...Map.groupBy(towns, ({ typed }) => typed).values()].filter(({ length }) => length > 1)
    const counties = Object.keys(file.counties).map(
      (name) => [name, outcodesOfCountyOrRegion(name, outcodes, file)] as const,
    )
    const asked: { text: string; slug: string | undefined }[] = []
    for (const group of namesakes) {
      for (const town of group) {
        const others = group.filter((other) => other !== town)
        const holding = counties.filter(([, all]) => all.some((outcode) => outcode === town.at))
        const beside = nearestPlaceTo(
          larger.filter(({ typed }) => typed !== town.typed),
          town.position,
        )
        const second = [
          !others.some(({ county }) => county === town.county) && town.county,
          ...holding
            .filter(([, all]) => !others.some(({ at }) => all.some((outcode) => outcode === at)))
            .map(([name]) => name),
          !others.some(({ at }) => at?.ukRegion === town.at?.ukRegion) && town.at?.ukRegion,
          beside && nearestPlaceTo(group, beside.position) === town && beside.name,
        ]
        for (const part of second) if (part) asked.push({ text: `${town.typed}, ${part}`, slug: town.slug })
      }
    }
    expect(asked.length).toBeGreaterThan(400)
    const wrong = await Promise.all(
      asked.map(async ({ text, slug }) => {
        const found = await resolvePlace(platform, text)
        return found.kind === 'point' && found.place.slug === slug && found.leftOut === null
          ? []
          : `${text}: not ${slug}`
      }),
    )
    expect(wrong.flat()).toEqual([])
  })

  test('that is a county or a region has outcodes, and all that a county holds is there', () => {
    const file = parsePlacesFile(readFileSync(placeFilePaths[1], 'utf8'))
    const outcodes = parseOutcodesFile(readFileSync(placeFilePaths[0], 'utf8'))
    const parts = [...Object.keys(file.counties), ...file.regions, ...Object.values(file.counties).flat()]
    expect(parts.filter((part) => outcodesOfCountyOrRegion(part, outcodes, file).length === 0)).toEqual([])
  })

  test('that is a county or a region has no point', async () => {
    expect(await resolvePlace(platform, 'Kent')).toMatchObject({ kind: 'area', place: { kind: 'county' } })
    expect(await resolvePlace(platform, 'north west')).toMatchObject({ kind: 'area', place: { kind: 'region' } })
  })

  test.each(['Jersey', 'je2 3ab', 'Guernsey', 'Isle of Man', 'IM1 1AA', 'BFPO 20', 'bfpo'])(
    'that is not on the map has a sentence of its own: %s',
    async (text) => {
      expect(await resolvePlace(platform, text)).toMatchObject({ kind: 'elsewhere' })
    },
  )

  test.each([
    ['Shefield', 'Sheffield'],
    ['Manchestre', 'Manchester'],
    ['Brimingham', 'Birmingham'],
  ])('that is misspelt is suggested: %s', async (text, name) => {
    expect(await resolvePlace(platform, text)).toMatchObject({ kind: 'unknown', suggestion: { name } })
  })

  test.each([
    'x'.repeat(10_000),
    "'; DROP TABLE places; --",
    '%',
    '_',
    '\u0000',
    '🏠',
    '\u202e',
    '',
    '   ',
    'a'.repeat(99),
  ])('that is hostile is unknown: %#', async (text) => {
    expect(await resolvePlace(platform, text)).toEqual({ kind: 'unknown', suggestion: null })
  })

  test('has neighbours, the nearest first', async () => {
    const found = await resolvePlace(platform, 'Leeds')
    if (found.kind !== 'point') throw new Error('Leeds is unknown')
    const near = await getNeighbouringTowns(platform, { slug: 'leeds', position: found.position }, 3)
    expect(near.map(({ name }) => name)).toContain('Bradford')
  })

  test('is completed, towns before outcodes', async () => {
    const names = (await getPlaceSuggestions(platform, 'Le', 7)).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['Leeds', 'Leicester'])
    expect((await getPlaceSuggestions(platform, 'ls2', 3)).map(({ name }) => name)).toContain('LS2')
  })

  test('is written again only where a file has changed', async () => {
    const count = () => queryRows<{ places: number }>(platform.db, sql`SELECT count(*)::int AS places FROM places`)
    const before = await count()
    expect(before[0]?.places).toBeGreaterThan(4_000)
    await platform.db.execute(sql`DELETE FROM places WHERE slug = 'leeds'`)
    await syncPlaces(platform)
    expect((await resolvePlace(platform, 'Leeds')).kind).toBe('point')
    await platform.db.execute(sql`UPDATE reference_files SET hash = ''`)
    await syncPlaces(platform)
    expect(await count()).toEqual(before)
  })
})

describe('a position', () => {
  test('in degrees is converted to the National Grid', () => {
    // The Ordnance Survey's own example is the water tower at Caister: 651410, 313177.
    const { x, y } = toNationalGrid({ latitude: 52.65798, longitude: 1.71605 })
    expect(Math.hypot(x - 651_410, y - 313_177)).toBeLessThan(30)
  })

  test.each([
    ['Leeds', 53.8, -1.55, /^LS\d/],
    ['Belfast', 54.6, -5.93, /^BT\d/],
    ['Lerwick', 60.15, -1.15, /^ZE\d/],
  ])('in %s has the outcode nearest to it', async (_where, latitude, longitude, outcode) => {
    expect(await findOutcodeNear(platform, { latitude, longitude })).toMatch(outcode)
  })

  test.each([
    ['in Paris', 48.86, 2.35],
    ['in the North Sea', 56, 3],
    ['at the South Pole', -90, 0],
  ])('%s has none', async (_where, latitude, longitude) => {
    expect(await findOutcodeNear(platform, { latitude, longitude })).toBeNull()
  })
})

describe('an import of postcodes', () => {
  const importRows = (...rows: string[][]) => importPostcodes(platform, Readable.from(rows))

  test('reads a file of the ONS, and makes whole postcodes exact', async () => {
    expect(await resolvePlace(platform, 'LS1 4DY')).toMatchObject({ isApproximate: true })
    const result = await importRows(
      ['pcd7', 'pcds', 'oseast1m', 'osnrth1m'],
      ['LS1 4DY', 'LS1 4DY', '429600', '433400'],
      ['GY1 1AA', 'GY1 1AA', '', ''],
    )
    expect(result).toEqual({ imported: 1, skipped: 1 })
    expect(await resolvePlace(platform, 'ls14dy')).toMatchObject({
      isApproximate: false,
      position: { x: 429_600, y: 433_400 },
    })
  })

  test('reads Code-Point Open, which has no header, and changes nothing the second time', async () => {
    const row = ['AB101AA', '10', '394235', '806529']
    expect(await importRows(row)).toEqual({ imported: 1, skipped: 0 })
    expect(await importRows(row)).toEqual({ imported: 1, skipped: 0 })
    expect(await resolvePlace(platform, 'AB10 1AA')).toMatchObject({ position: { x: 394_235, y: 806_529 } })
  })

  test('says what is wrong with a file', async () => {
    expect(await importRows(['name', 'town'])).toMatchObject({
      problem: expect.stringContaining('neither the columns'),
    })
    expect(await importRows(['AB101AA', '10', '1', '2'], ['what', '10', '1', '2'])).toEqual({
      problem: "Line 2: 'what' is not a postcode.",
    })
    expect(await importRows()).toEqual({ problem: 'The file is empty.' })
  })
})

test.each([
  ['plumber', 'plumber', 0],
  ['plumer', 'plumber', 1],
  ['pulmber', 'plumber', 1],
  ['watch', 'wacth', 1],
  ['', 'abc', 3],
])('the distance of %j and %j is %i', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits)
})
