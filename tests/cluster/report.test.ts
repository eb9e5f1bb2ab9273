import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactMessages } from '#app/features/enquiries/tables.server.ts'
import type { DatabaseHandle } from '#app/platform/.server/database.ts'
import { capturedMails } from '#app/platform/.server/tables.ts'
import { findDatabaseUrl, openTestDatabase } from '../database.ts'
import { createMember } from '../factories/members.ts'
import { longestMs, type Outcome } from './load.ts'
import { findLosses, findProblems, summarise } from './report.ts'

const page: Outcome = { fault: 'nothing', method: 'GET', path: '/about', startedAt: 0, ms: 10, problem: null }

test('what fails while nothing is broken is a problem, and what lasts too long always', () => {
  const broken = { ...page, fault: 'kill', problem: '503 instead of 200' }
  expect(findProblems([page, broken, { ...broken, ms: longestMs }])).toEqual([])
  expect(findProblems([{ ...broken, fault: 'nothing' }])).toEqual([
    '0.0 s, nothing: GET /about: 503 instead of 200, after 10 ms',
  ])
  expect(findProblems([{ ...broken, ms: longestMs + 1 }])).toEqual([`kill: GET /about lasted ${longestMs + 1} ms`])
})

test('each fault has a line with what failed and how long it took', () => {
  const form: Outcome = { ...page, fault: 'kill', method: 'POST', ms: 30, problem: '502 instead of 302' }
  expect(
    summarise([page, form, { ...form, ms: 50, problem: null }])
      .split('\n')
      .slice(2),
  ).toEqual(['| nothing | 1 | 0 | 0 | 10 | 10 | 10 |', '| kill | 2 | 0 | 1 | 50 | 50 | 50 |'])
})

describe('what is in the database', () => {
  let handle: DatabaseHandle
  let url: string
  const [told, untold, lost, twice, unsure] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ]

  const store = (message: string) =>
    handle.db.insert(contactMessages).values({ name: 'Sam', email: 'sam@sample.example', mailbox: 'general', message })
  const mail = (plainText: string) =>
    handle.db.insert(capturedMails).values({ recipient: 'team', subject: 'A message', html: '', plainText })

  beforeAll(async () => {
    handle = await openTestDatabase()
    url = await findDatabaseUrl(handle.db)
  })
  afterAll(() => handle.close())

  // spec: growth.12
  test('each text that was acknowledged is there once, with its email, and no other is there twice', async () => {
    const { userId } = await createMember(handle.db)
    await handle.db.execute(sql`UPDATE profiles SET display_name = 'Sam' WHERE id = ${userId}`)
    for (const text of [told, untold, twice, twice]) await store(text)
    for (const text of [told, twice]) await mail(`Sam writes: ${text}`)
    const load = {
      sent: new Set([told, untold, lost, twice, unsure]),
      acknowledged: new Set([told, untold, lost]),
      displayNames: new Map([[userId, 'Sam']]),
    }
    expect((await findLosses(url, load, 0)).sort()).toEqual(
      [
        `the text ${lost} is there 0 times`,
        `the text ${twice} is there 2 times`,
        `nobody was told of the message ${untold}`,
      ].sort(),
    )
    const other = { sent: new Set([told]), acknowledged: new Set([told]), displayNames: new Map([[userId, 'Kim']]) }
    expect(await findLosses(url, other, 0)).toContain(`the profile ${userId} is not what was saved last`)
  })
})
