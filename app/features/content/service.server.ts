import { contents } from 'virtual:content'
import type { ContentArticle, PartnerOffer, SagePartnerContent } from './schema.ts'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']

/** The texts of the front page. */
export const homeContent = contents['home.yaml']

/** The texts of the pages about the organisation. */
export const aboutContent = contents['about.yaml']
export const missionValuesContent = contents['mission-values.yaml']
export const teamContent = contents['team.yaml']
/** The pages of partners. */
const { offer: sageOffer, ...sage } = contents['partners-sage.yaml']
export const sagePartnerContent: SagePartnerContent = { ...sage, offer: sageOffer && withoutLink(sageOffer) }
export const reuPartnerContent = contents['partners-reu.yaml']

/** What partners give to members, who get a code for it by email; null where there is nothing. */
export const partnerOffers = { sage: sageOffer && { ...sageOffer, isSample: sage.sampleNotice !== null } }

/** Where to find help. */
export const helpResourcesContent = contents['resources.yaml']

/** The Markdown files, by the path of their page, in the order of their links. */
export const contentArticlesByPath: ReadonlyMap<string, ContentArticle> = new Map(
  contents.articles.map((article) => [article.path, article]),
)

/** The texts of /contact. */
export const contactContent = contents['contact.yaml']

/** The texts of /support. */
export const supportMusterContent = contents['support.yaml']

/** The texts of /shop, and the description of each product by its name at the print provider. */
export const { descriptions: productDescriptions, ...shopPage } = contents['shop.yaml']

function withoutLink({ link: _, ...offer }: PartnerOffer): SagePartnerContent['offer'] {
  return offer
}
