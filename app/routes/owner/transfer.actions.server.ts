import { href } from 'react-router'
import { explainAccountForm, tooManyTries, wrongPassword } from '#app/features/account/model.ts'
import { businessMessages } from '#app/features/businesses/model.ts'
import { handOnSchema } from '#app/features/businesses/transfer/form-schema.ts'
import { inviteNewOwner, withdrawInvitation } from '#app/features/businesses/transfer/invitation-service.server.ts'
import { transferFailures, transferMessages } from '#app/features/businesses/transfer/model.ts'
import { type TransferKey, takeOn } from '#app/features/businesses/transfer/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
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
  explain: explainAccountForm,
  failed: transferFailures['hand-on'],
  handle: async ({ platform, actor }: Sent, offer, refuse: Refuse<VersionedAnswer>) => {
    const refuseField = (field: 'email' | 'currentPassword', description: string, status = 400) =>
      refuse({ ...transferMessages.notSent, description }, { status, errors: { [field]: [description] } })
    const result = await inviteNewOwner(platform, actor, offer)
    switch (result.outcome) {
      case 'invited':
        return redirectWithFlash(section, transferMessages.sent(offer.email))
      case 'own-email':
        return refuseField('email', transferMessages.ownEmail)
      case 'already-invited':
        return refuse({ ...transferMessages.notSent, description: transferMessages.alreadyInvited }, { status: 409 })
      case 'too-many':
        return refuse({ ...transferMessages.notSent, description: transferMessages.limited }, { status: 429 })
      case 'wrong-password':
        return refuseField('currentPassword', wrongPassword)
      case 'limited':
        return refuseField('currentPassword', tooManyTries(result.minutes), 429)
      case 'not-found':
        return redirectWithFlash(page, { ...transferMessages.notSent, description: businessMessages.notThere })
    }
  },
})

const withdrawForm = defineForm({
  name: 'withdraw-handover',
  failed: transferFailures['withdraw-handover'],
  handle: async ({ platform, actor }: Sent) => {
    const isWithdrawn = await withdrawInvitation(platform, actor)
    return redirectWithFlash(section, isWithdrawn ? transferMessages.withdrawn : transferMessages.nothingToWithdraw)
  },
})

/** The forms of an owner, on /my-business. */
export const transferForms = [handOnForm, withdrawForm]

const takeOnForm = defineForm({
  name: 'take-on',
  failed: transferMessages.failed,
  handle: async ({ platform, actor, key }: Sent & { key: TransferKey }) => {
    const result = await takeOn(platform, actor, key)
    if (result.outcome === 'taken-on') {
      return redirectWithFlash(`${page}#contact`, transferMessages.takenOn(result.businessName))
    }
    // Something has changed since the page was shown: it says what.
    return redirectWithFlash(`${href('/handover')}?${new URLSearchParams(key)}`, transferMessages.notTakenOn)
  },
})

/** Handles the form of the page of an invitation. */
export const handleTransferForm = handleForms([takeOnForm])
