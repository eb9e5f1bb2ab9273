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

/** The Markdown files, by the path of their page, in the order of their links. */
export const articles: ReadonlyMap<string, Article> = new Map(
  contents.articles.map((article) => [article.path, article]),
)

/** What the page /contact says. */
export const contactPage = contents['contact.yaml']

/** What the page /support says. */
export const supportPage = contents['support.yaml']

/** What the page /shop says around its products; and of each, by its name at the print provider. */
export const { descriptions: productDescriptions, ...shopPage } = contents['shop.yaml']
