import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { ResizeOptions, Sharp } from 'sharp'
import {
  avatarSide,
  type PictureBucket,
  type PictureFormat,
  pictureFormats,
  pictureWidths,
  productSide,
  sizeKey,
  widthsFor,
} from '#app/lib/pictures.ts'
import { decodeHeic } from './heic.ts'
import type { Storage } from './storage.ts'
import { shareOf } from './web-processes.ts'

export interface StoredPicture {
  /** Key of the largest file; the other sizes derive from it (see lib/pictures). */
  key: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** `#rrggbb`, the average colour. */
  colour: string
  /** Key in the bucket `masters`; null if no full-size copy is kept. */
  masterKey: string | null
}

/** One encoded size, ready to be stored. */
interface EncodedSize {
  width: number
  format: PictureFormat
  bytes: Uint8Array
}

export interface EncodedPicture {
  width: number
  height: number
  colour: string
  sizes: EncodedSize[]
  /** The full-size picture as WebP without metadata, from which other sizes can be made later. Only for uploads. */
  master?: Uint8Array
}

/** Thrown for bytes that are not a picture of an accepted kind, or have more pixels than we decode. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: 'type' | 'pixels'

  constructor(reason: 'type' | 'pixels') {
    super(reason === 'type' ? 'not a picture' : 'too many pixels')
    this.reason = reason
  }
}

/**
 * The reason of a refusal, for `.catch()`.
 * @throws any other error
 */
export function refusalReason(error: unknown): PictureRefused['reason'] {
  if (!(error instanceof PictureRefused)) throw error
  return error.reason
}

/** The most pixels we decode, and the longest side WebP allows. */
export const pixelLimits = { all: 50_000_000, side: 16_383 } as const

const acceptedFormats = ['jpeg', 'png', 'webp', 'gif', 'heif']

/**
 * Encoders run in libuv's thread pool, as do compression and file reads. Half of the threads are left to those, so that the
 * server stays responsive during uploads. Further uploads wait, which also bounds the memory. Web processes of a machine share the turns.
 */
const limitEncoders = pLimit(
  shareOf(Math.max(1, Math.min(availableParallelism(), Math.floor(Number(process.env.UV_THREADPOOL_SIZE || 4) / 2)))),
)

/**
 * Re-encodes an uploaded picture once an encoder is free. The type is detected from the bytes. SVG is refused, as it can contain
 * scripts. The result has a master, except for avatars and products.
 * @throws PictureRefused
 */
export async function encodeUpload(bucket: PictureBucket, bytes: Uint8Array): Promise<EncodedPicture> {
  // The header gives type and size, so that a decompression bomb is refused before it is decoded.
  const { format, width, height } = await readHeader(bytes).catch(() => {
    throw new PictureRefused('type')
  })
  if (!acceptedFormats.includes(format)) throw new PictureRefused('type')
  if (width * height > pixelLimits.all || Math.max(width, height) > pixelLimits.side) throw new PictureRefused('pixels')
  return limitEncoders(async () => {
    const picture = await encodePicture(bucket, bytes)
    return bucket === 'avatars' || bucket === 'shop' ? picture : { ...picture, master: await encodeMaster(bytes) }
  }).catch(() => {
    throw new PictureRefused('type')
  })
}

/** A full-size photograph in the format it was uploaded in; HEIC becomes JPEG. */
export interface EncodedPhotograph {
  format: 'jpg' | 'png' | 'webp'
  bytes: Uint8Array
}

/**
 * Re-encodes a photograph of a document at full resolution, turned upright and without metadata (EXIF, GPS). Small print stays
 * legible: JPEG and WebP at high quality, PNG lossless.
 * @throws PictureRefused
 */
export async function encodePhotograph(bytes: Uint8Array): Promise<EncodedPhotograph> {
  const { format, width, height, depth } = await readHeader(bytes).catch(() => {
    throw new PictureRefused('type')
  })
  if (width * height > pixelLimits.all) throw new PictureRefused('pixels')
  const { default: sharp } = await import('sharp')
  return limitEncoders(async (): Promise<EncodedPhotograph> => {
    if (format === 'heif') {
      const { data, ...raw } = await decodeHeic(bytes, pixelLimits.all)
      const decoded = sharp(data, { raw: { width: raw.width, height: raw.height, channels: 4 } })
      return { format: 'jpg', bytes: await decoded.removeAlpha().jpeg(readable).toBuffer() }
    }
    const upright = sharp(bytes, { limitInputPixels: pixelLimits.all, failOn: 'error' }).rotate()
    // Keeps 16 bits per channel.
    if (format === 'png') {
      const kept = depth === 'ushort' ? upright.toColourspace('rgb16') : upright
      return { format, bytes: await kept.png({ palette: false }).toBuffer() }
    }
    if (format === 'webp')
      return { format, bytes: await upright.toColourspace('srgb').webp({ quality: 95 }).toBuffer() }
    if (format !== 'jpeg') throw new PictureRefused('type')
    return { format: 'jpg', bytes: await upright.toColourspace('srgb').jpeg(readable).toBuffer() }
  }).catch(() => {
    throw new PictureRefused('type')
  })
}

/** Without chroma subsampling, which blurs red print on paper. */
const readable = { quality: 92, chromaSubsampling: '4:4:4' } as const

// The encoder takes 11 MiB and is loaded with the first picture: most visits need none.
async function readHeader(bytes: Uint8Array) {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/** A higher effort takes seconds and saves only 5% of the bytes. */
async function encodeMaster(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: pixelLimits.all })
    .rotate()
    .toColourspace('srgb')
    .webp({ quality: 90, effort: 0 })
    .toBuffer()
}

/** Encoder effort: `thorough` makes files smaller and takes two to three times as long. */
type Effort = 'quick' | 'thorough'

/**
 * Re-encodes a picture into the sizes and formats of its bucket. It is rotated upright and its metadata (EXIF, GPS) removed.
 * Avatars and covers are cropped to squares around the point of attention; products are padded to squares. Only avatars and
 * products are enlarged, as all of them have the same sizes.
 * @throws the decoder's error for bytes that are not a picture
 */
export async function encodePicture(
  bucket: PictureBucket,
  bytes: Uint8Array,
  effort: Effort = 'thorough',
): Promise<EncodedPicture> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimits.all })
    .rotate()
    .resize(await shapeFor(bucket, bytes))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })
  const wanted = widthsFor(bucket, width).flatMap((size) =>
    pictureFormats[bucket].map((format) => ({ width: size, format })),
  )
  const sizes: EncodedSize[] = []
  for (const size of wanted) sizes.push({ ...size, bytes: await encode(decoded(), size, effort) })
  return { width, height, colour: await averageColour(decoded()), sizes }
}

/** How the bucket's largest file is resized. */
async function shapeFor(bucket: PictureBucket, bytes: Uint8Array): Promise<ResizeOptions> {
  const square = (side: number): ResizeOptions => ({ width: side, height: side, fit: 'cover', position: 'attention' })
  if (bucket === 'avatars') return square(avatarSide)
  // Products must not be cropped.
  if (bucket === 'shop') return { width: productSide, height: productSide, fit: 'contain', background: 'transparent' }
  const largest = Math.max(...pictureWidths[bucket])
  if (bucket !== 'podcast-media') return { width: largest, withoutEnlargement: true }
  const { width, height } = await readHeader(bytes)
  return square(Math.min(largest, width, height))
}

/** The keys and facts an encoded picture will be stored under; the default name is unique. */
export function nameStored(folder: string, picture: EncodedPicture, name: string = randomUUID()): StoredPicture {
  const { width, height, colour } = picture
  const key = `${folder}/${name}.webp`
  return { key, width, height, colour, masterKey: picture.master ? key : null }
}

/**
 * Stores an encoded picture in a folder named after its owner's id. If one file fails, it waits for the others before it throws,
 * so that nothing is written afterwards.
 */
export async function storePicture(
  storage: Storage,
  bucket: PictureBucket,
  folder: string,
  picture: EncodedPicture,
  name?: string,
): Promise<StoredPicture> {
  const stored = nameStored(folder, picture, name)
  await putPicture(storage, bucket, stored, picture)
  return stored
}

/** Stores the files of an encoded picture under the keys given by {@link nameStored}. */
export async function putPicture(
  storage: Storage,
  bucket: PictureBucket,
  stored: StoredPicture,
  picture: EncodedPicture,
): Promise<void> {
  const puts = picture.sizes.map((size) => storage.put(bucket, sizeKey(stored, size.width, size.format), size.bytes))
  if (stored.masterKey && picture.master) puts.push(storage.put('masters', stored.masterKey, picture.master))
  const failed = (await Promise.allSettled(puts)).find((put) => put.status === 'rejected')
  if (failed) throw failed.reason
}

async function averageColour(picture: Sharp): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await picture
    .resize(1, 1)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer()
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

function encode(picture: Sharp, { width, format }: { width: number; format: PictureFormat }, effort: Effort) {
  const resized = picture.resize({ width, withoutEnlargement: true })
  const quick = effort === 'quick'
  // WebP of an effort below 2 is almost twice as large and saves no time.
  return format === 'webp'
    ? resized.webp({ quality: 80, effort: quick ? 2 : 4 }).toBuffer()
    : resized.avif({ quality: 55, effort: quick ? 0 : 3 }).toBuffer()
}
