import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enquiryRequests } from '#app/features/enquiries/tables.server.ts'
import { verificationDecisions } from '#app/features/verification/tables.server.ts'
import type { DatabaseHandle } from '#app/platform/.server/database/database.ts'
import { openTestDatabase } from '../database.ts'
import { createMember } from '../factories/members.ts'
import { countRepeatedMails, findLosses, type Loss, listUndone } from './losses.ts'
import type { Acknowledged, Site } from './people.ts'

const acknowledged: Acknowledged[] = []
const sentNames = new Map<string, string[]>()
const received: { messageId: string; text: string; recipients: string[] }[] = []
const orders: { external_id: string }[] = []
const sessions = new Map<string, { client_reference_id: string }>()
const objects = new Map<string, Buffer>()
const site = {
  mailServer: { received },
  printful: { orders },
  stripe: { store: { sessions } },
  store: { s3: { bucket: 'muster' }, objects },
} as unknown as Site

/** Stores what there is of one thing, and what was acknowledged of it to somebody during this fault; returns what it is known by. */
type Plant = (fault: string) => Promise<string>

/** An enquiry in so many rows. Its emails have these ids; the first is to the owner, the others to the sender. */
const enquiry =
  (rows: number, mails: string[], isAcknowledged = true) =>
  async (fault: string) => {
    const needs = randomUUID()
    const email = `${needs}@sample.example`
    for (let row = 0; row < rows; row += 1) {
      await handle.db.insert(enquiryRequests).values({ name: 'Kim', needs, place: 'Kendal', email })
    }
    for (const [index, id] of mails.entries()) {
      const [text, recipient] = index ? ['A copy', email] : [`Kim asks: ${needs}`, 'owner@sample.example']
      received.push({ messageId: `<${id}.${needs}>`, text, recipients: [recipient] })
    }
    if (isAcknowledged) acknowledged.push({ fault, kind: 'enquiry', needs })
    return needs
  }

/** A profile that was saved as a, b and c; the last was not acknowledged. */
const profile = (stored: 'a' | 'b' | 'c' | null) => async (fault: string) => {
  const nameOf = (save: string) => `${fault}: ${save}`
  const { userId } = await createMember(handle.db, { displayName: stored && nameOf(stored) })
  sentNames.set(userId, ['a', 'b', 'c'].map(nameOf))
  for (const save of ['a', 'b']) acknowledged.push({ fault, kind: 'profile', userId, displayName: nameOf(save) })
  return userId
}

const picture = (files: string[], avatarKey: string | null) => async (fault: string) => {
  const { userId } = await createMember(handle.db, { avatarKey })
  for (const file of files) objects.set(`/muster/avatars/${file}`, Buffer.alloc(1))
  acknowledged.push({ fault, kind: 'picture', userId })
  return userId
}

const decision =
  (rows: number, isAcknowledged = true) =>
  async (fault: string) => {
    const { userId: profileId } = await createMember(handle.db)
    const row = { profileId, decision: 'approved' as const, submittedAt: new Date() }
    for (let count = 0; count < rows; count += 1) await handle.db.insert(verificationDecisions).values(row)
    if (isAcknowledged) acknowledged.push({ fault, kind: 'decision', userId: profileId })
    return profileId
  }

const order = (printed: number) => async (fault: string) => {
  const [sessionId, orderId] = [randomUUID(), randomUUID()]
  sessions.set(sessionId, { client_reference_id: orderId })
  for (let count = 0; count < printed; count += 1) orders.push({ external_id: orderId.replaceAll('-', '') })
  acknowledged.push({ fault, kind: 'order', sessionId })
  return sessionId
}

/** What is planted, and what is found of it; ID is what it is known by. */
const cases: [name: string, plant: Plant, ...found: string[]][] = [
  ['an enquiry with its emails', enquiry(1, ['1', '2'])],
  ['an enquiry that is gone', enquiry(0, ['1', '2']), 'enquiry: ID is there 0 times'],
  // Once as it was acknowledged, and once as nothing may be there twice.
  ['an enquiry twice', enquiry(2, ['1', '2']), 'enquiry: ID is there 2 times', 'enquiry: ID is there 2 times'],
  ['an enquiry without emails', enquiry(1, []), 'enquiry: 0 emails of ID'],
  ['an enquiry of which the sender was not told', enquiry(1, ['1']), 'enquiry: 1 emails of ID'],
  ['an enquiry that was told of once too often', enquiry(1, ['1', '2', '3']), 'enquiry: 3 emails of ID'],
  ['an email that came twice', enquiry(1, ['1', '2', '2'])],
  ['an enquiry that was stored but not acknowledged', enquiry(1, [], false)],
  ['an enquiry twice, not acknowledged', enquiry(2, [], false), 'enquiry: ID is there 2 times'],
  ['a profile as it was saved last', profile('b')],
  ['a profile that was stored but not acknowledged', profile('c')],
  ['a profile as it was saved before', profile('a'), 'profile: of ID'],
  ['a profile that is gone', profile(null), 'profile: of ID'],
  ['a picture with its files', picture(['1/all.webp', '1/all-96.webp'], '1/all.webp')],
  ['a picture of which a size is gone', picture(['1/large.webp'], '1/large.webp'), 'picture: of ID'],
  ['a picture that no profile has', picture(['1/own.webp', '1/own-96.webp'], null), 'picture: of ID'],
  ['a decision', decision(1)],
  ['a decision that is gone', decision(0), 'decision: ID is there 0 times'],
  ['a decision twice', decision(2), 'decision: ID is there 2 times', 'decision: ID is there 2 times'],
  ['a decision that was stored but not acknowledged', decision(1, false)],
  ['a decision twice, not acknowledged', decision(2, false), 'decision: ID is there 2 times'],
  ['an order', order(1)],
  ['an order that was not printed', order(0), 'order: the print order is there 0 times'],
  ['an order that was printed twice', order(2), 'order: the print order is there 2 times'],
]

let handle: DatabaseHandle
const ids = new Map<string, string>()
let losses: Loss[]

beforeAll(async () => {
  handle = await openTestDatabase()
  for (const [name, plant] of cases) ids.set(name, await plant(name))
  losses = await findLosses(handle.db, { acknowledged, sentNames }, site)
})
afterAll(() => handle.close())

// spec: growth.12
test.each(cases)('%s: what is lost or doubled of it is found, and nothing else', (name, _, ...found) => {
  const id = ids.get(name) ?? ''
  const own = losses.filter(({ fault, what }) => fault === name || what.includes(id))
  expect(own.map(({ what }) => what.replace(id, 'ID'))).toEqual(found)
})

test('what has yet to have its emails or its print order is not done', () => {
  expect(listUndone({ acknowledged }, site).map(({ fault }) => fault)).toEqual([
    'an enquiry without emails',
    'an enquiry of which the sender was not told',
    'an order that was not printed',
  ])
})

test('an email that came twice is counted', () => expect(countRepeatedMails(site.mailServer)).toBe(1))
