import type { BusinessType, Region } from '#app/features/reference/rules.ts'
import { type Random, seededRandom } from '#app/lib/seeded-random.ts'
import { drawingOf, type LogoDrawing, sceneCaption, sceneNumber, scenesFor } from './drawings.ts'
import { hashOf, itemAt, pick, pickEarly, pickRun } from './random.ts'
import {
  branches,
  domainOf,
  fill,
  hiddenStates,
  lettersOf,
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
import { type SampleTrade, sampleData, type Town } from './sample-data.ts'

const listedCount = 340
/** How many businesses of the same trade a town of `clusters` has. */
const clusterSize = 3

interface Plan {
  tradeId: string
  trade: SampleTrade
  region: Region
  town: Town
  /** Whether it has an address. */
  isPlaced: boolean
}

/**
 * The businesses of the demo, the same ones each time: 340 that the public sees, then 60 that it does not. The written ones come
 * first. Their names are all different.
 */
export function demoBusinesses(): SampleBusiness[] {
  const businesses = sampleData().businesses.map(writtenBusiness)
  const names = new Set(businesses.map(({ name }) => name))
  const taglines = new Set(businesses.map(({ tagline }) => tagline))
  const clusters = planClusters()
  for (let index = businesses.length; index < listedCount + hiddenStates.length; index++) {
    const random = seededRandom(hashOf(`demo ${index}`))
    const plan = clusters.shift() ?? planAnywhere(random, index)
    businesses.push(demoBusiness(random, index, plan, names, taglines))
  }
  return businesses
}

function planClusters(): Plan[] {
  const { clusters, places, trades } = sampleData()
  return Object.entries(clusters).flatMap(([name, tradeIds]) => {
    const towns = Object.entries(places).flatMap(([region, list]) =>
      list.filter((town) => town.name === name).map((town) => ({ region: region as Region, town })),
    )
    return tradeIds.flatMap((tradeId) =>
      Array.from({ length: clusterSize }, (_, place): Plan => {
        const trade = trades[tradeId]
        if (!trade) throw new RangeError(`There is no trade ${tradeId}`)
        return { tradeId, trade, ...itemAt(towns, place), isPlaced: true }
      }),
    )
  })
}

/** The steps share no factor with the length of the lists: neighbours differ, and each value comes up in turn. */
function planAnywhere(random: Random, index: number): Plan {
  const { trades, places } = sampleData()
  const [tradeId, trade] = itemAt(Object.entries(trades), index * 29)
  const region = itemAt(regionWeights, index * 11)
  return { tradeId, trade, region, town: pickEarly(random, places[region]), isPlaced: index % 67 !== 20 }
}

function demoBusiness(
  random: Random,
  index: number,
  { tradeId, trade, region, town, isPlaced }: Plan,
  names: Set<string>,
  taglines: Set<string>,
): SampleBusiness {
  const { people, addresses } = sampleData()
  const outcode = pick(random, town.outcodes)
  const name = nameOf(random, trade, region, index, names)
  const domain = domainOf(name)
  const first = pick(random, people.firstNames)
  const last = pick(random, people.surnames)
  const branch = itemAt(branches, index * 13)
  const relationship = itemAt(relationships, index * 17)
  const businessType: BusinessType =
    trade.industry === 'Charity & Community'
      ? pick(random, ['Charity', 'Community interest company'] as const)
      : pick(random, sampleBusinessTypes)
  const isListed = index < listedCount
  const hidden = hiddenStates[index - listedCount]
  return {
    name,
    trade: tradeId,
    tagline: taglineOf(random, trade, town.name, taglines),
    description: describe(
      random,
      trade,
      tellerOf(random, { trade, name, town: town.name, first, last, branch, relationship }),
    ),
    productsServices: servicesOf(random, trade).join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: /Limited|Community/.test(businessType) ? `SAMPLE${String(index % 100).padStart(2, '0')}` : null,
    streetAddress:
      isPlaced && random() < 0.8 ? `${pick(random, addresses.houses)}, ${pick(random, addresses.streets)}` : null,
    city: isPlaced ? town.name : null,
    county: isPlaced ? town.county : null,
    postcode: isPlaced ? postcodeIn(random, outcode) : null,
    email: `hello@${domain}`,
    phone: random() < 0.92 ? phoneIn(random, outcode) : null,
    websiteUrl: random() < 0.8 ? `https://${domain}` : null,
    ...linksOf(random, domain),
    promoVideoUrl: index % 19 === 3 ? itemAt(promoVideos, Math.floor(index / 19)) : null,
    isActive: isListed ? (index % 6 === 1 ? null : true) : (hidden?.isActive ?? false),
    createdAt: new Date(Date.UTC(2024, 0, 8, 9) + Math.floor(random() * 1030) * 86_400_000 + index * 61_000),
    owner: {
      firstName: first,
      lastName: last,
      email: `${lettersOf(first)}.${lettersOf(last)}.${index}@owners.example`,
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
function nameOf(random: Random, trade: SampleTrade, region: Region, index: number, taken: Set<string>): string {
  const { words, partners, local, food } = sampleData().names
  for (let attempt = 0; ; attempt++) {
    const called = pick(random, trade.names)
    const localWords = local[region]
    const word = localWords && random() < 0.4 ? pick(random, localWords) : itemAt(words, index * 37 + attempt * 11)
    const style = random()
    let name = nameWith(word, called)
    if (trade.industry === 'Food & Drink' && index % 5 === 0) name = nameWith(pick(random, food), called)
    else if (style < 0.1) name = `${word} & ${pick(random, partners)}`
    else if (style < 0.22 && !called.startsWith('The ')) name = nameWith(`${word} & ${pick(random, words)}`, called)
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** A tagline that no other business of the demo has yet: one of the trade's, else one made of what it does and where. */
function taglineOf(random: Random, trade: SampleTrade, town: string, taken: Set<string>): string {
  const made = () =>
    fill(pick(random, sampleData().sentences.taglines), { service: pick(random, trade.services), town })
  const candidates = [...pickRun(random, trade.taglines, 3), ...Array.from({ length: 20 }, made)]
  const tagline = candidates.find((candidate) => !taken.has(candidate)) ?? made()
  taken.add(tagline)
  return tagline
}

function describe(random: Random, trade: SampleTrade, teller: ReturnType<typeof tellerOf>): string {
  const { habits, notes } = sampleData().sentences
  const first = teller.beginning()
  // The first says what the trade is.
  const [what = '', ...more] = trade.about
  const ofTrade = random() < 0.5 ? [what, pick(random, more)] : [what]
  const second = [...ofTrade, ...pickRun(random, habits, random() < 0.4 ? 2 : 1)].join(' ')
  const note = pick(random, notes)
  return random() < 0.6 ? [first, second, `${teller.closing()} ${note}`].join('\n\n') : `${first}\n\n${second} ${note}`
}

/** Profiles of a business on social networks, under `.example`, each with its own chance. */
function linksOf(random: Random, domain: string) {
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

function logoOf(random: Random, trade: SampleTrade, name: string, index: number): LogoDrawing {
  const initials = lettersOf(name)
    .split(/[^a-z]+/)
    .filter((word) => word && word !== 'the')
    .map((word) => word.charAt(0).toUpperCase())
  return {
    kind: 'mark',
    mark: pick(random, random() < 0.62 ? trade.marks : sampleData().drawings.marks),
    palette: index * 7,
    letters: initials.slice(0, 2).join(''),
    plate: Math.floor(random() * 10),
  }
}

/** Three to seven scenes that suit the trade; now and then one without a caption. */
/** Three to seven pictures, each of another drawing. The two ridges look alike, so they count as one. */
function galleryOf(random: Random, trade: SampleTrade) {
  const count = 3 + Math.floor(random() * 5)
  const all = scenesFor(trade)
  const drawn = new Set<string | null>()
  return pickRun(random, all, all.length)
    .filter((scene) => {
      const drawing = drawingOf(scene)?.replace('far-', '') ?? null
      const isNew = !drawn.has(drawing)
      drawn.add(drawing)
      return isNew
    })
    .slice(0, count)
    .map((scene) => ({ scene, caption: random() < 0.85 ? sceneCaption(scene) : null }))
}

/** One of the businesses that Muster was designed with. */
function writtenBusiness(business: ReturnType<typeof sampleData>['businesses'][number], index: number): SampleBusiness {
  const [firstName, lastName, serviceBranch, relationshipType] = business.owner
  const [city = null, county = null, postcode = null] = business.place ?? []
  const { logo } = business
  const domain = `${logo}.example`
  return {
    name: business.name,
    trade: business.trade,
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
    ...noLinks,
    facebookUrl: `https://facebook.example/${logo}`,
    linkedinUrl: `https://linkedin.example/${logo}`,
    instagramUrl: `https://instagram.example/${logo}`,
    twitterUrl: index % 2 ? null : `https://x.example/${logo}`,
    tiktokUrl: index % 3 ? null : `https://tiktok.example/${logo}`,
    youtubeUrl: index % 4 ? null : `https://youtube.example/${logo}`,
    promoVideoUrl: index % 6 ? null : itemAt(promoVideos, 0),
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
      const scene = sceneNumber(id)
      return { scene, caption: sceneCaption(scene) }
    }),
  }
}
