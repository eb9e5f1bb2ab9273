import { href } from 'react-router'
import {
  accountFormProblemToast,
  tooManyTriesMessage,
  wrongCurrentPasswordMessage,
} from '#app/features/account/model.ts'
import { ownBusinessToasts } from '#app/features/businesses/model.ts'
import { ownershipTransferInvitationSchema } from '#app/features/businesses/transfer/form-schema.ts'
import {
  inviteNewBusinessOwner,
  withdrawOwnershipInvitation,
} from '#app/features/businesses/transfer/invitation-service.server.ts'
import { ownershipTransferFailureToasts, ownershipTransferMessages } from '#app/features/businesses/transfer/model.ts'
import {
  acceptOwnershipTransfer,
  type OwnershipInvitationTokenOrId,
} from '#app/features/businesses/transfer/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import type { VersionedFormRefusal } from '#app/ui/schema-form.ts'
import { defineForm, makeHandlerOfForms, type RefuseFormFunction } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const page = href('/my-business')
const section = `${page}#handover`

const handOnForm = defineForm({
  name: 'hand-on',
  schema: ownershipTransferInvitationSchema,
  secrets: ['currentPassword'],
  explain: accountFormProblemToast,
  failed: ownershipTransferFailureToasts['hand-on'],
  handle: async ({ platform, actor }: Sent, offer, refuse: RefuseFormFunction<VersionedFormRefusal>) => {
    const refuseField = (field: 'email' | 'currentPassword', description: string, status = 400) =>
      refuse({ ...ownershipTransferMessages.notSent, description }, { status, errors: { [field]: [description] } })
    const result = await inviteNewBusinessOwner(platform, actor, offer)
    switch (result.outcome) {
      case 'invited':
        return redirectWithFlash(section, ownershipTransferMessages.sent(offer.email))
      case 'own-email':
        return refuseField('email', ownershipTransferMessages.ownEmail)
      case 'already-invited':
        return refuse(
          { ...ownershipTransferMessages.notSent, description: ownershipTransferMessages.alreadyInvited },
          { status: 409 },
        )
      case 'too-many':
        return refuse(
          { ...ownershipTransferMessages.notSent, description: ownershipTransferMessages.limited },
          { status: 429 },
        )
      case 'wrong-password':
        return refuseField('currentPassword', wrongCurrentPasswordMessage)
      case 'limited':
        return refuseField('currentPassword', tooManyTriesMessage(result.minutes), 429)
      case 'not-found':
        return redirectWithFlash(page, {
          ...ownershipTransferMessages.notSent,
          description: ownBusinessToasts.notThere,
        })
    }
  },
})

const withdrawForm = defineForm({
  name: 'withdraw-handover',
  failed: ownershipTransferFailureToasts['withdraw-handover'],
  handle: async ({ platform, actor }: Sent) => {
    const isWithdrawn = await withdrawOwnershipInvitation(platform, actor)
    return redirectWithFlash(
      section,
      isWithdrawn ? ownershipTransferMessages.withdrawn : ownershipTransferMessages.nothingToWithdraw,
    )
  },
})

/** The forms of an owner, on /my-business. */
export const ownershipTransferOwnerFormHandlers = [handOnForm, withdrawForm]

const takeOnForm = defineForm({
  name: 'take-on',
  failed: ownershipTransferMessages.failed,
  handle: async ({ platform, actor, key }: Sent & { key: OwnershipInvitationTokenOrId }) => {
    const result = await acceptOwnershipTransfer(platform, actor, key)
    if (result.outcome === 'taken-on') {
      return redirectWithFlash(`${page}#contact`, ownershipTransferMessages.takenOn(result.businessName))
    }
    // Something has changed since the page was shown: it says what.
    return redirectWithFlash(`${href('/handover')}?${new URLSearchParams(key)}`, ownershipTransferMessages.notTakenOn)
  },
})

/** Handles the form of the page of an invitation. */
export const handleOwnershipTransferInvitationForm = makeHandlerOfForms([takeOnForm])
