import { contents } from 'virtual:content'

/** What the organisation says about itself. */
export const siteDetails = contents['site.yaml']

/** The texts of the front page. */
export const homePage = contents['home.yaml']

/** Those of the pages on who stands behind it. */
export const aboutPage = contents['about.yaml']
export const missionValuesPage = contents['mission-values.yaml']
export const teamPage = contents['team.yaml']
