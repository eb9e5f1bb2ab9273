import { readFileSync, writeFileSync } from 'node:fs'

const file = 'docs/benchmarks.md'

/** Puts an engine's report between the marks of its benchmark in docs/benchmarks.md. */
export function writeReport(benchmark: string, engine: string, text: string): void {
  const [begin, end] = [`<!-- ${benchmark} ${engine} -->`, `<!-- /${benchmark} ${engine} -->`]
  const page = readFileSync(file, 'utf8')
  const [before, rest] = page.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for the report`)
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}
