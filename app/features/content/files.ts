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

/** The YAML files of `content/`, each with the shape it must have. */
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

/** The Markdown files of `content/`. */
export const articleFiles = [
  'privacy-policy.md',
  'cookie-policy.md',
  'terms-and-conditions.md',
  'accessibility.md',
] as const

type YamlName = keyof typeof yamlFiles
type ArticleName = (typeof articleFiles)[number]

/** All of `content/`, by the name of the file. */
export type Contents = { [Name in YamlName]: z.infer<(typeof yamlFiles)[Name]> } & { [Name in ArticleName]: Article }
