// Every check of the project, one after another, with one line at the end that adds them all up. `npm test -- NAME...`
// runs only the named ones.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findHeadlessShell, startPostgres } from './services.mjs'

const results = mkdtempSync(join(tmpdir(), 'muster-results-'))
const tool = (name) => join('node_modules', '.bin', name)
let passed = 0
let failed = 0

/** A check without tests to count counts as one. */
const checks = {
  types: () => commands([tool('react-router'), 'typegen'], [tool('tsc'), '--noEmit']),
  lint: () => commands([tool('biome'), 'ci', '--error-on-warnings', '.']),
  boundaries: () =>
    commands([
      tool('depcruise'),
      ...['app', 'server', 'worker', 'db', 'tests', 'stand-ins'],
      ...['--config', 'dependency-cruiser.config.mjs'],
    ]),
  contrast: () => commands([tool('node'), 'scripts/contrast.mjs']),
  migrations: () => commands([tool('drizzle-kit'), 'check']),
  'unit tests on PGlite': () => vitest('pglite', {}),
  'unit tests on PostgreSQL': () =>
    withPostgres((url) => vitest('postgresql', { TEST_DATABASE_URL: url }, findDatabaseTests())),
  'end-to-end tests': () => withPostgres((url) => playwright({ TEST_DATABASE_URL: url })),
}

const asked = process.argv.slice(2)
const chosen = Object.keys(checks).filter((name) => asked.length === 0 || asked.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No check of that name. There are: ${Object.keys(checks).join(', ')}`)
  process.exit(1)
}

let postgres
for (const name of chosen) {
  const started = Date.now()
  console.log(`\n--- ${name}`)
  const count = await checks[name]()
  passed += count.passed
  failed += count.failed
  console.log(
    `--- ${name}: ${count.passed} passed, ${count.failed} failed, ${((Date.now() - started) / 1000).toFixed(0)} s`,
  )
}
await postgres?.stop()
rmSync(results, { recursive: true, force: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function commands(...list) {
  for (const [program, ...args] of list) {
    if ((await run(program, args)) !== 0) return { passed: 0, failed: 1 }
  }
  return { passed: 1, failed: 0 }
}

async function withPostgres(check) {
  postgres ??= await startPostgres()
  return postgres ? check(postgres.url) : { passed: 0, failed: 1 }
}

/** The test files that open the database they are given. The others have said all they have to say on PGlite. */
function findDatabaseTests() {
  const files = ['app', 'server', 'worker', 'db', 'tests', 'stand-ins'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => join(folder, file)),
  )
  return files.filter(
    (file) =>
      /\.test\.tsx?$/.test(file) && /openTest(Database|Platform)|TEST_DATABASE_URL/.test(readFileSync(file, 'utf8')),
  )
}

async function vitest(name, environment, files = []) {
  const file = join(results, `vitest-${name}.json`)
  const status = await run(
    tool('vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...files],
    environment,
  )
  return counted(status, file, (report) => {
    // A file that could not even be loaded has no failed test to count, so it counts itself.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
  })
}

async function playwright(environment) {
  const chromium = findChromium()
  if (!chromium) return { passed: 0, failed: 1 }
  const shell = findHeadlessShell()
  const file = join(results, 'playwright.json')
  const status = await run(tool('playwright'), ['test'], {
    ...environment,
    CHROMIUM_PATH: chromium,
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return counted(status, file, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }))
}

/** A runner that failed without a failed test (a crash, no test found) counts as one failure. */
function counted(status, file, read) {
  let count
  try {
    count = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function run(program, args, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
