import { eq, sql } from 'drizzle-orm'
import type { TradeRegisterName } from '#app/features/businesses/facts-model.ts'
import { businesses, businessRegistrations } from '#app/features/businesses/tables.server.ts'
import type { ConfirmableBusinessFactName } from '#app/features/verification/facts/rules.ts'
import { factChecks } from '#app/features/verification/tables.server.ts'
import { londonDay } from '#app/lib/days.ts'
import type { Database } from '#app/platform/.server/database/database.ts'
import type { SampleBusiness } from './sample-business.ts'
import { sampleId } from './sample-writer.ts'

/** The register of a trade, with a number that nobody has. */
const registrations: Record<string, [TradeRegisterName, string]> = {
  plumber: ['gasSafe', '000000'],
  'heating-engineer': ['gasSafe', '000000'],
  electrician: ['niceic', 'D00000'],
  builder: ['trustMark', '00000000'],
  roofer: ['trustMark', '00000000'],
  'financial-adviser': ['fca', '0000000'],
  'mortgage-broker': ['fca', '0000000'],
  'insurance-broker': ['fca', '0000000'],
  'security-guard': ['sia', '0000000000000000'],
  'home-carer': ['cqc', '1-00000000'],
  'skip-hire': ['wasteCarrier', 'CBDU000000'],
}

const insurance = 'Sample public liability up to £2 million'

const dayMs = 86_400_000

interface SampleCheck {
  businessId: string
  fact: ConfirmableBusinessFactName
  value: string
}

/**
 * Writes invented registrations, insurance, hours and sizes of some samples. Some registrations are confirmed, and some wait for a
 * reviewer.
 */
export async function writeSampleBusinessFacts(
  transaction: Database,
  samples: Pick<SampleBusiness, 'trade' | 'industry'>[],
  reviewerId: string,
): Promise<void> {
  const numbers: (typeof businessRegistrations.$inferInsert)[] = []
  const checks: SampleCheck[] = []
  for (const [number, { trade, industry }] of samples.entries()) {
    const businessId = sampleId('business', 'demo', number)
    const found = registrations[trade] ?? (industry === 'IT & Cyber' ? ['cyberEssentials', 'IASME-CE-000000'] : null)
    if (found && number % 2 === 0) {
      const [scheme, value] = found as [TradeRegisterName, string]
      numbers.push({ businessId, scheme, number: value })
      checks.push({ businessId, fact: scheme, value })
    }
    if (number % 5 !== 0) continue
    await transaction
      .update(businesses)
      .set({
        insuranceKind: insurance,
        insuranceUntil: londonDay(new Date(Date.now() + (60 + (number % 300)) * dayMs)),
        openingHours: 'Monday to Friday, 9am to 5pm\nSaturday by appointment',
        size: number % 10 === 0 ? '2-9' : '1',
      })
      .where(eq(businesses.id, businessId))
  }
  if (numbers.length > 0) await transaction.insert(businessRegistrations).values(numbers)
  const decided = checks.map((check, index) => ({
    ...check,
    askedAt: sql`now() - interval '9 days'`,
    // Every fourth waits.
    ...(index % 4 !== 3 && {
      decidedAt: sql`now() - interval '8 days'`,
      reviewerId,
      method: 'register' as const,
      until: londonDay(new Date(Date.now() + 300 * dayMs)),
    }),
  }))
  for (const check of decided) await transaction.insert(factChecks).values(check)
}
