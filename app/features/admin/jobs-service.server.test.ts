import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { z } from 'zod'
import { auditEvents } from '#app/platform/.server/database/tables.ts'
import type { JobDefinition } from '#app/platform/.server/jobs/jobs.ts'
import {
  ActionNotAllowedError,
  type Actor,
  type Role,
  SignInRequiredError,
} from '#app/platform/.server/security/actor.ts'
import { emptyTables } from '#tests/empty-tables.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { listJobs } from '#tests/jobs.ts'
import { platform, test } from '#tests/platform-test.ts'
import { getFailedJobsAndQueueCounts, maxFailedJobsShown, retryJob } from './jobs-service.server.ts'

beforeEach(async () => {
  await emptyTables(platform.db, 'audit_events')
  await platform.db.execute(sql`DELETE FROM pgboss.job`)
})

const staff = (role: Role): Actor => ({ ...actorOf(randomUUID()), role, isStaff: true })
const admin = staff('Admin')
const kind = (queue: JobDefinition['queue']): JobDefinition => ({ name: `test.${queue}`, queue, schema: z.object({}) })

async function enqueue(queue: JobDefinition['queue'], startAfter?: Date): Promise<void> {
  await platform.db.transaction((transaction) =>
    platform.jobs.enqueue(transaction, kind(queue), {}, startAfter ? { startAfter } : {}),
  )
}

/** Jobs given up, a minute after each other. */
async function fail(count: number): Promise<string[]> {
  for (let index = 0; index < count; index += 1) await enqueue('mail')
  await platform.db.execute(sql`
    UPDATE pgboss.job SET state = 'failed', output = '{"message": "no such mailbox"}', completed_on =
      now() - interval '1 day' + (SELECT count(*) FROM pgboss.job before WHERE before.id < job.id) * interval '1 minute'`)
  return (await listJobs(platform.db))
    .map(({ id }) => id)
    .sort()
    .reverse()
}

describe('jobs are for admins', () => {
  test.each([
    ['nobody', null, SignInRequiredError],
    ['a member', actorOf(randomUUID()), ActionNotAllowedError],
    ['a reviewer', staff('Reviewer'), ActionNotAllowedError],
  ])('and not for %s', async (_, actor, refusal) => {
    const [id = ''] = await fail(1)
    await expect(getFailedJobsAndQueueCounts(platform, actor)).rejects.toThrow(refusal)
    await expect(retryJob(platform, actor, id)).rejects.toThrow(refusal)
    expect((await listJobs(platform.db))[0]?.state).toBe('failed')
  })
})

test('shows what has failed, the newest first, and no more of it than fits', async () => {
  expect((await getFailedJobsAndQueueCounts(platform, admin)).failed).toEqual([])
  const ids = await fail(maxFailedJobsShown + 2)
  const { failed, queues } = await getFailedJobsAndQueueCounts(platform, admin)
  expect(failed.map(({ id }) => id)).toEqual(ids.slice(0, maxFailedJobsShown))
  expect(failed[0]).toMatchObject({ name: 'test.mail', reason: 'no such mailbox', tries: 1 })
  expect(queues.find(({ queue }) => queue === 'mail')?.failed).toBe(maxFailedJobsShown + 2)
})

test('tells how many jobs stand where', async () => {
  await fail(1)
  await enqueue('mail')
  await enqueue('mail')
  await enqueue('work', new Date(Date.now() + 3_600_000))
  await enqueue('work')
  await platform.db.execute(sql`UPDATE pgboss.job SET state = 'active' WHERE name = 'work' AND start_after <= now()`)
  expect((await getFailedJobsAndQueueCounts(platform, admin)).queues).toEqual([
    { queue: 'mail', due: 2, later: 0, underWay: 0, failed: 1, oldestSeconds: expect.any(Number) },
    { queue: 'work', due: 0, later: 1, underWay: 1, failed: 0, oldestSeconds: 0 },
    { queue: 'orders', due: 0, later: 0, underWay: 0, failed: 0, oldestSeconds: 0 },
    { queue: 'feeds', due: 0, later: 0, underWay: 0, failed: 0, oldestSeconds: 0 },
  ])
})

test('puts a failed job back once, and writes down who did', async () => {
  const [id = ''] = await fail(1)
  expect(await retryJob(platform, admin, id)).toBe(true)
  expect(await retryJob(platform, admin, id)).toBe(false)
  expect(await retryJob(platform, admin, 'x')).toBe(false)
  expect((await getFailedJobsAndQueueCounts(platform, admin)).queues[0]).toEqual({
    queue: 'mail',
    due: 1,
    later: 0,
    underWay: 0,
    failed: 0,
    oldestSeconds: 0,
  })
  expect(await platform.db.select().from(auditEvents)).toMatchObject([
    { actorId: admin.userId, action: 'job.retried', subjectType: 'job', subjectId: id },
  ])
})

test('does not put a job back where that cannot be written down', async () => {
  const [id = ''] = await fail(1)
  await platform.db.execute(sql`ALTER TABLE audit_events RENAME TO audit_events_gone`)
  await expect(retryJob(platform, admin, id)).rejects.toThrow()
  await platform.db.execute(sql`ALTER TABLE audit_events_gone RENAME TO audit_events`)
  expect((await listJobs(platform.db))[0]?.state).toBe('failed')
})
