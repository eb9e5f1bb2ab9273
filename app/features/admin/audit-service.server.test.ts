import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import {
  ActionNotAllowedError,
  type Actor,
  type Role,
  SignInRequiredError,
} from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { createPodcast } from '#tests/factories/podcasts.ts'
import { platform, test } from '#tests/platform-test.ts'
import { auditPageSize, parseAuditFilter } from './audit-model.ts'
import { exportAuditLogAsCsv, getAuditActionsForFilter, getPagedAuditEntries } from './audit-service.server.ts'

beforeEach(() => emptyTables(platform.db, 'audit_events', 'users', 'businesses'))

const staff = (role: Role, userId: string = randomUUID()): Actor => ({ ...actorOf(userId), role, isStaff: true })
const admin = staff('Admin')
const filterOf = (parameters: Record<string, string> = {}) => parseAuditFilter(new URLSearchParams(parameters)).filter

/** So many events a microsecond after each other, the last the newest. */
const writeMany = (count: number, action = 'test.many') =>
  platform.db.execute(sql`
    INSERT INTO audit_events (happened_at, action, subject_type, subject_id, detail)
    SELECT '2026-01-01T00:00:00Z'::timestamptz + i * interval '1 microsecond', ${action}, 'profile', gen_random_uuid(),
      jsonb_build_object('index', i)
    FROM generate_series(1, ${count}::int) i`)

describe('the audit is for admins', () => {
  test.each([
    ['nobody', null, SignInRequiredError],
    ['a member', actorOf(randomUUID()), ActionNotAllowedError],
    ['a reviewer', staff('Reviewer'), ActionNotAllowedError],
  ])('and not for %s', async (_, actor, refusal) => {
    await writeMany(1)
    await expect(getPagedAuditEntries(platform, actor, filterOf())).rejects.toThrow(refusal)
    await expect(exportAuditLogAsCsv(platform, actor, filterOf())).rejects.toThrow(refusal)
    await expect(getAuditActionsForFilter(platform, actor)).rejects.toThrow(refusal)
    expect(await platform.db.$count(auditEvents)).toBe(1)
  })
})

describe('getPagedAuditEntries', () => {
  test('names who and what is named, and leaves what is gone without a name', async () => {
    const { userId, email } = await createMember(platform.db, { firstName: 'Ann', lastName: 'Admin' })
    const business = await createBusiness(platform.db, { name: 'Fern & Hollow' })
    const podcast = await createPodcast(platform.db, userId)
    const gone = randomUUID()
    const event = (actorId: string | null, subjectType: string, subjectId: string, minute: number) => ({
      actorId,
      action: `test.${minute}`,
      subjectType,
      subjectId,
      happenedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    })
    await platform.db
      .insert(auditEvents)
      .values([
        event(null, 'profile', userId, 1),
        event(userId, 'business', business.id, 2),
        event(gone, 'profile', gone, 3),
        event(null, 'podcast', podcast, 0),
      ])
    const { entries } = await getPagedAuditEntries(platform, admin, filterOf())
    expect(entries.map(({ actor, subject }) => [actor, subject])).toEqual([
      [
        { id: gone, name: null },
        { id: gone, name: null },
      ],
      [
        { id: userId, name: 'Ann Admin' },
        { id: business.id, name: 'Fern & Hollow' },
      ],
      [null, { id: userId, name: 'Ann Admin' }],
      [null, { id: podcast, name: 'Out of step' }],
    ])
    const of = async (parameters: Record<string, string>) =>
      (await getPagedAuditEntries(platform, admin, filterOf(parameters))).entries.map(({ action }) => action)
    expect(await of({ actor: email.toUpperCase() })).toEqual(['test.2'])
    expect(await of({ actor: 'nobody@sample.example' })).toEqual([])
    expect(await of({ subject: userId })).toEqual(['test.1'])
    expect(await of({ action: 'test.3' })).toEqual(['test.3'])
    expect(await of({ action: 'test.3', subject: userId })).toEqual([])
  })

  test('takes a day by the clocks of London, the last one whole', async () => {
    const at = (moment: string) => ({
      happenedAt: new Date(moment),
      action: moment,
      subjectType: 'profile',
      subjectId: admin.userId,
    })
    const moments = ['2026-07-09T22:59:59Z', '2026-07-09T23:00:00Z', '2026-07-10T22:59:59Z', '2026-07-10T23:00:00Z']
    await platform.db.insert(auditEvents).values(moments.map(at))
    const of = async (parameters: Record<string, string>) =>
      (await getPagedAuditEntries(platform, admin, filterOf(parameters))).entries.map(({ action }) =>
        moments.indexOf(action),
      )
    expect(await of({ from: '2026-07-10', to: '2026-07-10' })).toEqual([2, 1])
    expect(await of({ from: '2026-07-11' })).toEqual([3])
    expect(await of({ to: '2026-07-09' })).toEqual([0])
  })

  test('goes through it by pages, a microsecond apart, forth and back, whatever is added meanwhile', async () => {
    const total = 2 * auditPageSize + 7
    await writeMany(total)
    const numbers = (page: Awaited<ReturnType<typeof getPagedAuditEntries>>) =>
      page.entries.map(({ detail }) => detail.index)
    const countDown = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)
    const first = await getPagedAuditEntries(platform, admin, filterOf())
    expect(numbers(first)).toEqual(countDown(total, total - 49))
    expect(first.newer).toBeNull()
    await platform.db.insert(auditEvents).values({ action: 'x', subjectType: 'profile', subjectId: admin.userId })
    const second = await getPagedAuditEntries(platform, admin, filterOf(), { id: first.older ?? '', towards: 'older' })
    expect(numbers(second)).toEqual(countDown(57, 8))
    const last = await getPagedAuditEntries(platform, admin, filterOf(), { id: second.older ?? '', towards: 'older' })
    expect(numbers(last)).toEqual(countDown(7, 1))
    expect(last.older).toBeNull()
    const back = await getPagedAuditEntries(platform, admin, filterOf(), { id: last.newer ?? '', towards: 'newer' })
    expect(numbers(back)).toEqual(countDown(57, 8))
    expect(back.older).toBe(second.older)
    const top = await getPagedAuditEntries(platform, admin, filterOf(), { id: back.newer ?? '', towards: 'newer' })
    expect(numbers(top)).toEqual(countDown(total, total - 49))
    expect(top.newer).not.toBeNull()
    const newest = await getPagedAuditEntries(platform, admin, filterOf(), { id: top.newer ?? '', towards: 'newer' })
    expect(newest.entries.map(({ action }) => action)).toEqual(['x'])
    expect(newest.newer).toBeNull()
    expect(
      numbers(await getPagedAuditEntries(platform, admin, filterOf(), { id: 'none', towards: 'older' })).length,
    ).toBe(50)
  })
})

test('getAuditActionsForFilter gives each action once, in order', async () => {
  expect(await getAuditActionsForFilter(platform, admin)).toEqual([])
  for (const action of ['b.two', 'a.one', 'c.three']) await writeMany(3, action)
  expect(await getAuditActionsForFilter(platform, admin)).toEqual(['a.one', 'b.two', 'c.three'])
})

describe('exportAuditLogAsCsv', () => {
  const readAll = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

  test('writes all that the filter names, newest first, and that it was taken', async () => {
    const { userId, email } = await createMember(platform.db, { firstName: '=cmd()', lastName: 'Sample, "Jo"' })
    await writeMany(2_500)
    await writeMany(3, 'test.other')
    await platform.db.insert(auditEvents).values({
      happenedAt: new Date('2026-03-01T10:00:00Z'),
      actorId: userId,
      action: 'test.named',
      subjectType: 'profile',
      subjectId: userId,
    })
    const many = parse(await readAll(await exportAuditLogAsCsv(platform, admin, filterOf({ action: 'test.many' }))), {
      bom: true,
    })
    expect(many).toHaveLength(2_501)
    expect(many[1]).toEqual([
      '2026-01-01T00:00:00.002Z',
      'Muster',
      '',
      'test.many',
      'profile',
      '',
      many[1]?.[6],
      '{"index":2500}',
    ])
    expect(many.at(-1)?.[7]).toBe('{"index":1}')
    const named = parse(await readAll(await exportAuditLogAsCsv(platform, admin, filterOf({ actor: email }))), {
      bom: true,
    })
    expect(named.slice(1)).toEqual([
      [
        '2026-03-01T10:00:00.000Z',
        `'=cmd() Sample, "Jo"`,
        userId,
        'test.named',
        'profile',
        `'=cmd() Sample, "Jo"`,
        userId,
        '',
      ],
    ])
    const taken = await queryRows(
      platform.db,
      sql`SELECT actor_id, subject_id, detail FROM audit_events WHERE action = 'audit.exported' ORDER BY happened_at`,
    )
    const by = { actor_id: admin.userId, subject_id: admin.userId }
    expect(taken).toEqual([
      { ...by, detail: { action: 'test.many' } },
      { ...by, detail: { actorId: userId } },
    ])
  })

  test('reads no further than what is taken', async () => {
    await writeMany(5_000)
    const stream = await exportAuditLogAsCsv(platform, admin, filterOf({ action: 'test.many' }))
    const reader = stream.getReader()
    await reader.read()
    const part = new TextDecoder().decode((await reader.read()).value)
    expect(part.trimEnd().split('\r\n')).toHaveLength(1_000)
    await platform.db.execute(sql`DELETE FROM audit_events WHERE (detail->>'index')::int < 4000`)
    const rest = new TextDecoder().decode((await reader.read()).value)
    expect(rest.trimEnd().split('\r\n')).toHaveLength(1)
    expect((await reader.read()).done).toBe(true)
  })
})
