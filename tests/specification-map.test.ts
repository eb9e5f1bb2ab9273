import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findAnnotations, findUnproved, type Row, readAnnotations, readRows, type TestResult } from './specification.ts'

const page = readFileSync('docs/specification-map.md', 'utf8')
const rows = readRows(page)
const lineOf = ({ id }: Row) => Number(id.split('.')[0])
/** The rows of the specification; the others are of what goes beyond it. */
const specified = rows.filter(({ id }) => /^\d/.test(id))

/** The numbers a sentence of the page lists, such as '3, 7-9'. */
function listed(words: string): number[] {
  const list = new RegExp(`^${words}: ([\\d, -]+)$`, 'm').exec(page)?.[1]
  expect(list, `the page says '${words}: ...'`).toBeDefined()
  return (list ?? '').split(', ').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

describe('the specification map', () => {
  test('has a row for every line of the specification that states something', () => {
    const stated = listed('Lines that state something')
    const silent = listed('Headings and blank lines')
    const last = Math.max(...stated, ...silent)
    const all = [...stated, ...silent].sort((a, b) => a - b)
    expect(all).toEqual(Array.from({ length: last }, (_, index) => index + 1))
    expect([...new Set(specified.map(lineOf))].sort((a, b) => a - b)).toEqual(stated)
  })

  test('has its rows in the order of the lines, each with an id of its own', () => {
    const lines = specified.map(lineOf)
    expect(lines).toEqual(lines.toSorted((a, b) => a - b))
    const ids = rows.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('says in every row what is stated, and where it lives or why it does not', () => {
    const empty = rows.filter(({ says, places, reason }) => says === '' || (places.length === 0 && reason === ''))
    expect(empty).toEqual([])
  })

  test('names only files that exist', () => {
    expect(rows.flatMap(({ places }) => places).filter((file) => !existsSync(file))).toEqual([])
  })

  test('is what the annotations of tests refer to, and every row that needs a test is referred to', () => {
    const annotated = readAnnotations().flatMap(({ ids }) => ids)
    const known = rows.map(({ id }) => id)
    expect(annotated.filter((id) => !known.includes(id))).toEqual([])
    const needed = rows.filter(({ places, reason }) => places.length > 0 && !reason.startsWith('No test:'))
    expect(needed.filter(({ id }) => !annotated.includes(id)).map(({ id }) => id)).toEqual([])
  })
})

describe('an annotation', () => {
  test('stands directly above its test, on one line or several', () => {
    const source = ['  // spec: 3.1, 7.2', '  // spec: 9.1', "  test('works', () => {})"].join('\n')
    expect(findAnnotations('a.test.ts', source)).toEqual([{ file: 'a.test.ts', line: 3, ids: ['3.1', '7.2', '9.1'] }])
  })

  test.each([
    ['above something else', "// spec: 3.1\nconst a = 1\ntest('works', () => {})"],
    ['above a blank line', "// spec: 3.1\n\ntest('works', () => {})"],
    ['above a group', "// spec: 3.1\ndescribe('works', () => {})"],
    ['at the end of a file', "test('works', () => {})\n// spec: 3.1"],
  ])('%s is refused', (_, source) => {
    expect(() => findAnnotations('a.test.ts', source)).toThrow('directly above a test')
  })
})

describe('a row is proved', () => {
  const row: Row = { id: '3.1', says: 'Works', places: ['a.ts'], reason: '' }
  const source = [
    '// spec: 3.1',
    'test.each([',
    '  [1],',
    '  [2],',
    "])('works for %i', () => {})",
    "test('other', () => {})",
  ].join('\n')
  const unproved = (results: TestResult[], of = row) =>
    findUnproved([of], findAnnotations('a.test.ts', source), results, () => source)
  const result = (line: number, passed: boolean) => ({ file: 'a.test.ts', line, passed })

  test('by a test that ran and passed, whichever of its lines the runner gives', () => {
    expect(unproved([result(2, true), result(2, true)])).toEqual([])
    expect(unproved([result(5, true)])).toEqual([])
  })

  test('by none that did not run, that failed in one of its cases, or that has no annotation', () => {
    expect(unproved([])).toEqual(['3.1'])
    expect(unproved([result(2, true), result(2, false)])).toEqual(['3.1'])
    expect(unproved([result(2, false), result(2, true)])).toEqual(['3.1'])
    expect(unproved([result(6, true)])).toEqual(['3.1'])
    expect(unproved([{ ...result(2, true), file: 'b.test.ts' }])).toEqual(['3.1'])
  })

  test('by nothing where the map says why no test can', () => {
    expect(unproved([], { ...row, reason: 'No test: it is only said.' })).toEqual([])
    expect(unproved([], { ...row, places: [], reason: 'Not built.' })).toEqual([])
  })
})
