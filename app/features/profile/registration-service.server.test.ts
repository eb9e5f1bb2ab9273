import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSignedIn, requestPasswordReset, resetPassword } from '#app/features/account/service.server.ts'
import { users } from '#app/features/account/tables.server.ts'
import { selectRows } from '#app/platform/.server/database.ts'
import type { OpenPlatform, Platform } from '#app/platform/.server/platform.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { tokenInLink } from '#tests/links.ts'
import { openTestPlatform } from '#tests/platform.ts'
import { countHashings } from '#tests/quick-password-hash.ts'
import { signIn } from '#tests/sign-in.ts'
import { openBrowser } from '#tests/visitors.ts'
import { findProfile, findRole } from './queries.server.ts'
import { confirmRegistration, register, resendConfirmation } from './registration-service.server.ts'
import { type Registration, registrationSchema } from './schema.ts'

let open: OpenPlatform
let platform: Platform

beforeAll(async () => {
  open = await openTestPlatform()
  platform = open.platform
})
afterAll(() => open.close())

const anyEmail = () => `new-${randomUUID()}@sample.example`

function registration(change: Partial<Registration> = {}): Registration {
  return {
    firstName: 'Sam',
    lastName: 'Sample',
    personalEmail: anyEmail(),
    personalMobile: '+447700900123',
    militaryRelationshipTypeId: 1,
    password: 'a password for tests',
    confirmPassword: 'a password for tests',
    submission: randomUUID(),
    ...change,
  }
}

const registerAs = (form: Registration) => register(platform, openBrowser(), form)

async function findUser(email: string) {
  const [user] = await platform.db.select().from(users).where(eq(users.email, email))
  if (!user) throw new Error(`nobody has the address ${email}`)
  return user
}

/** The jobs of a kind for the user with this address, oldest first. */
async function jobs(name: string, email: string): Promise<{ tokenId: string }[]> {
  const { id } = await findUser(email)
  return (await listJobs(platform.db))
    .filter((job) => job.name === name)
    .map(({ data }) => data as { userId: string; tokenId: string })
    .filter(({ userId }) => userId === id)
}

/** Tokens in the confirmation mails to an address, oldest first. */
async function links(email: string): Promise<string[]> {
  const sent = await jobs('account.send-confirmation', email)
  return sent.map(({ tokenId }) => tokenInLink(platform, 'confirm', tokenId))
}

async function confirm(token: string | undefined) {
  const browser = openBrowser()
  const confirmed = await confirmRegistration(platform, browser, token ?? '')
  if (confirmed?.outcome === 'confirmed') browser.keep(confirmed.cookies)
  return { confirmed: confirmed !== null, who: await findSignedIn(platform, browser.headers) }
}

const signInOutcome = async (email: string, password: string) =>
  (await signIn(platform, openBrowser(), { email, password })).outcome

describe('registering', () => {
  // spec: 7.2, 11.1, 95.2, 148.1
  test('makes the user and the profile, unconfirmed, and sends one mail', async () => {
    const form = registration()
    expect(await registerAs(form)).toEqual({ outcome: 'done' })
    const user = await findUser(form.personalEmail)
    expect(user).toMatchObject({ name: 'Sam Sample', emailVerified: false })
    expect(await findProfile(platform.db, user.id)).toMatchObject({
      firstName: 'Sam',
      lastName: 'Sample',
      personalEmail: form.personalEmail,
      personalMobile: '+447700900123',
      militaryRelationshipTypeId: 1,
      verificationStatus: null,
      businessId: null,
    })
    expect(await links(form.personalEmail)).toHaveLength(1)
  })

  test('makes a plain member, whatever else was sent', async () => {
    const form = registrationSchema.parse({
      ...registration(),
      militaryRelationshipTypeId: '1',
      id: '00000000-0000-4000-8000-000000000000',
      role: 'Admin',
      userTypeId: 3,
      isStaff: true,
      emailVerified: true,
      verificationStatusId: 1,
      businessId: randomUUID(),
    })
    await registerAs(form)
    const user = await findUser(form.personalEmail)
    expect(user.id).not.toBe('00000000-0000-4000-8000-000000000000')
    expect(user.emailVerified).toBe(false)
    expect(await findRole(platform.db, user.id)).toEqual({ role: 'Member', isStaff: false, isSuspended: false })
    expect(await findProfile(platform.db, user.id)).toMatchObject({ verificationStatus: null, businessId: null })
  })

  test('keeps the password as a hash alone', async () => {
    const form = registration({ password: 'a very particular one' })
    await registerAs(form)
    const { rows } = (await platform.db.execute(sql`
      SELECT (SELECT json_agg(a) FROM accounts a)::text || (SELECT json_agg(t) FROM auth_tokens t)::text
        || (SELECT json_agg(j.data) FROM pgboss.job j)::text AS everything`)) as unknown as { rows: unknown[] }
    expect(JSON.stringify(rows)).toContain(form.personalEmail)
    expect(JSON.stringify(rows)).not.toContain('a very particular one')
  })

  test('sent twice, one after the other or together, sends one mail', async () => {
    const form = registration()
    await registerAs(form)
    await registerAs(form)
    expect(await links(form.personalEmail)).toHaveLength(1)
    const another = registration()
    await Promise.all([registerAs(another), registerAs(another), registerAs(another)])
    expect(await links(another.personalEmail)).toHaveLength(1)
  })

  test('a second time, from another form, sends another mail', async () => {
    const form = registration()
    await registerAs(form)
    await registerAs({ ...form, submission: randomUUID() })
    await registerAs({ ...form, submission: undefined })
    expect(await links(form.personalEmail)).toHaveLength(3)
  })

  test('with a relationship that is no such is refused and leaves nothing', async () => {
    const form = registration({ militaryRelationshipTypeId: 999 })
    expect(await registerAs(form)).toEqual({ outcome: 'no-such-relationship' })
    await expect(findUser(form.personalEmail)).rejects.toThrow()
  })

  test('is all or nothing', async () => {
    const form = registration()
    const broken = {
      ...platform,
      jobs: { ...platform.jobs, enqueue: () => Promise.reject(new Error('the queue is full')) },
    }
    await expect(register(broken, openBrowser(), form)).rejects.toThrow('the queue is full')
    await expect(findUser(form.personalEmail)).rejects.toThrow()
  })

  test('has a name that no header of a mail can be made of', async () => {
    const form = registrationSchema.parse({
      ...registration(),
      militaryRelationshipTypeId: '1',
      firstName: 'Sam\r\nBcc: eve@evil.example\r\n\r\n<b>',
      lastName: 'Sample\u2028Subject: Hello\u0000',
    })
    await registerAs(form)
    const { name } = await findUser(form.personalEmail)
    expect(name).toBe('Sam Bcc: eve@evil.example <b> Sample Subject: Hello')
  })
})

describe("an address that is a member's already", () => {
  test('gets the same answer, for as much hashing, and nothing changes', async () => {
    const member = await createMember(platform.db)
    const form = registration({ personalEmail: member.email, firstName: 'Eve', password: 'the password of eve' })
    expect(await registerAs(form)).toEqual({ outcome: 'done' })
    expect(await links(member.email)).toEqual([])
    expect(await jobs('account.send-already-member', member.email)).toHaveLength(1)
    expect((await findProfile(platform.db, member.userId))?.firstName).toBe('Jo')
    expect(await signInOutcome(member.email, 'the password of eve')).toBe('refused')
    expect(await signInOutcome(member.email, memberPassword)).toBe('signed-in')

    for (const personalEmail of [member.email, anyEmail()]) {
      expect(await countHashings(() => registerAs(registration({ personalEmail })))).toBe(1)
    }
  })

  test('is told so once a day, however often it is registered', async () => {
    const { email } = await createMember(platform.db)
    for (let count = 0; count < 3; count += 1) await registerAs(registration({ personalEmail: email }))
    expect(await jobs('account.send-already-member', email)).toHaveLength(1)
  })
})

describe('the link', () => {
  // spec: 148.1
  test('confirms, signs in, and welcomes, once', async () => {
    const form = registration()
    await registerAs(form)
    expect(await signInOutcome(form.personalEmail, form.password)).toBe('unconfirmed')
    const [token] = await links(form.personalEmail)
    const first = await confirm(token)
    expect(first.who?.email).toBe(form.personalEmail)
    expect(await signInOutcome(form.personalEmail, form.password)).toBe('signed-in')
    expect(await jobs('account.send-welcome', form.personalEmail)).toHaveLength(1)
    expect(await confirm(token)).toEqual({ confirmed: false, who: null })
    expect(await jobs('account.send-welcome', form.personalEmail)).toHaveLength(1)
  })

  test('is worth nothing when it has been altered, or is for something else', async () => {
    const form = registration()
    await registerAs(form)
    await requestPasswordReset(platform, openBrowser(), form.personalEmail)
    const [token = ''] = await links(form.personalEmail)
    const [reset] = await jobs('account.send-password-reset', form.personalEmail)
    for (const wrong of [`${token}x`, token.slice(1), tokenInLink(platform, 'reset', reset?.tokenId ?? ''), '']) {
      expect(await confirm(wrong)).toEqual({ confirmed: false, who: null })
    }
    expect(await resetPassword(platform, token, 'another password')).toBe(false)
    expect((await confirm(token)).confirmed).toBe(true)
  })

  test('has run out after 48 hours; registering again helps', async () => {
    const form = registration()
    await registerAs(form)
    await platform.db.execute(sql`UPDATE auth_tokens SET expires_at = now() WHERE identifier LIKE 'confirm:%'`)
    const [old] = await links(form.personalEmail)
    expect((await confirm(old)).confirmed).toBe(false)
    await registerAs({ ...form, submission: randomUUID() })
    const [, fresh] = await links(form.personalEmail)
    expect((await confirm(fresh)).confirmed).toBe(true)
  })

  test('makes a registration before it, by somebody who does not own the address, worth nothing', async () => {
    const personalEmail = anyEmail()
    await registerAs(registration({ personalEmail, firstName: 'Eve', password: 'the password of eve' }))
    await registerAs(registration({ personalEmail, firstName: 'Olu', password: 'the password of olu' }))
    const [ofEve, ofOlu] = await links(personalEmail)
    expect((await confirm(ofOlu)).who?.name).toBe('Olu Sample')
    expect(await signInOutcome(personalEmail, 'the password of eve')).toBe('refused')
    expect(await signInOutcome(personalEmail, 'the password of olu')).toBe('signed-in')
    expect((await confirm(ofEve)).confirmed).toBe(false)
    const { id } = await findUser(personalEmail)
    expect((await findProfile(platform.db, id))?.firstName).toBe('Olu')
  })

  test('makes one after it worth nothing, too', async () => {
    const personalEmail = anyEmail()
    await registerAs(registration({ personalEmail, firstName: 'Olu', password: 'the password of olu' }))
    await registerAs(registration({ personalEmail, firstName: 'Eve', password: 'the password of eve' }))
    const [ofOlu, ofEve] = await links(personalEmail)
    expect((await confirm(ofOlu)).confirmed).toBe(true)
    expect(await signInOutcome(personalEmail, 'the password of olu')).toBe('signed-in')
    expect(await signInOutcome(personalEmail, 'the password of eve')).toBe('refused')
    expect((await confirm(ofEve)).confirmed).toBe(false)
  })

  test('is not needed, and worth nothing, after a reset by the owner of the address', async () => {
    const personalEmail = anyEmail()
    await registerAs(registration({ personalEmail, password: 'the password of eve' }))
    await requestPasswordReset(platform, openBrowser(), personalEmail)
    const [reset] = await jobs('account.send-password-reset', personalEmail)
    const token = tokenInLink(platform, 'reset', reset?.tokenId ?? '')
    expect(await resetPassword(platform, token, 'the password of olu')).toBe(true)
    expect(await signInOutcome(personalEmail, 'the password of eve')).toBe('refused')
    const [link] = await links(personalEmail)
    expect((await confirm(link)).confirmed).toBe(false)
    expect(await signInOutcome(personalEmail, 'the password of olu')).toBe('signed-in')
  })
})

describe('an imported owner', () => {
  async function importOwner() {
    const id = await createOwner(platform.db, { status: 'Verified', relationship: 'Veteran' })
    const business = await createBusiness(platform.db, { profileId: id })
    await platform.db.execute(sql`UPDATE profiles SET business_id = ${business.id} WHERE id = ${id}`)
    return { id, business, email: `owner-${id}@sample.example` }
  }

  test('claims the profile by the link, and keeps what was verified', async () => {
    const { id, business, email } = await importOwner()
    const before = await findProfile(platform.db, id)
    const form = registration({ personalEmail: email, firstName: 'Olu', militaryRelationshipTypeId: 6 })
    expect(await registerAs(form)).toEqual({ outcome: 'done' })
    expect(await findProfile(platform.db, id)).toEqual(before)

    const [token] = await links(email)
    expect((await confirm(token)).who).toMatchObject({ userId: id, name: 'Olu Sample' })
    expect(await findProfile(platform.db, id)).toMatchObject({
      firstName: 'Olu',
      personalMobile: '+447700900123',
      businessId: business.id,
      militaryRelationshipType: 'Veteran',
      verificationStatus: 'Verified',
    })
    const query = sql`SELECT profile_id, is_active FROM businesses WHERE id = ${business.id}`
    expect(await selectRows(platform.db, query)).toEqual([{ profile_id: id, is_active: business.isActive }])
    expect(await signInOutcome(email, form.password)).toBe('signed-in')
  })

  test('stays as they are while somebody else only registers their address', async () => {
    const { id, email } = await importOwner()
    const before = await findProfile(platform.db, id)
    await registerAs(registration({ personalEmail: email, firstName: 'Eve', password: 'the password of eve' }))
    expect(await signInOutcome(email, 'the password of eve')).toBe('unconfirmed')
    expect(await findProfile(platform.db, id)).toEqual(before)
    expect((await findUser(email)).emailVerified).toBe(false)
  })

  test('who was not looked at yet says anew how they belong', async () => {
    const id = await createOwner(platform.db, { status: null, relationship: 'Veteran' })
    const email = `owner-${id}@sample.example`
    await registerAs(registration({ personalEmail: email, militaryRelationshipTypeId: 6 }))
    await confirm((await links(email))[0])
    expect(await findProfile(platform.db, id)).toMatchObject({ militaryRelationshipType: 'Supporter' })
  })
})

describe('sending the mail again', () => {
  async function proofFor(form: Registration): Promise<string> {
    const result = await signIn(platform, openBrowser(), { email: form.personalEmail, password: form.password })
    if (result.outcome !== 'unconfirmed') throw new Error(`the sign-in was ${result.outcome}`)
    return result.resend
  }

  test('needs the password; its link confirms as the first one did', async () => {
    const form = registration()
    await registerAs(form)
    const proof = await proofFor(form)
    expect(await resendConfirmation(platform, openBrowser(), proof)).toEqual({ outcome: 'done' })
    const [, again] = await links(form.personalEmail)
    expect((await confirm(again)).who?.email).toBe(form.personalEmail)
    expect(await signInOutcome(form.personalEmail, form.password)).toBe('signed-in')
  })

  test('happens once for one proof, however often it is sent', async () => {
    const form = registration()
    await registerAs(form)
    const proof = await proofFor(form)
    await Promise.all([1, 2, 3].map(() => resendConfirmation(platform, openBrowser(), proof)))
    expect(await links(form.personalEmail)).toHaveLength(2)
  })

  test('is refused for a proof that was altered, made up, too old, or outlived by a confirmation', async () => {
    const form = registration()
    await registerAs(form)
    const proof = await proofFor(form)
    const [id = '', until = '', signature = ''] = proof.split('.')
    const other = await createMember(platform.db, { confirmed: false })
    for (const wrong of [
      '',
      'made up',
      `${other.userId}.${until}.${signature}`,
      `${id}.${Number(until) + 1}.${signature}`,
      `${id}.${Date.now() - 1}.${signature}`,
      `${id}.${until}.${'A'.repeat(43)}`,
    ]) {
      expect(await resendConfirmation(platform, openBrowser(), wrong)).toEqual({ outcome: 'expired' })
    }
    await confirm((await links(form.personalEmail))[0])
    expect(await resendConfirmation(platform, openBrowser(), proof)).toEqual({ outcome: 'expired' })
  })
})

describe('very many registrations', () => {
  test('from one address are refused with the time to wait', async () => {
    const browser = openBrowser()
    await platform.db.execute(sql`DELETE FROM request_counts`)
    const form = registration({ militaryRelationshipTypeId: 999 })
    for (let count = 0; count < 30; count += 1) {
      expect((await register(platform, browser, form)).outcome).toBe('no-such-relationship')
    }
    expect(await register(platform, browser, form)).toEqual({ outcome: 'limited', minutes: 60 })
    expect((await registerAs(form)).outcome).toBe('no-such-relationship')
  })

  test('of one address send its owner five mails an hour, and say nothing of it', async () => {
    const personalEmail = anyEmail()
    for (let count = 0; count < 7; count += 1) {
      expect(await registerAs(registration({ personalEmail }))).toEqual({ outcome: 'done' })
    }
    expect(await links(personalEmail)).toHaveLength(5)
  })

  test('and many mails sent again from one address are refused with the time to wait', async () => {
    const browser = openBrowser()
    for (let count = 0; count < 10; count += 1) await resendConfirmation(platform, browser, 'made up')
    expect(await resendConfirmation(platform, browser, 'made up')).toEqual({ outcome: 'limited', minutes: 60 })
  })
})
