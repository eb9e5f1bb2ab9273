import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { heicPhotograph } from '#tests/factories/documents.ts'
import { heicGrid } from './heic.ts'

/** A picture as it was sent somewhere, and what is to become of it on every path. */
export interface PictureCase {
  name: string
  make: () => Buffer | Promise<Buffer>
  right: 'taken' | 'type' | 'pixels'
  /** Who reported the kind; none for a file that came with the task. */
  report?: string
}

const given = (name: string) => () => readFileSync(join('tests/world/pictures', name))
const whole = given('scan.jfif')
const end = Buffer.from([0xff, 0xd9])
const without = (bytes: Buffer, count: number) => bytes.subarray(0, bytes.length - count)
const cut = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

/** A picture in which every part is different, so that none of it can be missing. */
const drawn = () =>
  sharp({
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#369',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
const progressive = () => drawn().jpeg({ progressive: true }).toBuffer()
/** Bytes between two parts of the head, as some programs write them. */
const withHead = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 20), Buffer.alloc(18, 1), bytes.subarray(20)])
/** Bytes between the data and its end. */
const withTail = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]), end])
const restarting = async () => {
  // Samsung's trailer and a video, behind a picture that has no end.
  const trailer = Buffer.concat([Buffer.from('SEFH'), Buffer.alloc(2_000, 0x5a), Buffer.from('SEFT')])
  return Buffer.concat([without(whole(), 2), trailer])
}

export const pictureCases: PictureCase[] = [
  { name: 'samsung-sos.jpg', make: given('samsung-sos.jpg'), right: 'taken' },
  { name: 'no-eoi.jpg', make: given('no-eoi.jpg'), right: 'taken' },
  { name: 'scan.jfif', make: given('scan.jfif'), right: 'taken' },
  { name: 'photo-without-ending', make: given('photo-without-ending'), right: 'taken' },
  { name: 'a Samsung photograph without its end', make: () => without(given('samsung-sos.jpg')(), 2), right: 'taken' },
  { name: 'half of its end mark', make: () => without(whole(), 1), right: 'taken' },
  { name: 'half of a Samsung photograph', make: () => cut(given('samsung-sos.jpg')(), 0.5), right: 'type' },
  { name: 'a photograph that lacks its last twentieth', make: () => cut(whole(), 0.95), right: 'type' },
  { name: 'bytes in the head, and half is missing', make: () => withHead(cut(whole(), 0.5)), right: 'type' },
  { name: 'bytes behind the data, and half is missing', make: () => withTail(cut(whole(), 0.5)), right: 'type' },
  {
    name: 'half of a photograph, in a file that had its length before',
    make: () => Buffer.concat([cut(whole(), 0.5), Buffer.alloc(whole().length)]),
    right: 'type',
  },
  {
    name: 'a photograph without its end, in a file that was longer before',
    make: () => Buffer.concat([without(whole(), 2), Buffer.alloc(whole().length)]),
    right: 'taken',
  },
  {
    name: 'colours that no decoder knows',
    make: () => {
      const colours = Buffer.from([0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 7])
      return Buffer.concat([whole().subarray(0, 2), colours, whole().subarray(2)])
    },
    right: 'taken',
  },
  { name: 'a HEIC that is also cut', make: () => cut(heicPhotograph(), 0.7), right: 'type' },
  // From public reports.
  {
    name: 'the scan of a Samsung photograph says too little of itself',
    make: given('samsung-sos.jpg'),
    right: 'taken',
    report: 'https://github.com/lovell/sharp/issues/1578',
  },
  {
    name: 'a program that saves bytes leaves the end out',
    make: () => without(whole(), 2),
    right: 'taken',
    report: 'https://github.com/ruffle-rs/ruffle/pull/8820',
  },
  {
    name: 'a progressive photograph without its end',
    make: async () => without(await progressive(), 2),
    right: 'taken',
    report: 'https://github.com/SixLabors/ImageSharp/issues/440',
  },
  {
    name: 'a panorama without an end, and something else behind it',
    make: restarting,
    right: 'taken',
    report: 'https://github.com/libjpeg-turbo/libjpeg-turbo/issues/163',
  },
  {
    name: 'a video behind a photograph',
    make: () => Buffer.concat([whole(), Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(3_000, 0x11)]),
    right: 'taken',
    report: 'https://github.com/3rd/image.nvim/pull/379',
  },
  {
    name: 'bytes between two parts of the head',
    make: () => withHead(whole()),
    right: 'taken',
    report: 'https://github.com/CirclesUBI/circles-api/issues/36',
  },
  {
    name: 'a camera of a door writes more than the picture',
    make: () => withTail(without(whole(), 2)),
    right: 'taken',
    report: 'https://github.com/lovell/sharp/issues/4149',
  },
  {
    name: 'a JFIF of Windows',
    make: given('scan.jfif'),
    right: 'taken',
    report: 'https://github.com/opengovsg/FormSG/issues/3369',
  },
  {
    name: 'a photograph without a name that says so',
    make: given('photo-without-ending'),
    right: 'taken',
    report: 'https://github.com/inaturalist/inaturalist/pull/4505',
  },
  {
    name: 'a WebP that is called JPEG',
    make: () => drawn().webp().toBuffer(),
    right: 'taken',
    report: 'https://github.com/MasaCMS/MasaCMS/issues/193',
  },
  {
    name: 'a picture in the colours of printers',
    make: () => drawn().toColourspace('cmyk').jpeg().toBuffer(),
    right: 'taken',
    report: 'https://github.com/libjxl/libjxl/issues/468',
  },
  {
    name: 'an upload that stopped midway',
    make: () => cut(whole(), 0.5),
    right: 'type',
    report: 'https://github.com/libvips/libvips/issues/474',
  },
  {
    name: 'a download of which a tenth came',
    make: () => cut(whole(), 0.3),
    right: 'type',
    report: 'https://github.com/lovell/sharp/issues/793',
  },
  {
    name: 'a photograph that lacks most, and has its end',
    make: () => Buffer.concat([cut(whole(), 0.4), end]),
    right: 'type',
    report: 'https://github.com/libvips/libvips/issues/1509',
  },
  {
    name: 'a progressive photograph that stopped midway',
    make: async () => cut(await progressive(), 0.6),
    right: 'type',
    report: 'https://github.com/SixLabors/ImageSharp/issues/18',
  },
  {
    name: 'a PNG that stopped midway',
    make: async () => cut(await drawn().png().toBuffer(), 0.5),
    right: 'type',
    report: 'https://github.com/vellum-ai/vellum-assistant/pull/40987',
  },
  {
    name: 'a head and nothing else',
    make: () => cut(whole(), 0.02),
    right: 'type',
    report: 'https://github.com/digital-preservation/PRONOM_Research/issues/53',
  },
  {
    name: 'the photograph of a telephone, from a computer',
    make: heicPhotograph,
    right: 'taken',
    report: 'https://github.com/mysociety/fixmystreet/issues/2871',
  },
  {
    name: 'a photograph of tiles',
    make: () => heicGrid({ rows: 3, columns: 4 }),
    right: 'taken',
    report: 'https://github.com/bigcat88/pillow_heif/pull/436',
  },
  {
    name: 'a photograph with more tiles than there are',
    make: () => heicGrid({ rows: 3, columns: 4, tiles: 2 }),
    right: 'type',
    report: 'https://github.com/strukturag/libheif/issues/1804',
  },
  {
    name: 'a photograph that is its own tile',
    make: () => heicGrid({ rows: 2, columns: 2, isOwnTile: true }),
    right: 'type',
    report: 'https://github.com/strukturag/libheif/issues/1803',
  },
  {
    name: 'tiles that are smaller than they say',
    make: () => heicGrid({ rows: 1, columns: 1, tileSide: 7_000 }),
    right: 'type',
    report: 'https://github.com/strukturag/libheif/pull/1228',
  },
  {
    name: 'a photograph that says it is 16,000 pixels wide and high',
    make: () => heicGrid({ rows: 1, columns: 1, width: 16_000, height: 16_000 }),
    right: 'pixels',
    report: 'https://github.com/strukturag/libheif/issues/1275',
  },
  {
    name: 'as many tiles as there may be',
    make: () => heicGrid({ rows: 110, columns: 110 }),
    right: 'type',
    report: 'https://github.com/strukturag/libheif/pull/1207',
  },
]
