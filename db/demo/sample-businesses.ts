import type {
  ArmedForcesBranch,
  BusinessType,
  Industry,
  MilitaryRelationshipType,
  Region,
  VerificationStatus,
} from '#app/features/reference/rules.ts'
import { type LogoDrawing, sceneCaption, scenesFor } from './drawings.ts'
import { type MarkFamily, markPalettes } from './logo-marks.ts'
import { lookBusinesses } from './look-businesses.ts'
import { type Place, placesByRegion } from './places.ts'
import { type Trade, trades } from './trades.ts'

/** An invented business with its invented owner, in the shape the demo and the load tests store. */
export interface SampleBusiness {
  name: string
  tagline: string | null
  /** Paragraphs, separated by blank lines. */
  description: string | null
  /** One service a line. */
  productsServices: string | null
  industry: Industry | null
  businessType: BusinessType | null
  companyNumber: string | null
  streetAddress: string | null
  city: string | null
  county: string | null
  postcode: string | null
  email: string | null
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
  logo: LogoDrawing | null
  /** `scene` is a number for drawScene. */
  gallery: { scene: number; caption: string | null }[]
}

/**
 * Words to measure searches with. Of the businesses of `sampleBusinesses`, about 27% have `veryCommon` in a searched
 * text, about 2% `common` and about 0.03% `rare`.
 */
export const benchmarkWords = { veryCommon: 'service', common: 'heritage', rare: 'marquetry' } as const

const shares = { veryCommon: 0.27, common: 0.02, rare: 0.0003, unlisted: 0.03 }

type Random = () => number

/** A small seeded generator of numbers from 0 up to 1. */
function seeded(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function hashOf(text: string): number {
  let hash = 2166136261
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash
}

function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new RangeError('Nothing to pick from')
  return chosen
}

/** A list in which each value stands as often as its weight says. */
const weighted = <T>(weights: readonly (readonly [value: T, weight: number])[]): readonly T[] =>
  weights.flatMap(([value, weight]) => Array.from({ length: weight }, () => value))

const branches = weighted<ArmedForcesBranch>([
  ['British Army', 27],
  ['Royal Air Force', 9],
  ['Royal Navy', 7],
  ['Royal Marines', 4],
  ['Merchant Navy', 2],
  ['Royal Fleet Auxiliary', 1],
])
const relationships = weighted<MilitaryRelationshipType>([
  ['Veteran', 36],
  ['Spouse or partner', 5],
  ['Reservist', 4],
  ['Serving member', 2],
  ['Family member', 2],
  ['Supporter', 1],
])
const businessTypes = weighted<BusinessType>([
  ['Limited company', 9],
  ['Sole trader', 7],
  ['Partnership', 2],
  ['Limited liability partnership', 1],
  ['Community interest company', 1],
])
const regionWeights = weighted<Region>([
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

const firstNames =
  'Jo Alex Sam Priya Rhys Siân Eilidh Callum Niamh Conor Tom Beth Hannah Marcus Leila Owen Gareth Isla Fraser Ruth Daniel Grace Amir Kofi Zoë Chloë Ben Helen Mairi Ewan Aled Carys Orla Declan Nadia Femi Joan Peter Anil Tess Robin Morgan Kit Frances Will Dawn Lewis Maya Stephen Renée'.split(
    ' ',
  )
const surnames =
  'Sample Example Specimen Placeholder Demo Testcase Mockup Prototype Instance Fictional Invented Dummy'.split(' ')

const words =
  'Fellgate Ashdown Northgate Beacon Larkfield Millrace Saltbox Greystone Redwing Hawthorn Kingfisher Lowmoor Harrier Stonebridge Fernhill Tidewater Copperfield Blackthorn Highfield Westering Foxglove Hollybush Ironbridge Longshore Merrow Nettlebed Oakshott Pebble Quarry Rookery Sandpiper Thistle Underhill Windrush Yarrow Alder Bramble Causeway Drover Elmstead Fallow Gannet Heath Ivybridge Jackdaw Kestrel Lantern Meadowsweet Nightjar Otter Plover Quayside Rowan Skylark Tarn Upland Vale Wicket Wren Anvil Bellwether Compass Dovecote Eastwind Flint Gorse Harbour Inglenook Juniper Keystone Limestone Mariner Nutshell Outpost Packhorse Quill Ridgeway Signal Towpath Umber Viaduct Waypoint Yardarm Amber Birch Cobble Dapple Ember Fathom Gable Hearth Islay Jetty Kiln Linden Marram Needle Osprey Pilot Quarter Rampart Spindle Teasel Vesper Willow'.split(
    ' ',
  )
const partners = 'Daughters Sons Co Compass Crow Thread Anchor Plumb Salt Stone Bell Rye Oak Finch Vane Wick'.split(' ')

/** Words of the place, in the language of the place. */
const localWords: Partial<Record<Region, readonly string[]>> = {
  Wales: [
    'Tŷ Gwyn',
    'Môr Glas',
    'Pen-y-Bryn',
    'Llŷn',
    'Hafod',
    'Cwm Afon',
    'Bryn Êl',
    'Derwen',
    'Y Felin',
    'Gŵydd Wyllt',
  ],
  Scotland: [
    'Càrn Bàn',
    'Coille Mhòr',
    'Tràigh',
    'Lochan',
    'Sùil',
    'Ceòl',
    'Càirdeas',
    'Strathalder',
    'Beinn Ruadh',
    'Fàilte',
  ],
  'Northern Ireland': ['Dún Rua', 'Sliabh Dubh', 'Fáilte', 'Glenn Mór', 'Béal Átha', 'Laganside', 'Ardglen', 'Cúan'],
}
const accentedFood = ['Café Fougère', 'Crème & Crumb', 'Pâté & Pickle', 'Brûlée']

const bulkStarts =
  'Ash Beck Birch Black Brad Bram Brook Burn Cald Carr Clay Clif Cold Crag Dal Dun East Elm Fair Fal Fen Fern Fox Glen Gold Gran Green Hal Hart Hawk Hazel Heath Hedge Hill Holm Kel Kings Kirk Lamb Lang Lark Lin Long Mal Marsh Mere Mill Moor Nether North Oak Over Pem Pen Quarry Raven Red Rose Rush Salt Sand Shel Sil South Stan Stone Thorn Tar Wald Wells West Whit Win Wood Wool Wych Yew'.split(
    ' ',
  )
const bulkEnds =
  'acre bank beck borough bourne bridge brook bury by combe croft dale den down field fleet fold ford garth gate ham haven hill holt hurst ley low mere mont mouth port ridge row shaw side stead stock stone thorpe ton water way well wick wood worth'.split(
    ' ',
  )

const houses = [
  'The Old Mill',
  'Unit 4',
  'The Forge',
  '12',
  '7',
  'The Old School',
  'Unit 11',
  '31',
  'The Stables',
  '2a',
]
const streets = ['Sample Lane', 'Example Row', 'Specimen Street', 'Placeholder Road', 'Testcase Yard', 'Demo Park']

/** Number ranges that Ofcom keeps for drama, by postcode area; the rest of the country is 01632, or a mobile. */
const dramaRanges: Record<string, string> = {
  LS: '0113 496 0',
  S: '0114 496 0',
  NG: '0115 496 0',
  LE: '0116 496 0',
  BS: '0117 496 0',
  RG: '0118 496 0',
  B: '0121 496 0',
  EH: '0131 496 0',
  G: '0141 496 0',
  L: '0151 496 0',
  M: '0161 496 0',
  NE: '0191 498 0',
  CF: '029 2018 0',
  E: '020 7946 0',
  EC: '020 7946 0',
  N: '020 7946 0',
  NW: '020 7946 0',
  SE: '020 7946 0',
  SW: '020 7946 0',
  W: '020 7946 0',
}

const areaOf = (outcode: string) => outcode.slice(0, outcode.charCodeAt(1) < 65 ? 1 : 2)

function phoneOf(random: Random, outcode: string): string {
  const last = String(Math.floor(random() * 1000)).padStart(3, '0')
  if (random() < 0.3) return `07700 900${last}`
  return `${dramaRanges[areaOf(outcode)] ?? '01632 960'}${last}`
}

const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
const domainOf = (name: string) =>
  `${lettersOf(name)
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9]+/g, '')}.example`

interface Told {
  name: string
  short: string
  town: string
  first: string
  last: string
  year: number
  years: number
  crew: string
  base: string
  count: string
}

const background: Record<ArmedForcesBranch, string> = {
  'British Army': 'the Army',
  'Royal Air Force': 'the Royal Air Force',
  'Royal Navy': 'the Royal Navy',
  'Royal Marines': 'the Royal Marines',
  'Merchant Navy': 'the Merchant Navy',
  'Royal Fleet Auxiliary': 'the Royal Fleet Auxiliary',
}

const counts = ['two', 'three', 'four', 'five', 'six', 'seven', 'nine', 'eleven', 'a dozen']

const openings: readonly ((told: Told) => string)[] = [
  (t) => `${t.short} is ${t.count} ${t.crew} and one ${t.base}, a short walk from the middle of ${t.town}.`,
  (t) => `${t.first} ${t.last} started ${t.name} in ${t.year}, with a borrowed van and a promise to ring people back.`,
  (t) => `We are ${t.count} ${t.crew} who came to ${t.town} for different reasons and stayed for the same one.`,
  (t) => `There has been a light on at our ${t.base} in ${t.town} since ${t.year}.`,
  (t) => `${t.name} began on a kitchen table in ${t.town} and now fills a small ${t.base}.`,
  (t) => `If you live near ${t.town} you have probably walked past our ${t.base} without noticing it, which suits us.`,
  (t) => `In ${t.year} ${t.first} ${t.last} came home to ${t.town} and could not find anybody to do this properly.`,
  (t) => `${t.short} is a small firm in ${t.town}: ${t.count} ${t.crew}, one diary, no head office.`,
  (t) => `Ask in ${t.town} and somebody will point you to our ${t.base}, and probably tell you to mind the step.`,
  (t) => `It is ${t.years} years since we opened the doors in ${t.town}, and the first customer still calls in.`,
  (t) => `${t.first} ${t.last} runs ${t.short} from ${t.town} with ${t.count} ${t.crew} and a very old radio.`,
  (t) => `People find ${t.short} by word of mouth, usually over a fence somewhere near ${t.town}.`,
]

/** What somebody who served brought along. */
const servedPaths: readonly ((told: Told, force: string) => string)[] = [
  (t, force) => `${t.first} spent ${t.years + 4} years in ${force} and still plans first and tidies up last.`,
  (_, force) => `The habit of turning up ten minutes early comes from ${force}.`,
  (t, force) => `${t.first} learned the trade twice, once in ${force} and once from a patient neighbour.`,
  (_, force) => `Two of us served in ${force}; the others have picked up the timekeeping.`,
  (t, force) => `What ${t.first} took from ${force} was simple: check it, then ask somebody else to check it.`,
  (_, force) => `We owe our patience with forms to ${force}.`,
  (t, force) => `It is a long way from ${force}, and ${t.first} says the tea is better.`,
  (t, force) =>
    `${t.first} left ${force} with a good pair of boots and no plan, and the boots have been resoled twice.`,
  (_, force) => `Most of what we know about staying calm we learned in ${force}.`,
  (t, force) =>
    `Before that came ${t.years + 2} years with ${force}, mostly spent making things work that should not have.`,
  (_, force) => `We met in ${force}, and nobody has yet found a reason to stop.`,
  (t, force) => `After ${force}, ${t.first} wanted work you can point at in the evening.`,
]

/** What somebody beside those who served brought along. */
const besidePaths: readonly ((told: Told, force: string) => string)[] = [
  (t, force) =>
    `${t.first}’s family moved seven times with ${force}, and this is where the boxes were finally unpacked.`,
  (t, force) => `Years around ${force} taught ${t.first} to make friends quickly and lists quicker.`,
  (t, force) => `Our house has always had ${force} in it, and ${t.first} wanted work that could move when it did.`,
  (_, force) => `We know the families of ${force}, because we are among them.`,
  (t, force) => `${t.first} never wore the uniform, but has ironed a good deal of it for ${force}.`,
]

const pathsOf = (relationship: MilitaryRelationshipType) =>
  relationship === 'Veteran' || relationship === 'Reservist' || relationship === 'Serving member'
    ? servedPaths
    : besidePaths

const habits: readonly string[] = [
  'We ring back the same day, even if it is only to say when we will know.',
  'Prices are agreed before we start and written on one page.',
  'We take on one job at a time and finish it.',
  'There is always a kettle, and usually a dog.',
  'If we are not the right people, we will tell you who is.',
  'We train one apprentice a year, and most of them are still here.',
  'Nothing leaves us until two people have looked at it.',
  'Small jobs are welcome; most large ones began as small ones.',
  'We work within an hour of home, so that everyone is back for tea.',
  'Every month we put a day aside for somebody who cannot pay.',
  'We keep notes, so you never have to explain it twice.',
  'We are closed on Sundays and open on most people’s days off.',
  'You can come and see the work while it is being done.',
  'Our first customers are still customers.',
  'We own our mistakes, which is quicker than arguing.',
  'Local suppliers come first, and we pay them within a week.',
  'The diary is on paper and has never crashed.',
  'We offer work placements to people leaving the forces, and to their partners.',
  'Most weeks begin with a list and end with a short one.',
  'We speak plainly, and we put it in writing.',
]

const closings: readonly ((told: Told) => string)[] = [
  (t) => `Call in if you are passing through ${t.town}, or send a note and ${t.first} will answer it.`,
  () => 'Tell us what you need in your own words. We will do the rest.',
  (t) => `We cover ${t.town} and the villages around it, and further if the road is good.`,
  () => 'The best time to ring is before nine or after four.',
  () => 'First conversations are free, and quite often all you need.',
  (t) => `Ask for ${t.first}. If it goes to the machine, we are up a ladder.`,
  () => 'We are happy to show you recent work and introduce you to the people it was done for.',
]

const sampleNotes = [
  'A sample listing: this business is invented.',
  'This is a sample listing, and the business is invented.',
  'Sample listing. The business and its people are invented.',
]

const veryCommonNotes = [
  'Most people come to us for one service and stay for another.',
  'It is a plain service, done with care.',
  'Every service we offer is listed with its price.',
  'A personal service still means something here.',
]
const commonNotes = ['We have a soft spot for heritage buildings.', 'Part of our work is looking after local heritage.']
const rareNote = 'On quiet afternoons somebody here practises marquetry.'

function toldOf(random: Random, trade: Trade, name: string, place: Place, first: string, last: string): Told {
  const years = 2 + Math.floor(random() * 14)
  const called = name.startsWith('The ') ? undefined : trade.called.find((ending) => name.endsWith(ending))
  return {
    name,
    short: called ? name.slice(0, -called.length - 1) : name,
    town: place[0],
    first,
    last,
    year: 2026 - years,
    years,
    crew: trade.crew,
    base: trade.base,
    count: pick(random, counts),
  }
}

/** `count` values of a list, in the list's order from a random start. */
function run<T>(random: Random, list: readonly T[], count: number): T[] {
  const start = Math.floor(random() * list.length)
  return Array.from({ length: Math.min(count, list.length) }, (_, i) => list[(start + i) % list.length] as T)
}

const noLinks = {
  facebookUrl: null,
  linkedinUrl: null,
  instagramUrl: null,
  twitterUrl: null,
  tiktokUrl: null,
  youtubeUrl: null,
  googleBusinessUrl: null,
  promoVideoUrl: null,
}

/** Profiles of a business on social networks, under `.example`, each with its own chance. */
function linksOf(random: Random, domain: string) {
  const link = (site: string, chance: number) =>
    random() < chance ? `https://${site}.example/${domain.slice(0, -8)}` : null
  return {
    ...noLinks,
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

const anyMarks: readonly MarkFamily[] = [
  'initial',
  'initialBar',
  'pair',
  'ringInitial',
  'halves',
  'hills',
  'waves',
  'quarters',
  'ranks',
  'links',
  'honeycomb',
  'swallow',
]

function initialsOf(name: string): string {
  const initials = lettersOf(name)
    .split(/[^a-z]+/)
    .filter((word) => word && word !== 'the')
    .map((word) => word.charAt(0).toUpperCase())
  return initials.slice(0, 2).join('')
}

function logoOf(random: Random, trade: Trade, name: string, index: number): LogoDrawing {
  const family = random() < 0.62 ? pick(random, trade.marks) : pick(random, anyMarks)
  return {
    kind: 'family',
    family,
    palette: (index * 7) % markPalettes.length,
    letters: initialsOf(name),
    variant: Math.floor(random() * 12),
  }
}

/** Three to seven scenes that suit the industry, the trade's own first; now and then one without a caption. */
function galleryOf(random: Random, industry: Industry | null) {
  const suited = scenesFor(industry)
  const chosen = run(random, suited, 3 + Math.floor(random() * 5))
  return chosen.map((scene) => ({ scene, caption: random() < 0.85 ? sceneCaption(scene) : null }))
}

/** What can stand after 'The': somewhere you can walk into. */
const placesByNature = new Set([
  'Pottery',
  'Garage',
  'Bakery',
  'Guest House',
  'Barber Shop',
  'Campsite',
  'Community Kitchen',
  'Woollen Mill',
  'General Store',
  'Trading Company',
  'Men’s Shed',
])

/** A name for a demo business that no other has yet; adds it to `taken`. */
function nameDemo(random: Random, trade: Trade, region: Region, index: number, taken: Set<string>): string {
  const local = localWords[region]
  for (let attempt = 0; ; attempt++) {
    const called = pick(random, trade.called)
    const word =
      local && random() < 0.4 ? pick(random, local) : (words[(index * 37 + attempt * 11) % words.length] ?? 'Muster')
    const style = random()
    let name = `${word} ${called}`
    if (trade.industry === 'Food & Drink' && index % 5 === 0) name = `${pick(random, accentedFood)} ${called}`
    else if (style < 0.14) name = `${word} & ${pick(random, partners)}`
    else if (placesByNature.has(called)) name = `The ${word} ${called}`
    else if (style < 0.25) name = `${word} & ${pick(random, words)} ${called}`
    if (!taken.has(name)) {
      taken.add(name)
      return name
    }
  }
}

/** A tagline no other demo business has yet: one of the trade's, else one made of what it does and where. */
function taglineDemo(random: Random, trade: Trade, town: string, taken: Set<string>): string {
  const lower = (text: string) => (/^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text)
  const made = () => {
    const [one = '', two = '', three = ''] = run(random, trade.services, 3)
    return pick(random, [
      `${one}, ${lower(two)} and ${lower(three)} in and around ${town}.`,
      `${one} and ${lower(two)}, from a small team in ${town}.`,
      `${town}’s place for ${lower(one)} and ${lower(two)}.`,
    ])
  }
  const candidates = [...run(random, trade.taglines, 3), ...Array.from({ length: 20 }, made)]
  const tagline = candidates.find((candidate) => !taken.has(candidate)) ?? made()
  taken.add(tagline)
  return tagline
}

function describeDemo(
  random: Random,
  trade: Trade,
  told: Told,
  branch: ArmedForcesBranch,
  relationship: MilitaryRelationshipType,
): string {
  const [habit, other] = run(random, habits, 2)
  const first = `${pick(random, openings)(told)} ${pick(random, pathsOf(relationship))(told, background[branch])}`
  const second = `${pick(random, trade.about)} ${habit}${random() < 0.4 ? ` ${other}` : ''}`
  const note = pick(random, sampleNotes)
  return random() < 0.6
    ? [first, second, `${pick(random, closings)(told)} ${note}`].join('\n\n')
    : `${first}\n\n${second} ${note}`
}

/** How each of the hidden demo businesses is hidden. */
const hiddenStates = weighted<{ isActive: boolean; status: VerificationStatus | null; suspended: boolean }>([
  [{ isActive: false, status: 'Verified', suspended: false }, 16],
  [{ isActive: true, status: 'Pending', suspended: false }, 12],
  [{ isActive: true, status: 'In Review', suspended: false }, 12],
  [{ isActive: true, status: 'Rejected', suspended: false }, 8],
  [{ isActive: true, status: null, suspended: false }, 7],
  [{ isActive: true, status: 'Verified', suspended: true }, 5],
])

const listedCount = 340

/**
 * The businesses of the demo, the same ones each time: 340 that the public sees, then 60 that it does not. Their names
 * are all different.
 */
export function demoBusinesses(): SampleBusiness[] {
  const names = new Set(lookBusinesses.map((business) => business.name))
  const taglines = new Set(lookBusinesses.map((business) => business.tagline ?? ''))
  const businesses: SampleBusiness[] = [...lookBusinesses]
  for (let index = businesses.length; index < listedCount + hiddenStates.length; index++) {
    businesses.push(demoBusiness(index, names, taglines))
  }
  return businesses
}

function demoBusiness(index: number, names: Set<string>, taglines: Set<string>): SampleBusiness {
  const random = seeded(hashOf(`demo ${index}`))
  // Steps that share no factor with the length of the list: neighbours differ, and each value has its turn.
  const trade = trades[(index * 29) % trades.length] ?? pick(random, trades)
  const region = regionWeights[(index * 11) % regionWeights.length] ?? 'London'
  const places = placesByRegion[region]
  const place = places[Math.floor(random() ** 1.4 * places.length)] ?? pick(random, places)
  const [town, county, outcode] = place
  const name = nameDemo(random, trade, region, index, names)
  const domain = domainOf(name)
  const first = pick(random, firstNames)
  const last = pick(random, surnames)
  const branch = branches[(index * 13) % branches.length] ?? 'British Army'
  const relationship = relationships[(index * 17) % relationships.length] ?? 'Veteran'
  const businessType: BusinessType =
    trade.industry === 'Charity & Community'
      ? pick(random, ['Charity', 'Community interest company'] as const)
      : pick(random, businessTypes)
  const placed = index % 67 !== 20
  const listed = index < listedCount
  const hidden = hiddenStates[index - listedCount]
  const website = random() >= 0.2
  return {
    name,
    tagline: taglineDemo(random, trade, town, taglines),
    description: describeDemo(random, trade, toldOf(random, trade, name, place, first, last), branch, relationship),
    productsServices: run(random, trade.services, 4 + Math.floor(random() * 3)).join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: /Limited|Community/.test(businessType) ? `SAMPLE${String(index % 100).padStart(2, '0')}` : null,
    streetAddress: placed && random() < 0.8 ? `${pick(random, houses)}, ${pick(random, streets)}` : null,
    city: placed ? town : null,
    county: placed ? county : null,
    postcode: placed ? `${outcode} ${Math.floor(random() * 10)}XX` : null,
    email: `hello@${domain}`,
    phone: random() < 0.92 ? phoneOf(random, outcode) : null,
    websiteUrl: website ? `https://${domain}` : null,
    ...linksOf(random, domain),
    promoVideoUrl: index % 19 === 3 ? (promoVideos[Math.floor(index / 19) % promoVideos.length] ?? null) : null,
    isActive: listed ? (index % 6 === 1 ? null : true) : (hidden?.isActive ?? false),
    createdAt: new Date(Date.UTC(2024, 0, 8, 9) + Math.floor(random() * 1030) * 86_400_000 + index * 61_000),
    owner: {
      firstName: first,
      lastName: last,
      email: `${lettersOf(first)}.${lettersOf(last)}.${index}@owners.example`,
      serviceBranch: branch,
      relationshipType: relationship,
      status: listed ? 'Verified' : (hidden?.status ?? null),
      suspended: hidden?.suspended ?? false,
    },
    logo: index % 16 === 5 ? null : logoOf(random, trade, name, index),
    gallery: random() < 0.35 ? [] : galleryOf(random, trade.industry),
  }
}

const scenesByIndustry = new Map(trades.map(({ industry }) => [industry, scenesFor(industry)]))

/**
 * Any number of businesses, one at a time, made up from `seed`; all but about 3% of them are such as the public sees.
 * The n-th is the same whatever the count. None has a logo, and about a quarter have one picture in the gallery.
 */
export function* sampleBusinesses(count: number, seed = 'muster'): Generator<SampleBusiness> {
  const base = hashOf(seed)
  for (let index = 0; index < count; index++) {
    yield bulkBusiness(index, seeded(base ^ Math.imul(index + 1, 0x9e3779b1)))
  }
}

function nameBulk(random: Random, trade: Trade, town: string): string {
  const word = pick(random, bulkStarts) + pick(random, bulkEnds)
  const called = pick(random, trade.called)
  const style = random()
  if (style < 0.1) return `${word} & ${pick(random, partners)} ${called}`
  if (placesByNature.has(called)) return `The ${word} ${called}`
  if (style < 0.22) return `${word} ${called} of ${town}`
  if (style < 0.34) return `${word} & ${pick(random, bulkStarts)}${pick(random, bulkEnds)} ${called}`
  return `${word} ${called}`
}

function describeBulk(
  random: Random,
  trade: Trade,
  told: Told,
  branch: ArmedForcesBranch,
  relationship: MilitaryRelationshipType,
): string {
  let text = `${pick(random, openings)(told)} ${pick(random, pathsOf(relationship))(told, background[branch])}\n\n${pick(random, trade.about)} ${pick(random, habits)}`
  if (random() < 0.5) text += ` ${pick(random, closings)(told)}`
  if (random() < shares.veryCommon) text += ` ${pick(random, veryCommonNotes)}`
  if (random() < shares.common) text += ` ${pick(random, commonNotes)}`
  if (random() < shares.rare) text += ` ${rareNote}`
  return `${text} ${pick(random, sampleNotes)}`
}

function bulkBusiness(index: number, random: Random): SampleBusiness {
  const trade = pick(random, trades)
  const region = pick(random, regionWeights)
  const places = placesByRegion[region]
  const place = places[Math.floor(random() ** 1.6 * places.length)] ?? pick(random, places)
  const [town, county, outcode] = place
  const name = nameBulk(random, trade, town)
  const domain = `${name.toLowerCase().replace(/[^a-z]+/g, '')}.example`
  const first = pick(random, firstNames)
  const last = pick(random, surnames)
  const branch = pick(random, branches)
  const relationship = pick(random, relationships)
  const businessType = pick(random, businessTypes)
  const unlisted = random() < shares.unlisted ? pick(random, hiddenStates) : null
  const scenes = scenesByIndustry.get(trade.industry)
  return {
    name,
    tagline: pick(random, trade.taglines),
    description: describeBulk(random, trade, toldOf(random, trade, name, place, first, last), branch, relationship),
    productsServices: run(random, trade.services, 4 + Math.floor(random() * 3)).join('\n'),
    industry: trade.industry,
    businessType,
    companyNumber: businessType === 'Limited company' ? `SAMPLE${index % 100_000}` : null,
    streetAddress: `${pick(random, houses)}, ${pick(random, streets)}`,
    city: town,
    county,
    postcode: `${outcode} ${Math.floor(random() * 10)}XX`,
    email: `hello@${domain}`,
    phone: phoneOf(random, outcode),
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
    gallery: random() < 0.25 && scenes ? [{ scene: pick(random, scenes), caption: null }] : [],
  }
}
