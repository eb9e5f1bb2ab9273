import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { requestPasswordReset, resetPasswordByLinkToken } from '#app/features/account/password-change-service.server.ts'
import { derivePasswordFormIdempotencyKey } from '#app/features/account/password-service.server.ts'
import { findAndExtendSignedInSession } from '#app/features/account/service.server.ts'
import { sessions, users } from '#app/features/account/tables.server.ts'
import { unsafeFindProfile as findProfile } from '#app/features/profile/service.server.ts'
import { suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { SigningSecret } from '#app/platform/.server/security/secret.ts'
import { createBusiness, createOwner } from '#tests/factories/businesses.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { listJobs } from '#tests/jobs.ts'
import { tokenInLink } from '#tests/links.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { countHashings } from '#tests/quick-password-hash.ts'
import { signIn } from '#tests/sign-in.ts'
import { type Browser, openBrowser } from '#tests/visitors.ts'
import { confirmRegistration, getRegistrationConfirmation } from './confirmation-service.server.ts'
import { type RegistrationInput, registrationSchema } from './form-schema.ts'
import { serializeRegistrationCookie } from './links.server.ts'
import {
  getLastRegisteredEmailOfBrowser,
  type ReturnPathAndFormsAfterRegistration,
  registerMember,
  resendConfirmationAfterRefusedSignIn,
  resendConfirmationToLastRegisteredEmail,
} from './service.server.ts'

const anyEmail = () => `new-${randomUUID()}@sample.example`

function registration(change: Partial<RegistrationInput> = {}): RegistrationInput {
  return {
    firstName: 'Sam',
    lastName: 'Sample',
    personalEmail: anyEmail(),
    personalMobile: '+447700900123',
    militaryRelationshipTypeId: 1,
    password: 'a password for tests',
    confirmPassword: 'a password for tests',
    ...change,
  }
}

const registerAs = (form: RegistrationInput) => registerMember(platform, openBrowser(), form)

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

type Options = Parameters<typeof confirmRegistration>[4]

const press: Options = { proof: { by: 'browser' }, preserveInput: false, name: null, replaceSession: false }

/** The browser that asked for the link of a token. */
function browserOf(token: string): Browser {
  const browser = openBrowser()
  browser.keep([serializeRegistrationCookie(platform, { linkId: token.slice(0, 36), email: null })])
  return browser
}

async function confirm(token = '', options: Partial<Options> = {}, browser = browserOf(token)) {
  const confirmed = await confirmRegistration(platform, browser, null, token, { ...press, ...options })
  if (confirmed?.outcome === 'confirmed') browser.keep(confirmed.cookies)
  return {
    confirmed: confirmed?.outcome === 'confirmed',
    who: await findAndExtendSignedInSession(platform, browser.headers),
  }
}

const signInOutcome = async (email: string, password: string) =>
  (await signIn(platform, openBrowser(), { email, password })).outcome

describe('registering', () => {
  // spec: 7.2, 11.1, 95.2, 148.1
  test('makes the user and the profile, unconfirmed, and sends one mail', async () => {
    const form = registration()
    expect(await registerAs(form)).toMatchObject({ outcome: 'done' })
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
    const roles = sql`SELECT t.name FROM profiles p JOIN user_types t ON t.id = p.user_type_id WHERE p.id = ${user.id}`
    expect(await queryRows(platform.db, roles)).toEqual([{ name: 'Member' }])
    expect(await findProfile(platform.db, user.id)).toMatchObject({ verificationStatus: null, businessId: null })
  })

  test('keeps the password as a hash alone', async () => {
    const form = registration({ password: 'a very particular one' })
    await registerAs(form)
    const { rows } = await platform.db.execute(sql`
      SELECT (SELECT json_agg(a) FROM accounts a)::text || (SELECT json_agg(t) FROM auth_tokens t)::text
        || (SELECT json_agg(j.data) FROM pgboss.job j)::text AS everything`)
    expect(JSON.stringify(rows)).toContain(form.personalEmail)
    expect(JSON.stringify(rows)).not.toContain('a very particular one')
  })

  // spec: pages.8
  test('sent twice, one after the other or together, sends one mail', async () => {
    const form = registration()
    await registerAs(form)
    await registerAs(form)
    expect(await links(form.personalEmail)).toHaveLength(1)
    const another = registration()
    await Promise.all([registerAs(another), registerAs(another), registerAs(another)])
    expect(await links(another.personalEmail)).toHaveLength(1)
  })

  test('a second time, with another password or another name, sends another mail', async () => {
    const form = registration()
    await registerAs(form)
    await registerAs({ ...form, password: 'another password', confirmPassword: 'another password' })
    await registerAs({ ...form, lastName: 'Example' })
    expect(await links(form.personalEmail)).toHaveLength(3)
  })

  test('again a quarter of an hour later, as no mail has come, sends another one', async () => {
    const form = registration()
    await registerAs(form)
    await registerAs(form)
    expect(await links(form.personalEmail)).toHaveLength(1)
    await platform.db.execute(sql`UPDATE auth_tokens SET created_at = created_at - interval '15 minutes'`)
    await Promise.all([registerAs(form), registerAs(form)])
    expect(await links(form.personalEmail)).toHaveLength(2)
  })

  test('tells the password nowhere, even to who has the secret', async () => {
    const form = registration()
    await registerAs(form)
    const { rows } = await platform.db.execute<{ key: string }>(
      sql`SELECT value::jsonb ->> 'submission' AS key FROM auth_tokens ORDER BY created_at DESC LIMIT 1`,
    )
    const { password: _, confirmPassword: __, ...profile } = form
    const typed = `registration:${JSON.stringify(profile)}`
    expect(await derivePasswordFormIdempotencyKey(platform.secret, typed, form.password)).toBe(rows[0]?.key)
    expect(await derivePasswordFormIdempotencyKey(new SigningSecret('another secret'), typed, form.password)).not.toBe(
      rows[0]?.key,
    )
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
    await expect(registerMember(broken, openBrowser(), form)).rejects.toThrow('the queue is full')
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
    expect(await registerAs(form)).toMatchObject({ outcome: 'done' })
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
    expect(await resetPasswordByLinkToken(platform, token, 'another password')).toBe(false)
    expect((await confirm(token)).confirmed).toBe(true)
  })

  test('has run out after 48 hours; registering again helps', async () => {
    const form = registration()
    await registerAs(form)
    await platform.db.execute(sql`UPDATE auth_tokens SET expires_at = now(), created_at = now() - interval '48 hours'
      WHERE identifier LIKE 'confirm:%'`)
    const [old] = await links(form.personalEmail)
    expect((await confirm(old)).confirmed).toBe(false)
    await registerAs(form)
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
    expect(await resetPasswordByLinkToken(platform, token, 'the password of olu')).toBe(true)
    expect(await signInOutcome(personalEmail, 'the password of eve')).toBe('refused')
    const [link] = await links(personalEmail)
    expect((await confirm(link)).confirmed).toBe(false)
    expect(await signInOutcome(personalEmail, 'the password of olu')).toBe('signed-in')
  })
})

test('a suspended member is shut out, and told why', async () => {
  const form = registration()
  const browser = openBrowser()
  const registered = await registerMember(platform, browser, form)
  browser.keep(registered.outcome === 'done' ? registered.cookies : [])
  const { id } = await findUser(form.personalEmail)
  const why = 'Your listing copied the name of another firm.'
  expect(await suspendMember(platform, await createStaff(platform.db, 'Admin'), id, why)).toBe('done')
  const [link = ''] = await links(form.personalEmail)
  const options = { proof: { by: 'browser' }, preserveInput: false, name: null, replaceSession: false } as const
  expect(await confirmRegistration(platform, browser, null, link, options)).toEqual({
    outcome: 'shut-out',
    reason: why,
  })
  expect(await platform.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
})

describe('an imported owner', () => {
  async function importOwner() {
    const id = await createOwner(platform.db, { status: 'Verified', relationship: 'Veteran' })
    const business = await createBusiness(platform.db, { profileId: id })
    await platform.db.execute(sql`UPDATE profiles SET business_id = ${business.id} WHERE id = ${id}`)
    return { id, business, email: `owner-${id}@sample.example` }
  }

  test('claims the profile by the link, keeps what was verified, and takes names and mobile only when told to', async () => {
    const { id, business, email } = await importOwner()
    const before = await findProfile(platform.db, id)
    const form = registration({ personalEmail: email, firstName: 'Olu', militaryRelationshipTypeId: 6 })
    expect(await registerAs(form)).toMatchObject({ outcome: 'done' })
    expect(await findProfile(platform.db, id)).toEqual(before)

    const [token] = await links(email)
    expect((await confirm(token, { preserveInput: true })).who).toMatchObject({ userId: id, name: 'Olu Sample' })
    expect(await findProfile(platform.db, id)).toMatchObject({
      firstName: 'Olu',
      personalMobile: '+447700900123',
      businessId: business.id,
      militaryRelationshipType: 'Veteran',
      verificationStatus: 'Verified',
    })
    const query = sql`SELECT profile_id, is_active FROM businesses WHERE id = ${business.id}`
    expect(await queryRows(platform.db, query)).toEqual([{ profile_id: id, is_active: business.isActive }])
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
    const business = await createBusiness(platform.db, { profileId: id })
    await platform.db.execute(sql`UPDATE profiles SET business_id = ${business.id} WHERE id = ${id}`)
    await registerAs(registration({ personalEmail: email, militaryRelationshipTypeId: 6 }))
    const [token = ''] = await links(email)
    expect(await getRegistrationConfirmation(platform, openBrowser().headers, token)).toMatchObject({
      choice: { imported: { relationship: 'Veteran' }, typed: { relationship: 'Supporter' } },
    })
    await confirm(token, { preserveInput: true })
    expect(await findProfile(platform.db, id)).toMatchObject({ militaryRelationshipType: 'Supporter' })
  })
})

describe('the page of a link', () => {
  test('says whose address it is, who asked and when, and is the same however often it is looked at', async () => {
    const browser = openBrowser()
    const form = registration({ firstName: 'Olu' })
    const registered = await registerMember(platform, browser, form)
    browser.keep(registered.outcome === 'done' ? registered.cookies : [])
    const [token = ''] = await links(form.personalEmail)
    const own = await getRegistrationConfirmation(platform, browser.headers, token)
    expect(own).toMatchObject({
      email: form.personalEmail,
      askedBy: 'Olu Sample',
      isOwnBrowser: true,
      isImported: false,
      choice: null,
    })
    expect(Date.now() - (own?.askedAt.getTime() ?? 0)).toBeLessThan(60_000)
    expect(await getRegistrationConfirmation(platform, openBrowser().headers, token)).toEqual({
      ...own,
      isOwnBrowser: false,
    })
    expect(await getRegistrationConfirmation(platform, browser.headers, token)).toEqual(own)
    expect((await findUser(form.personalEmail)).emailVerified).toBe(false)
  })

  test('knows only the browser that asked for this very link', async () => {
    const personalEmail = anyEmail()
    const [eve, olu] = [openBrowser(), openBrowser()]
    for (const [browser, firstName] of [
      [eve, 'Eve'],
      [olu, 'Olu'],
    ] as const) {
      const registered = await registerMember(platform, browser, registration({ personalEmail, firstName }))
      browser.keep(registered.outcome === 'done' ? registered.cookies : [])
    }
    const [ofEve = '', ofOlu = ''] = await links(personalEmail)
    expect(await getRegistrationConfirmation(platform, eve.headers, ofOlu)).toMatchObject({
      askedBy: 'Olu Sample',
      isOwnBrowser: false,
    })
    expect(await confirmRegistration(platform, eve, null, ofOlu, press)).toEqual({ outcome: 'other-browser' })
    expect(await confirmRegistration(platform, olu, null, ofEve, press)).toEqual({ outcome: 'other-browser' })
    const value = olu.cookie('muster.registration') ?? ''
    const forged = openBrowser()
    forged.keep([`muster.registration=${ofOlu.slice(0, 36)}.${value.slice(37, -1)}x`])
    expect(await confirmRegistration(platform, forged, null, ofOlu, press)).toEqual({ outcome: 'other-browser' })
    expect((await findUser(personalEmail)).emailVerified).toBe(false)
    expect((await confirm(ofOlu, {}, olu)).confirmed).toBe(true)
  })

  test('a form sent twice gives its browser the link that was sent, and a member a cookie that looks alike', async () => {
    const form = registration()
    const browser = openBrowser()
    for (const again of [1, 2]) {
      const registered = await registerMember(platform, browser, form)
      browser.keep(registered.outcome === 'done' ? registered.cookies : [])
      expect(await links(form.personalEmail), `after ${again}`).toHaveLength(1)
    }
    const [token = ''] = await links(form.personalEmail)
    expect((await getRegistrationConfirmation(platform, browser.headers, token))?.isOwnBrowser).toBe(true)

    const member = await createMember(platform.db)
    const [ofNew, ofMember] = await Promise.all(
      [anyEmail(), member.email].map((personalEmail) => registerAs(registration({ personalEmail }))),
    )
    const shape = (result: typeof ofNew) =>
      JSON.stringify(result)
        .replace(/=[^;]+;/, '=;')
        .replace(/[\da-f-]{36}/, '')
    expect(shape(ofMember)).toBe(shape(ofNew))
  })
})

describe('confirming elsewhere', () => {
  const withPassword = (password: string) => ({ proof: { by: 'password', password } as const })
  const withOwn = (password: string, name: Options['name'] = null) => ({
    proof: { by: 'new-password', password } as const,
    name,
  })

  test('takes the password of the registration, and no other', async () => {
    const form = registration({ password: 'the password of olu' })
    await registerAs(form)
    const [token = ''] = await links(form.personalEmail)
    const wrong = { ...press, ...withPassword('another password') }
    expect(await confirmRegistration(platform, openBrowser(), null, token, wrong)).toEqual({
      outcome: 'wrong-password',
    })
    expect((await confirm(token, withPassword('the password of olu'), openBrowser())).who?.email).toBe(
      form.personalEmail,
    )
    expect(await signInOutcome(form.personalEmail, 'the password of olu')).toBe('signed-in')
  })

  test('lets nobody guess that password', async () => {
    const form = registration()
    await registerAs(form)
    const [token = ''] = await links(form.personalEmail)
    const guess = (password: string) =>
      confirmRegistration(platform, openBrowser(), null, token, { ...press, ...withPassword(password) })
    for (let count = 0; count < 10; count += 1) expect(await guess('a guess')).toEqual({ outcome: 'wrong-password' })
    expect(await guess(form.password)).toMatchObject({ outcome: 'limited' })
    expect((await findUser(form.personalEmail)).emailVerified).toBe(false)
  })

  test('with a password of their own, the owner drops everything that a stranger typed', async () => {
    const form = registration({ firstName: 'Eve', lastName: 'Evil', password: 'the password of eve' })
    await registerAs(form)
    const [token = ''] = await links(form.personalEmail)
    const own = withOwn('the password of olu', { firstName: 'Olu', lastName: 'Owner' })
    expect((await confirm(token, own, openBrowser())).who).toMatchObject({ name: 'Olu Owner' })
    const { id } = await findUser(form.personalEmail)
    expect(await findProfile(platform.db, id)).toMatchObject({
      firstName: 'Olu',
      lastName: 'Owner',
      personalEmail: form.personalEmail,
      personalMobile: null,
      militaryRelationshipTypeId: null,
    })
    expect(await signInOutcome(form.personalEmail, 'the password of eve')).toBe('refused')
    expect(await signInOutcome(form.personalEmail, 'the password of olu')).toBe('signed-in')
  })

  test('never gives an imported profile a name or a mobile that its owner has not kept', async () => {
    for (const options of [withPassword('the password of eve'), withOwn('the password of olu')]) {
      const id = await createOwner(platform.db, { status: 'Verified', relationship: 'Veteran' })
      const email = `owner-${id}@sample.example`
      const [before, user] = [await findProfile(platform.db, id), await findUser(email)]
      const form = registration({ personalEmail: email, firstName: 'Eve', password: 'the password of eve' })
      await registerAs(form)
      const [token = ''] = await links(email)
      expect(await getRegistrationConfirmation(platform, openBrowser().headers, token)).toMatchObject({
        isImported: true,
        choice: {
          imported: { name: `${before?.firstName} ${before?.lastName}`, mobile: before?.personalMobile },
          typed: { name: 'Eve Sample', mobile: '+447700900123' },
        },
      })
      expect((await confirm(token, options, openBrowser())).who).toMatchObject({ userId: id, name: user.name })
      expect(await findProfile(platform.db, id)).toEqual(before)
    }
  })

  test('never ends the session of somebody else that is open in the browser, unless told to', async () => {
    for (const replaceSession of [false, true]) {
      const other = await createMember(platform.db)
      const { browser, actor } = await signInMember(platform, other.userId)
      const form = registration()
      await registerAs(form)
      const [token = ''] = await links(form.personalEmail)
      const options = { ...press, ...withPassword(form.password), replaceSession }
      const result = await confirmRegistration(platform, browser, actor, token, options)
      if (result?.outcome === 'confirmed') browser.keep(result.cookies)
      expect(result?.outcome).toBe(replaceSession ? 'confirmed' : 'confirmed-only')
      const who = await findAndExtendSignedInSession(platform, browser.headers)
      expect(who?.email).toBe(replaceSession ? form.personalEmail : other.email)
      const left = await queryRows(platform.db, sql`SELECT id FROM sessions WHERE user_id = ${other.userId}`)
      expect(left).toHaveLength(replaceSession ? 0 : 1)
      expect((await findUser(form.personalEmail)).emailVerified).toBe(true)
    }
  })
})

describe('sending the mail again', () => {
  /** What a refused sign-in sends back. */
  async function offerFor(email: string, password: string) {
    const result = await signIn(platform, openBrowser(), { email, password })
    if (result.outcome !== 'unconfirmed' && result.outcome !== 'refused') {
      throw new Error(`the sign-in was ${result.outcome}`)
    }
    return { email, resend: result.resend ?? '' }
  }
  const proofFor = (form: RegistrationInput) => offerFor(form.personalEmail, form.password)

  async function resendIn(browser: Browser, asked: { email: string; resend: string }) {
    const result = await resendConfirmationAfterRefusedSignIn(platform, browser, asked)
    if (result.outcome === 'done') browser.keep(result.cookies)
    return result.outcome
  }

  test('with the password makes a link that confirms there as the first one did', async () => {
    const form = registration()
    await registerAs(form)
    const browser = openBrowser()
    expect(await resendIn(browser, await proofFor(form))).toBe('done')
    const [, again = ''] = await links(form.personalEmail)
    expect(await getRegistrationConfirmation(platform, browser.headers, again)).toMatchObject({
      askedBy: 'Sam Sample',
      isOwnBrowser: true,
    })
    expect((await confirm(again)).who?.email).toBe(form.personalEmail)
    expect(await signInOutcome(form.personalEmail, form.password)).toBe('signed-in')
  })

  test('happens once for one proof, however often it is sent', async () => {
    const form = registration()
    await registerAs(form)
    const proof = await proofFor(form)
    await Promise.all([1, 2, 3].map(() => resendConfirmationAfterRefusedSignIn(platform, openBrowser(), proof)))
    expect(await links(form.personalEmail)).toHaveLength(2)
  })

  test('without it makes a link for the browser that registered, and is answered alike for any address', async () => {
    const form = registration()
    const first = openBrowser()
    const registered = await registerMember(platform, first, form)
    if (registered.outcome === 'done') first.keep(registered.cookies)
    const proof = await proofFor(form)
    const [until = '', signature = ''] = proof.resend.split('.')
    const other = await createMember(platform.db, { confirmed: false })
    const member = await createMember(platform.db)
    const asked = [
      await offerFor(form.personalEmail, 'a wrong one'),
      await offerFor(member.email, 'a wrong one'),
      await offerFor('nobody-ever@sample.example', 'a wrong one'),
      { ...proof, email: other.email },
      { ...proof, resend: '' },
      { ...proof, resend: `${Number(until) + 1}.${signature}` },
      { ...proof, resend: `${Date.now() - 1}.${signature}` },
    ]
    for (const each of asked) {
      const browser = openBrowser()
      const started = performance.now()
      const result = await resendConfirmationAfterRefusedSignIn(platform, browser, each)
      expect(performance.now() - started).toBeGreaterThan(240)
      if (result.outcome !== 'done') throw new Error(result.outcome)
      browser.keep(result.cookies)
      expect(getLastRegisteredEmailOfBrowser(platform, browser.headers)).toBe(each.email)
      if (each.email.startsWith('nobody')) continue
      for (const link of await links(each.email)) {
        expect(await getRegistrationConfirmation(platform, browser.headers, link)).toMatchObject({
          isOwnBrowser: false,
        })
      }
    }
    const sent = await links(form.personalEmail)
    // Within a minute it is one press.
    expect(sent).toHaveLength(2)
    expect(await getRegistrationConfirmation(platform, first.headers, sent[1] ?? '')).toMatchObject({
      isOwnBrowser: true,
    })
    expect(await links(member.email)).toEqual([])
    await confirm(sent[0])
    await resendConfirmationAfterRefusedSignIn(platform, openBrowser(), proof)
    expect(await links(form.personalEmail)).toEqual(sent)
  })
})

describe('sending the mail again from the browser that registered', () => {
  async function registered(form: RegistrationInput) {
    const browser = openBrowser()
    const result = await registerMember(platform, browser, form)
    if (result.outcome === 'done') browser.keep(result.cookies)
    return browser
  }

  // spec: way.3
  test('knows the address, and sends a link that confirms there with a press, as the first one does', async () => {
    const form = registration()
    const browser = await registered(form)
    expect(getLastRegisteredEmailOfBrowser(platform, browser.headers)).toBe(form.personalEmail)
    expect(getLastRegisteredEmailOfBrowser(platform, openBrowser().headers)).toBeNull()
    expect(await resendConfirmationToLastRegisteredEmail(platform, browser)).toEqual({ outcome: 'done' })
    const sent = await links(form.personalEmail)
    expect(sent).toHaveLength(2)
    for (const link of sent) {
      expect(await getRegistrationConfirmation(platform, browser.headers, link)).toMatchObject({ isOwnBrowser: true })
      expect(await getRegistrationConfirmation(platform, openBrowser().headers, link)).toMatchObject({
        isOwnBrowser: false,
      })
    }
    expect((await confirm(sent[1], {}, browser)).who?.email).toBe(form.personalEmail)
  })

  test('counts a double press once', async () => {
    const form = registration()
    const browser = await registered(form)
    await Promise.all([1, 2, 3].map(() => resendConfirmationToLastRegisteredEmail(platform, browser)))
    expect(await links(form.personalEmail)).toHaveLength(2)
  })

  test('says the same, and in as much time, of an address that is a member, or confirmed by now, and sends nothing', async () => {
    const member = await createMember(platform.db)
    const browser = await registered(registration({ personalEmail: member.email }))
    expect(getLastRegisteredEmailOfBrowser(platform, browser.headers)).toBe(member.email)
    const started = performance.now()
    expect(await resendConfirmationToLastRegisteredEmail(platform, browser)).toEqual({ outcome: 'done' })
    expect(performance.now() - started).toBeGreaterThan(240)
    expect(await links(member.email)).toEqual([])
    const form = registration()
    const later = await registered(form)
    await confirm((await links(form.personalEmail))[0], {}, later)
    expect(await resendConfirmationToLastRegisteredEmail(platform, later)).toEqual({ outcome: 'done' })
    expect(await links(form.personalEmail)).toHaveLength(1)
  })

  test('is refused in a browser that did not register, and sends an address five mails an hour at most', async () => {
    expect(await resendConfirmationToLastRegisteredEmail(platform, openBrowser())).toEqual({ outcome: 'expired' })
    const form = registration()
    const browser = await registered(form)
    for (let count = 0; count < 7; count += 1) {
      await platform.db.execute(sql`UPDATE auth_tokens SET created_at = created_at - interval '2 minutes'`)
      expect(
        await resendConfirmationToLastRegisteredEmail(platform, { ...openBrowser(), headers: browser.headers }),
      ).toEqual({
        outcome: 'done',
      })
    }
    expect(await links(form.personalEmail)).toHaveLength(5)
  })

  test('takes a cookie of an older release, which names no address', async () => {
    const form = registration()
    await registered(form)
    const [link = ''] = await links(form.personalEmail)
    expect(getLastRegisteredEmailOfBrowser(platform, browserOf(link).headers)).toBeNull()
    expect(await getRegistrationConfirmation(platform, browserOf(link).headers, link)).toMatchObject({
      isOwnBrowser: true,
    })
  })
})

describe('what somebody was doing when they registered', () => {
  const resume: ReturnPathAndFormsAfterRegistration = {
    returnTo: '/verification',
    pendingForms: [{ kind: 'verification', id: 'an id' }],
  }

  async function linkWith(form: RegistrationInput): Promise<string> {
    await registerMember(platform, openBrowser(), form, resume)
    return (await links(form.personalEmail))[0] ?? ''
  }

  test.each([
    ['in the same browser', { by: 'browser' }, true],
    ['with the password, on any device', { by: 'password', password: 'a password for tests' }, true],
    ["unless it was somebody else's", { by: 'new-password', password: 'another password' }, false],
  ] as const)('comes back when they confirm %s', async (_, proof, isBack) => {
    const link = await linkWith(registration())
    const name = { firstName: 'Olu', lastName: 'Owner' }
    const confirmed = await confirmRegistration(platform, browserOf(link), null, link, { ...press, proof, name })
    expect(confirmed).toMatchObject({ outcome: 'confirmed', resume: isBack ? resume : null })
  })

  test('is nothing for a registration that was not on the way to something', async () => {
    const form = registration()
    await registerAs(form)
    const [link = ''] = await links(form.personalEmail)
    expect(await confirmRegistration(platform, browserOf(link), null, link, press)).toMatchObject({ resume: null })
  })
})

describe('very many registrations', () => {
  test('from one address are refused with the time to wait', async () => {
    const browser = openBrowser()
    await platform.db.execute(sql`DELETE FROM request_counts`)
    const form = registration({ militaryRelationshipTypeId: 999 })
    for (let count = 0; count < 30; count += 1) {
      expect((await registerMember(platform, browser, form)).outcome).toBe('no-such-relationship')
    }
    expect(await registerMember(platform, browser, form)).toEqual({ outcome: 'limited', minutes: 60 })
    expect((await registerAs(form)).outcome).toBe('no-such-relationship')
  })

  test('of one address send its owner five mails an hour, and say nothing of it', async () => {
    const personalEmail = anyEmail()
    for (let count = 0; count < 7; count += 1) {
      expect(await registerAs(registration({ personalEmail, lastName: `Sample ${count}` }))).toMatchObject({
        outcome: 'done',
      })
    }
    expect(await links(personalEmail)).toHaveLength(5)
  })

  test('and many mails sent again from one address are refused with the time to wait', async () => {
    const browser = openBrowser()
    const madeUp = { email: anyEmail(), resend: 'made up' }
    for (let count = 0; count < 10; count += 1) await resendConfirmationAfterRefusedSignIn(platform, browser, madeUp)
    expect(await resendConfirmationAfterRefusedSignIn(platform, browser, madeUp)).toEqual({
      outcome: 'limited',
      minutes: 60,
    })
  })
})
