import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { avatarSide, type PictureBucket, pictureWidths, sizeKey, widthsFor } from '#app/lib/pictures.ts'
import type { Storage } from './storage.ts'

export interface StoredPicture {
  /** Key of the largest file; the sizes stand beside it (see lib/pictures). */
  key: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** `#rrggbb`, the picture's average colour. */
  colour: string
}

/** One encoded size, ready to be stored. */
interface EncodedSize {
  width: number
  format: 'webp' | 'avif'
  bytes: Uint8Array
}

export interface EncodedPicture {
  width: number
  height: number
  colour: string
  sizes: EncodedSize[]
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

const decodedPixels = 50_000_000
const acceptedFormats = ['jpeg', 'png', 'webp', 'gif', 'heif']

/**
 * Re-encodes a picture that somebody sent, judged by its bytes alone. SVG is refused: it is a program.
 * @throws PictureRefused
 */
export async function encodeUpload(bucket: PictureBucket, bytes: Uint8Array): Promise<EncodedPicture> {
  // The header alone tells kind and size: a bomb is refused before a pixel of it is decoded.
  const { format, width, height } = await readHeader(bytes).catch(() => {
    throw new PictureRefused('type')
  })
  if (!acceptedFormats.includes(format)) throw new PictureRefused('type')
  if (width * height > decodedPixels) throw new PictureRefused('size')
  return encodePicture(bucket, bytes).catch(() => {
    throw new PictureRefused('type')
  })
}

/** Asynchronous throughout: of no bytes at all sharp complains before it has a promise to do so with. */
async function readHeader(bytes: Uint8Array) {
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/** How hard the encoders try: `thorough` gives files a third smaller and takes three times as long. */
type Effort = 'quick' | 'thorough'

/**
 * Re-encodes a picture into the sizes its bucket keeps: WebP always, AVIF too in galleries. Metadata (EXIF, GPS) goes,
 * its rotation is applied first, nothing is enlarged. Avatars become squares of one size, cut to what draws the eye.
 * @throws the decoder's error for bytes that are no picture.
 */
export async function encodePicture(
  bucket: PictureBucket,
  bytes: Uint8Array,
  effort: Effort = 'thorough',
): Promise<EncodedPicture> {
  const { data, info } = await sharp(bytes, { limitInputPixels: decodedPixels })
    .rotate()
    .resize(
      bucket === 'avatars'
        ? { width: avatarSide, height: avatarSide, fit: 'cover', position: 'attention' }
        : { width: pictureWidths[bucket].at(-1), withoutEnlargement: true },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const master = () => sharp(data, { raw: { width, height, channels } })
  const formats = bucket === 'gallery' ? (['webp', 'avif'] as const) : (['webp'] as const)
  const wanted = widthsFor(bucket, width).flatMap((size) => formats.map((format) => ({ width: size, format })))
  const sizes = await Promise.all(
    wanted.map(async (size) => ({ ...size, bytes: await encode(master(), size, effort) })),
  )
  return { width, height, colour: await averageColour(master()), sizes }
}

/** Stores an encoded picture under a name that never repeats, in a folder such as the business's id. */
export async function storePicture(
  storage: Storage,
  bucket: PictureBucket,
  folder: string,
  picture: EncodedPicture,
  name: string = randomUUID(),
): Promise<StoredPicture> {
  const { width, height, colour } = picture
  const stored = { key: `${folder}/${name}.webp`, width, height, colour }
  await Promise.all(
    picture.sizes.map((size) => storage.put(bucket, sizeKey(stored, size.width, size.format), size.bytes)),
  )
  return stored
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

function encode(picture: Sharp, { width, format }: { width: number; format: 'webp' | 'avif' }, effort: Effort) {
  const resized = picture.resize({ width, withoutEnlargement: true })
  const quick = effort === 'quick'
  return format === 'webp'
    ? resized.webp({ quality: 80, effort: quick ? 0 : 4 }).toBuffer()
    : resized.avif({ quality: 55, effort: quick ? 0 : 3 }).toBuffer()
}
