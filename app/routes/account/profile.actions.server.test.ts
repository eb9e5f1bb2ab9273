import { beforeEach, describe, expect } from 'vitest'
import type { AccountSecurityFormRefusal } from '#app/features/account/model.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createMember, memberPassword } from '#tests/factories/members.ts'
import { actorOf, signInMember } from '#tests/member-session.ts'
import { platform, test } from '#tests/platform-test.ts'
import type { Browser } from '#tests/visitors.ts'
import { handleProfileForm } from './profile.actions.server.ts'

let browser: Browser
let actor: Actor

beforeEach(async () => {
  const { userId } = await createMember(platform.db)
  const signedIn = await signInMember(platform, userId)
  browser = signedIn.browser
  actor = signedIn.actor
})

/** What is said to one of the forms: in its fields, in a toast, or on the page it leads to. */
async function say(fields: Record<string, string>, on: Platform = platform) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const answer = await handleProfileForm({ platform: on, visitor: browser, actor }, form)
  if (answer instanceof Response) {
    const flash = await parseFlashCookie(answer.headers.getSetCookie().join('; '))
    return { leadsTo: answer.headers.get('Location'), flash }
  }
  const { result, toast, ...rest } = answer.data as AccountSecurityFormRefusal
  return {
    status: answer.init?.status ?? 200,
    errors: result?.error ?? null,
    toast,
    rest,
    text: JSON.stringify(answer.data),
  }
}

/** The same platform with a database that fails. */
function broken(): Platform {
  const fail = () => {
    throw new Error('the database is gone')
  }
  return {
    ...platform,
    db: { ...platform.db, insert: fail, select: fail, transaction: fail } as never,
    log: Object.assign(Object.create(platform.log), { error: () => undefined }),
  }
}

const passwords = { form: 'change-password', newPassword: 'a new password', confirmPassword: 'a new password' }

describe('changing the password', () => {
  // spec: 128.1
  test.each([
    [{ currentPassword: '' }, { currentPassword: ['Current password is required'] }],
    [{ newPassword: '12345', confirmPassword: '12345' }, { newPassword: ['Password must be at least 6 characters'] }],
    [
      { newPassword: 'Letmein1', confirmPassword: 'Letmein1' },
      { newPassword: ['This password is too common. Choose another.'] },
    ],
    [{ confirmPassword: '' }, { confirmPassword: ['Please confirm your password'] }],
    [{ confirmPassword: 'another' }, { confirmPassword: ["Passwords don't match"] }],
    [{ currentPassword: 'not mine' }, { currentPassword: ['Your current password is not correct'] }],
  ])('%j is refused', async (change, errors) => {
    const answer = await say({ ...passwords, currentPassword: memberPassword, ...change })
    const [message] = Object.values(errors)[0] ?? []
    expect(answer).toMatchObject({ status: 400, errors })
    expect(answer.toast).toEqual({ title: 'Error updating password', description: message, bad: true })
    for (const secret of [memberPassword, 'a new password', 'not mine']) expect(answer.text).not.toContain(secret)
  })

  // spec: 205.2
  test('is said when done', async () => {
    expect(await say({ ...passwords, currentPassword: memberPassword })).toEqual({
      leadsTo: '/profile?tab=security',
      flash: { title: 'Password updated', description: 'Your password has been successfully changed.' },
    })
  })

  // spec: 177.1, 192.1
  test('that fails says so', async () => {
    const answer = await say({ ...passwords, currentPassword: memberPassword }, broken())
    const description = 'Failed to update password. Please try again.'
    expect(answer).toMatchObject({ status: 500, errors: { '': [description] } })
    expect(answer.toast).toEqual({ title: 'Error updating password', description, bad: true })
  })

  test('is refused for a while after ten wrong tries', async () => {
    for (let tries = 0; tries < 10; tries += 1) await say({ ...passwords, currentPassword: 'not mine' })
    const { errors } = await say({ ...passwords, currentPassword: memberPassword })
    expect(errors).toEqual({
      currentPassword: [expect.stringMatching(/^Too many attempts. Wait \d+ minutes? and try again\.$/)],
    })
  })
})

describe('the reset link', () => {
  // spec: 205.2
  test('is sent', async () => {
    expect(await say({ form: 'send-reset-link' })).toEqual({
      leadsTo: '/profile?tab=security',
      flash: {
        title: 'Password reset email sent',
        description: 'Check your email for the password reset link.',
        asks: 'mail',
      },
    })
  })

  // spec: 193.1
  test('that cannot be sent says so', async () => {
    const answer = await say({ form: 'send-reset-link' }, broken())
    expect(answer.toast).toEqual({
      title: 'Error',
      description: 'Failed to send reset email. Please try again.',
      bad: true,
    })
  })
})

describe('the profile', () => {
  const complete = { form: 'profile', firstName: 'Robin', lastName: 'Reed', personalEmail: 'robin@sample.example' }

  // spec: 205.2
  test('is saved', async () => {
    expect(await say(complete)).toEqual({ leadsTo: '/profile', flash: { title: 'Profile updated' } })
  })

  // spec: 126.3
  test('says what is wrong, and keeps what was typed', async () => {
    const answer = await say({ ...complete, firstName: '', lastName: 'Reed' })
    expect(answer).toMatchObject({ status: 400, errors: { firstName: ['First name is required'] } })
    expect(answer.toast).toEqual({
      title: 'Validation Error',
      description: 'Please check the form for errors.',
      bad: true,
    })
    expect(answer.text).toContain('robin@sample.example')
  })

  test('takes no relationship that there is not', async () => {
    expect(await say({ ...complete, militaryRelationshipTypeId: '99' })).toMatchObject({
      status: 400,
      errors: { militaryRelationshipTypeId: ['Choose a military relationship from the list'] },
    })
  })

  // spec: 205.3
  test('loses its picture', async () => {
    expect(await say({ form: 'remove-avatar' })).toEqual({
      leadsTo: '/profile',
      flash: { title: 'Success', description: 'Avatar removed successfully' },
    })
  })
})

describe('two-factor authentication', () => {
  test('says what is wrong with password and code, and keeps the setup', async () => {
    expect(await say({ form: 'begin-two-factor', currentPassword: '' })).toMatchObject({
      errors: { currentPassword: ['Current password is required'] },
    })
    const begun = await say({ form: 'begin-two-factor', currentPassword: memberPassword })
    const proof = begun.rest?.setup?.proof ?? ''
    expect(begun).toMatchObject({ status: 200, rest: { form: 'begin-two-factor' } })
    for (const [code, message] of [
      ['', 'Enter the code'],
      ['12', 'That code is not correct'],
      ['x'.repeat(41), 'That code is not correct'],
    ] as const) {
      const answer = await say({ form: 'confirm-two-factor', code, proof })
      expect(answer).toMatchObject({ status: 400, errors: { code: [message] } })
      expect(answer.rest?.setup?.key).toBe(begun.rest?.setup?.key)
    }
    expect(await say({ form: 'confirm-two-factor', code: '123456', proof: 'made up' })).toMatchObject({
      leadsTo: '/profile?tab=security',
      flash: { title: 'That took too long', bad: true },
    })
  })

  test('that is off already is no reason to complain', async () => {
    expect(await say({ form: 'disable-two-factor', currentPassword: memberPassword })).toMatchObject({
      flash: { title: 'Two-factor authentication is off' },
    })
    expect((await actorOf(platform, browser)).sessionId).toBe(actor.sessionId)
  })
})

describe('sign-ins', () => {
  test('of others are not ended, and theirs goes on', async () => {
    const other = await signInMember(platform, (await createMember(platform.db)).userId)
    for (const id of [other.actor.sessionId, 'no such thing', '']) {
      expect(await say({ form: 'end-session', id })).toMatchObject({
        status: 400,
        toast: { title: 'Session not found', bad: true },
      })
    }
    expect((await actorOf(platform, other.browser)).userId).toBe(other.actor.userId)
  })

  test('all end at once, this one too', async () => {
    const second = await signInMember(platform, actor.userId)
    expect(await say({ form: 'end-all-sessions' })).toMatchObject({ leadsTo: '/', flash: { title: 'Signed out' } })
    for (const gone of [browser, second.browser]) {
      await expect(actorOf(platform, gone)).rejects.toThrow('nobody is signed in')
    }
  })
})

describe('leaving', () => {
  test('takes the password', async () => {
    const answer = await say({ form: 'delete-account', currentPassword: 'not mine' })
    expect(answer).toMatchObject({ status: 400, errors: { currentPassword: ['Your current password is not correct'] } })
    expect(answer.toast).toMatchObject({ title: 'Account not deleted' })
    expect((await actorOf(platform, browser)).userId).toBe(actor.userId)
  })
})

test.each(['nothing-like-it', 'constructor', ''])('a form called %j is none of ours', async (form) => {
  await expect(say({ form })).rejects.toMatchObject({ init: { status: 400 } })
})
