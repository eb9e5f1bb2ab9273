/** Writes a line of a CSV file. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe. */
export function csvLine(cells: readonly (string | null | CsvFormulaCell)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/** A text that a spreadsheet must show as it is; made by {@link csvTelephoneCell}. */
export interface CsvFormulaCell {
  formula: string
}

/**
 * A telephone number that a spreadsheet shows unchanged: as a formula that is nothing but this text, since it would take
 * '01539 555123' for a number and '+44' for a sum. A text with other characters than those of numbers is an ordinary cell.
 */
export function csvTelephoneCell(value: string | null): CsvFormulaCell | string | null {
  return value !== null && /^[\d\s()+.-]{1,50}$/.test(value) ? { formula: `="${value}"` } : value
}

function csvCell(value: string | null | CsvFormulaCell): string {
  if (value !== null && typeof value === 'object') return `"${value.formula.replaceAll('"', '""')}"`
  const text = value ?? ''
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/**
 * A CSV file that is read as it is sent, with a byte order mark, which tells spreadsheets that it is UTF-8.
 * @param readNext the lines of the next rows; an empty text ends the file
 */
export function csvStream(head: readonly string[], readNext: () => Promise<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${csvLine(head)}`)),
      pull: async (controller) => {
        const lines = await readNext()
        if (lines === '') controller.close()
        else controller.enqueue(encoder.encode(lines))
      },
    },
    // No read-ahead.
    { highWaterMark: 0 },
  )
}
