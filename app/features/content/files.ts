import type { z } from 'zod'
import { aboutSchema } from './about-schema.ts'
import type { Article } from './article-schema.ts'
import { contactSchema } from './contact-schema.ts'
import { homeSchema } from './home-schema.ts'
import { missionValuesSchema } from './mission-values-schema.ts'
import { reuSchema, sageSchema } from './partner-schema.ts'
import { resourcesSchema } from './resources-schema.ts'
import { shopSchema } from './shop-schema.ts'
import { siteSchema } from './site-schema.ts'
import { supportSchema } from './support-schema.ts'
import { teamSchema } from './team-schema.ts'

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
  'contact.yaml': contactSchema,
  'support.yaml': supportSchema,
  'shop.yaml': shopSchema,
}

type YamlName = keyof typeof yamlFiles

/** All of `content/`: the YAML files by name, and the Markdown files in the order of their links. */
export type Contents = { [Name in YamlName]: z.infer<(typeof yamlFiles)[Name]> } & { articles: Article[] }
