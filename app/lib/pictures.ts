/** One stored picture as a screen needs it: where it is, how large, and the colour that holds its place. */
export interface Picture {
  /** Address of the largest WebP file, from our own origin. */
  src: string
  /** Width and height of the largest file, in pixels. */
  width: number
  height: number
  /** `#rrggbb`, shown until the file is there. */
  colour: string
  /** `srcset` values with width descriptors, smallest first; `avif` is null where only WebP was made. */
  webp: string
  avif: string | null
}

/** The types that a file dialog offers for an upload. Without HEIC, so that phones convert to JPEG. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** The public buckets that hold pictures, and the widths in pixels each picture is kept in, smallest first. */
export const pictureWidths = {
  logo: [96, 256],
  gallery: [480, 960, 1600],
  avatars: [96, 384],
  'podcast-media': [320, 640, 1280],
  shop: [320, 640, 960],
} as const

export type PictureBucket = keyof typeof pictureWidths
export type PictureFormat = 'webp' | 'avif'

/** The formats each picture is kept in: AVIF too where it saves much, as it does of photographs that are large. */
export const pictureFormats: Record<PictureBucket, readonly PictureFormat[]> = {
  logo: ['webp'],
  gallery: ['webp', 'avif'],
  avatars: ['webp'],
  'podcast-media': ['webp', 'avif'],
  shop: ['webp'],
}

/** The widths kept of a picture: the bucket's, none wider than the picture itself, which always comes last. */
export function widthsFor(bucket: PictureBucket, width: number): number[] {
  const widths = pictureWidths[bucket]
  const largest = Math.min(width, widths[widths.length - 1] ?? width)
  return [...widths.filter((candidate) => candidate < largest), largest]
}

/**
 * The key of one size of a picture. The picture's own key, `{business_id}/{name}.webp`, is the largest WebP file; the
 * others stand beside it, such as `{business_id}/{name}-480.avif`.
 */
export function sizeKey(picture: { key: string; width: number }, width: number, format: PictureFormat): string {
  if (width === picture.width && format === 'webp') return picture.key
  return picture.key.replace(/\.webp$/, `-${width}.${format}`)
}

/** Keys of all the files a stored picture consists of. */
export function pictureKeys(bucket: PictureBucket, picture: { key: string; width: number }): string[] {
  return widthsFor(bucket, picture.width).flatMap((width) =>
    pictureFormats[bucket].map((format) => sizeKey(picture, width, format)),
  )
}

/** Side of every stored avatar, in pixels: they are squares, enlarged where they must be. */
export const avatarSide = 384

/** What a screen needs of a stored avatar. */
export function avatarOf(key: string): { src: string; srcSet: string } {
  const address = (width: number) => fileUrl('avatars', sizeKey({ key, width: avatarSide }, width, 'webp'))
  return { src: address(96), srcSet: pictureWidths.avatars.map((width) => `${address(width)} ${width}w`).join(', ') }
}

/** Side of every stored picture of a product, in pixels: they are squares, with room around what is not one. */
export const productSide = 960

/** What a screen needs of a stored picture of a product, of which the key alone is kept. */
export function productPictureOf(key: string): Picture {
  return pictureOf('shop', { key, width: productSide, height: productSide, colour: '#ffffff' })
}

/** Address of a stored public file. */
export function fileUrl(bucket: string, key: string): string {
  return `/files/${bucket}/${key}`
}

/** What a screen needs of a stored picture. `key` is the largest WebP file's. */
export function pictureOf(
  bucket: PictureBucket,
  stored: { key: string; width: number; height: number; colour: string },
): Picture {
  const widths = widthsFor(bucket, stored.width)
  const srcset = (format: PictureFormat) =>
    widths.map((width) => `${fileUrl(bucket, sizeKey(stored, width, format))} ${width}w`).join(', ')
  return {
    src: fileUrl(bucket, stored.key),
    width: stored.width,
    height: stored.height,
    colour: stored.colour,
    webp: srcset('webp'),
    avif: pictureFormats[bucket].includes('avif') ? srcset('avif') : null,
  }
}
