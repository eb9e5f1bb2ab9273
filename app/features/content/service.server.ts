import { contents } from 'virtual:content'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']

/** What the page /contact says. */
export const contactPage = contents['contact.yaml']

/** What the page /support says. */
export const supportPage = contents['support.yaml']
