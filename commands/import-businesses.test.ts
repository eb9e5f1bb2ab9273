import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#tests/commands.ts'
import { openEmptyDatabase, type TestDatabase } from '#tests/database.ts'

let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-import-command-'))
  database = await openEmptyDatabase()
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

/** Runs the command on a new database, which it migrates. */
const run = (...given: string[]) =>
  runCommand('commands/import-businesses.ts', given, { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') })

test('the command says what it did, and ends with 1 when it did nothing', async () => {
  const file = join(folder, 'some.csv')
  await writeFile(file, 'name,city\nA,Leeds\nB,Leeds\n')
  expect(await run(file, '--dry-run')).toEqual({
    code: 0,
    output:
      '2 rows read: 2 added, 0 updated, 0 unchanged.\n' +
      '0 listed in the directory, 2 not (no verified owner, owner suspended, or not active).\n' +
      'This was a dry run: nothing was changed.\n',
    errors: '',
  })
  expect(await run(file)).toMatchObject({ code: 0, output: expect.stringMatching(/^2 rows read: 2 added/) })
  await writeFile(file, 'name,city\nA,York\n,Leeds\n')
  expect(await run(file)).toEqual({
    code: 1,
    output: '',
    errors: 'Line 3: name: is missing\n\n1 bad line among 2 rows. Nothing was changed.\n',
  })
  const none = join(folder, 'none.csv')
  expect(await run(none)).toEqual({ code: 1, output: '', errors: `There is no file ${none}.\n` })
})

test.each([[[]], [['a.csv', 'b.csv']], [['a.csv', '--quickly']]])(
  'the command with %j says how it is used',
  async (given) => {
    expect(await run(...given)).toEqual({
      code: 1,
      output: '',
      errors: 'Usage: npm run import:businesses -- FILE.csv [--dry-run]\n',
    })
  },
)
