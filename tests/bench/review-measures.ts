import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { parseAuditFilter } from '#app/features/admin/audit-model.ts'
import { getAuditActionsForFilter, getPagedAuditEntries } from '#app/features/admin/audit-service.server.ts'
import {
  getAdminCounts,
  getBusinessesForStaff,
  getProfilesForStaff,
  getVerificationQueue,
} from '#app/features/admin/service.server.ts'
import { getStatisticsForAdmins } from '#app/features/admin/statistics-service.server.ts'
import { getBusinessPage } from '#app/features/directory/page-service.server.ts'
import { parseDirectorySearch } from '#app/features/directory/search-parameters.ts'
import { searchDirectory } from '#app/features/directory/service.server.ts'
import {
  countBusinessSitemapFiles,
  listBusinessSitemapEntries,
} from '#app/features/directory/sitemap-service.server.ts'
import { getEnquiryInboxSummary, getInboxEnquiries } from '#app/features/enquiries/inbox-service.server.ts'
import { profiles } from '#app/features/profile/tables.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { type Database, queryRows } from '#app/platform/.server/database/database.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '../factories/actors.ts'
import { createBusiness } from '../factories/businesses.ts'
import { letApprove, passUndo } from '../factories/cases.ts'
import { createMember } from '../factories/members.ts'
import { summarise, type Timing } from './floor.ts'

/** One thing staff do, or that grows with the listings. */
interface Question {
  name: string
  /** Rows it shows. */
  shown: number
  ask: () => Promise<unknown>
}

export interface Answered {
  name: string
  shown: number
  /** As many members by primary key and nothing else, timed in turns with it. */
  floor: Timing
  time: Timing
}

const rounds = 25

/** Writes so many audit rows, most of them of a few actions, one action hardly ever. */
export async function writeAudit(db: Database, count: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO audit_events (happened_at, actor_id, action, subject_type, subject_id)
    SELECT now() - i * interval '40 seconds', CASE WHEN i % 10 = 0 THEN NULL ELSE md5('actor' || i % 40)::uuid END,
      CASE WHEN i % ${Math.ceil(count / 3)}::int = 7 THEN 'bench.rare' ELSE 'bench.common-' || i % 12 END,
      'profile', md5('subject' || i % ${Math.ceil(count / 3)}::int)::uuid
    FROM generate_series(1, ${count}::int) AS i`)
  await db.execute(sql`VACUUM ANALYZE`)
}

const inboxSize = 10_000
export const inboxName = `inbox of ${inboxSize.toLocaleString('en-GB')} enquiries`

/** Writes an owner with so many enquiries. */
async function writeInbox(db: Database, size: number): Promise<Actor> {
  const { userId } = await createMember(db, { status: 'Verified' })
  const { id } = await createBusiness(db, { profileId: userId })
  await db.execute(sql`
    WITH requests AS (
      INSERT INTO lead_requests (name, email, needs, place, created_at)
      SELECT 'Kim ' || i, 'kim-' || i || '@sample.example', repeat('A fence of oak, twenty metres. ', 20), 'Kendal',
        now() - i * interval '40 minutes'
      FROM generate_series(1, ${size}::int) AS i
      RETURNING id, created_at
    )
    INSERT INTO leads (request_id, business_id, submission_key, created_at, forwarded_at, status)
    SELECT id, ${id}::uuid, gen_random_uuid(), created_at, created_at,
      (ARRAY['new', 'answered', 'answered', 'done', 'spam'])[1 + floor(random() * 5)::int]
    FROM requests`)
  await db.execute(sql`ANALYZE leads, lead_requests`)
  return actorOf(userId)
}

/** Times what staff ask for, each in turns with its floor, so that a busy moment of the machine meets both. */
export async function measureQuestions(platform: Platform): Promise<Answered[]> {
  const { db } = platform
  const ids = (await queryRows<{ id: string }>(db, sql`SELECT id FROM profiles LIMIT 51`)).map(({ id }) => id)
  const answered: Answered[] = []
  for (const { name, shown, ask } of await questionsOf(platform)) {
    const times = { floor: [] as number[], ask: [] as number[] }
    await ask()
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      await db
        .select({ id: profiles.id, firstName: profiles.firstName, lastName: profiles.lastName })
        .from(profiles)
        .where(inArray(profiles.id, ids))
      const between = performance.now()
      await ask()
      times.floor.push(between - begun)
      times.ask.push(performance.now() - between)
    }
    answered.push({ name, shown, floor: summarise(times.floor), time: summarise(times.ask) })
  }
  return answered
}

async function questionsOf(platform: Platform): Promise<Question[]> {
  const { db } = platform
  const { userId } = await createMember(db, { role: 'Admin' })
  const admin: Actor = { ...actorOf(userId), role: 'Admin', isStaff: true }
  const start = { after: null, before: null }
  const [someone] = await queryRows<{ email: string }>(
    db,
    sql`SELECT personal_email AS email FROM profiles ORDER BY id OFFSET (SELECT count(*) / 2 FROM profiles) LIMIT 1`,
  )
  const [town] = await queryRows<{ city: string }>(
    db,
    sql`SELECT city FROM businesses WHERE city IS NOT NULL GROUP BY city ORDER BY count(*) DESC, city LIMIT 1`,
  )
  const [event] = await queryRows<{ id: string; subject_id: string }>(
    db,
    sql`SELECT id, subject_id FROM audit_events ORDER BY happened_at OFFSET (SELECT count(*) / 2 FROM audit_events) LIMIT 1`,
  )
  const filterOf = (parameters: Record<string, string>) => parseAuditFilter(new URLSearchParams(parameters)).filter
  const audit = (parameters: Record<string, string>, from: string | null = null) =>
    getPagedAuditEntries(platform, admin, filterOf(parameters), from === null ? null : { id: from, towards: 'older' })
  const lists: [string, () => Promise<{ rows: unknown[] }>][] = [
    ['queue, newest first', () => getVerificationQueue(platform, admin, 'newest', start)],
    ['queue, longest waiting first', () => getVerificationQueue(platform, admin, 'longest', start)],
    ['businesses, all', () => getBusinessesForStaff(platform, admin, null, start)],
    ['businesses, the commonest town', () => getBusinessesForStaff(platform, admin, town?.city ?? '', start)],
    ["businesses, an owner's address", () => getBusinessesForStaff(platform, admin, someone?.email ?? '', start)],
    ['businesses, nothing found', () => getBusinessesForStaff(platform, admin, 'xylophonist', start)],
    ['profiles, all', () => getProfilesForStaff(platform, admin, null, start)],
    ['profiles, common name', () => getProfilesForStaff(platform, admin, 'sam', start)],
    ['profiles, one address', () => getProfilesForStaff(platform, admin, someone?.email ?? '', start)],
    ['profiles, nothing found', () => getProfilesForStaff(platform, admin, 'xylophonist', start)],
  ]
  const audits: [string, () => ReturnType<typeof audit>][] = [
    ['audit, first page', () => audit({})],
    ['audit, from the middle', () => audit({}, event?.id)],
    ['audit, common action', () => audit({ action: 'bench.common-3' })],
    ['audit, rare action', () => audit({ action: 'bench.rare' })],
    ['audit, one subject', () => audit({ subject: event?.subject_id ?? '' })],
  ]
  const shownIn = async (ask: () => Promise<{ rows: unknown[] } | { entries: unknown[] }>) => {
    const page = await ask()
    return 'rows' in page ? page.rows.length : page.entries.length
  }
  const questions: Question[] = []
  for (const [name, ask] of [...lists, ...audits]) questions.push({ name, shown: await shownIn(ask), ask })
  const owner = await writeInbox(db, inboxSize)
  const lastFile = await countBusinessSitemapFiles(platform)
  const slugs = await queryRows<{ slug: string }>(
    db,
    sql`SELECT business_slug AS slug FROM public_businesses_view ORDER BY md5(business_slug) LIMIT ${rounds + 1}`,
  )
  let pages = 0
  return [
    ...questions,
    {
      name: 'sitemap, first file',
      shown: (await listBusinessSitemapEntries(platform, 1)).length,
      ask: () => listBusinessSitemapEntries(platform, 1),
    },
    {
      name: 'sitemap, last file',
      shown: (await listBusinessSitemapEntries(platform, lastFile)).length,
      ask: () => listBusinessSitemapEntries(platform, lastFile),
    },
    {
      name: 'page of a business, each another',
      shown: 1,
      ask: () => getBusinessPage(platform, slugs[pages++ % slugs.length]?.slug ?? ''),
    },
    {
      name: 'audit, its actions',
      shown: (await getAuditActionsForFilter(platform, admin)).length,
      ask: () => getAuditActionsForFilter(platform, admin),
    },
    { name: 'counts above the queue', shown: 3, ask: () => getAdminCounts(platform, admin) },
    {
      name: 'statistics, not cached',
      shown: 3,
      ask: () => {
        platform.directoryCache.clear()
        return getStatisticsForAdmins(platform, admin)
      },
    },
    { name: 'statistics, cached', shown: 3, ask: () => getStatisticsForAdmins(platform, admin) },
    {
      name: inboxName,
      shown: (await getInboxEnquiries(platform, owner, null, start)).rows.length,
      ask: () =>
        Promise.all([getEnquiryInboxSummary(platform, owner), getInboxEnquiries(platform, owner, null, start)]),
    },
  ]
}

/**
 * Milliseconds from a reviewer's Approve until a search of the directory finds the business, and its page is there, without the minute
 * in which it can be undone.
 */
export async function measureApproval(platform: Platform, approvals: number): Promise<Timing> {
  const { db } = platform
  const { userId } = await createMember(db, { role: 'Reviewer' })
  const reviewer: Actor = { ...actorOf(userId), role: 'Reviewer', isStaff: true }
  const times: number[] = []
  for (let number = 0; number < approvals; number += 1) {
    const member = await createMember(db, { status: 'In Review' })
    const [verification] = await db
      .insert(verifications)
      .values({ profileId: member.userId, queuedAt: new Date() })
      .returning({ id: verifications.id })
    // One word that no other name has or contains: numbers alone would not tell them apart.
    const name = `Quokka${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
    const { businessSlug } = await createBusiness(db, { profileId: member.userId, name })
    const { search } = parseDirectorySearch(new URLSearchParams({ search: name }))
    const isVisible = async () =>
      (await searchDirectory(platform, search)).total === 1 && (await getBusinessPage(platform, businessSlug)) !== null
    if (await isVisible()) throw new Error('the business is visible before it is approved')
    await letApprove(db, { ...member, caseId: verification?.id ?? '' }, reviewer)
    const begun = performance.now()
    const { outcome } = await decideVerificationCase(platform, reviewer, verification?.id ?? '', {
      verdict: 'approve',
      reason: undefined,
      words: '',
    })
    if (outcome !== 'done') throw new Error(`the case was not approved: ${outcome}`)
    const decidedIn = performance.now() - begun
    if (await isVisible()) throw new Error('the business is visible while its approval can be undone')
    await passUndo(db)
    const passed = performance.now()
    while (!(await isVisible())) {
      if (performance.now() - begun > 60_000) throw new Error('the business does not appear')
      // What is remembered is answered without waiting for anything: the notification must get its turn.
      await nextTurn()
    }
    times.push(decidedIn + performance.now() - passed)
  }
  return summarise(times)
}

/** Megabytes a second. */
export interface Sealing {
  seal: number
  open: number
}

const megabytes = 10

/** How fast the vault seals and opens a document of the greatest size, and how fast the cipher alone does. */
export function measureSealing({ vault }: Pick<Platform, 'vault'>, turns: number): { vault: Sealing; cipher: Sealing } {
  const bytes = randomBytes(megabytes * 2 ** 20)
  const key = randomBytes(32)
  const encrypt = () => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return { nonce, body: [cipher.update(bytes), cipher.final()], tag: cipher.getAuthTag() }
  }
  const decrypt = ({ nonce, body: [body = Buffer.alloc(0)], tag }: ReturnType<typeof encrypt>) => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce)
    decipher.setAuthTag(tag)
    decipher.update(body)
    decipher.final()
  }
  const times = { seal: [] as number[], open: [] as number[], encrypt: [] as number[], decrypt: [] as number[] }
  const clock = <Made>(name: keyof typeof times, act: () => Made): Made => {
    const begun = performance.now()
    const made = act()
    times[name].push(performance.now() - begun)
    return made
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const sealed = clock('seal', () => vault.seal(bytes, 'bench'))
    clock('open', () => vault.open(sealed, 'bench'))
    const encrypted = clock('encrypt', encrypt)
    clock('decrypt', () => decrypt(encrypted))
  }
  const rate = (name: keyof typeof times) => (megabytes / summarise(times[name]).median) * 1_000
  return {
    vault: { seal: rate('seal'), open: rate('open') },
    cipher: { seal: rate('encrypt'), open: rate('decrypt') },
  }
}
