import { data } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import {
  decideReportObjection,
  decideReportsOfItem,
  type ReportDecisionResult,
} from '#app/features/reports/decision-service.server.ts'
import { reportDecisionSchema, reportObjectionDecisionSchema } from '#app/features/reports/form-schema.ts'
import { reportToasts } from '#app/features/reports/model.ts'
import { reportsOfItemPath } from '#app/features/reports/rules.ts'
import type { ToastMessage } from '#app/lib/toast-message.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** The reported thing. */
  id: string
}

function respond(id: string, result: ReportDecisionResult, done: ToastMessage, refuse: RefuseFormFunction) {
  switch (result) {
    case 'done':
      return redirectWithFlash(reportsOfItemPath(id), done)
    case 'not-found':
      throw data(null, { status: 404 })
    case 'closed':
      return redirectWithFlash(reportsOfItemPath(id), reportToasts.closed)
    case 'left-to-others':
      return refuse(reportToasts.leftToOthers, { status: 409 })
    case 'no-picture':
      return refuse(reportToasts.noPicture, { status: 409 })
    case 'unread':
      // No error status: with one the router would not load what is to be read.
      return refuse(reportToasts.unread, { status: 200 })
  }
}

const decisionForm = defineForm({
  name: 'report-decision',
  schema: reportDecisionSchema,
  explain: accountFormProblemToast,
  failed: reportToasts.notDecided,
  handle: async ({ platform, actor, id }: Sent, decision, refuse) =>
    respond(id, await decideReportsOfItem(platform, actor, id, decision), reportToasts.decided, refuse),
})

const objectionForm = defineForm({
  name: 'contest-decision',
  schema: reportObjectionDecisionSchema,
  explain: accountFormProblemToast,
  failed: reportToasts.notDecided,
  handle: async ({ platform, actor, id }: Sent, decision, refuse) =>
    respond(id, await decideReportObjection(platform, actor, id, decision), reportToasts.contestDecided, refuse),
})

/** Handles the forms of a reported thing. */
export const handleReportDecisionForm = makeHandlerOfForms([decisionForm, objectionForm])
