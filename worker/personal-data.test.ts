import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { sealPartnerCode } from '#app/features/offers/seal.server.ts'
import {
  deleteOwnAccount,
  getOwnDataExports,
  readOwnDataExportFile,
  requestDataExport,
} from '#app/features/privacy/service.server.ts'
import { sealDocumentFileName, sealMilitaryServiceNumber } from '#app/features/verification/documents/seal.server.ts'
import { pictureStorageKeys } from '#app/lib/pictures.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { type StorageBucket, storageBuckets } from '#app/platform/.server/storage/storage.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { db, platform, test } from '#tests/platform-test.ts'
import { emptyQueue } from '#tests/queue.ts'
import { readProcessingRecord } from '../scripts/write-processing-record.ts'
import { jobHandlersByName } from './handlers.ts'

type Row = Record<string, unknown>

const { activities, notCopied, notErased } = readProcessingRecord()
const tables = new Map(activities.flatMap((activity) => Object.entries(activity.tables)))

/** Type and default of each column of each table. */
let columns: Map<string, Map<string, { type: string; isGenerated: boolean }>>
/** The member's rows, as they were written. */
const written: { table: string; row: Row }[] = []
let member: Actor

test.beforeAll(async () => {
  const found = await queryRows<{ table: string; name: string; type: string; is_generated: string }>(
    db,
    sql`SELECT table_name AS table, column_name AS name, udt_name AS type, is_generated
        FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  columns = new Map()
  for (const { table, name, type, is_generated } of found) {
    const known = columns.get(table) ?? new Map()
    columns.set(table, known.set(name, { type, isGenerated: is_generated === 'ALWAYS' }))
  }
  member = await createMemberWithEverything()
})

/** What a personal column of text holds where nothing else is given. */
const markOf = (table: string, column: string) => `zq-${table}-${column}`.replaceAll('_', '-')
const marks = /zq-[a-z0-9-]+/g

/** Writes a row of the member. Personal columns of text that are not given get a value that is found again anywhere. */
async function write(table: string, given: Row): Promise<Row> {
  const row: Row = { ...given }
  for (const name of tables.get(table)?.personal ?? []) {
    const column = columns.get(table)?.get(name)
    if (column?.type === 'text' && !column.isGenerated && !(name in row)) row[name] = markOf(table, name)
  }
  const names = sql.join(
    Object.keys(row).map((name) => sql.identifier(name)),
    sql`, `,
  )
  const [inserted] = await queryRows<{ row: Row }>(
    db,
    sql`INSERT INTO ${sql.identifier(table)} (${names})
        SELECT ${names} FROM jsonb_populate_record(NULL::${sql.identifier(table)}, ${JSON.stringify(row)}::jsonb)
        RETURNING to_jsonb(${sql.identifier(table)}) AS row`,
  )
  if (!inserted) throw new Error(`no row was written to ${table}`)
  written.push({ table, row: inserted.row })
  return inserted.row
}

/** Notes rows that factories or triggers wrote. */
async function note(table: string, column: string, value: unknown): Promise<void> {
  const rows = await queryRows<{ row: Row }>(
    db,
    sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t WHERE ${sql.identifier(column)}::text = ${String(value)}`,
  )
  expect(rows, table).not.toEqual([])
  for (const { row } of rows) written.push({ table, row })
}

async function store(bucket: StorageBucket, keys: string[]): Promise<void> {
  for (const key of keys) await platform.storage.put(bucket, key, new Uint8Array([1, 2, 3]))
}

const picture = { width: 1600, height: 1200, colour: '#aabbcc' }

/** A member with a row in every table that says something about a person, and a file in every bucket. */
async function createMemberWithEverything(): Promise<Actor> {
  const day = 86_400_000
  const later = new Date(Date.now() + 10 * day).toISOString()
  const now = new Date().toISOString()
  const email = 'zq-users-email@sample.example'
  const { userId } = await createMember(db, {
    email,
    firstName: 'zq-first',
    lastName: 'zq-last',
    displayName: 'zq-display',
    mobile: 'zq-mobile',
    status: 'Verified',
    avatarKey: `${randomUUID()}/one.webp`,
  })
  await db.execute(sql`UPDATE users SET image = 'zq-image', two_factor_enabled = true WHERE id = ${userId}`)
  const [avatar] = await queryRows<{ key: string }>(
    db,
    sql`SELECT avatar_bucket_url AS key FROM profiles WHERE id = ${userId}`,
  )
  await store('avatars', pictureStorageKeys('avatars', { key: avatar?.key ?? '', width: 384 }))
  const staff = (await createStaff(db)).userId
  const { userId: other } = await createMember(db, { status: 'Verified' })
  const [otherBusiness] = await queryRows<{ id: string }>(
    db,
    sql`INSERT INTO businesses (name, business_slug, profile_id) VALUES ('Kim', 'kim', ${other}) RETURNING id`,
  )

  await write('sessions', { user_id: userId, token: 'a token', expires_at: later })
  await write('two_factors', { user_id: userId })
  await write('auth_tokens', { identifier: `reset:${userId}`, value: '{}', expires_at: later })
  await write('monthly_mail_stops', { user_id: userId })

  const verification = await write('verifications', {
    profile_id: userId,
    military_relationship_type_id: 1,
    service_branch_id: 3,
    service_number: sealMilitaryServiceNumber(platform.vault, userId, 'zq-service-number'),
    declaration_accepted_at: now,
    consent: true,
    claimed_by: staff,
  })
  const business = await write('businesses', {
    business_slug: 'zq-slug',
    profile_id: userId,
    created_by: userId,
    shows_street_address: true,
  })
  const businessId = String(business.id)
  await db.execute(sql`UPDATE profiles SET business_id = ${businessId} WHERE id = ${userId}`)
  await note('directory_listings', 'business_id', businessId)
  await note('credentials', 'business_id', businessId)
  await write('business_slugs', { business_id: businessId })
  const [logo, shown] = [`${businessId}/logo.webp`, `${businessId}/one.webp`]
  const masters = { logo: `${businessId}/m-logo.webp`, shown: `${businessId}/m-one.webp` }
  await write('business_logos', {
    business_id: businessId,
    logo_bucket_url: logo,
    ...picture,
    master_key: masters.logo,
  })
  await write('business_gallery_images', {
    business_id: businessId,
    image_bucket_url: shown,
    order_index: 0,
    ...picture,
    master_key: masters.shown,
  })
  await store('logo', pictureStorageKeys('logo', { key: logo, width: 1600 }))
  await store('gallery', pictureStorageKeys('gallery', { key: shown, width: 1600 }))
  await store('masters', Object.values(masters))
  await write('removed_pictures', {
    folder: businessId,
    kind: 'gallery',
    key: `${businessId}/two.webp`,
    order_index: 1,
    ...picture,
  })
  const draft = await write('business_drafts', { profile_id: userId, data: { profile: { name: 'zq-draft-name' } } })
  const drafted = `${draft.becomes}/three.webp`
  await write('business_draft_media', { profile_id: userId, kind: 'gallery', key: drafted, order_index: 0, ...picture })
  await store('gallery', pictureStorageKeys('gallery', { key: drafted, width: 1600 }))
  await write('business_registrations', { business_id: businessId, scheme: 'gas-safe' })
  const transfer = { business_id: businessId, expires_at: later, ended_at: now }
  await write('business_handovers', {
    ...transfer,
    asked_by: userId,
    accepted_by: other,
    invited_email: 'zq-invited@sample.example',
  })
  await write('business_handovers', {
    ...transfer,
    business_id: otherBusiness?.id,
    asked_by: other,
    accepted_by: userId,
    invited_email: email,
  })
  await write('street_address_notices', { business_id: businessId })
  const check = await write('fact_checks', { business_id: businessId, fact: 'insurance', reviewer_id: staff })
  const paper = { profile_id: userId, media_type: 'application/pdf', size: 3 }
  for (const [name, kind, factCheck] of [
    ['service.pdf', 'service-record', null],
    ['certificate.pdf', 'certificate', check.id],
  ]) {
    const [id, key] = [randomUUID(), `${userId}/${randomUUID()}.sealed`]
    await platform.storage.put('verification-documents', key, platform.vault.seal(Buffer.from('zq-paper'), key))
    await write('verification_documents', {
      ...paper,
      id,
      kind,
      fact_check_id: factCheck,
      file_bucket_url: key,
      file_name: sealDocumentFileName(platform.vault, id, `zq-${name}`),
    })
    if (kind === 'service-record') {
      await write('document_openings', {
        document_id: id,
        reviewer_id: staff,
        sent_at: now,
        shown_at: now,
      })
    }
  }
  await write('verification_decisions', {
    profile_id: userId,
    reviewer_id: staff,
    decision: 'approved',
    submitted_at: now,
  })
  await write('verification_records', {
    profile_id: userId,
    basis: 'video-call',
    recorded_by: staff,
    confirmed_by: staff,
    confirmed_at: now,
  })
  await write('name_changes', {
    verification_id: verification.id,
    name: 'zq-earlier-name',
    business_name: 'zq-earlier-firm',
    earlier_name: 'zq-name-before-approval',
    earlier_business_name: 'zq-firm-before-approval',
  })
  await write('verification_exclusions', { verification_id: verification.id, reviewer_id: staff })
  const codeId = randomUUID()
  const partnerCode = sealPartnerCode(platform.vault, codeId, 'zq-code')
  await write('partner_codes', {
    id: codeId,
    partner: 'sage',
    code: partnerCode,
    profile_id: userId,
    given_at: now,
    sent_at: now,
  })
  await write('shortlisted_businesses', { profile_id: userId, business_id: otherBusiness?.id })

  const cover = `${userId}/covers/${randomUUID()}.webp`
  const podcast = await write('podcasts', {
    slug: 'zq-podcast',
    host_profile_id: userId,
    cover_image_url: cover,
    cover_width: 640,
    cover_height: 640,
    cover_colour: '#aabbcc',
    cover_master_key: cover,
  })
  await store('podcast-media', pictureStorageKeys('podcast-media', { key: cover, width: 640 }))
  await store('masters', [cover])
  await write('podcast_feeds', { podcast_id: podcast.id })
  await write('podcast_episodes', { podcast_id: podcast.id, guid: 'one', position: 0 })

  const sent = await write('lead_requests', { profile_id: userId, email: 'zq-asks@sample.example' })
  await write('leads', { request_id: sent.id, business_id: otherBusiness?.id, submission_key: randomUUID(), note: '' })
  // It is the buyer's, and stays with them.
  const received = await write('lead_requests', {
    profile_id: null,
    name: 'Buyer',
    email: 'buyer@sample.example',
    phone: '07700900456',
    needs: 'A garden wall',
    place: 'Harrogate',
    wanted_by: 'By spring',
  })
  const lead = await write('leads', {
    request_id: received.id,
    business_id: businessId,
    submission_key: randomUUID(),
    forwarded_at: now,
  })
  await write('lead_spam_reports', { lead_id: lead.id, business_id: businessId })
  await write('lead_opt_outs', { business_id: businessId })

  await write('contact_messages', { profile_id: userId, handled_by: staff, mailbox: 'general' })
  await write('support_inquiries', {
    profile_id: userId,
    handled_by: staff,
    support_type: 'Other',
    privacy_agreed: true,
  })

  await write('data_protection_complaints', { profile_id: userId, handled_by: staff, subject: 'use', handled_at: now })

  // They reported somebody's listing and complained, and their own was reported and they appealed.
  const about = { subject_type: 'business', closed_at: now }
  const reported = await write('report_items', {
    ...about,
    subject_id: otherBusiness?.id,
    business_id: otherBusiness?.id,
  })
  const report = await write('reports', {
    item_id: reported.id,
    reason: 'untrue',
    profile_id: userId,
    is_own: false,
    submission_key: randomUUID(),
  })
  const ofOther = await write('report_decisions', {
    item_id: reported.id,
    measure: 'hide',
    rule: 'untrue',
    owner_id: null,
    notice: null,
    decided_by: staff,
  })
  await write('report_contests', {
    item_id: reported.id,
    decision_id: ofOther.id,
    kind: 'complaint',
    report_id: report.id,
    profile_id: null,
    words: 'zq-complaint',
    answer: 'zq-answer-to-complaint',
    decided_by: staff,
  })
  const own = await write('report_items', { ...about, subject_id: businessId, business_id: businessId })
  const decision = await write('report_decisions', {
    item_id: own.id,
    measure: 'hide',
    rule: 'untrue',
    owner_id: userId,
    answer: null,
    decided_by: staff,
  })
  await write('report_contests', {
    item_id: own.id,
    decision_id: decision.id,
    kind: 'appeal',
    profile_id: userId,
    outcome: 'upheld',
    decided_by: staff,
  })

  await write('visit_counts', { business_id: businessId, day: now, kind: 'view', count: 3 })
  await write('search_word_counts', { business_id: businessId, week: now, word: 'wall', count: 3 })
  const cart = await write('carts', { profile_id: userId, token_hash: null })
  await write('cart_items', { cart_id: cart.id, product_id: 1, variant_id: 2, quantity: 1, shown_amount: 100 })
  await write('orders', {
    number: 'MU-1',
    state: 'shipped',
    profile_id: userId,
    checkout_key: randomUUID(),
    email: 'zq-order@sample.example',
    address: { line1: 'zq-line', city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' },
    subtotal: 1,
    shipping: 1,
    total: 2,
    shipping_method: 'STANDARD',
    shipping_name: 'Standard',
    printful_external_id: randomUUID(),
    paid_at: now,
  })
  await write('audit_events', {
    actor_id: userId,
    action: 'account.password.changed',
    subject_type: 'user',
    subject_id: userId,
    detail: {},
  })
  await write('captured_mails', { recipient: email })
  // They were on the staff, and decided about somebody else.
  await db.execute(sql`INSERT INTO contact_messages (name, email, message, mailbox, handled_at, handled_by)
    VALUES ('Kim', 'kim@sample.example', 'Hello', 'general', now(), ${userId})`)
  await db.execute(sql`INSERT INTO verifications (profile_id, claimed_by) VALUES (${other}, ${userId})`)
  await db.execute(sql`INSERT INTO verification_exclusions (verification_id, reviewer_id)
    SELECT id, ${userId} FROM verifications WHERE profile_id = ${other}`)
  await db.execute(sql`INSERT INTO verification_decisions (profile_id, reviewer_id, decision, submitted_at)
    VALUES (${other}, ${userId}, 'approved', now())`)
  await db.execute(sql`INSERT INTO verification_records (profile_id, basis, recorded_by, confirmed_by)
    VALUES (${other}, 'in-person', ${userId}, ${userId})`)
  await db.execute(sql`INSERT INTO fact_checks (business_id, fact, value, reviewer_id)
    VALUES (${otherBusiness?.id}, 'insurance', 'yes', ${userId})`)
  await db.execute(sql`INSERT INTO report_decisions (item_id, measure, rule, decided_by)
    VALUES (${reported.id}, 'hide', 'untrue', ${userId})`)
  await db.execute(
    sql`UPDATE profiles SET suspended_at = now(), suspension_reason = 'zq-suspended' WHERE id = ${userId}`,
  )
  for (const table of ['users', 'profiles'] as const) await note(table, 'id', userId)
  await note('accounts', 'user_id', userId)
  return { userId, sessionId: randomUUID(), email, role: 'Member', isStaff: false }
}

/** Everything in a copy of one's data, as one text. */
function readCopy(bytes: Uint8Array | null): string {
  return Object.entries(unzipSync(bytes ?? new Uint8Array()))
    .map(([name, content]) => (name.endsWith('.json') ? strFromU8(content) : name))
    .join('\n')
}

async function listFiles(bucket: StorageBucket): Promise<string[]> {
  const keys: string[] = []
  for await (const key of platform.storage.list(bucket)) keys.push(key)
  return keys
}

const withoutHyphens = (text: string) => text.replaceAll('-', '').toLowerCase()
const camelCase = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** Whether a value of a column is in the copy; of what is not text or an id, whether it has a name there. */
function isCopied(copy: string, type: string, name: string, value: unknown): boolean {
  if (type === 'text' || type === 'uuid') return withoutHyphens(copy).includes(withoutHyphens(String(value)))
  const words = JSON.stringify(value).match(marks)
  return words ? words.every((word) => copy.includes(word)) : copy.includes(`"${camelCase(name)}":`)
}

// spec: processing.3
test('a copy has the value of every personal column of every table, or the record says why not', async () => {
  expect(await requestDataExport(platform, member)).toEqual({ outcome: 'done' })
  await emptyQueue(platform, [...jobHandlersByName.values()])
  const [made] = await getOwnDataExports(platform, member)
  const copy = readCopy(await readOwnDataExportFile(platform, member, made?.id ?? ''))
  const missing: string[] = []
  for (const [table, { personal }] of tables) {
    for (const name of personal) {
      const type = columns.get(table)?.get(name)?.type ?? ''
      const values = written.flatMap(({ table: of, row }) => (of === table && row[name] !== null ? [row[name]] : []))
      const isThere = values.length > 0 && values.every((value) => isCopied(copy, type, name, value))
      const excuse = notCopied[`${table}.${name}`] ?? notCopied[table]
      if (!isThere && !excuse) missing.push(`${table}.${name} is missing`)
      if (isThere && notCopied[`${table}.${name}`] && type === 'text') missing.push(`${table}.${name} is there`)
    }
  }
  expect(missing).toEqual([])
  // Encrypted in the database, readable in the copy.
  for (const opened of ['zq-service-number', 'zq-service.pdf', 'zq-certificate.pdf', 'zq-code'])
    expect(copy).toContain(opened)
  const left = [...Object.keys(notCopied), ...Object.keys(notErased)].filter((name) => {
    const [table = '', column] = name.split('.')
    return !tables.has(table) || (column && !tables.get(table)?.personal.includes(column))
  })
  expect(left).toEqual([])
})

// spec: processing.4
test('of a deleted account nothing personal is left in any table or bucket', async () => {
  for (const bucket of storageBuckets.filter((name) => name !== 'shop')) {
    expect(await listFiles(bucket), bucket).not.toEqual([])
  }
  expect(await deleteOwnAccount(platform, member, memberPassword)).toEqual({ outcome: 'done' })
  await emptyQueue(platform, [...jobHandlersByName.values()])
  await db.execute(sql`DELETE FROM captured_mails WHERE subject = 'Your account is deleted'`)
  for (const bucket of storageBuckets) expect(await listFiles(bucket), bucket).toEqual([])

  const left: string[] = []
  const ids = [member.userId, ...written.filter(({ table }) => table === 'businesses').map(({ row }) => String(row.id))]
  for (const table of columns.keys()) {
    const { ends = [] } = tables.get(table) ?? {}
    // Ids alone stay, of somebody whom nothing names any more.
    const kept = ends.length === 1 && ['kept', 'backups.maintain'].includes(ends[0] ?? '')
    const rows = await queryRows<{ row: Row }>(db, sql`SELECT to_jsonb(t) AS row FROM ${sql.identifier(table)} t`)
    for (const { row } of rows) {
      for (const [name, value] of Object.entries(row)) {
        if (value === null || notErased[`${table}.${name}`]) continue
        const text = JSON.stringify(value)
        const hasId = !kept && ids.some((id) => text.includes(id))
        if (text.match(marks) || hasId) left.push(`${table}.${name}: ${text}`)
      }
    }
  }
  expect(left).toEqual([])
})
