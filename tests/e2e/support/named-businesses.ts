import { businessTrades } from '#app/features/businesses/tables.server.ts'
import { encodePicture } from '#app/platform/.server/images/images.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { pictureSizeStorageKey } from '../../../app/lib/pictures.ts'
import { makeDemoBusinesses } from '../../../demo/businesses.ts'
import { drawSampleLogo, drawSampleScene } from '../../../demo/drawings.ts'
import { createBusiness } from '../../factories/businesses.ts'

/** Bulk samples beside the named businesses. */
export const crowdSize = 400

const markup = (field: string) =>
  `<img src=x onerror="window.hacked='${field}'"><script>window.hacked='${field}'</script>"'&lt;</p><b>${field}</b>`

/** What the tests say of businesses they know by name. Names begin with Z or later letters, so none is on a first page. */
export const full = {
  slug: 'zebra-workshop-kendal',
  name: 'Zebra Workshop',
  tagline: 'Striped furniture, made by hand.',
  description: 'We make striped things.\n\nWe have made them since 2015.',
  services: ['Striped staircases', 'Striped tables', 'Repairs to stripes'],
  captions: ['The workshop at dawn', 'A striped table', 'Repairs under way'],
  phone: '01632 960987',
  telephone: 'tel:+441632960987',
  email: 'hello@zebra.example',
  website: 'https://zebra.example/',
  video: 'https://www.youtube.com/watch?v=abcdefghijk',
} as const

export const bare = { slug: 'zinc-bare', name: 'Zinc Bare' } as const
export const brokenPictures = { slug: 'zircon-broken-pictures', name: 'Zircon Broken Pictures' } as const
export const vimeo = { slug: 'zodiac-films', name: 'Zodiac Films' } as const
export const plainVideo = { slug: 'zonal-films', name: 'Zonal Films' } as const
export const nullActive = { slug: 'zoom-null-active', name: 'Zoom Null Active' } as const
export const hostile = { slug: 'zulu-markup', name: `Zulu ${markup('name')}` } as const
export const rightToLeft = { slug: 'zumba-right-to-left', name: 'مخبز السلام \u202Eevil\u202C שלום' } as const
export const emoji = { slug: 'zygote-emoji', name: '🎖️👩🏽‍🚒 Emoji 🇬🇧 Zygote' } as const
export const long = { slug: 'zzz-long', name: `Zzz${'long'.repeat(49)}` } as const
export const wildcards = {
  percent: 'Zest 100% Sample',
  underscore: 'Zest under_score',
  backslash: 'Zest back\\slash',
} as const

/** Firms for IT support around Leeds: the crowd has few of each trade in a town. */
const supporters = [
  { name: 'Zealous IT Support', businessSlug: 'zealous-it-support', city: 'Bradford', postcode: 'BD1 0XX' },
  { name: 'Zenna IT Support', businessSlug: 'zenna-it-support', city: 'Wakefield', postcode: 'WF1 0XX' },
  { name: 'Zigzag IT Support', businessSlug: 'zigzag-it-support', city: 'Huddersfield', postcode: 'HD1 0XX' },
]

/** Businesses nobody may see, by what hides them. */
export const hidden = {
  inactive: 'zenith-hidden-inactive',
  pending: 'zenith-hidden-pending',
  inReview: 'zenith-hidden-in-review',
  rejected: 'zenith-hidden-rejected',
  unverified: 'zenith-hidden-unverified',
  suspended: 'zenith-hidden-suspended',
  ownerless: 'zenith-hidden-ownerless',
} as const

/** Writes the businesses above. */
export async function writeNamedBusinesses(platform: Pick<Platform, 'db' | 'storage'>): Promise<void> {
  const { db } = platform
  await writeFull(platform)
  await createBusiness(db, {
    name: bare.name,
    businessSlug: bare.slug,
    owner: { branch: null, relationship: null },
  })
  await createBusiness(db, {
    name: brokenPictures.name,
    businessSlug: brokenPictures.slug,
    logo: true,
    gallery: ['Lost', 'Gone'],
  })
  await createBusiness(db, {
    name: vimeo.name,
    businessSlug: vimeo.slug,
    promoVideoUrl: 'https://vimeo.com/123456789',
  })
  await createBusiness(db, {
    name: plainVideo.name,
    businessSlug: plainVideo.slug,
    promoVideoUrl: 'https://films.example/ours.mp4',
  })
  await createBusiness(db, { name: nullActive.name, businessSlug: nullActive.slug, isActive: null })
  await createBusiness(db, {
    name: rightToLeft.name,
    businessSlug: rightToLeft.slug,
    city: 'القدس',
    tagline: 'טוב מאוד',
  })
  await createBusiness(db, { name: emoji.name, businessSlug: emoji.slug, tagline: '🚀'.repeat(60) })
  await createBusiness(db, {
    name: long.name,
    businessSlug: long.slug,
    tagline: 'W'.repeat(200),
    description: 'm'.repeat(5_000),
    productsServices: 'q'.repeat(200),
    streetAddress: 'S'.repeat(300),
    city: 'C'.repeat(200),
    county: 'D'.repeat(200),
    postcode: 'LA9 0XX',
    email: `${'e'.repeat(64)}@${'x'.repeat(60)}.example`,
    websiteUrl: `https://${'w'.repeat(60)}.example/${'w'.repeat(200)}`,
  })
  for (const supporter of supporters) {
    const { id } = await createBusiness(db, { ...supporter, county: 'West Yorkshire', industry: 'IT & Cyber' })
    await db.insert(businessTrades).values({ businessId: id, tradeId: 'it-support', orderIndex: 0 })
  }
  for (const [key, name] of Object.entries(wildcards)) {
    await createBusiness(db, { name, businessSlug: `zest-${key}` })
  }
  await createBusiness(db, {
    name: hostile.name,
    businessSlug: hostile.slug,
    tagline: markup('tagline'),
    description: markup('description'),
    productsServices: `${markup('service')}\n</script><script>window.hacked='json'</script>`,
    industry: 'Food & Drink',
    streetAddress: markup('street'),
    showsStreetAddress: true,
    city: markup('city'),
    county: markup('county'),
    postcode: markup('postcode'),
    email: '"><script>alert(1)</script>@x.example',
    businessPhoneNumber: '<b>01632</b> 960111 javascript:alert(1)',
    websiteUrl: 'javascript:alert(1)//https://x.example',
    facebookUrl: ' JaVaScRiPt:alert(1)',
    linkedinUrl: 'data:text/html,<script>alert(1)</script>',
    instagramUrl: 'vbscript:msgbox(1)',
    twitterUrl: '//evil.example',
    tiktokUrl: 'https://user:password@evil.example/',
    youtubeUrl: 'https://x.example/"onmouseover="alert(1)',
    googleBusinessUrl: 'java\nscript:alert(1)',
    promoVideoUrl: 'javascript:alert(1)//youtube.com/watch?v=abcdefghijk',
    gallery: [markup('caption')],
  })
  await createBusiness(db, { name: 'Zenith Hidden', businessSlug: hidden.inactive, isActive: false })
  for (const [businessSlug, owner] of [
    [hidden.pending, { status: 'Pending' }],
    [hidden.inReview, { status: 'In Review' }],
    [hidden.rejected, { status: 'Rejected' }],
    [hidden.unverified, { status: null }],
    [hidden.suspended, { suspended: true }],
  ] as const) {
    await createBusiness(db, { name: 'Zenith Hidden', businessSlug, owner })
  }
  await createBusiness(db, { name: 'Zenith Hidden', businessSlug: hidden.ownerless, profileId: null })
}

/** One business with everything a listing can have, its pictures in the store. */
async function writeFull({ db, storage }: Pick<Platform, 'db' | 'storage'>): Promise<void> {
  const business = await createBusiness(db, {
    name: full.name,
    businessSlug: full.slug,
    tagline: full.tagline,
    description: full.description,
    productsServices: full.services.join('\n'),
    industry: 'Construction & Trades',
    businessTypeId: 3,
    email: full.email,
    businessPhoneNumber: full.phone,
    websiteUrl: full.website,
    streetAddress: '1 Sample Yard',
    city: 'Kendal',
    county: 'Cumbria',
    postcode: 'LA9 0XX',
    facebookUrl: 'https://www.facebook.com/zebra.example',
    linkedinUrl: 'https://www.linkedin.com/company/zebra-example',
    instagramUrl: 'https://www.instagram.com/zebra.example',
    twitterUrl: 'https://x.com/zebra_example',
    tiktokUrl: 'https://www.tiktok.com/@zebra.example',
    youtubeUrl: 'https://www.youtube.com/@zebra-example',
    googleBusinessUrl: 'https://maps.google.com/?cid=1',
    companyNumber: '01234567',
    promoVideoUrl: full.video,
    createdAt: new Date('2024-03-04T12:00:00Z'),
    owner: { branch: 'Royal Navy', relationship: 'Veteran' },
    logo: true,
    gallery: [...full.captions],
  })
  const drawing = makeDemoBusinesses().find(({ logo }) => logo)?.logo
  if (!drawing) throw new Error('the demo has no logo')
  const pictures = [
    { bucket: 'logo', key: `${business.id}/logo.webp`, svg: drawSampleLogo(drawing) },
    ...full.captions.map((_, index) => ({
      bucket: 'gallery' as const,
      key: `${business.id}/picture-${index}.webp`,
      // As wide as the factory's rows say.
      svg: drawSampleScene(index, 1600).svg,
    })),
  ] as const
  for (const { bucket, key, svg } of pictures) {
    const picture = await encodePicture(bucket, Buffer.from(svg), 'quick')
    for (const { width, format, bytes } of picture.sizes) {
      await storage.put(bucket, pictureSizeStorageKey({ key, width: picture.width }, width, format), bytes)
    }
  }
}
