import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { contactMessages } from '#app/features/contact/tables.server.ts'
import { test as base, expect } from '../e2e/support/http-test.ts'
import { cookiesOf, withDatabaseOf } from '../e2e/support/members.ts'
import { addMember } from '../e2e/support/sign-in.ts'
import { createBusiness } from '../factories/businesses.ts'
import { createMember, memberPassword as password } from '../factories/members.ts'
import { openConnection } from '../one-connection.ts'
import { anyIpAddress } from '../visitors.ts'

// What programs send that no form of ours would.

/** Every test is another visitor to the site that believes its proxy. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': anyIpAddress() }),
})

/** An address of a test's own, to find again what was sent from it. */
const ownEmail = () => `sender-${randomUUID()}@sample.example`

test('a form from another site is refused', async ({ request, site }) => {
  const { email } = await addMember(site)
  const form = { form: 'login', email, password }
  for (const address of ['/auth', '/auth.data', '/auth?tab=register']) {
    for (const origin of ['https://evil.example', 'null', `${site.url}.evil.example`]) {
      const answer = await request.post(address, { form, headers: { Origin: origin } })
      expect(answer.status()).toBe(403)
      expect(answer.headers()['set-cookie']).toBeUndefined()
    }
  }
  const own = await request.post('/auth', { form, headers: { Origin: site.url }, maxRedirects: 0 })
  expect(own.status()).toBe(302)
})

test('a form that is too large is refused in words', async ({ request }) => {
  const answer = await request.post('/auth', { form: { form: 'login', email: 'x'.repeat(120_000) } })
  expect([answer.status(), await answer.text()]).toEqual([413, 'What was sent is too large.'])
})

// spec: growth.17
test('a form that is refused unread leaves its connection to the next request', async ({ site }) => {
  const { send, close } = openConnection(site.url)
  try {
    expect((await send('POST', '/contact', `message=${'x'.repeat(1_000_000)}`)).status).toBe(413)
    // Its end is waited for half a second, and the connection cut off if it does not come.
    for (let asking = 0; asking < 8; asking += 1) {
      expect(await send('GET', '/healthz')).toEqual({ status: 200, isReused: true })
      await sleep(100)
    }
  } finally {
    close()
  }
})

test('fields that no form has make nobody an admin', async ({ request, ask }) => {
  const email = ownEmail()
  const answer = await request.post('/auth?tab=register', {
    form: {
      form: 'register',
      firstName: 'Eve',
      lastName: 'Evil',
      personalEmail: email,
      personalMobile: '07700900123',
      militaryRelationshipTypeId: '1',
      password,
      confirmPassword: password,
      id: '00000000-0000-4000-8000-000000000000',
      role: 'Admin',
      userTypeId: '3',
      isStaff: 'true',
      emailVerified: 'true',
      verificationStatusId: '1',
    },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(302)
  expect(
    await ask(
      `SELECT u.id::text LIKE '00000000-%' AS chosen, u.email_verified, t.name, t.is_staff, p.verification_status_id
       FROM users u JOIN profiles p ON p.id = u.id JOIN user_types t ON t.id = p.user_type_id WHERE u.email = $1`,
      [email],
    ),
  ).toEqual([{ chosen: false, email_verified: false, name: 'Member', is_staff: false, verification_status_id: null }])
})

test('nothing that a program sends as a message is kept, or breaks anything', async ({ request, site }) => {
  const email = ownEmail()
  const whole = { name: 'Sam', email, mailbox: 'general', message: 'Hello' }
  const post = (form: Record<string, string>) =>
    request.post('/contact', { form, headers: { Origin: site.url }, maxRedirects: 0 })
  const thanked = await post({ ...whole, homepage: 'https://spam.example' })
  expect([thanked.status(), thanked.headers().location]).toEqual([302, '/contact'])
  for (const form of [
    { ...whole, mailbox: 'root' },
    { ...whole, email: `${email}\r\nBcc: thief@evil.example` },
    { ...whole, message: '\0\0' },
    { name: 'Sam', email, mailbox: 'general', 'message[]': 'Hello' },
  ]) {
    expect((await post(form)).status(), JSON.stringify(form)).toBe(400)
  }
  expect((await post({ ...whole, message: 'x'.repeat(1_000_000) })).status()).toBe(413)
  expect(await withDatabaseOf(site, (db) => db.$count(contactMessages, sql`email = ${email}`))).toBe(0)
})

test('a choice of cookies that is none is refused, and changes nothing', async ({ request }) => {
  const answer = await request.post('/cookie-preferences', { form: { choice: 'marketing' }, maxRedirects: 0 })
  expect(answer.status()).toBe(400)
  expect(answer.headers()['set-cookie']).toBeUndefined()
})

test('another member’s picture cannot be touched', async ({ request, site, ask }) => {
  const { other, member } = await withDatabaseOf(site, async (db) => {
    const { userId } = await createMember(db)
    return {
      other: await createBusiness(db, { profileId: userId, gallery: ['Theirs'] }),
      member: await createMember(db),
    }
  })
  const [theirs] = await ask<{ id: string }>('SELECT id FROM business_gallery_images WHERE business_id = $1', [
    other.id,
  ])
  const headers = { Cookie: await cookiesOf(site, member.userId), Origin: site.url }
  for (const form of ['remove-picture', 'caption-picture']) {
    const response = await request.post('/my-business', {
      form: { form, picture: theirs?.id ?? '', caption: 'Mine' },
      headers,
      maxRedirects: 0,
    })
    expect(response.status()).toBe(302)
  }
  const rows = await ask('SELECT caption FROM business_gallery_images WHERE business_id = $1', [other.id])
  expect(rows).toEqual([{ caption: 'Theirs' }])
})
