import { data } from 'react-router'
import { decideBusinessFact } from '#app/features/verification/facts/decision-service.server.ts'
import { businessFactDecisionSchema } from '#app/features/verification/facts/form-schema.ts'
import {
  businessFactDecidedToasts,
  businessFactDecisionNotTakenToasts,
  businessFactNotDecidedToast,
} from '#app/features/verification/facts/model.ts'
import { factsToConfirmOfBusinessPath } from '#app/features/verification/facts/rules.ts'
import { verificationFormInvalidToast } from '#app/features/verification/model.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the business. */
  id: string
}

const decisionForm = defineForm({
  name: 'fact-decision',
  schema: businessFactDecisionSchema,
  explain: verificationFormInvalidToast,
  failed: businessFactNotDecidedToast,
  handle: async ({ platform, actor, id }: Sent, form, refuse) => {
    const result = await decideBusinessFact(platform, actor, id, form)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'done')
      return redirectWithFlash(factsToConfirmOfBusinessPath(id), businessFactDecidedToasts[form.decision])
    // Nobody asks about it any more, so there is no form to show again.
    if (result === 'closed' || result === 'changed') {
      return redirectWithFlash(factsToConfirmOfBusinessPath(id), businessFactDecisionNotTakenToasts[result])
    }
    return refuse(businessFactDecisionNotTakenToasts[result], { status: 409 })
  },
})

/** Handles the decisions about the facts of a business. */
export const handleBusinessFactDecisionForm = makeHandlerOfForms([decisionForm])
