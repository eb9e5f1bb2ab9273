import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { enquiries, enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import type { Database } from '#app/platform/.server/database/database.ts'

/** What a week brings to the sample: so many visits of a kind, and so many to the typical firm of its trade. */
const statistics = [
  { kind: 'view', own: 34, typical: 21 },
  { kind: 'found', own: 120, typical: 95 },
  { kind: 'phone', own: 5, typical: 3 },
  { kind: 'website', own: 7, typical: 6 },
  { kind: 'email', own: 2, typical: 1 },
]

/** Searches of a week in which a word was. */
const words = { joiner: 12, Kendal: 9, 'fitted wardrobes': 4, staircase: 3, '': 2 }

const sampleEnquiries = [
  {
    days: 1,
    status: 'new',
    name: 'Sample Buyer',
    needs: 'Two sash windows that no longer close. They are from about 1900, and should stay.',
    place: 'Kendal',
    wantedBy: 'before the winter',
  },
  {
    days: 6,
    status: 'answered',
    name: 'Sample Tenant',
    needs: 'A fitted wardrobe for a sloping ceiling, about two metres wide.',
    place: 'Windermere',
    wantedBy: null,
  },
  {
    days: 30,
    status: 'done',
    name: 'Sample Landlord',
    needs: 'Three fire doors with frames, and somebody who signs for them.',
    place: 'LA9',
    wantedBy: 'next month',
  },
] as const

/** Writes invented visits and enquiries of the last twelve weeks to one business, with what firms of its trade would have. */
export async function writeSampleVisits(transaction: Database, businessId: string, tradeId: string): Promise<void> {
  const monday = sql`date_trunc('week', (now() AT TIME ZONE 'Europe/London')::date::timestamp)::date`
  // It grows, and goes up and down a little.
  const swing = sql`(1.3 - n * 0.05 + 0.15 * sin(n * 2.1))`
  await transaction.execute(sql`
    INSERT INTO visit_counts (business_id, day, kind, count)
    SELECT ${businessId}::uuid, ${monday} - 7 * n, s.kind, ceil(s.own * ${swing})
    FROM generate_series(0, 11) AS n, jsonb_to_recordset(${JSON.stringify(statistics)}::jsonb) AS s (kind text, own float8)`)
  await transaction.execute(sql`
    INSERT INTO search_word_counts (business_id, week, word, count)
    SELECT ${businessId}::uuid, ${monday} - 7 * n, w.key, ceil(w.value::float8 * ${swing})
    FROM generate_series(0, 11) AS n, jsonb_each_text(${JSON.stringify(words)}::jsonb) AS w`)
  const typical = Object.fromEntries(statistics.map(({ kind, typical: median }) => [kind, median]))
  await transaction.execute(sql`
    INSERT INTO trade_weeks (trade_id, week, firms, view, found, phone, website, email, enquiries)
    SELECT ${tradeId}, ${monday} - 7 * n, 12, round(t.view * ${swing}), round(t.found * ${swing}), t.phone, t.website, t.email, 0
    FROM generate_series(1, 11) AS n,
      jsonb_to_record(${JSON.stringify(typical)}::jsonb) AS t (view float8, found float8, phone float8, website float8, email float8)`)
  for (const { days, status, ...request } of sampleEnquiries) {
    const at = sql`now() - make_interval(days => ${days})`
    const email = `${request.name.toLowerCase().replace(' ', '.')}@sample.example`
    const [written] = await transaction
      .insert(enquiryRequests)
      .values({ ...request, email, createdAt: at, confirmedAt: at })
      .returning({ id: enquiryRequests.id })
    if (!written) throw new Error('a sample enquiry was not written')
    await transaction.insert(enquiries).values({
      requestId: written.id,
      businessId,
      submissionKey: randomUUID(),
      createdAt: at,
      forwardedAt: at,
      status,
      ...(status !== 'new' && { statusAt: at, remindedAt: at }),
    })
  }
}
