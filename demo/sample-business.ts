import { makeSlug, makeSlugUnique } from '#app/features/businesses/rules.ts'
import type {
  ArmedForcesBranch,
  BusinessType,
  Industry,
  MilitaryRelationshipType,
  Region,
  VerificationStatus,
} from '#app/features/reference/rules.ts'
import type { RandomGenerator } from '#app/lib/seeded-random.ts'
import type { SampleLogoDesign } from './drawings.ts'
import { itemOfRepeatedList, pickRandomItem, pickRandomRun, weightedList } from './random.ts'
import { loadSampleData, type SampleTrade, type SampleWritingVoice } from './sample-data.ts'

/** An invented business with its invented owner, in the shape the demo and the load tests store. */
export interface SampleBusiness {
  name: string
  /** The id of the trade that it does. */
  trade: string
  /** The id of the trade that it says it does, if it says any. */
  declaredTrade: string | null
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
  logo: SampleLogoDesign | null
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
export const emptySampleBusinessLinks = {
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
export function samplePhoneInOutcode(random: RandomGenerator, outcode: string): string {
  const { mobile, other, areas } = loadSampleData().phones
  const last = String(Math.floor(random() * 1000)).padStart(3, '0')
  return `${random() < 0.3 ? mobile : (areas[areaOf(outcode)] ?? other)}${last}`
}

/** Within an outcode; no real postcode ends in XX. */
export const samplePostcodeInOutcode = (random: RandomGenerator, outcode: string) =>
  `${outcode} ${Math.floor(random() * 10)}XX`

/** Lower case, without accents. */
export const lowerCaseWithoutAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

export const sampleDomainOfBusinessName = (name: string) =>
  `${lowerCaseWithoutAccents(name)
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '')}.example`

/** A name of a trade with a word before it, or after its 'The'. */
export const sampleBusinessNameWith = (word: string, called: string) =>
  called.startsWith('The ') ? `The ${word} ${called.slice(4)}` : `${word} ${called}`

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
  name: string
  trade: SampleTrade
  town: string
  first: string
  last: string
  branch: ArmedForcesBranch
  relationship: MilitaryRelationshipType
}

/** What a business says of itself before samples are marked as such. */
export interface SampleBusinessTexts {
  /** One of a voice's own, then some that are made of the services. */
  taglines: string[]
  services: string[]
  /** Sentences of its trade. */
  about: string
  /** How it began, and what the owner brought along. */
  beginning: string
  closing: string
}

/**
 * Lets a business tell of itself in one of the voices of its trade, with a word of another voice now and then.
 * @param isStuffed whether it also names trades and offers that are not its own
 */
export function makeSampleBusinessTexts(
  random: RandomGenerator,
  teller: Teller,
  isStuffed: boolean,
): SampleBusinessTexts {
  const { sentences } = loadSampleData()
  const { name, trade, town, first, last, branch, relationship } = teller
  const hasServed = relationship === 'Veteran' || relationship === 'Reservist' || relationship === 'Serving member'
  const years = 2 + Math.floor(random() * 14)
  const called = name.startsWith('The ') ? undefined : trade.names.find((ending) => name.endsWith(` ${ending}`))
  const values = {
    name,
    town,
    first,
    last,
    years,
    branch,
    short: called ? name.slice(0, -called.length - 1) : name,
    year: 2026 - years,
    served: years + 3,
    count: pickRandomItem(random, sentences.counts),
    force: branch === 'British Army' ? 'the Army' : `the ${branch}`,
  }
  const fill = (sentence: string) => fillSentencePlaceholders(sentence, values)
  const place = Math.floor(random() * trade.voices.length)
  const voice = itemOfRepeatedList(trade.voices, place)
  const other = itemOfRepeatedList(trade.voices, place + 1 + Math.floor(random() * (trade.voices.length - 1)))
  const told = toldBy(random, voice, other, hasServed)
  const services = servicesOf(random, voice, other)
  if (isStuffed) {
    const strangers = listStrangers(random, trade)
    const [one = '', two = '', three = ''] = strangers.map(({ plural }) => lowerFirst(plural))
    const stuffed = pickRandomItem(random, sentences.stuffed)
    told.push(fillSentencePlaceholders(stuffed, { town, others: `${one}, ${two} and ${three}` }))
    for (const { voices } of strangers.slice(1))
      services.push(pickRandomItem(random, pickRandomItem(random, voices).services))
  }
  const tellsOfService = told.some((sentence) => sentence.includes('{branch}'))
  const beginning = [pickRandomItem(random, sentences.openings)]
  if (!tellsOfService) beginning.push(pickRandomItem(random, sentences[hasServed ? 'served' : 'beside']))
  const taglines = pickRandomRun(random, sentences.taglines, sentences.taglines.length).map((sentence) =>
    fillSentencePlaceholders(sentence, { town, service: services[0] ?? '', other: services[1] ?? '' }),
  )
  return {
    taglines: random() < 0.6 ? [voice.tagline, ...taglines] : [...taglines, voice.tagline],
    services: [...new Set(services)],
    about: told.map(fill).join(' '),
    beginning: beginning.map(fill).join(' '),
    closing: fill(pickRandomItem(random, sentences.closings)),
  }
}

/** The sentences of a voice, at times one fewer, at times one or two of another more. Only those who served say where. */
function toldBy(
  random: RandomGenerator,
  voice: SampleWritingVoice,
  other: SampleWritingVoice,
  hasServed: boolean,
): string[] {
  const isTrue = (sentence: string) => hasServed || !sentence.includes('{branch}')
  const told = voice.sentences.filter(isTrue)
  if (told.length > 2 && random() < 0.5) told.splice(Math.floor(random() * told.length), 1)
  if (random() < 0.4) return told
  const more = other.sentences.filter((sentence) => !sentence.includes('{branch}'))
  const added = pickRandomRun(random, more, 1 + Math.floor(random() * 2))
  return random() < 0.3 ? [...added, ...told] : [...told, ...added]
}

/** Three services of a voice or more, from any of them on, and two of another at most. */
function servicesOf(random: RandomGenerator, voice: SampleWritingVoice, other: SampleWritingVoice): string[] {
  const own = pickRandomRun(random, voice.services, 3 + Math.floor(random() * 4))
  return [...own, ...pickRandomRun(random, other.services, Math.floor(random() * 3))]
}

/** Three trades of other industries than this one. */
function listStrangers(random: RandomGenerator, { industry }: SampleTrade): SampleTrade[] {
  const others = Object.values(loadSampleData().trades).filter((trade) => trade.industry !== industry)
  const start = Math.floor(random() * others.length)
  // The list is by industry: so far on there is mostly another.
  return [0, 41, 82].map((step) => itemOfRepeatedList(others, start + step))
}

const lowerFirst = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)

/** What one sample in five declares in place of its trade: nothing, a trade near it, or any other, each as often. */
export function pickDeclaredTradeOfSampleBusiness(random: RandomGenerator, tradeId: string): string | null {
  const { trades } = loadSampleData()
  const chance = random() * 15
  if (chance >= 3) return tradeId
  if (chance >= 2) return null
  const others = chance < 1 ? trades[tradeId]?.related : undefined
  return pickRandomItem(random, others?.length ? others : Object.keys(trades).filter((id) => id !== tradeId))
}

/** The slugs that samples get on a site that has no others. */
export function makeSampleBusinessSlugs(samples: Pick<SampleBusiness, 'name' | 'city'>[]): string[] {
  const taken = new Set<string>()
  return samples.map(({ name, city }) => {
    const slug = makeSlugUnique(makeSlug(name, city), (candidate) => taken.has(candidate))
    taken.add(slug)
    return slug
  })
}
