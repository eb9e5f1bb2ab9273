import { sql } from 'drizzle-orm'
import { emptyDirectorySearch } from '#app/features/directory/model.ts'
import { countMatchingListings } from '#app/features/directory/queries.server.ts'
import { planDirectorySearch } from '#app/features/directory/search/service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'

/** A word of listings, and how many of them have one of its forms. */
export interface CountedWord {
  word: string
  listings: number
}

/** Counts the words of all listings in their texts, the most common first; nothing that was counted before is used. */
export async function countVocabulary({ db }: Pick<Platform, 'db'>): Promise<CountedWord[]> {
  return queryRows<CountedWord>(
    db,
    sql`
      SELECT w.word, s.ndoc AS listings
      FROM ts_stat('SELECT all_words FROM directory_listings') s
      JOIN directory_words w ON (ts_lexize('directory_stem', w.word))[1] = s.word
      ORDER BY s.ndoc DESC, w.word`,
  )
}

/** Words to search for, by how many listings they find. */
export interface WordsByFrequency {
  none: string
  hundred: string
  twoThousand: string
  most: string
}

/** Chooses words by what a search for each finds, with synonyms and longer words. */
export async function chooseByFrequency(platform: Platform, vocabulary: CountedWord[]): Promise<WordsByFrequency> {
  const words = vocabulary.filter(({ word }) => /^[a-z]{5,}$/.test(word))
  return {
    // In no listing, and like no word that one has.
    none: 'xylophagous',
    hundred: await nearestTo(platform, words, 100),
    twoThousand: await nearestTo(platform, words, 2_000),
    most: words[0]?.word ?? '',
  }
}

const candidates = 12

async function nearestTo(platform: Platform, words: CountedWord[], target: number): Promise<string> {
  const near = words
    .toSorted((one, other) => Math.abs(one.listings - target) - Math.abs(other.listings - target))
    .slice(0, candidates)
  const found: CountedWord[] = []
  for (const { word } of near) {
    const { plan } = await planDirectorySearch(platform, { ...emptyDirectorySearch, search: word })
    // A name of a place would be taken for it.
    if (plan.position || plan.area) continue
    found.push({ word, listings: (await countMatchingListings(platform.db, plan)).total })
  }
  found.sort((one, other) => Math.abs(one.listings - target) - Math.abs(other.listings - target))
  return found[0]?.word ?? ''
}
