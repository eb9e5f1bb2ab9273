// Writes docs/privacy.md, the record of processing, from docs/processing.yaml.
//   node scripts/write-processing-record.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const columns = z.string().transform((names) => names.split(' ').filter((name) => name !== ''))
const text = z.string().min(1)

const recordSchema = z.strictObject({
  activities: z.array(
    z.strictObject({
      name: text,
      what: text,
      why: text,
      basis: text,
      until: text,
      seenBy: text,
      tables: z.record(z.string(), z.strictObject({ personal: columns, other: columns })),
    }),
  ),
  impersonal: z.array(z.string()),
})

export type ProcessingRecord = z.output<typeof recordSchema>

/** Reads docs/processing.yaml. @throws where it is not in order */
export function readProcessingRecord(): ProcessingRecord {
  return recordSchema.parse(parse(readFileSync('docs/processing.yaml', 'utf8')))
}

/** The record of processing as a page. */
export function writeProcessingRecord({ activities }: ProcessingRecord): string {
  const parts = activities.map(({ name, what, why, basis, until, seenBy, tables }) => {
    const rows = Object.entries(tables).map(([table, { personal }]) => {
      const names = personal.map((column) => `\`${column}\``).join(', ')
      return `| \`${table}\` | ${names || 'nothing'} |`
    })
    return `## ${name}

- **What:** ${what}.
- **Why:** ${why}.
- **Lawful basis:** ${basis}.
- **Until:** ${until}.
- **Who sees it:** ${seenBy}.

| table | what is about a person |
| --- | --- |
${rows.join('\n')}
`
  })
  return `# What is stored about people

The record of processing (Article 30 of the UK GDPR) as far as the software knows it. The organisation adds its own name, its contact for data
protection, its hosting and mail providers, and what it does outside Muster. It is written from
[processing.yaml](processing.yaml), which a test holds against the database: a new column without an entry fails it. Where it is: the database, and the store of files,
whose keys the tables name; copies of both are in the backups. What people read is the [privacy policy](../content/privacy-policy.md).

${parts.join('\n')}`
}

if (import.meta.main) writeFileSync('docs/privacy.md', writeProcessingRecord(readProcessingRecord()))
