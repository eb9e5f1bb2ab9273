/** In the place of a sector's number: there is none behind it. */
const endOfChain = 0xfffffffe
/** Sectors of the table that the header lists; further ones are listed in a chain of their own. */
const listedInHeader = 109
/** Bytes of an entry of the directory, and of a sector of the smallest streams. */
const entryBytes = 128
const smallSectorBytes = 64

interface Stream {
  name: string
  start: number
  size: number
}

/**
 * What an OLE file is: an old Word document, a Word document of any age that needs a password, or null for anything else and for one of
 * which a part is missing. Reads the tables of the file and the flags of the document.
 */
export function classifyWordDocFile(bytes: Buffer): 'doc' | 'password' | null {
  const streams = bytes.length >= 512 ? readStreams(bytes) : null
  if (!streams) return null
  // A newer document with a password is in the stream of an OLE file.
  if (streams.some(({ name }) => name === 'encryptedpackage')) return 'password'
  const document = streams.find(({ name }) => name === 'worddocument')
  if (!document) return null
  const flags = readFlags(bytes, streams, document)
  // Which may be read without its password is not encrypted.
  return flags === null ? null : (flags & 0x0100) !== 0 ? 'password' : 'doc'
}

/** The first bytes of the document say whether it is encrypted; those are not. Null where they are missing. */
function readFlags(bytes: Buffer, streams: Stream[], { start, size }: Stream): number | null {
  const file = new OleFile(bytes)
  let at = file.offsetOf(start)
  if (size < file.smallest) {
    // It is in the stream of small ones, which belongs to the directory's root.
    const all = file.follow(streams[0]?.start ?? endOfChain)
    const place = start * smallSectorBytes
    const sector = all?.[Math.floor(place / file.sectorBytes)]
    if (sector === undefined) return null
    at = file.offsetOf(sector) + (place % file.sectorBytes)
  }
  return size >= 12 && at + 12 <= bytes.length ? bytes.readUInt16LE(at + 10) : null
}

/** The root of the directory and the streams in it, their names in lower case; null where a part of one is missing. */
function readStreams(bytes: Buffer): Stream[] | null {
  const file = new OleFile(bytes)
  const sectors = file.isWhole ? file.follow(bytes.readUInt32LE(48)) : null
  if (!sectors) return null
  const directory = Buffer.concat(sectors.map((sector) => file.read(sector)))
  const streams: Stream[] = []
  const entryAt = (id: number) => directory.subarray(id * entryBytes, (id + 1) * entryBytes)
  const root = entryAt(0)
  if (root.length < entryBytes) return null
  // Beside each other, as a tree: what is inside of other things, as a document in a letter, is not looked at.
  const queue = [root.readUInt32LE(76)]
  const seen = new Set<number>()
  streams.push({ name: '', start: root.readUInt32LE(116), size: root.readUInt32LE(120) })
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const entry = entryAt(id)
    if (entry.length < entryBytes || seen.has(id)) continue
    seen.add(id)
    queue.push(entry.readUInt32LE(68), entry.readUInt32LE(72))
    const stream = { start: entry.readUInt32LE(116), size: entry.readUInt32LE(120) }
    if (entry[66] !== 2) continue
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2)).toLowerCase()
    streams.push({ name, ...stream })
    if (stream.size >= file.smallest && !file.holds(stream)) return null
  }
  return streams
}

/** A file of sectors, and the table that says which follows which. */
class OleFile {
  readonly sectorBytes: number
  /** Bytes below which a stream is kept among the small ones. */
  readonly smallest: number
  readonly isWhole: boolean
  readonly #bytes: Buffer
  readonly #table: number[]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const shift = bytes.readUInt16LE(30)
    this.sectorBytes = shift === 9 || shift === 12 ? 2 ** shift : 512
    this.smallest = bytes.readUInt32LE(56)
    this.#table = this.#listTable()
    this.isWhole = this.#table.every((sector) => this.#isInFile(sector))
  }

  offsetOf(sector: number): number {
    return (sector + 1) * this.sectorBytes
  }

  read(sector: number): Buffer {
    return this.#bytes.subarray(this.offsetOf(sector), this.offsetOf(sector + 1))
  }

  /** A sector and those that follow it; null where one is not in the file, or they never end. */
  follow(first: number): number[] | null {
    const sectors: number[] = []
    const most = this.#bytes.length / this.sectorBytes
    for (let sector = first; sector !== endOfChain; sector = this.#next(sector)) {
      if (!this.#isInFile(sector) || sectors.length > most) return null
      sectors.push(sector)
    }
    return sectors
  }

  holds({ start, size }: Pick<Stream, 'start' | 'size'>): boolean {
    const sectors = this.follow(start)
    return sectors !== null && sectors.length * this.sectorBytes >= size
  }

  #next(sector: number): number {
    const perSector = this.sectorBytes / 4
    const at = this.offsetOf(this.#table[Math.floor(sector / perSector)] ?? endOfChain) + (sector % perSector) * 4
    return at + 4 <= this.#bytes.length ? this.#bytes.readUInt32LE(at) : Number.NaN
  }

  // Whether it begins in the file: some programs do not fill the last one.
  #isInFile(sector: number): boolean {
    return this.offsetOf(sector) < this.#bytes.length
  }

  /** The sectors of the table itself. */
  #listTable(): number[] {
    const count = Math.min(this.#bytes.readUInt32LE(44), Math.ceil(this.#bytes.length / this.sectorBytes))
    const table = Array.from({ length: Math.min(count, listedInHeader) }, (_, index) =>
      this.#bytes.readUInt32LE(76 + index * 4),
    )
    for (let list = this.#bytes.readUInt32LE(68); table.length < count; ) {
      const sector = this.read(list)
      if (sector.length < this.sectorBytes) return [endOfChain]
      for (let at = 0; at < this.sectorBytes - 4 && table.length < count; at += 4) table.push(sector.readUInt32LE(at))
      list = sector.readUInt32LE(this.sectorBytes - 4)
    }
    return table
  }
}
