import type { Industry } from '#app/features/reference/rules.ts'
import { type MarkFamily, markFamilies, markPalettes, type NamedMark, namedMarks } from './logo-marks.ts'
import { lights, type MotifName, motifs } from './scene-motifs.ts'

/** What a sample logo is made of: a mark of its own, or a family of marks with a palette, letters and a variant. */
export type LogoDrawing =
  | { kind: 'named'; mark: NamedMark }
  | { kind: 'family'; family: MarkFamily; palette: number; letters: string; variant: number }

/** The logo as an SVG of 256 by 256 pixels, on a transparent ground, without text or anything from outside. */
export function drawLogo(logo: LogoDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64">${drawMark(logo)}</svg>`
}

function drawMark(logo: LogoDrawing): string {
  if (logo.kind === 'named') return namedMarks[logo.mark]
  const [ground, mark, accent] = markPalettes[logo.palette % markPalettes.length] ?? ['#12213a', '#fbf8f1', '#e8b64c']
  return markFamilies[logo.family]({ ground, mark, accent, letters: logo.letters, variant: logo.variant })
}

type LightName = keyof typeof lights

interface Showing {
  motif: MotifName
  subjects: Industry[] | 'any'
  /** One a picture: the light it is seen in, its caption, and whether it is turned round. */
  pictures: (readonly [light: LightName, caption: string, turned?: 'turned'])[]
}

const showings: Showing[] = [
  {
    motif: 'stairs',
    subjects: ['Construction & Trades', 'Property & Estates'],
    pictures: [
      ['day', 'A new staircase in an old house'],
      ['mist', 'Ash treads, painted spindles', 'turned'],
    ],
  },
  {
    motif: 'dovetail',
    subjects: ['Construction & Trades', 'Arts & Crafts'],
    pictures: [
      ['day', 'Dovetails, cut by hand'],
      ['dawn', 'A drawer side in walnut'],
    ],
  },
  {
    motif: 'timber',
    subjects: ['Construction & Trades', 'Agriculture & Environment'],
    pictures: [
      ['day', 'Larch, drying'],
      ['mist', 'Marked for the next job', 'turned'],
    ],
  },
  {
    motif: 'workshop',
    subjects: ['Construction & Trades', 'Engineering & Manufacturing', 'Arts & Crafts', 'Automotive'],
    pictures: [
      ['day', 'The workshop'],
      ['mist', 'The workshop in winter'],
      ['dawn', 'Early, before the first delivery'],
    ],
  },
  {
    motif: 'plane',
    subjects: ['Construction & Trades', 'Arts & Crafts'],
    pictures: [
      ['day', 'The plane that was on the bench when we came'],
      ['grove', 'A shaving you can read through', 'turned'],
    ],
  },
  {
    motif: 'chisels',
    subjects: ['Construction & Trades', 'Arts & Crafts', 'Engineering & Manufacturing'],
    pictures: [
      ['day', 'Everything in its place'],
      ['grove', 'Sharpened on Fridays'],
    ],
  },
  {
    motif: 'ridge',
    subjects: 'any',
    pictures: [
      ['day', 'The view from the top road'],
      ['mist', 'Over the ridge'],
      ['dawn', 'First light'],
    ],
  },
  {
    motif: 'shopFront',
    subjects: ['Retail & E-commerce', 'Food & Drink', 'Beauty & Wellbeing', 'Arts & Crafts', 'Charity & Community'],
    pictures: [
      ['day', 'The shop'],
      ['dawn', 'Open from eight'],
      ['mist', 'On the corner of the market place', 'turned'],
    ],
  },
  {
    motif: 'vanOnRoad',
    subjects: ['Logistics & Transport', 'Cleaning & Facilities', 'Energy & Utilities', 'Construction & Trades'],
    pictures: [
      ['day', 'On the way to the next one'],
      ['mist', 'Over the tops in November', 'turned'],
      ['dawn', 'Out before seven'],
    ],
  },
  {
    motif: 'kitchenPots',
    subjects: ['Food & Drink', 'Hospitality & Travel'],
    pictures: [
      ['day', 'The kitchen'],
      ['grove', 'Stock, started at six', 'turned'],
    ],
  },
  {
    motif: 'loaves',
    subjects: ['Food & Drink', 'Retail & E-commerce'],
    pictures: [
      ['day', 'Tuesday morning'],
      ['mist', 'Out of the oven'],
    ],
  },
  {
    motif: 'coffeeCups',
    subjects: ['Food & Drink', 'Hospitality & Travel', 'Consultancy & Coaching'],
    pictures: [
      ['day', 'At the counter'],
      ['grove', 'Two, to drink in', 'turned'],
    ],
  },
  {
    motif: 'bookshelf',
    subjects: [
      'Legal Services',
      'Education & Training',
      'Consultancy & Coaching',
      'Marketing & Media',
      'Accountancy & Finance',
    ],
    pictures: [
      ['day', 'The reading wall'],
      ['mist', 'Kept, and read', 'turned'],
    ],
  },
  {
    motif: 'desk',
    subjects: [
      'IT & Cyber',
      'Accountancy & Finance',
      'Legal Services',
      'Marketing & Media',
      'Consultancy & Coaching',
      'Property & Estates',
    ],
    pictures: [
      ['day', 'The office, such as it is'],
      ['mist', 'Month end'],
      ['dawn', 'The good desk', 'turned'],
    ],
  },
  {
    motif: 'serverRack',
    subjects: ['IT & Cyber', 'Defence & Security'],
    pictures: [
      ['day', 'The machine room'],
      ['mist', 'Quiet, which is how we like it', 'turned'],
    ],
  },
  {
    motif: 'garden',
    subjects: ['Agriculture & Environment', 'Property & Estates', 'Charity & Community', 'Health & Care'],
    pictures: [
      ['day', 'The kitchen garden in June'],
      ['dawn', 'Third year, and it shows', 'turned'],
    ],
  },
  {
    motif: 'fieldRows',
    subjects: ['Agriculture & Environment', 'Food & Drink'],
    pictures: [
      ['day', 'The long field'],
      ['dawn', 'Harvest', 'turned'],
    ],
  },
  {
    motif: 'boat',
    subjects: ['Hospitality & Travel', 'Sport & Outdoors', 'Engineering & Manufacturing', 'Education & Training'],
    pictures: [
      ['day', 'Out on a light wind'],
      ['dawn', 'Home on the tide', 'turned'],
    ],
  },
  {
    motif: 'bicycle',
    subjects: ['Sport & Outdoors', 'Retail & E-commerce', 'Logistics & Transport'],
    pictures: [
      ['day', 'The one that started it'],
      ['grove', 'Ready to collect', 'turned'],
    ],
  },
  {
    motif: 'tent',
    subjects: ['Sport & Outdoors', 'Hospitality & Travel', 'Education & Training'],
    pictures: [
      ['day', 'Camp, second night'],
      ['mist', 'Weather coming', 'turned'],
    ],
  },
  {
    motif: 'gymRack',
    subjects: ['Sport & Outdoors', 'Health & Care', 'Beauty & Wellbeing'],
    pictures: [
      ['day', 'The rack'],
      ['grove', 'Before the six o’clock class'],
    ],
  },
  {
    motif: 'piano',
    subjects: ['Events & Entertainment', 'Arts & Crafts', 'Marketing & Media'],
    pictures: [
      ['day', 'Half an hour before the doors'],
      ['mist', 'Sound check', 'turned'],
    ],
  },
  {
    motif: 'loom',
    subjects: ['Arts & Crafts', 'Retail & E-commerce'],
    pictures: [
      ['day', 'A blanket on the loom'],
      ['grove', 'Local wool, dyed here'],
    ],
  },
  {
    motif: 'paintPots',
    subjects: ['Construction & Trades', 'Arts & Crafts', 'Cleaning & Facilities'],
    pictures: [
      ['day', 'Second coat'],
      ['dawn', 'Three colours tried', 'turned'],
    ],
  },
  {
    motif: 'houseRow',
    subjects: [
      'Property & Estates',
      'Legal Services',
      'Accountancy & Finance',
      'Construction & Trades',
      'Cleaning & Facilities',
    ],
    pictures: [
      ['day', 'The terrace'],
      ['mist', 'Four keys, four front doors', 'turned'],
      ['dawn', 'The street we began on'],
    ],
  },
  {
    motif: 'bridge',
    subjects: ['Engineering & Manufacturing', 'Construction & Trades', 'Logistics & Transport', 'Defence & Security'],
    pictures: [
      ['day', 'Inspected every spring'],
      ['mist', 'The river crossing', 'turned'],
    ],
  },
  {
    motif: 'crane',
    subjects: ['Construction & Trades', 'Engineering & Manufacturing', 'Property & Estates'],
    pictures: [
      ['day', 'The third lift of the day'],
      ['mist', 'Steel going up', 'turned'],
    ],
  },
  {
    motif: 'solar',
    subjects: ['Energy & Utilities', 'Agriculture & Environment'],
    pictures: [
      ['day', 'Four hundred panels and some sheep'],
      ['dawn', 'Panels, early', 'turned'],
    ],
  },
  {
    motif: 'turbines',
    subjects: ['Energy & Utilities', 'Engineering & Manufacturing'],
    pictures: [
      ['day', 'Turning'],
      ['mist', 'Above the weather', 'turned'],
    ],
  },
  {
    motif: 'carRamp',
    subjects: ['Automotive'],
    pictures: [
      ['day', 'On the ramp'],
      ['mist', 'In for its yearly look', 'turned'],
      ['dawn', 'Nearly done'],
    ],
  },
  {
    motif: 'warehouse',
    subjects: ['Logistics & Transport', 'Retail & E-commerce', 'Engineering & Manufacturing'],
    pictures: [
      ['day', 'Aisle one'],
      ['mist', 'Counted twice a year', 'turned'],
    ],
  },
  {
    motif: 'parcels',
    subjects: ['Retail & E-commerce', 'Logistics & Transport', 'Arts & Crafts'],
    pictures: [
      ['day', 'Waiting for the four o’clock collection'],
      ['grove', 'Packed in paper, never plastic', 'turned'],
    ],
  },
  {
    motif: 'classroom',
    subjects: ['Education & Training', 'Charity & Community', 'Defence & Security'],
    pictures: [
      ['day', 'The training room'],
      ['mist', 'Day one', 'turned'],
    ],
  },
  {
    motif: 'clinic',
    subjects: ['Health & Care', 'Beauty & Wellbeing'],
    pictures: [
      ['day', 'The treatment room'],
      ['mist', 'Ground floor, no steps', 'turned'],
    ],
  },
  {
    motif: 'dogPath',
    subjects: 'any',
    pictures: [
      ['day', 'The one who really runs the place'],
      ['mist', 'Morning round', 'turned'],
    ],
  },
  {
    motif: 'windowClean',
    subjects: ['Cleaning & Facilities', 'Property & Estates'],
    pictures: [
      ['day', 'Before and after, on one pane'],
      ['grove', 'Every pane, every corner', 'turned'],
    ],
  },
  {
    motif: 'spa',
    subjects: ['Beauty & Wellbeing', 'Health & Care', 'Hospitality & Travel'],
    pictures: [
      ['day', 'The quiet room'],
      ['grove', 'Warm towels', 'turned'],
    ],
  },
  {
    motif: 'studio',
    subjects: ['Marketing & Media', 'Events & Entertainment'],
    pictures: [
      ['day', 'Recording day'],
      ['mist', 'The small studio', 'turned'],
    ],
  },
  {
    motif: 'gate',
    subjects: ['Defence & Security', 'Property & Estates', 'Cleaning & Facilities'],
    pictures: [
      ['day', 'The night gate'],
      ['mist', 'Two in the morning', 'turned'],
    ],
  },
  {
    motif: 'gears',
    subjects: ['Engineering & Manufacturing', 'Automotive'],
    pictures: [
      ['day', 'The old press, rebuilt'],
      ['grove', 'Cut on site', 'turned'],
    ],
  },
  {
    motif: 'fair',
    subjects: ['Events & Entertainment', 'Charity & Community', 'Food & Drink'],
    pictures: [
      ['day', 'The summer fair'],
      ['mist', 'Set up and ready', 'turned'],
    ],
  },
  {
    motif: 'longTable',
    subjects: ['Charity & Community', 'Events & Entertainment', 'Food & Drink', 'Hospitality & Travel'],
    pictures: [
      ['day', 'Thursday lunch, forty places'],
      ['dawn', 'Laid and waiting', 'turned'],
    ],
  },
]

const scenes = showings.flatMap(({ motif, subjects, pictures }) =>
  pictures.map(([light, caption, turned], variant) => ({ motif, subjects, light, caption, turned, variant })),
)

/** How many different scenes there are; they are numbered from 0. */
export const sceneCount: number = scenes.length

/**
 * One scene of the pool: an SVG of 1600 by 1200 pixels, a caption, and the industries it suits.
 * Throws a RangeError for a number outside 0 to `sceneCount` - 1.
 */
export function drawScene(index: number): { svg: string; caption: string; subjects: Industry[] | 'any' } {
  const scene = scenes[index]
  if (!scene) throw new RangeError(`There is no scene ${index}`)
  const drawn = motifs[scene.motif]({ ...lights[scene.light], variant: scene.variant })
  const body = scene.turned ? `<g transform="matrix(-1 0 0 1 400 0)">${drawn}</g>` : drawn
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 400 300">${body}</svg>`,
    caption: scene.caption,
    subjects: scene.subjects,
  }
}

/** The cover of a podcast as an SVG of 1280 pixels square: a scene, and below it a mark with ranks that rise and fall as sound does. */
export function drawCover(scene: number, logo: LogoDrawing): string {
  const inner = drawScene(scene).svg.replace(/^<svg [^>]*>/, '<svg width="320" height="240" viewBox="0 0 400 300">')
  const ranks = [14, 26, 38, 22, 46, 30, 18, 34, 50, 28, 16, 36, 24, 42, 20, 12].map((height, place) => {
    const fill = place === 8 ? '#c2321f' : '#fbf6ea'
    return `<rect x="${132 + place * 10.5}" y="${280 - height / 2}" width="5" height="${height}" fill="${fill}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1280" viewBox="0 0 320 320"><rect width="320" height="320" fill="#14243f"/>${inner}<g transform="translate(24 212) scale(1.375)">${drawMark(logo)}</g>${ranks.join('')}</svg>`
}

/** The number of a motif's scene, by which of its pictures it is, from 0. Throws a RangeError where it has no such picture. */
export function sceneOf(motif: MotifName, picture: number): number {
  const index = scenes.findIndex((scene) => scene.motif === motif && scene.variant === picture)
  if (index < 0) throw new RangeError(`The motif ${motif} has no picture ${picture}`)
  return index
}

/** The caption of a scene, null where there is no such scene. */
export function sceneCaption(index: number): string | null {
  return scenes[index]?.caption ?? null
}

/**
 * The numbers of the scenes that suit an industry, those drawn for it before those that suit any. Two pictures of the
 * same motif stand apart, and neighbours are seen in different lights.
 */
export function scenesFor(industry: Industry | null): number[] {
  const suiting = (suits: (subjects: Industry[] | 'any') => boolean) =>
    scenes
      .map(({ subjects, motif, variant }, index) => ({ subjects, index, round: (variant + motif.length) % 3 }))
      .filter(({ subjects }) => suits(subjects))
      .sort((a, b) => a.round - b.round || a.index - b.index)
      .map(({ index }) => index)
  const own = industry ? suiting((subjects) => subjects !== 'any' && subjects.includes(industry)) : []
  return [...own, ...suiting((subjects) => subjects === 'any')]
}
