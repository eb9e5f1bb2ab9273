import {
  requestFactConfirmationSchema,
  withdrawFactConfirmationRequestSchema,
} from '#app/features/verification/facts/form-schema.ts'
import { factConfirmationRequestedToast, ownFactConfirmationToasts } from '#app/features/verification/facts/model.ts'
import { ownFactConfirmationsPath, parseConfirmableBusinessFactName } from '#app/features/verification/facts/rules.ts'
import {
  requestFactConfirmation,
  withdrawFactConfirmationRequest,
} from '#app/features/verification/facts/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const askForm = defineForm({
  name: 'ask-fact',
  schema: requestFactConfirmationSchema,
  failed: ownFactConfirmationToasts.notAsked,
  handle: async ({ platform, actor }: Sent, asked, refuse) => {
    const fact = parseConfirmableBusinessFactName(asked.fact)
    const result = await requestFactConfirmation(platform, actor, asked)
    if (result === 'limited') return refuse(ownFactConfirmationToasts.tooMany, { status: 429 })
    if (result !== 'asked' || !fact)
      return redirectWithFlash(ownFactConfirmationsPath, ownFactConfirmationToasts.changed)
    return redirectWithFlash(`${ownFactConfirmationsPath}#${fact}`, factConfirmationRequestedToast(fact))
  },
})

const withdrawForm = defineForm({
  name: 'withdraw-fact',
  schema: withdrawFactConfirmationRequestSchema,
  failed: ownFactConfirmationToasts.withdrawFailed,
  handle: async ({ platform, actor }: Sent, { check }) => {
    const isWithdrawn = await withdrawFactConfirmationRequest(platform, actor, check)
    return redirectWithFlash(
      ownFactConfirmationsPath,
      isWithdrawn ? ownFactConfirmationToasts.withdrawn : ownFactConfirmationToasts.notWithdrawn,
    )
  },
})

/** Handles the forms of /my-business/facts. */
export const handleOwnBusinessFactForm = makeHandlerOfForms([askForm, withdrawForm])
