import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type PictureBucket, pictureSizeStorageKey, storedPictureWidths } from '#app/lib/pictures.ts'
import { heicPhotograph } from '#tests/factories/documents.ts'
import type { FileStorage } from '../storage/storage.ts'
import { decodeHeic } from './heic.ts'
import {
  type EncodedPicture,
  encodeDocumentPhotograph,
  encodePicture,
  encodeUploadedPicture,
  estimateDecodedPictureMemory,
  maxDecodedPictureMemoryBytes,
  PictureRefusedError,
  picturePixelLimits,
  planLargestPictureFile,
  storePicture,
} from './images.ts'

const isFull = process.env.TEST_FULL === 'true'

/** A `width` x `height` picture in one colour. */
const plain = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

const widthsOf = (picture: EncodedPicture, format: 'webp' | 'avif') =>
  picture.sizes.filter((size) => size.format === format).map(({ width }) => width)

/** The largest file that may be sent and kept. */
const most = 5 * 2 ** 20

const pictureBuckets = Object.keys(storedPictureWidths) as PictureBucket[]

/** A picture in which nothing can be left out. */
const grain = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })

const reasonOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'taken',
    (error) => (error instanceof PictureRefusedError ? error.reason : error),
  )

/** Every shape that may be sent: strips, ratios, and the largest of each. */
const shapes = [1, 2, 3, 4, 5, 10, 40, 100, 1_000, 3_051, 7_071, picturePixelLimits.side]
  .flatMap((one, _, sides) => sides.map((other) => ({ width: one, height: other })))
  .filter(({ width, height }) => width * height <= picturePixelLimits.all)

/** Whether two #rrggbb colours differ by no more than an encoder's rounding. */
function near(one: string, other: string): boolean {
  const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return parts(one).every((part, index) => Math.abs(part - (parts(other)[index] ?? 0)) <= 3)
}

describe('encodePicture', () => {
  test('makes a gallery picture in every size, as WebP and AVIF that decode', async () => {
    const picture = await encodePicture('gallery', await plain(2400, 1800).jpeg().toBuffer(), 'quick')
    expect(picture).toMatchObject({ width: 1600, height: 1200 })
    expect(widthsOf(picture, 'webp')).toEqual([480, 960, 1600])
    expect(widthsOf(picture, 'avif')).toEqual([480, 960, 1600])
    for (const { width, format, bytes } of picture.sizes) {
      const decoded = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect(decoded.info).toMatchObject({ width, height: (width * 3) / 4 })
      const { format: container, compression } = await sharp(bytes).metadata()
      expect([container, compression]).toEqual(format === 'webp' ? ['webp', undefined] : ['heif', 'av1'])
    }
  })

  test('makes a logo as WebP alone', async () => {
    const picture = await encodePicture('logo', await plain(512, 512).png().toBuffer(), 'quick')
    expect(picture.sizes.map(({ width, format }) => [width, format])).toEqual([
      [96, 'webp'],
      [256, 'webp'],
    ])
  })

  test.each([
    [2400, 1800, 1280, [320, 640, 1280]],
    [300, 900, 300, [300]],
  ])('cuts a cover of %i x %i to a square and enlarges nothing', async (width, height, side, widths) => {
    const picture = await encodePicture('podcast-media', await plain(width, height).jpeg().toBuffer(), 'quick')
    expect(picture).toMatchObject({ width: side, height: side })
    expect(widthsOf(picture, 'webp')).toEqual(widths)
    expect(widthsOf(picture, 'avif')).toEqual(widths)
    for (const size of picture.sizes) {
      expect(await sharp(size.bytes).metadata()).toMatchObject({ width: size.width, height: size.width })
    }
  })

  test.each([
    [60, [60]],
    [96, [96]],
    [200, [96, 200]],
  ])('enlarges nothing: a logo of %i pixels is kept in %j', async (width, widths) => {
    const picture = await encodePicture('logo', await plain(width, 40).png().toBuffer(), 'quick')
    expect(picture).toMatchObject({ width, height: 40 })
    expect(picture.sizes.map((size) => size.width)).toEqual(widths)
    const actual = await Promise.all(picture.sizes.map(async ({ bytes }) => (await sharp(bytes).metadata()).width))
    expect(actual).toEqual(widths)
  })

  test('drops every metadata, the place where it was taken among them', async () => {
    const taken = await plain(600, 400)
      .withExif({
        IFD0: { Copyright: 'Sam Sample', Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><private/></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Sam Sample')
    const picture = await encodePicture('gallery', taken, 'quick')
    expect(picture.sizes).toHaveLength(4)
    for (const { bytes } of picture.sizes) {
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Exif|Sam Sample|xmpmeta|GPS/)
    }
  })

  test('turns a picture the way its metadata says before that is dropped', async () => {
    // Red on the left and blue on the right; orientation 6 means that the left edge is the top.
    const halves = await plain(400, 200, '#ff0000')
      .composite([{ input: await plain(200, 200, '#0000ff').png().toBuffer(), left: 200, top: 0 }])
      .jpeg({ quality: 95 })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await encodePicture('gallery', halves, 'quick')
    expect(picture).toMatchObject({ width: 200, height: 400 })
    const { data, info } = await sharp(picture.sizes[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
    const [topRed = 0, , topBlue = 0] = at(100, 20)
    const [bottomRed = 0, , bottomBlue = 0] = at(100, 380)
    expect([topRed > 200, topBlue < 60, bottomRed < 60, bottomBlue > 200]).toEqual([true, true, true, true])
  })

  test('names the average colour, seen on white where it is transparent', async () => {
    const { colour } = await encodePicture('logo', await plain(100, 100, '#2b5b40').png().toBuffer(), 'quick')
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
    expect(near(colour, '#2b5b40')).toBe(true)
    const nothing = sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
    expect((await encodePicture('logo', await nothing.png().toBuffer(), 'quick')).colour).toBe('#ffffff')
  })

  test('keeps what is transparent', async () => {
    const nothing = sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    })
    const { sizes } = await encodePicture('logo', await nothing.png().toBuffer(), 'quick')
    const { data, info } = await sharp(sizes[0]?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(4)
    expect(data[3]).toBe(0)
  })

  test('takes pictures of other colour spaces and depths', async () => {
    const grey = await plain(60, 60, '#808080').toColourspace('b-w').png().toBuffer()
    const deep = await plain(60, 60, '#336699').toColourspace('rgb16').png().toBuffer()
    const printed = await plain(60, 60, '#336699').toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    expect(near((await encodePicture('logo', grey, 'quick')).colour, '#808080')).toBe(true)
    expect(near((await encodePicture('logo', deep, 'quick')).colour, '#336699')).toBe(true)
    expect((await encodePicture('logo', printed, 'quick')).sizes).toHaveLength(1)
  })

  test('refuses what is no picture, whatever it claims to be', async () => {
    const whole = await plain(300, 300).png().toBuffer()
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('no picture at all'),
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
      whole.subarray(0, 60),
    ]) {
      await expect(encodePicture('logo', bytes)).rejects.toThrow()
    }
  })

  test('refuses a picture that would fill the memory', async () => {
    const enormous = await plain(10, 10).png().toBuffer()
    // A few bytes that claim 60 million pixels: the header is enough to allocate the memory.
    enormous.writeUInt32BE(10_000, 16)
    enormous.writeUInt32BE(6_000, 20)
    enormous.writeUInt32BE(crc32(enormous.subarray(12, 29)), 29)
    expect(await sharp(enormous).metadata()).toMatchObject({ width: 10_000, height: 6_000 })
    await expect(encodePicture('gallery', enormous)).rejects.toThrow(/pixel limit/)
  })
})

describe('encodeUploadedPicture', () => {
  test('keeps the whole picture as a master, turned the right way and without metadata', async () => {
    const taken = await plain(2400, 1200)
      .withExif({ IFD0: { Copyright: 'Sam Sample' } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { master, width } = await encodeUploadedPicture('logo', taken, most)
    expect(width).toBe(256)
    const kept = await sharp(master).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 1200, height: 2400 })
    expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(Buffer.from(master ?? '').toString('latin1')).not.toMatch(/Exif|Sam Sample/)
  })

  test('keeps the whole picture of a cover, beside the square cut out of it', async () => {
    const { master, width, height } = await encodeUploadedPicture(
      'podcast-media',
      await plain(200, 100).png().toBuffer(),
      most,
    )
    expect([width, height]).toEqual([100, 100])
    expect(await sharp(master).metadata()).toMatchObject({ width: 200, height: 100 })
  })

  test('keeps the whole of a product on a square, and no master', async () => {
    const { sizes, width, height, ...rest } = await encodeUploadedPicture(
      'shop',
      await plain(200, 100).png().toBuffer(),
      most,
    )
    expect([width, height]).toEqual([960, 960])
    expect(sizes.map((size) => `${size.width} ${size.format}`)).toEqual([320, 640, 960].map((side) => `${side} webp`))
    expect(rest).not.toHaveProperty('master')
    // Padding above it, through which the page shows.
    const [above] = await sharp(sizes[0]?.bytes)
      .ensureAlpha()
      .raw()
      .toBuffer()
      .then((pixels) => [pixels[3]])
    expect(above).toBe(0)
  })

  test('shows the whole of a panorama in a gallery, also one that is turned upright', async () => {
    const ends = (width: number, height: number) => ({
      create: { width, height, channels: 3 as const, background: '#00ff00' },
    })
    const blue = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#0000ff' } })
      .png()
      .toBuffer()
    for (const [orientation, size] of [
      [1, { width: 1_600, height: 160 }],
      [6, { width: 480, height: 4_800 }],
    ] as const) {
      const panorama = await sharp(ends(5_000, 500))
        .composite([
          { input: blue, left: 0, top: 0 },
          { input: blue, left: 4_400, top: 0 },
        ])
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer()
      const { width, height, sizes } = await encodeUploadedPicture('gallery', panorama, most)
      expect({ width, height }).toEqual(size)
      const largest = sizes.find((each) => each.width === width && each.format === 'webp')?.bytes
      const { data, info } = await sharp(largest).removeAlpha().raw().toBuffer({ resolveWithObject: true })
      const middle =
        info.width > info.height ? Math.floor(info.height / 2) * info.width * 3 : Math.floor(info.width / 2) * 3
      const last =
        info.width > info.height ? middle + (info.width - 1) * 3 : middle + (info.height - 1) * info.width * 3
      for (const at of [middle, last]) expect((data[at + 2] ?? 0) > (data[at + 1] ?? 0) + 100).toBe(true)
    }
  })

  test('keeps none of an avatar', async () => {
    expect(await encodeUploadedPicture('avatars', await plain(50, 50).png().toBuffer(), most)).not.toHaveProperty(
      'master',
    )
  })

  test('tells what is no picture from one of too many pixels', async () => {
    for (const bytes of [
      new Uint8Array(),
      Buffer.from('text'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]) {
      expect(await reasonOf(encodeUploadedPicture('gallery', bytes, most))).toBe('type')
    }
    const whole = await plain(300, 300).jpeg().toBuffer()
    expect(await reasonOf(encodeUploadedPicture('logo', whole.subarray(0, 400), most))).toBe('type')
    const long = await plain(picturePixelLimits.side + 1, 1)
      .png()
      .toBuffer()
    expect(await reasonOf(encodeUploadedPicture('logo', long, most))).toBe('pixels')
    const longest = await plain(picturePixelLimits.side, 1).png().toBuffer()
    expect(await reasonOf(encodeUploadedPicture('logo', longest, most))).toBe('taken')
  })

  test('goes on after pictures that cannot be decoded', async () => {
    const whole = await plain(300, 300).jpeg().toBuffer()
    const broken = Array.from({ length: 8 }, () =>
      reasonOf(encodeUploadedPicture('logo', whole.subarray(0, 400), most)),
    )
    expect(await Promise.all([...broken, reasonOf(encodeUploadedPicture('logo', whole, most))])).toEqual([
      ...Array(8).fill('type'),
      'taken',
    ])
  })
})

describe('what is made between', () => {
  // spec: hold.3.1
  test.each(pictureBuckets)('is never much larger than the picture or its file, whatever the shape: %s', (bucket) => {
    const largest = Math.max(...storedPictureWidths[bucket])
    for (const shape of shapes) {
      const { part, resize, scaled } = planLargestPictureFile(bucket, shape)
      const between = scaled.width * scaled.height
      const bound = Math.max(shape.width * shape.height, largest * largest * 4)
      expect([shape, between <= bound]).toEqual([shape, true])
      if (resize.fit === 'cover') {
        expect(Math.min(scaled.width, scaled.height)).toBe(resize.width)
        expect([shape, Math.max(scaled.width, scaled.height) <= largest * 4]).toEqual([shape, true])
      }
      if (!part) continue
      expect(part.left >= 0 && part.top >= 0 && part.width >= 1 && part.height >= 1).toBe(true)
      expect(part.left + part.width).toBeLessThanOrEqual(shape.width)
      expect(part.top + part.height).toBeLessThanOrEqual(shape.height)
    }
  })

  test('is bounded for every depth, colour space, turn and kind, and all of 50 million pixels in 8 bits are taken', () => {
    const side = Math.sqrt(picturePixelLimits.all)
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'heif'] as const) {
      for (const channels of [1, 3, 4] as const) {
        for (const orientation of [1, 3, 6]) {
          const header = { width: side, height: side, format, channels, orientation, depth: 'uchar' as const }
          expect(estimateDecodedPictureMemory({ ...header, isProgressive: false })).toBeLessThanOrEqual(
            maxDecodedPictureMemoryBytes,
          )
          const progressive = estimateDecodedPictureMemory({ ...header, isProgressive: true })
          // Printers' colours, progressive and turned: the only such that is refused, beyond 37 million pixels.
          const isRefused = format === 'jpeg' && channels === 4 && orientation > 1
          expect(progressive <= maxDecodedPictureMemoryBytes).toBe(!isRefused)
        }
      }
    }
  })

  // spec: hold.3.2
  test('takes no more memory for strips in any bucket', { timeout: 60_000 }, async () => {
    const strips = [...pictureBuckets, 'documents'].flatMap((bucket) =>
      // Turned, a picture is held twice.
      (isFull ? [1, 6] : [6]).flatMap((turn) =>
        ['16383 1', '1 16383', '1000 1'].map((shape) => `${bucket} ${shape} ${turn}`),
      ),
    )
    expect(await measure(strips)).toBeLessThan(150)
  })

  // spec: hold.3.1
  test('of a document has rows of 65,535 pixels at most: of longer ones a decoder holds several at once', async () => {
    for (const [width, height] of [
      [65_536, 1],
      [1, 65_536],
      [10_000_000, 5],
    ] as const) {
      expect(await reasonOf(encodeDocumentPhotograph(await plain(width, height).png().toBuffer(), most))).toBe('pixels')
    }
    expect(await reasonOf(encodeDocumentPhotograph(await plain(65_535, 1).png().toBuffer(), most))).toBe('taken')
  })

  test('takes what the largest picture takes, and not several times that', { timeout: 60_000 }, async () => {
    const largest = ['avatars 16383 3051 6']
    expect(await measure(largest)).toBeLessThan(700)
  })

  /** The MiB that a process of its own needs beyond those of an ordinary picture. */
  async function measure(pictures: string[]): Promise<number> {
    const { stdout } = await promisify(execFile)(process.execPath, ['tests/picture-process.ts', ...pictures])
    return Number(stdout)
  }
})

describe('a kept file', () => {
  // spec: hold.4.9
  test.each(pictureBuckets)('is never larger than the limit on what came: %s', async (bucket) => {
    const limit = bucket === 'shop' ? 300_000 : 110_000
    const { sizes, master } = await encodeUploadedPicture(bucket, await grain(400, 450).png().toBuffer(), limit)
    const kept = [...sizes.map(({ bytes }) => bytes.length), master?.length ?? 0]
    expect(Math.max(...kept)).toBeLessThanOrEqual(limit)
  })

  test.each(['png', 'jpeg', 'webp'] as const)('is never larger for a document that came as %s', async (format) => {
    const sent = await grain(750, 600)
      .toColourspace(format === 'png' ? 'rgb16' : 'srgb')
      .toFormat(format)
      .toBuffer()
    const limit = 225_000
    const { bytes } = await encodeDocumentPhotograph(sent, limit)
    expect(bytes.length).toBeLessThanOrEqual(limit)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 750, height: 600 })
  })

  test('of a very tall gallery picture is as high as three times its width at most', async () => {
    const { width, height } = await encodePicture('gallery', await plain(2_000, 12_000).png().toBuffer(), 'quick')
    expect([width, height]).toEqual([800, 4_800])
  })
})

test('an avatar of a strip shows its middle', async () => {
  const strip = await plain(1_000, 1, '#ff0000')
    .composite([{ input: await plain(40, 1, '#0000ff').png().toBuffer(), left: 480, top: 0 }])
    .png()
    .toBuffer()
  const { colour, width, height } = await encodePicture('avatars', strip, 'quick')
  expect([width, height, near(colour, '#0000ff')]).toEqual([384, 384, true])
})

describe('storePicture', () => {
  /** Storage that records what was put into it. */
  function watch() {
    const put = new Map<string, Uint8Array>()
    const storage: FileStorage = {
      put: async (bucket, key, bytes) => void put.set(`${bucket}/${key}`, bytes),
      read: async () => null,
      delete: async () => undefined,
      list: async function* () {},
      stream: async () => null,
    }
    return { put, storage }
  }

  test('puts every size where the screens look for it', async () => {
    const { put, storage } = watch()
    const picture = await encodePicture('gallery', await plain(1000, 500).jpeg().toBuffer(), 'quick')
    const stored = await storePicture(storage, 'gallery', 'folder', picture)
    expect(stored).toMatchObject({ width: 1000, height: 500, colour: picture.colour })
    const expected = picture.sizes.map(({ width, format }) => `gallery/${pictureSizeStorageKey(stored, width, format)}`)
    expect([...put.keys()].sort()).toEqual(expected.sort())
    expect(put.get(`gallery/${stored.key}`)).toBe(picture.sizes.find((size) => size.width === 1000)?.bytes)
  })

  test('puts the master where no address leads', async () => {
    const { put, storage } = watch()
    const picture = await encodeUploadedPicture('logo', await plain(60, 60).png().toBuffer(), most)
    const { key, masterKey } = await storePicture(storage, 'logo', 'folder', picture)
    expect([...put.keys()].sort()).toEqual([`logo/${key}`, `masters/${masterKey}`])
  })

  test('fails only when nothing is written any more', async () => {
    const { put, storage } = watch()
    const picture = await encodePicture('gallery', await plain(1000, 500).jpeg().toBuffer(), 'quick')
    let begun = 0
    const breaking: FileStorage = {
      ...storage,
      put: async (bucket, key, bytes) => {
        begun += 1
        if (begun === 1) throw new Error('no space left')
        await new Promise((resolve) => setTimeout(resolve, 20))
        await storage.put(bucket, key, bytes)
      },
    }
    await expect(storePicture(breaking, 'gallery', 'folder', picture)).rejects.toThrow('no space left')
    expect(put.size).toBe(picture.sizes.length - 1)
  })

  // spec: 161.2
  test('never uses a name twice unless it is given one', async () => {
    const { storage } = watch()
    const picture = await encodePicture('logo', await plain(50, 50).png().toBuffer(), 'quick')
    const keys = await Promise.all(
      Array.from({ length: 3 }, async () => (await storePicture(storage, 'logo', 'folder', picture)).key),
    )
    expect(new Set(keys).size).toBe(3)
    for (const key of keys) expect(key).toMatch(/^folder\/[0-9a-f-]{36}\.webp$/)
    expect((await storePicture(storage, 'logo', 'folder', picture, 'given')).key).toBe('folder/given.webp')
  })
})

describe('a photograph of a document', () => {
  const noise = (channels: 3 | 4, bits: 8 | 16) => {
    const values = Array.from({ length: 30 * 20 * channels }, (_, place) => (place * 7919) % 2 ** bits)
    const raw = { width: 30, height: 20, channels } as const
    return bits === 8
      ? sharp(Uint8Array.from(values), { raw })
      : sharp(Uint16Array.from(values), { raw }).toColourspace('rgb16')
  }

  test.each([
    [3, 8],
    [4, 8],
    [3, 16],
  ] as const)(
    'stays as it is, pixel by pixel, where it is a PNG of %i channels and %i bits',
    async (channels, bits) => {
      const sent = await noise(channels, bits)
        .withExif({ IFD0: { Make: 'SampleCamera' } })
        .png()
        .toBuffer()
      const { format, bytes } = await encodeDocumentPhotograph(sent, most)
      expect([format, Buffer.from(bytes).includes('SampleCamera')]).toEqual(['png', false])
      const pixels = (png: Uint8Array) => {
        const picture = sharp(png)
        return (bits === 16 ? picture.toColourspace('rgb16').raw({ depth: 'ushort' }) : picture.raw()).toBuffer()
      }
      expect(await pixels(bytes)).toEqual(await pixels(sent))
      expect((await sharp(bytes).metadata()).depth).toBe(bits === 16 ? 'ushort' : 'uchar')
    },
  )

  test('keeps its full size, and its small print, as a JPEG', async () => {
    const sent = await noise(3, 8).resize(3_000, 2_000, { kernel: 'nearest' }).jpeg({ quality: 100 }).toBuffer()
    const { bytes } = await encodeDocumentPhotograph(sent, most)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 3_000, height: 2_000, chromaSubsampling: '4:4:4' })
    const [before, after] = await Promise.all([sent, bytes].map((jpeg) => sharp(jpeg).raw().toBuffer()))
    const difference = before?.reduce((sum, value, place) => sum + Math.abs(value - (after?.[place] ?? 0)), 0) ?? 0
    expect(difference / (before?.length ?? 1)).toBeLessThan(3)
  })

  test('is decoded from HEIC while others are served, up to a number of pixels', async () => {
    const { width, height, data } = await decodeHeic(heicPhotograph(), 64 * 40)
    expect([width, height, [...data.slice(0, 3)]]).toEqual([64, 40, [255, 204, 0]])
    await expect(decodeHeic(heicPhotograph(), 64 * 40 - 1)).rejects.toThrow('too many pixels')
  })
})
