import { data } from 'react-router'
import { explainAccountForm } from '#app/features/account/model.ts'
import {
  decideObjection,
  decideReports,
  type ReportDecisionResult,
} from '#app/features/reports/decision-service.server.ts'
import { objectionDecisionSchema, reportDecisionSchema } from '#app/features/reports/form-schema.ts'
import { reportMessages } from '#app/features/reports/model.ts'
import { reportedItemPath } from '#app/features/reports/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** The reported thing. */
  id: string
}

function respond(id: string, result: ReportDecisionResult, done: ToastMessage, refuse: Refuse) {
  switch (result) {
    case 'done':
      return redirectWithFlash(reportedItemPath(id), done)
    case 'not-found':
      throw data(null, { status: 404 })
    case 'closed':
      return redirectWithFlash(reportedItemPath(id), reportMessages.closed)
    case 'left-to-others':
      return refuse(reportMessages.leftToOthers, { status: 409 })
    case 'no-picture':
      return refuse(reportMessages.noPicture, { status: 409 })
    case 'unread':
      // No error status: with one the router would not load what is to be read.
      return refuse(reportMessages.unread, { status: 200 })
  }
}

const decisionForm = defineForm({
  name: 'report-decision',
  schema: reportDecisionSchema,
  explain: explainAccountForm,
  failed: reportMessages.notDecided,
  handle: async ({ platform, actor, id }: Sent, decision, refuse) =>
    respond(id, await decideReports(platform, actor, id, decision), reportMessages.decided, refuse),
})

const objectionForm = defineForm({
  name: 'contest-decision',
  schema: objectionDecisionSchema,
  explain: explainAccountForm,
  failed: reportMessages.notDecided,
  handle: async ({ platform, actor, id }: Sent, decision, refuse) =>
    respond(id, await decideObjection(platform, actor, id, decision), reportMessages.contestDecided, refuse),
})

/** Handles the forms of a reported thing. */
export const handleReportDecisionForm = handleForms([decisionForm, objectionForm])
