import { href } from 'react-router'
import { explainForm, tooManyTries, wrongPassword } from '#app/features/account/schema.ts'
import { handOnSchema } from '#app/features/businesses/handover/form-schema.ts'
import { handoverFailures, handoverMessages } from '#app/features/businesses/handover/schema.ts'
import {
  type HandoverKey,
  inviteNewOwner,
  takeOn,
  withdrawInvitation,
} from '#app/features/businesses/handover/service.server.ts'
import { messages } from '#app/features/businesses/schema.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { VersionedAnswer } from '#app/ui/schema-form.ts'
import { defineForm, handleForms, type Refuse } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const page = href('/my-business')
const section = `${page}#handover`

const handOnForm = defineForm({
  name: 'hand-on',
  schema: handOnSchema,
  secrets: ['currentPassword'],
  explain: explainForm,
  failed: handoverFailures['hand-on'],
  handle: async ({ platform, actor }: Sent, offer, refuse: Refuse<VersionedAnswer>) => {
    const refuseField = (field: 'email' | 'currentPassword', description: string, status = 400) =>
      refuse({ ...handoverMessages.notSent, description }, { status, errors: { [field]: [description] } })
    const result = await inviteNewOwner(platform, actor, offer)
    switch (result.outcome) {
      case 'invited':
        return redirectWithFlash(section, handoverMessages.sent(offer.email))
      case 'own-email':
        return refuseField('email', handoverMessages.ownEmail)
      case 'already-invited':
        return refuse({ ...handoverMessages.notSent, description: handoverMessages.alreadyInvited }, { status: 409 })
      case 'too-many':
        return refuse({ ...handoverMessages.notSent, description: handoverMessages.limited }, { status: 429 })
      case 'wrong-password':
        return refuseField('currentPassword', wrongPassword)
      case 'limited':
        return refuseField('currentPassword', tooManyTries(result.minutes), 429)
      case 'not-found':
        return redirectWithFlash(page, { ...handoverMessages.notSent, description: messages.notThere })
    }
  },
})

const withdrawForm = defineForm({
  name: 'withdraw-handover',
  failed: handoverFailures['withdraw-handover'],
  handle: async ({ platform, actor }: Sent) => {
    const isWithdrawn = await withdrawInvitation(platform, actor)
    return redirectWithFlash(section, isWithdrawn ? handoverMessages.withdrawn : handoverMessages.nothingToWithdraw)
  },
})

/** The forms of an owner, on /my-business. */
export const handoverForms = [handOnForm, withdrawForm]

const takeOnForm = defineForm({
  name: 'take-on',
  failed: handoverMessages.failed,
  handle: async ({ platform, actor, key }: Sent & { key: HandoverKey }) => {
    const result = await takeOn(platform, actor, key)
    if (result.outcome === 'taken-on') {
      return redirectWithFlash(`${page}#contact`, handoverMessages.takenOn(result.businessName))
    }
    // Something has changed since the page was shown: it says what.
    return redirectWithFlash(`${href('/handover')}?${new URLSearchParams(key)}`, handoverMessages.notTakenOn)
  },
})

/** Handles the form of the page of an invitation. */
export const handleHandoverForm = handleForms([takeOnForm])
