import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { industries } from '#app/features/reference/rules.ts'
import { loadSampleData } from '#demo/sample-data.ts'

const text = z.string().min(1)
const trade = text.refine((id) => id in loadSampleData().trades, 'is not a trade of the demo')
const miles = z.number().positive()

const noneRule = z.strictObject({ none: z.literal(true) })

const businessRule = z
  .strictObject({
    trade: trade.optional(),
    anyOfTrades: z.array(trade).min(2).optional(),
    industry: z.enum(industries).optional(),
    /** With `of`, the slug of a place. */
    withinMiles: miles.optional(),
    of: text.optional(),
    town: text.optional(),
    county: text.optional(),
    /** Is contained in the name, accents and all. */
    name: text.optional(),
  })
  .refine((rule) => Object.keys(rule).length > 0, 'says nothing')
  .refine((rule) => (rule.withinMiles === undefined) === (rule.of === undefined), 'needs both withinMiles and of')

/** What is right for a search: the businesses it is true of, or nothing at all. */
export type BusinessRule = z.output<typeof businessRule>

const relevanceSearch = z.strictObject({
  /** What is typed into 'What do you need?'. */
  search: z.string().default(''),
  /** What is typed into 'Where?', and chosen beside it. */
  near: z.string().default(''),
  within: z.string().default(''),
  right: z.union([noneRule, businessRule]),
})

export type RelevanceSearch = z.output<typeof relevanceSearch>

/** What is known of a listed business of the demo. */
export interface BusinessFacts {
  slug: string
  name: string
  /** The trade that the demo made it from. */
  trade: string
  industry: string | null
  town: string | null
  county: string | null
  /** Metres on the National Grid; null without an address. */
  position: Position | null
}

export interface Position {
  x: number
  y: number
}

export const metresPerMile = 1609.344

/**
 * Whether a rule is true of a business.
 * @param positions of the places that rules name, by slug
 * @throws RangeError for a place that is not among them
 */
export function isRight(rule: BusinessRule, business: BusinessFacts, positions: Map<string, Position>): boolean {
  const { trade, anyOfTrades, industry, withinMiles, of, town, county, name } = rule
  return (
    (trade === undefined || business.trade === trade) &&
    (anyOfTrades === undefined || anyOfTrades.includes(business.trade)) &&
    (industry === undefined || business.industry === industry) &&
    (town === undefined || business.town === town) &&
    (county === undefined || business.county === county) &&
    (name === undefined || business.name.includes(name)) &&
    (withinMiles === undefined || of === undefined || isWithin(withinMiles, positionOf(of, positions), business))
  )
}

function positionOf(slug: string, positions: Map<string, Position>): Position {
  const position = positions.get(slug)
  if (!position) throw new RangeError(`there is no place ${slug}`)
  return position
}

function isWithin(radius: number, { x, y }: Position, { position }: BusinessFacts): boolean {
  return position !== null && Math.hypot(position.x - x, position.y - y) <= radius * metresPerMile
}

/** Reads searches.yaml. @throws Error that says what is wrong with it, and where */
export function readSearches(): RelevanceSearch[] {
  const result = z
    .array(relevanceSearch)
    .safeParse(parse(readFileSync(new URL('searches.yaml', import.meta.url), 'utf8')))
  if (!result.success) throw new Error(`tests/relevance/searches.yaml is not right:\n${z.prettifyError(result.error)}`)
  return result.data
}

/** A search in words, for a report: 'joiner, near S1'. */
export function describeSearch({ search, near, within }: RelevanceSearch): string {
  return [search, near && `near ${near}`, within && `within ${within}`].filter(Boolean).join(', ')
}

/** A rule in words, for a report: 'trade plumber, within 20 miles of leeds'. */
export function describeRule({ right }: RelevanceSearch): string {
  if ('none' in right) return 'nothing'
  const { anyOfTrades, withinMiles, of, ...others } = right
  return [
    ...Object.entries(others).map(([fact, value]) => `${fact} ${value}`),
    ...(anyOfTrades ? [`trade ${anyOfTrades.join(' or ')}`] : []),
    ...(withinMiles === undefined ? [] : [`within ${withinMiles} miles of ${of}`]),
  ].join(', ')
}
