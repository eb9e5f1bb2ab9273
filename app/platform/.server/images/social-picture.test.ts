import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSocialPicture, type SocialPictureContent } from './social-picture.ts'

const plain: SocialPictureContent = {
  title: 'Fern & Hollow',
  lines: ['Furniture made by hand', 'Arts & Crafts · Kendal, Cumbria'],
  badge: 'Verified veteran-owned · British Army',
  logo: null,
  tile: null,
  position: null,
}
const drawn = drawSocialPicture(plain)

const logo = (background: string) =>
  sharp({ create: { width: 256, height: 128, channels: 3, background } })
    .webp()
    .toBuffer()

/** Every pixel as red, green and blue. */
async function pixelsOf(png: Uint8Array) {
  return sharp(png).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
}

test('the picture is a PNG of 1200 by 630 pixels with something on it', async () => {
  const png = await drawn
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const { data } = await pixelsOf(png)
  const dark = Array.from({ length: data.length / 3 }, (_, pixel) => data[pixel * 3] ?? 255).filter((red) => red < 60)
  // The title, the mark and the line at the bottom are drawn in ink.
  expect(dark.length).toBeGreaterThan(5_000)
  expect(png.length).toBeLessThan(150_000)
})

test('the same facts give the same picture, other facts another', async () => {
  expect(Buffer.from(await drawSocialPicture(plain)).equals(Buffer.from(await drawn))).toBe(true)
  expect(Buffer.from(await drawSocialPicture({ ...plain, title: 'Fern' })).equals(Buffer.from(await drawn))).toBe(false)
  const without = await drawSocialPicture({ ...plain, badge: null })
  expect(Buffer.from(without).equals(Buffer.from(await drawn))).toBe(false)
})

test('everything stands inside the margin', async () => {
  const whole = { ...plain, title: 'W'.repeat(10_000), lines: ['W'.repeat(10_000), 'words '.repeat(2_000)] }
  const { data, info } = await pixelsOf(await drawSocialPicture({ ...whole, logo: await logo('#ff00ff') }))
  const paper = data.subarray(0, 3)
  const outside: number[] = []
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if (x >= 60 && x < info.width - 60 && y >= 50 && y < info.height - 50) continue
      const at = (y * info.width + x) * 3
      if (paper.some((part, index) => Math.abs(part - (data[at + index] ?? 0)) > 8)) outside.push(x, y)
    }
  }
  expect(outside).toEqual([])
})

const poppy = [0xc2, 0x32, 0x1f]

/** How many pixels of a part have about this colour. */
async function count(png: Uint8Array, colour: number[], part: { left: number; right: number }): Promise<number> {
  const { data, info } = await pixelsOf(png)
  let found = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const x = (at / info.channels) % info.width
    if (x < part.left || x >= part.right) continue
    if (colour.every((value, index) => Math.abs(value - (data[at + index] ?? 0)) < 12)) found += 1
  }
  return found
}

const map = { left: 840, right: 1200 }

// spec: look.6
test('it has the map of bars, with a red one where the business is, and a row of bars', async () => {
  const without = await drawn
  expect(await count(without, [0x12, 0x21, 0x3a], map)).toBeGreaterThan(3_000)
  expect(await count(without, poppy, map)).toBe(0)
  const there = await drawSocialPicture({ ...plain, position: { x: 351_000, y: 492_000 } })
  expect(await count(there, poppy, map)).toBeGreaterThan(50)
  const { data, info } = await pixelsOf(without)
  // Along the row ink and paper alternate.
  const row = [...Array(info.height).keys()].map((y) => {
    const dark = [...Array(760).keys()].map((x) => (data[(y * info.width + 72 + x) * info.channels] ?? 255) < 60)
    return dark.filter((isDark, x) => isDark && !dark[x - 1]).length
  })
  expect(Math.max(...row)).toBeGreaterThanOrEqual(90)
})

// spec: look.1
test('without a logo the initials are drawn on a tile', async () => {
  const tile = [0x8a, 0x5c, 0x86]
  const words = { left: 0, right: 840 }
  expect(await count(await drawn, tile, words)).toBe(0)
  expect(await count(await drawSocialPicture({ ...plain, tile: '#8a5c86' }), tile, words)).toBeGreaterThan(8_000)
  const withLogo = { ...plain, tile: '#8a5c86', logo: await logo('#ff00ff') }
  expect(await count(await drawSocialPicture(withLogo), tile, words)).toBe(0)
})

test('the logo is drawn beside the title', async () => {
  const { data, info } = await pixelsOf(await drawSocialPicture({ ...plain, logo: await logo('#ff00ff') }))
  let magenta = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 230 && (data[at + 1] ?? 255) < 30 && (data[at + 2] ?? 0) > 230) magenta += 1
  }
  expect(magenta).toBeGreaterThan(5_000)
})

test.each([
  ['markup', '<script>alert(1)</script> & <img src=x onerror=alert(1)>'],
  ['entities', '&lt;b&gt; &#0; &amp;'],
  ['emoji alone', '\ud83d\ude80\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\ud83c\uddec\ud83c\udde7'],
  ['right-to-left text', '\u202e\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627'],
  ['Chinese', '\u8001\u5175\u4f01\u4e1a'],
  ['Welsh', 'T\u0177 Bach yn \u0174yneb, Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'],
  ['10,000 characters without a space', 'W'.repeat(10_000)],
  ['10,000 characters of words', 'word '.repeat(2_000)],
  ['control characters', 'a\u0000b\nc\u001b[31md'],
  ['nothing', ''],
  ['half an emoji', '\ud83d'],
])('a name of %s draws', async (_what, name) => {
  const png = await drawSocialPicture({ ...plain, title: name, lines: [name, name, name, name], badge: plain.badge })
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('markup in a name is drawn as text, not obeyed', async () => {
  const obeyed = await drawSocialPicture({ ...plain, title: '' })
  const text = await drawSocialPicture({ ...plain, title: '<rect width="1200" height="630"/>' })
  expect(Buffer.from(text).equals(Buffer.from(obeyed))).toBe(false)
  const { data } = await pixelsOf(text)
  const black = Array.from({ length: data.length / 3 }, (_, pixel) => data[pixel * 3] ?? 255).filter((red) => red < 60)
  expect(black.length).toBeLessThan(1200 * 630 * 0.2)
})

test('a logo that is no picture is an error, not an empty picture', async () => {
  await expect(drawSocialPicture({ ...plain, logo: new Uint8Array([1, 2, 3]) })).rejects.toThrow()
})
