import { inflateRawSync } from 'node:zlib'
import { XMLParser } from 'fast-xml-parser'

/** Maximum number of zip entries; documents from Word have a few dozen. */
const mostEntries = 2_000
/** Maximum unpacked size, in bytes. */
const mostUnpacked = 200 * 1024 * 1024
/** Maximum ratio of unpacked to packed size; plain XML reaches ten or twenty. */
const mostGrowth = 100
/** Maximum unpacked size of the list of parts, in bytes. It is all that is unpacked. */
const mostPartList = 1024 * 1024

const endOfDirectory = 0x06054b50
const endOfDirectory64 = 0x06064b50
const locatorOfEnd64 = 0x07064b50
const directoryEntry = 0x02014b50
const localEntry = 0x04034b50

/** In the place of a size, a count or an offset that is given in a longer field elsewhere. */
const elsewhere = 0xffffffff
/** The field that gives them. */
const zip64Field = 1

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  offset: number
  isEncrypted: boolean
}

const mainPart = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const macros = 'application/vnd.ms-office.vbaproject'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  isArray: (name) => name === 'Override' || name === 'Default',
})

/**
 * What a zip file is: a Word document without macros, one that needs a password, or null for anything else. Reads the directory and the
 * list of parts, which says where the text is, and unpacks nothing else. Refuses zip bombs, overlapping entries, and entries whose
 * local header contradicts the directory.
 */
export function classifyWordDocxFile(bytes: Buffer): 'docx' | 'password' | null {
  const entries = readDirectory(bytes)
  if (!entries) return null
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > mostUnpacked || unpacked > mostGrowth * bytes.length) return null
  if (entries.some(({ isEncrypted }) => isEncrypted)) return 'password'
  const names = new Set(entries.map(({ name }) => name))
  if (entries.some(({ name }) => /(^|\/)vbaproject\.bin$/.test(name))) return null
  const list = entries.find(({ name }) => name === '[content_types].xml')
  const parts = list && readParts(unpack(bytes, list))
  // Where macros were removed, their type may still be listed.
  if (!parts || parts.some(({ type, isNamed }) => type === macros && isNamed(names))) return null
  return parts.some(({ type, isNamed }) => type === mainPart && isNamed(names)) ? 'docx' : null
}

interface Part {
  /** Its content type, in lower case. */
  type: string
  /** Whether there is such a part among the names of entries. */
  isNamed: (names: Set<string>) => boolean
}

/** What the list of parts names: one part, or all that end in the same way. Names are in lower case, as they are compared in any. */
function readParts(list: Buffer): Part[] | null {
  try {
    const isUtf16 = list[0] === 0xff && list[1] === 0xfe
    const { Types } = parser.parse(new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(list))
    const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : '')
    const overrides = (Types?.Override ?? []).map((part: Record<string, unknown>) => {
      const name = textOf(part.PartName).replace(/^\//, '')
      return { type: textOf(part.ContentType), isNamed: (names: Set<string>) => names.has(name), name }
    })
    const own = new Set(overrides.map(({ name }: { name: string }) => name))
    const defaults = (Types?.Default ?? []).map((part: Record<string, unknown>) => {
      const ending = `.${textOf(part.Extension)}`
      const isOwn = (name: string) =>
        name.endsWith(ending) && !own.has(name) && !/^\[content_types\]|(^|\/)_rels\//.test(name)
      return { type: textOf(part.ContentType), isNamed: (names: Set<string>) => [...names].some(isOwn) }
    })
    return [...overrides, ...defaults]
  } catch {
    return null
  }
}

function unpack(bytes: Buffer, { offset, packed, method }: Entry): Buffer {
  const start = bodyOf(bytes, offset)
  const body = bytes.subarray(start, start + packed)
  try {
    return method === 0 ? body.subarray(0, mostPartList) : inflateRawSync(body, { maxOutputLength: mostPartList })
  } catch {
    return Buffer.alloc(0)
  }
}

/** The entries of a zip file; null where it is truncated or inconsistent. */
function readDirectory(bytes: Buffer): Entry[] | null {
  const found = findDirectory(bytes)
  if (!found) return null
  const { count, start, end } = found
  if (count === 0 || count > mostEntries || start >= end) return null
  const entries: Entry[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== directoryEntry) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    const extraLength = bytes.readUInt16LE(at + 30)
    const next = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32)
    if (next > end) return null
    const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const [unpacked, packed, offset] = readLong(
      [24, 20, 42].map((field) => bytes.readUInt32LE(at + field)),
      extra,
    )
    const entry = {
      name: nameAt(bytes, at + 46, nameLength),
      method: bytes.readUInt16LE(at + 10),
      packed,
      unpacked,
      offset,
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    }
    if (!agrees(bytes, entry)) return null
    entries.push(entry)
    at = next
  }
  return at === end && liesApart(bytes, entries, start) ? entries : null
}

/** Where the directory is, by the record behind it, which a comment and padding may follow; null where there is none. */
function findDirectory(bytes: Buffer): { count: number; start: number; end: number } | null {
  let last = bytes.length
  while (last > 0 && isPadding(bytes[last - 1])) last -= 1
  // The record itself may end in what looks like padding.
  for (let at = Math.min(bytes.length - 22, last); at >= Math.max(0, last - 22 - 0xffff); at -= 1) {
    if (bytes.readUInt32LE(at) !== endOfDirectory) continue
    if (!bytes.subarray(at + 22 + bytes.readUInt16LE(at + 20)).every(isPadding)) return null
    if (at + 22 + bytes.readUInt16LE(at + 20) > bytes.length) return null
    const record = findEnd64(bytes, at - 20)
    const [count, size, start] = record
      ? [readLength(bytes, record + 32), readLength(bytes, record + 40), readLength(bytes, record + 48)]
      : [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)]
    const end = start + size
    return end <= (record ?? at) && bytes.subarray(end, record ?? at).every(isPadding) ? { count, start, end } : null
  }
  return null
}

/** The longer record that some programs write before the end; null where there is none. */
function findEnd64(bytes: Buffer, locator: number): number | null {
  if (locator < 0 || bytes.readUInt32LE(locator) !== locatorOfEnd64) return null
  const record = readLength(bytes, locator + 8)
  return record + 56 <= locator && bytes.readUInt32LE(record) === endOfDirectory64 ? record : null
}

/** A length or an offset of eight bytes. No file here has one that a number cannot hold, so such a number is merely too large. */
function readLength(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}

/** Replaces those of the values that are given in the extra field, where they follow each other. */
function readLong(values: number[], extra: Buffer): [number, number, number] {
  let field = 0
  while (field + 4 <= extra.length && extra.readUInt16LE(field) !== zip64Field)
    field += 4 + extra.readUInt16LE(field + 2)
  let at = field + 4
  const [first = 0, second = 0, third = 0] = values.map((value) => {
    if (value !== elsewhere || at + 8 > extra.length) return value
    at += 8
    return readLength(extra, at - 8)
  })
  return [first, second, third]
}

/** What programs and mail put behind a file: zeros, and ends of lines. */
function isPadding(byte: number | undefined): boolean {
  return byte === 0 || byte === 0x0a || byte === 0x0d || byte === 0x20
}

/** A name as Word finds parts: in any case, with the strokes of Windows, and with one before it. */
function nameAt(bytes: Buffer, at: number, length: number): string {
  return bytes
    .toString('latin1', at, at + length)
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^\//, '')
}

function bodyOf(bytes: Buffer, offset: number): number {
  return offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
}

/** Whether the local header of an entry has the name and sizes given in the directory. */
function agrees(bytes: Buffer, { name, packed, unpacked, offset }: Entry): boolean {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== localEntry) return false
  const nameLength = bytes.readUInt16LE(offset + 26)
  const body = bodyOf(bytes, offset)
  if (body > bytes.length || nameAt(bytes, offset + 30, nameLength) !== name) return false
  // A streamed entry has its sizes after the data instead.
  if ((bytes.readUInt16LE(offset + 6) & 8) === 8) return true
  const sizes = [bytes.readUInt32LE(offset + 22), bytes.readUInt32LE(offset + 18)]
  const [ownUnpacked, ownPacked] = readLong(sizes, bytes.subarray(offset + 30 + nameLength, body))
  return ownPacked === packed && ownUnpacked === unpacked
}

/** Whether no entries overlap: zip bombs use overlapping entries to unpack the same bytes many times. */
function liesApart(bytes: Buffer, entries: Entry[], end: number): boolean {
  const sorted = entries.toSorted((one, other) => one.offset - other.offset)
  return sorted.every(
    ({ offset, packed }, index) => bodyOf(bytes, offset) + packed <= (sorted[index + 1]?.offset ?? end),
  )
}
