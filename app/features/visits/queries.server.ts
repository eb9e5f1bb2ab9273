import { eq, type SQL, sql } from 'drizzle-orm'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { isListingListedNowSql } from '#app/features/directory/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { ListingVisitKey } from '#app/platform/.server/observability/visits.ts'
import {
  fewestFirmsForTradeVisitMedian,
  type ListingSearchTerm,
  listingSearchTermShownThreshold,
  type MonthlyVisitsMailStatistics,
  type VisitStatistics,
  visitRetentionDays,
  visitWeeksShown,
  type WeekOfVisits,
} from './model.ts'
import { monthlyMailStops, searchWordCounts, tradeWeeks, visitCounts } from './tables.server.ts'

const today = sql`(now() AT TIME ZONE 'Europe/London')::date`
const thisWeek = sql`date_trunc('week', ${today}::timestamp)::date`

/** Adds counts of today and this week. Slugs of what is not listed are left out. */
export async function addVisitCounts(db: Database, counts: ReadonlyMap<ListingVisitKey, number>): Promise<void> {
  const rows = [...counts].map(([visit, count]) => {
    const [kind = '', slug = '', ...words] = visit.split(' ')
    return { kind, slug, word: words.join(' '), count }
  })
  const words = rows.filter(({ kind }) => kind === 'word')
  await db.transaction(async (transaction) => {
    await addVisits(
      transaction,
      rows.filter(({ kind }) => kind !== 'word'),
    )
    if (words.length > 0) await addSearchTerms(transaction, words)
  })
}

/** Which of these slugs are those of listings. */
export async function listListedBusinessSlugsAmong(db: Database, slugs: string[]): Promise<string[]> {
  const rows = await queryRows<{ slug: string }>(
    db,
    sql`
      SELECT b.business_slug AS slug
      FROM businesses b JOIN directory_listings l ON l.business_id = b.id
      WHERE b.business_slug IN (${sql.join(
        slugs.map((slug) => sql`${slug}`),
        sql`, `,
      )})`,
  )
  return rows.map(({ slug }) => slug)
}

async function addVisits(db: Database, rows: { kind: string; slug: string; count: number }[]): Promise<void> {
  await db.execute(sql`
    INSERT INTO visit_counts (business_id, day, kind, count)
    SELECT b.id, ${today}, c.kind, c.count
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (kind text, slug text, count bigint)
    JOIN businesses b ON b.business_slug = c.slug
    JOIN directory_listings l ON l.business_id = b.id AND ${isListingListedNowSql(sql`l`)}
    ORDER BY b.id, c.kind
    ON CONFLICT (business_id, day, kind) DO UPDATE SET count = visit_counts.count + excluded.count`)
}

/** Adds words of searches. Whatever neither listings nor trades nor places have is added to the empty word. */
async function addSearchTerms(db: Database, rows: { slug: string; word: string; count: number }[]): Promise<void> {
  // A phrase is known if each of its words is. EXISTS would read the whole vocabulary into a hash table.
  await db.execute(sql`
    WITH counted AS MATERIALIZED (
      SELECT slug, word, count
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (slug text, word text, count bigint)
    ),
    known AS MATERIALIZED (
      SELECT word FROM (SELECT DISTINCT word FROM counted) typed
      WHERE word IN (SELECT name FROM places) OR (
        SELECT bool_and((SELECT true FROM directory_words w WHERE w.word = part) IS TRUE)
        FROM unnest(string_to_array(typed.word, ' ')) AS part
      )
    )
    INSERT INTO search_word_counts (business_id, week, word, count)
    SELECT b.id, ${thisWeek}, coalesce(k.word, ''), sum(c.count)
    FROM counted c
    LEFT JOIN known k ON k.word = c.word
    JOIN businesses b ON b.business_slug = c.slug
    JOIN directory_listings l ON l.business_id = b.id AND ${isListingListedNowSql(sql`l`)}
    GROUP BY b.id, coalesce(k.word, '')
    ORDER BY b.id, coalesce(k.word, '')
    ON CONFLICT (business_id, week, word) DO UPDATE SET count = search_word_counts.count + excluded.count`)
}

/** The words of searches that found a business in the weeks that are shown, the commonest first. Rare ones are left out. */
export async function listListingSearchTerms(db: Database, businessId: string): Promise<ListingSearchTerm[]> {
  return queryRows<ListingSearchTerm>(
    db,
    sql`
      SELECT nullif(word, '') AS word, sum(count)::float8 AS count
      FROM search_word_counts
      WHERE business_id = ${businessId}::uuid AND week > ${thisWeek} - ${7 * visitWeeksShown}::int
      GROUP BY word
      HAVING sum(count) >= ${listingSearchTermShownThreshold.searches} AND count(*) >= ${listingSearchTermShownThreshold.weeks}
      ORDER BY word = '', count DESC, word
      LIMIT 30`,
  )
}

/** The business of an owner; null for whoever has none. */
export async function findBusinessOfOwnerForVisitStatistics(
  db: Database,
  ownerId: string,
): Promise<{ id: string; slug: string; name: string } | null> {
  const [row] = await db
    .select({ id: businesses.id, slug: businesses.businessSlug, name: businesses.name })
    .from(businesses)
    .where(eq(businesses.profileId, ownerId))
    .limit(1)
  return row ?? null
}

const sumOf = (kind: string) => sql`coalesce(sum(v.count) FILTER (WHERE v.kind = ${kind}), 0)::float8`
const sums = sql`
  ${sumOf('view')} AS view, ${sumOf('found')} AS found, ${sumOf('phone')} AS phone, ${sumOf('website')} AS website,
  ${sumOf('email')} AS email`
const dayOfEnquiry = sql`(l.forwarded_at AT TIME ZONE 'Europe/London')::date`

/** The last {@link visitWeeksShown} weeks of a business, oldest first, with those in which nothing was counted. */
export async function listWeeksOfVisitsToBusiness(db: Database, businessId: string): Promise<WeekOfVisits[]> {
  return queryRows<WeekOfVisits>(
    db,
    sql`
      WITH weeks AS (
        SELECT (${thisWeek} - 7 * n) AS week FROM generate_series(0, ${visitWeeksShown - 1}::int) AS n
      )
      SELECT to_char(w.week, 'YYYY-MM-DD') AS week, ${sums},
        (
          SELECT count(*)::int FROM leads l
          WHERE l.business_id = ${businessId}::uuid AND ${dayOfEnquiry} BETWEEN w.week AND w.week + 6
        ) AS enquiries
      FROM weeks w
      LEFT JOIN visit_counts v ON v.business_id = ${businessId}::uuid AND v.day BETWEEN w.week AND w.week + 6
      GROUP BY w.week ORDER BY w.week`,
  )
}

/**
 * Writes the medians of the whole weeks that are shown and have none yet, for each trade of which at least {@link fewestFirmsForTradeVisitMedian} firms have
 * statistics.
 */
export async function writeTradeVisitMedians(db: Database): Promise<void> {
  const median = (statistic: SQL) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY ${statistic})`
  await db.execute(sql`
    WITH weeks AS MATERIALIZED (
      SELECT (${thisWeek} - 7 * n) AS week FROM generate_series(1, ${visitWeeksShown - 1}::int) AS n
      EXCEPT SELECT week FROM trade_weeks
    ),
    visits AS MATERIALIZED (
      SELECT w.week, v.business_id, ${sums}
      FROM weeks w JOIN visit_counts v ON v.day BETWEEN w.week AND w.week + 6
      GROUP BY w.week, v.business_id
    ),
    asked AS MATERIALIZED (
      SELECT w.week, l.business_id, count(*) AS enquiries
      FROM weeks w
      JOIN leads l ON ${dayOfEnquiry} BETWEEN w.week AND w.week + 6
      GROUP BY w.week, l.business_id
    )
    INSERT INTO trade_weeks (trade_id, week, firms, view, found, phone, website, email, enquiries)
    SELECT t.trade_id, v.week, count(*), ${median(sql`v.view`)}, ${median(sql`v.found`)}, ${median(sql`v.phone`)},
      ${median(sql`v.website`)}, ${median(sql`v.email`)}, ${median(sql`coalesce(a.enquiries, 0)`)}
    FROM visits v
    JOIN business_trades t ON t.business_id = v.business_id
    LEFT JOIN asked a ON a.week = v.week AND a.business_id = v.business_id
    GROUP BY t.trade_id, v.week
    HAVING count(*) >= ${fewestFirmsForTradeVisitMedian}
    ON CONFLICT DO NOTHING`)
}

/** The medians of a business's first trade in the weeks that are shown; none for a business without a trade. */
export async function listVisitMediansOfBusinessTrade(
  db: Database,
  businessId: string,
): Promise<(WeekOfVisits & { trade: string })[]> {
  return queryRows(
    db,
    sql`
      SELECT n.name AS trade, to_char(w.week, 'YYYY-MM-DD') AS week, w.view, w.found, w.phone, w.website, w.email, w.enquiries
      FROM (
        SELECT trade_id FROM business_trades WHERE business_id = ${businessId}::uuid ORDER BY order_index LIMIT 1
      ) t
      JOIN trades n ON n.id = t.trade_id
      JOIN trade_weeks w ON w.trade_id = t.trade_id
      WHERE w.week > ${thisWeek} - ${7 * visitWeeksShown}::int
      ORDER BY w.week`,
  )
}

/** The statistics of a month that has ended, and of the one before; null where nothing was counted in it. */
async function findMonth(db: Database, businessId: string, month: string): Promise<MonthlyVisitsMailStatistics | null> {
  const months = await queryRows<VisitStatistics>(
    db,
    sql`
      SELECT ${sums}, (
        SELECT count(*)::int FROM leads l
        WHERE l.business_id = ${businessId}::uuid AND ${dayOfEnquiry} >= m.first AND ${dayOfEnquiry} < m.first + interval '1 month'
      ) AS enquiries
      FROM (VALUES (${month}::date), ((${month}::date - interval '1 month')::date)) AS m (first)
      LEFT JOIN visit_counts v ON v.business_id = ${businessId}::uuid AND v.day >= m.first AND v.day < m.first + interval '1 month'
      GROUP BY m.first ORDER BY m.first DESC`,
  )
  const [statistics, before] = months
  if (!statistics || !before || Object.values(statistics).every((count) => count === 0)) return null
  return { month, statistics, before }
}

/** Today in London, as an ISO date. */
export async function currentLondonDayOfDatabase(db: Database): Promise<string> {
  const [row] = await queryRows<{ day: string }>(db, sql`SELECT to_char(${today}, 'YYYY-MM-DD') AS day`)
  if (!row) throw new Error('the database did not say which day it is')
  return row.day
}

/** An owner may get the monthly email: their address is confirmed, they are listed, and they did not stop it. */
const getsMail = sql`
  u.email_verified AND EXISTS (SELECT FROM directory_listings l WHERE l.business_id = b.id AND ${isListingListedNowSql(sql`l`)})
  AND NOT EXISTS (SELECT FROM ${monthlyMailStops} s WHERE s.user_id = u.id)`

/** The next owners who may get the monthly email, by id. */
export async function listOwnerIdsForMonthlyVisitsMail(
  db: Database,
  after: string | null,
  most: number,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`
      SELECT u.id FROM users u JOIN businesses b ON b.profile_id = u.id
      WHERE ${getsMail} AND ${after === null ? sql`true` : sql`u.id > ${after}::uuid`}
      ORDER BY u.id LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** What the monthly email tells an owner; null if they may not get it any more, or nothing was counted. */
export async function findMonthlyVisitsMailContent(db: Database, ownerId: string, month: string) {
  const [owner] = await queryRows<{ businessId: string; businessName: string; to: string }>(
    db,
    sql`
      SELECT b.id AS "businessId", b.name AS "businessName", u.email AS "to"
      FROM users u JOIN businesses b ON b.profile_id = u.id
      WHERE u.id = ${ownerId}::uuid AND ${getsMail}`,
  )
  const found = owner && (await findMonth(db, owner.businessId, month))
  return owner && found ? { ...owner, ...found } : null
}

/** Whether a member gets the monthly email; null if there is no such member. */
export async function findMonthlyVisitsMailChoiceOfMember(db: Database, userId: string): Promise<boolean | null> {
  const [row] = await queryRows<{ isOn: boolean }>(
    db,
    sql`
      SELECT NOT EXISTS (SELECT FROM ${monthlyMailStops} s WHERE s.user_id = u.id) AS "isOn"
      FROM users u WHERE u.id = ${userId}::uuid`,
  )
  return row?.isOn ?? null
}

/** Stops the monthly email to a member, or has it sent again. Nothing happens if there is no such member. */
export async function setMonthlyVisitsMailStop(db: Database, userId: string, isStopped: boolean): Promise<void> {
  if (isStopped) {
    await db.execute(
      sql`INSERT INTO ${monthlyMailStops} (user_id) SELECT id FROM users WHERE id = ${userId}::uuid ON CONFLICT DO NOTHING`,
    )
  } else await db.delete(monthlyMailStops).where(eq(monthlyMailStops.userId, userId))
}

/** Lists all counts of an owner's business by day, oldest first. */
export function listVisitCountsOfOwner(db: Database, ownerId: string) {
  return db
    .select({ day: visitCounts.day, kind: visitCounts.kind, count: visitCounts.count })
    .from(visitCounts)
    .innerJoin(businesses, eq(businesses.id, visitCounts.businessId))
    .where(eq(businesses.profileId, ownerId))
    .orderBy(visitCounts.day, visitCounts.kind)
}

/** Deletes what is older than {@link visitRetentionDays}. */
export async function deleteOldVisitCounts(db: Database): Promise<void> {
  await db.delete(visitCounts).where(sql`${visitCounts.day} < ${today} - ${visitRetentionDays}::int`)
  await db.delete(searchWordCounts).where(sql`${searchWordCounts.week} < ${today} - ${visitRetentionDays}::int`)
  await db.delete(tradeWeeks).where(sql`${tradeWeeks.week} < ${today} - ${visitRetentionDays}::int`)
}
