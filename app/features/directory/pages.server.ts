import { formatPublicServiceArea } from '#app/features/businesses/facts-model.ts'
import { ukWideServiceAreaValue } from '#app/features/businesses/model.ts'
import { businessLogoPictureOfRow } from '#app/features/businesses/rules.ts'
import { businessLogoPlaceholderOf } from '#app/features/reference/industry-rules.ts'
import { describeVerificationBasis, lastVerificationCheckDateOf } from '#app/features/verification/basis-rules.ts'
import { formatMonth } from '#app/lib/dates.ts'
import { parseEmailAddress } from '#app/lib/email.ts'
import { safeHttpUrl } from '#app/lib/links.ts'
import { toPicture } from '#app/lib/pictures.ts'
import { parseTelephone } from '#app/lib/telephones.server.ts'
import { parseVideoLink } from '#app/lib/videos.ts'
import type { PublicBusinessPageData, PublicTelephoneAsWritten } from './model.ts'
import type { PublicBusinessRow } from './queries.server.ts'

/** Describes a business as its page shows it. */
export function toBusinessPage(row: PublicBusinessRow): PublicBusinessPageData {
  const productsServices = (row.productsServices ?? '').split(/\r?\n/).flatMap((line) => line.trim() || [])
  const social = {
    facebook: row.facebookUrl,
    instagram: row.instagramUrl,
    linkedin: row.linkedinUrl,
    twitter: row.twitterUrl,
    tiktok: row.tiktokUrl,
    youtube: row.youtubeUrl,
    google: row.googleBusinessUrl,
  } as const
  const checkedAt = lastVerificationCheckDateOf(row.record, row.verifiedAt)
  return {
    slug: row.businessSlug,
    name: row.name,
    tagline: row.tagline,
    description: row.description,
    productsServices,
    primaryService: productsServices[0] ?? null,
    industryName: row.industryName,
    businessType: row.businessType,
    serviceArea: formatPublicServiceArea(
      row.servesUk ? ukWideServiceAreaValue : (row.serviceRadius?.toString() ?? null),
    ),
    serviceBranch: row.serviceBranch,
    relationshipType: row.relationshipType,
    memberSince: row.createdAt.getUTCFullYear(),
    checkedOn: checkedAt && formatMonth(checkedAt),
    basis: describeVerificationBasis(row.record),
    streetAddress: row.streetAddress,
    city: row.city,
    county: row.county,
    postcode: row.postcode,
    email: row.email && parseEmailAddress(row.email),
    phone: phoneOf(row.businessPhoneNumber),
    websiteUrl: safeHttpUrl(row.websiteUrl),
    socialLinks: (Object.keys(social) as (keyof typeof social)[]).flatMap((network) => {
      const url = safeHttpUrl(social[network])
      return url ? [{ network, url }] : []
    }),
    promoVideo: parseVideoLink(row.promoVideoUrl),
    logo: businessLogoPictureOfRow(row),
    tile: businessLogoPlaceholderOf(row.name, row.industryName),
    gallery: row.galleryImages.map((image) => ({
      id: image.id,
      caption: image.caption,
      ...toPicture('gallery', { key: image.image_url, width: image.width, height: image.height, colour: image.colour }),
    })),
  }
}

/** What holds too few digits for a number is not shown. */
function phoneOf(typed: string | null): PublicTelephoneAsWritten | null {
  const isShown = typed !== null && /(\D*\d){5}/.test(typed)
  return parseTelephone(typed) ?? (isShown ? { shown: typed, uri: null, note: null } : null)
}
