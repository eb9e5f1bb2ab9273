import type { BusinessType, Region } from '#app/features/reference/rules.ts'
import { type RandomGenerator, seededRandom } from '#app/lib/seeded-random.ts'
import {
  drawingNameOfSampleScene,
  listSampleSceneNumbersForTrade,
  type SampleLogoDesign,
  sampleSceneCaption,
  sampleSceneNumberOfId,
} from './drawings.ts'
import { itemOfRepeatedList, pickRandomEarlyItem, pickRandomItem, pickRandomRun, randomSeedOf } from './random.ts'
import {
  emptySampleBusinessLinks,
  lowerCaseWithoutAccents,
  makeSampleBusinessSlugs,
  makeSampleBusinessTexts,
  pickDeclaredTradeOfSampleBusiness,
  type SampleBusiness,
  type SampleBusinessTexts,
  sampleBusinessNameWith,
  sampleBusinessTypes,
  sampleDomainOfBusinessName,
  sampleHiddenBusinessStates,
  sampleMilitaryRelationships,
  samplePhoneInOutcode,
  samplePostcodeInOutcode,
  sampleRegions,
  sampleServiceBranches,
} from './sample-business.ts'
import { loadSampleData, type SampleTown, type SampleTrade } from './sample-data.ts'

const listedCount = 340
/** How many name trades and offers that are not their own. */
const stuffedShare = 0.03
/** How many businesses of the same trade a town of `clusters` has. */
const clusterSize = 3

interface Plan {
  tradeId: string
  region: Region
  town: SampleTown
  /** Whether it has an address. */
  isPlaced: boolean
}

/**
 * The businesses of the demo, the same ones each time: 340 that the public sees, then 60 that it does not. The written ones come
 * first. Their names are all different.
 */
export function makeDemoBusinesses(): SampleBusiness[] {
  const businesses = loadSampleData().businesses.map(writtenBusiness)
  const names = new Set(businesses.map(({ name }) => name))
  const taglines = new Set(businesses.map(({ tagline }) => tagline))
  const clusters = planClusters()
  for (let index = businesses.length; index < listedCount + sampleHiddenBusinessStates.length; index++) {
    const random = seededRandom(randomSeedOf(`demo ${index}`))
    const plan = clusters.shift() ?? planAnywhere(random, index)
    businesses.push(demoBusiness(random, index, plan, names, taglines))
  }
  // Whoever tries the demo out finds a trade that it has: its first firm declares it.
  const found = new Set<string>()
  return businesses.map((business) => {
    const isFirst = !found.has(business.trade)
    found.add(business.trade)
    return isFirst ? { ...business, declaredTrade: business.trade } : business
  })
}

/** The id of the trade that each business of the demo does, whatever it declares, by slug. */
export function listTradesOfDemoBusinessesBySlug(): Map<string, string> {
  const businesses = makeDemoBusinesses()
  const slugs = makeSampleBusinessSlugs(businesses)
  return new Map(businesses.map(({ trade }, number) => [itemOfRepeatedList(slugs, number), trade]))
}

function planClusters(): Plan[] {
  const { clusters, places } = loadSampleData()
  return Object.entries(clusters).flatMap(([name, tradeIds]) => {
    const towns = Object.entries(places).flatMap(([region, list]) =>
      list.filter((town) => town.name === name).map((town) => ({ region: region as Region, town })),
    )
    return tradeIds.flatMap((tradeId) =>
      Array.from(
        { length: clusterSize },
        (_, place): Plan => ({ tradeId, ...itemOfRepeatedList(towns, place), isPlaced: true }),
      ),
    )
  })
}

/** The steps share no factor with the length of the lists: neighbours differ, and each value comes up in turn. */
function planAnywhere(random: RandomGenerator, index: number): Plan {
  const { places, weightedTrades } = loadSampleData()
  const tradeId = itemOfRepeatedList(weightedTrades, index * 29)
  const region = itemOfRepeatedList(sampleRegions, index * 11)
  return { tradeId, region, town: pickRandomEarlyItem(random, places[region]), isPlaced: index % 67 !== 20 }
}

function demoBusiness(
  random: RandomGenerator,
  index: number,
  { tradeId, region, town, isPlaced }: Plan,
  names: Set<string>,
  taglines: Set<string>,
): SampleBusiness {
  const { people, addresses, trades } = loadSampleData()
  const trade = trades[tradeId]
  if (!trade) throw new RangeError(`There is no trade ${tradeId}`)
  const outcode = pickRandomItem(random, town.outcodes)
  const name = nameOf(random, trade, region, index, names)
  const domain = sampleDomainOfBusinessName(name)
  const first = pickRandomItem(random, people.firstNames)
  const last = pickRandomItem(random, people.surnames)
  const branch = itemOfRepeatedList(sampleServiceBranches, index * 13)
  const relationship = itemOfRepeatedList(sampleMilitaryRelationships, index * 17)
  const businessType: BusinessType =
    trade.industry === 'Charity & Community'
      ? pickRandomItem(random, ['Charity', 'Community interest company'] as const)
      : pickRandomItem(random, sampleBusinessTypes)
  const isListed = index < listedCount
  const hidden = sampleHiddenBusinessStates[index - listedCount]
  const texts = makeSampleBusinessTexts(
    random,
    { trade, name, town: town.name, first, last, branch, relationship },
    random() < stuffedShare,
  )
  return {
    name,
    trade: tradeId,
    declaredTrade: pickDeclaredTradeOfSampleBusiness(random, tradeId),
    tagline: takeTagline(texts, taglines),
    description: describe(random, texts),
    productsServices: texts.services.join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: /Limited|Community/.test(businessType) ? `SAMPLE${String(index % 100).padStart(2, '0')}` : null,
    streetAddress:
      isPlaced && random() < 0.8
        ? `${pickRandomItem(random, addresses.houses)}, ${pickRandomItem(random, addresses.streets)}`
        : null,
    city: isPlaced ? town.name : null,
    county: isPlaced ? town.county : null,
    postcode: isPlaced ? samplePostcodeInOutcode(random, outcode) : null,
    email: `hello@${domain}`,
    phone: random() < 0.92 ? samplePhoneInOutcode(random, outcode) : null,
    websiteUrl: random() < 0.8 ? `https://${domain}` : null,
    ...linksOf(random, domain),
    promoVideoUrl: index % 19 === 3 ? itemOfRepeatedList(promoVideos, Math.floor(index / 19)) : null,
    isActive: isListed ? (index % 6 === 1 ? null : true) : (hidden?.isActive ?? false),
    createdAt: new Date(Date.UTC(2024, 0, 8, 9) + Math.floor(random() * 1030) * 86_400_000 + index * 61_000),
    owner: {
      firstName: first,
      lastName: last,
      email: `${lowerCaseWithoutAccents(first)}.${lowerCaseWithoutAccents(last)}.${index}@owners.example`,
      serviceBranch: branch,
      relationshipType: relationship,
      status: isListed ? 'Verified' : (hidden?.status ?? null),
      suspended: hidden?.suspended ?? false,
    },
    logo: index % 16 === 5 ? null : logoOf(random, trade, name, index),
    gallery: random() < 0.35 ? [] : galleryOf(random, trade),
  }
}

/** A name that no other business of the demo has yet; adds it to `taken`. */
function nameOf(
  random: RandomGenerator,
  trade: SampleTrade,
  region: Region,
  index: number,
  taken: Set<string>,
): string {
  const { words, partners, local, food, surnames } = loadSampleData().names
  for (let attempt = 0; ; attempt++) {
    const called = pickRandomItem(random, trade.names)
    const localWords = local[region]
    const word =
      localWords && random() < 0.4
        ? pickRandomItem(random, localWords)
        : itemOfRepeatedList(words, index * 37 + attempt * 11)
    const style = random()
    let name = sampleBusinessNameWith(word, called)
    if (trade.industry === 'Food & Drink' && index % 5 === 0)
      name = sampleBusinessNameWith(pickRandomItem(random, food), called)
    else if (style < 0.1) name = `${word} & ${pickRandomItem(random, partners)}`
    else if (style < 0.15) name = `${pickRandomItem(random, surnames)} & ${word}`
    else if (style < 0.22 && !called.startsWith('The '))
      name = sampleBusinessNameWith(`${word} & ${pickRandomItem(random, words)}`, called)
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** The first of its taglines that no other business of the demo has yet; adds it to `taken`. */
function takeTagline({ taglines }: SampleBusinessTexts, taken: Set<string>): string {
  const tagline = taglines.find((candidate) => !taken.has(candidate)) ?? itemOfRepeatedList(taglines, 0)
  taken.add(tagline)
  return tagline
}

function describe(random: RandomGenerator, { beginning, about, closing }: SampleBusinessTexts): string {
  const { habits, notes } = loadSampleData().sentences
  const second = [about, ...pickRandomRun(random, habits, Math.floor(random() * 2))].join(' ')
  const note = pickRandomItem(random, notes)
  return random() < 0.6 ? [beginning, second, `${closing} ${note}`].join('\n\n') : `${beginning}\n\n${second} ${note}`
}

/** Profiles of a business on social networks, under `.example`, each with its own chance. */
function linksOf(random: RandomGenerator, domain: string) {
  const link = (site: string, chance: number) =>
    random() < chance ? `https://${site}.example/${domain.slice(0, -8)}` : null
  return {
    facebookUrl: link('facebook', 0.55),
    linkedinUrl: link('linkedin', 0.4),
    instagramUrl: link('instagram', 0.5),
    twitterUrl: link('x', 0.2),
    tiktokUrl: link('tiktok', 0.12),
    youtubeUrl: link('youtube', 0.12),
    googleBusinessUrl: link('google-business', 0.25),
  }
}

const promoVideos = [
  'https://www.youtube.com/watch?v=00000000000',
  'https://vimeo.com/000000000',
  'https://youtu.be/00000000000',
  'https://videos.example/a-day-with-us',
]

function logoOf(random: RandomGenerator, trade: SampleTrade, name: string, index: number): SampleLogoDesign {
  const initials = lowerCaseWithoutAccents(name)
    .split(/[^a-z]+/)
    .filter((word) => word && word !== 'the')
    .map((word) => word.charAt(0).toUpperCase())
  return {
    kind: 'mark',
    mark: pickRandomItem(random, random() < 0.62 ? trade.marks : loadSampleData().drawings.marks),
    palette: index * 7,
    letters: initials.slice(0, 2).join(''),
    plate: Math.floor(random() * 10),
  }
}

/** Three to seven pictures, each of another drawing, now and then without a caption. The two ridges look alike, so they count as one. */
function galleryOf(random: RandomGenerator, trade: SampleTrade) {
  const count = 3 + Math.floor(random() * 5)
  const all = listSampleSceneNumbersForTrade(trade)
  const drawn = new Set<string | null>()
  return pickRandomRun(random, all, all.length)
    .filter((scene) => {
      const drawing = drawingNameOfSampleScene(scene)?.replace('far-', '') ?? null
      const isNew = !drawn.has(drawing)
      drawn.add(drawing)
      return isNew
    })
    .slice(0, count)
    .map((scene) => ({ scene, caption: random() < 0.85 ? sampleSceneCaption(scene) : null }))
}

/** One of the businesses that Muster was designed with. */
function writtenBusiness(
  business: ReturnType<typeof loadSampleData>['businesses'][number],
  index: number,
): SampleBusiness {
  const [firstName, lastName, serviceBranch, relationshipType] = business.owner
  const [city = null, county = null, postcode = null] = business.place ?? []
  const { logo } = business
  const domain = `${logo}.example`
  return {
    name: business.name,
    trade: business.trade,
    declaredTrade: business.trade,
    tagline: business.tagline,
    description: business.description,
    productsServices: business.services.join('\n'),
    industry: business.industry,
    businessType: index % 3 === 2 ? 'Sole trader' : 'Limited company',
    companyNumber: index % 3 === 2 ? null : `SAMPLE${String(index).padStart(2, '0')}`,
    streetAddress: city && `${index ? `${index * 3} ` : 'The Old Mill, '}Sample Lane`,
    city,
    county,
    postcode,
    email: `${firstName.toLowerCase()}@${domain}`,
    phone: business.phone,
    websiteUrl: index % 7 === 5 ? null : `https://${domain}`,
    ...emptySampleBusinessLinks,
    facebookUrl: `https://facebook.example/${logo}`,
    linkedinUrl: `https://linkedin.example/${logo}`,
    instagramUrl: `https://instagram.example/${logo}`,
    twitterUrl: index % 2 ? null : `https://x.example/${logo}`,
    tiktokUrl: index % 3 ? null : `https://tiktok.example/${logo}`,
    youtubeUrl: index % 4 ? null : `https://youtube.example/${logo}`,
    promoVideoUrl: index % 6 ? null : itemOfRepeatedList(promoVideos, 0),
    isActive: true,
    createdAt: new Date(`${business.joined}T09:30:00Z`),
    owner: {
      firstName,
      lastName,
      email: `${firstName.toLowerCase()}.${lastName.toLowerCase()}@owners.example`,
      serviceBranch,
      relationshipType,
      status: 'Verified',
      suspended: false,
    },
    logo: { kind: 'own', drawing: logo },
    gallery: business.pictures.map((id) => {
      const scene = sampleSceneNumberOfId(id)
      return { scene, caption: sampleSceneCaption(scene) }
    }),
  }
}
