import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { isTradeRegisterName, parseTradeRegistrationNumber } from '#app/features/businesses/registration-rules.ts'
import { getBusinessesWithWaitingFacts } from '#app/features/verification/facts/decision-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { platform, test } from '#tests/platform-test.ts'
import { makeDemoBusinesses } from './businesses.ts'
import { writeSampleBusinessFacts } from './facts.ts'
import { writeSampleBusinesses } from './sample-writer.ts'

// spec: checked.9
test('some samples have facts: confirmed ones, and ones that wait for a reviewer', async () => {
  const businesses = makeDemoBusinesses().slice(0, 120)
  const reviewer = await createStaff(platform.db)
  await platform.db.transaction(async (transaction) => {
    const records = businesses.map((business, number) => ({ number, business, logo: null, gallery: [] }))
    await writeSampleBusinesses(transaction, 'demo', records)
    await writeSampleBusinessFacts(transaction, businesses, reviewer.userId)
  })
  const numbers = await queryRows<{ scheme: string; number: string }>(
    platform.db,
    sql`SELECT scheme, number FROM business_registrations`,
  )
  expect(numbers.length).toBeGreaterThan(3)
  expect(
    numbers.filter(
      ({ scheme, number }) => !isTradeRegisterName(scheme) || parseTradeRegistrationNumber(scheme, number) === null,
    ),
  ).toEqual([])
  const [checks] = await queryRows<{ confirmed: number; waiting: number }>(
    platform.db,
    sql`SELECT count(*) FILTER (WHERE method = 'register')::int AS confirmed,
          count(*) FILTER (WHERE decided_at IS NULL)::int AS waiting FROM fact_checks`,
  )
  expect(checks?.confirmed).toBeGreaterThan(0)
  expect(checks?.waiting).toBeGreaterThan(0)
  expect(await getBusinessesWithWaitingFacts(platform, reviewer)).not.toEqual([])
})
