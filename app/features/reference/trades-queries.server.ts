import { asc, isNull, sql } from 'drizzle-orm'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { industries } from './rules.ts'
import { trades } from './tables.server.ts'
import { weighWordsByBm25 } from './trade-words-rules.ts'
import type { TradesFileEntry } from './trades-schema.ts'

/** Current trades by name. */
export function listTrades(db: Database) {
  return db
    .select({
      id: trades.id,
      name: trades.name,
      plural: trades.plural,
      industryId: trades.industryId,
      synonyms: trades.synonyms,
      needs: trades.needs,
      relatedIds: trades.relatedIds,
    })
    .from(trades)
    .where(isNull(trades.removedAt))
    .orderBy(asc(trades.name))
}

/**
 * Writes the trades. One that is not among them is marked as removed. Their words and those of the synonyms are added to the
 * vocabulary of the search. If a trade's name has changed, the listings are due to be refreshed; they contain nothing else of it.
 */
export async function writeTrades(db: Database, entries: TradesFileEntry[], synonymGroups: string[][]): Promise<void> {
  const rows = entries.map(({ related, industry, ...entry }) => ({
    ...entry,
    industry_id: industries.indexOf(industry) + 1,
    related_ids: related,
  }))
  const written = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS t (id text, name text, plural text, industry_id int, synonyms text[], needs text[], related_ids text[])`
  const [changed] = await queryRows<{ renamed: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT FROM ${written} JOIN trades o USING (id) WHERE o.name <> t.name) AS renamed`,
  )
  await db.execute(sql`
    INSERT INTO trades (id, name, plural, industry_id, synonyms, needs, related_ids)
    SELECT id, name, plural, industry_id, synonyms, needs, related_ids FROM ${written}
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name, plural = excluded.plural, industry_id = excluded.industry_id, synonyms = excluded.synonyms,
      needs = excluded.needs, related_ids = excluded.related_ids, removed_at = NULL`)
  await db.execute(sql`
    UPDATE trades SET removed_at = now()
    WHERE removed_at IS NULL AND id NOT IN (SELECT t.id FROM ${written})`)
  const phrases = [
    ...entries.flatMap(({ name, plural, synonyms }) => [name, plural, ...synonyms]),
    ...synonymGroups.flat(),
  ]
  await db.execute(sql`
    INSERT INTO directory_words (word)
    SELECT DISTINCT w.word
    FROM jsonb_array_elements_text(${JSON.stringify(phrases)}::jsonb) AS phrase,
      unnest(string_to_array(search_words(phrase), ' ')) AS w (word)
    WHERE w.word <> ''
    ORDER BY w.word
    ON CONFLICT DO NOTHING`)
  await writeTradeWords(db, entries)
  if (changed?.renamed) {
    await db.execute(sql`UPDATE repeatable_migrations SET refreshed_at = NULL WHERE name = 'listings'`)
  }
}

/** Writes how much each word of the file speaks for a trade. */
async function writeTradeWords(db: Database, entries: TradesFileEntry[]): Promise<void> {
  const phrases = entries.flatMap(({ id, name, plural, synonyms, needs }) =>
    [name, plural, ...synonyms, ...needs].map((phrase) => ({ id, phrase })),
  )
  const rows = await queryRows<{ id: string; stems: string[] }>(
    db,
    sql`
      SELECT p.id, to_jsonb(array_agg((ts_lexize('directory_stem', w.word))[1])) AS stems
      FROM jsonb_to_recordset(${JSON.stringify(phrases)}::jsonb) AS p (id text, phrase text),
        unnest(string_to_array(search_words(p.phrase), ' ')) AS w (word)
      WHERE w.word <> ''
      GROUP BY p.id`,
  )
  const weights = weighWordsByBm25(new Map(rows.map(({ id, stems }) => [id, stems])))
  await db.execute(sql`DELETE FROM trade_words WHERE source = 'file'`)
  await db.execute(sql`
    INSERT INTO trade_words (word, trade_id, source, weight)
    SELECT word, text, 'file', weight FROM jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) AS t (word text, text text, weight real)`)
}

/** Writes phrases as the search compares them; those that are nothing but signs are left out. */
export async function normaliseSearchPhrases(db: Database, phrases: string[]): Promise<Map<string, string>> {
  const rows = await queryRows<{ phrase: string; words: string }>(
    db,
    sql`SELECT phrase, search_words(phrase) AS words FROM jsonb_array_elements_text(${JSON.stringify(phrases)}::jsonb) AS phrase`,
  )
  return new Map(rows.flatMap(({ phrase, words }) => (words ? [[phrase, words] as const] : [])))
}
