import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import sharp, { type ResizeOptions, type Sharp } from 'sharp'
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
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { decodeHeic } from './heic.ts'
import type { Storage } from './storage.ts'

export interface StoredPicture {
  /** Key of the largest file; the sizes stand beside it (see lib/pictures). */
  key: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** `#rrggbb`, the picture's average colour. */
  colour: string
  /** Key in the bucket `masters`; null where the whole picture is not kept. */
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
  /** The whole picture as WebP, without metadata, to make other sizes from one day. Only of what somebody sent. */
  master?: Uint8Array
}

/** Raised for bytes that are no picture of a kind we take, or more pixels than we decode. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  readonly reason: 'type' | 'size'

  constructor(reason: 'type' | 'size') {
    super(reason === 'type' ? 'not a picture' : 'too many pixels')
    this.reason = reason
  }
}

/** Pixels of a picture we decode, and of one side, which is what WebP takes. */
export const pixelLimits = { all: 50_000_000, side: 16_383 } as const

const acceptedFormats = ['jpeg', 'png', 'webp', 'gif', 'heif']

/**
 * Encoders work in libuv's threads, and so do compression and reading files: half of the threads are left to those, so
 * that the server answers while pictures come in. The rest wait, which also bounds the memory.
 */
const encoders = new ConcurrencyLimit(
  Math.max(1, Math.min(availableParallelism(), Math.floor(Number(process.env.UV_THREADPOOL_SIZE || 4) / 2))),
)

/**
 * Re-encodes a picture that somebody sent, judged by its bytes alone, when it is its turn. SVG is refused: it is a
 * program. The master comes with it, but for avatars and products.
 * @throws PictureRefused
 */
export async function encodeUpload(bucket: PictureBucket, bytes: Uint8Array): Promise<EncodedPicture> {
  // The header alone tells kind and size: a bomb is refused before a pixel of it is decoded.
  const { format, width, height } = await readHeader(bytes).catch(() => {
    throw new PictureRefused('type')
  })
  if (!acceptedFormats.includes(format)) throw new PictureRefused('type')
  if (width * height > pixelLimits.all || Math.max(width, height) > pixelLimits.side) throw new PictureRefused('size')
  return encoders
    .take(async () => {
      const picture = await encodePicture(bucket, bytes)
      return bucket === 'avatars' || bucket === 'shop' ? picture : { ...picture, master: await encodeMaster(bytes) }
    })
    .catch(() => {
      throw new PictureRefused('type')
    })
}

/** A photograph as it is kept whole: what it was sent as, but for HEIC, which becomes JPEG. */
export interface EncodedPhotograph {
  format: 'jpg' | 'png' | 'webp'
  bytes: Uint8Array
}

/**
 * Re-encodes a photograph of a document in full resolution, turned upright and without metadata (EXIF, GPS). Small print
 * stays readable: JPEG and WebP of high quality, PNG without loss.
 * @throws PictureRefused
 */
export async function encodePhotograph(bytes: Uint8Array): Promise<EncodedPhotograph> {
  const { format, width, height, depth } = await readHeader(bytes).catch(() => {
    throw new PictureRefused('type')
  })
  if (width * height > pixelLimits.all) throw new PictureRefused('size')
  return encoders
    .take(async (): Promise<EncodedPhotograph> => {
      if (format === 'heif') {
        const { data, ...raw } = await decodeHeic(bytes, pixelLimits.all)
        const decoded = sharp(data, { raw: { width: raw.width, height: raw.height, channels: 4 } })
        return { format: 'jpg', bytes: await decoded.removeAlpha().jpeg(readable).toBuffer() }
      }
      const upright = sharp(bytes, { limitInputPixels: pixelLimits.all, failOn: 'error' }).rotate()
      // Sixteen bits stay sixteen.
      if (format === 'png') {
        const kept = depth === 'ushort' ? upright.toColourspace('rgb16') : upright
        return { format, bytes: await kept.png({ palette: false }).toBuffer() }
      }
      if (format === 'webp')
        return { format, bytes: await upright.toColourspace('srgb').webp({ quality: 95 }).toBuffer() }
      if (format !== 'jpeg') throw new PictureRefused('type')
      return { format: 'jpg', bytes: await upright.toColourspace('srgb').jpeg(readable).toBuffer() }
    })
    .catch(() => {
      throw new PictureRefused('type')
    })
}

/** Colours as fine as light and dark, or red print on paper blurs. */
const readable = { quality: 92, chromaSubsampling: '4:4:4' } as const

/** Asynchronous throughout: of no bytes at all sharp complains before it has a promise to do so with. */
async function readHeader(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/** Effort would cost seconds here and save a twentieth of the bytes. */
function encodeMaster(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes, { limitInputPixels: pixelLimits.all })
    .rotate()
    .toColourspace('srgb')
    .webp({ quality: 90, effort: 0 })
    .toBuffer()
}

/** How hard the encoders try: `thorough` gives files a third smaller and takes three times as long. */
type Effort = 'quick' | 'thorough'

/**
 * Re-encodes a picture into the sizes and formats its bucket keeps. Metadata (EXIF, GPS) goes, its rotation is applied
 * first. Avatars and covers become squares, cut to what draws the eye; products become squares with room around them. Nothing is
 * enlarged but avatars and products, of which every picture has the same sizes.
 * @throws the decoder's error for bytes that are no picture.
 */
export async function encodePicture(
  bucket: PictureBucket,
  bytes: Uint8Array,
  effort: Effort = 'thorough',
): Promise<EncodedPicture> {
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

/** How a bucket's largest file is made of a picture. */
async function shapeFor(bucket: PictureBucket, bytes: Uint8Array): Promise<ResizeOptions> {
  const square = (side: number): ResizeOptions => ({ width: side, height: side, fit: 'cover', position: 'attention' })
  if (bucket === 'avatars') return square(avatarSide)
  // Nothing of a product may be cut off.
  if (bucket === 'shop') return { width: productSide, height: productSide, fit: 'contain', background: 'transparent' }
  const largest = Math.max(...pictureWidths[bucket])
  if (bucket !== 'podcast-media') return { width: largest, withoutEnlargement: true }
  const { width, height } = await readHeader(bytes)
  return square(Math.min(largest, width, height))
}

/** What an encoded picture will be known by once it is stored, under a name that never repeats. */
export function nameStored(folder: string, picture: EncodedPicture, name: string = randomUUID()): StoredPicture {
  const { width, height, colour } = picture
  const key = `${folder}/${name}.webp`
  return { key, width, height, colour, masterKey: picture.master ? key : null }
}

/**
 * Stores an encoded picture in a folder such as the business's id. Where one file cannot be stored, it fails when all
 * others have come to an end: nothing is written after that.
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

/** Stores an encoded picture under what it was told to be known by. */
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
  return format === 'webp'
    ? resized.webp({ quality: 80, effort: quick ? 0 : 4 }).toBuffer()
    : resized.avif({ quality: 55, effort: quick ? 0 : 3 }).toBuffer()
}
