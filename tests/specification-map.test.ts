import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/specification-map.md', 'utf8')

interface Row {
  line: number
  says: string
  places: string[]
  tests: { file: string; name: string }[]
  reason: string
}

const rows = page.split('\n').flatMap((text): Row[] => {
  const cells = text.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  const [, line = '', says = '', places = '', tests = '', reason = ''] = cells
  if (!/^\d+$/.test(line)) return []
  expect(cells, `a row has five cells: ${text}`).toHaveLength(7)
  return [{ line: Number(line), says, places: filesOf(places), tests: testsOf(tests), reason }]
})

/** The paths in a cell, which holds nothing else. */
function filesOf(cell: string): string[] {
  expect(cell, 'paths in backticks, separated by commas').toMatch(/^(`[^`]+`(, `[^`]+`)*)?$/)
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
}

/** The tests in a cell, which holds nothing else: `file`: `name`, one a line. */
function testsOf(cell: string): Row['tests'] {
  if (cell === '') return []
  return cell.split('<br>').map((entry) => {
    const [, file = '', name = ''] = /^`([^`]+)`: `([^`]+)`$/.exec(entry) ?? []
    expect(file && name, `a test is \`file\`: \`name\`, not ${entry}`).toBeTruthy()
    return { file, name }
  })
}

/** The numbers a sentence of the page lists, such as '3, 7-9'. */
function listed(words: string): number[] {
  const list = new RegExp(`^${words}: ([\\d, -]+)$`, 'm').exec(page)?.[1]
  expect(list, `the page says '${words}: ...'`).toBeDefined()
  return (list ?? '').split(', ').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** The names of the tests in a file, as they are written there. */
function namesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const call = /\b(?:test|it)\b(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs
  const names = [...source.matchAll(call), ...source.matchAll(/\)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)]
  return names.map(([, , name = '']) => name.replace(/\\(['"`])/g, '$1'))
}

test('every line of the specification that states something has a row', () => {
  const stated = listed('Lines that state something')
  const silent = listed('Headings and blank lines')
  const last = Math.max(...stated, ...silent)
  const all = [...stated, ...silent].sort((a, b) => a - b)
  expect(all).toEqual(Array.from({ length: last }, (_, index) => index + 1))
  expect([...new Set(rows.map(({ line }) => line))].sort((a, b) => a - b)).toEqual(stated)
})

test('rows stand in the order of the lines', () => {
  const lines = rows.map(({ line }) => line)
  expect(lines).toEqual(lines.toSorted((a, b) => a - b))
})

test('every row says something, and where it lives or why it does not', () => {
  const empty = rows.filter(({ says, places, reason }) => says === '' || (places.length === 0 && reason === ''))
  expect(empty).toEqual([])
})

test('what is built is proved by a test, or the row says why not', () => {
  const unproved = rows.filter(({ places, tests, reason }) => places.length > 0 && tests.length === 0 && reason === '')
  expect(unproved).toEqual([])
})

test('what is not built names the part that builds it', () => {
  const waiting = rows.filter(({ reason }) => reason.startsWith('Not built yet'))
  const parts = /^Not built yet: [^.]*\bshop\b/
  expect(waiting.filter(({ reason }) => !parts.test(reason))).toEqual([])
})

test('every file that is named exists', () => {
  const files = new Set(rows.flatMap(({ places, tests }) => [...places, ...tests.map(({ file }) => file)]))
  expect([...files].filter((file) => !existsSync(file))).toEqual([])
})

test('every test that is named stands in its file', () => {
  const named = new Map<string, Set<string>>()
  for (const { file, name } of rows.flatMap(({ tests }) => tests)) {
    named.set(file, (named.get(file) ?? new Set()).add(name))
  }
  const missing: string[] = []
  for (const [file, names] of named) {
    const there = existsSync(file) ? namesIn(file) : []
    for (const name of names) if (!there.includes(name)) missing.push(`${file}: ${name}`)
  }
  expect(missing).toEqual([])
})
