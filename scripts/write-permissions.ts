// Writes docs/permissions.md, who may call what, from the policies and services of all features and from docs/permissions.yaml.
//   node scripts/write-permissions.ts
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { parse } from 'yaml'
import { z } from 'zod'

const features = 'app/features/'
const visibility = 'app/platform/.server/security/visibility.ts'

/** Why a function of a service asks no permission: the sentence of the page. */
export const reasons = {
  public: 'Anybody',
  'by token': 'Whoever brings a token that was sent to them, a password, or the signature of a provider',
  'own rows': 'Anybody; what it reads and changes is theirs by a WHERE, and a stranger has nothing',
  'reads nothing': 'Anybody; it works out something from what it is given',
  'by services': 'Other services, which ask first. No route imports it',
  'by job': 'Jobs, commands and the start of a process. No route imports it',
}
export type Reason = keyof typeof reasons

const names = z.string().transform((text) => text.split(' '))
const listSchema = z.record(z.enum(Object.keys(reasons) as [Reason, ...Reason[]]), z.record(z.string(), names))

export interface ServiceFunction {
  /** Below app/features. */
  file: string
  name: string
  /** The names of its parameters; of one that is taken apart, its code. */
  parameters: string[]
  /** Which parameter is the actor; -1 where none is. */
  actorAt: number
  /** The permissions it asks, in alphabetical order: names of policies, and `requireActor`. */
  asks: string[]
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

interface Module {
  code: string
  /** Functions and methods by name. */
  functions: Map<string, Node>
  /** What is imported, and from which file. */
  imports: Map<string, string>
  exported: Set<string>
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each)
  if (!isNode(value)) return
  yield value
  for (const child of Object.values(value)) yield* walk(child)
}

const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? String(value.name) : null)

const modules = new Map<string, Module>()

function readModule(file: string): Module {
  const known = modules.get(file)
  if (known) return known
  const code = readFileSync(file, 'utf8')
  const program = parseSync(file, code).program as unknown as Node & { body: Node[] }
  const functions = new Map<string, Node>()
  const imports = new Map<string, string>()
  const exported = new Set<string>()
  for (const node of walk(program)) {
    if (node.type === 'FunctionDeclaration') functions.set(nameOf(node.id) ?? '', node)
    const holds = node.type === 'VariableDeclarator' ? node.init : node.type === 'Property' ? node.value : null
    const name = nameOf(node.id) ?? nameOf(node.key)
    if (name && isNode(holds) && /^(Arrow)?Function/.test(holds.type)) functions.set(name, holds)
  }
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const from = String((statement.source as Node).value)
      const path = from.startsWith('#') ? from.slice(1) : join(dirname(file), from)
      const isOurs = from.startsWith('#') || from.startsWith('.')
      for (const each of statement.specifiers as Node[]) if (isOurs) imports.set(nameOf(each.local) ?? '', path)
    }
    if (statement.type !== 'ExportNamedDeclaration' || !isNode(statement.declaration)) continue
    const { declaration } = statement
    if (declaration.type === 'FunctionDeclaration') exported.add(nameOf(declaration.id) ?? '')
    for (const { id, init } of (declaration.declarations ?? []) as Record<string, Node>[]) {
      const parts = id?.type === 'ObjectPattern' && init?.type !== 'MemberExpression' ? (id.properties as Node[]) : []
      for (const part of [id, ...parts.map(({ value }) => value)]) {
        const name = nameOf(part) ?? ''
        if (functions.has(name) || (name && parts.length > 0)) exported.add(name)
      }
    }
  }
  const module = { code, functions, imports, exported }
  modules.set(file, module)
  return module
}

/** The function, also where `visibilityServices` makes it. */
function findFunction(file: string, name: string): { module: Module; file: string; node: Node } | null {
  for (const place of [file, visibility]) {
    const module = readModule(place)
    const node = module.functions.get(name)
    if (node) return { module, file: place, node }
  }
  return null
}

const parametersOf = (node: Node, code: string) =>
  (node.params as Node[]).map((each) => {
    const plain = each.type === 'AssignmentPattern' ? (each.left as Node) : each
    const type = isNode(plain.typeAnnotation) ? code.slice(plain.typeAnnotation.start, plain.typeAnnotation.end) : ''
    return { name: nameOf(plain) ?? code.slice(plain.start, plain.end), isActor: /\bActor\b/.test(type) }
  })

/** Adds what a function asks, and what those ask that it hands its actor on to. */
function collectAsked(file: string, name: string, asked: Set<string>, seen = new Set<string>()): void {
  const found = findFunction(file, name)
  if (!found || seen.has(`${found.file} ${name}`)) return
  seen.add(`${found.file} ${name}`)
  const { module, node } = found
  const actor = parametersOf(node, module.code).find(({ isActor }) => isActor)?.name
  if (!actor) return
  for (const { type, name: used, callee, arguments: given } of walk(node.body)) {
    const from = type === 'Identifier' ? module.imports.get(String(used)) : undefined
    if (from?.endsWith('policy.server.ts') && /^can[A-Z]/.test(String(used))) asked.add(String(used))
    if (from?.endsWith('/actor.ts') && /^require[A-Z]/.test(String(used))) asked.add(String(used))
    const called = type === 'CallExpression' ? nameOf(callee) : null
    if (!called || !(given as Node[]).some((each) => nameOf(each) === actor)) continue
    const place = module.imports.get(called) ?? found.file
    if (place.endsWith('.server.ts') || place === visibility) collectAsked(place, called, asked, seen)
  }
}

/** Every function that a service exports. */
export function listServiceFunctions(): ServiceFunction[] {
  return globSync(`${features}**/*service.server.ts`)
    .sort()
    .flatMap((path) =>
      [...readModule(path).exported].map((name) => {
        const found = findFunction(path, name)
        if (!found) throw new Error(`${path} exports ${name}, which is no function of its own`)
        const parameters = parametersOf(found.node, found.module.code)
        const asked = new Set<string>()
        collectAsked(path, name, asked)
        return {
          file: relative(features, path),
          name,
          parameters: parameters.map((each) => each.name),
          actorAt: parameters.findIndex(({ isActor }) => isActor),
          asks: [...asked].sort(),
        }
      }),
    )
}

/** Reads docs/permissions.yaml: why each of those asks no permission, by `file name`. @throws where it is not in order */
export function readReasons(): Map<string, Reason> {
  const list = listSchema.parse(parse(readFileSync('docs/permissions.yaml', 'utf8')))
  const rows = Object.entries(list).flatMap(([reason, files]) =>
    Object.entries(files).flatMap(([file, all]) =>
      all.map((name) => [`${file}service.server.ts ${name}`, reason as Reason] as const),
    ),
  )
  const known = new Map(rows)
  if (known.size < rows.length) throw new Error('docs/permissions.yaml names a function twice')
  return known
}

/** What routes import of services, as `file name`. */
export function listRouteImports(): Set<string> {
  const files = globSync('app/{routes/**/*,root,entry*}.{ts,tsx}').filter((file) => !/\.test\./.test(file))
  return new Set(
    files.flatMap((file) => [...readModule(file).imports].map(([name, from]) => `${relative(features, from)} ${name}`)),
  )
}
