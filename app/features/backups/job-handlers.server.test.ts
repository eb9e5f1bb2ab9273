import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import { restoreLogEntries } from '#app/platform/.server/database/tables.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { createBackupTarget } from '#tests/factories/backup-target.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { jobHandlers } from './job-handlers.server.ts'
import { moveRestoreReplayLogContinuously, readRestoreReplayLogOfBackup } from './log-service.server.ts'
import { listCompleteBackupNames, makeBackup } from './set-service.server.ts'

let platform: Platform
let backups: Awaited<ReturnType<typeof createBackupTarget>>

beforeEach(async () => {
  backups = await createBackupTarget()
  platform = { ...opened, backup: backups.target }
})
afterEach(() => backups.remove())

const run = (name: string) => jobHandlers.find((handler) => handler.name === name)?.handle(platform, {}, '1')

// spec: backups.3
test('a backup is made once a day, however often the job runs', async () => {
  await run('backups.make')
  await run('backups.make')
  expect(await listCompleteBackupNames(backups.target.store)).toHaveLength(1)
  platform = { ...platform, backup: null }
  await run('backups.make')
  expect(await listCompleteBackupNames(backups.target.store)).toHaveLength(1)
})

// spec: backups.6
test('what a restored backup must not undo is in the log at once, and a store that failed gets it later', async () => {
  const stop = await moveRestoreReplayLogContinuously(platform, backups.target)
  await platform.db.delete(restoreLogEntries)
  await createBusiness(platform.db)
  const written = async () => (await backups.target.store.list('log')).length
  for (let waited = 0; waited < 100 && (await written()) === 0; waited += 1) await sleep(50)
  stop()
  expect(await written()).toBe(1)
  await createBusiness(platform.db)
  expect(await platform.db.$count(restoreLogEntries)).toBe(1)
  await run('backups.maintain')
  expect(await platform.db.$count(restoreLogEntries)).toBe(0)
  const made = await makeBackup(platform, backups.target)
  const entries = (await readRestoreReplayLogOfBackup(backups.origin, made?.name ?? '', new Date())) ?? []
  expect(entries.map(({ kind }) => kind).sort()).toEqual(['backup', 'issued', 'issued'])
})

test('where no backups are made, the entries do not pile up', async () => {
  await createBusiness(platform.db)
  platform = { ...platform, backup: null }
  await run('backups.maintain')
  expect(await platform.db.$count(restoreLogEntries)).toBe(0)
})

test('nothing but ids is in the log', async () => {
  await platform.db.delete(restoreLogEntries)
  await createBusiness(platform.db, { name: 'Marker Ltd' })
  const rows = await platform.db.execute(sql`SELECT entry::text FROM restore_log_entries`)
  expect(JSON.stringify(rows.rows)).not.toContain('Marker')
})
