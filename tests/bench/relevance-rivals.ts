import { create, insertMultiple, search as searchOrama } from '@orama/orama'
import MiniSearch from 'minisearch'
import { directoryPageSize } from '#app/features/directory/model.ts'
import type { TradesFileEntry } from '#app/features/reference/trades-schema.ts'
import { groupTradesByName, listNamesOfTrade, type Question } from '../relevance/questions.ts'
import { isIn, type TrueListing } from '../relevance/truth.ts'

/** What a search engine answers: the slugs of a first page, and how many it says there are. */
export interface Answer {
  slugs: string[]
  total: number
}

/** A search engine that is asked a question. */
export interface Engine {
  name: string
  ask: (question: Question) => Promise<Answer>
}

interface Hit {
  slug: string
  score: number
}

/** An index of the listings. `all`: of the words all are there, `any`: at least one. */
interface Index {
  name: string
  search: (text: string, which: 'all' | 'any') => Hit[] | Promise<Hit[]>
}

/** Small words of English and of those who ask. Never 'it', which is a trade. */
const stopWords = (
  'a about after all am an and any anyone anybody are as at be been before being but by can cant could did do does for from get got ' +
  'had has have he help her him his how i id if ill im in into is ive just like looking local me mine my near need needed needs no ' +
  'not of off on or our out over please she so some somebody someone somewhere that the their them then there they this to too up us ' +
  'want wanted was we were what when where which who whos why will with would you your'
).split(' ')

const boosts = { name: 4, trades: 6, services: 3, tagline: 2, description: 1 }
const fields = Object.keys(boosts)

function toDocument(listing: TrueListing, trades: Map<string, TradesFileEntry>) {
  const declared = listing.declared.flatMap((id) => trades.get(id) ?? [])
  return {
    id: listing.slug,
    name: listing.name,
    trades: [...declared.flatMap(listNamesOfTrade), listing.industry].join('. '),
    services: listing.services,
    tagline: listing.tagline,
    description: listing.description,
  }
}

type ListingDocument = ReturnType<typeof toDocument>

function buildMiniSearch(documents: ListingDocument[]): Index {
  const isStopWord = new Set(stopWords)
  const index = new MiniSearch<ListingDocument>({
    fields,
    processTerm: (term) => {
      const word = term.toLowerCase().replace(/['’]/g, '')
      return isStopWord.has(word) ? null : word
    },
  })
  index.addAll(documents)
  return {
    name: 'MiniSearch',
    search: (text, which) =>
      index
        .search(text, {
          boost: boosts,
          prefix: (term) => term.length > 3,
          fuzzy: (term) => (term.length > 4 ? 0.2 : false),
          weights: { prefix: 0.4, fuzzy: 0.2 },
          combineWith: which === 'all' ? 'AND' : 'OR',
        })
        .map(({ id, score }) => ({ slug: id, score })),
  }
}

async function buildOrama(documents: ListingDocument[]): Promise<Index> {
  const index = create({
    schema: { name: 'string', trades: 'string', services: 'string', tagline: 'string', description: 'string' },
    sort: { enabled: false },
    components: { tokenizer: { language: 'english', stemming: true, stopWords } },
  })
  await insertMultiple(index, documents, 1_000)
  const find = async (term: string, which: 'all' | 'any', tolerance: number): Promise<Hit[]> => {
    const threshold = which === 'all' ? 0 : 1
    const found = await searchOrama(index, { term, boost: boosts, threshold, tolerance, limit: documents.length })
    return found.hits.map(({ id, score }) => ({ slug: id, score }))
  }
  return {
    name: 'Orama',
    // With a tolerance from the beginning it also takes right words for others.
    search: async (text, which) => {
      const found = await find(text, which, 0)
      return found.length > 0 ? found : find(text, which, 1)
    },
  }
}

/**
 * MiniSearch and Orama over the same listings, as well as they can be set up for them: fields weighted, stop words, beginnings of words,
 * slips, stems where they have them. Both are given what Muster has: the trades with all their names and synonyms, as a field of the
 * listings that declare them and as other words for a question that names one, and the place that a question is about.
 */
export async function buildRivals(listings: TrueListing[], trades: TradesFileEntry[]): Promise<Engine[]> {
  const byId = new Map(trades.map((trade) => [trade.id, trade]))
  const documents = listings.map((listing) => toDocument(listing, byId))
  const bySlug = new Map(listings.map((listing) => [listing.slug, listing]))
  const alternativesTo = makeExpansion(trades)
  return [buildMiniSearch(documents), await buildOrama(documents)].map(({ name, search }) => ({
    name,
    ask: async ({ words, place }) => {
      const isThere = ({ slug }: Hit) => {
        const listing = bySlug.get(slug)
        return listing !== undefined && (place === null || isIn(place, listing))
      }
      const all = new Map<string, number>()
      for (const { text, weight } of [{ text: words, weight: 1 }, ...alternativesTo(words)]) {
        for (const { slug, score } of (await search(text, 'all')).filter(isThere))
          all.set(slug, Math.max(all.get(slug) ?? 0, score * weight))
      }
      const best = [...all].toSorted(([, one], [, other]) => other - one).map(([slug]) => slug)
      if (best.length >= directoryPageSize) return { slugs: best.slice(0, directoryPageSize), total: best.length }
      const some = (await search(words, 'any')).filter(isThere).map(({ slug }) => slug)
      const slugs = [...best, ...some.filter((slug) => !all.has(slug))].slice(0, directoryPageSize)
      return { slugs, total: best.length || some.length }
    },
  }))
}

/** The longest name of a trade has so many words. */
const nameWordsMaximum = 5
const synonymWeight = 0.8

/** Other words for a question: with each name of the trades that it names in the place of the one that it uses. */
function makeExpansion(trades: TradesFileEntry[]) {
  const named = groupTradesByName(trades)
  const byId = new Map(trades.map((trade) => [trade.id, trade]))
  return (text: string): { text: string; weight: number }[] => {
    const words = text.toLowerCase().match(/[\p{L}\p{N}&'-]+/gu) ?? []
    for (let length = Math.min(nameWordsMaximum, words.length); length > 0; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        const ids = named.get(words.slice(start, start + length).join(' '))
        if (!ids) continue
        const names = new Set(ids.flatMap((id) => listNamesOfTrade(byId.get(id) as TradesFileEntry)))
        const rest = [words.slice(0, start).join(' '), words.slice(start + length).join(' ')]
        return [...names].map((name) => ({ text: rest.toSpliced(1, 0, name).join(' ').trim(), weight: synonymWeight }))
      }
    }
    return []
  }
}
