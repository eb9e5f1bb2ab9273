import { expect, test } from 'vitest'
import { chooseFirmsForHomeMap } from './rules.ts'

const position = { x: 288_000, y: 680_000 }
const kelpie = { slug: 'kelpie', name: 'Kelpie Cyber', city: 'Falkirk', postcode: 'FK1 1XX', position }

// spec: look.5
test('the first firm of each region is named that has a place and a name that fits', () => {
  const firms = chooseFirmsForHomeMap([
    { ...kelpie, slug: 'long', name: 'A name that is far too long for the map' },
    { ...kelpie, slug: 'nowhere', position: null },
    { ...kelpie, slug: 'london', city: 'London', postcode: 'SW1A 1XX' },
    kelpie,
    { ...kelpie, slug: 'later' },
    { ...kelpie, slug: 'lagan', name: 'Lagan Plant', city: 'Belfast', postcode: 'bt1 1xx' },
  ])
  expect(firms).toEqual([
    { slug: 'kelpie', name: 'Kelpie Cyber', town: 'Falkirk', region: 'Scotland', ...position },
    { slug: 'lagan', name: 'Lagan Plant', town: 'Belfast', region: 'Northern Ireland', ...position },
  ])
  expect(chooseFirmsForHomeMap([])).toEqual([])
})
