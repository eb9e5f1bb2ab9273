import type { z } from 'zod'
import type { Article } from './article-schema.ts'
import { contactSchema } from './contact-schema.ts'
import { siteSchema } from './site-schema.ts'
import { supportSchema } from './support-schema.ts'

/** The YAML files of `content/`, each with the shape it must have. */
export const yamlFiles = {
  'site.yaml': siteSchema,
  'contact.yaml': contactSchema,
  'support.yaml': supportSchema,
}

/** The Markdown files of `content/`. */
export const articleFiles = [] as const

type YamlName = keyof typeof yamlFiles
type ArticleName = (typeof articleFiles)[number]

/** All of `content/`, by the name of the file. */
export type Contents = { [Name in YamlName]: z.infer<(typeof yamlFiles)[Name]> } & { [Name in ArticleName]: Article }
