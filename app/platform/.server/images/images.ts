// Uploaded pictures: checked, decoded, and encoded again in the sizes that pages show.

import { createHash, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { FailOnOptions, Metadata, Region, ResizeOptions, Sharp } from 'sharp'
import { detectAcceptedFileSignatureKind } from '#app/lib/file-signature.ts'
import {
  avatarSidePixels,
  type PictureBucket,
  type PictureFormat,
  pictureSizeStorageKey,
  productPictureSidePixels,
  storedPictureFormats,
  storedPictureWidths,
  storedWidthsOfPicture,
} from '#app/lib/pictures.ts'
import { ProcessLimitExceededError } from '../security/limited-process.ts'
import type { FileStorage } from '../storage/storage.ts'
import { decodeHeic } from './heic.ts'
import { mendJpeg } from './mend-jpeg.ts'

export interface StoredPicture {
  /** Key of the largest file; the other sizes derive from it (see lib/pictures). */
  key: string
  /** Pixels of the largest file. */
  width: number
  height: number
  /** `#rrggbb`, the average colour. */
  colour: string
  /** Key in the bucket `masters`; null if no copy of the whole is kept. */
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
  /** The whole picture as WebP without metadata, from which other sizes can be made later. Only for uploads. */
  master?: Uint8Array
}

/** Thrown for bytes that are not a picture of an accepted kind, or have more pixels than we decode. */
export class PictureRefusedError extends Error {
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
export function pictureRefusalReasonOfError(error: unknown): PictureRefusedError['reason'] {
  if (!(error instanceof PictureRefusedError)) throw error
  return error.reason
}

/** The most pixels we decode, and the longest side WebP allows. */
export const picturePixelLimits = { all: 50_000_000, side: 16_383 } as const

/** The most bytes that a decoded picture may take, see {@link estimateDecodedPictureMemory}: what a turned progressive JPEG of the most pixels needs. */
export const maxDecodedPictureMemoryBytes = picturePixelLimits.all * 12

/**
 * Encoders run in libuv's thread pool, as do compression and file reads. Half of the threads are left to those, so that the
 * server stays responsive during uploads. Further uploads wait, which also bounds the memory. Small pictures have a turn of their own: an
 * avatar does not wait for photographs.
 */
const encoders = Math.max(
  1,
  Math.min(availableParallelism(), Math.floor(Number(process.env.UV_THREADPOOL_SIZE || 4) / 2)),
)
const limitLarge = pLimit(Math.max(1, encoders - 1))
const limitSmall = pLimit(1)

/** Pixels of what an encoder is done with at once. */
const smallPixels = 16_000_000

/**
 * Re-encodes an uploaded picture once an encoder is free. The type is detected from the bytes. SVG is refused, as it can contain
 * scripts. The result has a master, except for avatars and products. No file of it is larger than `mostBytes`.
 * @throws PictureRefusedError
 */
export async function encodeUploadedPicture(
  bucket: PictureBucket,
  bytes: Uint8Array,
  mostBytes: number,
): Promise<EncodedPicture> {
  if (!detectAcceptedFileSignatureKind(bytes, 'pictures')) throw new PictureRefusedError('type')
  const header = await readDecodable(bytes, picturePixelLimits.side)
  const isSmall = ['avatars', 'logo'].includes(bucket) && header.width * header.height <= smallPixels
  return (isSmall ? limitSmall : limitLarge)(() =>
    withDecoder(bytes, header, async (open, size) => {
      const picture = await encodeDecoded(bucket, open, size, 'thorough', mostBytes)
      if (bucket === 'avatars' || bucket === 'shop') return picture
      return { ...picture, master: await encodeMaster(open, mostBytes) }
    }),
  )
}

/**
 * The header gives type and size, so that a decompression bomb is refused before it is decoded.
 * @throws PictureRefusedError for no picture, and for more than we decode
 */
async function readDecodable(bytes: Uint8Array, longest: number): Promise<Metadata> {
  const header = await readHeader(bytes).catch(() => {
    throw new PictureRefusedError('type')
  })
  const { width, height } = header
  // Of rows without end a decoder holds several at once, whatever all of them come to.
  if (
    Math.max(width, height) > longest ||
    width * height > picturePixelLimits.all ||
    estimateDecodedPictureMemory(header) > maxDecodedPictureMemoryBytes
  )
    throw new PictureRefusedError('pixels')
  return header
}

/**
 * What libjpeg says of a picture that lacks nothing: bytes behind its data, which cameras write, or colours that it does not know.
 * Two pictures at once can take each other's message: then nothing is said, or more than is true.
 */
const harmless = /extraneous bytes before marker|Unknown Adobe color|due to failOn setting$/

/** Would be drawn if the data of a picture went on; also where it goes on behind one of the marks that a scan may have. */
const filler = Buffer.concat(
  Array.from({ length: 8 }, (_, mark) => [
    Buffer.from('a picture goes on here: '),
    Uint8Array.of(0xff, 0xd0 + mark),
  ]).flat(),
)

/**
 * Decodes what people send, with the same tolerance on every path. `work` opens it upright as often as it needs, and gets the size it then has.
 * A JPEG is mended, and then decoded so that one of which something is missing is refused: libvips would draw the rest in grey.
 * @throws PictureRefusedError
 */
async function withDecoder<Result>(
  bytes: Uint8Array,
  header: Metadata,
  work: (open: () => Sharp, size: Size) => Promise<Result>,
): Promise<Result> {
  const { default: sharp } = await import('sharp')
  const openAs = (source: Uint8Array, failOn: FailOnOptions) => () =>
    sharp(source, { limitInputPixels: picturePixelLimits.all, failOn }).rotate()
  // What stands behind a whole picture is not drawn.
  const isWhole = async () => {
    const drawn: string[] = []
    for (const more of [new Uint8Array(), filler]) {
      const { channels } = await openAs(mendJpeg(bytes, more), 'error')().stats()
      drawn.push(JSON.stringify(channels))
    }
    return drawn[0] === drawn[1]
  }
  const decode = async () => {
    if (header.format === 'heif' && header.compression === 'hevc') {
      const { data, width, height } = await decodeHeic(bytes, picturePixelLimits.all)
      return work(() => sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), { width, height })
    }
    if (header.format !== 'jpeg') return work(openAs(bytes, 'error'), header.autoOrient)
    const mended = mendJpeg(bytes)
    return work(openAs(mended, 'warning'), header.autoOrient).catch(async (error) => {
      if (!harmless.test(String(error)) || !(await isWhole())) throw error
      return work(openAs(mended, 'error'), header.autoOrient)
    })
  }
  return decode().catch((error) => {
    if (error instanceof PictureRefusedError) throw error
    throw new PictureRefusedError(error instanceof ProcessLimitExceededError ? 'pixels' : 'type')
  })
}

/**
 * The memory that decoding a picture takes at most: all of it as it is decoded, once more where it is turned upright, and the
 * coefficients of a progressive JPEG. Only the first picture of an animation is decoded.
 */
export function estimateDecodedPictureMemory(
  header: Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive' | 'orientation'>,
): number {
  const samples = header.width * header.height * header.channels
  const decoded = samples * (header.depth === 'uchar' ? 1 : 2)
  const turned = (header.orientation ?? 1) > 1 ? decoded : 0
  const coefficients = header.format === 'jpeg' && header.isProgressive ? samples * 2 : 0
  return decoded + turned + coefficients
}

/** A full-size photograph in the format it was uploaded in; HEIC becomes JPEG. */
export interface EncodedDocumentPhotograph {
  format: 'jpg' | 'png' | 'webp'
  bytes: Uint8Array
}

/**
 * Re-encodes a photograph of a document at full resolution, turned upright and without metadata (EXIF, GPS). Small print stays
 * legible: JPEG and WebP at high quality, PNG lossless. Only where the result would be larger than `mostBytes` it is a plainer JPEG.
 * @throws PictureRefusedError
 */
export async function encodeDocumentPhotograph(
  bytes: Uint8Array,
  mostBytes: number,
): Promise<EncodedDocumentPhotograph> {
  const header = await readDecodable(bytes, longestSide)
  const { format, depth } = header
  return limitLarge(() =>
    withDecoder(bytes, header, async (upright): Promise<EncodedDocumentPhotograph> => {
      const inColour = () => upright().toColourspace('srgb')
      const encodePlainly = plainer(() => inColour().flatten({ background: '#ffffff' }))
      // Keeps 16 bits per channel.
      if (format === 'png') {
        const kept = () => (depth === 'ushort' ? upright().toColourspace('rgb16') : upright())
        const lossless = async () => ({ format, bytes: await kept().png({ palette: false }).toBuffer() })
        return withinBytes(mostBytes, [lossless, ...encodePlainly])
      }
      if (format === 'webp') {
        const similar = async () => ({ format, bytes: await inColour().webp({ quality: 95 }).toBuffer() })
        return withinBytes(mostBytes, [similar, ...encodePlainly])
      }
      if (format !== 'jpeg' && format !== 'heif') throw new PictureRefusedError('type')
      const similar = async () => ({ format: 'jpg' as const, bytes: await inColour().jpeg(readable).toBuffer() })
      return withinBytes(mostBytes, [similar, ...encodePlainly])
    }),
  )
}

/** Without chroma subsampling, which blurs red print on paper. */
const readable = { quality: 92, chromaSubsampling: '4:4:4' } as const

/** Smaller ways to keep a photograph, the most legible first: what it weighs is given up before its pixels are. */
function plainer(decoded: () => Sharp): (() => Promise<EncodedDocumentPhotograph>)[] {
  const encode = (quality: number, side: number) => async (): Promise<EncodedDocumentPhotograph> => {
    const fitted = decoded().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    return { format: 'jpg', bytes: await fitted.jpeg({ quality }).toBuffer() }
  }
  return [encode(85, longestSide), encode(70, longestSide), encode(80, 4_096), encode(60, 2_048)]
}

/** The longest side that JPEG allows, and that a photograph may have. */
const longestSide = 65_535

/** The first result that is not larger than `most`. */
async function withinBytes<Encoded extends { bytes: Uint8Array }>(
  most: number,
  ways: (() => Promise<Encoded>)[],
): Promise<Encoded> {
  for (const encode of ways) {
    const encoded = await encode()
    if (encoded.bytes.length <= most) return encoded
  }
  throw new Error('the picture could not be kept within the limit')
}

// The encoder takes 11 MiB and is loaded with the first picture: most visits need none.
async function readHeader(bytes: Uint8Array) {
  const { default: sharp } = await import('sharp')
  return sharp(bytes, { limitInputPixels: false }).metadata()
}

/** The longest side of a master: twice that of the largest file that is made of any. */
const masterSide = 4_096

/** A higher effort takes seconds and saves only 5% of the bytes. */
async function encodeMaster(open: () => Sharp, mostBytes: number): Promise<Uint8Array> {
  const encode = (quality: number, side: number) => async () => ({
    bytes: await open()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality, effort: 0 })
      .toBuffer(),
  })
  const ways = [encode(90, masterSide), encode(75, masterSide), encode(75, masterSide / 2)]
  return (await withinBytes(mostBytes, ways)).bytes
}

/** Encoder effort: `thorough` makes files smaller and takes two to three times as long. */
type Effort = 'quick' | 'thorough'

/**
 * Re-encodes a picture into the sizes and formats of its bucket. It is rotated upright and its metadata (EXIF, GPS) removed.
 * Avatars and covers are cropped to squares around the point of attention; products are padded to squares. Only avatars and
 * products are enlarged, as all of them have the same sizes. No file is larger than `mostBytes`.
 * @throws the decoder's error for bytes that are not a picture
 */
export async function encodePicture(
  bucket: PictureBucket,
  bytes: Uint8Array,
  effort: Effort = 'thorough',
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<EncodedPicture> {
  const { default: sharp } = await import('sharp')
  const open = () => sharp(bytes, { limitInputPixels: picturePixelLimits.all }).rotate()
  return encodeDecoded(bucket, open, (await readHeader(bytes)).autoOrient, effort, mostBytes)
}

async function encodeDecoded(
  bucket: PictureBucket,
  open: () => Sharp,
  size: Size,
  effort: Effort,
  mostBytes: number,
): Promise<EncodedPicture> {
  const { default: sharp } = await import('sharp')
  const { part, resize } = planLargestPictureFile(bucket, size)
  const upright = open()
  const { data, info } = await (part ? upright.extract(part) : upright)
    .resize(resize)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const decoded = () => sharp(data, { raw: { width, height, channels } })
  const wanted = storedWidthsOfPicture(bucket, width).flatMap((each) =>
    storedPictureFormats[bucket].map((format) => ({ width: each, format })),
  )
  const sizes: EncodedSize[] = []
  for (const each of wanted) sizes.push({ ...each, ...(await encode(decoded, each, effort, mostBytes)) })
  return { width, height, colour: await averageColour(decoded()), sizes }
}

interface Size {
  width: number
  height: number
}

/** How the largest file of a bucket is made of a picture. */
export interface LargestPictureFilePlan {
  /** What is cut out first; null for the whole. */
  part: Region | null
  resize: ResizeOptions
  /** The size that this part is brought to before it is cut or padded to its shape. */
  scaled: Size
}

/** How many times as long as wide a picture may be of which a square is made; of a longer one its middle is taken. */
const mostLengths = 4

/** How many times as high as wide the largest file of a logo or a gallery picture may be. */
const mostHeights = 3

/** Plans the largest file of a bucket, so that nothing between is much larger than the picture or that file. */
export function planLargestPictureFile(bucket: PictureBucket, { width, height }: Size): LargestPictureFilePlan {
  if (bucket === 'avatars') return planSquare(avatarSidePixels, { width, height })
  const largest = Math.max(...storedPictureWidths[bucket])
  if (bucket === 'podcast-media') return planSquare(Math.min(largest, width, height), { width, height })
  // Products must not be cropped.
  if (bucket === 'shop') {
    const square = { width: productPictureSidePixels, height: productPictureSidePixels }
    const resize: ResizeOptions = { ...square, fit: 'contain', background: 'transparent' }
    return { part: null, resize, scaled: scale({ width, height }, productPictureSidePixels / Math.max(width, height)) }
  }
  const box = { width: largest, height: largest * mostHeights }
  const factor = Math.min(1, box.width / width, box.height / height)
  return {
    part: null,
    resize: { ...box, fit: 'inside', withoutEnlargement: true },
    scaled: scale({ width, height }, factor),
  }
}

/** `cover` brings the shorter side to the square's before it cuts: a strip would become as many times as long. */
function planSquare(side: number, picture: Size): LargestPictureFilePlan {
  const longest = Math.min(picture.width, picture.height) * mostLengths
  const taken = { width: Math.min(picture.width, longest), height: Math.min(picture.height, longest) }
  const isCut = taken.width < picture.width || taken.height < picture.height
  const left = Math.floor((picture.width - taken.width) / 2)
  const top = Math.floor((picture.height - taken.height) / 2)
  return {
    part: isCut ? { left, top, ...taken } : null,
    resize: { width: side, height: side, fit: 'cover', position: 'attention' },
    scaled: scale(taken, side / Math.min(taken.width, taken.height)),
  }
}

function scale({ width, height }: Size, factor: number): Size {
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) }
}

/** The keys and facts an encoded picture will be stored under; the default name is unique. */
export function prepareStoredPictureKeys(
  folder: string,
  picture: EncodedPicture,
  name = nameOf(picture),
): StoredPicture {
  const { width, height, colour } = picture
  const key = `${folder}/${name}.webp`
  return { key, width, height, colour, masterKey: picture.master ? key : null }
}

/** A name like a UUID: the first half says what the picture is, see {@link isSamePicture}, the second makes it unique. */
function nameOf({ sizes }: EncodedPicture): string {
  const digest = createHash('sha256')
  for (const { bytes } of sizes) digest.update(bytes)
  return digest
    .digest('hex')
    .slice(0, 16)
    .replace(/^(.{8})(.{4})(.{4})$/, `$1-$2-$3${randomUUID().slice(18)}`)
}

/** Whether two stored pictures were made of the same bytes: sent twice, for instance after an answer was lost. */
export function isSamePicture(one: Pick<StoredPicture, 'key'>, other: Pick<StoredPicture, 'key'>): boolean {
  const digestOf = ({ key }: Pick<StoredPicture, 'key'>) => key.slice(key.lastIndexOf('/') + 1).slice(0, 18)
  return digestOf(one) === digestOf(other)
}

/**
 * Stores an encoded picture in a folder named after its owner's id. If one file fails, it waits for the others before it throws,
 * so that nothing is written afterwards.
 */
export async function storePicture(
  storage: FileStorage,
  bucket: PictureBucket,
  folder: string,
  picture: EncodedPicture,
  name?: string,
): Promise<StoredPicture> {
  const stored = prepareStoredPictureKeys(folder, picture, name)
  await putPictureFiles(storage, bucket, stored, picture)
  return stored
}

/** Stores the files of an encoded picture under the keys given by {@link prepareStoredPictureKeys}. */
export async function putPictureFiles(
  storage: FileStorage,
  bucket: PictureBucket,
  stored: StoredPicture,
  picture: EncodedPicture,
): Promise<void> {
  const puts = picture.sizes.map((size) =>
    storage.put(bucket, pictureSizeStorageKey(stored, size.width, size.format), size.bytes),
  )
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

function encode(
  decoded: () => Sharp,
  { width, format }: { width: number; format: PictureFormat },
  effort: Effort,
  mostBytes: number,
) {
  const quick = effort === 'quick'
  // WebP of an effort below 2 is almost twice as large and saves no time.
  const encodeAt = (webp: number, avif: number) => async () => {
    const resized = decoded().resize({ width, withoutEnlargement: true })
    return {
      bytes: await (format === 'webp'
        ? resized.webp({ quality: webp, effort: quick ? 2 : 4 }).toBuffer()
        : resized.avif({ quality: avif, effort: quick ? 0 : 3 }).toBuffer()),
    }
  }
  return withinBytes(mostBytes, [encodeAt(80, 55), encodeAt(50, 35), encodeAt(20, 15)])
}
