import { withoutEmptyValues } from '#app/lib/facts.ts'
import type { PublicBusinessPageData } from './model.ts'

/**
 * Describes a listed business as a schema.org LocalBusiness.
 * @param url the canonical URL of its page
 * @param origin the product's, for the URLs of pictures
 */
export function businessJsonLd(business: PublicBusinessPageData, url: string, origin: string): Record<string, unknown> {
  const address = {
    streetAddress: business.streetAddress,
    addressLocality: business.city,
    addressRegion: business.county,
    postalCode: business.postcode,
  }
  const hasAddress = Object.values(address).some(Boolean)
  const pictures = [business.logo, ...business.gallery].flatMap((picture) => (picture ? [origin + picture.src] : []))
  return withoutEmptyValues({
    '@type': 'LocalBusiness',
    '@id': url,
    url,
    name: business.name,
    slogan: business.tagline,
    description: business.description,
    telephone: business.phone?.uri ? business.phone.international : null,
    email: business.email,
    logo: business.logo && origin + business.logo.src,
    image: pictures.length > 0 ? pictures : null,
    address: hasAddress ? withoutEmptyValues({ '@type': 'PostalAddress', ...address, addressCountry: 'GB' }) : null,
    sameAs: [business.websiteUrl, ...business.socialLinks.map((link) => link.url)].filter(Boolean),
    knowsAbout: business.productsServices,
  })
}
