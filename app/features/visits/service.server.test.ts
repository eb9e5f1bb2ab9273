import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect } from 'vitest'
import { businesses, businessTrades } from '#app/features/businesses/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { Mail } from '#app/platform/.server/mail/mail.ts'
import { ListingVisitCounter } from '#app/platform/.server/observability/visits.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { SignInRequiredError } from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { signedStopMonthlyVisitsMailPath } from './links.server.ts'
import * as mailDefinitions from './mails.server.ts'
import { maintainVisitCounts, queueMonthlyVisitsMails } from './maintenance-service.server.ts'
import { visitRetentionDays, visitWeeksShown } from './model.ts'
import { collectPersonalData, describePersonalData } from './personal-data-service.server.ts'
import {
  countVisitsReportedByBrowser,
  getMonthlyVisitsMailChoiceByStopToken,
  getOwnVisitStatistics,
  startWritingCountedVisits,
  stopMonthlyVisitsMailByLink,
  switchOwnMonthlyVisitsMail,
  writeCountedVisits,
} from './service.server.ts'
import { searchWordCounts, tradeWeeks, visitCounts } from './tables.server.ts'

beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses', 'lead_requests', 'trade_weeks', 'sent_mails')
  await db.execute(sql`DELETE FROM pgboss.job`)
  platform.visits.take()
})

async function plant() {
  const { userId } = await createMember(db, { status: 'Verified' })
  const { id, businessSlug } = await createBusiness(db, { name: 'Fell Works', profileId: userId })
  return { actor: actorOf(userId), userId, id, slug: businessSlug }
}

// spec: hold.15.1
test('what a browser reports counts for listings, and for nothing that is invented, hidden or not yet listed', async () => {
  const { slug, id } = await plant()
  const { userId } = await createMember(db, { status: 'In Review' })
  const waiting = await createBusiness(db, { profileId: userId })
  await countVisitsReportedByBrowser(platform, '192.0.2.1', [
    `phone ${slug}`,
    `phone ${waiting.businessSlug}`,
    "email '; DROP TABLE users",
  ])
  expect([...platform.visits.take()]).toEqual([[`phone ${slug}`, 1]])
  await countVisitsReportedByBrowser(platform, '192.0.2.1', [
    `found ${slug}`,
    `word ${slug} leeds`,
    'found no-such-business',
  ])
  await writeCountedVisits(platform)
  expect(await db.select().from(visitCounts)).toMatchObject([{ businessId: id, kind: 'found', count: 1 }])
})

test('what is reported while the database is away is lost, and nothing else', async () => {
  const { slug } = await plant()
  const broken = { ...platform, db: { execute: () => Promise.reject(new Error('away')) } as unknown as Database }
  await countVisitsReportedByBrowser(broken, '192.0.2.1', [`phone ${slug}-x`])
  expect(platform.visits.others).toBe(1)
  platform.visits.others = 0
})

// spec: statistics.1, statistics.3
test('what is counted is written together, added up by day, and shown to its owner by the week', async () => {
  const { actor, slug, id } = await plant()
  const other = await plant()
  platform.visits.count([`view ${slug}`, `view ${slug}`, `found ${slug}`, `phone ${slug}`, 'view no-such-business'])
  platform.visits.count([`view ${other.slug}`])
  await writeCountedVisits(platform)
  platform.visits.count([`view ${slug}`, `website ${slug}`, `email ${slug}`])
  await writeCountedVisits(platform)
  await writeCountedVisits(platform)
  expect((await db.select().from(visitCounts).where(eq(visitCounts.businessId, id))).length).toBe(5)
  const statistics = await getOwnVisitStatistics(platform, actor)
  expect(statistics?.businessName).toBe('Fell Works')
  expect(statistics?.weeks.length).toBe(visitWeeksShown)
  expect(statistics?.weeks.at(-1)).toMatchObject({ view: 3, found: 1, phone: 1, website: 1, email: 1, enquiries: 0 })
  expect(statistics?.weeks.at(-2)).toMatchObject({ view: 0, found: 0 })
  await db.execute(sql`UPDATE visit_counts SET day = day - 7`)
  const [before, now] = (await getOwnVisitStatistics(platform, actor))?.weeks.slice(-2) ?? []
  expect([before?.view, now?.view]).toEqual([3, 0])
  await expect(getOwnVisitStatistics(platform, null)).rejects.toThrow(SignInRequiredError)
  const { userId } = await createMember(db)
  expect(await getOwnVisitStatistics(platform, actorOf(userId))).toBeNull()
})

test('what cannot be written is written later, and what is left when the process ends', async () => {
  const { actor, slug } = await plant()
  const visits = new ListingVisitCounter()
  const broken = { execute: async () => Promise.reject(new Error('gone')) } as unknown as Database
  visits.count([`view ${slug}`])
  await writeCountedVisits({ db: broken, visits, log: { error: () => undefined } as unknown as Platform['log'] })
  const stop = startWritingCountedVisits({ ...platform, visits })
  visits.count([`view ${slug}`])
  await stop()
  expect((await getOwnVisitStatistics(platform, actor))?.weeks.at(-1)?.view).toBe(2)
})

// spec: statistics.6
test('counts are in the export, are deleted after two years, and go with the business', async () => {
  const { userId, slug, id } = await plant()
  expect(await describePersonalData(db, userId)).toEqual([])
  platform.visits.count([`view ${slug}`])
  await writeCountedVisits(platform)
  expect((await collectPersonalData(db, userId)).records).toMatchObject({ statistics: [{ kind: 'view', count: 1 }] })
  expect(await describePersonalData(db, userId)).toEqual(['the statistics of your business'])
  const [daily] = jobHandlers
  await daily?.handle(platform, {}, 'job')
  expect((await db.select().from(visitCounts)).length).toBe(1)
  await db.execute(sql`UPDATE visit_counts SET day = day - ${visitRetentionDays + 1}::int`)
  await daily?.handle(platform, {}, 'job')
  expect(await db.select().from(visitCounts)).toEqual([])
  platform.visits.count([`view ${slug}`])
  await writeCountedVisits(platform)
  await db.delete(businesses).where(eq(businesses.id, id))
  expect(await db.select().from(visitCounts)).toEqual([])
})

// spec: statistics.7
test('words are counted for the listings they found, and all that neither listings nor trades nor places have are one', async () => {
  const { slug, id, actor } = await plant()
  platform.visits.count([
    ...[`word ${slug} plumber`, `word ${slug} fell works`, `word ${slug} Kendal`, `word ${slug} LA9`],
    ...[`word ${slug} jane doe 07700900000`, `word ${slug} xyzzy plumber`, 'word no-such-business plumber'],
  ] as const)
  await writeCountedVisits(platform)
  const rows = await db.select().from(searchWordCounts).where(eq(searchWordCounts.businessId, id))
  expect(new Map(rows.map(({ word, count }) => [word, count]))).toEqual(
    new Map([
      ['plumber', 1],
      ['fell works', 1],
      ['Kendal', 1],
      ['LA9', 1],
      ['', 2],
    ]),
  )
  expect((await getOwnVisitStatistics(platform, actor))?.words).toEqual([])
})

// spec: statistics.7
test('a word is shown from ten searches in three weeks, the commonest first', async () => {
  const { id, actor, userId } = await plant()
  const add = (word: string, weeks: number, count: number) =>
    db.execute(sql`
      INSERT INTO search_word_counts (business_id, week, word, count)
      SELECT ${id}::uuid, date_trunc('week', (now() AT TIME ZONE 'Europe/London')::date::timestamp)::date - 7 * n, ${word}, ${count}
      FROM generate_series(0, ${weeks - 1}::int) AS n`)
  await add('plumber', 3, 4)
  await add('boiler', 5, 2)
  await add('leak', 3, 3)
  await add('drains', 2, 100)
  await add('', 3, 100)
  const shown = [
    { word: 'plumber', count: 12 },
    { word: 'boiler', count: 10 },
    { word: null, count: 300 },
  ]
  expect((await getOwnVisitStatistics(platform, actor))?.words).toEqual(shown)
  // The copy of their data says no more than the page.
  expect((await collectPersonalData(db, userId)).records).toEqual({ 'words-of-searches': shown })
})

// spec: statistics.8
test.each([
  [10, 5.5],
  [9, null],
])('of %i firms of a trade with statistics the typical one has %j views', async (firms, views) => {
  const planted = []
  for (let number = 1; number <= firms; number += 1) {
    const firm = await plant()
    await db.insert(businessTrades).values({ businessId: firm.id, tradeId: 'plumber', orderIndex: 0 })
    platform.visits.count(Array.from({ length: number }, () => `view ${firm.slug}` as const))
    planted.push(firm)
  }
  await writeCountedVisits(platform)
  const own = planted[0]
  if (!own) throw new Error('no firm')
  // A week is compared once it has ended.
  await maintainVisitCounts(platform)
  expect(await db.select().from(tradeWeeks)).toEqual([])
  await db.execute(sql`UPDATE visit_counts SET day = day - 7`)
  await maintainVisitCounts(platform)
  await maintainVisitCounts(platform)
  const statistics = await getOwnVisitStatistics(platform, own.actor)
  const week = statistics?.weeks.at(-2)
  expect(week?.view).toBe(1)
  expect(statistics?.typical?.weeks[week?.week ?? '']?.view ?? null).toBe(views)
  if (views !== null) expect(statistics?.typical?.trade).toBe('Plumber')
  const { actor } = await plant()
  expect((await getOwnVisitStatistics(platform, actor))?.typical).toBeNull()
})

/** Runs the queue; the mails it sent. */
async function mailsOf(): Promise<Mail[]> {
  const sent = new Map<string, Mail>()
  const mailer = { ...platform.mailer, send: async (mail: Mail) => void sent.set(mail.event, mail) }
  expect(await emptyQueue({ ...platform, mailer }, [...jobHandlers, ...Object.values(mailDefinitions)])).toEqual([])
  return [...sent.values()]
}

const tokenOf = (userId: string) =>
  new URLSearchParams(signedStopMonthlyVisitsMailPath(platform.secret, userId).split('?')[1]).get('token') ?? ''

// spec: statistics.9
test('once a month owners are emailed their statistics, until they stop it', async () => {
  const { slug, userId, actor } = await plant()
  const quiet = await plant()
  platform.visits.count([`view ${slug}`, `view ${slug}`, `phone ${slug}`])
  await writeCountedVisits(platform)
  await db.execute(sql`UPDATE visit_counts SET day = '2026-10-05'`)
  const run = async (month = '2026-10-01') => {
    await queueMonthlyVisitsMails(platform, { month, after: null })
    return mailsOf()
  }
  const [mail, ...others] = await run()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Fell Works in October 2026')
  expect(mail?.text).toContain('Page views: 2 (the month before: 0)')
  expect(mail?.text).toContain('Phone clicks: 1 (the month before: 0)')
  expect(mail?.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': `<${platform.publicUrl}${signedStopMonthlyVisitsMailPath(platform.secret, userId)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  // The month after nothing was counted.
  expect(await run('2026-12-01')).toEqual([])
  expect(await getMonthlyVisitsMailChoiceByStopToken(platform, tokenOf(userId))).toEqual({ isOn: true })
  await stopMonthlyVisitsMailByLink(platform, tokenOf(quiet.userId))
  expect(await getMonthlyVisitsMailChoiceByStopToken(platform, tokenOf(userId))).toEqual({ isOn: true })
  await stopMonthlyVisitsMailByLink(platform, tokenOf(userId))
  await stopMonthlyVisitsMailByLink(platform, tokenOf(userId))
  expect(await getMonthlyVisitsMailChoiceByStopToken(platform, tokenOf(userId))).toEqual({ isOn: false })
  expect((await getOwnVisitStatistics(platform, actor))?.isMailOn).toBe(false)
  expect((await collectPersonalData(db, userId)).records).toMatchObject({ 'monthly-email': [{ stopped: true }] })
  await db.execute(sql`DELETE FROM pgboss.job`)
  expect(await run()).toEqual([])
  await switchOwnMonthlyVisitsMail(platform, actor, true)
  expect(await getMonthlyVisitsMailChoiceByStopToken(platform, tokenOf(userId))).toEqual({ isOn: true })
  await expect(switchOwnMonthlyVisitsMail(platform, null, false)).rejects.toThrow(SignInRequiredError)
})

// spec: statistics.9
test('a token of another kind or member stops nothing', async () => {
  const { userId } = await plant()
  for (const token of [
    '',
    userId,
    `${tokenOf(userId)}x`,
    tokenOf(userId).replace('.', '.A'),
    tokenOf(crypto.randomUUID()),
  ]) {
    await stopMonthlyVisitsMailByLink(platform, token)
    expect(await getMonthlyVisitsMailChoiceByStopToken(platform, token)).toBeNull()
  }
  expect(await getMonthlyVisitsMailChoiceByStopToken(platform, tokenOf(userId))).toEqual({ isOn: true })
})
