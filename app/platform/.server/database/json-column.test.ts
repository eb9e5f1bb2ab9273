import { sql } from 'drizzle-orm'
import { integer, pgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestDatabase } from '#tests/database.ts'
import type { DatabaseHandle } from './database.ts'
import { DamagedJsonColumnError, jsonColumn } from './json-column.ts'

const parcels = pgTable('parcels', {
  id: integer('id').primaryKey(),
  parcel: jsonColumn('parcel', z.object({ weight: z.int(), carrier: z.string().nullable().default(null) })),
})

let handle: DatabaseHandle

beforeAll(async () => {
  handle = await openTestDatabase()
  await handle.db.execute(sql`CREATE TABLE parcels (id integer PRIMARY KEY, parcel jsonb)`)
})
afterAll(() => handle.close())

async function read(json: string | null) {
  await handle.db.execute(
    sql`INSERT INTO parcels VALUES (1, ${json}::jsonb) ON CONFLICT (id) DO UPDATE SET parcel = excluded.parcel`,
  )
  const [row] = await handle.db.select().from(parcels)
  return row?.parcel
}

test('reads what was written', async () => {
  await handle.db.insert(parcels).values({ id: 1, parcel: { weight: 3, carrier: 'Sample Post' } })
  const [row] = await handle.db.select().from(parcels)
  expect(row).toEqual({ id: 1, parcel: { weight: 3, carrier: 'Sample Post' } })
  expect(await read(null)).toBeNull()
})

test('gives the rows of older releases their defaults, and drops fields that are gone', async () => {
  expect(await read('{"weight": 3, "colour": "red"}')).toEqual({ weight: 3, carrier: null })
})

test.each(['{"weight": "secret"}', '[]', '"secret"', '{}'])('throws for %s, without its values', async (json) => {
  const error = await read(json).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DamagedJsonColumnError)
  expect(String(error)).toContain('the column parcel cannot be read')
  expect(String(error)).not.toContain('secret')
})
