import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { getVerificationQueue } from '#app/features/admin/service.server.ts'
import {
  claimVerificationCase,
  getVerificationCaseForReviewer,
  revealMilitaryServiceNumber,
} from '#app/features/verification/decisions/case-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { platform, test } from '#tests/platform-test.ts'
import { makeDemoBusinesses } from './businesses.ts'
import {
  storeSampleVerificationDocuments,
  writeSampleVerificationCases,
  writeSampleVerificationDecisions,
} from './cases.ts'
import { writeSampleBusinesses } from './sample-writer.ts'

let reviewer: Actor

test.beforeAll(async () => {
  reviewer = await createStaff(platform.db)
})

test('the demo has a queue to work through: sealed numbers and documents', async () => {
  const documents = await storeSampleVerificationDocuments(platform)
  await platform.db.transaction((transaction) => writeSampleVerificationCases(transaction, platform, documents))
  const { rows } = await getVerificationQueue(platform, reviewer, 'newest', { after: null, before: null })
  expect(rows).toHaveLength(12)
  expect(rows[0]).toMatchObject({ name: 'Jo Sample', serviceBranch: 'British Army', relationshipType: 'Veteran' })
  await claimVerificationCase(platform, reviewer, rows[0]?.id ?? '')
  const opened = await getVerificationCaseForReviewer(platform, reviewer, rows[0]?.id ?? '')
  expect(opened).toMatchObject({
    outcome: 'open',
    details: {
      maskedServiceNumber: '••••681',
      documents: expect.arrayContaining([
        expect.objectContaining({ kind: 'veteran-card' }),
        expect.objectContaining({ kind: 'discharge-papers' }),
      ]),
    },
  })
  expect(await revealMilitaryServiceNumber(platform, reviewer, rows[0]?.id ?? '')).toBe('SAMPLE-24681')

  const stored = await queryRows<{ id: string; key: string; name: string; size: number; number: string | null }>(
    platform.db,
    sql`SELECT d.id, d.file_bucket_url AS key, d.file_name AS name, d.size, v.service_number AS number
        FROM verification_documents d JOIN verifications v ON v.profile_id = d.profile_id`,
  )
  expect(stored.length).toBeGreaterThan(12)
  for (const { id, key, name, size, number } of stored) {
    const file = await platform.storage.read('verification-documents', key)
    const bytes = platform.vault.open(file?.bytes ?? new Uint8Array(), key)
    expect(bytes).toHaveLength(size)
    expect((await sharp(bytes).metadata()).format).toBe('png')
    expect(platform.vault.openText(name, `verification_documents.file_name:${id}`)).toMatch(/^sample-.*\.png$/)
    expect(number ?? '').not.toContain('SAMPLE')
  }
})

test('the demo tells how its samples were decided, over the last year', async () => {
  const records = makeDemoBusinesses()
    .slice(300)
    .map((business, number) => ({ number, business, logo: null, gallery: [] }))
  const owners = records.map(({ business }) => business.owner)
  await platform.db.transaction(async (transaction) => {
    await writeSampleBusinesses(transaction, 'demo', records)
    await writeSampleVerificationDecisions(transaction, owners, reviewer.userId)
  })
  const rows = await queryRows<{ decision: string; status: string; right: boolean; reason: string | null }>(
    platform.db,
    sql`SELECT d.decision, s.name AS status, d.reason,
          d.submitted_at < d.decided_at AND d.decided_at <= now() AND d.service_branch_id IS NOT DISTINCT FROM v.service_branch_id
            AND (v.verified_at IS NULL OR v.verified_at = d.decided_at) AND d.reviewer_id = ${reviewer.userId} AS right
        FROM verification_decisions d JOIN profiles p ON p.id = d.profile_id
        JOIN verification_statuses s ON s.id = p.verification_status_id JOIN verifications v ON v.profile_id = p.id`,
  )
  expect(rows).toHaveLength(owners.filter(({ status }) => status === 'Verified' || status === 'Rejected').length)
  for (const { decision, status, right, reason } of rows) {
    expect([decision, reason !== null]).toEqual(status === 'Verified' ? ['approved', false] : ['rejected', true])
    expect(right).toBe(true)
  }
})
