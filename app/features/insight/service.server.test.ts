import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { businesses } from '#app/features/businesses/tables.server.ts'
import { SignInRequired } from '#app/platform/.server/actor.ts'
import type { Database } from '#app/platform/.server/database.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { VisitCounter } from '#app/platform/.server/visits.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { collectPersonalData, describePersonalData } from './personal-data-service.server.ts'
import { retentionDays, weeksShown } from './schema.ts'
import { getOwnStatistics, startWritingVisits, writeVisits } from './service.server.ts'
import { visitCounts } from './tables.server.ts'

let open: OpenPlatform
let platform: Platform
let db: Database

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
  db = platform.db
})
afterAll(() => open.close())
beforeEach(async () => {
  await emptyTables(db, 'users', 'businesses', 'lead_requests')
  platform.visits.take()
})

async function plant() {
  const { userId } = await createMember(db, { status: 'Verified' })
  const { id, businessSlug } = await createBusiness(db, { name: 'Fell Works', profileId: userId })
  return { actor: actorOf(userId), userId, id, slug: businessSlug }
}

// spec: statistics.1, statistics.3
test('what is counted is written together, added up by day, and shown to its owner by the week', async () => {
  const { actor, slug, id } = await plant()
  const other = await plant()
  platform.visits.count([`view ${slug}`, `view ${slug}`, `found ${slug}`, `phone ${slug}`, 'view no-such-business'])
  platform.visits.count([`view ${other.slug}`])
  await writeVisits(platform)
  platform.visits.count([`view ${slug}`, `website ${slug}`, `email ${slug}`])
  await writeVisits(platform)
  await writeVisits(platform)
  expect((await db.select().from(visitCounts).where(eq(visitCounts.businessId, id))).length).toBe(5)
  const statistics = await getOwnStatistics(platform, actor)
  expect(statistics?.businessName).toBe('Fell Works')
  expect(statistics?.weeks.length).toBe(weeksShown)
  expect(statistics?.weeks.at(-1)).toMatchObject({ view: 3, found: 1, phone: 1, website: 1, email: 1, enquiries: 0 })
  expect(statistics?.weeks.at(-2)).toMatchObject({ view: 0, found: 0 })
  await db.execute(sql`UPDATE visit_counts SET day = day - 7`)
  const [before, now] = (await getOwnStatistics(platform, actor))?.weeks.slice(-2) ?? []
  expect([before?.view, now?.view]).toEqual([3, 0])
  await expect(getOwnStatistics(platform, null)).rejects.toThrow(SignInRequired)
  const { userId } = await createMember(db)
  expect(await getOwnStatistics(platform, actorOf(userId))).toBeNull()
})

test('what cannot be written is written later, and what is left when the process ends', async () => {
  const { actor, slug } = await plant()
  const visits = new VisitCounter()
  const broken = { execute: async () => Promise.reject(new Error('gone')) } as unknown as Database
  visits.count([`view ${slug}`])
  await writeVisits({ db: broken, visits, log: { error: () => undefined } as unknown as Platform['log'] })
  const stop = startWritingVisits({ ...platform, visits })
  visits.count([`view ${slug}`])
  await stop()
  expect((await getOwnStatistics(platform, actor))?.weeks.at(-1)?.view).toBe(2)
})

// spec: statistics.6
test('counts are in the export, are deleted after two years, and go with the business', async () => {
  const { userId, slug, id } = await plant()
  expect(await describePersonalData(db, userId)).toEqual([])
  platform.visits.count([`view ${slug}`])
  await writeVisits(platform)
  expect((await collectPersonalData(db, userId)).records).toMatchObject({ statistics: [{ kind: 'view', count: 1 }] })
  expect(await describePersonalData(db, userId)).toEqual(['the statistics of your business'])
  const [daily] = jobHandlers
  await daily?.handle(platform, {}, 'job')
  expect((await db.select().from(visitCounts)).length).toBe(1)
  await db.execute(sql`UPDATE visit_counts SET day = day - ${retentionDays + 1}::int`)
  await daily?.handle(platform, {}, 'job')
  expect(await db.select().from(visitCounts)).toEqual([])
  platform.visits.count([`view ${slug}`])
  await writeVisits(platform)
  await db.delete(businesses).where(eq(businesses.id, id))
  expect(await db.select().from(visitCounts)).toEqual([])
})
