import { readFileSync } from 'node:fs'
import { defaultSearchRadius } from '#app/features/directory/model.ts'
import { parseTradesFile, type TradesFileEntry } from '#app/features/reference/trades-schema.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { readNeeds } from './needs.ts'
import { type AskedPlace, findAskedPlace, isIn, type TrueListing } from './truth.ts'

export const questionGroups = [
  'names',
  'plurals',
  'synonyms',
  'slips',
  'names with a place',
  'plurals with a place',
  'synonyms with a place',
  'slips with a place',
  'templates',
  'needs, tuned',
  'needs, held out',
  'needs as first asked, tuned',
  'needs as first asked, held out',
] as const

export type QuestionGroup = (typeof questionGroups)[number]

/** A question, and the listings that answer it. */
export interface Question {
  group: QuestionGroup
  /** What is typed into 'What do you need?' and 'Where?'. */
  search: string
  near: string
  /** The words without the place, for an engine that is given the place. */
  words: string
  place: AskedPlace | null
  trades: Set<string>
  /** The slugs of the listings of these trades that are in the place or come to it. */
  truth: Set<string>
}

/** Words that name a trade, and all trades that they name. */
interface TradeWords {
  kind: 'names' | 'plurals' | 'synonyms' | 'slips'
  words: string
  trades: string[]
}

/** A share of the words is asked by default, always the same: of each trade its name, its plural, a synonym and a slip. */
export async function listQuestions(
  platform: Platform,
  listings: TrueListing[],
  { isEverySynonym }: { isEverySynonym: boolean },
): Promise<Question[]> {
  const trades = readTrades()
  const asker = new Asker(platform, listings)
  const questions: (Question | null)[] = []
  for (const [number, { kind, ...words }] of listTradeWords(trades, isEverySynonym).entries()) {
    questions.push(asker.ask({ group: kind, search: words.words, ...words, place: null }))
    const town = await asker.findTown(words.trades, number, defaultSearchRadius)
    if (town) {
      const place = { near: town.town, place: town.place }
      questions.push(asker.ask({ group: `${kind} with a place`, search: words.words, ...words, ...place }))
    }
  }
  questions.push(...(await fillTemplates(asker, trades)))
  for (const { asked, first = asked, trades: right, near, within, isTuned } of readNeeds()) {
    const half = isTuned ? 'tuned' : 'held out'
    const place = near ? await findAskedPlace(platform, near, within ?? defaultSearchRadius) : null
    const askAs = (group: QuestionGroup, search: string) => {
      const words = place && near ? withoutPlace(search, near) : search
      return asker.ask({ group, search, words, place, trades: right })
    }
    questions.push(askAs(`needs, ${half}`, asked), askAs(`needs as first asked, ${half}`, first))
  }
  return questions.filter((question) => question !== null)
}

/** The trades of content/trades.yaml. */
export function readTrades(): TradesFileEntry[] {
  return parseTradesFile(readFileSync('content/trades.yaml', 'utf8'))
}

/** Makes questions of the listings that there are. */
class Asker {
  private readonly platform: Platform
  private readonly ofTrade: Map<string, TrueListing[]>
  private readonly places = new Map<string, AskedPlace | null>()

  constructor(platform: Platform, listings: TrueListing[]) {
    this.platform = platform
    this.ofTrade = Map.groupBy(listings, ({ trade }) => trade)
  }

  listOf(trades: string[]): TrueListing[] {
    return trades.flatMap((trade) => this.ofTrade.get(trade) ?? [])
  }

  /** Null for a question that no listing answers. */
  ask({ trades, near = '', ...question }: AskedQuestion): Question | null {
    const { place } = question
    const truth = this.listOf(trades).filter((listing) => place === null || isIn(place, listing))
    if (truth.length === 0) return null
    return { ...question, near, trades: new Set(trades), truth: new Set(truth.map(({ slug }) => slug)) }
  }

  /** A town with a firm of these trades, and the first half of its postcode; another one for each number. Null if there is none. */
  async findTown(
    trades: string[],
    number: number,
    miles: number,
  ): Promise<{ town: string; outcode: string; place: AskedPlace } | null> {
    const listed = this.listOf(trades)
    for (let step = 0; step < Math.min(listed.length, 10); step++) {
      const { town, outcode } = listed[(number * 7 + step) % listed.length] ?? {}
      if (!town || !outcode) continue
      const known = this.places.get(`${town} ${miles}`)
      const place = known === undefined ? await findAskedPlace(this.platform, town, miles) : known
      this.places.set(`${town} ${miles}`, place)
      if (place && 'position' in place) return { town, outcode, place }
    }
    return null
  }

  findOutcode(outcode: string, miles: number): Promise<AskedPlace | null> {
    return findAskedPlace(this.platform, outcode, miles)
  }
}

interface AskedQuestion extends Omit<Question, 'truth' | 'near' | 'trades'> {
  near?: string
  trades: string[]
}

/** The name, the plural and the synonyms of a trade, in small letters. */
export function listNamesOfTrade({ name, plural, synonyms }: TradesFileEntry): string[] {
  return [name, plural, ...synonyms].map((each) => each.toLowerCase())
}

/** The ids of the trades that each name, plural and synonym stands for. */
export function groupTradesByName(trades: TradesFileEntry[]): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const trade of trades) {
    for (const name of new Set(listNamesOfTrade(trade))) named.set(name, [...(named.get(name) ?? []), trade.id])
  }
  return named
}

function listTradeWords(trades: TradesFileEntry[], isEverySynonym: boolean): TradeWords[] {
  const named = groupTradesByName(trades)
  const known = new Set([...named.keys()].flatMap((name) => name.split(' ')))
  return trades.flatMap((trade, index) => {
    const [name = '', plural = '', ...synonyms] = listNamesOfTrade(trade)
    const asked = isEverySynonym ? synonyms : synonyms.slice(index % synonyms.length).slice(0, 1)
    const words = (kind: TradeWords['kind'], text: string): TradeWords => ({
      kind,
      words: text,
      trades: named.get(text) ?? [trade.id],
    })
    const slip = slipOf(name, index, known)
    return [
      words('names', name),
      ...(plural === name ? [] : [words('plurals', plural)]),
      ...asked.map((synonym) => words('synonyms', synonym)),
      ...(slip === null ? [] : [{ ...words('slips', name), words: slip }]),
    ]
  })
}

/**
 * A name as someone in a hurry types it: in its longest word, of five letters at least, two letters are swapped or one is left out, never
 * the first or the last. Null where it has no such word.
 * @param known words that a slip must not come to: a farmer is no framer
 */
function slipOf(name: string, number: number, known: Set<string>): string | null {
  const [word = ''] = (name.match(/[a-z]{5,}/g) ?? []).toSorted((one, other) => other.length - one.length)
  const slips = Array.from({ length: Math.max(word.length - 3, 0) }, (_, index) => {
    const at = index + 1
    return number % 2 === 0
      ? `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
      : `${word.slice(0, at)}${word.slice(at + 1)}`
  })
  const start = number % Math.max(slips.length, 1)
  const slip = [...slips.slice(start), ...slips.slice(0, start)].find((each) => !known.has(each))
  return slip === undefined ? null : name.replace(word, slip)
}

/** `words` are the text without its place, `miles` those that it says. */
const templates: { text: string; words: string; miles?: number }[] = [
  { text: 'I need a {name} in {town}', words: 'I need a {name}' },
  { text: 'looking for {synonym} near {outcode}', words: 'looking for {synonym}' },
  { text: 'can anyone recommend a good {name} around {town}?', words: 'can anyone recommend a good {name}?' },
  { text: '{plural} near {town}', words: '{plural}' },
  { text: 'best {synonym} in {town}', words: 'best {synonym}' },
  { text: '{town} {name}', words: '{name}' },
  { text: '{synonym} {outcode}', words: '{synonym}' },
  { text: 'who does {synonym} in {town}', words: 'who does {synonym}' },
  { text: 'veteran owned {name} {town}', words: 'veteran owned {name}' },
  { text: 'find me a {name} near {outcode} please', words: 'find me a {name} please' },
  { text: 'cheap {synonym} {town}', words: 'cheap {synonym}' },
  { text: 'local {plural} {town}', words: 'local {plural}' },
  { text: 'is there a {name} in {town}', words: 'is there a {name}' },
  { text: 'ex army {name} near {town}', words: 'ex army {name}' },
  { text: 'emergency {name} {outcode}', words: 'emergency {name}' },
  { text: 'where can i find {plural} in {town}', words: 'where can i find {plural}' },
  { text: '{name} within 10 miles of {town}', words: '{name}', miles: 10 },
  { text: 'need {synonym} asap, {town}', words: 'need {synonym} asap' },
  { text: 'reliable {name} needed, {town}', words: 'reliable {name} needed' },
  { text: 'wanted: {plural}, {outcode}', words: 'wanted: {plural}' },
]

const filledTemplates = 100

/** Each template five times, each time with another trade. */
async function fillTemplates(asker: Asker, trades: TradesFileEntry[]): Promise<(Question | null)[]> {
  const named = groupTradesByName(trades)
  const listed = trades.filter(({ id }) => asker.listOf([id]).length > 0)
  const questions: (Question | null)[] = []
  for (let number = 0; number < filledTemplates; number++) {
    const template = templates[number % templates.length]
    const trade = listed[(number * 37) % listed.length]
    if (!template || !trade) continue
    const { text, miles = defaultSearchRadius } = template
    const [name = '', plural = '', ...synonyms] = listNamesOfTrade(trade)
    const synonym = synonyms[number % synonyms.length] ?? name
    const kind = /\{(name|plural|synonym)\}/.exec(text)?.[1]
    const ids = named.get(kind === 'name' ? name : kind === 'plural' ? plural : synonym) ?? []
    const found = await asker.findTown(ids, number, miles)
    if (!found) continue
    const isOutcode = text.includes('{outcode}')
    const place = isOutcode ? await asker.findOutcode(found.outcode, miles) : found.place
    const values: Record<string, string> = { name, plural, synonym, town: found.town, outcode: found.outcode }
    const fill = (filled: string) =>
      filled.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '').replace(/\ba (?=[aeiou])/g, 'an ')
    questions.push(
      asker.ask({ group: 'templates', search: fill(text), words: fill(template.words), place, trades: ids }),
    )
  }
  return questions
}

/** A question without the place in it, and what leads to it. */
function withoutPlace(asked: string, near: string): string {
  const leading = /[,\s]*(\b(anywhere in|(within )?\d+ miles (of|from|around)|in|near|from)\s+)?$/
  const at = asked.toLowerCase().lastIndexOf(near)
  return `${asked.slice(0, at).replace(leading, '')}${asked.slice(at + near.length)}`
}
