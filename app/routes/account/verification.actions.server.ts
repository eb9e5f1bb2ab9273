import { href, redirect } from 'react-router'
import { z } from 'zod'
import { authTabPath } from '#app/features/account/components/auth-path.ts'
import { appealVerificationDecision } from '#app/features/verification/decisions/appeal-service.server.ts'
import { deleteOwnVerificationDocument } from '#app/features/verification/documents/service.server.ts'
import {
  militaryServiceSchema,
  verificationAppealSchema,
  verificationDeclarationSchema,
  verificationReplyToReviewerSchema,
  verificationWithdrawalSchema,
  yearlyVerificationConfirmationSchema,
} from '#app/features/verification/form-schema.ts'
import {
  ownVerificationFormFailureToasts,
  ownVerificationToasts,
  verificationAppealNotSentToasts,
  verificationDocumentDeletionToasts,
  verificationFormInvalidToast,
  verificationWithdrawalFormInvalidToast,
} from '#app/features/verification/model.ts'
import { verificationStepPath, verificationWizardPath } from '#app/features/verification/rules.ts'
import {
  getMilitaryServiceLookups,
  militaryServiceChoiceErrors,
  saveOwnMilitaryService,
  savePendingMilitaryServiceOfVisitor,
} from '#app/features/verification/service.server.ts'
import {
  acceptOwnVerificationDeclaration,
  confirmOwnVerificationYearly,
  finishOwnVerificationDocumentsStep,
  submitOwnVerification,
  withdrawOwnVerification,
} from '#app/features/verification/submission-service.server.ts'
import { serializePendingFormTokenCookie } from '#app/lib/cookies.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { FormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** Refuses choices that are not in the lookups; null if all are. */
async function refuseUnknownChoices(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  values: z.output<typeof militaryServiceSchema>,
  refuse: RefuseFormFunction,
) {
  const errors = militaryServiceChoiceErrors(await getMilitaryServiceLookups(platform), values)
  const [first] = Object.values(errors).flat()
  return first ? refuse(verificationFormInvalidToast([first]), { errors }) : null
}

const militaryForm = defineForm({
  name: 'military',
  schema: militaryServiceSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationToasts.notSaved,
  handle: async ({ platform, actor }: Sent, values, refuse) => {
    const refused = await refuseUnknownChoices(platform, values, refuse)
    if (refused) return refused
    if (!(await saveOwnMilitaryService(platform, actor, values)))
      return redirectWithFlash(verificationWizardPath, ownVerificationToasts.closed)
    return redirectWithFlash(verificationStepPath('documents'), ownVerificationToasts.detailsSaved)
  },
})

const documentsForm = defineForm({
  name: 'documents',
  schema: verificationReplyToReviewerSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationFormFailureToasts.documents,
  handle: async ({ platform, actor }: Sent, { reply }, refuse) => {
    const refuseDocuments = (toast: ToastMessage) =>
      refuse(toast, { errors: { documents: [`${toast.title}: ${toast.description}`] } })
    switch (await finishOwnVerificationDocumentsStep(platform, actor, reply)) {
      case 'required':
        return refuseDocuments(ownVerificationToasts.documentsRequired)
      case 'unanswered':
        return refuseDocuments(ownVerificationToasts.nothingNew)
      case 'closed':
        return redirectWithFlash(verificationWizardPath, ownVerificationToasts.closed)
      case 'done':
        return redirect(verificationStepPath('declaration'))
    }
  },
})

const deleteDocumentForm = defineForm({
  name: 'delete-document',
  schema: z.object({ document: z.string() }),
  failed: ownVerificationFormFailureToasts['delete-document'],
  handle: async ({ platform, actor }: Sent, { document }) =>
    redirectWithFlash(
      verificationStepPath('documents'),
      verificationDocumentDeletionToasts[await deleteOwnVerificationDocument(platform, actor, document)],
    ),
})

const declarationForm = defineForm({
  name: 'declaration',
  schema: verificationDeclarationSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationToasts.notSaved,
  handle: async ({ platform, actor }: Sent) => {
    if (!(await acceptOwnVerificationDeclaration(platform, actor)))
      return redirectWithFlash(verificationWizardPath, ownVerificationToasts.closed)
    return redirectWithFlash(verificationStepPath('review'), ownVerificationToasts.detailsSaved)
  },
})

const reviewForm = defineForm({
  name: 'review',
  failed: ownVerificationFormFailureToasts.review,
  handle: async ({ platform, actor }: Sent) => {
    const result = await submitOwnVerification(platform, actor)
    if (result === 'incomplete') return redirectWithFlash(verificationWizardPath, ownVerificationToasts.incomplete)
    if (result === 'closed') return redirect(verificationWizardPath)
    return redirectWithFlash(href('/dashboard'), ownVerificationToasts.submitted)
  },
})

const withdrawForm = defineForm({
  name: 'withdraw',
  schema: verificationWithdrawalSchema,
  explain: verificationWithdrawalFormInvalidToast,
  failed: ownVerificationFormFailureToasts.withdraw,
  handle: async ({ platform, actor }: Sent) => {
    const withdrawn = await withdrawOwnVerification(platform, actor)
    return redirectWithFlash(
      href('/dashboard'),
      withdrawn ? ownVerificationToasts.withdrawn : ownVerificationToasts.nothingToWithdraw,
    )
  },
})

const appealForm = defineForm({
  name: 'appeal',
  schema: verificationAppealSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationFormFailureToasts.appeal,
  handle: async ({ platform, actor }: Sent, appeal, refuse) => {
    const result = await appealVerificationDecision(platform, actor, appeal)
    if (result === 'appealed') return redirectWithFlash(href('/dashboard'), ownVerificationToasts.appealed)
    // What was typed is kept where the member can do something about it.
    if (result === 'documents-missing') return refuse(verificationAppealNotSentToasts[result])
    return redirectWithFlash(verificationWizardPath, verificationAppealNotSentToasts[result])
  },
})

const confirmForm = defineForm({
  name: 'confirm',
  schema: yearlyVerificationConfirmationSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationToasts.notSaved,
  handle: async ({ platform, actor }: Sent) => {
    const confirmed = await confirmOwnVerificationYearly(platform, actor)
    return redirectWithFlash(
      verificationWizardPath,
      confirmed ? ownVerificationToasts.confirmed : ownVerificationToasts.notDue,
    )
  },
})

/** Handles the forms of /verification that members send. */
export const handleMemberVerificationForm = makeHandlerOfForms<Sent, FormRefusal>([
  militaryForm,
  documentsForm,
  deleteDocumentForm,
  declarationForm,
  reviewForm,
  withdrawForm,
  appealForm,
  confirmForm,
])

interface SentByVisitor {
  platform: Platform
  clientIp: string
}

/** Saves what a visitor filled in for after they have signed in. */
const pendingMilitaryForm = defineForm({
  name: 'military',
  schema: militaryServiceSchema,
  explain: verificationFormInvalidToast,
  failed: ownVerificationToasts.notSaved,
  handle: async ({ platform, clientIp }: SentByVisitor, values, refuse, form) => {
    const refused = await refuseUnknownChoices(platform, values, refuse)
    if (refused) return refused
    const pending = await savePendingMilitaryServiceOfVisitor(platform, clientIp, Object.fromEntries(form))
    if ('minutes' in pending) return refuse(ownVerificationToasts.tooManyPending(pending.minutes), { status: 429 })
    const cookie = await serializePendingFormTokenCookie('verification', pending.token, {
      secure: platform.publicUrl.startsWith('https:'),
    })
    return redirect(authTabPath('register', verificationWizardPath), { headers: { 'Set-Cookie': cookie } })
  },
})

const visitorForms = ['documents', 'delete-document', 'declaration', 'review', 'withdraw', 'appeal', 'confirm'] as const

const signInFirst = (name: (typeof visitorForms)[number]) =>
  defineForm({
    name,
    failed: ownVerificationToasts.notSaved,
    handle: async (_: SentByVisitor) =>
      redirectWithFlash(authTabPath('login', verificationWizardPath), ownVerificationToasts.signInFirst),
  })

/** Handles the same forms where nobody is signed in. */
export const handleVisitorVerificationForm = makeHandlerOfForms<SentByVisitor, FormRefusal>([
  pendingMilitaryForm,
  ...visitorForms.map(signInFirst),
])
