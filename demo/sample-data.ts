import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { businessFieldMaxLengths } from '#app/features/businesses/model.ts'
import { orderStates } from '#app/features/orders/model.ts'
import {
  armedForcesBranches,
  industries,
  militaryRelationshipTypes,
  regionOfPostcode,
  regions,
} from '#app/features/reference/rules.ts'
import { parseTradesFile, type TradesFileEntry } from '#app/features/reference/trades-schema.ts'
import { tradesFilePath } from '#app/features/reference/trades-service.server.ts'
import { type VerificationDocumentKind, verificationDocumentKinds } from '#app/features/verification/rules.ts'

const text = z.string().min(1)
const texts = z.array(text).min(1)
const branch = z.enum(armedForcesBranches)
const relationship = z.enum(militaryRelationshipTypes)
const kebabCase = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not in kebab case')
const date = z.iso.date()
const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'is not a colour')

const betweenSentences = /(?<=[.!?]['’")]?)\s+(?=[A-Z0-9‘'"£(])/

const looks = { marks: texts, pictures: texts }

const trade = z.strictObject({
  /** What such a business is called, after its own word: 'Fellside' + 'Joinery'. */
  names: texts,
  marks: texts.optional(),
  pictures: texts.optional(),
})

const voice = z
  .strictObject({
    tagline: text.max(businessFieldMaxLengths.tagline),
    services: z.array(text).min(5),
    /** Sentences. {branch} is where the owner served. */
    about: text,
  })
  .transform(({ about, ...others }) => ({ ...others, sentences: about.trim().split(betweenSentences) }))

const voices = z.record(kebabCase, z.array(voice).min(2))

const town = z
  .tuple([text, text], z.string().regex(/^[A-Z]{1,2}\d{1,2}$/, 'is not an outcode'))
  .transform(([name, county, ...outcodes]) => ({ name, county, outcodes }))

const business = z.strictObject({
  name: text,
  logo: text,
  trade: text,
  tagline: text,
  industry: z.enum(industries),
  /** City, county and postcode. */
  place: z.tuple([text, text, text]).nullable(),
  /** First and last name. */
  owner: z.tuple([text, text, branch, relationship]),
  phone: text,
  joined: date,
  pictures: texts,
  services: texts,
  /** Paragraphs, separated by blank lines. */
  description: text,
})

const podcast = z.strictObject({
  slug: kebabCase,
  title: text,
  tagline: text,
  description: text,
  /** Where else it can be heard. The URLs are the services' own; the shows do not exist. */
  services: z.array(z.enum(['spotify', 'apple', 'youtube'])),
  launchDate: date,
  newest: z.number(),
  every: z.number(),
  cover: z.strictObject({ scene: text, mark: text, palette: z.int(), letters: text, plate: z.int() }),
  /** Newest first, each with its length in minutes and seconds. */
  episodes: z.array(z.tuple([text, z.string().regex(/^\d+:\d\d$/)])).min(1),
})

const verificationCase = z.strictObject({
  firstName: text,
  branch,
  relationship,
  serviceNumber: text.nullable(),
  description: text.optional(),
  /** Hours since it was submitted. */
  waitingHours: z.number(),
  documents: z.array(z.enum(Object.keys(verificationDocumentKinds) as VerificationDocumentKind[])).min(1),
})

const orders = z.strictObject({
  products: z
    .array(
      z.strictObject({ productId: z.int(), variantId: z.int(), name: text, size: text, color: text, amount: z.int() }),
    )
    .min(1),
  buyers: texts,
  address: z.strictObject({
    line1: text,
    line2: z.null(),
    city: text,
    state: z.null(),
    postcode: text,
    country: text,
    phone: z.null(),
  }),
  byMonth: z.array(z.int()).length(12),
  recent: z.array(
    z.strictObject({
      daysAgo: z.number(),
      state: z.enum(orderStates),
      failure: text.optional(),
      refunded: z.union([z.literal('all'), z.int()]).optional(),
      isMembers: z.boolean().optional(),
    }),
  ),
})

const light = z.strictObject({
  sky: colour,
  far: colour,
  near: colour,
  backdrop: colour,
  backdropShade: colour,
  floor: colour,
})

const drawings = z.strictObject({
  scenes: z.record(
    kebabCase,
    z.strictObject({ drawing: text, light: text, turned: z.boolean().optional(), caption: text }),
  ),
  anywhere: texts,
  lights: z.record(text, light),
  marks: texts,
  plates: texts,
  palettes: z.array(z.tuple([colour, colour, colour])).min(1),
  letters: z.record(z.string().regex(/^[A-Z]$/), text),
})

const background = [
  'counts',
  'openings',
  'served',
  'beside',
  'habits',
  'closings',
  'notes',
  'taglines',
  'stuffed',
] as const
const searched = ['veryCommon', 'common', 'rare'] as const

const schema = z
  .strictObject({
    industries: z.record(z.enum(industries), z.strictObject(looks)),
    trades: z.record(kebabCase, trade),
    common: z.array(kebabCase),
    sentences: z.record(z.enum([...background, ...searched]), texts),
    names: z.strictObject({
      words: texts,
      partners: texts,
      local: z.partialRecord(z.enum(regions), texts),
      food: texts,
      starts: texts,
      ends: texts,
      surnames: texts,
      silent: texts,
    }),
    people: z.strictObject({ firstNames: texts, surnames: texts }),
    addresses: z.strictObject({ houses: texts, streets: texts }),
    phones: z.strictObject({ other: text, mobile: text, areas: z.record(text, text) }),
    places: z.record(z.enum(regions), z.array(town).min(1)),
    clusters: z.record(text, texts),
    businesses: z.array(business).min(1),
    podcasts: z.array(podcast),
    cases: z.array(verificationCase),
    orders,
    drawings,
  })
  .check(({ value, issues }) => {
    const complain = (path: string[], message: string) =>
      issues.push({ code: 'custom', path, message, input: undefined })
    const drawn = new Set(Object.values(value.drawings.scenes).map(({ drawing }) => drawing))
    const looking = [...Object.entries(value.industries), ...Object.entries(value.trades)]
    for (const [id, { pictures = [] }] of looking) {
      for (const picture of pictures) {
        if (!drawn.has(picture)) complain([id, 'pictures'], `no scene shows the drawing ${picture}`)
      }
    }
    const named = Object.entries(value.clusters).flatMap(([place, ids]) => ids.map((id) => ['clusters', place, id]))
    for (const id of value.common) named.push(['common', id, id])
    for (const { name, trade } of value.businesses) named.push(['businesses', name, trade])
    for (const path of named) {
      if (!value.trades[path[2] ?? '']) complain(path, 'there is no such trade')
    }
    for (const [region, towns] of Object.entries(value.places)) {
      for (const { name, outcodes } of towns) {
        if (outcodes.length === 0) complain(['places', region, name], 'has no outcode')
        for (const outcode of outcodes) {
          if (regionOfPostcode(outcode) !== region) complain(['places', region, name, outcode], 'is not in this region')
        }
      }
    }
  })

/** A way in which firms of a trade speak. */
export type SampleWritingVoice = z.output<typeof voice>

/** What a trade's samples are made of; `related` are ids of trades. */
export type SampleTrade = z.output<z.ZodObject<typeof looks>> &
  Pick<z.output<typeof trade>, 'names'> &
  Pick<TradesFileEntry, 'industry' | 'plural' | 'related'> & { voices: SampleWritingVoice[] }

export type SampleData = Omit<z.output<typeof schema>, 'trades'> & {
  trades: Record<string, SampleTrade>
  /** The ids of the trades, the common ones three times. */
  weightedTrades: string[]
}
export type SampleTown = SampleData['places'][keyof SampleData['places']][number]

/**
 * Checks the text of sample-data.yaml, and adds to its trades what content/trades.yaml and the voices have of them.
 * Throws an Error that says what is wrong and where.
 */
export function parseSampleData(yaml: string): SampleData {
  const data = parseAs(schema, 'sample-data.yaml', yaml)
  const shipped = new Map(
    parseTradesFile(readFileSync(resolve(tradesFilePath), 'utf8')).map((entry) => [entry.id, entry]),
  )
  const spoken = readVoices()
  const trades = Object.entries(data.trades).map(([id, ofTrade]): [string, SampleTrade] => {
    const entry = shipped.get(id)
    const ofIndustry = entry && data.industries[entry.industry]
    const ownVoices = spoken[id]
    if (!entry || !ofIndustry)
      throw new Error(`demo/sample-data.yaml is not right: ${tradesFilePath} has no trade ${id}`)
    if (!ownVoices) throw new Error(`demo/sample-data.yaml is not right: no file of demo/voices has ${id}`)
    const { industry, plural, related } = entry
    const { names, marks = ofIndustry.marks, pictures = ofIndustry.pictures } = ofTrade
    return [id, { names, marks, pictures, industry, plural, related, voices: ownVoices }]
  })
  const weightedTrades = [...Object.keys(data.trades), ...data.common, ...data.common]
  return { ...data, trades: Object.fromEntries(trades), weightedTrades }
}

/** Reads what the trades say from the files of voices/, one for an industry. */
function readVoices(): z.output<typeof voices> {
  const files = readdirSync(resolve('demo/voices'))
  return Object.assign({}, ...files.map((file) => parseAs(voices, `voices/${file}`, readDemoFile(`voices/${file}`))))
}

function parseAs<Schema extends z.ZodType>(of: Schema, file: string, yaml: string): z.output<Schema> {
  const result = of.safeParse(parse(yaml))
  if (!result.success) throw new Error(`demo/${file} is not right:\n${z.prettifyError(result.error)}`)
  return result.data
}

/** Reads a file of demo/ as text: from the working directory, as the server is bundled into a folder of its own. */
export const readDemoFile = (path: string): string => readFileSync(resolve('demo', path), 'utf8')

let data: SampleData | undefined

/** What the demo is made of: read when it is first needed, as most starts need none of it. */
export function loadSampleData(): SampleData {
  data ??= parseSampleData(readDemoFile('sample-data.yaml'))
  return data
}
