import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeSlug } from '#app/features/businesses/rules.ts'
import { parseOutcodesFile, placeFilePaths } from '#app/features/places/place-files.ts'
import {
  armedForcesBranches,
  industries,
  militaryRelationshipTypes,
  regionOfPostcode,
  regions,
} from '#app/features/reference/rules.ts'
import { listTradesOfDemoBusinessesBySlug, makeDemoBusinesses } from './businesses.ts'
import { countSampleScenes, drawingNameOfSampleScene } from './drawings.ts'
import type { SampleBusiness } from './sample-business.ts'
import { benchmarkSearchWords, findTradeOfBulkSampleSlug, generateSampleBusinesses } from './sample-businesses.ts'
import { loadSampleData } from './sample-data.ts'

const demo = makeDemoBusinesses()
const outcodes = parseOutcodesFile(readFileSync(placeFilePaths[0], 'utf8'))
const positions = new Map(outcodes.map(({ name, position }) => [name, position]))
const isListed = ({ owner, isActive }: SampleBusiness) =>
  owner.status === 'Verified' && !owner.suspended && isActive !== false
const listed = demo.filter(isListed)
const bulk = [...generateSampleBusinesses(20_000)]

const textOf = ({ name, tagline, description, productsServices }: SampleBusiness) =>
  [name, tagline, description, productsServices].join('\n').toLowerCase()

const dramaNumber =
  /^(01632 960\d{3}|07700 900\d{3}|020 7946 0\d{3}|029 2018 0\d{3}|028 9649 6\d{3}|0191 498 0\d{3}|01(1[3-8]|21|31|41|51|61) 496 0\d{3})$/

describe('the demo', () => {
  test('is the same each time', () => {
    expect(makeDemoBusinesses()).toEqual(demo)
  })

  test('has 340 businesses that the public sees and 60 that it does not', () => {
    expect(listed).toHaveLength(340)
    expect(demo.filter((business) => !isListed(business))).toHaveLength(60)
  })

  test('covers every region, industry, trade, branch and relationship', () => {
    const seen = (values: unknown[]) => new Set(values.filter((value) => value !== null))
    expect(seen(listed.map(({ postcode }) => postcode && regionOfPostcode(postcode)))).toEqual(new Set(regions))
    expect(seen(listed.map(({ industry }) => industry))).toEqual(new Set(industries))
    expect(seen(listed.map(({ trade }) => trade))).toEqual(new Set(Object.keys(loadSampleData().trades)))
    expect(seen(listed.map(({ owner }) => owner.serviceBranch))).toEqual(new Set(armedForcesBranches))
    expect(seen(listed.map(({ owner }) => owner.relationshipType))).toEqual(new Set(militaryRelationshipTypes))
  })

  test('hides businesses for every reason there is', () => {
    const statuses = new Set(demo.filter((business) => !isListed(business)).map(({ owner }) => owner.status))
    expect(statuses).toEqual(new Set(['Verified', 'Pending', 'In Review', 'Rejected', null]))
    expect(demo.some(({ owner }) => owner.suspended)).toBe(true)
    expect(demo.some(({ isActive }) => isActive === false)).toBe(true)
  })

  test('gives no two businesses the same name, tagline, description or owner address', () => {
    for (const field of ['name', 'tagline', 'description'] as const) {
      expect(new Set(demo.map((business) => business[field])).size, field).toBe(demo.length)
    }
    expect(new Set(demo.map(({ owner }) => owner.email)).size).toBe(demo.length)
  })

  test('shows no drawing twice in a gallery', () => {
    for (const { name, gallery } of demo) {
      const drawn = gallery.map(({ scene }) => drawingNameOfSampleScene(scene))
      expect(new Set(drawn).size, name).toBe(drawn.length)
    }
  })

  test('leaves some without logo, gallery, website or place', () => {
    const share = (test: (business: SampleBusiness) => boolean) => listed.filter(test).length / listed.length
    expect(share(({ logo }) => !logo)).toBeCloseTo(0.06, 1)
    expect(share(({ gallery }) => gallery.length === 0)).toBeCloseTo(0.35, 1)
    expect(share(({ websiteUrl }) => !websiteUrl)).toBeCloseTo(0.2, 1)
    expect(listed.filter(({ city }) => !city).length).toBeGreaterThan(2)
  })

  test.each([
    ['it-support', 'LS1'],
    ['plumber', 'LS1'],
    ['coffee-shop', 'LS1'],
    ['solicitor', 'BS1'],
    ['web-designer', 'BS1'],
    ['electrician', 'G1'],
    ['accountant', 'SE1'],
    ['security-guard', 'SE1'],
    ['plumber', 'M1'],
    ['electrician', 'B1'],
    ['builder', 'NE1'],
    ['joiner', 'S1'],
    ['plumber', 'CF10'],
    ['electrician', 'BT1'],
    ['driving-instructor', 'GU11'],
  ])('has three firms or more that are %s within 30 miles of %s', (trade, outcode) => {
    const centre = positions.get(outcode)
    const near = listed.filter(({ postcode }) => {
      const position = positions.get(postcode?.split(' ')[0] ?? '')
      return centre && position && Math.hypot(position.x - centre.x, position.y - centre.y) < 30 * 1609.344
    })
    expect(near.filter((business) => business.trade === trade).length).toBeGreaterThanOrEqual(3)
  })

  test('tells the trade that each does by the slug', () => {
    const tradeOf = listTradesOfDemoBusinessesBySlug()
    expect(tradeOf.size).toBe(demo.length)
    expect(tradeOf.get('fellside-joinery-kendal')).toBe('joiner')
  })

  test('keeps its written businesses, the first of them for trying out', () => {
    expect(demo.slice(0, 14).map(({ name }) => name)).toEqual([
      'Fellside Joinery',
      'Anchor & Ember',
      'Northlight Electrical',
      'Harbour Row Legal',
      'Tamar Survey',
      'Second Watch',
      'Brecon Trail Company',
      'Ledger & Line',
      'Kelpie Cyber',
      'The Copper Kettle',
      'Lagan Plant',
      'Oak & Iron',
      'Saltmarsh Print',
      'Wayfinder Coaching',
    ])
  })
})

describe('every sample business', () => {
  test('of the bulk declares its trade, but for one in five: no trade, one near it, or any other', () => {
    const share = (test: (business: SampleBusiness) => boolean) => bulk.filter(test).length / bulk.length
    const isNear = ({ trade, declaredTrade }: SampleBusiness) =>
      loadSampleData().trades[trade]?.related.includes(declaredTrade ?? '') ?? false
    const isFar = (business: SampleBusiness) =>
      business.declaredTrade !== null && business.declaredTrade !== business.trade && !isNear(business)
    expect(share(({ declaredTrade }) => declaredTrade === null)).toBeCloseTo(1 / 15, 1)
    expect(share(isNear)).toBeCloseTo(1 / 15, 1)
    expect(share(isFar)).toBeCloseTo(1 / 15, 1)
    expect(Math.abs(share(({ trade, declaredTrade }) => trade === declaredTrade) - 0.8)).toBeLessThan(0.04)
  })

  test('of each trade of the demo declares it, if it is the first', () => {
    const first = new Map(demo.toReversed().map((business) => [business.trade, business]))
    for (const [trade, { declaredTrade }] of first) expect(declaredTrade).toBe(trade)
  })

  test.each([
    ['demo', demo],
    ['bulk', bulk],
  ])('of the %s is plainly a sample and reaches nobody', (_, businesses) => {
    for (const business of businesses) {
      expect(business.description).toMatch(/sample listing/i)
      expect(business.email).toMatch(/@[a-z0-9]+\.example$/)
      expect(business.owner.email).toMatch(/^[a-z0-9.]+@owners\.example$/)
      if (business.phone) expect(business.phone).toMatch(dramaNumber)
      if (business.websiteUrl) expect(new URL(business.websiteUrl).hostname).toMatch(/\.example$/)
      if (business.postcode) expect(business.postcode).toMatch(/^[A-Z]{1,2}\d{1,2} \dXX$/)
    }
  })

  test.each([
    ['demo', demo],
    ['bulk', bulk],
  ])('of the %s is whole: nothing is left to fill in', (_, businesses) => {
    for (const { name, tagline, description, productsServices } of businesses)
      expect([name, tagline, description, productsServices].join('\n')).not.toMatch(
        /[{}]|undefined|null|NaN|[.,] ?[.,]| {2}/,
      )
  })

  test.each([
    ['demo', demo.slice(14)],
    ['bulk', bulk],
  ])('of the %s has the industry of its trade, offers what that does, and is where its postcode is', (_, all) => {
    const towns = Object.entries(loadSampleData().places).flatMap(([region, list]) =>
      list.map((town) => ({ region, ...town })),
    )
    const areas = new Set(
      towns.flatMap(({ region, name, county, outcodes }) =>
        outcodes.map((outcode) => [region, name, county, outcode].join()),
      ),
    )
    for (const { trade, industry, productsServices, city, county, postcode } of all) {
      const expected = loadSampleData().trades[trade]
      expect(industry).toBe(expected?.industry)
      const services = productsServices.split('\n')
      const ofTrade = expected?.voices.flatMap((voice) => voice.services) ?? []
      expect(services.filter((service) => ofTrade.includes(service)).length).toBeGreaterThanOrEqual(3)
      expect(new Set(services).size).toBe(services.length)
      if (!postcode) continue
      expect(areas).toContain([regionOfPostcode(postcode), city, county, postcode.split(' ')[0]].join())
    }
  })

  test('links to pictures that exist', () => {
    for (const { scene } of [...demo, ...bulk].flatMap(({ gallery }) => gallery)) {
      expect(scene).toBeLessThan(countSampleScenes())
    }
  })
})

describe('the bulk', () => {
  test('has every trade among its first 3,400', () => {
    expect(new Set(bulk.slice(0, 3_400).map(({ trade }) => trade))).toEqual(
      new Set(Object.keys(loadSampleData().trades)),
    )
  })

  test('tells the trade that each does by the slug', () => {
    for (const [number, { name, city, trade }] of bulk.slice(0, 500).entries()) {
      expect(findTradeOfBulkSampleSlug(`${makeSlug(name, city)}-${number}`)).toBe(trade)
    }
    expect(findTradeOfBulkSampleSlug('fellside-joinery-kendal')).toBeNull()
  })

  test('seldom says the same thing twice', () => {
    for (const [field, share] of [
      ['description', 0.99],
      ['productsServices', 0.6],
    ] as const) {
      expect(new Set(bulk.map((business) => business[field])).size, field).toBeGreaterThan(bulk.length * share)
    }
  })

  test('leads searches astray: with surnames, towns, little words and trades that a firm does not do', () => {
    const share = (test: (business: SampleBusiness) => boolean) => bulk.filter(test).length / bulk.length
    const { names, trades } = loadSampleData()
    const surnames = new RegExp(`\\b(${names.surnames.join('|')})\\b`)
    expect(share(({ name }) => surnames.test(name))).toBeGreaterThan(0.1)
    expect(share((business) => /\b(it|us|who)\b/.test(textOf(business)))).toBeGreaterThan(0.5)
    for (const town of ['Bath', 'Reading', 'Sale', 'Deal'])
      expect(share(({ city }) => city === town)).toBeGreaterThan(0)
    const isStuffed = ({ trade, productsServices }: SampleBusiness) => {
      const ofTrade = trades[trade]?.voices.flatMap(({ services }) => services) ?? []
      return productsServices.split('\n').some((service) => !ofTrade.includes(service))
    }
    expect(share(isStuffed)).toBeCloseTo(0.05, 1)
    expect(share(isStuffed)).toBeGreaterThan(0.03)
  })

  test('gives the same n-th business whatever the count', () => {
    const [third] = [...generateSampleBusinesses(3)].slice(2)
    expect(third).toEqual(bulk[2])
    expect([...generateSampleBusinesses(3, 'another')][2]).not.toEqual(bulk[2])
  })

  test('lists all but about 3%', () => {
    expect(bulk.filter((business) => !isListed(business)).length / bulk.length).toBeCloseTo(0.03, 2)
  })

  test('seldom repeats a name in a town', () => {
    expect(new Set(bulk.map(({ name, city }) => `${name}, ${city}`)).size).toBeGreaterThan(bulk.length * 0.995)
  })

  test('has the benchmark words in the shares it says', () => {
    const texts = bulk.map(textOf)
    const share = (word: string) => texts.filter((text) => text.includes(word)).length / texts.length
    expect(share(benchmarkSearchWords.veryCommon)).toBeCloseTo(0.27, 1)
    expect(share(benchmarkSearchWords.common)).toBeCloseTo(0.02, 2)
    expect(share(benchmarkSearchWords.rare)).toBeGreaterThan(0)
    expect(share(benchmarkSearchWords.rare)).toBeLessThan(0.001)
  })
})
