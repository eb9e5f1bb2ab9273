import { contents } from 'virtual:content'
import type { Article } from './article-schema.ts'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']

/** The texts of the front page. */
export const homePage = contents['home.yaml']

/** Those of the pages on who stands behind it. */
export const aboutPage = contents['about.yaml']
export const missionValuesPage = contents['mission-values.yaml']
export const teamPage = contents['team.yaml']
/** What partners offer. */
export const sagePage = contents['partners-sage.yaml']
export const reuPage = contents['partners-reu.yaml']

/** Where to find help. */
export const resourcesPage = contents['resources.yaml']

export const cookiePolicy = contents['cookie-policy.md']

/** The long texts that stand alone on their page, by its path. */
export const articles: ReadonlyMap<string, Article> = new Map([
  ['/privacy-policy', contents['privacy-policy.md']],
  ['/terms-and-conditions', contents['terms-and-conditions.md']],
  ['/accessibility', contents['accessibility.md']],
])
/** What the page /contact says. */
export const contactPage = contents['contact.yaml']

/** What the page /support says. */
export const supportPage = contents['support.yaml']

/** What the page /shop says around its products; and of each, by its name at the print provider. */
export const { descriptions: productDescriptions, ...shopPage } = contents['shop.yaml']
