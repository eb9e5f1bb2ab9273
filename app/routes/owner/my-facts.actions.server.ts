import { askSchema, withdrawSchema } from '#app/features/verification/facts/form-schema.ts'
import { askedMessage, factMessages } from '#app/features/verification/facts/model.ts'
import { ownFactsPath, parseConfirmableFact } from '#app/features/verification/facts/rules.ts'
import { askForConfirmation, withdrawCheck } from '#app/features/verification/facts/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const askForm = defineForm({
  name: 'ask-fact',
  schema: askSchema,
  failed: factMessages.notAsked,
  handle: async ({ platform, actor }: Sent, asked, refuse) => {
    const fact = parseConfirmableFact(asked.fact)
    const result = await askForConfirmation(platform, actor, asked)
    if (result === 'limited') return refuse(factMessages.tooMany, { status: 429 })
    if (result !== 'asked' || !fact) return redirectWithFlash(ownFactsPath, factMessages.changed)
    return redirectWithFlash(`${ownFactsPath}#${fact}`, askedMessage(fact))
  },
})

const withdrawForm = defineForm({
  name: 'withdraw-fact',
  schema: withdrawSchema,
  failed: factMessages.withdrawFailed,
  handle: async ({ platform, actor }: Sent, { check }) => {
    const isWithdrawn = await withdrawCheck(platform, actor, check)
    return redirectWithFlash(ownFactsPath, isWithdrawn ? factMessages.withdrawn : factMessages.notWithdrawn)
  },
})

/** Handles the forms of /my-business/facts. */
export const handleOwnFactForm = handleForms([askForm, withdrawForm])
