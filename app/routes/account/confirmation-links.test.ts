import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { hashPassword } from '#app/features/account/password-service.server.ts'
import { getPendingFormByToken, hashPendingFormToken } from '#app/features/account/pending-form-service.server.ts'
import { findAndExtendSignedInSession } from '#app/features/account/service.server.ts'
import { deriveEmailLinkToken, issueEmailLinkTokenId } from '#app/features/account/token-service.server.ts'
import {
  claimPendingMilitaryService,
  getOwnVerification,
  savePendingMilitaryServiceOfVisitor,
} from '#app/features/verification/service.server.ts'
import { parseFlashCookie, parsePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import { queryRows } from '#app/platform/.server/database/database.ts'
import { contextFor } from '#tests/call-route.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import { type Browser, openBrowser } from '#tests/visitors.ts'
import { loader as openPage, action as sendForm } from './confirm-email.tsx'
import { action as answerOnboarding, loader as openOnboarding } from './onboarding.tsx'

type Loader = (args: never) => Promise<unknown>

/** Opens an address as a page; gives what the loader answers, and keeps the cookies it sets. */
async function visit(load: Loader, path: string, browser: Browser): Promise<unknown> {
  const request = new Request(`http://muster.example${path}`, { headers: browser.headers })
  const answer = await load({ request, context: contextFor(platform, request), params: {} } as never).catch(
    (thrown: unknown) => thrown,
  )
  if (answer instanceof Response) browser.keep(answer.headers.getSetCookie())
  return answer
}

async function linkOf(purpose: 'confirm' | 'change-address', userId: string, value: Record<string, unknown>) {
  return deriveEmailLinkToken(
    platform.secret,
    purpose,
    await issueEmailLinkTokenId(platform.db, purpose, { userId, value }),
  )
}

const everything = () =>
  queryRows(
    platform.db,
    sql`SELECT concat_ws('|', (SELECT json_agg(u) FROM users u), (SELECT json_agg(a) FROM accounts a),
      (SELECT json_agg(p) FROM profiles p), (SELECT json_agg(t) FROM auth_tokens t),
      (SELECT json_agg(s.id) FROM sessions s), (SELECT count(*) FROM pgboss.job)) AS state`,
  )

// spec: 32.4
test('opening the link of a registration changes nothing, however often and by whom', async () => {
  const { userId } = await createMember(platform.db, { confirmed: false })
  const other = await createMember(platform.db)
  const { browser } = await signInMember(platform, other.userId)
  const token = await linkOf('confirm', userId, { passwordHash: 'x', name: 'Eve Evil' })
  const before = await everything()
  for (const visitor of [openBrowser(), openBrowser(), browser]) {
    await visit(openOnboarding as Loader, `/onboarding?token=${token}`, visitor)
  }
  expect(await everything()).toEqual(before)
  expect((await findAndExtendSignedInSession(platform, browser.headers))?.userId).toBe(other.userId)
})

test('opening the link to a new sign-in address changes nothing, however often', async () => {
  const { userId } = await createMember(platform.db)
  const { browser } = await signInMember(platform, userId)
  const token = await linkOf('change-address', userId, { newEmail: `new-${userId}@sample.example` })
  const before = await everything()
  for (const visitor of [openBrowser(), browser]) {
    await visit(openPage as Loader, `/auth/address?token=${token}`, visitor)
  }
  expect(await everything()).toEqual(before)
})

/** Sends a form of a page; gives where it leads, with the flash, or what it answers. */
async function send(act: Loader, path: string, browser: Browser, fields: Record<string, string>) {
  const { headers } = browser
  const request = new Request(`http://muster.example${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Cookie: headers.get('Cookie') ?? '' },
  })
  const answer = (await act({ request, context: contextFor(platform, request), params: {} } as never).catch(
    (thrown: unknown) => thrown,
  )) as Response | { data: { toast: unknown } | null; init: { status: number } }
  if (!(answer instanceof Response)) return { status: answer.init.status, toast: answer.data?.toast }
  browser.keep(answer.headers.getSetCookie())
  return {
    to: answer.headers.get('Location'),
    flash: (await parseFlashCookie(browser.headers.get('Cookie')))?.title ?? null,
  }
}

async function linkToConfirm() {
  const { userId, email } = await createMember(platform.db, { confirmed: false })
  const value = { passwordHash: await hashPassword('the password of sam'), name: 'Sam Sample' }
  return { email, path: `/onboarding?token=${await linkOf('confirm', userId, value)}` }
}

// spec: 32.4
test('a press confirms and leads to the welcome, and the link leads to the login from then on', async () => {
  const { email, path } = await linkToConfirm()
  const browser = openBrowser()
  const wrong = { form: 'confirm-password', password: 'another' }
  expect(await send(answerOnboarding as Loader, path, browser, wrong)).toMatchObject({
    status: 400,
    toast: { title: 'Address not confirmed', description: 'That is not the password you registered with' },
  })
  // Without the cookie of the browser that registered the page comes again, which asks for the password.
  expect(await send(answerOnboarding as Loader, path, browser, { form: 'confirm' })).toEqual({ to: path, flash: null })
  expect(await findAndExtendSignedInSession(platform, browser.headers)).toBeNull()
  const right = { form: 'confirm-password', password: 'the password of sam' }
  expect(await send(answerOnboarding as Loader, path, browser, right)).toEqual({ to: '/onboarding', flash: null })
  expect((await findAndExtendSignedInSession(platform, browser.headers))?.email).toBe(email)
  expect(await send(answerOnboarding as Loader, path, openBrowser(), right)).toEqual({
    to: '/auth',
    flash: 'This link has been used or has expired',
  })
})

// spec: way.2
test('goes on at what was filled in before the registration, on another device too', async () => {
  const saved = await savePendingMilitaryServiceOfVisitor(platform, '192.0.2.1', {
    militaryRelationshipTypeId: '3',
    serviceBranchId: '2',
  })
  const token = 'token' in saved ? saved.token : ''
  const { userId } = await createMember(platform.db, { confirmed: false })
  const resume = {
    returnTo: '/verification',
    pendingForms: [{ kind: 'verification', id: hashPendingFormToken(token) }],
  }
  const typed = {
    firstName: 'Sam',
    lastName: 'Sample',
    personalEmail: 'sam@sample.example',
    personalMobile: '07700900123',
    militaryRelationshipTypeId: 3,
  }
  const value = {
    passwordHash: await hashPassword('the password of sam'),
    name: 'Sam',
    remembered: { ...typed, resume },
  }
  const path = `/onboarding?token=${await linkOf('confirm', userId, value)}`
  const phone = openBrowser()
  const right = { form: 'confirm-password', password: 'the password of sam' }
  expect(await send(answerOnboarding as Loader, path, phone, right)).toEqual({ to: '/verification', flash: null })
  // The other browser's token is no longer valid.
  expect(await getPendingFormByToken(platform, 'verification', token)).toBeNull()
  const own = await parsePendingFormTokenCookie('verification', phone.headers.get('Cookie'))
  expect(await getPendingFormByToken(platform, 'verification', own ?? '')).toMatchObject({ serviceBranchId: '2' })
  const actor = { userId, sessionId: 's', email: '', role: 'Member', isStaff: false } as const
  expect(await claimPendingMilitaryService(platform, actor, own ?? '')).toBe(true)
  expect((await getOwnVerification(platform, actor))?.details).toMatchObject({
    relationshipTypeId: 3,
    serviceBranchId: 2,
  })
})

test('a registration leads to no other site', async () => {
  const { userId } = await createMember(platform.db, { confirmed: false })
  const typed = { firstName: 'S', lastName: 'S', personalEmail: 's@s.example', personalMobile: '07700900123' }
  const resume = { returnTo: '//evil.example', pendingForms: [] }
  const remembered = { ...typed, militaryRelationshipTypeId: 1, resume }
  const value = { passwordHash: await hashPassword('the password of sam'), remembered }
  const path = `/onboarding?token=${await linkOf('confirm', userId, value)}`
  const right = { form: 'confirm-password', password: 'the password of sam' }
  expect(await send(answerOnboarding as Loader, path, openBrowser(), right)).toEqual({ to: '/onboarding', flash: null })
})

test('what is missing from a password of their own is said, and nothing is confirmed', async () => {
  const { path } = await linkToConfirm()
  const form = { form: 'confirm-own', newPassword: 'the password of olu', confirmPassword: 'the password of olu' }
  const browser = openBrowser()
  expect(await send(answerOnboarding as Loader, path, browser, form)).toMatchObject({
    status: 400,
    toast: { description: 'First name is required' },
  })
  const named = { ...form, firstName: 'Olu', lastName: 'Owner' }
  expect(await send(answerOnboarding as Loader, path, browser, named)).toEqual({ to: '/onboarding', flash: null })
  expect((await findAndExtendSignedInSession(platform, browser.headers))?.name).toBe('Olu Owner')
})

test('whoever is signed in here stays so, and reads that, unless they say otherwise', async () => {
  for (const replace of [false, true]) {
    const { email, path } = await linkToConfirm()
    const other = await createMember(platform.db)
    const { browser } = await signInMember(platform, other.userId)
    const form = { form: 'confirm-password', password: 'the password of sam', ...(replace && { replace: 'on' }) }
    expect(await send(answerOnboarding as Loader, path, browser, form)).toEqual(
      replace ? { to: '/onboarding', flash: null } : { to: '/dashboard', flash: 'Address confirmed' },
    )
    expect((await findAndExtendSignedInSession(platform, browser.headers))?.email).toBe(replace ? email : other.email)
  }
})

test('a new sign-in address is confirmed by a press where its member is signed in, else by the password', async () => {
  for (const isSignedIn of [true, false]) {
    const { userId } = await createMember(platform.db)
    const browser = isSignedIn ? (await signInMember(platform, userId)).browser : openBrowser()
    const token = await linkOf('change-address', userId, { newEmail: `new-${userId}@sample.example` })
    const path = `/auth/address?token=${token}`
    if (!isSignedIn) {
      const answer = (password: string) => send(sendForm as Loader, path, browser, { password })
      expect(await answer('')).toMatchObject({ status: 400, toast: { description: 'Enter your password' } })
      expect(await answer('a wrong one')).toMatchObject({ toast: { title: 'Login email not changed' } })
    }
    expect(await send(sendForm as Loader, path, browser, { password: memberPassword })).toEqual({
      to: isSignedIn ? '/profile?tab=security' : '/auth',
      flash: 'Login email changed',
    })
    expect((await findAndExtendSignedInSession(platform, browser.headers))?.userId).toBe(
      isSignedIn ? userId : undefined,
    )
    expect(await send(sendForm as Loader, path, browser, { password: memberPassword })).toMatchObject({
      flash: 'This link has been used or has expired',
    })
  }
})

test.each([true, false])("a password of one's own is no common one (imported: %s)", async (isImported) => {
  const { userId } = await createMember(platform.db, { confirmed: false, ...(isImported && { status: 'Verified' }) })
  const path = `/onboarding?token=${await linkOf('confirm', userId, { name: 'Sam Sample' })}`
  const own = { form: 'confirm-own', firstName: 'Sam', lastName: 'Sample' }
  const common = { ...own, newPassword: 'sunshine', confirmPassword: 'sunshine' }
  expect(await send(answerOnboarding as Loader, path, openBrowser(), common)).toMatchObject({
    status: 400,
    toast: { description: 'This password is too common. Choose another.' },
  })
  const rare = { ...own, newPassword: 'a rarer one', confirmPassword: 'a rarer one' }
  expect(await send(answerOnboarding as Loader, path, openBrowser(), rare)).toMatchObject({ to: '/onboarding' })
})
