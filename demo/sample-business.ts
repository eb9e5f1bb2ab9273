import type {
  ArmedForcesBranch,
  BusinessType,
  Industry,
  MilitaryRelationshipType,
  Region,
  VerificationStatus,
} from '#app/features/reference/rules.ts'
import type { RandomGenerator } from '#app/lib/seeded-random.ts'
import type { SampleLogoDrawing } from './drawings.ts'
import { pickRandomItem, pickRandomRun, weightedList } from './random.ts'
import { type SampleTrade, sampleData } from './sample-data.ts'

/** An invented business with its invented owner, in the shape the demo and the load tests store. */
export interface SampleBusiness {
  name: string
  /** The id of its trade in sample-data.yaml. */
  trade: string
  tagline: string
  /** Paragraphs, separated by blank lines. */
  description: string
  /** One service a line. */
  productsServices: string
  industry: Industry
  businessType: BusinessType
  companyNumber: string | null
  streetAddress: string | null
  city: string | null
  county: string | null
  postcode: string | null
  email: string
  phone: string | null
  websiteUrl: string | null
  facebookUrl: string | null
  linkedinUrl: string | null
  instagramUrl: string | null
  twitterUrl: string | null
  tiktokUrl: string | null
  youtubeUrl: string | null
  googleBusinessUrl: string | null
  promoVideoUrl: string | null
  isActive: boolean | null
  createdAt: Date
  owner: {
    firstName: string
    lastName: string
    email: string
    serviceBranch: ArmedForcesBranch
    relationshipType: MilitaryRelationshipType
    status: VerificationStatus | null
    suspended: boolean
  }
  logo: SampleLogoDrawing | null
  /** `scene` is a number for drawSampleScene. */
  gallery: { scene: number; caption: string | null }[]
}

export const sampleServiceBranches = weightedList<ArmedForcesBranch>([
  ['British Army', 27],
  ['Royal Air Force', 9],
  ['Royal Navy', 7],
  ['Royal Marines', 4],
  ['Merchant Navy', 2],
  ['Royal Fleet Auxiliary', 1],
])
export const sampleMilitaryRelationships = weightedList<MilitaryRelationshipType>([
  ['Veteran', 36],
  ['Spouse or partner', 5],
  ['Reservist', 4],
  ['Serving member', 2],
  ['Family member', 2],
  ['Supporter', 1],
])
export const sampleBusinessTypes = weightedList<BusinessType>([
  ['Limited company', 9],
  ['Sole trader', 7],
  ['Partnership', 2],
  ['Limited liability partnership', 1],
  ['Community interest company', 1],
])
export const sampleRegions = weightedList<Region>([
  ['South East', 6],
  ['South West', 6],
  ['North West', 5],
  ['Scotland', 5],
  ['Yorkshire and the Humber', 4],
  ['East of England', 4],
  ['London', 4],
  ['West Midlands', 4],
  ['East Midlands', 3],
  ['Wales', 3],
  ['North East', 3],
  ['Northern Ireland', 2],
])

/** Why a business is not one that the public sees, each as often as it comes up. */
export const sampleHiddenBusinessStates = weightedList<{
  isActive: boolean
  status: VerificationStatus | null
  suspended: boolean
}>([
  [{ isActive: false, status: 'Verified', suspended: false }, 16],
  [{ isActive: true, status: 'Pending', suspended: false }, 12],
  [{ isActive: true, status: 'In Review', suspended: false }, 12],
  [{ isActive: true, status: 'Rejected', suspended: false }, 8],
  [{ isActive: true, status: null, suspended: false }, 7],
  [{ isActive: true, status: 'Verified', suspended: true }, 5],
])

/** A business with nothing but what every sample has. */
export const sampleWithoutLinks = {
  facebookUrl: null,
  linkedinUrl: null,
  instagramUrl: null,
  twitterUrl: null,
  tiktokUrl: null,
  youtubeUrl: null,
  googleBusinessUrl: null,
  promoVideoUrl: null,
}

const areaOf = (outcode: string) => outcode.slice(0, outcode.charCodeAt(1) < 65 ? 1 : 2)

/** A telephone number that Ofcom keeps for drama, of the area where there are such. */
export function samplePhoneIn(random: RandomGenerator, outcode: string): string {
  const { mobile, other, areas } = sampleData().phones
  const last = String(Math.floor(random() * 1000)).padStart(3, '0')
  return `${random() < 0.3 ? mobile : (areas[areaOf(outcode)] ?? other)}${last}`
}

/** Within an outcode; no real postcode ends in XX. */
export const samplePostcodeIn = (random: RandomGenerator, outcode: string) =>
  `${outcode} ${Math.floor(random() * 10)}XX`

/** Lower case, without accents. */
export const lowerCaseWithoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

export const sampleDomainOf = (name: string) =>
  `${lowerCaseWithoutAccents(name)
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '')}.example`

/** A name of a trade with a word before it, or after its 'The'. */
export const sampleBusinessNameWith = (word: string, called: string) =>
  called.startsWith('The ') ? `The ${word} ${called.slice(4)}` : `${word} ${called}`

/** Four to six of a trade's services; the first two are always among them. */
export function sampleServicesOf(random: RandomGenerator, { services }: SampleTrade): string[] {
  const [first = '', second = '', ...others] = services
  return [first, second, ...pickRandomRun(random, others, 2 + Math.floor(random() * 3))]
}

const sentenceParts = new Map<string, string[]>()

/** Fills the {placeholders} of a sentence. It is split once, as hundreds of thousands of businesses use the same few. */
export function fillSentencePlaceholders(sentence: string, values: Record<string, string | number>): string {
  let parts = sentenceParts.get(sentence)
  if (!parts) {
    parts = sentence.split(/[{}]/)
    sentenceParts.set(sentence, parts)
  }
  let filled = ''
  for (let i = 0; i < parts.length; i++) filled += i % 2 ? values[parts[i] ?? ''] : parts[i]
  return filled
}

interface Teller {
  trade: SampleTrade
  name: string
  town: string
  first: string
  last: string
  branch: ArmedForcesBranch
  relationship: MilitaryRelationshipType
}

/** Gives sentences in which a business tells of itself. */
export function makeSampleSentences(
  random: RandomGenerator,
  { trade, name, town, first, last, branch, relationship }: Teller,
) {
  const { sentences } = sampleData()
  const years = 2 + Math.floor(random() * 14)
  const called = name.startsWith('The ') ? undefined : trade.names.find((ending) => name.endsWith(` ${ending}`))
  const values = {
    name,
    town,
    first,
    last,
    years,
    short: called ? name.slice(0, -called.length - 1) : name,
    crew: trade.crew,
    base: trade.base,
    year: 2026 - years,
    served: years + 3,
    count: pickRandomItem(random, sentences.counts),
    force: branch === 'British Army' ? 'the Army' : `the ${branch}`,
  }
  const hasServed = relationship === 'Veteran' || relationship === 'Reservist' || relationship === 'Serving member'
  return {
    /** How it began, and what the owner brought along. */
    beginning: () =>
      [pickRandomItem(random, sentences.openings), pickRandomItem(random, sentences[hasServed ? 'served' : 'beside'])]
        .map((sentence) => fillSentencePlaceholders(sentence, values))
        .join(' '),
    closing: () => fillSentencePlaceholders(pickRandomItem(random, sentences.closings), values),
  }
}
