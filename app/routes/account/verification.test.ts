import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { describe, expect } from 'vitest'
import { claimVerificationCase } from '#app/features/verification/decisions/case-service.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { getOwnVerificationDocuments } from '#app/features/verification/documents/service.server.ts'
import { verificationDocumentMaxBytes } from '#app/features/verification/model.ts'
import { getOwnVerification } from '#app/features/verification/service.server.ts'
import { submitOwnVerification } from '#app/features/verification/submission-service.server.ts'
import { verifications } from '#app/features/verification/tables.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { createStaff } from '#tests/factories/cases.ts'
import { pdf } from '#tests/factories/documents.ts'
import { createMember } from '#tests/factories/members.ts'
import { fillVerification, sendVerification } from '#tests/factories/verifications.ts'
import { platform as opened, test } from '#tests/platform-test.ts'
import { action, loader } from './verification.tsx'
import { action as upload } from './verification-documents.ts'

const address = 'http://muster.example/verification'

async function member(options: Parameters<typeof createMember>[1] = {}): Promise<Actor> {
  const { userId, email } = await createMember(opened.db, options)
  return { userId, sessionId: 's', email, role: 'Member', isStaff: false }
}

function contextOf(actor: Actor | null, platform: Platform) {
  const context = new RouterContextProvider()
  context.set(platformContext, platform)
  context.set(requestContext, { id: 'request', nonce: '', clientIp: '192.0.2.1', publicUrl: '' })
  context.set(actorContext, async () => actor)
  return context
}

/** What the page is made of, or where it leads. */
async function load(actor: Actor | null, query = '', platform = opened) {
  const args = { request: new Request(`${address}${query}`), context: contextOf(actor, platform) }
  try {
    const { data, init } = await loader(args as never)
    return { view: data.view, status: init?.status ?? 200 }
  } catch (error) {
    if (!(error instanceof Response)) throw error
    return { to: error.headers.get('Location') }
  }
}

/** What a form is answered: the words of its toast, and where it leads. */
async function post(actor: Actor | null, fields: Record<string, string>, platform = opened) {
  const request = new Request(address, { method: 'POST', body: new URLSearchParams(fields) })
  const answer = await action({ request, context: contextOf(actor, platform) } as never)
  if (!(answer instanceof Response)) {
    const { toast, result } = answer.data ?? {}
    return { toast, errors: result?.error, status: answer.init?.status }
  }
  const cookies = answer.headers.getSetCookie()
  return { toast: await parseFlashCookie(cookies.join('; ')), to: answer.headers.get('Location'), cookies }
}

/** The same platform, whose database fails whatever reads a table of these. */
function failing(...names: ('select' | 'transaction' | '$count')[]): Platform {
  const { db } = opened
  const fail = () => {
    throw new Error('the database is gone')
  }
  const broken = new Proxy(db, {
    get: (target, name) => (names.includes(name as never) ? fail : Reflect.get(target, name)),
  })
  return { ...opened, db: broken }
}

/** A reviewer asks for more. */
async function sendBack(actor: Actor): Promise<void> {
  const reviewer = await createStaff(opened.db)
  const [row] = await opened.db.select().from(verifications).where(eq(verifications.profileId, actor.userId))
  await claimVerificationCase(opened, reviewer, row?.id ?? '')
  const words = 'Please send the back of the card.'
  await decideVerificationCase(opened, reviewer, row?.id ?? '', { verdict: 'ask-for-more', words })
}

const military = { form: 'military', militaryRelationshipTypeId: '1', serviceBranchId: '1' }

describe('the page', () => {
  // spec: 22.5
  test('shows a visitor the first step, and leads back to it from any other', async () => {
    expect((await load(null)).view).toMatchObject({ is: 'visitor' })
    expect((await load(null, '?step=military')).view).toMatchObject({ is: 'visitor' })
    for (const step of ['documents', 'declaration', 'review']) {
      expect(await load(null, `?step=${step}`)).toEqual({ to: '/verification' })
    }
  })

  // spec: 57.3, 111.1
  test('goes no further than the first step that is not done', async () => {
    const actor = await member()
    expect((await load(actor)).view).toMatchObject({ is: 'wizard', step: 'military', reached: 'military' })
    expect(await load(actor, '?step=review')).toEqual({ to: '/verification?step=military' })
    await post(actor, military)
    expect(await load(actor, '?step=declaration')).toEqual({ to: '/verification?step=documents' })
    await fillVerification(opened, actor)
    expect((await load(actor)).view).toMatchObject({ step: 'review' })
    expect((await load(actor, '?step=military')).view).toMatchObject({ step: 'military', reached: 'review' })
    await submitOwnVerification(opened, actor)
    expect((await load(actor)).view).toMatchObject({ is: 'status' })
    expect(await load(actor, '?step=military')).toEqual({ to: '/verification' })
  })

  test('never sends the service number back', async () => {
    const actor = await member()
    await post(actor, { ...military, serviceNumber: 'D123456X' })
    const { view } = await load(actor, '?step=military')
    expect(JSON.stringify(view)).not.toContain('D123456X')
    expect(view).toMatchObject({ own: { details: { serviceNumber: '••••56X' } } })
  })

  // spec: 194.1
  test('says so where a verification or its documents cannot be loaded', async () => {
    const actor = await member()
    const { view, status } = await load(actor, '', failing('select'))
    expect(status).toBe(503)
    expect(view).toBeNull()
    await fillVerification(opened, actor)
    // The vault opens the names of documents; without the table of them, the rest still stands.
    const { db } = opened
    await db.execute('ALTER TABLE verification_documents RENAME COLUMN kind TO lost')
    const documents = await load(actor, '?step=documents')
    await db.execute('ALTER TABLE verification_documents RENAME COLUMN lost TO kind')
    expect(documents.view).toMatchObject({ documents: null, problem: { title: 'Error loading documents' } })
  })

  test('leads somebody without a profile to the dashboard', async () => {
    expect(await load(await member({ profile: false }))).toEqual({ to: '/dashboard' })
  })
})

describe('a form', () => {
  // spec: 139.4, 184.1
  test('that a visitor sends is held for after the registration, or leads to sign in', async () => {
    const held = await post(null, military)
    expect(held).toMatchObject({ to: '/auth?tab=register&returnTo=%2Fverification', toast: null })
    expect(held.cookies?.join()).toMatch(/held_verification=[\w%]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax/)
    expect(await post(null, { form: 'review' })).toMatchObject({
      to: '/auth?returnTo=%2Fverification',
      toast: { title: 'Authentication required', description: 'Please log in to submit verification' },
    })
  })

  // spec: 191.1, 194.1
  test.each([
    ['military', military, 'Error saving'],
    ['declaration', null, 'Error saving'],
    ['review', { form: 'review' }, 'Error submitting verification'],
    ['withdraw', { form: 'withdraw', withdraw: 'on' }, 'Verification not withdrawn'],
    ['delete-document', { form: 'delete-document', document: '3f2c9a52-0000-4000-8000-000000000000' }, 'Delete failed'],
  ])('%s that the database fails says so and changes nothing', async (_, fields, title) => {
    const { verificationDeclarationText: declarationText } = await import('#app/features/verification/model.ts')
    const actor = await member()
    await fillVerification(opened, actor)
    const sent = fields ?? { form: 'declaration', declarationText, consentGiven: 'on' }
    const answer = await post(actor, sent as Record<string, string>, failing('transaction'))
    expect(answer).toMatchObject({ status: 500, toast: { title, bad: true } })
    expect((await getOwnVerification(opened, actor))?.status).toBe('Pending')
  })

  test('that is none of the page, or names choices there are not, is refused', async () => {
    const actor = await member()
    for (const form of ['', 'toString', 'approve'])
      await expect(post(actor, { form })).rejects.toMatchObject({ init: { status: 400 } })
    expect(await post(actor, { ...military, serviceBranchId: '99' })).toMatchObject({
      status: 400,
      toast: { title: 'Validation Error', description: 'Choose one from the list' },
    })
  })

  test('of a verification that is with a reviewer says that it cannot be changed', async () => {
    const actor = await member()
    await fillVerification(opened, actor)
    expect(await post(actor, { form: 'review' })).toMatchObject({
      to: '/dashboard',
      toast: { title: 'Verification submitted', description: "We'll review it within 14 working days." },
    })
    expect(await post(actor, { form: 'review' })).toMatchObject({ to: '/dashboard' })
    expect(await post(actor, military)).toMatchObject({ to: '/verification', toast: { title: 'Error saving' } })
  })

  // spec: 125.2
  test('that submits what is not whole leads to what is missing', async () => {
    const actor = await member()
    await post(actor, military)
    expect(await post(actor, { form: 'review' })).toMatchObject({ to: '/verification', toast: { bad: true } })
    expect(await post(actor, { form: 'documents' })).toMatchObject({
      status: 400,
      toast: { title: 'Documents required', description: 'Please upload at least one verification document' },
      errors: { documents: ['Documents required: Please upload at least one verification document'] },
    })
  })

  test('of a case that was sent back wants something new, or a word why not', async () => {
    const actor = await member()
    await sendVerification(opened, actor)
    await sendBack(actor)
    expect(await load(actor)).toEqual({ to: '/verification?step=documents' })
    expect((await load(actor, '?step=documents')).view).toMatchObject({
      step: 'documents',
      reached: 'documents',
      own: { words: { words: 'Please send the back of the card.' } },
    })
    expect(await load(actor, '?step=review')).toEqual({ to: '/verification?step=documents' })
    expect(await post(actor, { form: 'review' })).toMatchObject({ to: '/verification', toast: { bad: true } })
    expect(await post(actor, { form: 'documents', reply: ' ' })).toMatchObject({
      status: 400,
      toast: { title: 'Something new is needed' },
      errors: { documents: [expect.stringContaining('Something new is needed')] },
    })
    expect(await post(actor, { form: 'documents', reply: 'It has no back.' })).toMatchObject({
      to: '/verification?step=declaration',
    })
    expect((await load(actor)).view).toMatchObject({ step: 'review', own: { words: { reply: 'It has no back.' } } })
    expect(await post(actor, { form: 'review' })).toMatchObject({ to: '/dashboard' })
  })
})

describe('an upload', () => {
  async function send(
    actor: Actor | null,
    file: Blob | null,
    query = '?from=wizard',
    platform = opened,
    kind: string | null = 'service-record',
  ) {
    const body = new FormData()
    if (kind !== null) body.set('kind', kind)
    if (file) body.set('document', file, 'paper.pdf')
    const request = new Request(`${address}/documents${query}`, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
    })
    const answer = await upload({ request, context: contextOf(actor, platform) } as never)
    return { status: answer.status, ...(await answer.json()) } as { status: number; toast: { title: string } }
  }
  const blob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>])

  // spec: 125.2, 211.3
  test('is taken up to ten megabytes, and refused with one byte more, as it arrives', async () => {
    const actor = await member()
    const exact = Buffer.concat([pdf(), Buffer.alloc(verificationDocumentMaxBytes)]).subarray(
      0,
      verificationDocumentMaxBytes,
    )
    expect(await send(actor, blob(exact))).toMatchObject({ status: 200, toast: { title: 'Document uploaded' } })
    expect(await send(actor, blob(Buffer.concat([exact, Buffer.from('x')])))).toMatchObject({
      status: 400,
      toast: { title: 'File too large', description: 'paper.pdf is over 10MB' },
    })
  })

  test.each([
    ['is empty', Buffer.alloc(0), 'paper.pdf is empty. Choose the file again.'],
    ['is broken', Buffer.from('no PDF'), 'paper.pdf is damaged, or is not what its name says. Save or scan it again.'],
  ])('that %s is told so, not that it is no PDF', async (_, bytes, description) => {
    expect(await send(await member(), blob(bytes))).toMatchObject({
      status: 400,
      toast: { title: 'Invalid file type', description },
    })
  })

  test('without a file, from nowhere, or by a visitor is not', async () => {
    const actor = await member()
    expect(await send(actor, null)).toMatchObject({ status: 400, toast: { title: 'Invalid file type' } })
    for (const query of ['', '?from=admin']) {
      await expect(send(actor, blob(pdf()), query)).rejects.toMatchObject({ init: { status: 400 } })
    }
    await expect(send(null, blob(pdf()))).rejects.toMatchObject({ status: 302 })
  })

  test.each([null, '', 'passport'])('of which is said that it is %j is another document', async (kind) => {
    const actor = await member()
    const query = '?from=wizard&kind=veteran-card'
    expect(await send(actor, blob(pdf()), query, opened, kind)).toMatchObject({ status: 200 })
    expect(await getOwnVerificationDocuments(opened, actor)).toMatchObject([{ kind: 'other' }])
  })

  test('says so where it is too often, looked through in vain, or fails', async () => {
    const actor = await member()
    const unseen = { ...opened, scanner: { scan: () => Promise.reject(new Error('no daemon')) } }
    expect(await send(actor, blob(pdf()), '?from=wizard', unseen)).toMatchObject({
      status: 503,
      again: true,
      toast: { title: 'Upload failed' },
    })
    const infected = { ...opened, scanner: { scan: async () => 'infected' as const } }
    expect(await send(actor, blob(pdf()), '?from=wizard', infected)).toMatchObject({ status: 400, again: false })
    expect(await send(actor, blob(pdf()), '?from=wizard', failing('transaction'))).toMatchObject({
      status: 503,
      toast: { title: 'Upload failed' },
    })
    for (let count = 0; count < 60; count += 1) await send(actor, null)
    expect(await send(actor, blob(pdf()))).toMatchObject({ status: 429, toast: { title: 'Upload failed' } })
  })
})
