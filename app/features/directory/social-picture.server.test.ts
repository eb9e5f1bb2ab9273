import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { toPicture } from '#app/lib/pictures.ts'
import { InMemoryCache } from '#app/platform/.server/page-cache/cache.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { businessSocialPicture } from './social-picture.server.ts'

const logoOf = (key: string) => toPicture('logo', { key, width: 256, height: 256, colour: '#aabbcc' })

const business: Parameters<typeof businessSocialPicture.version>[0] = {
  slug: 'fern-kendal',
  name: 'Fern & Hollow',
  tagline: 'By hand',
  description: null,
  productsServices: [],
  primaryService: null,
  industryName: 'Arts & Crafts',
  businessType: null,
  serviceArea: null,
  serviceBranch: 'British Army',
  relationshipType: 'Veteran',
  memberSince: 2021,
  checkedOn: null,
  basis: 'A person read documents that show it',
  streetAddress: null,
  city: 'Kendal',
  county: 'Cumbria',
  postcode: 'LA9 4XX',
  email: null,
  phone: null,
  websiteUrl: null,
  socialLinks: [],
  promoVideo: null,
  logo: logoOf('b/logo.webp'),
  gallery: [],
  tile: { initials: 'FH', colour: '#8c5d87' },
  position: { x: 351_000, y: 492_000 },
}

/** The parts of a platform that the picture needs, with a spy on the storage. */
async function fakePlatform() {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
      .webp()
      .toBuffer(),
  )
  const read = vi.fn(async (_bucket: string, key: string) =>
    key === 'b/missing.webp' ? null : { bytes, contentType: 'image/webp', etag: '"x"' },
  )
  const platform = {
    storage: { read },
    pictureCache: new InMemoryCache({ max: 10, ttl: 60_000 }),
  } as unknown as Platform
  return { platform, read }
}

describe('the version of a picture', () => {
  test('is short, safe in a URL, and the same for the same content', () => {
    expect(businessSocialPicture.version(business)).toMatch(/^[\w-]{10}$/)
    expect(businessSocialPicture.version({ ...business })).toBe(businessSocialPicture.version(business))
  })

  test.each<[string, Partial<typeof business>]>([
    ['the name', { name: 'Fern' }],
    ['the logo', { logo: logoOf('b/other.webp') }],
    ['no logo', { logo: null }],
    ['the tagline', { tagline: null }],
    ['the industry', { industryName: null }],
    ['the town', { city: 'Ulverston' }],
    ['its place on the map', { position: null }],
    ['the branch', { serviceBranch: 'Royal Navy' }],
    ['the relationship', { relationshipType: null }],
  ])('changes with %s', (_what, change) => {
    expect(businessSocialPicture.version({ ...business, ...change })).not.toBe(businessSocialPicture.version(business))
  })

  test('stays when only other fields change', () => {
    const phone = { shown: '01632 960123', uri: null, note: null }
    const change = { description: 'new', phone, websiteUrl: 'https://fern.example/', memberSince: 2022 }
    expect(businessSocialPicture.version({ ...business, ...change })).toBe(businessSocialPicture.version(business))
  })
})

describe('the picture', () => {
  test('is drawn once and cached until its content changes', async () => {
    const { platform, read } = await fakePlatform()
    const [first, second] = await Promise.all([
      businessSocialPicture.get(platform, business),
      businessSocialPicture.get(platform, business),
    ])
    expect(second).toBe(first)
    expect(read.mock.calls).toEqual([['logo', 'b/logo.webp']])
    const renamed = await businessSocialPicture.get(platform, { ...business, name: 'Fern' })
    expect(Buffer.from(renamed).equals(Buffer.from(first))).toBe(false)
    expect(read).toHaveBeenCalledTimes(2)
  })

  test('is drawn without the logo if the file is missing', async () => {
    const { platform } = await fakePlatform()
    const png = await businessSocialPicture.get(platform, { ...business, logo: logoOf('b/missing.webp') })
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })
})
