import type { NationalGridPosition } from '#app/features/places/model.ts'
import { postcodeAreasOfRegion, type Region, regionOfPostcode, regions } from '#app/features/reference/rules.ts'
import { nationalGridToUkMapPoint } from '#app/lib/country.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { metresOfMiles } from '../rules.ts'
import {
  type DirectoryMapData,
  type DirectoryMapMark,
  type DirectoryMapMarkName,
  type DirectoryMapPlace,
  directoryMapWidths,
  type FirmNamedOnDirectoryMap,
  type FirmNamedOnHomeMap,
  homeMapRegions,
} from './model.ts'

interface Bounds {
  west: number
  south: number
  east: number
  north: number
}

/** The whole country with the northern isles, five parts wide and nine high. */
const country: Bounds = { west: -8_000, south: 0, east: 672_555, north: 1_225_000 }

/** Where the bar of a region stands: in its middle, or beside it where its neighbours' bars would cover it. */
const regionBars: Record<Region, { x: number; y: number }> = {
  'North East': { x: 424_000, y: 606_000 },
  'North West': { x: 352_000, y: 440_000 },
  'Yorkshire and the Humber': { x: 446_000, y: 468_000 },
  'East Midlands': { x: 488_000, y: 330_000 },
  'West Midlands': { x: 392_000, y: 290_000 },
  'East of England': { x: 625_000, y: 285_000 },
  London: { x: 530_000, y: 170_000 },
  'South East': { x: 430_000, y: 125_000 },
  'South West': { x: 290_000, y: 85_000 },
  Scotland: { x: 290_000, y: 740_000 },
  Wales: { x: 285_000, y: 262_000 },
  'Northern Ireland': { x: 115_000, y: 525_000 },
}

/** Names of regions that are too long for the map of the country. */
const shortRegionNames: Partial<Record<Region, string>> = {
  'Yorkshire and the Humber': 'Yorkshire',
  'East of England': 'East',
  'Northern Ireland': 'N. Ireland',
}

/** Metres beside the outermost bars of a region. */
const margin = 30_000
/** The height of the tallest bar. */
const tallestBar = 2
/** Around a place: how much more than the outer ring is seen. */
const beyondRing = 1.08

function viewBoxOf({ west, south, east, north }: Bounds): string {
  const from = nationalGridToUkMapPoint({ x: west, y: north })
  const to = nationalGridToUkMapPoint({ x: east, y: south })
  return [from.x, from.y, to.x - from.x, to.y - from.y].map((value) => value.toFixed(2)).join(' ')
}

/** Where a point is in per cent of what is seen. */
function inPerCent({ x, y }: NationalGridPosition, { west, south, east, north }: Bounds): { x: number; y: number } {
  const rounded = (part: number) => Math.round(part * 1_000) / 10
  return { x: rounded((x - west) / (east - west)), y: rounded((north - y) / (north - south)) }
}

interface CountedArea extends NationalGridPosition {
  label: string
  short?: string
  near: string
  firms: number
}

function toMapOfBars(depth: 'country' | 'region', bounds: Bounds, counted: CountedArea[]): DirectoryMapData {
  const shown = counted.filter(({ firms }) => firms > 0).toSorted((one, other) => other.firms - one.firms)
  const most = Math.max(0, ...shown.map(({ firms }) => firms))
  const { marks } = placeDirectoryMapMarks(
    shown.map(({ label, short = label, firms, ...position }) => ({
      ...inPerCent(position, bounds),
      text: short,
      count: formatMapCount(firms),
      size: toHundredths(directoryMapBarHeight(firms, most) * tallestBar),
    })),
    { shape: 'bar', ratio: (bounds.north - bounds.south) / (bounds.east - bounds.west) },
  )
  return {
    depth,
    viewBox: viewBoxOf(bounds),
    areas: shown.map(({ label, near, firms }, index) => ({
      label,
      near,
      firms,
      named: [],
      mark: marks[index] ?? null,
      isHere: false,
    })),
    firms: shown.reduce((sum, { firms }) => sum + firms, 0),
    unlistedAreas: 0,
    around: null,
  }
}

/** Sums the counts of postcode areas by region. */
export function toCountryDirectoryMap(counts: ReadonlyMap<string, number>): DirectoryMapData {
  return toMapOfBars(
    'country',
    country,
    regions.map((region) => ({
      label: region,
      short: shortRegionNames[region] ?? region,
      near: region,
      firms: postcodeAreasOfRegion(region).reduce((sum, { code }) => sum + (counts.get(code) ?? 0), 0),
      ...regionBars[region],
    })),
  )
}

/** The postcode areas of a region, each at its post town. */
export function toRegionDirectoryMap(region: string, counts: ReadonlyMap<string, number>): DirectoryMapData {
  const own = postcodeAreasOfRegion(region)
  // Several areas of London have its name: their codes tell them apart.
  const isAlone = (town: string) => own.filter((area) => area.town === town).length === 1
  return toMapOfBars(
    'region',
    squareAround(own.map(({ easting, northing }) => ({ x: easting, y: northing }))),
    own.map(({ code, town, easting, northing }) => ({
      label: isAlone(town) ? town : `${town} ${code}`,
      near: isAlone(town) ? town : `${code}1`,
      firms: counts.get(code) ?? 0,
      x: easting,
      y: northing,
    })),
  )
}

/** The smallest square with all points, and a margin. */
function squareAround(points: NationalGridPosition[]): Bounds {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const middle = { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
  return squareWith(middle, Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) / 2 + margin)
}

function squareWith({ x, y }: NationalGridPosition, half: number): Bounds {
  return { west: x - half, east: x + half, south: y - half, north: y + half }
}

/** Where all towns have fewer firms than this, their circles are small. */
const fewFirms = 20

/** A town around the place of a search, with its firms. */
interface CountedTown extends NationalGridPosition {
  label: string
  firms: number
  named: FirmNamedOnDirectoryMap[]
  allFirms: number
  allTowns: number
}

interface MappedPlace {
  position: NationalGridPosition
  label: string
  miles: number
  beyond: DirectoryMapPlace['beyond']
}

/** The towns around a place, those with most firms first. The place itself is named before them. */
export function toPlaceDirectoryMap(
  { position, label, miles, beyond }: MappedPlace,
  towns: CountedTown[],
): DirectoryMapData {
  const bounds = squareWith(position, metresOfMiles(miles) * beyondRing)
  const rings = [miles, miles / 2].map((each) => ({
    miles: each,
    reach: toHundredths((each / miles / beyondRing) * 50),
  }))
  const isHere = (town: CountedTown) => town.label.toLowerCase() === label.toLowerCase()
  const own = towns.find(isHere)
  const named = towns.filter((town) => town.label !== '' && town !== own)
  const most = Math.max(fewFirms, ...towns.map(({ firms }) => firms))
  const toPoint = (town: CountedTown) => ({
    ...inPerCent(town, bounds),
    text: town.label,
    count: formatMapCount(town.firms),
    size: directoryMapCircleRadius(town.firms, most),
  })
  const {
    marks: [here = null, ...others],
    texts,
  } = placeDirectoryMapMarks(
    [own ? toPoint(own) : { x: 50, y: 50, text: label, count: '', size: placeRadius }, ...named.map(toPoint)],
    { shape: 'circle', ratio: 1, texts: rings.map(toRingText) },
  )
  const markOf = (town: CountedTown) => (town === own ? here : (others[named.indexOf(town)] ?? null))
  const listed = towns.reduce((sum, { firms }) => sum + firms, 0)
  return {
    depth: 'place',
    viewBox: viewBoxOf(bounds),
    areas: towns.map((town) => ({
      label: town.label === '' ? null : town.label,
      firms: town.firms,
      near: null,
      named: town.named,
      mark: markOf(town),
      isHere: town === own,
    })),
    firms: towns[0]?.allFirms ?? listed,
    unlistedAreas: Math.max(0, (towns[0]?.allTowns ?? 0) - towns.length),
    around: {
      label,
      mark: own ? null : here,
      rings: rings.map((ring, index) => ({ ...ring, text: texts[index] ?? null })),
      miles,
      beyond,
    },
  }
}

/** The text of a ring, on its line: at its lowest point, or wherever else there is room. */
function toRingText({ miles, reach }: { miles: number; reach: number }) {
  const points = [90, 270, 60, 120, 300, 240, 0, 180].map((degrees) => ({
    x: toHundredths(50 + reach * Math.cos((degrees / 180) * Math.PI)),
    y: toHundredths(50 + reach * Math.sin((degrees / 180) * Math.PI)),
  }))
  return { text: formatCountWithNoun(miles, 'mile'), points }
}

const shortNumbers = new Intl.NumberFormat('en-GB', { notation: 'compact' })

/** A number of firms as a mark has it: '12', '1.2K'. */
function formatMapCount(firms: number): string {
  return shortNumbers.format(firms)
}

/** The longest name that fits beside the map, in characters. */
const labelLength = 20

interface Placed {
  slug: string
  name: string
  city: string | null
  postcode: string | null
  position: NationalGridPosition | null
}

/** Chooses the firms that the front page names: the first of each region whose name and town fit. */
export function chooseFirmsForHomeMap(firms: Placed[]): FirmNamedOnHomeMap[] {
  const fitting = firms.flatMap(({ slug, name, city, postcode, position }) => {
    if (!city || !postcode || !position || Math.max(name.length, city.length) > labelLength) return []
    return [{ slug, name, town: city, ...position, in: regionOfPostcode(postcode) }]
  })
  return homeMapRegions.flatMap((region) => {
    const firm = fitting.find((each) => each.in === region)
    if (!firm) return []
    const { in: _, ...named } = firm
    return [{ ...named, region }]
  })
}

/** The height of a bar for its number of firms, from 0 to 1: by the square root, so that small numbers are seen beside large ones. */
function directoryMapBarHeight(firms: number, most: number): number {
  return Math.max(0.12, Math.sqrt(firms / Math.max(1, most)))
}

/** The radius of the mark where no town is. */
const placeRadius = 0.35
/** Half of what a finger needs, 24 pixels, in em. */
const halfTarget = 0.86

/** Rounded to hundredths. */
function toHundredths(value: number): number {
  return Math.round(value * 100) / 100
}

/** The radius of a town's circle: by the square root of its firms, and never less than its number and a finger need. */
export function directoryMapCircleRadius(firms: number, most: number): number {
  const ofCount = 0.45 + formatMapCount(firms).length * 0.26
  return toHundredths(Math.max(halfTarget, ofCount, Math.sqrt(firms / most) * 1.35))
}

interface MapPoint {
  /** In per cent of the drawing. */
  x: number
  y: number
  text: string
  /** What the mark says itself; empty for a point, which others may cover. */
  count: string
  size: number
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The width of a character and the height of a line, in em. */
const character = 0.54
const line = 1.15

function boxAround(x: number, y: number, width: number, height: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function isApart(one: Box, other: Box): boolean {
  return one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
}

interface DrawnMap {
  shape: 'circle' | 'bar'
  /** Its height in parts of its width. */
  ratio: number
  /** Further texts, each with the points where it may stand, the best first. */
  texts?: { text: string; points: { x: number; y: number }[] }[]
}

/** What a drawing shows: the texts are where they stand, or null. */
interface PlacedMap {
  marks: DirectoryMapMark[]
  texts: ({ x: number; y: number } | null)[]
}

/** The width of a phone of 320 pixels: the place in {@link directoryMapWidths} from which marks and names are chosen. */
const firstPlaced = 1
/** Towns that have their mark and their name before any other has a mark. */
const markedFirst = 6

/**
 * Places marks and their names, those that come first first, so that none covers another in a drawing of any of
 * {@link directoryMapWidths}: each has the narrowest width from which there is room for it. A wider drawing only moves them apart.
 */
export function placeDirectoryMapMarks(points: MapPoint[], { shape, ratio, texts = [] }: DrawnMap): PlacedMap {
  const marks = points.map(({ x, y, size, count }): DirectoryMapMark => ({ x, y, size, count, from: null, name: null }))
  const at = ({ x, y }: { x: number; y: number }, width: number) => ({
    x: (x / 100) * width,
    y: (y / 100) * width * ratio,
  })
  const taken = new Map<number, Box[]>(directoryMapWidths.map((width) => [width, []]))
  /** Takes the room of a box in all of these drawings, if it is free in each. */
  const take = (widths: readonly number[], boxOf: (width: number) => Box, isWhole: boolean): boolean => {
    const isFree = widths.every((width) => {
      const box = boxOf(width)
      const isSeen = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= width * ratio
      return (isSeen || !isWhole) && (taken.get(width) ?? []).every((other) => isApart(box, other))
    })
    if (isFree) for (const width of widths) taken.get(width)?.push(boxOf(width))
    return isFree
  }
  const markBox = (point: MapPoint) => (width: number) => boxOfMark(shape, at(point, width), point)
  const nameBox =
    (point: MapPoint, { dx, dy, anchor }: NamePosition) =>
    (width: number) => {
      const { x, y } = at(point, width)
      const length = point.text.length * character
      const middle = anchor === 'middle' ? 0 : anchor === 'start' ? length / 2 : -length / 2
      return boxAround(x + dx + middle, y + dy - baseline, length, line)
    }
  const widest = directoryMapWidths.slice(-1)
  const hasRoom = new Set<MapPoint>()
  /** Decides which of these the widest drawing has, before any is placed: none of few firms takes the room of one of many. */
  const admit = (admitted: MapPoint[]) => {
    for (const point of admitted) {
      if (point.count === '' || take(widest, markBox(point), false)) hasRoom.add(point)
    }
  }
  const placeMark = (from: number, point: MapPoint, mark: DirectoryMapMark) => {
    if (mark.from !== null || !hasRoom.has(point)) return
    const others = directoryMapWidths.slice(from, -1)
    if (point.count === '' || take(others, markBox(point), false)) mark.from = from
  }
  const placeName = (from: number, point: MapPoint, mark: DirectoryMapMark) => {
    if (mark.from === null || mark.name !== null) return
    const wider = directoryMapWidths.slice(from)
    const position = namePositionsOf(shape, point).find((each) => take(wider, nameBox(point, each), true))
    if (position) mark.name = { text: point.text, ...position, from }
  }
  const pairs = points.flatMap((point, index) => (marks[index] ? [{ point, mark: marks[index] }] : []))
  const first = pairs.slice(0, shape === 'bar' ? undefined : markedFirst)
  admit(first.map(({ point }) => point))
  for (const { point, mark } of first) placeMark(firstPlaced, point, mark)
  for (const { point, mark } of first) placeName(firstPlaced, point, mark)
  admit(pairs.slice(first.length).map(({ point }) => point))
  const placeFrom = (from: number) => {
    for (const { point, mark } of pairs) {
      placeMark(from, point, mark)
      placeName(from, point, mark)
    }
  }
  placeFrom(firstPlaced)
  const textsPlaced = texts.map(({ text, points: choices }) => {
    const boxOf = (choice: { x: number; y: number }) => (width: number) => {
      const { x, y } = at(choice, width)
      return boxAround(x, y, text.length * character, line)
    }
    return choices.find((choice) => take(directoryMapWidths.slice(firstPlaced), boxOf(choice), true)) ?? null
  })
  for (let from = firstPlaced + 1; from < directoryMapWidths.length; from += 1) placeFrom(from)
  // With large text a drawing has room for some of these only.
  const [narrowest] = directoryMapWidths
  for (const [index, point] of points.entries()) {
    const mark = marks[index]
    if (mark?.from !== firstPlaced) continue
    if (point.count !== '' && !take([narrowest], markBox(point), false)) continue
    mark.from = 0
    if (mark.name?.from === firstPlaced && take([narrowest], nameBox(point, mark.name), true)) mark.name.from = 0
  }
  return { marks, texts: textsPlaced }
}

/** From the middle of a line to its baseline. */
const baseline = 0.36

function boxOfMark(shape: DrawnMap['shape'], { x, y }: { x: number; y: number }, { size, count }: MapPoint): Box {
  if (shape === 'circle') return boxAround(x, y, size * 2 + 0.1, size * 2 + 0.1)
  const half = Math.max(halfTarget, (count.length * character) / 2)
  return { left: x - half, right: x + half, top: y - size - line - 0.1, bottom: y + 0.1 }
}

/** More than the radius of any circle. */
const coveringCircle = 1.6

type NamePosition = Omit<DirectoryMapMarkName, 'text' | 'from'>

/** Where the name of a mark may stand, the best first: on the side of the nearer edge, where fewer others are. */
function namePositionsOf(shape: DrawnMap['shape'], { x, size, count }: MapPoint): NamePosition[] {
  const beside = (dx: number, dy: number): NamePosition[] => {
    const right = { dx: toHundredths(dx), dy: toHundredths(dy), anchor: 'start' as const }
    const left = { dx: toHundredths(-dx), dy: toHundredths(dy), anchor: 'end' as const }
    return x < 50 ? [left, right] : [right, left]
  }
  const middle = (dy: number): NamePosition => ({ dx: 0, dy: toHundredths(dy), anchor: 'middle' })
  const besideBar = Math.max(halfTarget, (count.length * character) / 2) + 0.2
  // The mark of a town may cover a point.
  if (count === '')
    return [size, coveringCircle].flatMap((each) => [...beside(each + 0.25, baseline), middle(each + 1)])
  return shape === 'circle'
    ? [...beside(size + 0.25, baseline), middle(size + 1), middle(-size - 0.3)]
    : [middle(1.1), ...beside(besideBar, -0.2), ...beside(besideBar, -size), middle(-size - 1.5)]
}
