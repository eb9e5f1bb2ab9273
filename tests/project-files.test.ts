import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { drawCapacity, drawSearches } from '../scripts/draw-benchmarks.ts'

// The files that other programs read: they name scripts, settings and paths of ours, which must be there.

const read = (file: string) => readFileSync(file, 'utf8')
const { scripts, engines } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}
const workflow = '.github/workflows/ci.yml'
const compose = 'compose.dev.yaml'
const devcontainer = '.devcontainer/devcontainer.json'

/** Words that follow a pattern, without those that occur twice. */
function findAll(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))]
}

test.each([workflow, compose, '.devcontainer/compose.yaml'])('%s is YAML', (file) => {
  const documents = parseAllDocuments(read(file))
  expect(documents).toHaveLength(1)
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([])
})

test.each([devcontainer, 'renovate.json', 'biome.json'])('%s is JSON', (file) => {
  expect(JSON.parse(read(file))).toBeTypeOf('object')
})

test.each([workflow, devcontainer, compose, 'CONTRIBUTING.md', 'README.md', '.github/pull_request_template.md'])(
  'the scripts of npm that %s names exist',
  (file) => {
    const named = findAll(read(file), /npm run (?:--silent )?([a-z][a-z\d:-]*[a-z\d])/g)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  },
)

test('the workflow runs every check of npm test once, but for the map and what the full run adds', () => {
  const elsewhere = [
    'specification map',
    'database tests on another version',
    'kill test',
    'mail kill test',
    'two releases',
    'recovery drill',
    'install test',
    'cluster',
    'faults',
  ]
  const names = findAll(read('scripts/test.mjs'), /\{ name: '([^']+)'/g).filter((name) => !elsewhere.includes(name))
  const words = [...read(workflow).matchAll(/run: npm test -- (.+)/g)].flatMap(([, list = '']) => list.split(' '))
  const runs = words.flatMap((word) => names.filter((name) => name.includes(word)))
  expect(names.length).toBeGreaterThan(5)
  expect(runs.sort()).toEqual(names.sort())
})

test('the actions of the workflow are pinned to a major version, and it reads no secret', () => {
  const { jobs } = parse(read(workflow)) as { jobs: Record<string, { steps: { uses?: string }[] }> }
  const actions = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
  expect(actions.length).toBeGreaterThan(0)
  for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@v\d+$/)
  expect(read(workflow)).not.toContain('secrets.')
})

test('the settings that lead to the services for development are settings of Muster, the same in both places', () => {
  const known = findAll(read('.env.example'), /^# ([A-Z][A-Z0-9_]*)=/gm)
  const inCompose = findAll(read(compose), /^# {3}([A-Z][A-Z0-9_]*)=/gm)
  const { remoteEnv } = JSON.parse(read(devcontainer)) as { remoteEnv: Record<string, string> }
  expect(inCompose).toContain('DATABASE_URL')
  expect(inCompose.filter((name) => !known.includes(name))).toEqual([])
  expect(Object.keys(remoteEnv)).toEqual(inCompose)
})

test('the services of the container for development are those of the compose file', () => {
  const { services } = parse(read(compose)) as { services: Record<string, unknown> }
  const { services: own } = parse(read('.devcontainer/compose.yaml')) as {
    services: { workspace: { depends_on: Record<string, unknown> } }
  }
  expect(Object.keys(own.workspace.depends_on)).toEqual(Object.keys(services))
})

test('every path that CONTRIBUTING.md names exists', () => {
  const named = findAll(
    read('CONTRIBUTING.md'),
    /[`(]((?:[\w.-]+\/)*[\w.-]+(?:\/|\.(?:tsx?|mjs|md|ya?ml|sql|json)))[`)]/g,
  )
  // Files that every feature has, and one to be created.
  const ofFeatures = [
    'schema.ts',
    'model.ts',
    'form-schema.ts',
    'mails.server.ts',
    'emails.tsx',
    'jobs.server.ts',
    'job-handlers.server.ts',
    'queries.server.ts',
    'tables.server.ts',
    'personal-data-service.server.ts',
    'content/NAME.md',
  ]
  // routes.ts names its files relative to app/.
  const missing = named.filter((path) => !ofFeatures.includes(path) && !existsSync(path) && !existsSync(`app/${path}`))
  expect(named.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})

test('an editor indents and wraps as the formatter does', () => {
  const { formatter } = JSON.parse(read('biome.json')) as { formatter: { indentStyle: string; lineWidth: number } }
  const settings = Object.fromEntries(
    [...read('.editorconfig').matchAll(/^(\w+) = (.+)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(settings).toMatchObject({
    indent_style: formatter.indentStyle,
    indent_size: '2',
    max_line_length: String(formatter.lineWidth),
  })
})

test('package.json asks for the Node that the first start asks for', () => {
  const [, major] = /major < (\d+)/.exec(read('scripts/setup.mjs')) ?? []
  expect(engines.node).toBe(`>=${major}`)
})

test('the index of docs/ names every document, and every picture is shown', () => {
  const index = read('docs/README.md')
  const documents = readdirSync('docs').filter((name) => !['README.md', 'pictures'].includes(name))
  expect(documents.filter((name) => !index.includes(`(${name}`))).toEqual([])
  const pages = read('README.md') + read('docs/capacity.md')
  expect(readdirSync('docs/pictures').filter((name) => !pages.includes(`pictures/${name}`))).toEqual([])
})

test('every decision has a date and a status, and the index says what holds of it today', () => {
  const records = readdirSync('docs/decisions')
    .filter((name) => name !== 'README.md')
    .sort()
  const heads = records.map((name) => {
    const [, date = 'no date', status = 'no status'] =
      /^# .+\n\n- Date: (20\d\d-\d\d-\d\d)\n- Status: ((?:accepted|superseded)\b).*\n\n/.exec(
        read(`docs/decisions/${name}`),
      ) ?? []
    return { name, date, status }
  })
  const rows = [
    ...read('docs/decisions/README.md').matchAll(
      /^\| \[(\d{4})\]\((\1-[a-z\d-]+\.md)\) \| (accepted|superseded)(?: in part)? \| \S.{20,}\. \|$/gm,
    ),
  ]
  expect(records.length).toBeGreaterThan(70)
  expect(heads.filter(({ date }) => date === 'no date')).toEqual([])
  expect(rows.map(([, , name, status]) => `${name}: ${status}`)).toEqual(
    heads.map(({ name, status }) => `${name}: ${status}`),
  )
})

test('the tests that the page on security names exist, by the names they have', () => {
  const named = [
    ...read('docs/security.md').matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`(?:,? \(?((?:'[^']+'(?:, | and )?)+))?/g),
  ]
  expect(named.length).toBeGreaterThan(100)
  const missing = named.flatMap(([, file = '', titles = '']) => {
    const text = existsSync(file) ? read(file) : null
    if (text === null) return file
    return [...titles.matchAll(/'([^']+)'/g)].flatMap(([, title = '']) =>
      text.includes(title) ? [] : `${file}: ${title}`,
    )
  })
  expect(missing).toEqual([])
})

test('the plots show what the tables of the benchmarks say', () => {
  expect(read('docs/pictures/searches.svg')).toBe(drawSearches(read('docs/benchmarks.md')))
  expect(read('docs/pictures/capacity.svg')).toBe(drawCapacity(read('docs/capacity.md')))
})

test('every file of tests is in a folder whose tests are run', () => {
  const [, folders = ''] = /testFiles = '\{([\w,]+)\}/.exec(readFileSync('vitest.config.ts', 'utf8')) ?? []
  const run = new Set(folders.split(','))
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' }).trim().split('\n')
  expect(tests.length).toBeGreaterThan(300)
  expect(tests.filter((file) => !run.has(file.split('/')[0] ?? ''))).toEqual([])
})

test('no service has more than 250 lines, or takes the whole platform', () => {
  const services = globSync('app/features/**/*service.server.ts').map((file) => ({ file, text: read(file) }))
  expect(services.length).toBeGreaterThan(100)
  expect(services.filter(({ text }) => text.trimEnd().split('\n').length > 250).map(({ file }) => file)).toEqual([])
  expect(services.filter(({ text }) => /: Platform\b(?!\[)/.test(text)).map(({ file }) => file)).toEqual([])
})
