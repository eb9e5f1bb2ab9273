import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMigrations, readMigrations } from '#app/platform/.server/database/migrations.ts'
import { findProblems } from '../../scripts/lint-migrations.ts'
import { makeNextRelease, newMigrations } from './next-release.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-next-release-'))
  for (const part of ['app/features/profile', 'db/migrations', 'worker']) {
    await cp(part, join(folder, 'this', part), { recursive: true })
  }
})
afterEach(() => rm(folder, { recursive: true }))

test('the next release is this one with two more migrations, which add only, and code that uses what they add', async () => {
  const next = join(folder, 'next')
  await makeNextRelease(join(folder, 'this'), next)
  const own = listMigrations()
  const all = await readMigrations(join(next, 'db', 'migrations'))
  expect(all.slice(0, own.length).map(({ tag }) => tag)).toEqual(own.map(({ tag }) => tag))
  expect(all.slice(own.length).map(({ isOutsideTransaction }) => isOutsideTransaction)).toEqual([false, true])
  for (const text of newMigrations) expect(findProblems(text, { profiles: ['id'] })).toEqual([])
  const service = await readFile(join(next, 'app/features/profile/service.server.ts'), 'utf8')
  expect(service).toContain('platform.jobs.enqueue(transaction, noteSaveJob')
})

test('code in which the place to change is gone is said', async () => {
  await writeFile(join(folder, 'this', 'worker', 'handlers.ts'), '')
  await expect(makeNextRelease(join(folder, 'this'), join(folder, 'next'))).rejects.toThrow(
    'worker/handlers.ts has 0 times what',
  )
})
