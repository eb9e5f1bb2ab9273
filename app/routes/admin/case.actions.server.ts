import { data, redirect } from 'react-router'
import { casePath, nextCaseId, type QueueOrder, queuePath } from '#app/features/admin/rules.ts'
import { getNextCase } from '#app/features/admin/service.server.ts'
import { claimCase, getServiceNumber, releaseCase } from '#app/features/verification/decisions/case-service.server.ts'
import { caseDecisionSchema, reversalSchema } from '#app/features/verification/decisions/form-schema.ts'
import {
  type CaseAnswer,
  caseFailures,
  caseNotDecided,
  claimedMessage,
  closedMessage,
  decided,
  excludedMessage,
  explainDecision,
  nothingSeenMessage,
  notReversed,
  notTakenMessage,
  recordChangedMessage,
  recordMessages,
  reversed,
  unopenedMessage,
  verdicts,
} from '#app/features/verification/decisions/model.ts'
import { recordSeen, withdrawRecord } from '#app/features/verification/decisions/record-service.server.ts'
import { reopenCase, revokeVerification } from '#app/features/verification/decisions/reversal-service.server.ts'
import { decideCase } from '#app/features/verification/decisions/service.server.ts'
import { recordShown } from '#app/features/verification/documents/opening-service.server.ts'
import { explainVerificationForm } from '#app/features/verification/model.ts'
import { nameMessages } from '#app/features/verification/names/model.ts'
import { recordSchema } from '#app/features/verification/records/form-schema.ts'
import { formatLongDateTime } from '#app/lib/dates.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the case. */
  id: string
  /** The order of the queue that the case was opened from. */
  order: QueueOrder
}

/** The case is not as the page showed it, so it is read again; what was typed stays. */
const changed = { status: 409 }

/** Claims the next free case after this one and opens it, or returns to the queue if there is none. */
export async function claimNext({ platform, actor, id, order }: Omit<Sent, 'id'> & { id: string | null }) {
  const next = await getNextCase(platform, actor, id, order)
  if (!next) return redirect(queuePath(order))
  await claimCase(platform, actor, next)
  return redirect(casePath(next, order))
}

const decisionForm = defineForm({
  name: 'decision',
  schema: caseDecisionSchema,
  explain: explainDecision,
  failed: (form) => caseNotDecided[verdicts.find((verdict) => verdict === form.get('verdict')) ?? 'approve'],
  handle: async ({ platform, actor, id, order }: Sent, decision, refuse) => {
    const result = await decideCase(platform, actor, id, decision)
    switch (result.outcome) {
      case 'done':
        return redirectWithFlash(`${queuePath(order)}#${nextCaseId}`, decided[decision.verdict](result.member))
      case 'held':
        return redirectWithFlash(casePath(id, order), claimedMessage(result.claim.by))
      case 'closed': {
        const { last } = result
        return redirectWithFlash(
          casePath(id, order),
          closedMessage(last && { ...last, at: formatLongDateTime(last.decidedAt) }),
        )
      }
      case 'excluded':
        return redirectWithFlash(casePath(id, order), excludedMessage)
      case 'not-taken':
        return redirectWithFlash(casePath(id, order), notTakenMessage)
      case 'unopened':
        return refuse(unopenedMessage(result.count), changed)
      case 'nothing-seen':
        return refuse(nothingSeenMessage, changed)
      case 'renamed':
        return refuse(nameMessages.renamed, changed)
      case 'record-changed':
        return refuse(recordChangedMessage, changed)
      case 'not-found':
        return redirectWithFlash(queuePath(order), closedMessage(null))
    }
  },
})

const recordForm = defineForm({
  name: 'record-seen',
  schema: recordSchema,
  explain: explainVerificationForm,
  failed: caseFailures['record-seen'],
  handle: async ({ platform, actor, id, order }: Sent, record, refuse) => {
    const result = await recordSeen(platform, actor, id, record)
    if (result.outcome === 'not-upheld') {
      const { notUpheld } = recordMessages
      return refuse(notUpheld, { errors: { seen: [notUpheld.description] } })
    }
    if (result.outcome === 'changed') return redirectWithFlash(casePath(id, order), recordMessages.changed)
    return result.isLeftToOthers
      ? redirectWithFlash(queuePath(order), recordMessages.recorded)
      : redirectWithFlash(casePath(id, order), recordMessages.recordedAlone)
  },
})

const withdrawRecordForm = defineForm({
  name: 'withdraw-record',
  failed: caseFailures['withdraw-record'],
  handle: async ({ platform, actor, id, order }: Sent, _, __, form) => {
    const isWithdrawn = await withdrawRecord(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(casePath(id, order), recordMessages[isWithdrawn ? 'withdrawn' : 'changed'])
  },
})

/** What the viewer says once a document is on screen. */
const shownForm = defineForm({
  name: 'shown',
  failed: caseFailures.shown,
  handle: async ({ platform, actor }: Sent, _, __, form) => {
    await recordShown(platform, actor, String(form.get('document')))
    return data(undefined)
  },
})

const takeForm = defineForm({
  name: 'take',
  failed: caseFailures.take,
  handle: async ({ platform, actor, id, order }: Sent) => {
    await claimCase(platform, actor, id)
    return redirect(casePath(id, order))
  },
})

const stayForm = defineForm({
  name: 'stay',
  failed: caseFailures.stay,
  handle: async ({ platform, actor, id }: Sent) => {
    await claimCase(platform, actor, id)
    return data(undefined)
  },
})

const takeOverForm = defineForm({
  name: 'take-over',
  failed: caseFailures['take-over'],
  handle: async ({ platform, actor, id, order }: Sent) => {
    await claimCase(platform, actor, id, { takeOver: true })
    return redirect(casePath(id, order))
  },
})

const releaseForm = defineForm({
  name: 'release',
  failed: caseFailures.release,
  handle: async ({ platform, actor, id, order }: Sent) => {
    await releaseCase(platform, actor, id)
    return redirectWithFlash(queuePath(order), {
      title: 'Returned to the queue',
      description: 'Another reviewer can take it now.',
    })
  },
})

const serviceNumberForm = defineForm({
  name: 'service-number',
  failed: caseFailures['service-number'],
  handle: async ({ platform, actor, id, order }: Sent) => {
    const serviceNumber = await getServiceNumber(platform, actor, id)
    // Somebody else has claimed or decided the case since: the page says so.
    if (serviceNumber === null) return redirect(casePath(id, order))
    return data<CaseAnswer>({ form: 'service-number', serviceNumber })
  },
})

const reversalForm = (name: 'revoke' | 'reopen', reverse: typeof revokeVerification) =>
  defineForm({
    name,
    schema: reversalSchema,
    explain: explainVerificationForm,
    failed: caseFailures[name],
    handle: async ({ platform, actor, id, order }: Sent, reversal) => {
      const result = await reverse(platform, actor, id, reversal)
      if (result.outcome === 'not-found') throw data(null, { status: 404 })
      return redirectWithFlash(
        casePath(id, order),
        result.outcome === 'done' ? reversed[name](result.member) : notReversed.changed,
      )
    },
  })

/** Handles the forms of a case. */
export const handleCaseForm = handleForms<Sent, CaseAnswer>([
  decisionForm,
  recordForm,
  withdrawRecordForm,
  shownForm,
  takeForm,
  stayForm,
  defineForm({ name: 'next', failed: caseFailures.next, handle: claimNext }),
  takeOverForm,
  releaseForm,
  serviceNumberForm,
  reversalForm('revoke', revokeVerification),
  reversalForm('reopen', reopenCase),
])
