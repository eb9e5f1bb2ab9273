import { data } from 'react-router'
import { decideFact } from '#app/features/verification/facts/decision-service.server.ts'
import { factDecisionSchema } from '#app/features/verification/facts/form-schema.ts'
import { factDecided, factNotDecided, factRefusals } from '#app/features/verification/facts/model.ts'
import { factsOfBusinessPath } from '#app/features/verification/facts/rules.ts'
import { explainVerificationForm } from '#app/features/verification/model.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the business. */
  id: string
}

const decisionForm = defineForm({
  name: 'fact-decision',
  schema: factDecisionSchema,
  explain: explainVerificationForm,
  failed: factNotDecided,
  handle: async ({ platform, actor, id }: Sent, form, refuse) => {
    const result = await decideFact(platform, actor, id, form)
    if (result === 'not-found') throw data(null, { status: 404 })
    if (result === 'done') return redirectWithFlash(factsOfBusinessPath(id), factDecided[form.decision])
    // Nobody asks about it any more, so there is no form to show again.
    if (result === 'closed' || result === 'changed') {
      return redirectWithFlash(factsOfBusinessPath(id), factRefusals[result])
    }
    return refuse(factRefusals[result], { status: 409 })
  },
})

/** Handles the decisions about the facts of a business. */
export const handleFactDecision = handleForms([decisionForm])
