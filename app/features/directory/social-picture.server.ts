import type { NationalGridPosition } from '#app/features/places/model.ts'
import { verifiedBusinessLabelForRelationship } from '#app/features/verification/claim-rules.ts'
import { defineSocialPicture } from '#app/platform/.server/images/social-picture.ts'
import type { PublicBusinessPageData } from './model.ts'

/** A business, and where it is if that is known. */
type PlacedBusiness = PublicBusinessPageData & { position: NationalGridPosition | null }

/** The picture for link previews of a business. */
export const businessSocialPicture = defineSocialPicture('logo', (business: PlacedBusiness) => {
  const town = [business.city, business.county].filter(Boolean).join(', ')
  return {
    title: business.name,
    lines: [business.tagline, [business.industryName, town].filter(Boolean).join(' · ')].flatMap((line) => line || []),
    badge: [verifiedBusinessLabelForRelationship(business.relationshipType), business.serviceBranch]
      .filter(Boolean)
      .join(' · '),
    logo: business.logo,
    tile: business.tile.colour,
    position: business.position,
  }
})
