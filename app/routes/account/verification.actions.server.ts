import { href, redirect } from 'react-router'
import { z } from 'zod'
import { authPath } from '#app/features/account/components/auth-path.ts'
import { appealDecision } from '#app/features/verification/decisions/appeal-service.server.ts'
import { deleteDocument } from '#app/features/verification/documents/service.server.ts'
import {
  declarationSchema,
  documentsSchema,
  militarySchema,
  verificationAppealSchema,
  withdrawalSchema,
  yearlyConfirmationSchema,
} from '#app/features/verification/form-schema.ts'
import {
  appealRefusals,
  deletionMessages,
  explainVerificationForm,
  explainWithdrawal,
  verificationFailures,
  verificationMessages,
} from '#app/features/verification/model.ts'
import { verificationStepPath, verificationWizardPath } from '#app/features/verification/rules.ts'
import {
  getMilitaryLookups,
  saveMilitary,
  savePendingMilitary,
  unknownServiceChoices,
} from '#app/features/verification/service.server.ts'
import {
  acceptDeclaration,
  confirmVerification,
  finishDocuments,
  submitVerification,
  withdrawVerification,
} from '#app/features/verification/submission-service.server.ts'
import { setPendingForm } from '#app/lib/cookies.server.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { FormAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

/** Refuses choices that are not in the lookups; null if all are. */
async function refuseUnknownChoices(
  platform: Pick<Platform, 'db' | 'referenceCache'>,
  values: z.output<typeof militarySchema>,
  refuse: Refuse,
) {
  const errors = unknownServiceChoices(await getMilitaryLookups(platform), values)
  const [first] = Object.values(errors).flat()
  return first ? refuse(explainVerificationForm([first]), { errors }) : null
}

const militaryForm = defineForm({
  name: 'military',
  schema: militarySchema,
  explain: explainVerificationForm,
  failed: verificationMessages.notSaved,
  handle: async ({ platform, actor }: Sent, values, refuse) => {
    const refused = await refuseUnknownChoices(platform, values, refuse)
    if (refused) return refused
    if (!(await saveMilitary(platform, actor, values)))
      return redirectWithFlash(verificationWizardPath, verificationMessages.closed)
    return redirectWithFlash(verificationStepPath('documents'), verificationMessages.detailsSaved)
  },
})

const documentsForm = defineForm({
  name: 'documents',
  schema: documentsSchema,
  explain: explainVerificationForm,
  failed: verificationFailures.documents,
  handle: async ({ platform, actor }: Sent, { reply }, refuse) => {
    const refuseDocuments = (toast: ToastMessage) =>
      refuse(toast, { errors: { documents: [`${toast.title}: ${toast.description}`] } })
    switch (await finishDocuments(platform, actor, reply)) {
      case 'required':
        return refuseDocuments(verificationMessages.documentsRequired)
      case 'unanswered':
        return refuseDocuments(verificationMessages.nothingNew)
      case 'closed':
        return redirectWithFlash(verificationWizardPath, verificationMessages.closed)
      case 'done':
        return redirect(verificationStepPath('declaration'))
    }
  },
})

const deleteDocumentForm = defineForm({
  name: 'delete-document',
  schema: z.object({ document: z.string() }),
  failed: verificationFailures['delete-document'],
  handle: async ({ platform, actor }: Sent, { document }) =>
    redirectWithFlash(
      verificationStepPath('documents'),
      deletionMessages[await deleteDocument(platform, actor, document)],
    ),
})

const declarationForm = defineForm({
  name: 'declaration',
  schema: declarationSchema,
  explain: explainVerificationForm,
  failed: verificationMessages.notSaved,
  handle: async ({ platform, actor }: Sent) => {
    if (!(await acceptDeclaration(platform, actor)))
      return redirectWithFlash(verificationWizardPath, verificationMessages.closed)
    return redirectWithFlash(verificationStepPath('review'), verificationMessages.detailsSaved)
  },
})

const reviewForm = defineForm({
  name: 'review',
  failed: verificationFailures.review,
  handle: async ({ platform, actor }: Sent) => {
    const result = await submitVerification(platform, actor)
    if (result === 'incomplete') return redirectWithFlash(verificationWizardPath, verificationMessages.incomplete)
    if (result === 'closed') return redirect(verificationWizardPath)
    return redirectWithFlash(href('/dashboard'), verificationMessages.submitted)
  },
})

const withdrawForm = defineForm({
  name: 'withdraw',
  schema: withdrawalSchema,
  explain: explainWithdrawal,
  failed: verificationFailures.withdraw,
  handle: async ({ platform, actor }: Sent) => {
    const withdrawn = await withdrawVerification(platform, actor)
    return redirectWithFlash(
      href('/dashboard'),
      withdrawn ? verificationMessages.withdrawn : verificationMessages.nothingToWithdraw,
    )
  },
})

const appealForm = defineForm({
  name: 'appeal',
  schema: verificationAppealSchema,
  explain: explainVerificationForm,
  failed: verificationFailures.appeal,
  handle: async ({ platform, actor }: Sent, appeal, refuse) => {
    const result = await appealDecision(platform, actor, appeal)
    if (result === 'appealed') return redirectWithFlash(href('/dashboard'), verificationMessages.appealed)
    // What was typed is kept where the member can do something about it.
    if (result === 'documents-missing') return refuse(appealRefusals[result])
    return redirectWithFlash(verificationWizardPath, appealRefusals[result])
  },
})

const confirmForm = defineForm({
  name: 'confirm',
  schema: yearlyConfirmationSchema,
  explain: explainVerificationForm,
  failed: verificationMessages.notSaved,
  handle: async ({ platform, actor }: Sent) => {
    const confirmed = await confirmVerification(platform, actor)
    return redirectWithFlash(
      verificationWizardPath,
      confirmed ? verificationMessages.confirmed : verificationMessages.notDue,
    )
  },
})

/** Handles the forms of /verification that members send. */
export const handleVerificationForm = handleForms<Sent, FormAnswer>([
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
  schema: militarySchema,
  explain: explainVerificationForm,
  failed: verificationMessages.notSaved,
  handle: async ({ platform, clientIp }: SentByVisitor, values, refuse, form) => {
    const refused = await refuseUnknownChoices(platform, values, refuse)
    if (refused) return refused
    const pending = await savePendingMilitary(platform, clientIp, Object.fromEntries(form))
    if ('minutes' in pending) return refuse(verificationMessages.tooManyPending(pending.minutes), { status: 429 })
    const cookie = await setPendingForm('verification', pending.token, {
      secure: platform.publicUrl.startsWith('https:'),
    })
    return redirect(authPath('register', verificationWizardPath), { headers: { 'Set-Cookie': cookie } })
  },
})

const visitorForms = ['documents', 'delete-document', 'declaration', 'review', 'withdraw', 'appeal', 'confirm'] as const

const signInFirst = (name: (typeof visitorForms)[number]) =>
  defineForm({
    name,
    failed: verificationMessages.notSaved,
    handle: async (_: SentByVisitor) =>
      redirectWithFlash(authPath('login', verificationWizardPath), verificationMessages.signInFirst),
  })

/** Handles the same forms where nobody is signed in. */
export const handleVisitorForm = handleForms<SentByVisitor, FormAnswer>([
  pendingMilitaryForm,
  ...visitorForms.map(signInFirst),
])
