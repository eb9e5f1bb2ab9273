import { type SQL, sql } from 'drizzle-orm'
import { businesses, businessTrades } from '#app/features/businesses/tables.server.ts'
import { tradeWords } from '#app/features/reference/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import { directoryListings as listings, textTrades } from '../tables.server.ts'
import type { TradeScore } from './needs-rules.ts'

/** How much a synonym counts beside the word that was typed. */
const shareOfSynonym = 0.7
/** Trades that are scored, at most. */
const scored = 12

/**
 * Reads whether a search is thin, so that its words are worth another reading, and if it is, scores the trades by the words of a need.
 * @param thin the condition, from {@link isThinSearchSql}
 * @param words each as its stem and those of its synonyms: the one that says most counts
 * @param share how much the listings count beside the file
 */
export async function scoreTradesOfThinSearch(
  db: Database,
  thin: SQL,
  words: string[][],
  share: number,
): Promise<{ isThin: boolean; scores: TradeScore[] }> {
  const stems = words.flatMap(([own, ...alike], word) => [
    { word, stem: own, share: 1 },
    ...alike.map((stem) => ({ word, stem, share: shareOfSynonym })),
  ])
  const [row] = await queryRows<{ isThin: boolean; scores: TradeScore[] | null }>(
    db,
    sql`
      WITH read AS MATERIALIZED (SELECT ${thin} AS is_thin),
      best AS (
        SELECT s.word, t.trade_id, t.source, max(t.weight * s.share) AS weight
        FROM jsonb_to_recordset(${JSON.stringify(stems)}::jsonb) AS s (word int, stem text, share float8)
        JOIN ${tradeWords} t ON t.word = s.stem
        GROUP BY 1, 2, 3
      ),
      scores AS MATERIALIZED (
        SELECT
          b.trade_id AS "tradeId",
          coalesce(sum(weight) FILTER (WHERE source = 'file'), 0)::float8 AS file,
          coalesce(sum(weight) FILTER (WHERE source = 'listings'), 0)::float8 AS listings
        FROM best b
        JOIN trades o ON o.id = b.trade_id AND o.removed_at IS NULL
        GROUP BY b.trade_id
        ORDER BY sum(CASE source WHEN 'file' THEN weight ELSE weight * ${share}::float8 END) DESC, b.trade_id
        LIMIT ${scored}
      )
      SELECT is_thin AS "isThin", CASE WHEN is_thin THEN (SELECT jsonb_agg(to_jsonb(s)) FROM scores s) END AS scores FROM read`,
  )
  return { isThin: row?.isThin ?? false, scores: row?.scores ?? [] }
}

/** Owners who must use a word before it speaks for their trade, so that nobody teaches the search alone. */
const ownersMinimum = 3
/** Words kept of each trade. */
const wordsKept = 200
/** Firms that a rare word is thought to have been seen in beside those it was: what three firms say is not sure yet. */
const smoothing = 8
/** The newest firms of a trade that are read, at most. */
const firmsRead = 1_000

/** Lists the trades that enough firms declare to be learned from. */
export async function listTradesToLearnWordsOf(db: Database): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`SELECT trade_id AS id FROM ${businessTrades} GROUP BY trade_id HAVING count(*) >= ${ownersMinimum} ORDER BY trade_id`,
  )
  return rows.map(({ id }) => id)
}

/** Forgets what was learned of all trades but these. */
export async function deleteLearnedWordsOfOtherTrades(db: Database, tradeIds: string[]): Promise<void> {
  await db.execute(sql`
    DELETE FROM ${tradeWords}
    WHERE source = 'listings' AND trade_id NOT IN (SELECT jsonb_array_elements_text(${JSON.stringify(tradeIds)}::jsonb))`)
}

/** Learns which words speak for a trade: those that firms which declare it use more than others do, by naive Bayes. In a transaction. */
export async function learnWordsOfTrade(db: Database, tradeId: string): Promise<void> {
  // A job and an import may learn at once: what one has written the other must see before it deletes.
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('learn trade words'))`)
  await db.execute(sql`DELETE FROM ${tradeWords} WHERE trade_id = ${tradeId} AND source = 'listings'`)
  await db.execute(sql`
    INSERT INTO ${tradeWords} (word, trade_id, source, weight)
    WITH firms AS MATERIALIZED (
      SELECT b.profile_id, l.all_words
      FROM ${businessTrades} t
      JOIN ${businesses} b ON b.id = t.business_id
      JOIN ${listings} l ON l.business_id = b.id
      WHERE t.trade_id = ${tradeId}
      ORDER BY l.listed_since DESC
      LIMIT ${firmsRead}
    ),
    size AS (SELECT count(*)::float8 AS firms, (SELECT greatest(count(*), 1)::float8 FROM ${listings}) AS listed FROM firms),
    used AS MATERIALIZED (
      SELECT u.lexeme AS word, count(*)::float8 AS firms
      FROM firms, unnest(firms.all_words) AS u
      WHERE u.lexeme !~ '[:0-9]' AND length(u.lexeme) > 2
      GROUP BY u.lexeme
      HAVING count(DISTINCT firms.profile_id) >= ${ownersMinimum}
    ),
    weighed AS (
      SELECT u.word, ln((u.firms + ${smoothing} * o.share) / (size.firms + ${smoothing}) / o.share) AS weight
      FROM used u, size, LATERAL (
        SELECT least(1, greatest(u.firms, (SELECT max(w.listings) FROM directory_words w WHERE w.stem = u.word)) / size.listed) AS share
      ) o
    )
    SELECT word, ${tradeId}, 'listings', weight FROM weighed WHERE weight > 0.5 ORDER BY weight DESC LIMIT ${wordsKept}`)
}

/** Listings whose texts are read at once: few, as an owner's change may have to wait for those that change. */
const listingsRead = 500
/** How much more the words of a text must speak for its trade than for the next. */
const textLead = 1.25
/** The least that they must speak for it. */
const textMinimum = 8

/**
 * Writes which trade the texts of the listings behind this one speak for, a batch of them.
 * @returns the last that was read; null at the end
 */
export async function writeTradesGuessedFromListingTexts(db: Database, after: string | null): Promise<string | null> {
  const [row] = await queryRows<{ last: string | null }>(
    db,
    sql`
      WITH read AS MATERIALIZED (
        SELECT business_id, all_words FROM ${listings}
        WHERE ${after === null ? sql`true` : sql`business_id > ${after}`}
        ORDER BY business_id
        LIMIT ${listingsRead}
      ),
      scores AS (
        SELECT read.business_id, t.trade_id, sum(t.weight) AS score
        FROM read, unnest(read.all_words) AS u
        JOIN ${tradeWords} t ON t.word = u.lexeme AND t.source = 'listings'
        GROUP BY 1, 2
      ),
      ranked AS (
        SELECT
          *,
          row_number() OVER (PARTITION BY business_id ORDER BY score DESC) AS place,
          lead(score) OVER (PARTITION BY business_id ORDER BY score DESC) AS next
        FROM scores
      ),
      clear AS MATERIALIZED (
        SELECT business_id, trade_id FROM ranked
        WHERE place = 1 AND score >= ${textMinimum} AND score >= ${textLead} * coalesce(next, 0)
      ),
      changed AS MATERIALIZED (
        SELECT business_id, c.trade_id
        FROM read
        LEFT JOIN clear c USING (business_id)
        LEFT JOIN ${textTrades} o ON o.listing_id = business_id
        WHERE o.trade_id IS DISTINCT FROM c.trade_id
      ),
      -- As refresh_directory_listings() writes it.
      listed AS (
        UPDATE ${listings} l
        SET service_words = ts_delete(
            l.service_words, ARRAY(SELECT u.lexeme FROM unnest(l.service_words) AS u WHERE u.lexeme LIKE 'text:%')
          ) || CASE WHEN c.trade_id IS NULL THEN '' ELSE array_to_tsvector(ARRAY['text:any', 'text:' || c.trade_id]) END
        FROM changed c
        WHERE l.business_id = c.business_id
      ),
      gone AS (
        DELETE FROM ${textTrades}
        WHERE listing_id IN (SELECT business_id FROM changed WHERE trade_id IS NULL)
      ),
      written AS (
        INSERT INTO ${textTrades} (listing_id, trade_id)
        SELECT business_id, trade_id FROM changed WHERE trade_id IS NOT NULL
        ON CONFLICT (listing_id) DO UPDATE SET trade_id = excluded.trade_id
      )
      SELECT max(business_id::text) AS last FROM read`,
  )
  return row?.last ?? null
}
