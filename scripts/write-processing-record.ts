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
      tables: z.record(z.string(), z.strictObject({ personal: columns, other: columns, ends: columns })),
    }),
  ),
  notCopied: z.record(z.string(), text),
  notErased: z.record(z.string(), text),
  impersonal: z.array(z.string()),
})

export type ProcessingRecord = z.output<typeof recordSchema>

/** Reads docs/processing.yaml. @throws where it is not in order */
export function readProcessingRecord(): ProcessingRecord {
  return recordSchema.parse(parse(readFileSync('docs/processing.yaml', 'utf8')))
}

/** What `ends` may say besides names of jobs, as the page says it. */
const endings: Record<string, string> = {
  erasure: 'the account is deleted',
  cascade: 'with what it belongs to',
  kept: 'a bare fact stays',
  unused: 'nothing writes it',
}

/** The record of processing as a page. */
export function writeProcessingRecord({ activities, notCopied, notErased }: ProcessingRecord): string {
  const listWhy = (reasons: Record<string, string>) =>
    Object.entries(reasons)
      .map(([name, why]) => `| \`${name}\` | ${why} |`)
      .join('\n')
  const parts = activities.map(({ name, what, why, basis, until, seenBy, tables }) => {
    const rows = Object.entries(tables).map(([table, { personal, ends }]) => {
      const names = personal.map((column) => `\`${column}\``).join(', ')
      const ended = ends.map((end) => endings[end] ?? `job \`${end}\``).join('; ')
      return `| \`${table}\` | ${names || 'nothing'} | ${ended} |`
    })
    return `## ${name}

- **What:** ${what}.
- **Why:** ${why}.
- **Lawful basis:** ${basis}.
- **Until:** ${until}.
- **Who sees it:** ${seenBy}.

| table | what is about a person | what ends it |
| --- | --- | --- |
${rows.join('\n')}
`
  })
  return `# What is stored about people

The record of processing (Article 30 of the UK GDPR) as far as the software knows it. The organisation adds its own name, its contact for data
protection, its hosting and mail providers, and what it does outside Muster. It is written from
[processing.yaml](processing.yaml), which a test holds against the database: a new column without an entry fails it. Where it is: the database, and the store of files,
whose keys the tables name; copies of both are in the backups. What people read is the [privacy policy](../content/privacy-policy.md).

${parts.join('\n')}
## What a copy of one's data leaves out

| column or table | why |
| --- | --- |
${listWhy(notCopied)}

## What stays of a deleted account for a time

| column | why |
| --- | --- |
${listWhy(notErased)}
`
}

if (import.meta.main) writeFileSync('docs/privacy.md', writeProcessingRecord(readProcessingRecord()))
