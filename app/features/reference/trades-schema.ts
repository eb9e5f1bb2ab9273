import { z } from 'zod'
import { parseAndValidateYaml } from '#app/lib/compile-yaml.ts'
import { type Industry, industries } from './rules.ts'

const trade = z.strictObject({
  /** Permanent. */
  id: z
    .string()
    .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be lower-case letters and digits, with single hyphens between them'),
  name: z.string().min(1),
  plural: z.string().min(1),
  synonyms: z.array(z.string().min(1)),
  related: z.array(z.string()),
  /** What people say when they need it, without its name: 'my boiler is broken'. */
  needs: z.array(z.string().min(1)).default([]),
})

export type TradesFileEntry = z.output<typeof trade> & { industry: Industry }

const tradesSchema = z
  .partialRecord(z.enum(industries), z.array(trade))
  .superRefine((groups, context) => {
    const entries = Object.entries(groups).flatMap(([industry, list]) =>
      (list ?? []).map((entry, index) => ({ ...entry, path: [industry, index] })),
    )
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: groups })
    const ids = new Set<string>()
    for (const { id, path } of entries) {
      if (ids.has(id)) complain([...path, 'id'], `'${id}' is there twice`)
      ids.add(id)
    }
    for (const { id, related, synonyms, path } of entries) {
      for (const [index, other] of related.entries()) {
        if (!ids.has(other)) complain([...path, 'related', index], `there is no trade '${other}'`)
        if (other === id) complain([...path, 'related', index], `'${id}' cannot be related to itself`)
      }
      const lower = synonyms.map((synonym) => synonym.toLowerCase())
      for (const [index, synonym] of lower.entries()) {
        if (lower.indexOf(synonym) < index) complain([...path, 'synonyms', index], `'${synonym}' is there twice`)
      }
    }
  })
  .transform((groups): TradesFileEntry[] =>
    Object.entries(groups).flatMap(([industry, entries = []]) =>
      entries.map((entry) => ({ ...entry, industry: industry as Industry })),
    ),
  )

const synonymsSchema = z.array(z.array(z.string().min(1)).min(2))

/**
 * Reads the trades of content/trades.yaml.
 * @throws ContentFileError with the line of each mistake
 */
export function parseTradesFile(yaml: string): TradesFileEntry[] {
  return parseAndValidateYaml('content/trades.yaml', yaml, tradesSchema)
}

/**
 * Reads the groups of content/synonyms.yaml.
 * @throws ContentFileError with the line of each mistake
 */
export function parseSearchSynonymsFile(yaml: string): string[][] {
  return parseAndValidateYaml('content/synonyms.yaml', yaml, synonymsSchema)
}
