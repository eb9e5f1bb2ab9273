import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { recountAndLearnDirectoryWords } from '#app/features/directory/listings-service.server.ts'
import { type Database, liftTransactionTimeouts } from '#app/platform/.server/database/database.ts'
import { parseImportHeader } from './header-rules.ts'
import {
  type ImportRowWithSlug,
  importRowConflicts,
  listImportLookups,
  matchImportRows,
} from './match-queries.server.ts'
import { BrokenCsvError, type CsvFormat, detectCsvFormat, readCsvRecords } from './records.server.ts'
import {
  ImportDuplicateCheck,
  type ImportRow,
  importCellsByColumn,
  parseImportRow,
  trimTrailingImportCells,
} from './row-rules.ts'
import { type ImportRowSchema, makeImportRowSchema } from './row-schema.ts'
import { writeImportedBusinesses } from './write-queries.server.ts'

const batchRows = 1_000

/**
 * Statistics for the planner, which takes tables that just filled for empty ones: each batch would cost more than the
 * one before until the database gathers them by itself.
 */
const analyse = sql`ANALYZE users, profiles, verifications, businesses, business_trades, directory_listings`

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count))
}

/** Raised for a file that cannot be imported as a whole; the message says why. */
export class ImportFileError extends Error {
  override name = 'ImportFileError'
}

/** One thing that is wrong, in words, and the line of the file it stands on, from 1. */
export interface BusinessImportProblem {
  line: number
  reason: string
}

export interface BusinessImportSummary {
  read: number
  added: number
  updated: number
  unchanged: number
  /** Of all that were read, those the directory lists after it. */
  listed: number
  /** Rows that say something of an owner without an address to know them by: that part is not kept. */
  ownersWithoutEmail: number
}

/** Either everything went in, or nothing did and this is why, in the order of the lines. */
export type BusinessImportResult =
  | { imported: true; summary: BusinessImportSummary }
  | { imported: false; read: number; problems: BusinessImportProblem[] }

export interface BusinessImportOptions {
  /** Does everything and takes it back at the end. */
  dryRun?: boolean
  /** Called now and then with the bytes read; the file is read twice, so `total` is twice its size. */
  report?: (bytes: number, total: number) => void
}

/** What the first reading finds out. */
interface Checked {
  columns: string[]
  keys: ImportDuplicateCheck
  read: number
  ownersWithoutEmail: number
  problems: BusinessImportProblem[]
}

/** Thrown to take a transaction back; never leaves this file. */
class TakeBack extends Error {}

/**
 * Imports a CSV file of businesses and their owners: all rows or none. Reads it twice, first to check every row and then
 * to write in batches, so that memory hardly grows with the file. A business is known by its slug; where one is the same
 * already, nothing is written.
 * @throws ImportFileError for a file that is missing, empty, not a file, or changed meanwhile.
 */
export async function importBusinesses(
  db: Database,
  file: string,
  options: BusinessImportOptions = {},
): Promise<BusinessImportResult> {
  const { size, version } = await inspect(file)
  const report = (bytes: number) => options.report?.(bytes, 2 * size)
  const schema = makeImportRowSchema(await listImportLookups(db))
  const format = await detectCsvFormat(file)
  const checked = await checkFile(file, format, schema, report)
  if (checked.columns.length === 0) return refuse(checked)

  const { read, ownersWithoutEmail } = checked
  let batches = 0
  const summary: BusinessImportSummary = { read, added: 0, updated: 0, unchanged: 0, listed: 0, ownersWithoutEmail }
  try {
    await db.transaction(async (transaction) => {
      await liftTransactionTimeouts(transaction)
      // Nobody may claim, add or hand over a business between our look at it and our writing. Reading goes on.
      await transaction.execute(
        sql`LOCK TABLE users, accounts, profiles, verifications, businesses, business_trades IN SHARE ROW EXCLUSIVE MODE`,
      )
      for await (const batch of readBatches(file, format, schema, checked, (bytes) => report(size + bytes))) {
        const rows = await matchImportRows(transaction, batch)
        for (const row of rows) {
          for (const reason of importRowConflicts(row)) checked.problems.push({ line: row.line, reason })
        }
        // From the first bad row on the rest is only checked.
        if (checked.problems.length > 0) continue
        const written = await writeImportedBusinesses(transaction, rows)
        summary.added += written.added
        summary.updated += written.updated
        summary.listed += written.listed
        batches += 1
        if (isPowerOfTwo(batches)) await transaction.execute(analyse)
      }
      if ((await inspect(file)).version !== version) {
        throw new ImportFileError(`${file} was changed while it was being read. Nothing was imported; try again.`)
      }
      // What is checked at the end of a transaction is checked in a dry run too.
      await transaction.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`)
      if (checked.problems.length > 0 || options.dryRun) throw new TakeBack()
    })
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error
  }
  if (checked.problems.length > 0) return refuse(checked)
  if (!options.dryRun) await recountAndLearnDirectoryWords({ db })
  summary.unchanged = read - summary.added - summary.updated
  report(2 * size)
  return { imported: true, summary }
}

async function inspect(file: string): Promise<{ size: number; version: string }> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ImportFileError(`There is no file ${file}.`)
    throw new ImportFileError(`${file} cannot be read: ${error.message}`)
  })
  if (!found.isFile()) throw new ImportFileError(`${file} is not a file.`)
  if (found.size === 0) throw new ImportFileError(`${file} is empty.`)
  return { size: found.size, version: `${found.size} ${found.mtimeMs} ${found.ino}` }
}

function refuse({ read, problems }: Checked): BusinessImportResult {
  return { imported: false, read, problems: problems.sort((one, other) => one.line - other.line) }
}

/** The first reading: everything that can be told without the businesses and members there are. No columns where the header is wrong. */
async function checkFile(
  file: string,
  format: CsvFormat,
  schema: ImportRowSchema,
  report: (bytes: number) => void,
): Promise<Checked> {
  const checked: Checked = {
    columns: [],
    keys: new ImportDuplicateCheck(),
    read: 0,
    ownersWithoutEmail: 0,
    problems: [],
  }
  const { keys, problems } = checked
  const fail = (line: number, reasons: string[]) => {
    for (const reason of reasons) problems.push({ line, reason })
  }
  let first = true
  try {
    for await (const record of readCsvRecords(file, format)) {
      const { line, bytes } = record
      if (first) {
        first = false
        const header = parseImportHeader(record.cells, Object.keys(schema.shape))
        fail(line, header.problems)
        if (header.problems.length > 0) return checked
        checked.columns = header.columns
        continue
      }
      checked.read += 1
      if (checked.read % batchRows === 0) report(bytes)
      const cells = trimTrailingImportCells(record.cells, checked.columns.length)
      const result = parseImportRow(schema, checked.columns, { line, cells })
      if ('reasons' in result) fail(line, result.reasons)
      else if (result.row.hasOwnerWithoutEmail) checked.ownersWithoutEmail += 1
      if (cells.length === checked.columns.length)
        fail(line, keys.take(line, importCellsByColumn(checked.columns, cells)))
    }
  } catch (error) {
    if (!(error instanceof BrokenCsvError)) throw error
    fail(error.line, [error.message])
  }
  if (first && problems.length === 0) throw new ImportFileError(`${file} is empty.`)
  return checked
}

/** The second reading: the rows that the first found nothing wrong with. */
async function* readBatches(
  file: string,
  format: CsvFormat,
  schema: ImportRowSchema,
  { columns, keys, problems }: Checked,
  report: (bytes: number) => void,
): AsyncGenerator<ImportRowWithSlug[]> {
  const badLines = new Set(problems.map(({ line }) => line))
  let batch: ImportRowWithSlug[] = []
  let first = true
  try {
    for await (const { line, cells, bytes } of readCsvRecords(file, format)) {
      if (first) {
        first = false
        continue
      }
      if (badLines.has(line)) continue
      const result = parseImportRow(schema, columns, { line, cells: trimTrailingImportCells(cells, columns.length) })
      if ('row' in result) batch.push(withSlug(result.row, keys))
      if (batch.length === batchRows) {
        yield batch
        report(bytes)
        batch = []
      }
    }
  } catch (error) {
    // The first reading has told of it.
    if (!(error instanceof BrokenCsvError)) throw error
  }
  if (batch.length > 0) yield batch
}

function withSlug(row: ImportRow, keys: ImportDuplicateCheck): ImportRowWithSlug {
  return { ...row, slug: keys.slugOf(row), slugIsMade: row.slug === null }
}
