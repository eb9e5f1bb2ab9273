import { readFileSync, writeFileSync } from 'node:fs'

/** Puts a report between its marks in a document: a benchmark's name, and of what where it has several. */
export function writeReport(marks: string, text: string, file = 'docs/benchmarks.md'): void {
  const [begin, end] = [`<!-- ${marks} -->`, `<!-- /${marks} -->`]
  const page = readFileSync(file, 'utf8')
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for the report`)
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}
