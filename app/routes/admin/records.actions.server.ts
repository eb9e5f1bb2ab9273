import { verificationFormInvalidToast } from '#app/features/verification/model.ts'
import { verificationSettlementSchema } from '#app/features/verification/records/form-schema.ts'
import {
  missingVerificationBasisRecordPath,
  missingVerificationBasisRecordsPath,
  verificationSettlementRefusalToasts,
  verificationSettlementToasts,
} from '#app/features/verification/records/model.ts'
import {
  addVerificationSettlement,
  confirmVerificationSettlement,
  takeBackVerificationSettlement,
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
  schema: verificationSettlementSchema,
  explain: verificationFormInvalidToast,
  failed: verificationSettlementToasts.failed,
  handle: async ({ platform, actor, id }: Sent, settlement, refuse) => {
    const result = await addVerificationSettlement(platform, actor, id, settlement)
    // What was typed is kept.
    if (result === 'unopened') return refuse(verificationSettlementRefusalToasts.unopened, { status: 409 })
    if (result === 'changed' || result === 'excluded')
      return redirectWithFlash(missingVerificationBasisRecordsPath, verificationSettlementRefusalToasts[result])
    return redirectWithFlash(
      result === 'settled' ? missingVerificationBasisRecordsPath : missingVerificationBasisRecordPath(id),
      verificationSettlementToasts[result],
    )
  },
})

const confirmForm = defineForm({
  name: 'confirm-settlement',
  failed: verificationSettlementToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await confirmVerificationSettlement(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'confirmed' ? verificationSettlementToasts.confirmed : verificationSettlementRefusalToasts[result],
    )
  },
})

const takeBackForm = defineForm({
  name: 'take-back-settlement',
  failed: verificationSettlementToasts.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await takeBackVerificationSettlement(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingVerificationBasisRecordsPath,
      result === 'taken-back' ? verificationSettlementToasts.takenBack : verificationSettlementRefusalToasts[result],
    )
  },
})

/** Handles the forms of a verification without a record. */
export const handleMissingBasisRecordForm = handleForms([settleForm, confirmForm, takeBackForm])
