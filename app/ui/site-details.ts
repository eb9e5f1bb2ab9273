import type { SocialBrand } from './brands.ts'

/** What the organisation says about itself on every page. */
export interface SiteDetails {
  name: string
  /** One sentence under the name in the footer. */
  summary: string
  email: string
  officeHours: string
  companyNumber: string
  socialLinks: { network: SocialBrand; url: string }[]
  /** A notice that the content is invented; null on a real site. */
  sampleNotice: string | null
}
