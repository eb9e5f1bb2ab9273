// Runs the project's checks and ends with one line of totals. `npm test -- NAME...` runs only the checks whose names contain one
// of the words. What failed is listed once more at the end. `--full` adds what takes longer: all database tests on the system's
// PostgreSQL, every screen at six widths, every journey without JavaScript, all requests of the fuzzer, the two kill tests, two releases on
// one database, the operator's drill, the install test, a cluster, the faults. What this machine cannot carry out ends with a code of its
// own and its reason, and is counted as skipped, never as passed. Plain JavaScript, because it installs what everything else needs.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { findPrograms, findSystemPrograms, readVersion } from './postgres/programs.mjs'
import {
  chooseTemporaryFolder,
  installChromium,
  installDebian,
  installPgBouncer,
  notRunCode,
  startOwnPostgres,
  startPostgres,
} from './services.mjs'

chooseTemporaryFolder()
const folder = mkdtempSync(join(tmpdir(), 'muster-results-'))
const reports = { unit: join(folder, 'vitest.json'), endToEnd: join(folder, 'playwright.json') }
const environment = {
  ...process.env,
  // The Node version of the project runs everything, whichever runs this script.
  PATH: [resolve('node_modules', '.bin'), process.env.PATH].join(delimiter),
  // Dozens of processes load the same modules: a start then takes a quarter less of a processor.
  NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
}
let postgres

const isFull = process.argv.includes('--full')

/** Two lanes run in parallel, then the checks that need the whole machine, and beside each other those that mostly wait. */
const checks = [
  { name: 'types', lane: 'static', run: (io) => runAll(io, ['npm', 'run', '--silent', 'typecheck']) },
  { name: 'lint', lane: 'static', run: (io) => runAll(io, ['npm', 'run', '--silent', 'lint']) },
  {
    name: 'boundaries',
    lane: 'static',
    run: (io) => {
      const folders = ['app', 'server', 'worker', 'commands', 'db', 'demo', 'tests', 'simulators']
      return runAll(io, ['depcruise', ...folders, '--config', 'dependency-cruiser.config.mjs'])
    },
  },
  { name: 'contrast', lane: 'static', run: (io) => runAll(io, ['node', 'scripts/contrast.mjs']) },
  {
    name: 'migrations',
    lane: 'static',
    run: (io) =>
      runAll(io, ['drizzle-kit', 'check'], ['node', 'scripts/check-tables.ts'], ['node', 'scripts/lint-migrations.ts']),
  },
  { name: 'unit tests', lane: 'unit', run: runUnitTests },
  { name: 'end-to-end tests', lane: 'last', run: runEndToEndTests },
  { name: 'fuzzer', lane: 'last', run: runFuzzer },
  ...(isFull
    ? [
        { name: 'database tests on another version', lane: 'last', run: runOnSystemPostgres },
        { name: 'two releases', lane: 'last', run: runTwoReleases },
        { name: 'recovery drill', lane: 'last', run: runRecoveryDrill },
        { name: 'install test', lane: 'last', run: runInstallTest },
        { name: 'cluster', lane: 'last', run: runCluster },
        { name: 'kill test', lane: 'waiting', run: runKillTest },
        { name: 'mail kill test', lane: 'waiting', run: runMailKillTest },
        { name: 'faults', lane: 'waiting', run: runFaults },
      ]
    : []),
]

const words = process.argv.slice(2).filter((word) => word !== '--full')
const chosen = checks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No check of that name. There are: ${checks.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
if ((await run('inherit', process.execPath, ['scripts/setup.mjs', '--no-build'])) !== 0) process.exit(1)

const counts = (await Promise.all([runLane('static'), runLane('unit')])).flat()
counts.push(...(await runLane('last')))
const waiting = chosen.filter(({ lane }) => lane === 'waiting')
if (waiting.length > 0) {
  // Built once before: each would begin to.
  const isBuilt = (await run('inherit', 'node', ['scripts/setup.mjs'])) === 0
  const fail = async () => ({ passed: 0, failed: 1 })
  counts.push(...(await Promise.all(waiting.map((check) => runCheck(isBuilt ? check : { ...check, run: fail })))))
}
// Which rows of the specification map are proved is only known after all tests have run.
if (chosen.length === checks.length) counts.push(await runCheck({ name: 'specification map', run: checkMap }))
await (await postgres)?.stop()
rmSync(folder, { recursive: true, force: true })
const passed = counts.reduce((total, count) => total + count.passed, 0)
const failed = counts.reduce((total, count) => total + count.failed, 0)
// Once more at the end, where a log that was cut still has it.
for (const { failures = [] } of counts) for (const failure of failures) console.log(`\n${failure}`)
const skipped = counts.filter((count) => count.skipped)
for (const { skipped: name } of skipped) console.log(`\nNot run, for the reason that it printed: ${name}`)
console.log(`\n${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function runLane(lane) {
  const counts = []
  for (const check of chosen) if (check.lane === lane) counts.push(await runCheck(check))
  return counts
}

/** Checks beside others print their output when they end, so that they do not mix. */
async function runCheck({ name, lane, run: runIt }) {
  const started = Date.now()
  const output = lane === 'static' || lane === 'waiting' ? [] : 'inherit'
  if (output === 'inherit') console.log(`\n--- ${name}`)
  const count = await runIt(output)
  if (output !== 'inherit') process.stdout.write(`\n--- ${name}\n${output.join('')}`)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(
    `--- ${name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? ', 1 skipped' : ''}, ${seconds} s`,
  )
  // What has no tests of its own is known by its name.
  return count.failed > 0 && !count.failures?.length ? { ...count, failures: [`Failed: ${name}`] } : count
}

/** A check without tests counts as one. */
async function runAll(output, ...commands) {
  for (const [program, ...args] of commands) {
    if ((await run(output, program, args)) !== 0) return { passed: 0, failed: 1 }
  }
  return { passed: 1, failed: 0 }
}

async function runUnitTests(output) {
  const server = await openPostgres()
  if (!server || !installPgBouncer()) return { passed: 0, failed: 1 }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.unit}`]
  const status = await run(output, 'vitest', ['run', ...reporters], {
    TEST_DATABASE_URL: server.url,
    ...full(),
  })
  return readCount(status, reports.unit, (report) => {
    // A file that could not be loaded has no tests, so it counts as one failure.
    const broken = report.testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    )
    const failed = report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ failureMessages }) => failureMessages.length > 0)
        .map(({ fullName, failureMessages }) =>
          describeFailure(`${relative('.', name)} › ${fullName}`, failureMessages),
        ),
    )
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      failures: [...broken.map(({ name, message }) => describeFailure(relative('.', name), [message])), ...failed],
    }
  })
}

/** Every test file that opens a database, again on the system's PostgreSQL where that is another version than the one npm brings. */
async function runOnSystemPostgres(output) {
  const bin = findSystemPrograms() ?? (installDebian('postgresql') ? findSystemPrograms() : null)
  const [own, others] = [findPrograms(), bin].map((programs) => programs && readVersion(programs).major)
  if (others === null || others === own) {
    console.log('There is no other version of PostgreSQL here.')
    return { passed: 0, failed: 0, skipped: 'database tests on another version' }
  }
  console.log(`PostgreSQL ${others}`)
  const server = await startOwnPostgres({ bin })
  if (!server) return { passed: 0, failed: 1 }
  const opens = /open(Test(Database|Platform|Shop)|EmptyDatabase)\b|platform-test/
  const files = ['app', 'server', 'worker', 'commands', 'db', 'demo', 'tests']
    .flatMap((root) => readdirSync(root, { recursive: true }).map((path) => join(root, path)))
    .filter((path) => /\.test\.tsx?$/.test(path) && opens.test(readFileSync(path, 'utf8')))
  const status = await run(output, 'vitest', ['run', '--project', 'unit', ...files], {
    TEST_DATABASE_URL: server.url,
  })
  await server.stop()
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function runEndToEndTests(output) {
  if ((await run(output, 'node', ['scripts/setup.mjs'])) !== 0) return { passed: 0, failed: 1 }
  const server = await openPostgres()
  if (!server || !installChromium()) return { passed: 0, failed: 1 }
  const status = await run(output, 'playwright', ['test'], {
    TEST_DATABASE_URL: server.url,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reports.endToEnd,
    ...full(),
  })
  return readCount(status, reports.endToEnd, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    failures: suites.flatMap(describeFailures),
  }))
}

async function runFuzzer(output) {
  if ((await run(output, 'node', ['scripts/setup.mjs'])) !== 0) return { passed: 0, failed: 1 }
  const server = await openPostgres()
  if (!server) return { passed: 0, failed: 1 }
  const requests = isFull ? '10000' : '2000'
  const status = await run(output, 'node', ['tests/fuzz/main.ts', '--requests', requests], {
    TEST_DATABASE_URL: server.url,
  })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The failed tests of a suite in Playwright's report. */
function describeFailures({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, line, title, tests }) => {
    const messages = tests
      .flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      .map(({ message }) => message)
    return messages.length > 0 ? [describeFailure(`tests/${file}:${line} › ${title}`, messages)] : []
  })
  return [...own, ...suites.flatMap(describeFailures)]
}

function describeFailure(name, messages) {
  return `Failed: ${name}\n${messages.join('\n')}`
}

function runKillTest(output) {
  return runAll(output, ['node', 'tests/kill.ts'])
}

function runMailKillTest(output) {
  return runAll(output, ['node', 'tests/kill-mail.ts'])
}

function runTwoReleases(output) {
  return runAll(output, ['node', 'scripts/setup.mjs'], ['node', 'tests/releases/main.ts'])
}

function runFaults(output) {
  return runAll(output, ['node', 'tests/faults/main.ts'])
}

function runRecoveryDrill(output) {
  return runWherePossible(output, 'recovery drill', 'tests/drills/recovery.ts')
}

function runInstallTest(output) {
  return runWherePossible(output, 'install test', 'tests/drills/install.ts')
}

function runCluster(output) {
  return runWherePossible(output, 'cluster', 'tests/cluster/main.ts')
}

/** Runs a program that says by its exit code where this machine cannot carry it out. */
async function runWherePossible(output, name, program) {
  if ((await run(output, 'node', ['scripts/setup.mjs'])) !== 0) return { passed: 0, failed: 1 }
  const status = await run(output, 'node', [program])
  if (status === notRunCode) return { passed: 0, failed: 0, skipped: name }
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function checkMap(output) {
  return runAll(output, ['node', 'scripts/check-specification.ts', reports.unit, reports.endToEnd])
}

/** One database server for both runners. */
function openPostgres() {
  postgres ??= startPostgres()
  return postgres
}

function full() {
  return isFull ? { TEST_FULL: 'true' } : {}
}

/** A runner that failed without a failed test (a crash, no test found) counts as one failure. */
function readCount(status, file, read) {
  let count
  try {
    count = read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return status !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** Exit code of a program, whose output is shown ('inherit') or collected. */
function run(output, program, args, settings = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: output === 'inherit' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
      env: { ...environment, ...settings },
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8')
      stream?.on('data', (text) => output.push(text))
    }
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
}
