import { type SQL, sql } from 'drizzle-orm'
import type { NamedPlace } from '#app/features/places/model.ts'
import { placesByNamesSql, type SelectedNamedPlace, toNamedPlace } from '#app/features/places/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { isListingListedNowSql } from '../tables.server.ts'
import {
  joinSearchInitials,
  type KnownSearchWord,
  maxKnownWordsContainingSearchWord,
  type SpellingCandidate,
  searchPhraseMaxWords,
} from './rules.ts'

/** Splits a text as listings are split, and folds `name` as names are folded for sorting. */
export async function splitSearchWords(
  db: Database,
  text: string,
  name = text,
): Promise<{ words: string[]; name: string }> {
  const [row] = await queryRows<{ words: string; name: string }>(
    db,
    sql`SELECT search_words(${joinSearchInitials(text)}) AS words, fold_text(btrim(${name})) AS name`,
  )
  return { words: row?.words ? row.words.split(' ') : [], name: row?.name ?? '' }
}

/** Whether any listing has a word that is too long for the vocabulary. */
export async function hasOverlongListingWords(db: Database): Promise<boolean> {
  // MATERIALIZED for the index: for the first row of an EXISTS all listings are read in turn, and there is seldom one.
  const [row] = await queryRows<{ found: boolean }>(
    db,
    sql`
      WITH found AS MATERIALIZED (SELECT FROM directory_listings WHERE all_words @@ '''long:word'''::tsquery)
      SELECT EXISTS (SELECT FROM found) AS found`,
  )
  return row?.found ?? false
}

/** Single letters are in nearly every word. */
const containedLength = 2

/** A row of {@link searchVocabularySql}. */
interface SelectedWord {
  word: string
  stem: string
  /** How many listings have the word itself; null where none has. */
  listings: number | null
  is_english: boolean
  forms: string[]
  listings_at_most: number
  containing: { word: string; stem: string }[] | null
}

/** Looks words up in the vocabulary, in their order. @param asked a relation with their `word` and `number` */
function searchVocabularySql(asked: SQL): SQL {
  return sql`
    SELECT
      t.word,
      t.stem,
      -- EXISTS would read the whole vocabulary into a hash table.
      (SELECT w.listings FROM directory_words w WHERE w.word = t.word) AS listings,
      (SELECT true FROM english_words e WHERE e.word = t.word) IS TRUE AS is_english,
      to_jsonb(ARRAY(SELECT w.word FROM directory_words w WHERE w.stem = t.stem ORDER BY w.word LIMIT 20)) AS forms,
      (SELECT coalesce(sum(w.listings), 0)::int FROM directory_words w WHERE w.stem = t.stem) + coalesce(c.listings, 0) AS listings_at_most,
      c.containing
    FROM (SELECT word, number, (ts_lexize('directory_stem', word))[1] AS stem FROM ${asked}) t
    CROSS JOIN LATERAL (
      SELECT
        CASE WHEN length(t.word) >= ${containedLength} THEN
          coalesce(jsonb_agg(jsonb_build_object('word', w.word, 'stem', w.stem)), '[]')
        END AS containing,
        sum(w.listings)::int AS listings
      FROM (
        SELECT w.word, w.stem, w.listings FROM directory_words w
        WHERE length(t.word) >= ${containedLength} AND w.word LIKE '%' || t.word || '%'
        LIMIT ${maxKnownWordsContainingSearchWord + 1}
      ) w
    ) c
    ORDER BY t.number`
}

function toKnownWord({ is_english, listings_at_most, containing, ...word }: SelectedWord): KnownSearchWord {
  const isRare = containing !== null && containing.length <= maxKnownWordsContainingSearchWord
  return {
    ...word,
    listings: word.listings ?? 0,
    isKnown: word.listings !== null || word.forms.length > 0,
    isEnglish: is_english,
    containing: isRare ? containing : null,
    listingsAtMost: isRare ? listings_at_most : null,
  }
}

/** Looks words up in the vocabulary. The results are in the order of the words. */
export async function lookUpSearchWords(db: Database, words: string[]): Promise<KnownSearchWord[]> {
  if (words.length === 0) return []
  const asked = sql`jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) WITH ORDINALITY AS asked (word, number)`
  return (await queryRows<SelectedWord>(db, searchVocabularySql(asked))).map(toKnownWord)
}

/** What the database knows of what was typed. */
export interface TypedSearchKnowledge {
  words: string[]
  /** The text as names are folded for sorting. */
  name: string
  /** Whether that is the whole name of a listing. */
  isListingName: boolean
  /** What is known of each word, and of each two neighbours as one: 'book keeper' may be 'bookkeeper'. */
  known: KnownSearchWord[]
  /** The places that runs of the words name, and these outcodes. */
  places: NamedPlace[]
  /** The places that the text beside the words names as a whole. */
  placesNear: NamedPlace[]
}

/**
 * Reads all that one statement can know of a search: most of the time that a search takes is planning and going there and back.
 * @param typed.text what is taken word by word
 * @param typed.name what is compared with whole names
 * @param typed.near the place that was typed beside it
 * @param typed.outcodes first halves of postcodes in the text
 * @param typed.maximum words that are read
 */
export async function lookUpTypedSearch(
  db: Database,
  {
    text,
    name,
    near,
    outcodes,
    maximum,
  }: { text: string; name: string; near: string; outcodes: string[]; maximum: number },
): Promise<TypedSearchKnowledge> {
  const runs = sql`
    SELECT array_to_string(w.words[s : s + l], ' ')
    FROM split w, generate_series(1, cardinality(w.words)) s, generate_series(0, ${searchPhraseMaxWords - 1}::int) l
    UNION ALL SELECT jsonb_array_elements_text(${JSON.stringify(outcodes)}::jsonb)`
  const [row] = await queryRows<{
    words: string[]
    name: string
    is_listing_name: boolean
    known: SelectedWord[] | null
    places: SelectedNamedPlace[] | null
    places_near: SelectedNamedPlace[] | null
  }>(
    db,
    sql`
      WITH split AS MATERIALIZED (
        SELECT (string_to_array(search_words(${joinSearchInitials(text)}), ' '))[1 : ${maximum}::int] AS words,
          fold_text(btrim(${name})) AS name
      ),
      asked AS MATERIALIZED (
        SELECT word, number FROM split, unnest(words) WITH ORDINALITY AS t (word, number)
        UNION ALL
        SELECT words[n] || words[n + 1], ${maximum}::int + n FROM split, generate_series(1, cardinality(words) - 1) n
      )
      SELECT
        to_jsonb(words) AS words,
        name,
        EXISTS (SELECT FROM directory_listings l WHERE l.sort_name = split.name AND ${isListingListedNowSql(sql`l`)}) AS is_listing_name,
        (SELECT jsonb_agg(to_jsonb(k)) FROM (${searchVocabularySql(sql`asked`)}) k) AS known,
        (SELECT jsonb_agg(to_jsonb(p)) FROM (${placesByNamesSql(runs)}) p) AS places,
        (SELECT jsonb_agg(to_jsonb(p)) FROM (${placesByNamesSql(sql`search_words(${near})`)}) p) AS places_near
      FROM split`,
  )
  return {
    words: row?.words ?? [],
    name: row?.name ?? '',
    isListingName: row?.is_listing_name ?? false,
    known: (row?.known ?? []).map(toKnownWord),
    places: (row?.places ?? []).map(toNamedPlace),
    placesNear: (row?.places_near ?? []).map(toNamedPlace),
  }
}

/**
 * Lists the known words that are spelled most like each of these: by trigrams, and, as two swapped letters leave few of those,
 * the commonest with the same beginning and about the same length. A word that only listings have that have not begun is nobody's to
 * read yet: there are few of these, so they are read once.
 */
export async function listSpellingCandidates(db: Database, words: string[]): Promise<Map<string, SpellingCandidate[]>> {
  const rows = await queryRows<SpellingCandidate & { typed: string }>(
    db,
    sql`
      WITH coming AS MATERIALIZED (SELECT all_words FROM directory_listings WHERE starts_at > now())
      SELECT t.typed, c.word, c.stem, c.listings
      FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) AS t (typed)
      CROSS JOIN LATERAL (
        (
          SELECT w.word, w.stem, w.listings FROM directory_words w
          WHERE w.word % t.typed AND length(w.word) BETWEEN length(t.typed) - 2 AND length(t.typed) + 2
          ORDER BY similarity(w.word, t.typed) DESC, w.listings DESC
          LIMIT 50
        )
        UNION
        (
          SELECT w.word, w.stem, w.listings FROM directory_words w
          WHERE w.word LIKE left(t.typed, 2) || '%' AND length(w.word) BETWEEN length(t.typed) - 1 AND length(t.typed) + 1
          ORDER BY w.listings DESC
          LIMIT 500
        )
        UNION
        (
          -- Two letters swapped near the beginning leave neither trigrams nor the beginning: 'bkaer'.
          SELECT w.word, w.stem, w.listings FROM directory_words w
          WHERE w.word IN (
            SELECT left(t.typed, place - 1) || reverse(substr(t.typed, place, 2)) || substr(t.typed, place + 2)
            FROM generate_series(1, length(t.typed) - 1) AS place
          )
        )
      ) c
      WHERE NOT EXISTS (SELECT FROM coming WHERE coming.all_words @@ quote_literal(c.stem)::tsquery)
        OR EXISTS (
          SELECT FROM directory_listings l WHERE l.all_words @@ quote_literal(c.stem)::tsquery AND ${isListingListedNowSql(sql`l`)}
        )`,
  )
  return Map.groupBy(rows, ({ typed }) => typed)
}

/** Stems phrases, which are given as `search_words` writes them. */
export async function stemSearchPhrases(db: Database, phrases: string[]): Promise<Map<string, string[]>> {
  const rows = await queryRows<{ phrase: string; stems: string[] }>(
    db,
    sql`
      SELECT phrase, (
        SELECT to_jsonb(array_agg((ts_lexize('directory_stem', word))[1] ORDER BY number))
        FROM unnest(string_to_array(phrase, ' ')) WITH ORDINALITY AS words (word, number)
      ) AS stems
      FROM jsonb_array_elements_text(${JSON.stringify(phrases)}::jsonb) AS phrase`,
  )
  return new Map(rows.map(({ phrase, stems }) => [phrase, stems]))
}

/**
 * Counts the listings that have all stems of a name in name, tagline, products or industry without being there ('Bath refits' in
 * York, not 'Leeds Plumbing' in Leeds), and those that have them anywhere.
 */
export async function countListingsUsingPlaceName(
  db: Database,
  { text, stems }: { text: string; stems: string[] },
): Promise<{ services: number; anywhere: number }> {
  const query = stems.map((stem) => `'${stem}'`).join(' & ')
  const [row] = await queryRows<{ services: number; anywhere: number }>(
    db,
    sql`
      WITH uses AS MATERIALIZED (SELECT city FROM directory_listings WHERE service_words @@ ${query}::tsquery)
      SELECT
        (SELECT count(*)::int FROM uses WHERE strpos(city, ${text}) = 0) AS services,
        (SELECT count(*)::int FROM directory_listings WHERE all_words @@ ${query}::tsquery) AS anywhere`,
  )
  return row ?? { services: 0, anywhere: 0 }
}
