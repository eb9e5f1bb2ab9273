// What our code calls things: see "Name things" in CONTRIBUTING.md. Every identifier is read, so that a word that was replaced does not
// come back; the verbs are those of what is exported. Names of files, comments and strings are not looked at: what is stored or was sent
// keeps its name (tests/stored-names.test.ts).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Words that do not come back, and what we say instead. */
const glossary: [was: RegExp, is: string][] = [
  [/Lead[A-Z]\w*|lead(Requests|View|Status|Messages|Path|Mail|Card)|(get|find|list|own|Open|Listed)Leads?/, 'enquiry'],
  [/[iI]nsight\w*/, 'visits'],
  [/handovers|[hH]andover(?!Id)[A-Z]\w*|\w+Handovers?/, 'transfer (of ownership)'],
  [
    /contests|[cC]ontest(Kind|View|Outcome|Days|Answer|Message)\w*|\w+Contests?/,
    'appeal, complaint; objection for either',
  ],
  [/\w*[fF]inishedPages?\w*/, 'page cache, cached page; what a page shows is a cache tag'],
  [/[wW]antedScripts?\w*/, 'deferred hydration'],
  [/\w*(Upkeep|Standings?|StandIns?)\w*/, 'maintenance; status; simulators'],
  [/(PrintFailed|PaymentsFailed)/, 'the name of the class itself'],
  [/\w+Wish(es)?/, '*Request, *Options'],
  [/select(?!Distinct)[A-Z]\w*/, "find, list or count: select is SQL's word"],
]

/** What our verbs promise of a function that is exported, by its return type and first parameter. */
const verbs: [verb: RegExp, promise: (returns: string, first: string) => boolean, means: string][] = [
  [/^find[A-Z]/, (returns) => /null|undefined/.test(returns), 'null when there is none'],
  [/^require[A-Z]/, (returns) => !/\bnull\b/.test(returns), 'throws when there is none'],
  [
    /^list[A-Z]/,
    (returns) => /\[\]|Array|Iterable|Map|Set|Record|Page|Podcast|sequences|Lookups/.test(returns),
    'several',
  ],
  [/^parse[A-Z]/, (_, first) => !/: (Pick<)?(Platform|Database)\b/.test(first), 'reads a text, and asks nobody'],
  [/^read[A-Z]/, (returns) => /Promise|Iterable|Generator|Article|string\[\]/.test(returns), 'a file or a stream'],
]

/** Every feature has these, or every route. */
const implementedByMany =
  /^(jobHandlers|auditSentences|collectPersonalData|describePersonalData|erasePersonalData|deleteExpired|setVisibility|setVisibilityAsAdmin|withhold)$/

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter(
    (file) => existsSync(file) && /\.[cm]?tsx?$/.test(file) && !/^(db\/(migrations|releases)|tests\/words)/.test(file),
  )

interface Export {
  name: string
  file: string
  returns: string | null
  first: string
}

interface Source {
  names: Set<string>
  exported: Export[]
}

function readSource(file: string, code: string): Source {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    const { type, name } = node as { type?: string; name?: unknown }
    if (type === 'Identifier' && typeof name === 'string') names.add(name)
    for (const child of Object.values(node)) visit(child)
  }
  visit(program)
  const textOf = (node: { start: number; end: number } | null | undefined) =>
    node ? code.slice(node.start, node.end) : ''
  const exported = program.body.flatMap((statement): Export[] => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration } = statement
    const plain = { file, returns: null, first: '' }
    if (declaration.type === 'VariableDeclaration') {
      return declaration.declarations.flatMap(({ id }) =>
        id.type === 'Identifier' ? [{ ...plain, name: id.name }] : [],
      )
    }
    if (!('id' in declaration) || declaration.id?.type !== 'Identifier') return []
    const { name } = declaration.id
    if (declaration.type !== 'FunctionDeclaration') return [{ ...plain, name }]
    const returns = declaration.returnType ? textOf(declaration.returnType) : null
    return [{ file, name, returns, first: textOf(declaration.params[0]) }]
  })
  return { names, exported }
}

/** What is wrong with the names of a module. */
function check({ names, exported }: Source, file: string): string[] {
  const old = [...names].flatMap((name) => {
    const found = glossary.find(([was]) => new RegExp(`^(?:${was.source})$`).test(name))
    return found ? [`${file}: '${name}' (${found[1]})`] : []
  })
  const broken = exported.flatMap(({ name, returns, first }) => {
    const verb = returns !== null && verbs.find(([verb]) => verb.test(name))
    return verb && !verb[1](returns, first) ? [`${file}: '${name}' promises: ${verb[2]}`] : []
  })
  return [...old, ...broken]
}

const isOurs = (file: string) => /^(app|server|worker|commands|db|demo)\//.test(file) && !/\.test\./.test(file)
const sources = files.map((file) => ({ file, source: readSource(file, readFileSync(file, 'utf8')) }))

test('names say what the field says, and verbs keep what they promise', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(sources.filter(({ file }) => isOurs(file)).flatMap(({ file, source }) => check(source, file))).toEqual([])
})

test('an exported name is exported once, but for what every feature has', () => {
  const exported = sources
    .filter(({ file }) => isOurs(file) && !/^app\/(routes\/.*\.tsx?|root\.tsx)$/.test(file))
    .flatMap(({ source }) => source.exported.filter(({ name }) => !implementedByMany.test(name)))
  // An overloaded function is one.
  const byName = Map.groupBy(exported, ({ name }) => name)
  const twice = [...byName].flatMap(([name, all]) => {
    const places = [...new Set(all.map(({ file }) => file))]
    return places.length > 1 ? [`${name}: ${places.join(', ')}`] : []
  })
  expect(twice).toEqual([])
})

test('a name that comes back is found, and so is a verb that promises too much', () => {
  const find = (code: string) => check(readSource('app/planted.ts', code), 'app/planted.ts')
  for (const name of ['leadView', 'insightMessages', 'ownHandover', 'contestKinds', 'FinishedPages', 'PageWish']) {
    expect(find(`export const ${name} = 1`), name).toHaveLength(1)
  }
  expect(find('export const leading = 1, contestId = 2, leadsTo = 3, selected = 4')).toEqual([])
  expect(find('export function findCase(db: Database): Promise<Case> {}')).toHaveLength(1)
  expect(find('export function findCase(db: Database): Promise<Case | null> {}')).toEqual([])
  expect(find('async function selectCases(db: Database) {}')).toHaveLength(1)
  expect(find('export function parseCase(platform: Platform): Case {}')).toHaveLength(1)
  expect(find('export function listCases(db: Database): Promise<Case> {}')).toHaveLength(1)
  expect(find('export function readCase(text: string): Case {}')).toHaveLength(1)
  expect(find('export function requireCase(db: Database): Promise<Case | null> {}')).toHaveLength(1)
})
