/**
 * One line of a CSV file. A cell that a spreadsheet would take for a formula gets an apostrophe before it, so that opening the
 * file never carries out what somebody wrote into a name.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(value: string | null): string {
  const text = value ?? ''
  const plain = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
