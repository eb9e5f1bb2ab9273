import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import {
  ActionNotAllowedError,
  type Actor,
  type Role,
  SignInRequiredError,
} from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getStatisticsForAdmins } from './statistics-service.server.ts'

const staff = (role: Role): Actor => ({ ...actorOf(randomUUID()), role, isStaff: true })

describe('figures are for admins', () => {
  test.each([
    ['nobody', null, SignInRequiredError],
    ['a member', actorOf(randomUUID()), ActionNotAllowedError],
    ['a reviewer', staff('Reviewer'), ActionNotAllowedError],
  ])('and not for %s', async (_, actor, refusal) => {
    await expect(getStatisticsForAdmins(platform, actor)).rejects.toThrow(refusal)
  })
})

test('counts the decisions of 26 weeks, and how long they took', async () => {
  const [{ monday } = { monday: '' }] = await queryRows<{ monday: string }>(
    platform.db,
    sql`SELECT to_char(date_trunc('week', now() AT TIME ZONE 'Europe/London'), 'YYYY-MM-DD') AS monday`,
  )
  const decide = (decision: 'approved' | 'rejected' | 'more-needed' | 'confirmed', weeksAgo: number, hours: number) =>
    platform.db.insert(verificationDecisions).values({
      decision,
      decidedAt: sql`('${sql.raw(monday)}'::timestamp + interval '1 minute') AT TIME ZONE 'Europe/London'
        - ${weeksAgo}::int * interval '1 week'`,
      submittedAt: sql`('${sql.raw(monday)}'::timestamp + interval '1 minute') AT TIME ZONE 'Europe/London'
        - ${weeksAgo}::int * interval '1 week' - ${hours}::int * interval '1 hour'`,
    })
  for (let hours = 1; hours <= 10; hours += 1) await decide('approved', 0, hours)
  await decide('rejected', 0, 11)
  await decide('more-needed', 1, 30)
  await decide('confirmed', 1, 0)
  await decide('approved', 25, 2)
  await decide('approved', 26, 2)
  const { weeks } = await getStatisticsForAdmins(platform, staff('Admin'))
  expect(weeks).toHaveLength(26)
  expect(weeks.at(-1)).toEqual({
    week: monday,
    approved: 10,
    rejected: 1,
    more: 0,
    median: 6 * 3_600,
    ninetieth: 10 * 3_600,
  })
  expect(weeks.at(-2)).toMatchObject({ approved: 0, rejected: 0, more: 1, median: 30 * 3_600 })
  expect(weeks.at(-3)).toMatchObject({ approved: 0, rejected: 0, more: 0, median: null, ninetieth: null })
  expect(weeks.reduce((sum, { approved }) => sum + approved, 0)).toBe(11)
})

test('counts what is listed by region, industry and branch, and anew when that changes', async () => {
  await createBusiness(platform.db, { postcode: 'LA9 4XX', industry: 'Food & Drink' })
  await createBusiness(platform.db, { postcode: 'm1 1aa', industry: 'Food & Drink', owner: { branch: 'Royal Navy' } })
  await createBusiness(platform.db, { postcode: null, owner: { branch: null } })
  await createBusiness(platform.db, { postcode: 'LA9 4XX', owner: { status: 'Pending' } })
  const { listed, byRegion, byIndustry, byBranch } = await getStatisticsForAdmins(platform, staff('Admin'))
  expect(listed).toBe(3)
  expect(byRegion.filter(({ count }) => count > 0)).toEqual([
    { name: 'North West', count: 2 },
    { name: 'No postcode, or one outside these regions', count: 1 },
  ])
  expect(byIndustry).toEqual([
    { name: 'Food & Drink', count: 2 },
    { name: 'Not given', count: 1 },
  ])
  expect(byBranch).toEqual([
    { name: 'British Army', count: 1 },
    { name: 'Royal Navy', count: 1 },
    { name: 'Not given', count: 1 },
  ])
  await createBusiness(platform.db, { postcode: 'BT1 1AA' })
  await expect.poll(async () => (await getStatisticsForAdmins(platform, staff('Admin'))).listed).toBe(4)
})
