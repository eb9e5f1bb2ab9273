import { constants, deflateRawSync } from 'node:zlib'
import { pdfOf } from './make.ts'

// PDFs that are small and unpack to much, made by program because no file of the kind belongs into a repository.

/** What `count` times `text`, of 2^20 bytes, is packed to. */
function packRepeatedly(text: Buffer, count: number): Buffer {
  const flushed = deflateRawSync(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const parts = Array.from({ length: count }, () => flushed)
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...parts, Buffer.from([3, 0]), checksum(text, count)])
}

/** The Adler-32 of `count` times `text`: each round adds the same, to a sum that starts higher. */
function checksum(text: Buffer, count: number): Buffer {
  const modulus = 65_521
  let [low, high] = [1, 0]
  for (let round = 0; round < count; round += 1) {
    const [start, sum] = [low, sumOf(text)]
    low = (start + sum.low) % modulus
    high = (high + ((start * text.length) % modulus) + sum.high) % modulus
  }
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(high * 65_536 + low)
  return bytes
}

const sums = new Map<Buffer, { low: number; high: number }>()

function sumOf(text: Buffer): { low: number; high: number } {
  const known = sums.get(text)
  if (known) return known
  let [low, high] = [0, 0]
  for (const byte of text) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  sums.set(text, { low, high })
  return { low, high }
}

const megabyteOf = (text: string) => Buffer.from(text.repeat(2 ** 20 / text.length))

const stream = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${dictionary}/Filter/FlateDecode/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

const tree = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']

/** One page whose content, of `megabytes`, repeats some commands. */
export function pageBomb(megabytes = 800, commands = 'q Q\n'): Buffer {
  return pdfOf([
    ...tree,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>',
    stream('', packRepeatedly(megabyteOf(commands), megabytes)),
  ])
}

/** A document whose page is among `megabytes` of spaces in an object stream, where modern files keep most of theirs. */
export function objectStreamBomb(megabytes = 800): Buffer {
  const objects = stream('/Type/ObjStm/N 1/First 5', packRepeatedly(megabyteOf(' '), megabytes))
  const head = Buffer.from('%PDF-1.7\n')
  const bodies = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    // The third is in the fourth.
    null,
    objects,
  ]
  const parts = [head]
  const rows = [Buffer.from([0, 0, 0, 0, 0, 0])]
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [index, body] of bodies.entries()) {
    const row = Buffer.alloc(6)
    row[0] = body ? 1 : 2
    row.writeUInt32BE(body ? length() : 4, 1)
    rows.push(row)
    if (body) parts.push(Buffer.from(`${index + 1} 0 obj`), body, Buffer.from('\nendobj\n'))
  }
  const start = length()
  const own = Buffer.alloc(6)
  own[0] = 1
  own.writeUInt32BE(start, 1)
  const table = Buffer.concat([...rows, own])
  parts.push(
    Buffer.from(`5 0 obj<</Type/XRef/Size 6/W[1 4 1]/Root 1 0 R/Length ${table.length}>>stream\n`),
    table,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}
