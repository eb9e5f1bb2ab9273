/** Maximum number of zip entries; documents from Word have a few dozen. */
const mostEntries = 2_000
/** Maximum unpacked size, in bytes. */
const mostUnpacked = 200 * 1024 * 1024
/** Maximum ratio of unpacked to packed size; plain XML reaches ten or twenty. */
const mostGrowth = 100

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50

interface Entry {
  name: string
  packed: number
  unpacked: number
  offset: number
}

/**
 * Whether a zip file is a Word document without macros. Reads only the central directory and the local headers and unpacks
 * nothing. Refuses zip bombs, overlapping entries, and entries whose local header contradicts the central directory.
 */
export function validateDocx(bytes: Buffer): boolean {
  const entries = readDirectory(bytes)
  if (!entries) return false
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) return false
  if (entries.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name))) return false
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  return unpacked <= mostUnpacked && unpacked <= mostGrowth * bytes.length
}

/** The entries of a zip file; null where it is truncated, encrypted or inconsistent. */
function readDirectory(bytes: Buffer): Entry[] | null {
  const end = findEnd(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  // Zip64 (a count of 65,535 refers to another record) is refused: no document of ten megabytes needs it.
  if (count === 0 || count > mostEntries || bytes.readUInt32LE(end + 12) + start !== end) return null
  const entries: Entry[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryEntry) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const entry = {
      name: bytes.toString('latin1', at + 46, at + 46 + nameLength),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    }
    if (isEncrypted || !agrees(bytes, entry)) return null
    entries.push(entry)
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return at === end && liesApart(bytes, entries, start) ? entries : null
}

/** Offset of the end-of-central-directory record, which a comment may follow; null where there is none. */
function findEnd(bytes: Buffer): number | null {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) === endOfDirectory)
      return at + 22 + bytes.readUInt16LE(at + 20) === bytes.length ? at : null
  }
  return null
}

/** Whether the local header of an entry has the name and sizes given in the central directory. */
function agrees(bytes: Buffer, { name, packed, unpacked, offset }: Entry): boolean {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localEntry) return false
  const nameLength = bytes.readUInt16LE(offset + 26)
  if (bytes.toString('latin1', offset + 30, offset + 30 + nameLength) !== name) return false
  // A streamed entry has its sizes after the data instead.
  const isStreamed = (bytes.readUInt16LE(offset + 6) & 8) === 8
  return isStreamed || (bytes.readUInt32LE(offset + 18) === packed && bytes.readUInt32LE(offset + 22) === unpacked)
}

/** Whether no entries overlap: zip bombs use overlapping entries to unpack the same bytes many times. */
function liesApart(bytes: Buffer, entries: Entry[], end: number): boolean {
  const sorted = entries.toSorted((one, other) => one.offset - other.offset)
  return sorted.every(({ offset, packed }, index) => {
    const body = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    return body + packed <= (sorted[index + 1]?.offset ?? end)
  })
}
