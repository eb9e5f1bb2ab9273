import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { readProcessingRecord, writeProcessingRecord } from '../scripts/write-processing-record.ts'
import { platform, test } from './platform-test.ts'

const record = readProcessingRecord()

// spec: processing.1
test('every column of the database is in the record of processing once, and nothing else is', async () => {
  const rows = await queryRows<{ name: string; columns: string[] }>(
    platform.db,
    sql`
      SELECT t.table_name AS name, to_jsonb(array_agg(c.column_name::text ORDER BY c.column_name::text)) AS columns
      FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE'
      GROUP BY t.table_name`,
  )
  const described = record.activities.flatMap(({ tables }) =>
    Object.entries(tables).map(([name, { personal, other }]) => [name, [...personal, ...other].sort()] as const),
  )
  const names = [...described.map(([name]) => name), ...record.impersonal]
  expect(names.sort()).toEqual(rows.map(({ name }) => name).sort())
  const real = new Map(rows.map(({ name, columns }) => [name, [...columns].sort()]))
  for (const [name, columns] of described) expect(columns, name).toEqual(real.get(name))
})

// spec: processing.1
test('docs/privacy.md says what the record says', () => {
  expect(readFileSync('docs/privacy.md', 'utf8')).toBe(writeProcessingRecord(record))
})
