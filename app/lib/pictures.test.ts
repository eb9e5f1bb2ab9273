import { describe, expect, test } from 'vitest'
import { pictureSizeStorageKey, storedWidthsOfPicture, toPicture } from './pictures.ts'

describe('storedWidthsOfPicture', () => {
  test.each([
    ['logo', 1000, [96, 256]],
    ['logo', 256, [96, 256]],
    ['logo', 96, [96]],
    ['logo', 60, [60]],
    ['logo', 100, [96, 100]],
    ['gallery', 4000, [480, 960, 1600]],
    ['gallery', 1200, [480, 960, 1200]],
    ['gallery', 480, [480]],
    ['gallery', 1, [1]],
    ['podcast-media', 3000, [320, 640, 1280]],
    ['podcast-media', 500, [320, 500]],
    ['shop', 960, [320, 640, 960]],
  ] as const)('keeps a %s of %i pixels in %j', (bucket, width, expected) => {
    expect(storedWidthsOfPicture(bucket, width)).toEqual(expected)
  })
})

describe('pictureSizeStorageKey', () => {
  const picture = { key: 'folder/name.webp', width: 1600 }

  test('is the picture itself for its largest WebP file', () => {
    expect(pictureSizeStorageKey(picture, 1600, 'webp')).toBe('folder/name.webp')
  })

  // spec: 161.2
  test('stands beside it for every other size and format', () => {
    expect(pictureSizeStorageKey(picture, 480, 'webp')).toBe('folder/name-480.webp')
    expect(pictureSizeStorageKey(picture, 1600, 'avif')).toBe('folder/name-1600.avif')
  })
})

describe('toPicture', () => {
  test('gives a gallery picture both formats, smallest first', () => {
    expect(toPicture('gallery', { key: 'b/n.webp', width: 1200, height: 900, colour: '#aabbcc' })).toEqual({
      src: '/files/gallery/b/n.webp',
      width: 1200,
      height: 900,
      colour: '#aabbcc',
      webp: '/files/gallery/b/n-480.webp 480w, /files/gallery/b/n-960.webp 960w, /files/gallery/b/n.webp 1200w',
      avif: '/files/gallery/b/n-480.avif 480w, /files/gallery/b/n-960.avif 960w, /files/gallery/b/n-1200.avif 1200w',
    })
  })

  test('gives a cover both formats', () => {
    const cover = toPicture('podcast-media', { key: 'h/covers/n.webp', width: 640, height: 640, colour: '#aabbcc' })
    expect(cover.webp).toBe('/files/podcast-media/h/covers/n-320.webp 320w, /files/podcast-media/h/covers/n.webp 640w')
    expect(cover.avif).toBe(
      '/files/podcast-media/h/covers/n-320.avif 320w, /files/podcast-media/h/covers/n-640.avif 640w',
    )
  })

  test('gives a logo WebP alone', () => {
    const logo = toPicture('logo', { key: 'b/n.webp', width: 256, height: 256, colour: '#aabbcc' })
    expect(logo.webp).toBe('/files/logo/b/n-96.webp 96w, /files/logo/b/n.webp 256w')
    expect(logo.avif).toBeNull()
  })
})
