import { contents } from 'virtual:content'
import type { Article, PartnerOffer, SagePage } from './schema.ts'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']

/** The texts of the front page. */
export const homePage = contents['home.yaml']

/** The texts of the pages about the organisation. */
export const aboutPage = contents['about.yaml']
export const missionValuesPage = contents['mission-values.yaml']
export const teamPage = contents['team.yaml']
/** The pages of partners. */
const { offer: sageOffer, ...sage } = contents['partners-sage.yaml']
export const sagePage: SagePage = { ...sage, offer: sageOffer && withoutLink(sageOffer) }
export const reuPage = contents['partners-reu.yaml']

/** What partners give to members, who get a code for it by email; null where there is nothing. */
export const partnerOffers = { sage: sageOffer && { ...sageOffer, isSample: sage.sampleNotice !== null } }

/** Where to find help. */
export const resourcesPage = contents['resources.yaml']

/** The Markdown files, by the path of their page, in the order of their links. */
export const articles: ReadonlyMap<string, Article> = new Map(
  contents.articles.map((article) => [article.path, article]),
)

/** The texts of /contact. */
export const contactPage = contents['contact.yaml']

/** The texts of /support. */
export const supportPage = contents['support.yaml']

/** The texts of /shop, and the description of each product by its name at the print provider. */
export const { descriptions: productDescriptions, ...shopPage } = contents['shop.yaml']

function withoutLink({ link: _, ...offer }: PartnerOffer): SagePage['offer'] {
  return offer
}
