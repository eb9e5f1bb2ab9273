import { makeSlug, makeSlugUnique } from '#app/features/businesses/rules.ts'
import { parseEmailAddress } from '#app/lib/email.ts'
import { foldImportCellToLine, type ImportRowCells, type ImportRowSchema, tidyImportCell } from './row-schema.ts'

/** What a row says of its owner; undefined and null both mean that it says nothing. */
export interface ImportRowOwner {
  /** In lower case. */
  email: string
  firstName: string
  lastName: string
  branchId: number | null
  relationshipTypeId: number | null
  verified: boolean | null
}

/** A row that can be kept as far as the row alone shows. */
export interface ImportRow {
  line: number
  name: string
  city: string | null
  /** Null where the file leaves it to be made. */
  slug: string | null
  /** The columns of `businesses` that the file has, but for the slug; null empties one. */
  business: Record<string, unknown>
  /** Ids of trades, the main one first; null where the file has no such column. */
  trades: string[] | null
  owner: ImportRowOwner | null
  /** Says something of an owner and gives no address to know them by. */
  hasOwnerWithoutEmail: boolean
}

const ownerColumns = ['owner_first_name', 'owner_last_name', 'service_branch', 'relationship_type'] as const

/** The cells of a row by column. */
export function importCellsByColumn(columns: string[], cells: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
}

/** The cells of a row without empty ones behind the last column, which spreadsheets leave where there once was something. */
export function trimTrailingImportCells(cells: string[], columns: number): string[] {
  return cells.slice(columns).every((cell) => cell.trim() === '') ? cells.slice(0, columns) : cells
}

/** Reads one row, or says everything that is wrong with it. */
export function parseImportRow(
  schema: ImportRowSchema,
  columns: string[],
  record: { line: number; cells: string[] },
): { row: ImportRow } | { reasons: string[] } {
  if (record.cells.length !== columns.length) {
    return { reasons: [`the row has ${record.cells.length} cells where the header has ${columns.length}`] }
  }
  const cells = importCellsByColumn(columns, record.cells)
  const parsed = schema.safeParse(cells)
  const reasons = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  reasons.push(...missingCells(cells))
  if (!parsed.success || reasons.length > 0) return { reasons }
  return { row: toRow(record.line, columns, parsed.data) }
}

function missingCells(cells: Record<string, string>): string[] {
  const has = (column: string) => tidyImportCell(cells[column] ?? '') !== ''
  const reasons: string[] = []
  if (!has('name')) reasons.push('name: is missing')
  if (has('owner_email')) {
    for (const column of ['owner_first_name', 'owner_last_name']) {
      if (!has(column)) reasons.push(`${column}: is missing beside owner_email`)
    }
  } else if (/^(true|yes|1)$/i.test(tidyImportCell(cells.verified ?? ''))) {
    reasons.push('owner_email: is missing, so nobody can be verified')
  }
  return reasons
}

function toRow(line: number, columns: string[], data: ImportRowCells): ImportRow {
  const { name, business_slug, industry, business_type, trades, ...rest } = data
  const { owner_email, owner_first_name, owner_last_name, service_branch, relationship_type, verified, ...own } = rest
  return {
    line,
    name: name ?? '',
    city: data.city ?? null,
    slug: business_slug ?? null,
    business: {
      name: name ?? '',
      ...own,
      ...(columns.includes('industry') ? { industry_id: industry ?? null } : {}),
      ...(columns.includes('business_type') ? { business_type_id: business_type ?? null } : {}),
    },
    trades: columns.includes('trades') ? (trades ?? []) : null,
    owner: owner_email
      ? {
          email: owner_email,
          firstName: owner_first_name ?? '',
          lastName: owner_last_name ?? '',
          branchId: service_branch ?? null,
          relationshipTypeId: relationship_type ?? null,
          verified: verified ?? null,
        }
      : null,
    hasOwnerWithoutEmail: !owner_email && ownerColumns.some((column) => (data[column] ?? null) !== null),
  }
}

/** What two spellings of one business have in common: letters and digits of name and town, without accents. */
export function businessNameAndTownKey(name: string, city: string | null): string {
  const fold = (value: string) =>
    value
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
  return `${fold(name)}\n${fold(city ?? '')}`
}

/**
 * Keeps what must occur once in a file: slugs, owners, and a name in a town. Holds a few short texts a row.
 * Rows that are wrong in another way take part too, so that one run tells everything.
 */
export class ImportDuplicateCheck {
  readonly #slugs = new Map<string, number>()
  readonly #owners = new Map<string, number>()
  readonly #businesses = new Map<string, { line: number; owner: string }[]>()
  readonly #numbered = new Map<number, string>()

  /** Takes the keys of the row on a line, and says which of them an earlier row has. */
  take(line: number, cells: Record<string, string>): string[] {
    const reasons: string[] = []
    const cell = (column: string) => foldImportCellToLine(tidyImportCell(cells[column] ?? ''))
    const owner = parseEmailAddress(cell('owner_email'))?.toLowerCase() ?? ''
    const given = cell('business_slug').toLowerCase()
    if (!given && !cell('name')) return []
    const slug = given || makeSlug(cell('name'), cell('city'))

    const key = `${slug}\n${businessNameAndTownKey(cell('name'), cell('city'))}`
    const alike = this.#businesses.get(key) ?? []
    const same = alike.find((other) => other.owner === owner || other.owner === '' || owner === '')
    const takenAt = this.#slugs.get(slug)
    if (given && takenAt !== undefined) {
      reasons.push(`business_slug: line ${takenAt} has '${slug}' too`)
    } else if (!given && same) {
      reasons.push(
        `name: line ${same.line} is the same business (name and town); give one of them a business_slug of its own`,
      )
    } else {
      const own = takenAt === undefined ? slug : makeSlugUnique(slug, (wished) => this.#slugs.has(wished))
      this.#slugs.set(own, line)
      if (own !== slug) this.#numbered.set(line, own)
      this.#businesses.set(key, [...alike, { line, owner }])
    }

    if (owner) {
      const ownedAt = this.#owners.get(owner)
      if (ownedAt === undefined) this.#owners.set(owner, line)
      else reasons.push(`owner_email: line ${ownedAt} has the same owner, and a member has one business`)
    }
    return reasons
  }

  /** The slug of a row that was taken without complaint. */
  slugOf(row: ImportRow): string {
    return row.slug ?? this.#numbered.get(row.line) ?? makeSlug(row.name, row.city)
  }
}
