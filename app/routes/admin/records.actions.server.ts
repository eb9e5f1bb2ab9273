import { verificationFormInvalidToast } from '#app/features/verification/model.ts'
import { retroactiveVerificationBasisSchema } from '#app/features/verification/records/form-schema.ts'
import {
  missingVerificationBasisRecordPath,
  missingVerificationBasisRecordsPath,
  retroactiveVerificationBasisRefusalToasts,
  retroactiveVerificationBasisToasts,
} from '#app/features/verification/records/model.ts'
import {
  addRetroactiveVerificationBasis,
  confirmRetroactiveVerificationBasis,
  withdrawRetroactiveVerificationBasis,
} from '#app/features/verification/records/settlement-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the case. */
  id: string
}

const settleForm = defineForm({
  name: 'settle-record',
  schema: retroactiveVerificationBasisSchema,
  explain: verificationFormInvalidToast,
  failed: retroactiveVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, settlement, refuse) => {
    const result = await addRetroactiveVerificationBasis(platform, actor, id, settlement)
    // What was typed is kept.
    if (result === 'unopened') return refuse(retroactiveVerificationBasisRefusalToasts.unopened, { status: 409 })
    if (result === 'changed' || result === 'excluded')
      return redirectWithFlash(missingVerificationBasisRecordsPath, retroactiveVerificationBasisRefusalToasts[result])
    return redirectWithFlash(
      result === 'settled' ? missingVerificationBasisRecordsPath : missingVerificationBasisRecordPath(id),
      retroactiveVerificationBasisToasts[result],
    )
  },
})

const confirmForm = defineForm({
  name: 'confirm-settlement',
  failed: retroactiveVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await confirmRetroactiveVerificationBasis(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'confirmed'
        ? retroactiveVerificationBasisToasts.confirmed
        : retroactiveVerificationBasisRefusalToasts[result],
    )
  },
})

const takeBackForm = defineForm({
  name: 'take-back-settlement',
  failed: retroactiveVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await withdrawRetroactiveVerificationBasis(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'taken-back'
        ? retroactiveVerificationBasisToasts.takenBack
        : retroactiveVerificationBasisRefusalToasts[result],
    )
  },
})

/** Handles the forms of a verification without a record. */
export const handleMissingVerificationBasisForm = makeHandlerOfForms([settleForm, confirmForm, takeBackForm])
