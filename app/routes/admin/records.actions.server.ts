import { verificationFormInvalidToast } from '#app/features/verification/model.ts'
import { suppliedVerificationBasisSchema } from '#app/features/verification/records/form-schema.ts'
import {
  missingVerificationBasisRecordPath,
  missingVerificationBasisRecordsPath,
  suppliedVerificationBasisRefusalToasts,
  suppliedVerificationBasisToasts,
} from '#app/features/verification/records/model.ts'
import {
  confirmSuppliedVerificationBasis,
  supplyMissingVerificationBasis,
  takeBackSuppliedVerificationBasis,
} from '#app/features/verification/records/settlement-service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** Id of the case. */
  id: string
}

const settleForm = defineForm({
  name: 'settle-record',
  schema: suppliedVerificationBasisSchema,
  explain: verificationFormInvalidToast,
  failed: suppliedVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, settlement, refuse) => {
    const result = await supplyMissingVerificationBasis(platform, actor, id, settlement)
    // What was typed is kept.
    if (result === 'unopened') return refuse(suppliedVerificationBasisRefusalToasts.unopened, { status: 409 })
    if (result === 'changed' || result === 'excluded')
      return redirectWithFlash(missingVerificationBasisRecordsPath, suppliedVerificationBasisRefusalToasts[result])
    return redirectWithFlash(
      result === 'settled' ? missingVerificationBasisRecordsPath : missingVerificationBasisRecordPath(id),
      suppliedVerificationBasisToasts[result],
    )
  },
})

const confirmForm = defineForm({
  name: 'confirm-settlement',
  failed: suppliedVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await confirmSuppliedVerificationBasis(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'confirmed'
        ? suppliedVerificationBasisToasts.confirmed
        : suppliedVerificationBasisRefusalToasts[result],
    )
  },
})

const takeBackForm = defineForm({
  name: 'take-back-settlement',
  failed: suppliedVerificationBasisToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await takeBackSuppliedVerificationBasis(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'taken-back'
        ? suppliedVerificationBasisToasts.takenBack
        : suppliedVerificationBasisRefusalToasts[result],
    )
  },
})

/** Handles the forms of a verification without a record. */
export const handleMissingBasisRecordForm = handleForms([settleForm, confirmForm, takeBackForm])
