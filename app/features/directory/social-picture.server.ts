import { claimOf } from '#app/features/verification/claim-rules.ts'
import { defineSocialPicture } from '#app/platform/.server/social-picture.ts'
import type { BusinessPage } from './schema.ts'

/** The picture for link previews of a business. */
export const businessPicture = defineSocialPicture('logo', (business: BusinessPage) => {
  const town = [business.city, business.county].filter(Boolean).join(', ')
  return {
    title: business.name,
    lines: [business.tagline, [business.industryName, town].filter(Boolean).join(' · ')].flatMap((line) => line || []),
    badge: [claimOf(business.relationshipType).claim, business.serviceBranch].filter(Boolean).join(' · '),
    logo: business.logo,
  }
})
