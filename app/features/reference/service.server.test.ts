import { sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { platform, test } from '#tests/platform-test.ts'
import * as rules from './rules.ts'
import { getDirectoryLookups } from './service.server.ts'

describe('the lookups in the database', () => {
  // spec: 91.1, 91.2, 91.3, 91.4
  test.each([
    ['armed_forces_branches', rules.armedForcesBranches, 6],
    ['military_relationship_types', rules.militaryRelationshipTypes, 6],
    ['verification_statuses', rules.verificationStatuses, 4],
    ['business_types', rules.businessTypes, 6],
    ['industries', rules.industries, 24],
  ] as const)('%s has the names of the rules, with the ids of their order', async (table, names, count) => {
    expect(names).toHaveLength(count)
    const rows = await queryRows(platform.db, sql`SELECT id, name FROM ${sql.identifier(table)} ORDER BY id`)
    expect(rows).toEqual(names.map((name, index) => ({ id: index + 1, name })))
  })

  // spec: 86.2, 140.3
  test('members, reviewers and admins; the last two are staff', async () => {
    expect(await queryRows(platform.db, sql`SELECT id, name, is_staff FROM user_types ORDER BY id`)).toEqual([
      { id: 1, name: 'Member', is_staff: false },
      { id: 2, name: 'Reviewer', is_staff: true },
      { id: 3, name: 'Admin', is_staff: true },
    ])
  })
})

describe('getDirectoryLookups', () => {
  // spec: 162.7
  test('gives each lookup ordered by name', async () => {
    const lookups = await getDirectoryLookups(platform)
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names(lookups.industries)).toEqual([...rules.industries].sort())
    expect(names(lookups.serviceBranches)).toEqual([...rules.armedForcesBranches].sort())
    expect(names(lookups.relationshipTypes)).toEqual([...rules.militaryRelationshipTypes].sort())
    expect(lookups.serviceBranches[0]).toEqual({ id: 3, name: 'British Army' })
  })

  // spec: 168.1, 214.1
  test('remembers them until one changes', async () => {
    expect(await getDirectoryLookups(platform)).toBe(await getDirectoryLookups(platform))
    await platform.db.execute(sql`INSERT INTO industries (id, name) VALUES (99, 'Zoology')`)
    await expect
      .poll(async () => (await getDirectoryLookups(platform)).industries.at(-1))
      .toEqual({ id: 99, name: 'Zoology' })
  })
})
