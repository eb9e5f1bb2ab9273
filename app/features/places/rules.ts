import { postcodeArea } from '#app/lib/postcodes.ts'
import { type ParsedPostcode, parseUkPostcode } from '#app/lib/read-postcode.ts'
import type { NationalGridPosition, Place, PlaceKind } from './model.ts'
import type { Outcode, PlacesFile } from './place-files.ts'

/** A row of the table `places`, but for its search name, which the database writes. */
export interface PlaceRow {
  slug: string
  name: string
  /** What is typed for it: its name, or another. */
  typed: string
  kind: PlaceKind
  rank: number
  position: NationalGridPosition | null
  county: string | null
}

/** The rank of towns that only uk-outcodes.csv has, and of outcodes, counties and regions, which no town competes with. */
const ranks = { village: 4, outcode: 1, area: 2 } as const

/** Positions of one town's outcodes further from each other than this belong to several places of the same name. */
const townMetres = 15_000

/** 'Newport, Shropshire' gives 'newport-shropshire'. */
export function placeSlug(...names: (string | null)[]): string {
  return names
    .filter((name) => name !== null)
    .join(' ')
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The mean of positions. */
function middleOf(positions: NationalGridPosition[]): NationalGridPosition {
  const mean = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)
  return { x: mean(positions.map(({ x }) => x)), y: mean(positions.map(({ y }) => y)) }
}

/** How far two positions are from each other, in metres. */
export function nationalGridDistance(one: NationalGridPosition, other: NationalGridPosition): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

/** The outcodes of a county or region of places.yaml. */
export function outcodesOfCountyOrRegion(area: string, outcodes: Outcode[], { counties }: PlacesFile): Outcode[] {
  const parts = new Set([area])
  // What is added is gone through, too.
  for (const part of parts) for (const inner of counties[part] ?? []) parts.add(inner)
  return outcodes.filter(({ name, region, ukRegion }) =>
    [name, region, ukRegion, postcodeArea(name)].some((part) => part !== null && parts.has(part)),
  )
}

/**
 * Makes the rows of the table `places`. Towns of places.yaml come first; of the towns in uk-outcodes.csv, one near a town of the
 * same name is that town, and the others are villages, told apart by county.
 * @throws Error if a town names an outcode that does not exist
 */
export function toPlaceRows(outcodes: Outcode[], file: PlacesFile): PlaceRow[] {
  const positions = new Map(outcodes.map(({ name, position }) => [name, position]))
  const rows: PlaceRow[] = outcodes.map(({ name, position }) => ({
    slug: name.toLowerCase(),
    name,
    typed: name,
    kind: 'outcode',
    rank: ranks.outcode,
    position,
    county: null,
  }))
  const towns = new Map<string, PlaceRow>()
  for (const [rank, entries] of Object.entries(file.towns)) {
    for (const [name, outcode] of Object.entries(entries)) {
      const position = positions.get(outcode)
      if (!position) throw new Error(`content/places.yaml: ${name}: there is no outcode ${outcode}`)
      const row: PlaceRow = {
        slug: placeSlug(name),
        name,
        typed: name,
        kind: 'town',
        rank: Number(rank),
        position,
        county: null,
      }
      towns.set(name.toLowerCase(), row)
      rows.push(row)
    }
  }
  rows.push(...villageRows(outcodes, towns))
  for (const [name, places] of Object.entries(file.namesakes)) {
    for (const [county, outcode] of Object.entries(places)) {
      const position = positions.get(outcode)
      if (!position) throw new Error(`content/places.yaml: ${name}, ${county}: there is no outcode ${outcode}`)
      const slug = placeSlug(name, county)
      rows.push({ slug, name, typed: name, kind: 'town', rank: ranks.village, position, county })
    }
  }
  const taken = new Set(rows.map(({ slug }) => slug))
  const areas: [PlaceKind, string[]][] = [
    ['county', Object.keys(file.counties)],
    ['region', file.regions],
  ]
  for (const [kind, names] of areas) {
    for (const name of names) {
      const slug = placeSlug(name)
      const free = taken.has(slug) ? `${slug}-${kind}` : slug
      taken.add(free)
      rows.push({ slug: free, name, typed: name, kind, rank: ranks.area, position: null, county: null })
    }
  }
  for (const [other, name] of Object.entries(file.otherNames)) {
    const place =
      towns.get(name.toLowerCase()) ?? rows.find((row) => row.name === name && ['county', 'region'].includes(row.kind))
    if (!place) throw new Error(`content/places.yaml: ${other}: there is no place ${name}`)
    rows.push({ ...place, typed: other, slug: `${place.slug}--${placeSlug(other)}` })
  }
  return rows
}

/** The towns of uk-outcodes.csv that places.yaml does not have, or that are somewhere else. */
function villageRows(outcodes: Outcode[], towns: Map<string, PlaceRow>): PlaceRow[] {
  const named = Map.groupBy(
    outcodes.filter(({ town }) => town !== ''),
    ({ town }) => town,
  )
  const slugs = new Set([...towns.values()].map(({ slug }) => slug))
  const rows: PlaceRow[] = []
  for (const [town, all] of named) {
    const larger = towns.get(town.toLowerCase())
    const groups: Outcode[][] = []
    for (const outcode of all) {
      if (larger?.position && nationalGridDistance(larger.position, outcode.position) < townMetres) continue
      const group = groups.find((others) =>
        others.some(({ position }) => nationalGridDistance(position, outcode.position) < townMetres),
      )
      if (group) group.push(outcode)
      else groups.push([outcode])
    }
    for (const group of groups) {
      const county = group[0]?.region || null
      // A town alone by its name keeps it; of several, each is told apart by its county.
      const isAlone = groups.length === 1 && !larger
      const candidates = isAlone
        ? [placeSlug(town)]
        : [placeSlug(town, county), placeSlug(town, group[0]?.name ?? null)]
      const slug = candidates.find((candidate) => !slugs.has(candidate))
      if (!slug) continue
      slugs.add(slug)
      rows.push({
        slug,
        name: town,
        typed: town,
        kind: 'town',
        rank: ranks.village,
        position: middleOf(group.map(({ position }) => position)),
        county,
      })
    }
  }
  return rows
}

/** The outcode nearest to a position, of some. */
export function nearestPlaceTo<T extends { position: NationalGridPosition }>(
  places: T[],
  position: NationalGridPosition,
): T | undefined {
  let nearest: T | undefined
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const metres = nationalGridDistance(place.position, position)
    if (metres < least) [nearest, least] = [place, metres]
  }
  return nearest
}

/** A postcode anywhere in a text, the last one; null if it has none. */
export function findPostcodeInText(text: string): Exclude<ParsedPostcode, { kind: 'half' }> | null {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  const windows = words.flatMap((_, index) => [words.slice(index, index + 2), words.slice(index, index + 1)]).reverse()
  for (const window of [words, ...windows]) {
    const read = parseUkPostcode(window.join(' '))
    if (read && read.kind !== 'half') return read
  }
  return null
}

/** The first half of a postcode at the end of a text, perhaps with the figure behind it: 'LS1', 'LS 1', 'Leeds LS1 4'. */
export function findOutcodeAtEndOfText(text: string): { outcode: string; hasMore: boolean } | null {
  const [, spaced = '', letters = '', digits = '', more] =
    /(?:^|\s)(?:([a-z]{1,2}\d[a-z\d]?)|([a-z]{1,2})[\s-]+(\d[a-z\d]?))([\s-]+\d)?$/i.exec(text) ?? []
  const outcode = spaced || letters + digits
  return outcode ? { outcode: outcode.toLowerCase(), hasMore: more !== undefined } : null
}

/** More parts are a street and a house, and each is looked up. */
const partsMaximum = 5

/** A country at the end of a part: 'London UK', but not 'East of England'. */
const country = /(?:^|(?<! of)[\s(]+)(?:the )?(?:u\.?k|united kingdom|g\.?b|great britain|britain|england)\)?$/i
/** What people write around the name of a town. */
const around = /^(?:in|near|around) +| +(?:area|(?:city|town) centre)$/gi

/** Parts a text at its commas, without the country at its end: 'London, England' and 'London UK' give London. */
export function splitPlaceText(text: string): string[] {
  const parts = text
    .split(/[,;]+/)
    .map((part) => part.replace(/^[\s.]+|[\s.]+$/g, '').replace(around, ''))
    .filter((part) => part !== '')
  for (let last = parts.pop(); last !== undefined; last = parts.pop()) {
    const bare = last.replace(country, '')
    // 'England, United Kingdom' has two.
    if (bare !== '' && bare === last) return [...parts, last].slice(-partsMaximum)
    if (bare !== '') parts.push(bare)
  }
  return []
}

/** A whole postcode, badly spaced or not: 'ls14dy' gives LS1 and 4DY. Null for other texts. */
export function parsePostcodeParts(text: string): { outcode: string; incode: string } | null {
  const bare = text.replace(/\s+/g, '').toUpperCase()
  const [, outcode = '', incode = ''] = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/.exec(bare) ?? []
  return outcode ? { outcode, incode } : null
}

/** The edit distance that a misspelt name may have: a letter in a short one, two in a longer one. */
export function maxPlaceNameEditDistance(name: string): number {
  return name.length <= 5 ? 1 : 2
}

export function distinctPlaces(found: Place[]): Place[] {
  return [...new Map(found.map((place) => [place.slug, place])).values()]
}
