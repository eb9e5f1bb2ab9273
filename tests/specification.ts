import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of docs/specification-map.md: one statement of the specification. */
export interface Row {
  /** Line of the specification and place among that line's statements, such as `42.3`; beyond it a word, such as `finding.1` or `hold.2.1`. */
  id: string
  says: string
  /** Paths of the files that implement it. */
  places: string[]
  /** Why Muster differs; begins with 'No test:' if no test can prove it. */
  reason: string
}

/** Ids of rows that a test proves, from the comment directly above it. */
export interface Annotation {
  file: string
  /** Line of the test itself, from 1. */
  line: number
  ids: string[]
}

/** The position of a test that ran, and its result. */
export interface TestResult {
  file: string
  line: number
  passed: boolean
}

const folders = ['app', 'server', 'worker', 'commands', 'db', 'demo', 'tests', 'simulators']
const comment = /^\s*\/\/ spec: (.*)$/
const testCall = /^\s*(test|it)(\.(each|for|only|skip|skipIf|runIf|fails|fixme|concurrent))*[(<]/

/** @throws if a row of the page does not have four cells, or its third has anything but paths. */
export function readRows(page: string): Row[] {
  return page.split('\n').flatMap((text): Row[] => {
    const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
    const [, id = '', says = '', places = '', reason = ''] = cells
    if (!/^(\d+|[a-z]+)(\.\d+)+$/.test(id)) return []
    if (cells.length !== 6) throw new Error(`a row has four cells: ${text}`)
    if (!/^(`[^`]+`(, `[^`]+`)*)?$/.test(places)) throw new Error(`places are paths in backticks: ${text}`)
    return [{ id, says, places: [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path), reason }]
  })
}

/** Every annotation of the project's test files. @throws if one is not directly above a test. */
export function readAnnotations(): Annotation[] {
  return listTestFiles().flatMap((file) => findAnnotations(file, readFileSync(file, 'utf8')))
}

/** @throws if an annotation is not directly above a test. */
export function findAnnotations(file: string, source: string): Annotation[] {
  const annotations: Annotation[] = []
  let ids: string[] = []
  source.split('\n').forEach((text, index) => {
    const [, list] = comment.exec(text) ?? []
    if (list !== undefined) ids.push(...list.split(', '))
    else if (ids.length > 0) {
      if (!testCall.test(text)) throw new Error(`${file}:${index + 1}: a 'spec' comment stands directly above a test`)
      annotations.push({ file, line: index + 1, ids })
      ids = []
    }
  })
  if (ids.length > 0) throw new Error(`${file}: a 'spec' comment stands directly above a test`)
  return annotations
}

/**
 * Ids of the rows that need a test but have no annotated test that ran and passed. A runner may report a line inside a test's call
 * (that of its name, after a table of cases), so a result belongs to the nearest test that begins at or above it.
 */
export function findUnproved(
  rows: Row[],
  annotations: Annotation[],
  results: TestResult[],
  readSource: (file: string) => string,
): string[] {
  const outcomes = new Map<string, boolean>()
  const begins = new Map<string, number[]>()
  for (const { file, line, passed } of results) {
    const lines = begins.get(file) ?? findTests(readSource(file))
    begins.set(file, lines)
    const test = `${file}:${lines.findLast((begin) => begin <= line)}`
    outcomes.set(test, passed && outcomes.get(test) !== false)
  }
  const proved = new Set(
    annotations.filter(({ file, line }) => outcomes.get(`${file}:${line}`)).flatMap(({ ids }) => ids),
  )
  return rows
    .filter(({ id, places, reason }) => places.length > 0 && !reason.startsWith('No test:') && !proved.has(id))
    .map(({ id }) => id)
}

/** Lines on which tests begin, from 1. */
function findTests(source: string): number[] {
  return source.split('\n').flatMap((text, index) => (testCall.test(text) ? [index + 1] : []))
}

function listTestFiles(): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .sort()
}
