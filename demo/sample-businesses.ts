import { type RandomGenerator, seededRandom } from '#app/lib/seeded-random.ts'
import { sampleScenesForTrade } from './drawings.ts'
import { pickRandomEarlyItem, pickRandomItem, randomSeedOf } from './random.ts'
import {
  makeSampleSentences,
  type SampleBusiness,
  sampleBusinessNameWith,
  sampleBusinessTypes,
  sampleHiddenBusinessStates,
  sampleMilitaryRelationships,
  samplePhoneIn,
  samplePostcodeIn,
  sampleRegions,
  sampleServiceBranches,
  sampleServicesOf,
  sampleWithoutLinks,
} from './sample-business.ts'
import { type SampleTrade, sampleData } from './sample-data.ts'

/**
 * Words to measure searches with. Of the businesses of `generateSampleBusinesses`, about 27% have `veryCommon` in a searched
 * text, about 2% `common` and about 0.03% `rare`.
 */
export const benchmarkSearchWords = { veryCommon: 'service', common: 'heritage', rare: 'marquetry' } as const

const shares = { veryCommon: 0.27, common: 0.02, rare: 0.0003, unlisted: 0.03 }

/**
 * Any number of businesses, one at a time, made up from `seed`; all but about 3% of them are such as the public sees.
 * The n-th is the same whatever the count. None has a logo, and about a quarter have one picture in the gallery.
 */
export function* generateSampleBusinesses(count: number, seed = 'muster'): Generator<SampleBusiness> {
  const base = randomSeedOf(seed)
  const trades = Object.entries(sampleData().trades)
  for (let index = 0; index < count; index++) {
    const random = seededRandom(base ^ Math.imul(index + 1, 0x9e3779b1))
    yield sampleBusiness(index, random, pickRandomItem(random, trades))
  }
}

function sampleBusiness(
  index: number,
  random: RandomGenerator,
  [tradeId, trade]: [string, SampleTrade],
): SampleBusiness {
  const { places, people, addresses } = sampleData()
  const town = pickRandomEarlyItem(random, places[pickRandomItem(random, sampleRegions)])
  const outcode = pickRandomItem(random, town.outcodes)
  const name = nameOf(random, trade, town.name)
  const domain = `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`
  const first = pickRandomItem(random, people.firstNames)
  const last = pickRandomItem(random, people.surnames)
  const branch = pickRandomItem(random, sampleServiceBranches)
  const relationship = pickRandomItem(random, sampleMilitaryRelationships)
  const businessType = pickRandomItem(random, sampleBusinessTypes)
  const unlisted = random() < shares.unlisted ? pickRandomItem(random, sampleHiddenBusinessStates) : null
  return {
    name,
    trade: tradeId,
    tagline: pickRandomItem(random, trade.taglines),
    description: describe(
      random,
      trade,
      makeSampleSentences(random, { trade, name, town: town.name, first, last, branch, relationship }),
    ),
    productsServices: sampleServicesOf(random, trade).join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: businessType === 'Limited company' ? `SAMPLE${index % 100_000}` : null,
    streetAddress: `${pickRandomItem(random, addresses.houses)}, ${pickRandomItem(random, addresses.streets)}`,
    city: town.name,
    county: town.county,
    postcode: samplePostcodeIn(random, outcode),
    email: `hello@${domain}`,
    phone: samplePhoneIn(random, outcode),
    websiteUrl: random() < 0.8 ? `https://${domain}` : null,
    ...sampleWithoutLinks,
    isActive: unlisted ? unlisted.isActive : random() < 0.1 ? null : true,
    createdAt: new Date(Date.UTC(2021, 0, 4) + Math.floor(random() * 180_000_000) * 1000),
    owner: {
      firstName: first,
      lastName: last,
      email: `owner.${index}@owners.example`,
      serviceBranch: branch,
      relationshipType: relationship,
      status: unlisted ? unlisted.status : 'Verified',
      suspended: unlisted?.suspended ?? false,
    },
    logo: null,
    gallery: random() < 0.25 ? [{ scene: pickRandomItem(random, sampleScenesForTrade(trade)), caption: null }] : [],
  }
}

function nameOf(random: RandomGenerator, trade: SampleTrade, town: string): string {
  const { starts, ends, partners } = sampleData().names
  const word = () => pickRandomItem(random, starts) + pickRandomItem(random, ends)
  const first = word()
  const called = pickRandomItem(random, trade.names)
  const style = random()
  if (style < 0.1) return sampleBusinessNameWith(`${first} & ${pickRandomItem(random, partners)}`, called)
  if (style < 0.22) return `${sampleBusinessNameWith(first, called)} of ${town}`
  if (style < 0.34) return sampleBusinessNameWith(`${first} & ${word()}`, called)
  return sampleBusinessNameWith(first, called)
}

function describe(random: RandomGenerator, trade: SampleTrade, teller: ReturnType<typeof makeSampleSentences>): string {
  const { sentences } = sampleData()
  let text = `${teller.beginning()}\n\n${pickRandomItem(random, trade.about)} ${pickRandomItem(random, sentences.habits)}`
  if (random() < 0.5) text += ` ${teller.closing()}`
  if (random() < shares.veryCommon) text += ` ${pickRandomItem(random, sentences.veryCommon)}`
  if (random() < shares.common) text += ` ${pickRandomItem(random, sentences.common)}`
  if (random() < shares.rare) text += ` ${pickRandomItem(random, sentences.rare)}`
  return `${text} ${pickRandomItem(random, sentences.notes)}`
}
