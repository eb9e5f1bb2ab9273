// node scripts/lint-thrown.ts: refuses code that throws a promise, which no handler takes for the response or the error that it will be.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'vite'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

interface Module {
  file: string
  code: string
  program: Node
}

/** Functions and methods of others that give what they throw at once. */
const synchronous = new Set(['redirect', 'data', 'Response.json', 'context.error', 'Object.assign'])

/** Expressions that are no promise, whatever they are made of: another's property counts as one. */
const plain = new Set([
  'NewExpression',
  'AwaitExpression',
  'MemberExpression',
  'ThisExpression',
  'Literal',
  'TemplateLiteral',
])

/** The problems of a module, each with its line. */
export function findThrownPromises(file: string, code: string): string[] {
  const module = readModule(file, code)
  const problems: string[] = []
  for (const thrown of listNodes(module.program).filter(({ type }) => type === 'ThrowStatement')) {
    const cause = findPromise(module, thrown.argument as Node, new Set())
    const line = code.slice(0, thrown.start).split('\n').length
    if (cause) problems.push(`${file}:${line}: throws ${cause}, which may be a promise: await it`)
  }
  return problems
}

function readModule(file: string, code = readFileSync(file, 'utf8')): Module {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  return { file, code, program: program as unknown as Node }
}

/** The part of an expression that may be a promise, as it is written; null where none is. */
function findPromise(module: Module, expression: Node, seen: Set<Node>): string | null {
  const isNewPromise = expression.type === 'NewExpression' && nameOf(expression.callee) === 'Promise'
  if (seen.has(expression) || (plain.has(expression.type) && !isNewPromise)) return null
  seen.add(expression)
  const first = (...parts: unknown[]) => {
    for (const part of parts) {
      const found = findPromise(module, part as Node, seen)
      if (found) return found
    }
    return null
  }
  const { type } = expression
  if (type === 'ConditionalExpression') return first(expression.consequent, expression.alternate)
  if (type === 'LogicalExpression') return first(expression.left, expression.right)
  if (type === 'SequenceExpression') return first((expression.expressions as Node[]).at(-1))
  if (type === 'AssignmentExpression') return first(expression.right)
  if (/^(Parenthesized|TS(As|Satisfies|NonNull)|Chain)Expression$/.test(type)) return first(expression.expression)
  const text = module.code.slice(expression.start, expression.end as number)
  if (type === 'Identifier') return isDeclaredPromise(module, text) ? text : first(...valuesOf(module, text))
  if (type !== 'CallExpression') return text
  return isSynchronous(module, expression.callee as Node, seen) ? null : text
}

/** Whether a module declares a variable or parameter of this name as a promise. */
function isDeclaredPromise({ program, code }: Module, name: string): boolean {
  return listNodes(program).some((node) => {
    const type = nameOf(node) === name ? (node.typeAnnotation as Node | null) : null
    return type ? /^:\s*Promise(Like)?\b/.test(code.slice(type.start, type.end as number)) : false
  })
}

/** What a variable of a module gets. Of what a function or a `catch` is given nothing is known, and it counts as no promise. */
function valuesOf({ program }: Module, name: string): Node[] {
  return listNodes(program).flatMap((node) => {
    if (node.type === 'VariableDeclarator' && nameOf(node.id) === name && node.init) return [node.init as Node]
    if (node.type === 'AssignmentExpression' && nameOf(node.left) === name) return [node.right as Node]
    return []
  })
}

function isSynchronous(module: Module, callee: Node, seen: Set<Node>): boolean {
  const written = module.code.slice(callee.start, callee.end as number)
  if (synchronous.has(written)) return true
  if (callee.type !== 'Identifier') return false
  const found = findFunction(module, written)
  if (!found || found.made.async) return false
  const returnType = found.made.returnType as Node | null
  if (returnType) {
    const text = found.module.code.slice(returnType.start, returnType.end as number)
    return !/\b(Promise(Like)?|any|unknown)\b/.test(text)
  }
  const body = found.made.body as Node
  const given = body.type === 'BlockStatement' ? listReturned(body) : [body]
  return given.every((value) => findPromise(found.module, value, seen) === null)
}

/** A function by its name in a module, there or where it is imported from. */
function findFunction(module: Module, name: string): { module: Module; made: Node } | null {
  for (const node of listNodes(module.program)) {
    if (node.type === 'FunctionDeclaration' && nameOf(node.id) === name) return { module, made: node }
    if (node.type === 'VariableDeclarator' && nameOf(node.id) === name && isFunction(node.init)) {
      return { module, made: node.init as Node }
    }
    if (node.type === 'TSPropertySignature' && nameOf(node.key) === name) {
      const type = (node.typeAnnotation as Node | null)?.typeAnnotation as Node | undefined
      if (type?.type === 'TSFunctionType') return { module, made: type }
    }
    if (node.type !== 'ImportDeclaration') continue
    for (const specifier of node.specifiers as Node[]) {
      if (specifier.type !== 'ImportSpecifier' || nameOf(specifier.local) !== name) continue
      const from = String((node.source as Node).value)
      if (!/^[#.]/.test(from)) return null
      const path = from.startsWith('#') ? resolve(from.slice(1)) : join(dirname(module.file), from)
      return findFunction(readModule(path), nameOf(specifier.imported) ?? '')
    }
  }
  return null
}

function nameOf(node: unknown): string | null {
  const { type, name } = node as { type?: string; name?: string }
  return type === 'Identifier' && name ? name : null
}

function isFunction(node: unknown): boolean {
  return /^(ArrowFunction|Function)Expression$/.test((node as Node | null)?.type ?? '')
}

/** What a function returns, without the functions inside it. */
function listReturned(body: Node): Node[] {
  return listNodes(body, (node) => isFunction(node) || node.type === 'FunctionDeclaration').flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument ? [node.argument as Node] : [],
  )
}

/** All nodes below one, except those inside what `isSkipped` names. */
function listNodes(root: Node, isSkipped: (node: Node) => boolean = () => false): Node[] {
  const found: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (value !== null && typeof value === 'object') {
      const node = value as Node
      if (typeof node.type === 'string') {
        if (isSkipped(node)) return
        found.push(node)
      }
      Object.values(node).forEach(visit)
    }
  }
  visit(root)
  return found
}

if (import.meta.main) {
  const files = globSync('{app,app/platform/.server,server,worker,commands,db,demo,simulators}/**/*.{ts,tsx}')
  const problems = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return /\bthrow\b/.test(code) ? findThrownPromises(file, code) : []
  })
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}
