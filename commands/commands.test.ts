import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { twoFactors, users } from '#app/features/account/tables.server.ts'
import { findUserRole } from '#app/features/profile/queries.server.ts'
import { type Database, type DatabaseHandle, queryRows } from '#app/platform/.server/database/database.ts'
import { openJobQueue } from '#app/platform/.server/jobs/jobs.ts'
import { createLog } from '#app/platform/.server/observability/log.ts'
import { deleteStoredFilesJob } from '#app/platform/.server/storage/stored-files.ts'
import { runCommand, spawnCommand } from '#tests/commands.ts'
import { findDatabaseUrl, openTestDatabase } from '#tests/database.ts'
import { createOwner } from '#tests/factories/businesses.ts'

let handle: DatabaseHandle
let db: Database
let folder: string
let settings: Record<string, string>
let owner: { id: string; email: string }

beforeAll(async () => {
  handle = await openTestDatabase()
  db = handle.db
  folder = await mkdtemp(join(tmpdir(), 'muster-commands-'))
  settings = { DATABASE_URL: await findDatabaseUrl(db), DATA_DIR: folder }
  const id = await createOwner(db)
  owner = { id, email: `owner-${id}@sample.example` }
  const jobs = await openJobQueue(handle, createLog('silent'))
  await db.transaction(async (transaction) => {
    for (const key of ['a/1.webp', 'a/2.webp', 'a/3.webp']) {
      await jobs.enqueue(transaction, deleteStoredFilesJob, { bucket: 'avatars', keys: [key] })
    }
  })
  await db.execute(sql`UPDATE pgboss.job SET state = 'failed', completed_on = now(), output = '{"message":"no disk"}'`)
  await jobs.close()
})

afterAll(async () => {
  await handle.close()
  await rm(folder, { recursive: true })
})

const run = (program: string, given: string[], environment: Record<string, string> = {}) =>
  runCommand(`commands/${program}.ts`, given, { ...settings, ...environment })

const readRole = () => findUserRole(db, owner.id)

const secondFactor = 'It counts with two-factor authentication, which /admin asks them to set up.\n'

// spec: 140.1, 140.3
test('admin gives a role and takes it away, and each is written down', async () => {
  expect(await run('admin', ['grant', owner.email.toUpperCase()])).toEqual({
    code: 0,
    output: `${owner.email.toUpperCase()} is an Admin from now on.\n${secondFactor}`,
    errors: '',
  })
  expect(await readRole()).toEqual({ role: 'Admin', isStaff: true, isSuspended: false })
  expect(await run('admin', ['grant', owner.email, '--role', 'reviewer'])).toMatchObject({
    output: `${owner.email} is a Reviewer from now on.\n${secondFactor}`,
  })
  expect(await readRole()).toEqual({ role: 'Reviewer', isStaff: true, isSuspended: false })
  expect(await run('admin', ['revoke', owner.email])).toMatchObject({
    code: 0,
    output: `${owner.email} is a Member from now on.\n`,
  })
  expect(await readRole()).toEqual({ role: 'Member', isStaff: false, isSuspended: false })
  expect(await run('admin', ['grant', 'nobody@sample.example'])).toEqual({
    code: 1,
    output: '',
    errors: 'There is no member with the sign-in address nobody@sample.example. Nothing was changed.\n',
  })
  const events = await queryRows(
    db,
    sql`SELECT action, actor_id, subject_id, detail FROM audit_events ORDER BY happened_at`,
  )
  expect(events).toEqual(
    ['Admin', 'Reviewer', 'Member'].map((role) => ({
      action: 'profile.role.granted',
      actor_id: null,
      subject_id: owner.id,
      detail: { role },
    })),
  )
})

test('admin takes a lost second factor away, which is written down and told by mail', async () => {
  const words = ['remove-second-factor', owner.email]
  expect(await run('admin', words)).toEqual({
    code: 1,
    output: '',
    errors: `${owner.email} has no second factor. Nothing was changed.\n`,
  })
  await db.insert(twoFactors).values({ userId: owner.id, secret: 'x', backupCodes: 'x' })
  await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, owner.id))
  expect(await run('admin', words)).toEqual({
    code: 0,
    output: `${owner.email} signs in with the password alone from now on. They get an email.\n`,
    errors: '',
  })
  expect(await run('admin', ['remove-second-factor', 'nobody@sample.example'])).toMatchObject({
    code: 1,
    errors: 'There is no member with the sign-in address nobody@sample.example. Nothing was changed.\n',
  })
  expect(await db.$count(twoFactors)).toBe(0)
  const [user] = await db.select().from(users).where(eq(users.id, owner.id))
  expect(user?.twoFactorEnabled).toBe(false)
  const written = sql`SELECT actor_id, subject_id FROM audit_events WHERE action = 'account.two-factor.removed'`
  expect(await queryRows(db, written)).toEqual([{ actor_id: null, subject_id: owner.id }])
  const mails = sql`SELECT data FROM pgboss.job WHERE data->>'name' = 'account.send-two-factor-removed'`
  expect(await queryRows(db, mails)).toMatchObject([{ data: { data: { userId: owner.id } } }])
  await db.execute(sql`DELETE FROM pgboss.job WHERE data->>'name' = 'account.send-two-factor-removed'`)
})

test('jobs lists what failed and puts it back, one by one or all', async () => {
  const { code, output } = await run('jobs', ['list'])
  expect(code).toBe(0)
  const lines = output.trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[3]).toBe('3 jobs failed.')
  expect(lines[0]).toMatch(/^[\da-f-]{36} {2}\d{4}-\d\d-\d\dT[\d:.]+Z {2}files\.delete, 1 try: no disk$/)
  const id = lines[0]?.slice(0, 36) ?? ''
  expect(await run('jobs', ['retry', id])).toEqual({ code: 0, output: 'The job is back in its queue.\n', errors: '' })
  expect(await run('jobs', ['retry', id])).toEqual({ code: 1, output: '', errors: `There is no failed job ${id}.\n` })
  expect(await run('jobs', ['retry', '--all'])).toMatchObject({ code: 0, output: '2 jobs put back.\n' })
  expect(await run('jobs', ['list'])).toMatchObject({ code: 0, output: '0 jobs failed.\n' })
})

test.each([
  ['admin', []],
  ['admin', ['grant']],
  ['admin', ['grant', 'nobody']],
  ['admin', ['grant', 'a@b.example', '--role', 'owner']],
  ['admin', ['grant', 'a@b.example', 'c@d.example']],
  ['admin', ['revoke', 'a@b.example', '--role', 'admin']],
  ['admin', ['promote', 'a@b.example']],
  ['admin', ['remove-second-factor']],
  ['admin', ['remove-second-factor', 'a@b.example', '--role', 'admin']],
  ['jobs', []],
  ['jobs', ['list', 'all']],
  ['jobs', ['retry']],
  ['jobs', ['retry', 'an-id', '--all']],
  ['jobs', ['drop', '--quickly']],
])('%s with %j says how it is used', async (program, given) => {
  const { code, output, errors } = await run(program, given)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(new RegExp(`^Usage: npm run ${program} -- `))
})

test.each(['admin', 'jobs', 'import-businesses'])(
  '%s is a program, and ends with 1 where it is not clear what to do',
  async (program) => {
    const { code, output, errors } = await spawnCommand(`commands/${program}.ts`, [])
    expect({ code, output }).toEqual({ code: 1, output: '' })
    expect(errors).toMatch(/^Usage: npm run /)
  },
)

// spec: backups.9
test('a backup that cannot be written fails in one line', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  const { code, output, errors } = await run('backup', [], { BACKUP_TO: join(file, 'backups') })
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(/^It failed, and nothing was changed: ENOTDIR.*\n$/)
})

test('a setting that cannot be used is named', async () => {
  expect(await run('jobs', ['list'], { DATABASE_URL: 'mysql://x' })).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^DATABASE_URL must be an address/),
  })
})
