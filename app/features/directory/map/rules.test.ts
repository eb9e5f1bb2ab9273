import { expect, test } from 'vitest'
import { type DirectoryMapMark, directoryMapWidths } from './model.ts'
import {
  chooseFirmsForHomeMap,
  directoryMapCircleRadius,
  placeDirectoryMapMarks,
  toCountryDirectoryMap,
  toPlaceDirectoryMap,
} from './rules.ts'

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

const leeds = { x: 430_000, y: 433_000 }
const around = { position: leeds, label: 'Leeds', miles: 20, beyond: 'come' } as const

function town(label: string, firms: number, east: number, north: number) {
  const named = [{ slug: 'firm', name: 'Firm' }]
  return { label, firms, x: leeds.x + east * 1_000, y: leeds.y + north * 1_000, named, allFirms: 100, allTowns: 9 }
}

const yorkshire = [
  town('Bradford', 30, -14, -1),
  town('Leeds', 28, 0, 0),
  town('Huddersfield', 12, -16, -17),
  town('Wakefield', 9, 3, -13),
  town('Harrogate', 8, -1, 22),
  town('Halifax', 3, -21, -8),
  town('', 2, 0, 3),
  town('Pudsey', 1, -7, 0),
]

// spec: finding.11
test('around a place its towns are marked, and those of most firms named in the smallest drawing', () => {
  const map = toPlaceDirectoryMap(around, yorkshire)
  expect(map).toMatchObject({ depth: 'place', firms: 100, unlistedAreas: 1 })
  expect(map.around?.rings).toEqual([
    { miles: 20, reach: 46.3, text: expect.any(Object) },
    { miles: 10, reach: 23.15, text: expect.any(Object) },
  ])
  const at320 = map.areas.filter(({ mark }) => mark?.name && mark.name.from <= 1).map(({ label }) => label)
  expect(at320).toEqual(expect.arrayContaining(['Bradford', 'Leeds', 'Huddersfield', 'Wakefield', 'Harrogate']))
  expect(map.areas[1]).toMatchObject({ isHere: true, mark: { x: 50, y: 50 } })
  expect(map.areas[6]).toMatchObject({ label: null, mark: null })
})

test('a place that no firm has as its town is named where it is', () => {
  const map = toPlaceDirectoryMap({ ...around, label: 'LS1' }, yorkshire)
  expect(map.around?.mark).toMatchObject({ x: 50, y: 50, from: 0, name: { text: 'LS1', from: 0 } })
  expect(toPlaceDirectoryMap(around, [])).toMatchObject({ areas: [], firms: 0, unlistedAreas: 0 })
})

test('no mark and no name covers another, in a drawing of any width', () => {
  // Sixty towns in places that look random, and are the same in each run.
  const points = Array.from({ length: 60 }, (_, index) => ({
    x: (index * 37.7) % 100,
    y: (index * 61.3) % 100,
    text: 'Town'.padEnd(3 + (index % 12), 's'),
    count: String(60 - index),
    size: directoryMapCircleRadius(60 - index, 60),
  }))
  const { marks } = placeDirectoryMapMarks(points, { shape: 'circle', ratio: 1 })
  for (const [level, narrowest] of directoryMapWidths.entries()) {
    for (const width of [narrowest, narrowest * 1.2]) {
      const boxes = marks.flatMap((mark) => boxesOf(mark, level, width))
      const covering = boxes.filter((one, index) => boxes.some((other, at) => at > index && covers(one, other)))
      expect(covering).toEqual([])
    }
  }
  expect(marks.filter(({ from }) => from !== null).length).toBeGreaterThan(30)
  expect(marks.slice(0, 6).filter(({ name }) => name !== null && name.from <= 1).length).toBeGreaterThanOrEqual(4)
})

/** What is drawn of a mark in a drawing of a width: left, top, right, bottom. */
function boxesOf({ x, y, size, from, name }: DirectoryMapMark, level: number, width: number): number[][] {
  if (from === null || from > level) return []
  const middle = { x: (x / 100) * width, y: (y / 100) * width }
  const circle = [middle.x - size, middle.y - size, middle.x + size, middle.y + size]
  if (!name || name.from > level) return [circle]
  const length = name.text.length * 0.5
  const start = middle.x + name.dx - { start: 0, middle: length / 2, end: length }[name.anchor]
  return [circle, [start, middle.y + name.dy - 0.8, start + length, middle.y + name.dy + 0.2]]
}

function covers([left = 0, top = 0, right = 0, bottom = 0]: number[], [l = 0, t = 0, r = 0, b = 0]: number[]): boolean {
  return left < r && l < right && top < b && t < bottom
}

test('regions without firms have no bar; on a phone each other has one, and most have their name', () => {
  const { areas } = toCountryDirectoryMap(
    new Map(Object.entries({ LS: 9, G: 8, CF: 7, BT: 6, SW: 5, M: 4, B: 3, NE: 2, EX: 1, NR: 1, NG: 1 })),
  )
  expect(areas[0]).toMatchObject({ label: 'Yorkshire and the Humber', firms: 9, mark: { name: { text: 'Yorkshire' } } })
  expect(areas.map(({ label }) => label)).not.toContain('South East')
  expect(areas.filter(({ mark }) => (mark?.from ?? 9) > 1)).toEqual([])
  expect(areas.filter(({ mark }) => (mark?.name?.from ?? 9) <= 2).length).toBeGreaterThanOrEqual(8)
})
