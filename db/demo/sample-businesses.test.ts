import { describe, expect, test } from 'vitest'
import {
  armedForcesBranches,
  industries,
  militaryRelationshipTypes,
  regionOfPostcode,
  regions,
} from '#app/features/reference/rules.ts'
import { drawLogo, drawScene, sceneCount } from './drawings.ts'
import { markFamilies, namedMarks } from './logo-marks.ts'
import { placesByRegion } from './places.ts'
import { benchmarkWords, demoBusinesses, type SampleBusiness, sampleBusinesses } from './sample-businesses.ts'

const demo = demoBusinesses()
const isListed = ({ owner, isActive }: SampleBusiness) =>
  owner.status === 'Verified' && !owner.suspended && isActive !== false
const listed = demo.filter(isListed)
const bulk = [...sampleBusinesses(20_000)]

const dramaNumber =
  /^(01632 960\d{3}|07700 900\d{3}|020 7946 0\d{3}|029 2018 0\d{3}|028 9649 6\d{3}|0191 498 0\d{3}|01(1[3-8]|21|31|41|51|61) 496 0\d{3})$/

describe('the demo', () => {
  test('has 340 businesses that the public sees and 60 that it does not', () => {
    expect(listed).toHaveLength(340)
    expect(demo.filter((business) => !isListed(business))).toHaveLength(60)
  })

  test('covers every region, industry, branch and relationship', () => {
    const seen = (values: unknown[]) => new Set(values.filter((value) => value !== null))
    expect(seen(listed.map(({ postcode }) => postcode && regionOfPostcode(postcode)))).toEqual(new Set(regions))
    expect(seen(listed.map(({ industry }) => industry))).toEqual(new Set(industries))
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

  test('leaves some without logo, gallery, website or place', () => {
    const share = (test: (business: SampleBusiness) => boolean) => listed.filter(test).length / listed.length
    expect(share(({ logo }) => !logo)).toBeCloseTo(0.06, 1)
    expect(share(({ gallery }) => gallery.length === 0)).toBeCloseTo(0.35, 1)
    expect(share(({ websiteUrl }) => !websiteUrl)).toBeCloseTo(0.2, 1)
    expect(listed.filter(({ city }) => !city).length).toBeGreaterThan(2)
  })
})

describe('every sample business', () => {
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

  test('links to pictures that exist', () => {
    for (const { scene } of [...demo, ...bulk].flatMap(({ gallery }) => gallery)) expect(scene).toBeLessThan(sceneCount)
  })
})

test('a place lies in the region it is listed under', () => {
  for (const region of regions) {
    for (const [, , outcode] of placesByRegion[region]) expect(regionOfPostcode(outcode), outcode).toBe(region)
  }
})

describe('the bulk', () => {
  test('gives the same n-th business whatever the count', () => {
    const [third] = [...sampleBusinesses(3)].slice(2)
    expect(third).toEqual(bulk[2])
    expect([...sampleBusinesses(3, 'another')][2]).not.toEqual(bulk[2])
  })

  test('lists all but about 3%', () => {
    expect(bulk.filter((business) => !isListed(business)).length / bulk.length).toBeCloseTo(0.03, 2)
  })

  test('seldom repeats a name in a town', () => {
    expect(new Set(bulk.map(({ name, city }) => `${name}, ${city}`)).size).toBeGreaterThan(bulk.length * 0.995)
  })

  test('has the benchmark words in the shares it says', () => {
    const texts = bulk.map(({ name, tagline, description, productsServices }) =>
      [name, tagline, description, productsServices].join('\n').toLowerCase(),
    )
    const share = (word: string) => texts.filter((text) => text.includes(word)).length / texts.length
    expect(share(benchmarkWords.veryCommon)).toBeCloseTo(0.27, 1)
    expect(share(benchmarkWords.common)).toBeCloseTo(0.02, 2)
    expect(share(benchmarkWords.rare)).toBeGreaterThan(0)
    expect(share(benchmarkWords.rare)).toBeLessThan(0.001)
  })
})

describe('the drawings', () => {
  const scenes = Array.from({ length: sceneCount }, (_, index) => drawScene(index))
  const families = Object.keys(markFamilies) as (keyof typeof markFamilies)[]
  const logos = [
    ...(Object.keys(namedMarks) as (keyof typeof namedMarks)[]).map((mark) => drawLogo({ kind: 'named', mark })),
    ...families.flatMap((family, palette) =>
      [0, 1, 2].map((variant) => drawLogo({ kind: 'family', family, palette, letters: 'KB', variant })),
    ),
  ]

  test('are whole: every tag is closed, and no number is missing', () => {
    for (const svg of [...logos, ...scenes.map((scene) => scene.svg)]) {
      const open: string[] = []
      for (const [, close, tag = '', self] of svg.matchAll(/<(\/?)([a-zA-Z]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g)) {
        if (close) expect(open.pop()).toBe(tag)
        else if (!self) open.push(tag)
      }
      expect(open).toEqual([])
      expect(svg.replace(/<(\/?)([a-zA-Z]+)(?:\s+[\w-]+="[^"<]*")*\s*(\/?)>/g, '')).toBe('')
      expect(svg).not.toMatch(/NaN|undefined|null/)
    }
  })

  test('hold no text, no script and nothing from outside', () => {
    for (const svg of [...logos, ...scenes.map((scene) => scene.svg)]) {
      expect(svg).not.toMatch(/<text|<script|<image|<foreignObject|href|url\((?!#)|\son\w+=/i)
    }
  })

  test('are all different, and cover every industry', () => {
    expect(new Set(scenes.map(({ svg }) => svg)).size).toBe(sceneCount)
    expect(new Set(scenes.map(({ caption }) => caption)).size).toBe(sceneCount)
    for (const industry of industries) {
      expect(scenes.filter(({ subjects }) => subjects.includes(industry)).length, industry).toBeGreaterThan(2)
    }
  })

  test('end where the pool ends', () => {
    expect(() => drawScene(sceneCount)).toThrow(RangeError)
  })
})
