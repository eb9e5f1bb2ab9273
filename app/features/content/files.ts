import type { z } from 'zod'
import {
  aboutContentSchema,
  type ContentArticle,
  contactContentSchema,
  helpResourcesContentSchema,
  homeContentSchema,
  missionValuesContentSchema,
  reuPartnerContentSchema,
  sagePartnerContentSchema,
  shopContentSchema,
  siteDetailsSchema,
  supportMusterContentSchema,
  teamContentSchema,
} from './schema.ts'

/** The YAML files of `content/` with their schemas. */
export const contentYamlFileSchemas = {
  'site.yaml': siteDetailsSchema,
  'home.yaml': homeContentSchema,
  'about.yaml': aboutContentSchema,
  'mission-values.yaml': missionValuesContentSchema,
  'team.yaml': teamContentSchema,
  'partners-sage.yaml': sagePartnerContentSchema,
  'partners-reu.yaml': reuPartnerContentSchema,
  'resources.yaml': helpResourcesContentSchema,
  'contact.yaml': contactContentSchema,
  'support.yaml': supportMusterContentSchema,
  'shop.yaml': shopContentSchema,
}

type YamlName = keyof typeof contentYamlFileSchemas

/** All of `content/`: the YAML files by name, and the Markdown files in the order of their links. */
export type SiteContents = { [Name in YamlName]: z.infer<(typeof contentYamlFileSchemas)[Name]> } & {
  articles: ContentArticle[]
}
