import { sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { isListingListedNowSql } from '../tables.server.ts'
import {
  containingSearchWordsMaximum,
  joinSearchInitials,
  type KnownSearchWord,
  type SpellingCandidate,
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

/** Looks words up in the vocabulary. The results are in the order of the words. */
export async function lookUpSearchWords(db: Database, words: string[]): Promise<KnownSearchWord[]> {
  if (words.length === 0) return []
  const rows = await queryRows<{
    word: string
    stem: string
    is_known: boolean
    is_english: boolean
    forms: string[]
    containing: { word: string; stem: string }[] | null
  }>(
    db,
    sql`
      SELECT
        t.word,
        t.stem,
        -- EXISTS would read the whole vocabulary into a hash table.
        (SELECT true FROM directory_words w WHERE w.word = t.word) IS TRUE AS is_known,
        (SELECT true FROM english_words e WHERE e.word = t.word) IS TRUE AS is_english,
        to_jsonb(ARRAY(SELECT w.word FROM directory_words w WHERE w.stem = t.stem ORDER BY w.word LIMIT 20)) AS forms,
        CASE WHEN length(t.word) >= ${containedLength} THEN (
          SELECT coalesce(jsonb_agg(jsonb_build_object('word', c.word, 'stem', c.stem)), '[]')
          FROM (
            SELECT w.word, w.stem FROM directory_words w
            WHERE w.word LIKE '%' || t.word || '%' LIMIT ${containingSearchWordsMaximum + 1}
          ) c
        ) END AS containing
      FROM (
        SELECT word, number, (ts_lexize('directory_stem', word))[1] AS stem
        FROM jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) WITH ORDINALITY AS typed (word, number)
      ) t
      ORDER BY t.number`,
  )
  return rows.map(({ word, stem, is_known, is_english, forms, containing }) => ({
    word,
    stem,
    isKnown: is_known || forms.length > 0,
    isEnglish: is_english,
    forms,
    containing: containing && containing.length <= containingSearchWordsMaximum ? containing : null,
  }))
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

/** How many listings have a word, when they were last counted. */
export async function countListingsPerWord(db: Database, words: string[]): Promise<Map<string, number>> {
  const rows = await queryRows<{ word: string; listings: number }>(
    db,
    sql`SELECT w.word, w.listings FROM directory_words w
        WHERE w.word IN (SELECT jsonb_array_elements_text(${JSON.stringify(words)}::jsonb))`,
  )
  return new Map(rows.map(({ word, listings }) => [word, listings]))
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
export async function countPlaceNameUses(
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
