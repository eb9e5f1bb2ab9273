import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const siteDetails = "import { siteDetails } from '#app/features/content/service.server.ts'"
const industries = "import { industries } from '#app/features/reference/rules.ts'"
const businesses = "import { businesses } from '#app/features/businesses/tables.server.ts'"

/** The file a forbidden import is planted in, the import, and the rule it breaks. */
const violations: [file: string, code: string, rule: string][] = [
  ['app/lib/planted.ts', siteDetails, 'lib-imports-nothing-of-ours'],
  ['app/ui/planted.ts', industries, 'ui-knows-no-feature'],
  ['app/features/reference/planted.ts', businesses, 'reference-imports-only-features-before-it'],
  [
    'app/features/directory/planted-queries.ts',
    "import { listLookupRows } from '#app/features/reference/queries.server.ts'",
    'directory-imports-only-interfaces-of-other-features',
  ],
  [
    'app/features/directory/planted-host.ts',
    "import { createHttpHost } from '#server/app.ts'",
    'features-know-no-route',
  ],
  [
    'app/platform/.server/planted-slug.ts',
    "import { makeSlug } from '#app/features/businesses/rules.ts'",
    'platform-stands-on-lib',
  ],
  ['app/routes/planted.ts', businesses, 'routes-hold-no-sql'],
  ['server/planted.ts', "import { openTestDatabase } from '#tests/database.ts'", 'no-product-code-imports-tests'],
  [
    'app/platform/.server/planted-simulator.ts',
    "import { startStripeSimulator } from '#simulators/stripe.ts'",
    'no-product-code-imports-simulators',
  ],
  [
    'simulators/planted.ts',
    "import { printfulRatesSchema } from '#app/platform/.server/printing/printful-schema.ts'",
    'simulators-know-no-product-code',
  ],
  ['app/features/directory/planted-form-schema.ts', "import { z } from 'zod'", 'forms-load-zod-mini'],
  ['app/features/directory/components/planted.ts', "import { z } from 'zod'", 'forms-load-zod-mini'],
  ['app/lib/planted-circle.ts', "import type { other } from '#app/lib/planted-other.ts'", 'no-circles'],
  ['tests/bench/planted.ts', "import { inject } from 'vitest'", 'programs-run-without-vitest'],
]
/** The other end of the planted circle. */
const other: [file: string, code: string] = [
  'app/lib/planted-other.ts',
  "import type { circle } from '#app/lib/planted-circle.ts'",
]
const allowed: [file: string, code: string][] = [
  ['app/features/directory/planted-allowed.ts', industries],
  ['app/features/directory/form-schema.ts', "import { z } from 'zod/mini'"],
  ['app/features/directory/planted-schema.ts', "import { z } from 'zod'"],
]

interface Violation {
  from: string
  rule: { name: string }
}

let folder: string
let found: Violation[]

// A project of the planted files and those they import, almost empty: the rules are about paths only.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-boundaries-'))
  for (const file of ['package.json', 'dependency-cruiser.config.mjs']) await cp(file, join(folder, file))
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const planted = [...violations, other, ...allowed]
  for (const [file, code] of planted) {
    const [, name = '', target = ''] = /\{ (\w+) \} from '#?([^']+)'/.exec(code) ?? []
    if (target.endsWith('.ts') && !planted.some(([each]) => each === target))
      await write(target, `export const ${name} = 0\n`)
    await write(file, `${code}\nconsole.log(${name})\n`)
  }
  found = await cruise()
})
afterAll(() => rm(folder, { recursive: true }))

async function write(file: string, code: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), code)
}

async function cruise(): Promise<Violation[]> {
  const folders = ['app', 'server', 'simulators', 'tests']
  const options = ['--config', 'dependency-cruiser.config.mjs', '--output-type', 'json']
  const run = promisify(execFile)
  const { stdout } = await run('node_modules/.bin/depcruise', [...folders, ...options], { cwd: folder }).catch(
    // Its exit code is the number of violations.
    (error: { stdout: string }) => error,
  )
  return JSON.parse(stdout).summary.violations
}

const rulesBrokenBy = (file: string) => found.filter(({ from }) => from === file).map(({ rule }) => rule.name)

test.each(violations)('a forbidden import is refused: %s, %s', (file, _code, rule) => {
  expect(rulesBrokenBy(file)).toContain(rule)
})

test.each(allowed)('an allowed import is not: %s, %s', (file) => {
  expect(rulesBrokenBy(file)).toEqual([])
})

/** What a text has between a bracket that is open at its beginning and the one that closes it. */
function untilClosed(text: string): string {
  let depth = 1
  for (const { index, 0: bracket } of text.matchAll(/[()]/g)) {
    depth += bracket === '(' ? 1 : -1
    if (depth === 0) return text.slice(0, index)
  }
  return text
}

// Otherwise it stays where the transaction is rolled back, or waits for the transaction for ever.
test('within a transaction nothing is asked or queued on another connection', () => {
  const files = globSync('{app,app/platform/.server,commands,db,demo,server,worker}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\./.test(file),
  )
  const begins = /\.transaction\(\s*(?:async )?\(\w+[^)]*\)(?:: [^=]+)? => /g
  let transactions = 0
  const faults = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(begins)].flatMap(({ index, 0: head }) => {
      transactions += 1
      const body = untilClosed(text.slice(index + head.length))
      return [...body.matchAll(/(?<![\w.'`])(?:platform\.)?(?:db|jobsDb)(?![\w:'])[^\n]*/g)].map(
        ([use]) => `${file}: ${use}`,
      )
    })
  })
  expect(transactions).toBeGreaterThan(100)
  expect(faults).toEqual([])
})

/** What names a later feature's tables on purpose: who may decide depends on every part somebody has; the search knows words of trades. */
const namesLater = [
  'profile/policy.server.ts: businesses podcasts report_contests report_decisions report_items reports',
  'reference/trades-queries.server.ts: directory_words',
]

test('SQL that names a table in a text keeps the order of features, too', () => {
  const [list = ''] = readFileSync('dependency-cruiser.config.mjs', 'utf8').split(']')
  const order = [...list.matchAll(/^ {2}'([a-z]+)',$/gm)].map(([, feature]) => feature)
  const files = globSync('app/features/**/*.ts')
    .filter((path) => !path.includes('.test.'))
    .map((path) => ({
      name: path.slice('app/features/'.length),
      place: order.indexOf(path.split('/')[2]),
      code: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''),
    }))
  const placeOf = new Map(
    files
      .filter(({ name }) => name.endsWith('/tables.server.ts'))
      .flatMap(({ place, code }) =>
        [...code.matchAll(/pgTable\(\s*'(\w+)'/g)].map(([, table]) => [table, place] as const),
      ),
  )
  const later = files.flatMap(({ name, place, code }) => {
    const named = [...code.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE)\s+"?(\w+)/g)].map(([, table]) => table)
    const found = [...new Set(named)].filter((table) => (placeOf.get(table ?? '') ?? 0) > place).sort()
    return found.length > 0 ? [`${name}: ${found.join(' ')}`] : []
  })
  expect(order.length).toBeGreaterThan(20)
  expect(later.sort()).toEqual(namesLater)
})
