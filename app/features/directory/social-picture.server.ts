import { createHash } from 'node:crypto'
import { claimOf } from '#app/features/verification/rules.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { drawSocialPicture } from '#app/platform/.server/social-picture.ts'
import type { BusinessPage } from './schema.ts'

/** Changes whenever the picture would: part of its address, so that a shared page never shows an old one. */
export function socialPictureVersion(business: BusinessPage): string {
  return createHash('sha256')
    .update(JSON.stringify(pictureOf(business)))
    .digest('base64url')
    .slice(0, 10)
}

/** The picture shown where a business is shared. Drawing takes a tenth of a second of a core, so it is remembered. */
export function getSocialPicture(platform: Platform, business: BusinessPage): Promise<Uint8Array<ArrayBuffer>> {
  return platform.pictureCache.getOrLoad(`${business.slug}?${socialPictureVersion(business)}`, async () => {
    const { logo, ...texts } = pictureOf(business)
    const file = logo ? await platform.storage.read('logo', logo) : null
    return drawSocialPicture({ ...texts, logo: file?.bytes ?? null })
  })
}

function pictureOf(business: BusinessPage) {
  const place = [business.city, business.county].filter(Boolean).join(', ')
  return {
    title: business.name,
    lines: [business.tagline, [business.industryName, place].filter(Boolean).join(' · ')].flatMap((line) => line || []),
    badge: [claimOf(business.relationshipType).claim, business.serviceBranch].filter(Boolean).join(' · '),
    logo: business.logo?.src.replace('/files/logo/', '') ?? null,
  }
}
