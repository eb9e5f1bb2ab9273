import type { z } from 'zod'
import {
  type Article,
  aboutSchema,
  contactPageSchema,
  homeSchema,
  missionValuesSchema,
  resourcesSchema,
  reuSchema,
  sageSchema,
  shopSchema,
  siteSchema,
  supportPageSchema,
  teamSchema,
} from './schema.ts'

/** The YAML files of `content/` with their schemas. */
export const yamlFiles = {
  'site.yaml': siteSchema,
  'home.yaml': homeSchema,
  'about.yaml': aboutSchema,
  'mission-values.yaml': missionValuesSchema,
  'team.yaml': teamSchema,
  'partners-sage.yaml': sageSchema,
  'partners-reu.yaml': reuSchema,
  'resources.yaml': resourcesSchema,
  'contact.yaml': contactPageSchema,
  'support.yaml': supportPageSchema,
  'shop.yaml': shopSchema,
}

type YamlName = keyof typeof yamlFiles

/** All of `content/`: the YAML files by name, and the Markdown files in the order of their links. */
export type Contents = { [Name in YamlName]: z.infer<(typeof yamlFiles)[Name]> } & { articles: Article[] }
