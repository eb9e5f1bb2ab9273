import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { explainAccountForm } from '#app/features/account/model.ts'
import { setUndeliverable } from '#app/features/account/undeliverable-service.server.ts'
import { retryJob } from '#app/features/admin/jobs-service.server.ts'
import { jobNotRetried } from '#app/features/admin/model.ts'
import { casePath, type QueueOrder } from '#app/features/admin/rules.ts'
import { dataComplaintAnswerSchema } from '#app/features/contact/form-schema.ts'
import { dataComplaintMessages, submissionNotMarked } from '#app/features/contact/model.ts'
import { submissionPath } from '#app/features/contact/rules.ts'
import { answerDataComplaint, markSubmission } from '#app/features/contact/service.server.ts'
import { refundOrder, retryPrint } from '#app/features/orders/administration-service.server.ts'
import { refundSchema } from '#app/features/orders/payment/refund-form-schema.ts'
import { explainRefund, refundMessages, retryMessages } from '#app/features/orders/payment/refund-model.ts'
import { administeredOrderPath, administeredOrdersPath } from '#app/features/orders/views/rules.ts'
import { suspensionSchema } from '#app/features/profile/form-schema.ts'
import { suspensionMessages } from '#app/features/profile/model.ts'
import { reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { syncMessages } from '#app/features/shop/sync/model.ts'
import { askForSync } from '#app/features/shop/sync/service.server.ts'
import { undoSchema } from '#app/features/verification/decisions/form-schema.ts'
import { notUndone, queueFailures, undone } from '#app/features/verification/decisions/model.ts'
import { undoDecision } from '#app/features/verification/decisions/undo-service.server.ts'
import { allowEnds } from '#app/features/verification/maintenance/end-service.server.ts'
import { endsAllowed } from '#app/features/verification/model.ts'
import { parseCookieChoice, setSetting } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { claimNext } from './case.actions.server.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** A form about one thing, with its id. */
interface SentAbout extends Sent {
  id: string
}

interface SentToQueue extends Sent {
  request: Request
  /** The order that the queue is shown in. */
  order: QueueOrder
}

const nextForm = defineForm({
  name: 'next',
  failed: queueFailures.next,
  handle: ({ platform, actor, order }: SentToQueue) => claimNext({ platform, actor, id: null, order }),
})

const queueOrderForm = defineForm({
  name: 'order',
  failed: queueFailures.order,
  handle: async ({ request }: SentToQueue, _, __, form) => {
    const order = form.get('order') === 'longest' ? 'longest' : null
    const cookie = await setSetting('queueOrder', order, {
      remembered: (await parseCookieChoice(request.headers.get('Cookie'))).settings,
      secure: new URL(request.url).protocol === 'https:',
    })
    return redirect(href('/admin'), { headers: { 'Set-Cookie': cookie } })
  },
})

/** An admin allows verifications to end on the day that their members were told. */
const allowEndsForm = defineForm({
  name: 'allow-ends',
  failed: queueFailures['allow-ends'],
  handle: async ({ platform, actor }: SentToQueue) =>
    redirectWithFlash(href('/admin'), endsAllowed(await allowEnds(platform, actor))),
})

const undoForm = defineForm({
  name: 'undo',
  schema: undoSchema,
  failed: queueFailures.undo,
  handle: async ({ platform, actor, order }: SentToQueue, { decision }, refuse) => {
    const result = await undoDecision(platform, actor, decision)
    if (result.outcome === 'done') return redirectWithFlash(casePath(result.caseId, order), undone(result))
    return refuse(notUndone(result.outcome, result.member), { status: 409 })
  },
})

/** Handles the forms of the queue. */
export const handleQueueForm = handleForms([nextForm, queueOrderForm, allowEndsForm, undoForm])

const markEnquiryForm = (state: 'handled' | 'waiting') =>
  defineForm({
    name: state,
    failed: submissionNotMarked,
    handle: async ({ platform, actor, id }: SentAbout) => {
      if (!(await markSubmission(platform, actor, id, state))) throw data(null, { status: 404 })
      return redirectWithFlash(submissionPath(id), { title: `Marked as ${state}` })
    },
  })

const complaintAnswerForm = defineForm({
  name: 'complaint-answer',
  schema: dataComplaintAnswerSchema,
  explain: explainAccountForm,
  failed: dataComplaintMessages.notAnswered,
  handle: async ({ platform, actor, id }: SentAbout, { answer }, refuse) => {
    const result = await answerDataComplaint(platform, actor, id, answer)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'already') return refuse(dataComplaintMessages.already, { status: 409 })
    return redirectWithFlash(submissionPath(id), dataComplaintMessages.answered)
  },
})

/** Handles the forms of an enquiry. */
export const handleEnquiryForm = handleForms([
  markEnquiryForm('handled'),
  markEnquiryForm('waiting'),
  complaintAnswerForm,
])

const retryJobForm = defineForm({
  name: 'retry',
  schema: z.object({ id: z.string() }),
  failed: jobNotRetried,
  handle: async ({ platform, actor }: Sent, { id }) => {
    const found = await retryJob(platform, actor, id)
    return redirectWithFlash(
      href('/admin/jobs'),
      found
        ? { title: 'The job is back in its queue' }
        : { title: 'That job is no longer among those that failed', bad: true },
    )
  },
})

/** Handles the form of a failed job. */
export const handleJobForm = handleForms([retryJobForm])

const retryPrintForm = defineForm({
  name: 'retry',
  failed: retryMessages.failed,
  handle: async ({ platform, actor, id }: SentAbout) => {
    const result = await retryPrint(platform, actor, id)
    if (result === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(administeredOrderPath(id), retryMessages[result])
  },
})

const refundForm = defineForm({
  name: 'refund',
  schema: refundSchema,
  explain: explainRefund,
  failed: refundMessages.failed,
  handle: async ({ platform, actor, id }: SentAbout, refund, refuse) => {
    const result = await refundOrder(platform, actor, id, refund)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'too-much') return refuse(explainRefund(), { errors: { amount: [refundMessages.tooMuch] } })
    return redirectWithFlash(
      administeredOrderPath(id),
      result === 'done' ? refundMessages.asked : refundMessages.unpaid,
    )
  },
})

/** Handles the forms of an order. */
export const handleOrderForm = handleForms([retryPrintForm, refundForm])

const syncForm = defineForm({
  name: 'sync-products',
  failed: syncMessages.failed,
  page: () => administeredOrdersPath,
  handle: async ({ platform, actor }: Sent & { request: Request }) =>
    redirectWithFlash(administeredOrdersPath, syncMessages[await askForSync(platform, actor)]),
})

/** Handles the form that has the products read from the print provider now. */
export const handleSyncForm = syncForm.handle

interface SentAboutMember extends SentAbout {
  /** The list that the member was opened from. */
  back: string
  /** The page itself, with its query. */
  path: string
}

const suspendForm = defineForm({
  name: 'suspend',
  schema: suspensionSchema,
  explain: explainAccountForm,
  failed: suspensionMessages.failed,
  handle: async ({ platform, actor, id, back }: SentAboutMember, { reason }) => {
    if (id === actor.userId) return redirectWithFlash(back, suspensionMessages.self)
    if ((await suspendMember(platform, actor, id, reason)) === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(back, suspensionMessages.suspend)
  },
})

const reinstateForm = defineForm({
  name: 'reinstate',
  failed: suspensionMessages.failed,
  handle: async ({ platform, actor, id, back }: SentAboutMember) => {
    if (id === actor.userId) return redirectWithFlash(back, suspensionMessages.self)
    if ((await reinstateMember(platform, actor, id)) === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(back, suspensionMessages.reinstate)
  },
})

const markEmailForm = defineForm({
  name: 'mark-email',
  schema: z.object({ reached: z.enum(['yes', 'no']) }),
  failed: suspensionMessages.failed,
  handle: async ({ platform, actor, id, path }: SentAboutMember, { reached }) => {
    if (!(await setUndeliverable(platform, actor, id, reached === 'no'))) throw data(null, { status: 404 })
    return redirectWithFlash(path, reached === 'no' ? suspensionMessages.marked : suspensionMessages.cleared)
  },
})

/** Handles the forms about a member. */
export const handleMemberForm = handleForms([suspendForm, reinstateForm, markEmailForm])
