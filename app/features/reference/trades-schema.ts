import { parse } from 'yaml'
import { z } from 'zod'
import { type Industry, industries } from './rules.ts'

const trade = z.strictObject({
  /** Permanent, in the form of a slug. */
  id: z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/),
  name: z.string().min(1),
  plural: z.string().min(1),
  synonyms: z.array(z.string().min(1)),
  related: z.array(z.string()),
})

export type TradeEntry = z.output<typeof trade> & { industry: Industry }

const tradesSchema = z
  .partialRecord(z.enum(industries), z.array(trade))
  .transform((groups): TradeEntry[] =>
    Object.entries(groups).flatMap(([industry, entries = []]) =>
      entries.map((entry) => ({ ...entry, industry: industry as Industry })),
    ),
  )
  .superRefine((entries, context) => {
    const complain = (message: string) => context.addIssue({ code: 'custom', message })
    const ids = new Set<string>()
    for (const { id } of entries) {
      if (ids.has(id)) complain(`the id '${id}' is there twice`)
      ids.add(id)
    }
    for (const { id, related, synonyms } of entries) {
      for (const other of related)
        if (!ids.has(other)) complain(`'${id}' is related to '${other}', which does not exist`)
      if (new Set(synonyms.map((synonym) => synonym.toLowerCase())).size < synonyms.length) {
        complain(`'${id}' has a synonym twice`)
      }
    }
  })

const synonymsSchema = z.array(z.array(z.string().min(1)).min(2))

/** The trades of content/trades.yaml. @throws Error that says what is wrong */
export function readTradesFile(yaml: string): TradeEntry[] {
  return readWith(tradesSchema, 'content/trades.yaml', yaml)
}

/** The groups of content/synonyms.yaml. @throws Error that says what is wrong */
export function readSynonymsFile(yaml: string): string[][] {
  return readWith(synonymsSchema, 'content/synonyms.yaml', yaml)
}

function readWith<Schema extends z.ZodType>(schema: Schema, file: string, yaml: string): z.output<Schema> {
  const result = schema.safeParse(parse(yaml))
  if (!result.success) throw new Error(`${file} is not right:\n${z.prettifyError(result.error)}`)
  return result.data
}
