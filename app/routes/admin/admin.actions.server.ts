import { data, href, redirect } from 'react-router'
import { z } from 'zod'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { setMemberEmailUndeliverableAsAdmin } from '#app/features/account/undeliverable-service.server.ts'
import { retryJob } from '#app/features/admin/jobs-service.server.ts'
import { jobNotRetriedToast } from '#app/features/admin/model.ts'
import { type VerificationQueueOrder, verificationCasePath } from '#app/features/admin/rules.ts'
import { dataProtectionComplaintAnswerSchema } from '#app/features/contact/form-schema.ts'
import { contactSubmissionNotMarkedToast, dataProtectionComplaintAnswerToasts } from '#app/features/contact/model.ts'
import { adminContactSubmissionPath } from '#app/features/contact/rules.ts'
import {
  answerDataProtectionComplaint,
  setContactSubmissionHandledState,
} from '#app/features/contact/service.server.ts'
import { requestOrderRefundAsAdmin, retryOrderPrint } from '#app/features/orders/administration-service.server.ts'
import { orderRefundSchema } from '#app/features/orders/payment/refund-form-schema.ts'
import {
  invalidOrderRefundToast,
  orderRefundMessages,
  retryOrderPrintToasts,
} from '#app/features/orders/payment/refund-model.ts'
import { administeredOrderPath, administeredOrdersPath } from '#app/features/orders/views/rules.ts'
import { memberSuspensionSchema } from '#app/features/profile/form-schema.ts'
import { memberSuspensionToasts } from '#app/features/profile/model.ts'
import { reinstateMember, suspendMember } from '#app/features/profile/suspension-service.server.ts'
import { productSyncToasts } from '#app/features/shop/sync/model.ts'
import { requestProductSync } from '#app/features/shop/sync/service.server.ts'
import { undoVerificationDecisionSchema } from '#app/features/verification/decisions/form-schema.ts'
import {
  verificationDecisionNotUndoneToast,
  verificationDecisionUndoneToast,
  verificationQueueFailureToasts,
} from '#app/features/verification/decisions/model.ts'
import { undoOwnVerificationDecision } from '#app/features/verification/decisions/undo-service.server.ts'
import { allowPostponedVerificationEnds } from '#app/features/verification/maintenance/end-service.server.ts'
import { postponedVerificationEndsAllowedToast } from '#app/features/verification/model.ts'
import { parseCookieChoice, serializeSettingCookie } from '#app/lib/cookies.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { claimAndOpenNextVerificationCase } from './case.actions.server.ts'

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
  order: VerificationQueueOrder
}

const nextForm = defineForm({
  name: 'next',
  failed: verificationQueueFailureToasts.next,
  handle: ({ platform, actor, order }: SentToQueue) =>
    claimAndOpenNextVerificationCase({ platform, actor, id: null, order }),
})

const queueOrderForm = defineForm({
  name: 'order',
  failed: verificationQueueFailureToasts.order,
  handle: async ({ request }: SentToQueue, _, __, form) => {
    const order = form.get('order') === 'longest' ? 'longest' : null
    const cookie = await serializeSettingCookie('queueOrder', order, {
      remembered: (await parseCookieChoice(request.headers.get('Cookie'))).settings,
      secure: new URL(request.url).protocol === 'https:',
    })
    return redirect(href('/admin'), { headers: { 'Set-Cookie': cookie } })
  },
})

/** An admin allows verifications to end on the day that their members were told. */
const allowEndsForm = defineForm({
  name: 'allow-ends',
  failed: verificationQueueFailureToasts['allow-ends'],
  handle: async ({ platform, actor }: SentToQueue) =>
    redirectWithFlash(
      href('/admin'),
      postponedVerificationEndsAllowedToast(await allowPostponedVerificationEnds(platform, actor)),
    ),
})

const undoForm = defineForm({
  name: 'undo',
  schema: undoVerificationDecisionSchema,
  failed: verificationQueueFailureToasts.undo,
  handle: async ({ platform, actor, order }: SentToQueue, { decision }, refuse) => {
    const result = await undoOwnVerificationDecision(platform, actor, decision)
    if (result.outcome === 'done')
      return redirectWithFlash(verificationCasePath(result.caseId, order), verificationDecisionUndoneToast(result))
    return refuse(verificationDecisionNotUndoneToast(result.outcome, result.member), { status: 409 })
  },
})

/** Handles the forms of the queue. */
export const handleVerificationQueueForm = makeHandlerOfForms([nextForm, queueOrderForm, allowEndsForm, undoForm])

const markEnquiryForm = (state: 'handled' | 'waiting') =>
  defineForm({
    name: state,
    failed: contactSubmissionNotMarkedToast,
    handle: async ({ platform, actor, id }: SentAbout) => {
      if (!(await setContactSubmissionHandledState(platform, actor, id, state))) throw data(null, { status: 404 })
      return redirectWithFlash(adminContactSubmissionPath(id), { title: `Marked as ${state}` })
    },
  })

const complaintAnswerForm = defineForm({
  name: 'complaint-answer',
  schema: dataProtectionComplaintAnswerSchema,
  explain: accountFormProblemToast,
  failed: dataProtectionComplaintAnswerToasts.notAnswered,
  handle: async ({ platform, actor, id }: SentAbout, { answer }, refuse) => {
    const result = await answerDataProtectionComplaint(platform, actor, id, answer)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'already') return refuse(dataProtectionComplaintAnswerToasts.already, { status: 409 })
    return redirectWithFlash(adminContactSubmissionPath(id), dataProtectionComplaintAnswerToasts.answered)
  },
})

/** Handles the forms of an enquiry. */
export const handleStaffContactSubmissionForm = makeHandlerOfForms([
  markEnquiryForm('handled'),
  markEnquiryForm('waiting'),
  complaintAnswerForm,
])

const retryJobForm = defineForm({
  name: 'retry',
  schema: z.object({ id: z.string() }),
  failed: jobNotRetriedToast,
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
export const handleFailedJobForm = makeHandlerOfForms([retryJobForm])

const retryPrintForm = defineForm({
  name: 'retry',
  failed: retryOrderPrintToasts.failed,
  handle: async ({ platform, actor, id }: SentAbout) => {
    const result = await retryOrderPrint(platform, actor, id)
    if (result === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(administeredOrderPath(id), retryOrderPrintToasts[result])
  },
})

const refundForm = defineForm({
  name: 'refund',
  schema: orderRefundSchema,
  explain: invalidOrderRefundToast,
  failed: orderRefundMessages.failed,
  handle: async ({ platform, actor, id }: SentAbout, refund, refuse) => {
    const result = await requestOrderRefundAsAdmin(platform, actor, id, refund)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'too-much')
      return refuse(invalidOrderRefundToast(), { errors: { amount: [orderRefundMessages.tooMuch] } })
    return redirectWithFlash(
      administeredOrderPath(id),
      result === 'done' ? orderRefundMessages.asked : orderRefundMessages.unpaid,
    )
  },
})

/** Handles the forms of an order. */
export const handleStaffOrderForm = makeHandlerOfForms([retryPrintForm, refundForm])

const syncForm = defineForm({
  name: 'sync-products',
  failed: productSyncToasts.failed,
  page: () => administeredOrdersPath,
  handle: async ({ platform, actor }: Sent & { request: Request }) =>
    redirectWithFlash(administeredOrdersPath, productSyncToasts[await requestProductSync(platform, actor)]),
})

/** Handles the form that has the products read from the print provider now. */
export const handleProductSyncForm = syncForm.handle

interface SentAboutMember extends SentAbout {
  /** The list that the member was opened from. */
  back: string
  /** The page itself, with its query. */
  path: string
}

const suspendForm = defineForm({
  name: 'suspend',
  schema: memberSuspensionSchema,
  explain: accountFormProblemToast,
  failed: memberSuspensionToasts.failed,
  handle: async ({ platform, actor, id, back }: SentAboutMember, { reason }) => {
    if (id === actor.userId) return redirectWithFlash(back, memberSuspensionToasts.self)
    if ((await suspendMember(platform, actor, id, reason)) === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(back, memberSuspensionToasts.suspend)
  },
})

const reinstateForm = defineForm({
  name: 'reinstate',
  failed: memberSuspensionToasts.failed,
  handle: async ({ platform, actor, id, back }: SentAboutMember) => {
    if (id === actor.userId) return redirectWithFlash(back, memberSuspensionToasts.self)
    if ((await reinstateMember(platform, actor, id)) === 'not-found') throw data(null, { status: 404 })
    return redirectWithFlash(back, memberSuspensionToasts.reinstate)
  },
})

const markEmailForm = defineForm({
  name: 'mark-email',
  schema: z.object({ reached: z.enum(['yes', 'no']) }),
  failed: memberSuspensionToasts.failed,
  handle: async ({ platform, actor, id, path }: SentAboutMember, { reached }) => {
    if (!(await setMemberEmailUndeliverableAsAdmin(platform, actor, id, reached === 'no')))
      throw data(null, { status: 404 })
    return redirectWithFlash(path, reached === 'no' ? memberSuspensionToasts.marked : memberSuspensionToasts.cleared)
  },
})

/** Handles the forms about a member. */
export const handleStaffFormAboutMember = makeHandlerOfForms([suspendForm, reinstateForm, markEmailForm])
