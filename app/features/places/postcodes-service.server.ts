import type { Platform } from '#app/platform/.server/platform.ts'
import { makeListingRefreshDue, upsertPostcodes } from './queries.server.ts'
import { parsePostcodeParts } from './rules.ts'

/** Postcodes written at once. */
const batchSize = 5_000

/** Columns of the ONS's files by what they hold; their names differ from year to year. */
const columnNames = {
  postcode: ['pcds', 'pcd7', 'pcd8', 'pcd', 'postcode'],
  x: ['oseast1m', 'east1m', 'eastings', 'easting', 'eastngs'],
  y: ['osnrth1m', 'north1m', 'northings', 'northing', 'nrthngs'],
}

interface Columns {
  postcode: number
  x: number
  y: number
}

/** Code-Point Open has no header: postcode, quality, easting, northing and so on. */
const codePoint: Columns = { postcode: 0, x: 2, y: 3 }

function parseColumns(cells: string[]): Columns | null {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const find = (wanted: string[]) => names.findIndex((name) => wanted.includes(name))
  const columns = { postcode: find(columnNames.postcode), x: find(columnNames.x), y: find(columnNames.y) }
  return Object.values(columns).every((column) => column >= 0) ? columns : null
}

export type PostcodeImportResult = { imported: number; skipped: number } | { problem: string }

/**
 * Imports positions of whole postcodes, on the National Grid. Importing a file again changes nothing. Rows without a position,
 * such as those of the Channel Islands, are left out. The listings follow with their next refresh, which is due at once.
 * @param rows the rows of a CSV file, with the header of an ONS file or none as in Code-Point Open
 */
export async function importPostcodes(
  { db }: Pick<Platform, 'db'>,
  rows: AsyncIterable<string[]>,
): Promise<PostcodeImportResult> {
  let columns: Columns | null = null
  let line = 0
  let imported = 0
  let skipped = 0
  let batch = new Map<string, { postcode: string; x: number; y: number }>()
  const flush = async () => {
    if (batch.size > 0) await upsertPostcodes(db, [...batch.values()])
    imported += batch.size
    batch = new Map()
  }
  for await (const cells of rows) {
    line += 1
    if (columns === null) {
      columns = parseColumns(cells) ?? (parsePostcodeParts(cells[0] ?? '') ? codePoint : null)
      if (columns === null) {
        return { problem: 'The first line has neither the columns of an ONS postcode file nor a postcode.' }
      }
      if (columns !== codePoint) continue
    }
    const read = parsePostcodeParts(cells[columns.postcode] ?? '')
    if (!read) return { problem: `Line ${line}: '${(cells[columns.postcode] ?? '').slice(0, 20)}' is not a postcode.` }
    const [x, y] = [Number(cells[columns.x]), Number(cells[columns.y])]
    if (!(x > 0 && x < 700_000 && y > 0 && y < 1_300_000)) {
      skipped += 1
      continue
    }
    const postcode = read.outcode + read.incode
    batch.set(postcode, { postcode, x, y })
    if (batch.size === batchSize) await flush()
  }
  if (columns === null) return { problem: 'The file is empty.' }
  await flush()
  await makeListingRefreshDue(db)
  return { imported, skipped }
}
