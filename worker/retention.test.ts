import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { deleteBusinessDraftIfExpiredJob } from '#app/features/businesses/jobs.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { deleteRemovedPictureJob } from '#app/platform/.server/images/removed-pictures.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { createOrder } from '#tests/factories/orders.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { readProcessingRecord } from '../scripts/write-processing-record.ts'
import { jobHandlersByName } from './handlers.ts'
import { jobSchedules } from './schedules.ts'

const tables = readProcessingRecord().activities.flatMap((activity) => Object.entries(activity.tables))
const endings = new Set(['erasure', 'cascade', 'kept', 'unused'])

/** The moment so many days ago. */
const daysAgo = (days: number) => sql`now() - make_interval(secs => ${days * 86_400})`
const dayOf = (age: number) => sql`(${daysAgo(age)})::date`

/** Whether there is such a row. */
const exists = async (query: SQL): Promise<boolean> => (await queryRows(db, query)).length > 0

/** Tells whether what is personal is still there. */
type IsThere = () => Promise<boolean>

interface Term {
  /** Days after which a row is over its time. */
  days: number
  /** Writes a row of that age. */
  write: (age: number) => Promise<IsThere>
  /** The row's job is queued with the change and has no other term than when it runs. */
  isQueued?: true
}

/** A term of a table whose row is found by a column. */
function termOf(
  table: string,
  days: number,
  column: string,
  insert: (key: string, age: number) => SQL,
  makeKey: () => Promise<string> | string = randomUUID,
): Term {
  return {
    days,
    write: async (age) => {
      const key = await makeKey()
      await db.execute(insert(key, age))
      return () => exists(sql`SELECT FROM ${sql.identifier(table)} WHERE ${sql.identifier(column)}::text = ${key}`)
    },
  }
}

const newBusiness = async () => (await createBusiness(db)).id
const newMember = async () => (await createMember(db)).userId

/** An account that was registered so long ago, and never confirmed. */
const unconfirmed = (table: 'users' | 'profiles'): Term => ({
  days: 30,
  write: async (age) => {
    const { userId } = await createMember(db, { confirmed: false })
    await db.execute(sql`UPDATE users SET created_at = ${daysAgo(age)} WHERE id = ${userId}`)
    return () => exists(sql`SELECT FROM ${sql.identifier(table)} WHERE id = ${userId}`)
  },
})

/** A message to the organisation that was handled so long ago, or never. */
const messages = (table: 'contact_messages' | 'support_inquiries', columns: SQL, values: SQL): Term[] => [
  termOf(
    table,
    365,
    'id',
    (id, age) => sql`INSERT INTO ${sql.identifier(table)} (id, name, email, message, handled_at, ${columns})
      VALUES (${id}, 'Sam', 'sam@sample.example', 'Hello', ${daysAgo(age)}, ${values})`,
  ),
  termOf(
    table,
    731,
    'id',
    (id, age) => sql`INSERT INTO ${sql.identifier(table)} (id, name, email, message, created_at, ${columns})
      VALUES (${id}, 'Sam', 'sam@sample.example', 'Hello', ${daysAgo(age)}, ${values})`,
  ),
]

/** A report of a listing that was decided so long ago, with an appeal. `there` counts what is personal in one of its rows. */
const decidedReport = (table: string, there: SQL): Term => ({
  days: 366,
  write: async (age) => {
    const owner = await createOwner(db)
    const business = await createBusiness(db, { profileId: owner })
    const item = randomUUID()
    await db.execute(sql`INSERT INTO report_items (id, subject_type, subject_id, business_id, closed_at)
      VALUES (${item}, 'business', ${business.id}, ${business.id}, ${daysAgo(age)})`)
    await db.execute(sql`INSERT INTO reports (item_id, reason, email, profile_id, is_own, submission_key)
      VALUES (${item}, 'untrue', 'sam@sample.example', ${owner}, false, ${randomUUID()})`)
    const decision = randomUUID()
    await db.execute(sql`INSERT INTO report_decisions (id, item_id, measure, rule, answer, notice, owner_id, decided_at)
      VALUES (${decision}, ${item}, 'hide', 'untrue', 'Thank you', 'We hid it', ${owner}, ${daysAgo(age)})`)
    await db.execute(sql`INSERT INTO report_contests (item_id, decision_id, kind, profile_id, words, answer, outcome, decided_at)
      VALUES (${item}, ${decision}, 'appeal', ${owner}, 'No', 'Yes', 'upheld', ${daysAgo(age)})`)
    return () => exists(sql`SELECT FROM ${sql.identifier(table)} WHERE item_id = ${item} AND ${there} > 0`)
  },
})

/** Terms of each table of which the record says that a job ends its rows. A table without one fails. */
const terms: Record<string, Term[]> = {
  users: [unconfirmed('users')],
  profiles: [unconfirmed('profiles')],
  sessions: [
    termOf(
      'sessions',
      0,
      'user_id',
      (userId, age) =>
        sql`INSERT INTO sessions (user_id, token, expires_at) VALUES (${userId}, ${randomUUID()}, ${daysAgo(age)})`,
      newMember,
    ),
  ],
  auth_tokens: [
    termOf(
      'auth_tokens',
      0,
      'identifier',
      (id, age) => sql`INSERT INTO auth_tokens (identifier, value, expires_at) VALUES (${id}, '{}', ${daysAgo(age)})`,
    ),
  ],
  held_business_steps: [
    termOf(
      'held_business_steps',
      0,
      'token_hash',
      (hash, age) =>
        sql`INSERT INTO held_business_steps (token_hash, fields, expires_at) VALUES (${hash}, '{}', ${daysAgo(age)})`,
    ),
  ],
  verification_documents: [
    {
      days: 30,
      write: async (age) => {
        const userId = await createOwner(db)
        const key = `${userId}/${randomUUID()}.sealed`
        await platform.storage.put('verification-documents', key, new Uint8Array([1]))
        await db.execute(sql`INSERT INTO verification_documents (profile_id, file_bucket_url, file_name, kind, uploaded_at, reencoded_at)
          VALUES (${userId}, ${key}, ${platform.vault.sealText('paper.pdf', key)}, 'other', ${daysAgo(age + 1)}, now())`)
        await db.execute(sql`INSERT INTO verification_decisions (profile_id, decision, submitted_at, decided_at)
          VALUES (${userId}, 'approved', ${daysAgo(age + 1)}, ${daysAgo(age)})`)
        const inRow = sql`SELECT FROM verification_documents
          WHERE profile_id = ${userId} AND num_nonnulls(file_bucket_url, file_name) > 0`
        return async () =>
          (await exists(inRow)) || (await platform.storage.read('verification-documents', key)) !== null
      },
    },
  ],
  business_handovers: [
    {
      days: 30,
      write: async (age) => {
        const business = await newBusiness()
        await db.execute(sql`INSERT INTO business_handovers (business_id, asked_by, invited_email, asked_at, expires_at, ended_at)
          VALUES (${business}, ${await newMember()}, 'kim@sample.example', ${daysAgo(age + 2)}, ${daysAgo(age + 1)}, ${daysAgo(age)})`)
        return () => exists(sql`SELECT FROM business_handovers WHERE business_id = ${business}`)
      },
    },
  ],
  business_drafts: [
    {
      days: 30,
      write: async (age) => {
        const profileId = await newMember()
        await db.execute(
          sql`INSERT INTO business_drafts (profile_id, updated_at) VALUES (${profileId}, ${daysAgo(age)})`,
        )
        await platform.jobs.enqueue(db, deleteBusinessDraftIfExpiredJob, { profileId })
        return () => exists(sql`SELECT FROM business_drafts WHERE profile_id = ${profileId}`)
      },
    },
  ],
  removed_pictures: [
    {
      days: 1,
      isQueued: true,
      write: async (age) => {
        const [id, folder] = [randomUUID(), randomUUID()]
        const picture = { key: `${folder}/one.webp`, width: 100, masterKey: null }
        await db.execute(sql`INSERT INTO removed_pictures (id, folder, kind, key, order_index, width, height, colour, removed_at)
          VALUES (${id}, ${folder}, 'gallery', ${picture.key}, 0, 100, 100, '#aabbcc', ${daysAgo(age)})`)
        await platform.jobs.enqueue(db, deleteRemovedPictureJob, { ...picture, bucket: 'gallery', removedId: id })
        return () => exists(sql`SELECT FROM removed_pictures WHERE id = ${id}`)
      },
    },
  ],
  lead_requests: [
    termOf(
      'lead_requests',
      365,
      'id',
      (id, age) => sql`INSERT INTO lead_requests (id, name, email, needs, place, created_at)
        VALUES (${id}, 'Sam', 'sam@sample.example', 'A wall', 'Leeds', ${daysAgo(age)})`,
    ),
  ],
  lead_spam_reports: [
    termOf(
      'lead_spam_reports',
      90,
      'business_id',
      (business, age) => sql`INSERT INTO lead_spam_reports (lead_id, business_id, sender, created_at)
        VALUES (${randomUUID()}, ${business}, 'a hash', ${daysAgo(age)})`,
      newBusiness,
    ),
  ],
  contact_messages: messages('contact_messages', sql`mailbox`, sql`'general'`),
  support_inquiries: messages('support_inquiries', sql`support_type, privacy_agreed`, sql`'Other', true`),
  data_protection_complaints: [
    termOf(
      'data_protection_complaints',
      6 * 366,
      'id',
      (
        id,
        age,
      ) => sql`INSERT INTO data_protection_complaints (id, name, email, message, subject, created_at, answer, handled_at)
        VALUES (${id}, 'Sam', 'sam@sample.example', 'Why?', 'use', ${daysAgo(age + 9)}, 'Because', ${daysAgo(age)})`,
    ),
  ],
  reports: [decidedReport('reports', sql`num_nonnulls(words, email, profile_id)`)],
  report_decisions: [decidedReport('report_decisions', sql`num_nonnulls(answer, notice, owner_id)`)],
  report_contests: [decidedReport('report_contests', sql`num_nonnulls(words, answer, profile_id)`)],
  visit_counts: [
    termOf(
      'visit_counts',
      732,
      'business_id',
      (id, age) =>
        sql`INSERT INTO visit_counts (business_id, day, kind, count) VALUES (${id}, ${dayOf(age)}, 'view', 3)`,
      newBusiness,
    ),
  ],
  search_word_counts: [
    termOf(
      'search_word_counts',
      732,
      'business_id',
      (id, age) =>
        sql`INSERT INTO search_word_counts (business_id, week, word, count) VALUES (${id}, ${dayOf(age)}, 'wall', 3)`,
      newBusiness,
    ),
  ],
  trade_weeks: [
    {
      days: 732,
      write: async (age) => {
        const [trade] = await queryRows<{ id: string }>(
          db,
          sql`INSERT INTO trades (id, name, plural) VALUES (${randomUUID()}, 'Trade', 'Trades') RETURNING id`,
        )
        await db.execute(sql`INSERT INTO trade_weeks (trade_id, week, firms, view, found, phone, website, email, enquiries)
          VALUES (${trade?.id}, ${dayOf(age)}, 1, 1, 1, 1, 1, 1, 1)`)
        return () => exists(sql`SELECT FROM trade_weeks WHERE trade_id = ${trade?.id}`)
      },
    },
  ],
  carts: [
    termOf(
      'carts',
      30,
      'token_hash',
      (hash, age) => sql`INSERT INTO carts (token_hash, updated_at) VALUES (${hash}, ${daysAgo(age)})`,
    ),
  ],
  orders: [
    {
      days: 6 * 366,
      write: async (age) => {
        const { id } = await createOrder(db, { state: 'shipped', createdAt: new Date(Date.now() - age * 86_400_000) })
        return () => exists(sql`SELECT FROM orders WHERE id = ${id} AND num_nonnulls(name, email, address) > 0`)
      },
    },
  ],
  data_exports: [
    {
      days: 7,
      write: async (age) => {
        const [userId, id] = [await newMember(), randomUUID()]
        const key = `${userId}/${id}.zip`
        await platform.storage.put('exports', key, new Uint8Array([1]))
        await db.execute(sql`INSERT INTO data_exports (id, user_id, requested_at, ready_at, file_key, expires_at)
          VALUES (${id}, ${userId}, ${daysAgo(age)}, ${daysAgo(age)}, ${key}, ${daysAgo(age - 7)})`)
        return async () =>
          (await exists(sql`SELECT FROM data_exports WHERE id = ${id}`)) ||
          (await platform.storage.read('exports', key)) !== null
      },
    },
    termOf(
      'data_exports',
      7,
      'user_id',
      (userId, age) => sql`INSERT INTO data_exports (user_id, requested_at) VALUES (${userId}, ${daysAgo(age)})`,
      newMember,
    ),
  ],
  request_counts: [
    termOf(
      'request_counts',
      1 / 24,
      'key',
      (key, age) => sql`INSERT INTO request_counts (key, window_ends_at, count) VALUES (${key}, ${daysAgo(age)}, 1)`,
    ),
  ],
  upload_places: [
    termOf(
      'upload_places',
      0,
      'id',
      (id, age) =>
        sql`INSERT INTO upload_places (id, member_id, place, expires_at) VALUES (${id}, ${randomUUID()}, 1, ${daysAgo(age)})`,
    ),
  ],
  unconfirmed_mails: [
    termOf(
      'unconfirmed_mails',
      14,
      'event',
      (event, age) =>
        sql`INSERT INTO unconfirmed_mails (event, mailbox_hash, counted_at) VALUES (${event}, 'hash', ${daysAgo(age)})`,
    ),
  ],
  undeliverable_addresses: [
    termOf(
      'undeliverable_addresses',
      366,
      'hash',
      (hash, age) => sql`INSERT INTO undeliverable_addresses (hash, marked_at) VALUES (${hash}, ${daysAgo(age)})`,
    ),
  ],
  captured_mails: [
    termOf(
      'captured_mails',
      30,
      'recipient',
      (to, age) => sql`INSERT INTO captured_mails (recipient, subject, html, plain_text, captured_at)
        VALUES (${to}, 'Hello', 'Hello', 'Hello', ${daysAgo(age)})`,
    ),
  ],
  restore_log_entries: [
    {
      days: 0,
      isQueued: true,
      write: async () => {
        const userId = randomUUID()
        await db.execute(
          sql`INSERT INTO restore_log_entries (kind, entry) VALUES ('member-left', ${JSON.stringify({ userId })}::jsonb)`,
        )
        return () => exists(sql`SELECT FROM restore_log_entries WHERE entry->>'userId' = ${userId}`)
      },
    },
  ],
}

// spec: processing.2
test('the record says of each table what ends its rows, and names jobs that there are', () => {
  const jobs = tables.flatMap(([, { ends }]) => ends.filter((end) => !endings.has(end)))
  expect(jobs.filter((job) => !jobHandlersByName.has(job))).toEqual([])
  expect(tables.filter(([, { ends }]) => ends.length === 0)).toEqual([])
  const ended = tables.filter(([, { ends }]) => ends.some((end) => !endings.has(end))).map(([name]) => name)
  expect(Object.keys(terms).sort()).toEqual(ended.sort())
})

// spec: processing.2
test('after their time nothing is left of the rows, and before it everything', async () => {
  const over: [string, IsThere][] = []
  const within: [string, IsThere][] = []
  for (const [table, each] of Object.entries(terms)) {
    for (const { days, write, isQueued } of each) {
      over.push([table, await write(days + 0.02)])
      if (!isQueued) within.push([table, await write(days - Math.max(1, Math.ceil(days / 365)) - 0.02)])
    }
  }
  const listThere = async (rows: [string, IsThere][]) => {
    const there = []
    for (const [table, isThere] of rows) if (await isThere()) there.push(table)
    return there
  }
  const all = (rows: [string, IsThere][]) => rows.map(([table]) => table)
  expect(await listThere(over)).toEqual(all(over))

  for (const { job } of jobSchedules) {
    for (const run of ['a run', 'the next one'])
      await jobHandlersByName.get(job.name)?.handle(platform, {}, `${job.name}: ${run}`)
  }
  expect(await emptyQueue(platform, [...jobHandlersByName.values()])).toEqual([])

  expect(await listThere(over)).toEqual([])
  expect(await listThere(within)).toEqual(all(within))
})
