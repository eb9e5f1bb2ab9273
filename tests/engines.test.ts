import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseEngine, openTestDatabase } from './database.ts'
import { testsOnBothEngines } from './engines.ts'

const listed = globSync(testsOnBothEngines)
/** It asks who is let in where; its jobs are by the way, and others try them. */
const exceptions = ['tests/access.test.ts']
const reachesJobs = /from '(#tests|\.)\/(jobs|queue)\.ts'|from '(#app\/platform\/\.server|\.)\/(jobs|live)\.ts'/

/** Every file of ours that a file imports, itself and by way of others. */
function listImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'((?:#|\.)[^']+)'/g)) {
    listImports(specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier), found)
  }
  return found
}

test('each project runs on its engine', async ({ task }) => {
  const { engine, close } = await openTestDatabase()
  await close()
  expect(engine).toBe(databaseEngine)
  if (task.file.projectName === 'embedded') expect(engine).toBe('pglite')
  else if (process.env.TEST_DATABASE_URL) expect(engine).toBe('postgresql')
})

test('every pattern names test files', () => {
  for (const pattern of testsOnBothEngines) expect(globSync(pattern), pattern).not.toEqual([])
})

test('what reaches jobs or notifications runs on both engines', () => {
  const reaching = globSync('{app,worker,db,tests}/**/*.test.{ts,tsx}').filter((file) => {
    const source = readFileSync(file, 'utf8')
    return /openTest(Database|Platform|Shop)\b/.test(source) && reachesJobs.test(source)
  })
  expect(reaching.length).toBeGreaterThan(20)
  expect(reaching.filter((file) => !listed.includes(file) && !exceptions.includes(file))).toEqual([])
})

test('every file of queries is run on both engines', () => {
  const reached = new Set(listed.flatMap((file) => [...listImports(file)]))
  const queries = globSync('app/features/**/*queries.server.ts')
  expect(queries.length).toBeGreaterThan(20)
  expect(queries.filter((file) => !reached.has(file))).toEqual([])
})
