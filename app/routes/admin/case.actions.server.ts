import { data, redirect } from 'react-router'
import {
  nextCaseButtonId,
  type VerificationQueueOrder,
  verificationCasePath,
  verificationQueuePath,
} from '#app/features/admin/rules.ts'
import { getNextClaimableCaseId } from '#app/features/admin/service.server.ts'
import {
  claimVerificationCase,
  releaseVerificationCase,
  revealMilitaryServiceNumber,
} from '#app/features/verification/decisions/case-service.server.ts'
import {
  verificationDecisionSchema,
  verificationReversalSchema,
} from '#app/features/verification/decisions/form-schema.ts'
import {
  invalidVerificationDecisionToast,
  noEvidenceToApproveToast,
  nonDocumentEvidenceToasts,
  reviewerExcludedToast,
  unopenedDocumentsToast,
  type VerificationCaseFormRefusal,
  verificationBasisRecordChangedToast,
  verificationCaseClosedToast,
  verificationCaseFailureToasts,
  verificationCaseNotClaimedToast,
  verificationCaseTakenOverToast,
  verificationDecidedToasts,
  verificationNotDecidedToasts,
  verificationNotReversedToasts,
  verificationReversedToasts,
  verificationVerdicts,
} from '#app/features/verification/decisions/model.ts'
import {
  recordNonDocumentEvidence,
  withdrawOwnVerificationBasisRecord,
} from '#app/features/verification/decisions/record-service.server.ts'
import {
  reopenVerificationCase,
  revokeVerification,
} from '#app/features/verification/decisions/reversal-service.server.ts'
import { decideVerificationCase } from '#app/features/verification/decisions/service.server.ts'
import { recordDocumentShownToReviewer } from '#app/features/verification/documents/opening-service.server.ts'
import { verificationFormInvalidToast } from '#app/features/verification/model.ts'
import { verificationNameChangeToasts } from '#app/features/verification/names/model.ts'
import { nonDocumentEvidenceSchema } from '#app/features/verification/records/form-schema.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the case. */
  id: string
  /** The order of the queue that the case was opened from. */
  order: VerificationQueueOrder
}

/** The case is not as the page showed it, so it is read again; what was typed stays. */
const changed = { status: 409 }

/** Claims the next free case after this one and opens it, or returns to the queue if there is none. */
export async function claimAndOpenNextVerificationCase({
  platform,
  actor,
  id,
  order,
}: Omit<Sent, 'id'> & { id: string | null }) {
  const next = await getNextClaimableCaseId(platform, actor, id, order)
  if (!next) return redirect(verificationQueuePath(order))
  await claimVerificationCase(platform, actor, next)
  return redirect(verificationCasePath(next, order))
}

const decisionForm = defineForm({
  name: 'decision',
  schema: verificationDecisionSchema,
  explain: invalidVerificationDecisionToast,
  failed: (form) =>
    verificationNotDecidedToasts[verificationVerdicts.find((verdict) => verdict === form.get('verdict')) ?? 'approve'],
  handle: async ({ platform, actor, id, order }: Sent, decision, refuse) => {
    const result = await decideVerificationCase(platform, actor, id, decision)
    switch (result.outcome) {
      case 'done':
        return redirectWithFlash(
          `${verificationQueuePath(order)}#${nextCaseButtonId}`,
          verificationDecidedToasts[decision.verdict](result.member),
        )
      case 'held':
        return redirectWithFlash(verificationCasePath(id, order), verificationCaseTakenOverToast(result.claim.by))
      case 'closed': {
        const { last } = result
        return redirectWithFlash(
          verificationCasePath(id, order),
          verificationCaseClosedToast(last && { ...last, at: formatLongDateTime(last.decidedAt) }),
        )
      }
      case 'excluded':
        return redirectWithFlash(verificationCasePath(id, order), reviewerExcludedToast)
      case 'not-taken':
        return redirectWithFlash(verificationCasePath(id, order), verificationCaseNotClaimedToast)
      case 'unopened':
        return refuse(unopenedDocumentsToast(result.count), changed)
      case 'nothing-seen':
        return refuse(noEvidenceToApproveToast, changed)
      case 'renamed':
        return refuse(verificationNameChangeToasts.renamed, changed)
      case 'record-changed':
        return refuse(verificationBasisRecordChangedToast, changed)
      case 'not-found':
        return redirectWithFlash(verificationQueuePath(order), verificationCaseClosedToast(null))
    }
  },
})

const recordForm = defineForm({
  name: 'record-seen',
  schema: nonDocumentEvidenceSchema,
  explain: verificationFormInvalidToast,
  failed: verificationCaseFailureToasts['record-seen'],
  handle: async ({ platform, actor, id, order }: Sent, record, refuse) => {
    const result = await recordNonDocumentEvidence(platform, actor, id, record)
    if (result.outcome === 'not-upheld') {
      const { notUpheld } = nonDocumentEvidenceToasts
      return refuse(notUpheld, { errors: { seen: [notUpheld.description] } })
    }
    if (result.outcome === 'changed')
      return redirectWithFlash(verificationCasePath(id, order), nonDocumentEvidenceToasts.changed)
    return result.isLeftToOthers
      ? redirectWithFlash(verificationQueuePath(order), nonDocumentEvidenceToasts.recorded)
      : redirectWithFlash(verificationCasePath(id, order), nonDocumentEvidenceToasts.recordedAlone)
  },
})

const withdrawRecordForm = defineForm({
  name: 'withdraw-record',
  failed: verificationCaseFailureToasts['withdraw-record'],
  handle: async ({ platform, actor, id, order }: Sent, _, __, form) => {
    const isWithdrawn = await withdrawOwnVerificationBasisRecord(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      verificationCasePath(id, order),
      nonDocumentEvidenceToasts[isWithdrawn ? 'withdrawn' : 'changed'],
    )
  },
})

/** What the viewer says once a document is on screen. */
const shownForm = defineForm({
  name: 'shown',
  failed: verificationCaseFailureToasts.shown,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    await recordDocumentShownToReviewer(platform, actor, String(form.get('document')))
    return data(undefined)
  },
})

const takeForm = defineForm({
  name: 'take',
  failed: verificationCaseFailureToasts.take,
  handle: async ({ platform, actor, id, order }: Sent) => {
    await claimVerificationCase(platform, actor, id)
    return redirect(verificationCasePath(id, order))
  },
})

const stayForm = defineForm({
  name: 'stay',
  failed: verificationCaseFailureToasts.stay,
  handle: async ({ platform, actor, id }: Sent) => {
    await claimVerificationCase(platform, actor, id)
    return data(undefined)
  },
})

const takeOverForm = defineForm({
  name: 'take-over',
  failed: verificationCaseFailureToasts['take-over'],
  handle: async ({ platform, actor, id, order }: Sent) => {
    await claimVerificationCase(platform, actor, id, { takeOver: true })
    return redirect(verificationCasePath(id, order))
  },
})

const releaseForm = defineForm({
  name: 'release',
  failed: verificationCaseFailureToasts.release,
  handle: async ({ platform, actor, id, order }: Sent) => {
    await releaseVerificationCase(platform, actor, id)
    return redirectWithFlash(verificationQueuePath(order), {
      title: 'Returned to the queue',
      description: 'Another reviewer can take it now.',
    })
  },
})

const serviceNumberForm = defineForm({
  name: 'service-number',
  failed: verificationCaseFailureToasts['service-number'],
  handle: async ({ platform, actor, id, order }: Sent) => {
    const serviceNumber = await revealMilitaryServiceNumber(platform, actor, id)
    // Somebody else has claimed or decided the case since: the page says so.
    if (serviceNumber === null) return redirect(verificationCasePath(id, order))
    return data<VerificationCaseFormRefusal>({ form: 'service-number', serviceNumber })
  },
})

const reversalForm = (name: 'revoke' | 'reopen', reverse: typeof revokeVerification) =>
  defineForm({
    name,
    schema: verificationReversalSchema,
    explain: verificationFormInvalidToast,
    failed: verificationCaseFailureToasts[name],
    handle: async ({ platform, actor, id, order }: Sent, reversal) => {
      const result = await reverse(platform, actor, id, reversal)
      if (result.outcome === 'not-found') throw data(null, { status: 404 })
      return redirectWithFlash(
        verificationCasePath(id, order),
        result.outcome === 'done'
          ? verificationReversedToasts[name](result.member)
          : verificationNotReversedToasts.changed,
      )
    },
  })

/** Handles the forms of a case. */
export const handleVerificationCaseForm = makeHandlerOfForms<Sent, VerificationCaseFormRefusal>([
  decisionForm,
  recordForm,
  withdrawRecordForm,
  shownForm,
  takeForm,
  stayForm,
  defineForm({ name: 'next', failed: verificationCaseFailureToasts.next, handle: claimAndOpenNextVerificationCase }),
  takeOverForm,
  releaseForm,
  serviceNumberForm,
  reversalForm('revoke', revokeVerification),
  reversalForm('reopen', reopenVerificationCase),
])
