import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getWorkerState } from '#app/features/monitoring/service.server.ts'
import { failingJobs } from '#app/features/monitoring/tables.server.ts'
import { sendWelcomeMail } from '#app/features/registration/mails.server.ts'
import { openMetrics } from '#app/platform/.server/observability/metrics.ts'
import type { PlatformHandle } from '#app/platform/.server/platform.ts'
import { createMember } from '#tests/factories/members.ts'
import { bringForward, settleJobs } from '#tests/jobs.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { type MailServer, startMailServer } from '#tests/vendors/mail-server.ts'
import { startWorker } from './run.ts'

let mailServer: MailServer
let open: PlatformHandle
let metrics: Awaited<ReturnType<typeof openMetrics>>
let stopHeartbeat: () => void

beforeAll(async () => {
  mailServer = await startMailServer()
  metrics = await openMetrics()
  open = await openTestPlatform({ smtpUrl: mailServer.url, metrics })
  stopHeartbeat = await startWorker(open.platform)
})
afterAll(async () => {
  stopHeartbeat()
  await open.close()
  await mailServer.stop()
})

// spec: watch.6
test('a worker counts its jobs and mails, writes down what fails until it works, and is there', async () => {
  const { db, jobs } = open.platform
  const { userId } = await createMember(db)
  mailServer.refuse(451)
  await db.transaction((transaction) => jobs.enqueue(transaction, sendWelcomeMail, { userId }))
  await expect.poll(() => db.select().from(failingJobs)).toMatchObject([{ subject: 'mail', cause: 'mail' }])
  mailServer.refuse(null)
  // The queue hears of a failure after us.
  await settleJobs(db)
  await bringForward(db)
  await expect.poll(() => db.select().from(failingJobs)).toEqual([])
  await settleJobs(db)
  const text = await metrics.registry.metrics()
  expect(text).toMatch(/^muster_mails_total\{outcome="failed"\} 1$/m)
  expect(text).toMatch(/^muster_mails_total\{outcome="sent"\} 1$/m)
  expect(text).toMatch(/^muster_job_runs_total\{job="account.send-welcome",outcome="failed"\} 1$/m)
  expect(text).toMatch(/^muster_job_runs_total\{job="account.send-welcome",outcome="done"\} 1$/m)
  expect((await getWorkerState(open.platform)).isThere).toBe(true)
  await db.execute(sql`DELETE FROM worker_heartbeat`)
  expect((await getWorkerState(open.platform)).isThere).toBe(false)
})
