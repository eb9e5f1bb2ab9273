// Measures which lines and branches the tests cover: the unit tests, the end-to-end tests, and both together. The total is every
// line with a statement and every path of a branch, as Vitest finds them in a file that was not run. Covered code is matched to
// these by its position in the source, so two measurements of one product have the same total.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { mergeScriptCovs } from '@bcoe/v8-coverage'
import convert from 'ast-v8-to-istanbul'
import { parseAstAsync } from 'vite'
import { installChromium, startPostgres } from './services.mjs'

const folder = resolve('coverage')
const raw = join(folder, 'raw')
const kinds = ['unit', 'e2e', 'together']
/** Where code is that runs in a server: built, or as it is, where Node takes the types out and leaves everything in its place. */
const served = ['build/server', 'app', 'server', 'worker', 'commands', 'db', 'demo'].map(
  (part) => pathToFileURL(`${part}/`).href,
)

// With an argument, only evaluates the reports of an earlier run again.
if (process.argv.length === 2) await runTests()
const whole = readWhole(readJson('whole/coverage-final.json'))
const hits = { unit: mark([readJson('unit/coverage-final.json')]), e2e: mark(await convertScripts()) }
report()

async function runTests() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(raw, { recursive: true })
  const postgres = await startPostgres()
  if (!postgres || !installChromium()) process.exit(1)
  const database = { TEST_DATABASE_URL: postgres.url }
  await vitest('whole', ['no-such-test', '--passWithNoTests'], database)
  // Some tests start our programs as separate processes.
  await vitest('unit', ['--coverage.autoAttachSubprocess'], database)
  // No stamp: the next start of Muster must not use this build.
  rmSync('build/.built', { force: true })
  if ((await run('react-router', ['build'], { COVERAGE: 'true' })) !== 0) process.exit(1)
  // Code that is measured is not minified, so it is larger than any budget.
  await run('playwright', ['test', '--timeout=180000', '--grep-invert', 'within its budget'], {
    ...database,
    COVERAGE_FOLDER: raw,
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'e2e.json'),
  })
  await postgres.stop()
}

function vitest(name, args, environment) {
  const coverage = {
    enabled: true,
    provider: 'v8',
    reporter: 'json',
    reportsDirectory: join(folder, name),
    include: '{app,server,worker,commands,db,demo}/**/*.{ts,tsx}',
    exclude: '**/*.{test,d}.*',
    reportOnFailure: true,
  }
  return run(
    'vitest',
    [
      // Measuring slows the tests down.
      ...['run', ...args, '--testTimeout=120000', '--hookTimeout=240000'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, `${name}.json`)}`],
      ...Object.entries(coverage).map(([option, value]) => `--coverage.${option}=${value}`),
    ],
    environment,
  )
}

/** The coverage of the scripts on the server and in the browser, mapped to the source: one result per script. */
async function convertScripts() {
  const scripts = new Map()
  for (const name of readdirSync(raw)) {
    const { result } = JSON.parse(readFileSync(join(raw, name), 'utf8'))
    for (const [file, ran] of Map.groupBy(result, ({ url }) => fileOf(url))) {
      if (!file) continue
      const coverages = ran.map((coverage) => ({ ...coverage, url: pathToFileURL(file).href }))
      const before = scripts.get(file)
      scripts.set(file, mergeScriptCovs([...(before ? [before] : []), ...coverages]))
    }
  }
  const converted = []
  for (const [file, coverage] of scripts) {
    if (file.endsWith('.ts')) {
      const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
      converted.push(await convert({ ast: await parseAstAsync(code), code, coverage }))
      continue
    }
    // The bundler's own lines have no source.
    if (!existsSync(`${file}.map`)) continue
    const sourceMap = JSON.parse(readFileSync(`${file}.map`, 'utf8'))
    // React Router names the parts of a split route after the route's file and a question mark.
    sourceMap.sources = sourceMap.sources.map((source) => source?.replace(/\?.*/, ''))
    const code = readFileSync(file, 'utf8')
    converted.push(await convert({ ast: await parseAstAsync(code), code, sourceMap, coverage }))
  }
  return converted
}

/** Null for a script that is not ours. */
function fileOf(url) {
  if (url.startsWith('http')) return resolve(`build/client${new URL(url).pathname}`)
  return served.some((part) => url.startsWith(part)) ? fileURLToPath(url) : null
}

/** All lines and branch paths in each of the product's files, not covered yet. */
function readWhole(coverage) {
  const files = Object.values(coverage).map((file) => [
    relative('.', file.path),
    {
      lines: new Set(Object.values(file.statementMap).map(({ start }) => start.line)),
      branches: new Set(Object.entries(file.branchMap).flatMap(([id, branch]) => file.b[id].map(nameWay(branch)))),
    },
  ])
  return new Map(files)
}

/** Names each path of a branch by the branch's kind, its number of paths and its position. */
function nameWay({ type, locations, loc: { start } }) {
  return (_, way) => `${start.line}:${start.column} ${type} ${way} of ${locations.length}`
}

/** Which of these lines and paths were covered. */
function mark(coverages) {
  const marked = new Map([...whole.keys()].map((path) => [path, { lines: new Set(), branches: new Set() }]))
  let strays = 0
  for (const file of coverages.flatMap(Object.values)) {
    const path = relative('.', file.path)
    const there = whole.get(path)
    if (!there) continue
    const note = (what, name) => {
      if (there[what].has(name)) marked.get(path)[what].add(name)
      else if (what === 'branches') strays += 1
    }
    for (const [id, { start }] of Object.entries(file.statementMap)) if (file.s[id] > 0) note('lines', start.line)
    for (const [id, branch] of Object.entries(file.branchMap)) {
      const name = nameWay(branch)
      file.b[id].forEach((count, way) => {
        if (count > 0) note('branches', name(count, way))
      })
    }
  }
  if (strays > 0) console.log(`${strays} covered branch paths have no position in the source and are left out`)
  return marked
}

/** Prints the shares by area, and writes them to coverage/summary.json; coverage/ran.json has the details of each file. */
function report() {
  const areas = { all: newSums() }
  const ran = {}
  for (const [path, there] of [...whole].sort()) {
    const area = /^app\/features\/[^/]+|^app\/[^/]+(?=\/)|^[^/]+/.exec(path)[0]
    areas[area] ??= newSums()
    for (const what of ['lines', 'branches']) {
      const [unit, e2e] = [hits.unit, hits.e2e].map((marked) => marked.get(path)[what])
      const sizes = { of: there[what].size, unit: unit.size, e2e: e2e.size, together: unit.union(e2e).size }
      for (const sums of [areas[area], areas.all]) {
        for (const [kind, size] of Object.entries(sizes)) sums[what][kind] += size
      }
      ran[path] = { ...ran[path], [what]: { unit: [...unit], e2e: [...e2e] } }
    }
  }
  const { all, ...rows } = areas
  console.log('\nShare of lines, and of branches, that are covered:')
  console.log(''.padEnd(25), ...[...kinds, ...kinds].map((kind) => kind.padStart(8)))
  for (const [area, sums] of [...Object.entries(rows), ['all', all]]) {
    const shares = [sums.lines, sums.branches].flatMap((sum) => kinds.map((kind) => (100 * sum[kind]) / sum.of))
    console.log(area.padEnd(25), ...shares.map((share) => (Number.isNaN(share) ? '-' : share.toFixed(2)).padStart(8)))
  }
  const failed = { unit: countFailed('unit'), e2e: countFailed('e2e') }
  console.log(`\nunit tests, failed tests: ${failed.unit}\nend-to-end tests, failed tests: ${failed.e2e}`)
  writeFileSync(join(folder, 'summary.json'), JSON.stringify({ areas, failed }, null, 2))
  writeFileSync(join(folder, 'ran.json'), JSON.stringify(ran))
  process.exitCode = failed.unit + failed.e2e === 0 ? 0 : 1
}

function newSums() {
  const sum = () => ({ of: 0, unit: 0, e2e: 0, together: 0 })
  return { lines: sum(), branches: sum() }
}

/** A test file that could not be loaded has no tests, so it counts as one failure; so does a runner without a report. */
function countFailed(name) {
  if (!existsSync(join(folder, `${name}.json`))) return 1
  const { stats, errors, testResults, numFailedTests } = readJson(`${name}.json`)
  if (stats) return stats.unexpected + errors.length
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return numFailedTests + broken.length
}

function readJson(name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}

function run(program, args, environment) {
  return new Promise((resolve) => {
    const child = spawn(join('node_modules', '.bin', program), args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
