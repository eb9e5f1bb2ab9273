import type { ArmedForcesBranch, Industry, MilitaryRelationshipType } from '#app/features/reference/rules.ts'
import { sceneCaption, sceneOf } from './drawings.ts'
import type { NamedMark } from './logo-marks.ts'
import type { SampleBusiness } from './sample-businesses.ts'
import type { MotifName } from './scene-motifs.ts'

/** The fourteen sample businesses that Muster was designed with; they stand first in the demo. */
const written: {
  mark: NamedMark
  name: string
  tagline: string
  industry: Industry
  place: readonly [city: string, county: string, postcode: string] | null
  owner: readonly [first: string, last: string, branch: ArmedForcesBranch, relationship: MilitaryRelationshipType]
  description: string
  services: string
  phone: string
  joined: string
  /** Motifs of the pool of scenes, and which picture of each. */
  scenes: readonly (readonly [motif: MotifName, picture: number])[]
}[] = [
  {
    mark: 'fellside',
    name: 'Fellside Joinery',
    tagline: 'Staircases, sash windows and fitted furniture, made in our own workshop.',
    industry: 'Construction & Trades',
    place: ['Kendal', 'Cumbria', 'LA9 0XX'],
    owner: ['Jo', 'Sample', 'British Army', 'Veteran'],
    phone: '01632 960114',
    joined: '2024-03-04',
    scenes: [
      ['workshop', 0],
      ['dovetail', 0],
      ['plane', 0],
      ['chisels', 0],
      ['timber', 0],
      ['stairs', 0],
    ],
    description:
      'Fellside is four joiners and one spaniel in a stone workshop above Kendal. Jo Sample started it in 2015, after twelve years as an Army engineer, with a bandsaw bought at auction and a promise to ring people back.\n\nWe make one thing at a time and fit it ourselves. Most of our timber grows within thirty miles of the bench, and every drawing is done on paper first.\n\nA sample listing: this business is invented.',
    services:
      'Bespoke staircases\nStaircases and balustrades\nSash and casement windows\nFitted bookcases and wardrobes\nOak and ash worktops\nRepairs to listed buildings\nDrawings for planning',
  },
  {
    mark: 'ember',
    name: 'Anchor & Ember',
    tagline: 'Small-batch coffee for cafés, offices and kitchens that take it seriously.',
    industry: 'Food & Drink',
    place: ['Plymouth', 'Devon', 'PL1 1XX'],
    owner: ['Beth', 'Example', 'Royal Navy', 'Veteran'],
    phone: '01632 960228',
    joined: '2024-05-20',
    scenes: [
      ['coffeeCups', 0],
      ['coffeeCups', 1],
      ['shopFront', 1],
    ],
    description:
      'Beth Example learned about coffee on night watches, where it was bad, and decided to do something about it. Anchor & Ember roasts three days a week in a railway arch behind Plymouth harbour.\n\nWe buy from eleven farms and write their names on the bag. Cafés get their order the day after roasting, by van, before they open.\n\nA sample listing: this business is invented.',
    services:
      'Coffee by post\nWholesale beans\nEspresso machine set-up\nBarista training\nOffice subscriptions\nTasting evenings',
  },
  {
    mark: 'northlight',
    name: 'Northlight Electrical',
    tagline: 'Rewires, chargers and inspection for homes and landlords.',
    industry: 'Construction & Trades',
    place: ['Newcastle upon Tyne', 'Tyne and Wear', 'NE1 2XX'],
    owner: ['Marcus', 'Specimen', 'Royal Air Force', 'Veteran'],
    phone: '0191 498 0135',
    joined: '2024-02-12',
    scenes: [
      ['vanOnRoad', 0],
      ['houseRow', 0],
    ],
    description:
      'Northlight is three electricians and an apprentice, based in Newcastle upon Tyne. Marcus Specimen kept aircraft lit for fourteen years and now does the same for terraces.\n\nEvery board we leave has labels you can read, and every landlord gets the certificate on the day.\n\nA sample listing: this business is invented.',
    services: 'Rewires\nCar chargers\nLandlord inspection reports\nConsumer units\nLighting design\nFault finding',
  },
  {
    mark: 'harbour',
    name: 'Harbour Row Legal',
    tagline: 'Plain-English conveyancing, wills and advice for service families.',
    industry: 'Legal Services',
    place: ['Portsmouth', 'Hampshire', 'PO1 3XX'],
    owner: ['Frances', 'Placeholder', 'Royal Navy', 'Spouse or partner'],
    phone: '01632 960341',
    joined: '2024-09-02',
    scenes: [
      ['bookshelf', 0],
      ['houseRow', 1],
    ],
    description:
      'Frances Placeholder moved house nine times in eleven years and read every lease. Harbour Row is the firm she wished she could have rung.\n\nWe buy and sell houses for people who are posted somewhere else, and we write letters that make sense the first time.\n\nA sample listing: this business is invented.',
    services:
      'Conveyancing\nWills\nLasting powers of attorney\nFamily law\nMoving at short notice\nAdvice by telephone',
  },
  {
    mark: 'tamar',
    name: 'Tamar Survey',
    tagline: 'Measured surveys and mapping for farms, councils and builders.',
    industry: 'Engineering & Manufacturing',
    place: ['Exeter', 'Devon', 'EX1 4XX'],
    owner: ['Owen', 'Demo', 'Royal Marines', 'Veteran'],
    phone: '01632 960452',
    joined: '2024-06-17',
    scenes: [
      ['ridge', 0],
      ['bridge', 0],
      ['boat', 0],
    ],
    description:
      'Tamar Survey measures land: from the ground, from a boat and from a small drone called Kevin. Owen Demo spent fifteen years drawing maps for people in a hurry.\n\nFarms get their field boundaries, builders get their levels, and councils get both in the file format they asked for.\n\nA sample listing: this business is invented.',
    services:
      'Topographic surveys\nDrone mapping\nMeasured building surveys\nSetting out\nRiver and harbour surveys\nBoundary plans',
  },
  {
    mark: 'watch',
    name: 'Second Watch',
    tagline: 'Event stewarding and site security by people who have done the training.',
    industry: 'Defence & Security',
    place: ['Birmingham', 'West Midlands', 'B1 5XX'],
    owner: ['Anil', 'Testcase', 'British Army', 'Veteran'],
    phone: '0121 496 0163',
    joined: '2024-04-15',
    scenes: [
      ['gate', 0],
      ['gate', 1],
    ],
    description:
      'Second Watch looks after gates, doors and car parks across Birmingham. Anil Testcase hires people who say good morning and mean it.\n\nWe plan each event on foot the day before, and stay until the last car has found its way out.\n\nA sample listing: this business is invented.',
    services: 'Event stewarding\nSite security\nGatehouse staff\nCrowd planning\nKey holding\nNight patrols',
  },
  {
    mark: 'brecon',
    name: 'Brecon Trail Company',
    tagline: 'Guided days and navigation courses in the Beacons, for every pace.',
    industry: 'Sport & Outdoors',
    place: ['Brecon', 'Powys', 'LD3 6XX'],
    owner: ['Carys', 'Mockup', 'British Army', 'Veteran'],
    phone: '01632 960574',
    joined: '2024-07-01',
    scenes: [
      ['tent', 0],
      ['ridge', 1],
      ['dogPath', 0],
    ],
    description:
      'Carys Mockup has walked up Pen y Fan more often than she has been to the cinema. The Brecon Trail Company takes small groups out and brings them back with tired legs and a compass they can use.\n\nThere are three paces every weekend: brisk, steady and with a sketchbook.\n\nA sample listing: this business is invented.',
    services: 'Guided days\nNavigation courses\nWinter skills\nSchool groups\nCompany days out\nNight walks',
  },
  {
    mark: 'ledger',
    name: 'Ledger & Line',
    tagline: 'Bookkeeping, VAT and payroll for firms of one to fifty.',
    industry: 'Accountancy & Finance',
    place: ['Leeds', 'West Yorkshire', 'LS1 7XX'],
    owner: ['Hannah', 'Prototype', 'Royal Air Force', 'Reservist'],
    phone: '0113 496 0182',
    joined: '2024-10-07',
    scenes: [
      ['desk', 0],
      ['bookshelf', 1],
    ],
    description:
      'Ledger & Line keeps the books for joiners, bakers, a brass band and a small airline museum. Hannah Prototype runs it from a mill in Leeds, and is away two weekends a month in uniform.\n\nWe close your month by the tenth and ring you with three numbers worth knowing.\n\nA sample listing: this business is invented.',
    services: 'Weekly bookkeeping\nVAT returns\nPayroll\nYear-end accounts\nSelf assessment\nSoftware set-up',
  },
  {
    mark: 'kelpie',
    name: 'Kelpie Cyber',
    tagline: 'Testing, training and a calm voice when something has gone wrong.',
    industry: 'IT & Cyber',
    place: ['Falkirk', 'Stirlingshire', 'FK1 8XX'],
    owner: ['Fraser', 'Instance', 'British Army', 'Veteran'],
    phone: '01632 960693',
    joined: '2025-01-13',
    scenes: [
      ['serverRack', 0],
      ['desk', 2],
    ],
    description:
      'Kelpie Cyber is six people in Falkirk who like finding the window that was left open. Fraser Instance came to it by way of Army signals and a long spell on a help desk.\n\nOur reports begin with what you are doing well. If something has already happened, ring first and tidy up later.\n\nA sample listing: this business is invented.',
    services:
      'Penetration testing\nStaff training\nIncident response\nCyber Essentials\nSecurity reviews\nBackups that restore',
  },
  {
    mark: 'kettle',
    name: 'The Copper Kettle',
    tagline: 'Hot food for five hundred in a field, or forty in a village hall.',
    industry: 'Events & Entertainment',
    place: ['Lincoln', 'Lincolnshire', 'LN1 9XX'],
    owner: ['Dawn', 'Sample', 'Royal Air Force', 'Family member'],
    phone: '01632 960715',
    joined: '2025-02-24',
    scenes: [
      ['fair', 0],
      ['longTable', 0],
      ['kitchenPots', 0],
    ],
    description:
      'Dawn Sample grew up on air stations, where lunch for five hundred was called Tuesday. The Copper Kettle cooks for fêtes, funerals and film crews all over Lincolnshire.\n\nWe bring the ovens, the tables and the washing-up. You bring the people.\n\nA sample listing: this business is invented.',
    services: 'Event catering\nWedding breakfasts\nVillage hall suppers\nHog roast\nCrew meals\nCrockery hire',
  },
  {
    mark: 'lagan',
    name: 'Lagan Plant',
    tagline: 'Diggers, dumpers and drivers, delivered before eight.',
    industry: 'Logistics & Transport',
    place: ['Belfast', 'County Antrim', 'BT1 0XX'],
    owner: ['Conor', 'Example', 'British Army', 'Veteran'],
    phone: '028 9649 6126',
    joined: '2025-03-31',
    scenes: [
      ['crane', 0],
      ['vanOnRoad', 1],
    ],
    description:
      'Lagan Plant hires out diggers, dumpers and the people who can drive them. Conor Example has forty machines in a yard outside Belfast and knows each by its cough.\n\nOrder by five and it is with you by eight. If it breaks, another comes before we ask why.\n\nA sample listing: this business is invented.',
    services: 'Digger hire\nDumper hire\nOperators\nLow-loader haulage\nAttachments\nOn-site repairs',
  },
  {
    mark: 'oak',
    name: 'Oak & Iron',
    tagline: 'A gym for people who do not like gyms.',
    industry: 'Sport & Outdoors',
    place: ['Colchester', 'Essex', 'CO1 1XX'],
    owner: ['Tess', 'Specimen', 'British Army', 'Veteran'],
    phone: '01632 960837',
    joined: '2025-05-12',
    scenes: [
      ['gymRack', 0],
      ['gymRack', 1],
    ],
    description:
      'There are no mirrors at Oak & Iron, and the music is quiet enough to talk over. Tess Specimen opened it in an old seed store in Colchester after a long recovery of her own.\n\nClasses are eight at most. Half of our members are over fifty, and one of them is ninety.\n\nA sample listing: this business is invented.',
    services: 'Small classes\nPersonal training\nRecovery after injury\nOver-sixties strength\nOpen gym\nCoffee',
  },
  {
    mark: 'saltmarsh',
    name: 'Saltmarsh Print',
    tagline: 'Linocuts and wedding stationery from the edge of the marsh.',
    industry: 'Arts & Crafts',
    place: null,
    owner: ['Robin', 'Fictional', 'Royal Navy', 'Veteran'],
    phone: '01632 960958',
    joined: '2025-07-21',
    scenes: [
      ['boat', 1],
      ['parcels', 0],
    ],
    description:
      'Robin Fictional cuts birds, boats and bulrushes into lino and prints them on a press older than the road outside. The studio moves with the tides and the landlord, so there is no address here.\n\nEvery print is numbered and signed. Stationery takes three weeks, and is worth starting early.\n\nA sample listing: this business is invented.',
    services: 'Linocut prints\nWedding stationery\nMaps to order\nPrinting days\nFraming',
  },
  {
    mark: 'wayfinder',
    name: 'Wayfinder Coaching',
    tagline: 'For the first year out, and the job after the first job.',
    industry: 'Consultancy & Coaching',
    place: ['Salisbury', 'Wiltshire', 'SP1 2XX'],
    owner: ['Ruth', 'Invented', 'Royal Fleet Auxiliary', 'Veteran'],
    phone: '07700 900164',
    joined: '2025-09-08',
    scenes: [
      ['ridge', 2],
      ['dogPath', 1],
    ],
    description:
      'Wayfinder helps people choose what comes next. Ruth Invented spent twenty years at sea and two wondering what to do about it, and the second part is what she teaches.\n\nWe walk while we talk, usually on the Plain. You leave with a page of your own handwriting and a date.\n\nA sample listing: this business is invented.',
    services: 'Career coaching\nInterview practice\nFirst-year programme\nWalking sessions\nTeam days',
  },
]

export const lookBusinesses: readonly SampleBusiness[] = written.map((business, index) => {
  const [firstName, lastName, serviceBranch, relationshipType] = business.owner
  const domain = `${business.mark}.example`
  return {
    name: business.name,
    tagline: business.tagline,
    description: business.description,
    productsServices: business.services,
    industry: business.industry,
    businessType: index % 3 === 2 ? 'Sole trader' : 'Limited company',
    companyNumber: index % 3 === 2 ? null : `SAMPLE${String(index).padStart(2, '0')}`,
    streetAddress: business.place && `${index ? `${index * 3} ` : 'The Old Mill, '}Sample Lane`,
    city: business.place?.[0] ?? null,
    county: business.place?.[1] ?? null,
    postcode: business.place?.[2] ?? null,
    email: `${firstName.toLowerCase()}@${domain}`,
    phone: business.phone,
    websiteUrl: index % 7 === 5 ? null : `https://${domain}`,
    facebookUrl: `https://facebook.example/${business.mark}`,
    linkedinUrl: `https://linkedin.example/${business.mark}`,
    instagramUrl: `https://instagram.example/${business.mark}`,
    twitterUrl: index % 2 ? null : `https://x.example/${business.mark}`,
    tiktokUrl: index % 3 ? null : `https://tiktok.example/${business.mark}`,
    youtubeUrl: index % 4 ? null : `https://youtube.example/${business.mark}`,
    googleBusinessUrl: null,
    promoVideoUrl: index % 6 ? null : 'https://www.youtube.com/watch?v=00000000000',
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
    logo: { kind: 'named', mark: business.mark },
    gallery: business.scenes.map(([motif, picture]) => {
      const scene = sceneOf(motif, picture)
      return { scene, caption: sceneCaption(scene) }
    }),
  }
})
