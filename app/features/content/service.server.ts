import { contents } from 'virtual:content'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']
