import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** Bytes of one row at most; the longest one that can be imported stays far below. Holds memory when a quote is never closed. */
const rowMaxBytes = 1_000_000

/** One row of a CSV file, the header included. */
export interface CsvRecord {
  /** The line of the file it begins on, from 1. */
  line: number
  cells: string[]
  /** Bytes of the file read so far. */
  bytes: number
}

/** Raised where a file stops making sense as CSV; nothing behind that line can be read. */
export class BrokenCsvError extends Error {
  override name = 'BrokenCsvError'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads a CSV file row by row: UTF-8 with or without a byte order mark, any kind of line ending, quoted commas, quotes
 * and line breaks. Bytes that are not UTF-8 arrive as U+FFFD. Rows without any text are passed over.
 * @throws BrokenCsvError, or the system's error when the file cannot be read.
 */
export async function* readRecords(file: string): AsyncGenerator<CsvRecord> {
  const source = createReadStream(file)
  const parser = parse({
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: rowMaxBytes,
  })
  // A failure of either ends the loop below, which throws it.
  pipeline(source, parser, () => undefined)
  // The parser counts a quoted CRLF as two lines, so lines are counted here.
  let line = 1
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells, bytes: source.bytesRead }
      line += 1
      for (const cell of cells) line += countLineBreaks(cell)
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenCsvError(line, explain(error))
    throw error
  }
}

function countLineBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0
}

function explain(error: CsvError): string {
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quotation mark opens a cell in this row and is never closed; nothing after it could be read'
    case 'CSV_MAX_RECORD_SIZE':
      return `this row is longer than ${rowMaxBytes.toLocaleString('en-GB')} bytes, as happens when a quotation mark is never closed; nothing after it could be read`
    default:
      return `this row cannot be read as CSV (${error.message}); nothing after it could be read`
  }
}
