import type { BusinessPage } from '#app/features/directory/schema.ts'

/** What the page of a business shows that has nothing but its name. */
export const barePage: BusinessPage = {
  slug: 'fern-kendal',
  name: 'Fern',
  tagline: null,
  description: null,
  productsServices: [],
  primaryService: null,
  industryName: null,
  businessType: null,
  serviceArea: null,
  serviceBranch: null,
  relationshipType: null,
  memberSince: 2026,
  checkedOn: null,
  streetAddress: null,
  city: null,
  county: null,
  postcode: null,
  email: null,
  phone: null,
  websiteUrl: null,
  socialLinks: [],
  promoVideo: null,
  logo: null,
  gallery: [],
}
