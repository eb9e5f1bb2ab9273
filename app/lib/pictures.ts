/** A stored picture with its URL, size and placeholder colour. */
export interface Picture {
  /** URL of the largest WebP file on our own origin. */
  src: string
  /** Width and height of the largest file, in pixels. */
  width: number
  height: number
  /** `#rrggbb`, shown until the file has loaded. */
  colour: string
  /** `srcset` values with width descriptors, smallest first; `avif` is null where only WebP was made. */
  webp: string
  avif: string | null
}

/** What a file dialog offers for an upload. Windows calls some JPEGs JFIF. Without HEIC, so that phones convert to JPEG. */
export const acceptedPictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif,.jfif'

/** The public buckets of pictures, with the stored widths in pixels, smallest first. */
export const storedPictureWidths = {
  logo: [96, 256],
  gallery: [480, 960, 1600],
  avatars: [96, 384],
  'podcast-media': [320, 640, 1280],
  shop: [320, 640, 960],
} as const

export type PictureBucket = keyof typeof storedPictureWidths
export type PictureFormat = 'webp' | 'avif'

/** The stored formats: AVIF only where it saves much, as for large photographs. */
export const storedPictureFormats: Record<PictureBucket, readonly PictureFormat[]> = {
  logo: ['webp'],
  gallery: ['webp', 'avif'],
  avatars: ['webp'],
  'podcast-media': ['webp', 'avif'],
  shop: ['webp'],
}

/** The stored widths of a picture: those of the bucket that are smaller than the picture, and its own width last. */
export function storedWidthsOfPicture(bucket: PictureBucket, width: number): number[] {
  const widths = storedPictureWidths[bucket]
  const largest = Math.min(width, widths[widths.length - 1] ?? width)
  return [...widths.filter((candidate) => candidate < largest), largest]
}

/**
 * The storage key of one size of a picture. `{business_id}/{name}.webp` is the largest WebP file; others are
 * `{business_id}/{name}-480.avif` and so on.
 */
export function pictureSizeStorageKey(
  picture: { key: string; width: number },
  width: number,
  format: PictureFormat,
): string {
  if (width === picture.width && format === 'webp') return picture.key
  return picture.key.replace(/\.webp$/, `-${width}.${format}`)
}

/** The storage keys of all files of a picture. */
export function pictureStorageKeys(bucket: PictureBucket, picture: { key: string; width: number }): string[] {
  return storedWidthsOfPicture(bucket, picture.width).flatMap((width) =>
    storedPictureFormats[bucket].map((format) => pictureSizeStorageKey(picture, width, format)),
  )
}

/** The side of stored avatars in pixels: squares, enlarged if necessary. */
export const avatarSidePixels = 384

/** Returns a stored avatar for a screen. */
export function avatarSourcesFromStorageKey(key: string): { src: string; srcSet: string } {
  const address = (width: number) =>
    storedFileUrl('avatars', pictureSizeStorageKey({ key, width: avatarSidePixels }, width, 'webp'))
  return {
    src: address(96),
    srcSet: storedPictureWidths.avatars.map((width) => `${address(width)} ${width}w`).join(', '),
  }
}

/** The side of stored product pictures in pixels: squares, padded if necessary. */
export const productPictureSidePixels = 960

/** Returns a product's stored picture for a screen, by its key. */
export function productPictureFromStorageKey(key: string): Picture {
  return toPicture('shop', {
    key,
    width: productPictureSidePixels,
    height: productPictureSidePixels,
    colour: '#ffffff',
  })
}

/** URL of a stored public file. */
export function storedFileUrl(bucket: string, key: string): string {
  return `/files/${bucket}/${key}`
}

/** Returns a stored picture for a screen. `key` is that of the largest WebP file. */
export function toPicture(
  bucket: PictureBucket,
  stored: { key: string; width: number; height: number; colour: string },
): Picture {
  const widths = storedWidthsOfPicture(bucket, stored.width)
  const srcset = (format: PictureFormat) =>
    widths.map((width) => `${storedFileUrl(bucket, pictureSizeStorageKey(stored, width, format))} ${width}w`).join(', ')
  return {
    src: storedFileUrl(bucket, stored.key),
    width: stored.width,
    height: stored.height,
    colour: stored.colour,
    webp: srcset('webp'),
    avif: storedPictureFormats[bucket].includes('avif') ? srcset('avif') : null,
  }
}
