import { constants, crc32, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'

/** A photograph with GPS data, `width` x `height`. */
export function photographWithPlace(width = 1200, height = 800): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .withExif({
      IFD0: { Copyright: 'Sam Sample', Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

/** A small PNG of one bit per pixel that decodes to `side` x `side` pixels. */
export function pictureBomb(side = 40_000): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', packedZeros((1 + Math.ceil(side / 8)) * side)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** So many zeros in the format of zlib. Most are a packed part that is repeated: to pack hundreds of megabytes takes seconds. */
function packedZeros(count: number): Buffer {
  const size = 2 ** 20
  const part = deflateRawSync(Buffer.alloc(size), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE(count % 65_521)
  sum.writeUInt16BE(1, 2)
  const parts = Array<Buffer>(Math.floor(count / size)).fill(part)
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...parts, deflateRawSync(Buffer.alloc(count % size)), sum])
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** Files that are not pictures, by what they are. */
export async function notPictures(): Promise<[name: string, bytes: Buffer][]> {
  const noise = sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
  const [png, jpeg] = [await noise.clone().png().toBuffer(), await noise.clone().jpeg().toBuffer()]
  const page = '<!doctype html><script>alert(1)</script>'
  return [
    ['a PNG that is HTML', Buffer.from(page)],
    ['HTML that begins like a PNG', Buffer.concat([png.subarray(0, 8), Buffer.from(page)])],
    ['a PNG cut off midway', png.subarray(0, png.length / 2)],
    ['a JPEG cut off midway', jpeg.subarray(0, jpeg.length / 2)],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
    ],
    ['nothing', Buffer.alloc(0)],
  ]
}
