import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
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

/** How a spreadsheet wrote a file. */
export interface CsvFormat {
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  delimiter: string
  /** Whether the first row is no header, but says what parts cells: 'sep=;'. */
  hasSepLine: boolean
}

/**
 * Finds out how a file was written. Without a mark that says more, it is UTF-8 where it has any of its letters or none but ASCII, else the
 * encoding of Windows in the west.
 */
export async function detectCsvFormat(file: string): Promise<CsvFormat> {
  const encoding = await readEncoding(file)
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(65_536), 0).finally(() => handle.close())
  const text = new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead)).trimStart()
  // A name of a column in quotes may have a line break in it.
  const [first = ''] = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text) ?? []
  const said = /^"?sep=(.)"?[,;\t]*$/i.exec(first)?.[1]
  const count = (sign: string) => first.split(sign).length
  const [most = ','] = [',', ';', '\t', '|'].sort((one, other) => count(other) - count(one))
  return { encoding, delimiter: said ?? most, hasSepLine: said !== undefined }
}

async function readEncoding(file: string): Promise<CsvFormat['encoding']> {
  const decoder = new TextDecoder()
  let isFirst = true
  let isBroken = false
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const mark = isFirst && chunk.length > 1 ? chunk.readUInt16BE(0) : 0
    if (mark === 0xfffe) return 'utf-16le'
    if (mark === 0xfeff) return 'utf-16be'
    // Without the mark, every other byte of the first names is zero.
    if (mark !== 0 && chunk[1] === 0 && chunk[3] === 0) return 'utf-16le'
    if (mark !== 0 && chunk[0] === 0 && chunk[2] === 0) return 'utf-16be'
    isFirst = false
    const text = decoder.decode(chunk, { stream: true })
    // A letter of UTF-8, or a sign that another program put for what it could not read.
    if (/[\u0080-\ufffc]/.test(text) || chunk.includes('\ufffd')) return 'utf-8'
    isBroken ||= text.includes('\ufffd')
  }
  return isBroken ? 'windows-1252' : 'utf-8'
}

/**
 * Reads a CSV file row by row, as {@link detectCsvFormat} says it was written: any kind of line ending, quoted delimiters, quotes and line breaks.
 * Bytes that are not of its encoding arrive as U+FFFD. Rows without any text are passed over,
 * and the zeros with which some programs fill up a file.
 * @throws BrokenCsvError, or the system's error when the file cannot be read.
 */
export async function* readCsvRecords(
  file: string,
  { encoding, delimiter, hasSepLine }: CsvFormat,
): AsyncGenerator<CsvRecord> {
  const source = createReadStream(file)
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Before a cell in quotes, too.
    trim: delimiter !== '\t',
    max_record_size: rowMaxBytes,
  })
  // A failure of either ends the loop below, which throws it.
  pipeline(
    source,
    (chunks: AsyncIterable<Buffer>) => decode(chunks, encoding),
    parser,
    () => undefined,
  )
  // The parser counts a quoted CRLF as two lines, so lines are counted here.
  let line = 1
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      const isSepLine = hasSepLine && line === 1
      if (!isSepLine && cells.some((cell) => /[^\s\0]/.test(cell))) yield { line, cells, bytes: source.bytesRead }
      line += 1
      for (const cell of cells) line += countLineBreaks(cell)
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BrokenCsvError(line, explain(error))
    throw error
  }
}

/** Decodes a file; its byte order mark is left out. */
async function* decode(chunks: AsyncIterable<Buffer>, encoding: CsvFormat['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
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
