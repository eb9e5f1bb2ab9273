// Finds the tests that prove the rows of docs/specification-map.md in the reports of both test runners, and fails for each row
// without a test that ran and passed. What only root can try is named and left out where somebody else runs the tests.
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { findUnproved, readAnnotations, readRows, type TestResult } from '../tests/specification.ts'

interface VitestReport {
  testResults: {
    name: string
    assertionResults: { status: string; location?: { line: number } | null }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs?: { file: string; line: number; tests: { status: string }[] }[]
}

interface PlaywrightReport extends Suite {
  config: { rootDir: string }
}

const [vitestFile = '', playwrightFile = ''] = process.argv.slice(2)
const report = read<VitestReport>(vitestFile)
const results = [...readVitest(report, ['passed', 'failed']), ...readPlaywright(read(playwrightFile))]
const rows = readRows(readFileSync('docs/specification-map.md', 'utf8'))
const find = (ran: TestResult[]) => findUnproved(rows, readAnnotations(), ran, (file) => readFileSync(file, 'utf8'))
const isRoot = process.getuid?.() === 0
const without = find(results)
const unproved = isRoot ? without : find([...results, ...readVitest(report, ['skipped', 'pending'])])
for (const id of without) if (!unproved.includes(id)) console.log(`Row ${id} was not tried: only root can.`)
for (const id of unproved) console.error(`Row ${id} of docs/specification-map.md has no test that ran and passed.`)
console.log(`${rows.length} rows, ${unproved.length} of them unproved, after ${results.length} tests`)
process.exitCode = unproved.length > 0 || results.length === 0 ? 1 : 0

function read<Report>(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function readVitest({ testResults }: VitestReport, statuses: string[]): TestResult[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => statuses.includes(status))
      .map(({ status, location }) => ({
        file: relative('.', name),
        line: location?.line ?? 0,
        passed: status !== 'failed',
      })),
  )
}

function readPlaywright({ config, ...suite }: PlaywrightReport): TestResult[] {
  const collect = ({ suites = [], specs = [] }: Suite): TestResult[] => [
    ...specs.flatMap(({ file, line, tests }) =>
      tests
        .filter(({ status }) => status !== 'skipped')
        .map(({ status }) => ({
          file: relative('.', resolve(config.rootDir, file)),
          line,
          passed: status !== 'unexpected',
        })),
    ),
    ...suites.flatMap(collect),
  ]
  return collect(suite)
}
