import { beforeEach, describe, expect } from 'vitest'
import { getOwnBusinessDraft, saveOwnBusinessDraftStep } from '#app/features/businesses/draft-service.server.ts'
import { ownBusinessToasts } from '#app/features/businesses/model.ts'
import { parseFlashCookie, parsePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { actorOf } from '#tests/factories/actors.ts'
import { createBusiness } from '#tests/factories/businesses.ts'
import { createMember } from '#tests/factories/members.ts'
import { platform, test } from '#tests/platform-test.ts'
import { handleBusinessWizardForm } from './business-onboarding.actions.server.ts'

let actor: Actor

beforeEach(async () => {
  actor = actorOf((await createMember(platform.db)).userId)
})

/** Sends a form that is redirected; returns the location, the message and the cookies. */
async function sendAndFollow(
  fields: Record<string, string>,
  options: { actor?: Actor | null; fromReview?: boolean } = {},
) {
  const answer = await post(fields, options)
  if (!(answer instanceof Response)) throw new Error('it was not redirected')
  const cookies = answer.headers.getSetCookie()
  return { to: answer.headers.get('Location'), flash: await parseFlashCookie(cookies.join('; ')), cookies }
}

/** Sends a form that is shown again; returns the status and the answer. */
async function sendAndStay(
  fields: Record<string, string>,
  options: { actor?: Actor | null; platform?: Platform } = {},
) {
  const answer = await post(fields, options)
  if (answer instanceof Response) throw new Error('it was redirected')
  return { status: answer.init?.status ?? 200, ...answer.data }
}

function post(
  fields: Record<string, string>,
  options: { actor?: Actor | null; fromReview?: boolean; platform?: Platform } = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return handleBusinessWizardForm({ platform, actor, clientIp: '192.0.2.7', fromReview: false, ...options }, form)
}

const at = (step: string) => `/business-onboarding?step=${step}`

describe('a step', () => {
  test('is saved and leads to the next, or back to the review', async () => {
    expect((await sendAndFollow({ form: 'profile', name: 'Fern' })).to).toBe(at('contact'))
    expect((await sendAndFollow({ form: 'contact', city: 'Truro' })).to).toBe(at('media'))
    expect((await sendAndFollow({ form: 'media' })).to).toBe(at('review'))
    expect((await sendAndFollow({ form: 'profile', name: 'Fern' }, { fromReview: true })).to).toBe(at('review'))
    const draft = await getOwnBusinessDraft(platform, actor)
    expect(draft).toMatchObject({ step: 'review', fields: { profile: { name: 'Fern' }, contact: { city: 'Truro' } } })
  })

  test('is saved without validation when the member goes to another step', async () => {
    await sendAndFollow({ form: 'profile', name: 'Fern' })
    expect((await sendAndFollow({ form: 'contact', email: 'not yet', go: 'back' })).to).toBe(at('profile'))
    expect((await sendAndFollow({ form: 'profile', name: 'Fern', go: 'review' })).to).toBe(at('review'))
    expect(await getOwnBusinessDraft(platform, actor)).toMatchObject({
      step: 'review',
      fields: { contact: { email: 'not yet' } },
    })
    await expect(post({ form: 'profile', go: 'back' })).rejects.toMatchObject({ init: { status: 400 } })
  })

  test('that is invalid shows messages, and is saved', async () => {
    const { status, toast, result } = await sendAndStay({ form: 'profile', name: ' ', industryId: '1' })
    expect([status, toast]).toEqual([
      400,
      { title: 'Validation Error', description: 'Please check the form for errors.', bad: true },
    ])
    expect(result?.error).toEqual({ name: ['Business Name is required'] })
    expect(await getOwnBusinessDraft(platform, actor)).toMatchObject({
      step: 'profile',
      fields: { profile: { industryId: '1' } },
    })
  })

  test('with an unknown choice is refused', async () => {
    const { result } = await sendAndStay({ form: 'profile', name: 'Fern', industryId: '9999', businessTypeId: '9999' })
    expect(result?.error).toEqual({
      industryId: ['Industry: choose one from the list'],
      businessTypeId: ['Business type: choose one from the list'],
    })
  })

  test('of a member with a business redirects to it', async () => {
    await createBusiness(platform.db, { profileId: actor.userId })
    expect((await sendAndFollow({ form: 'profile', name: 'Second' })).to).toBe('/my-business')
    expect((await sendAndFollow({ form: 'contact', go: 'back' })).to).toBe('/my-business')
  })

  test('is saved while it is typed', async () => {
    expect(await post({ form: 'keep', step: 'profile', name: 'Half a na' })).toMatchObject({ data: undefined })
    expect((await getOwnBusinessDraft(platform, actor))?.fields.profile.name).toBe('Half a na')
    await expect(post({ form: 'keep', step: 'review' })).rejects.toMatchObject({ init: { status: 400 } })
  })
})

describe('a visitor', () => {
  test('is asked to register, and their first step is stored for later', async () => {
    const { to, flash, cookies } = await sendAndFollow({ form: 'profile', name: 'Fern' }, { actor: null })
    expect([to, flash]).toEqual(['/auth?tab=register&returnTo=%2Fbusiness-onboarding', null])
    const held = cookies.find((cookie) => cookie.startsWith('held_step='))
    expect(held).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await parsePendingFormTokenCookie('business', held ?? null)).toMatch(/^[\w-]{32}$/)
  })

  test('sees error messages first', async () => {
    const { status, result } = await sendAndStay({ form: 'profile', name: '' }, { actor: null })
    expect([status, result?.error]).toEqual([400, { name: ['Business Name is required'] }])
  })

  // spec: 139.3, 184.1
  test('can send no other form', async () => {
    for (const form of ['contact', 'media', 'review', 'discard', 'remove-logo', 'nonsense']) {
      const { to, flash } = await sendAndFollow({ form }, { actor: null })
      expect([to, flash]).toEqual(['/auth?returnTo=%2Fbusiness-onboarding', ownBusinessToasts.signInFirst])
    }
    expect(await post({ form: 'keep', step: 'profile', name: 'Fern' }, { actor: null })).toMatchObject({
      data: undefined,
    })
  })

  test('has to wait after too many', async () => {
    const many = async () => {
      for (let number = 0; number < 21; number += 1) {
        const answer = await post({ form: 'profile', name: 'Fern' }, { actor: null })
        if (!(answer instanceof Response)) return answer
      }
      return null
    }
    expect(await many()).toMatchObject({
      init: { status: 429 },
      data: { toast: { title: 'Authentication required', description: expect.stringContaining('try again in') } },
    })
  })
})

describe('a submit', () => {
  const fill = async () => {
    await saveOwnBusinessDraftStep(platform, actor, 'profile', { name: 'Fern & Hollow' }, 'review')
    return (await getOwnBusinessDraft(platform, actor))?.id ?? ''
  }

  test('creates the business, and only one if sent twice', async () => {
    const draft = await fill()
    for (let time = 0; time < 2; time += 1) {
      expect(await sendAndFollow({ form: 'review', draft })).toMatchObject({
        to: '/dashboard',
        flash: ownBusinessToasts.created,
      })
    }
    expect((await sendAndFollow({ form: 'review', draft: 'another' })).to).toBe('/my-business')
  })

  test('of an invalid draft leads to the invalid step', async () => {
    const draft = await fill()
    await saveOwnBusinessDraftStep(platform, actor, 'contact', { email: 'nobody' }, 'review')
    expect((await sendAndFollow({ form: 'review', draft })).to).toBe(`${at('contact')}&check=1&from=review`)
  })

  test('of a deleted draft shows a message', async () => {
    expect(await sendAndFollow({ form: 'review', draft: 'gone' })).toMatchObject({
      to: '/business-onboarding',
      flash: { title: 'Error creating business profile' },
    })
  })

  test('that fails shows a message and keeps the draft', async () => {
    const draft = await fill()
    const db = { ...platform.db, transaction: () => Promise.reject(new Error('the disk is full')) } as never
    const { status, toast } = await sendAndStay({ form: 'review', draft }, { platform: { ...platform, db } })
    expect([status, toast]).toEqual([500, ownBusinessToasts.notCreated])
    expect((await getOwnBusinessDraft(platform, actor))?.id).toBe(draft)
  })
})

describe('forms about pictures', () => {
  test('report missing pictures and invalid captions', async () => {
    const picture = '7a0c1c0e-0000-4000-8000-000000000000'
    expect((await sendAndFollow({ form: 'remove-logo' })).flash).toEqual(ownBusinessToasts.pictureGone)
    expect((await sendAndFollow({ form: 'remove-picture', picture })).flash).toEqual(ownBusinessToasts.pictureGone)
    expect((await sendAndFollow({ form: 'caption-picture', picture, caption: 'x' })).flash).toEqual(
      ownBusinessToasts.pictureGone,
    )
    expect(await sendAndStay({ form: 'caption-picture', picture, caption: 'x'.repeat(201) })).toMatchObject({
      status: 400,
      result: { initialValue: { picture }, error: { caption: ['Caption must be at most 200 characters'] } },
    })
  })

  test('report failures', async () => {
    const db = { ...platform.db, transaction: () => Promise.reject(new Error('gone')) } as never
    const broken = { platform: { ...platform, db } }
    expect(await sendAndStay({ form: 'remove-logo' }, broken)).toMatchObject({
      status: 500,
      toast: { title: 'Delete failed' },
    })
    expect(await sendAndStay({ form: 'order-pictures', order: '' }, broken)).toMatchObject({ status: 500 })
  })
})

test('a draft is discarded', async () => {
  await sendAndFollow({ form: 'profile', name: 'Fern' })
  expect(await sendAndFollow({ form: 'discard' })).toMatchObject({
    to: '/dashboard',
    flash: { title: 'Draft discarded' },
  })
  expect(await getOwnBusinessDraft(platform, actor)).toBeNull()
})

test('an unknown form is refused', async () => {
  await expect(post({ form: 'nonsense' })).rejects.toMatchObject({ init: { status: 400 } })
})
