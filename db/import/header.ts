import { quote, tidy } from './row-schema.ts'

/** Other names a column may have. */
const aliases: Record<string, string> = { business_name: 'name' }

/** Columns that say the same thing in two ways. */
const alternatives = [['industry', 'industry_id']] as const

const besideOwnerEmail = ['owner_first_name', 'owner_last_name']

/** The columns a header names, in its order, and in words what is wrong with it. Capitals do not matter. */
export function readHeader(cells: string[], known: string[]): { columns: string[]; problems: string[] } {
  const columns = cells.map((cell) => {
    const name = tidy(cell).toLowerCase()
    return aliases[name] ?? name
  })
  const problems: string[] = []
  const seen = new Set<string>()
  const unknown: string[] = []
  for (const [index, column] of columns.entries()) {
    if (column === '') problems.push(`column ${index + 1} of the header has no name`)
    else if (!known.includes(column)) unknown.push(quote(tidy(cells[index] ?? '')))
    else if (seen.has(column)) problems.push(`column ${column} stands in the header more than once`)
    seen.add(column)
  }
  if (unknown.length > 0) {
    problems.push(
      `the header has unknown columns: ${unknown.join(', ')}. Those that can be imported: ${known.join(', ')}`,
    )
  }
  if (!seen.has('name')) problems.push('the header has no column name')
  for (const [one, other] of alternatives) {
    if (seen.has(one) && seen.has(other)) problems.push(`the header has both ${one} and ${other}; keep one of them`)
  }
  const missing = besideOwnerEmail.filter((column) => !seen.has(column))
  if (seen.has('owner_email') && missing.length > 0) {
    problems.push(`the header has owner_email without ${missing.join(' and ')}`)
  }
  return { columns, problems }
}
