import { type Random, seededRandom } from '#app/lib/seeded-random.ts'
import { scenesFor } from './drawings.ts'
import { hashOf, pick, pickEarly } from './random.ts'
import {
  branches,
  hiddenStates,
  nameWith,
  noLinks,
  phoneIn,
  postcodeIn,
  regionWeights,
  relationships,
  type SampleBusiness,
  sampleBusinessTypes,
  servicesOf,
  tellerOf,
} from './sample-business.ts'
import { type SampleTrade, sampleData } from './sample-data.ts'

/**
 * Words to measure searches with. Of the businesses of `sampleBusinesses`, about 27% have `veryCommon` in a searched
 * text, about 2% `common` and about 0.03% `rare`.
 */
export const benchmarkWords = { veryCommon: 'service', common: 'heritage', rare: 'marquetry' } as const

const shares = { veryCommon: 0.27, common: 0.02, rare: 0.0003, unlisted: 0.03 }

/**
 * Any number of businesses, one at a time, made up from `seed`; all but about 3% of them are such as the public sees.
 * The n-th is the same whatever the count. None has a logo, and about a quarter have one picture in the gallery.
 */
export function* sampleBusinesses(count: number, seed = 'muster'): Generator<SampleBusiness> {
  const base = hashOf(seed)
  const trades = Object.entries(sampleData().trades)
  for (let index = 0; index < count; index++) {
    const random = seededRandom(base ^ Math.imul(index + 1, 0x9e3779b1))
    yield sampleBusiness(index, random, pick(random, trades))
  }
}

function sampleBusiness(index: number, random: Random, [tradeId, trade]: [string, SampleTrade]): SampleBusiness {
  const { places, people, addresses } = sampleData()
  const town = pickEarly(random, places[pick(random, regionWeights)])
  const outcode = pick(random, town.outcodes)
  const name = nameOf(random, trade, town.name)
  const domain = `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`
  const first = pick(random, people.firstNames)
  const last = pick(random, people.surnames)
  const branch = pick(random, branches)
  const relationship = pick(random, relationships)
  const businessType = pick(random, sampleBusinessTypes)
  const unlisted = random() < shares.unlisted ? pick(random, hiddenStates) : null
  return {
    name,
    trade: tradeId,
    tagline: pick(random, trade.taglines),
    description: describe(
      random,
      trade,
      tellerOf(random, { trade, name, town: town.name, first, last, branch, relationship }),
    ),
    productsServices: servicesOf(random, trade).join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: businessType === 'Limited company' ? `SAMPLE${index % 100_000}` : null,
    streetAddress: `${pick(random, addresses.houses)}, ${pick(random, addresses.streets)}`,
    city: town.name,
    county: town.county,
    postcode: postcodeIn(random, outcode),
    email: `hello@${domain}`,
    phone: phoneIn(random, outcode),
    websiteUrl: random() < 0.8 ? `https://${domain}` : null,
    ...noLinks,
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
    gallery: random() < 0.25 ? [{ scene: pick(random, scenesFor(trade)), caption: null }] : [],
  }
}

function nameOf(random: Random, trade: SampleTrade, town: string): string {
  const { starts, ends, partners } = sampleData().names
  const word = () => pick(random, starts) + pick(random, ends)
  const first = word()
  const called = pick(random, trade.names)
  const style = random()
  if (style < 0.1) return nameWith(`${first} & ${pick(random, partners)}`, called)
  if (style < 0.22) return `${nameWith(first, called)} of ${town}`
  if (style < 0.34) return nameWith(`${first} & ${word()}`, called)
  return nameWith(first, called)
}

function describe(random: Random, trade: SampleTrade, teller: ReturnType<typeof tellerOf>): string {
  const { sentences } = sampleData()
  let text = `${teller.beginning()}\n\n${pick(random, trade.about)} ${pick(random, sentences.habits)}`
  if (random() < 0.5) text += ` ${teller.closing()}`
  if (random() < shares.veryCommon) text += ` ${pick(random, sentences.veryCommon)}`
  if (random() < shares.common) text += ` ${pick(random, sentences.common)}`
  if (random() < shares.rare) text += ` ${pick(random, sentences.rare)}`
  return `${text} ${pick(random, sentences.notes)}`
}
