import { describe, expect, test } from 'vitest'
import { postcodeAreas } from './postcode-areas.ts'
import { regionOfPostcode, regions } from './rules.ts'

describe('regionOfPostcode', () => {
  test.each([
    ['LA9 4XX', 'North West'],
    ['ne1 1aa', 'North East'],
    ['YO1', 'Yorkshire and the Humber'],
    ['NG1 1AA', 'East Midlands'],
    ['B1 1AA', 'West Midlands'],
    ['CB1 1AA', 'East of England'],
    ['SW1A 1AA', 'London'],
    ['OX1 1AA', 'South East'],
    ['TR1 1AA', 'South West'],
    ['EH1 1AA', 'Scotland'],
    ['LL57 1AA', 'Wales'],
    ['BT1 1AA', 'Northern Ireland'],
  ])('%s lies in %s', (postcode, region) => {
    expect(regionOfPostcode(postcode)).toBe(region)
  })

  test.each(['', 'GY1 1AA', 'JE2 3AA', 'IM1 1AA', 'BFPO 1', 'ZZ1 1AA', 'Kendal', '__proto__', 'CONSTRUCTOR1'])(
    '%j lies in none',
    (postcode) => {
      expect(regionOfPostcode(postcode)).toBeNull()
    },
  )
})

describe('the postcode areas', () => {
  test('are the 121 of the twelve regions', () => {
    expect(Object.keys(postcodeAreas)).toHaveLength(121)
    expect(new Set(Object.values(postcodeAreas).map(({ region }) => region))).toEqual(new Set(regions))
  })

  test('each has its region and its place on the map', () => {
    for (const [area, { region, easting, northing }] of Object.entries(postcodeAreas)) {
      expect(area).toMatch(/^[A-Z]{1,2}$/)
      expect(regionOfPostcode(`${area.toLowerCase()}1 1aa`)).toBe(region)
      expect(easting).toBeGreaterThan(80_000)
      expect(easting).toBeLessThan(660_000)
      expect(northing).toBeGreaterThan(10_000)
      expect(northing).toBeLessThan(1_220_000)
    }
  })

  test('lie where their region lies', () => {
    const meanNorthing = (name: string) => {
      const found = Object.values(postcodeAreas).filter(({ region }) => region === name)
      return found.reduce((sum, { northing }) => sum + northing, 0) / found.length
    }
    const southwards = ['Scotland', 'North East', 'West Midlands', 'London', 'South West'].map(meanNorthing)
    expect(southwards).toEqual(southwards.toSorted((a, b) => b - a))
  })
})
