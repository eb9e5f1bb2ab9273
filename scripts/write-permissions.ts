// Writes docs/permissions.md, who may call what, from the policies and services of all features and from docs/permissions.yaml.
//   node scripts/write-permissions.ts

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Role } from '#app/platform/.server/security/actor.ts'

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
  /** What whoever calls it needs: `requireActor`, or permissions. */
  gates: string[]
  /** All that it asks of policies, in alphabetical order: the gates, and what decides about a case or about what is shown. */
  asks: string[]
}

interface PolicyOf {
  /** The feature, and the folder in it. */
  file: string
  name: string
  says: string
  /** Who has it, where it goes by roles alone; null where it is about something. */
  roles: Role[] | null
}

const roleNames = ['Member', 'Reviewer', 'Admin'] as const satisfies Role[]

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

/** The function, also where `makeBusinessOrPodcastVisibilityServices` makes it. */
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

/** The policy that a name means: in visibility.ts, what the feature hands to `makeBusinessOrPodcastVisibilityServices` by this name. */
function policyOf(module: Module, name: string, origin: string): string | null {
  if (!/^can[A-Z]/.test(name)) return null
  if (module.imports.get(name)?.endsWith('policy.server.ts')) return name
  if (module !== readModule(visibility)) return null
  return new RegExp(`\\b${name}: (can\\w+)`).exec(readModule(origin).code)?.[1] ?? null
}

/** Adds what a function asks, and what those ask that it hands its actor on to. */
function collectAsked(
  { file, name, origin }: { file: string; name: string; origin: string },
  asked: { gates: Set<string>; asks: Set<string> },
  seen = new Set<string>(),
): void {
  const found = findFunction(file, name)
  if (!found || seen.has(`${found.file} ${name}`)) return
  seen.add(`${found.file} ${name}`)
  const { module, node } = found
  const actor = parametersOf(node, module.code).find(({ isActor }) => isActor)?.name
  if (!actor) return
  for (const { type, name: used, callee, arguments: given } of walk(node.body)) {
    const policy = type === 'Identifier' ? policyOf(module, String(used), origin) : null
    if (policy) asked.asks.add(policy)
    const called = type === 'CallExpression' ? nameOf(callee) : null
    const names = called ? (given as Node[]).map(nameOf) : []
    if (!called || !names.includes(actor)) continue
    const gate = called === 'requirePermission' ? policyOf(module, names[1] ?? '', origin) : called
    if (gate && /^require(Actor|Permission)$/.test(called)) for (const each of Object.values(asked)) each.add(gate)
    const place = module.imports.get(called) ?? found.file
    if (place.endsWith('.server.ts')) collectAsked({ file: place, name: called, origin }, asked, seen)
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
        const asked = { gates: new Set<string>(), asks: new Set<string>() }
        collectAsked({ file: path, name, origin: path }, asked)
        return {
          file: relative(features, path),
          name,
          parameters: parameters.map((each) => each.name),
          actorAt: parameters.findIndex(({ isActor }) => isActor),
          gates: [...asked.gates].sort(),
          asks: [...asked.asks].sort(),
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

/** Every policy, with who has it. */
async function listPolicies(): Promise<PolicyOf[]> {
  const files = globSync(`${features}**/policy.server.ts`).sort()
  const policies = files.map(async (path) => {
    const found = [
      ...readFileSync(path, 'utf8').matchAll(
        /\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:const|(?:async )?function) (can\w+)(.)/gs,
      ),
    ]
    const values = (await import(resolve(path))) as Record<string, (actor: unknown) => boolean>
    return found.map(([, says = '', name = '', next]) => ({
      file: relative(features, path).replace(/\/?policy.server.ts$/, ''),
      name,
      says: says.replaceAll(/\s+(\* )?/g, ' ').trim(),
      roles: next === ':' ? roleNames.filter((role) => values[name]?.({ role, isStaff: role !== 'Member' })) : null,
    }))
  })
  return (await Promise.all(policies)).flat()
}

/** Which roles may call a function, by its gates. */
function rolesOf({ gates }: ServiceFunction, policies: Map<string, PolicyOf>): Role[] {
  return roleNames.filter((role) =>
    gates.every((gate) => gate === 'requireActor' || policies.get(gate)?.roles?.includes(role)),
  )
}

const said = (roles: Role[]) =>
  roles.length === 3 ? 'everyone who is signed in' : roles.map((role) => `${role.toLowerCase()}s`).join(' and ')
const code = (all: string[]) => all.map((name) => `\`${name}\``).join(', ')

/** What docs/permissions.md says. */
export async function writePermissions(): Promise<string> {
  const policies = await listPolicies()
  const known = new Map(policies.map((policy) => [policy.name, policy]))
  const why = readReasons()
  const parts = Map.groupBy(listServiceFunctions(), ({ file }) => file.split('/')[0] ?? '')
  const sections = [...parts].map(([feature, all]) => {
    const asking = all.filter(({ asks }) => asks.length > 0)
    const rows = asking.map((each) => {
      const who = each.gates.length > 0 ? said(rolesOf(each, known)) : 'anyone, with more for some'
      const asks = each.asks.filter((name) => name !== 'requireActor')
      return `| \`${each.file.replace('service.server.ts', '')}\` | \`${each.name}\` | ${who} | ${code(asks)} |`
    })
    const table = `\n| file | function | who | asks |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
    const silent = Object.keys(reasons).flatMap((reason) => {
      const names = all.filter(({ file, name }) => why.get(`${file} ${name}`) === reason).map(({ name }) => name)
      return names.length > 0 ? [`- **${reason}**: ${code([...new Set(names)])}`] : []
    })
    return `## ${feature}\n${rows.length > 0 ? table : ''}${silent.length > 0 ? `\n${silent.join('\n')}\n` : ''}`
  })
  const granted = policies.map(
    ({ file, name, says, roles }) =>
      `| \`${name}\` | ${file} | ${roles ? said(roles) : 'by what it is about'} | ${says} |`,
  )
  return `# Who may do what

What each policy allows, and who may call each function of a service. It is written from the \`policy.server.ts\` of the features, from what
services ask, and from [permissions.yaml](permissions.yaml), which says why some ask nothing. A test calls each function that asks for a permission,
or for someone who is signed in, as a stranger, a member, the owner of a business, a reviewer and an admin, and compares. An owner is a member, and
is let in where members are: what is read and changed is kept to its owner by the WHERE of each query, as \`tests/access.test.ts\` shows by asking for
every address as its owner and as another. A stranger is given nothing of the "own rows" below, and nobody of the staff decides what they started (\`staffConflictOfInterestLevelSql\` of \`app/features/profile/policy.server.ts\`).

## Policies

| policy | feature | who | what |
| --- | --- | --- | --- |
${granted.join('\n')}

## Functions that ask nothing

${Object.entries(reasons)
  .map(([reason, says]) => `- **${reason}**: ${says}.`)
  .join('\n')}

${sections.join('\n')}`
}

if (import.meta.main) writeFileSync('docs/permissions.md', await writePermissions())
