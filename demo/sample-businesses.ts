import { type RandomGenerator, seededRandom } from '#app/lib/seeded-random.ts'
import { listSampleSceneNumbersForTrade } from './drawings.ts'
import { itemOfRepeatedList, pickRandomEarlyItem, pickRandomItem, randomSeedOf } from './random.ts'
import {
  emptySampleBusinessLinks,
  makeSampleBusinessTexts,
  pickDeclaredTradeOfSampleBusiness,
  type SampleBusiness,
  type SampleBusinessTexts,
  sampleBusinessNameWith,
  sampleBusinessTypes,
  sampleHiddenBusinessStates,
  sampleMilitaryRelationships,
  samplePhoneInOutcode,
  samplePostcodeInOutcode,
  sampleRegions,
  sampleServiceBranches,
} from './sample-business.ts'
import { loadSampleData, type SampleTrade } from './sample-data.ts'

/**
 * Words to measure searches with. Of the businesses of `generateSampleBusinesses`, about 27% have `veryCommon` in a searched
 * text, about 2% `common` and about 0.03% `rare`.
 */
export const benchmarkSearchWords = { veryCommon: 'service', common: 'heritage', rare: 'marquetry' } as const

const shares = { veryCommon: 0.26, common: 0.013, rare: 0.0003, unlisted: 0.03, stuffed: 0.05 }

/**
 * Any number of businesses, one at a time, made up from `seed`; all but about 3% of them are such as the public sees.
 * The n-th is the same whatever the count. None has a logo, and about a quarter have one picture in the gallery.
 */
export function* generateSampleBusinesses(count: number, seed = bulkSeed): Generator<SampleBusiness> {
  const { weightedTrades } = loadSampleData()
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    yield sampleBusiness(index, random, pickRandomItem(random, weightedTrades))
  }
}

const bulkSeed = 'muster'

const randomOf = (seed: string, index: number) => seededRandom(randomSeedOf(seed) ^ Math.imul(index + 1, 0x9e3779b1))

/**
 * The id of the trade that a business of `generateSampleBusinesses` does, whatever it declares, by the slug that it is seeded with:
 * its number is at the end.
 */
export function findTradeOfBulkSampleSlug(slug: string): string | null {
  const number = /-(\d+)$/.exec(slug)?.[1]
  return number === undefined
    ? null
    : pickRandomItem(randomOf(bulkSeed, Number(number)), loadSampleData().weightedTrades)
}

function sampleBusiness(index: number, random: RandomGenerator, tradeId: string): SampleBusiness {
  const { places, people, addresses, trades } = loadSampleData()
  const trade = trades[tradeId]
  if (!trade) throw new RangeError(`There is no trade ${tradeId}`)
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
  const texts = makeSampleBusinessTexts(
    random,
    { trade, name, town: town.name, first, last, branch, relationship },
    random() < shares.stuffed,
  )
  return {
    name,
    trade: tradeId,
    declaredTrade: pickDeclaredTradeOfSampleBusiness(random, tradeId),
    tagline: itemOfRepeatedList(texts.taglines, 0),
    description: describe(random, texts),
    productsServices: texts.services.join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: businessType === 'Limited company' ? `SAMPLE${index % 100_000}` : null,
    streetAddress: `${pickRandomItem(random, addresses.houses)}, ${pickRandomItem(random, addresses.streets)}`,
    city: town.name,
    county: town.county,
    postcode: samplePostcodeInOutcode(random, outcode),
    email: `hello@${domain}`,
    phone: samplePhoneInOutcode(random, outcode),
    websiteUrl: random() < 0.8 ? `https://${domain}` : null,
    ...emptySampleBusinessLinks,
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
    gallery:
      random() < 0.25 ? [{ scene: pickRandomItem(random, listSampleSceneNumbersForTrade(trade)), caption: null }] : [],
  }
}

/** Five in six say what the firm does; some surnames seem to. */
function nameOf(random: RandomGenerator, trade: SampleTrade, town: string): string {
  const { starts, ends, partners, surnames, silent } = loadSampleData().names
  const word = () => pickRandomItem(random, starts) + pickRandomItem(random, ends)
  const first = word()
  const called = pickRandomItem(random, trade.names)
  const style = random()
  if (style < 0.1) return sampleBusinessNameWith(`${first} & ${pickRandomItem(random, partners)}`, called)
  if (style < 0.22) return `${sampleBusinessNameWith(first, called)} of ${town}`
  if (style < 0.34) return sampleBusinessNameWith(`${first} & ${word()}`, called)
  if (style < 0.42) return sampleBusinessNameWith(`${pickRandomItem(random, surnames)} & ${first}`, called)
  if (style < 0.5) return `${first} & ${pickRandomItem(random, surnames)}`
  if (style < 0.58) return `${first} ${pickRandomItem(random, silent)}`
  return sampleBusinessNameWith(first, called)
}

function describe(random: RandomGenerator, { beginning, about, closing }: SampleBusinessTexts): string {
  const { sentences } = loadSampleData()
  let text = random() < 0.6 ? `${beginning}\n\n${about}` : about
  if (random() < 0.5) text += ` ${pickRandomItem(random, sentences.habits)}`
  if (random() < 0.3) text += ` ${closing}`
  if (random() < shares.veryCommon) text += ` ${pickRandomItem(random, sentences.veryCommon)}`
  if (random() < shares.common) text += ` ${pickRandomItem(random, sentences.common)}`
  if (random() < shares.rare) text += ` ${pickRandomItem(random, sentences.rare)}`
  return `${text} ${pickRandomItem(random, sentences.notes)}`
}
