import { explainVerificationForm } from '#app/features/verification/model.ts'
import { settlementSchema } from '#app/features/verification/records/form-schema.ts'
import {
  missingRecordPath,
  missingRecordsPath,
  settlementMessages,
  settlementRefusals,
} from '#app/features/verification/records/model.ts'
import {
  confirmSettlement,
  settleRecord,
  takeBackSettlement,
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
  schema: settlementSchema,
  explain: explainVerificationForm,
  failed: settlementMessages.failed,
  handle: async ({ platform, actor, id }: Sent, settlement, refuse) => {
    const result = await settleRecord(platform, actor, id, settlement)
    // What was typed is kept.
    if (result === 'unopened') return refuse(settlementRefusals.unopened, { status: 409 })
    if (result === 'changed' || result === 'excluded')
      return redirectWithFlash(missingRecordsPath, settlementRefusals[result])
    return redirectWithFlash(
      result === 'settled' ? missingRecordsPath : missingRecordPath(id),
      settlementMessages[result],
    )
  },
})

const confirmForm = defineForm({
  name: 'confirm-settlement',
  failed: settlementMessages.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await confirmSettlement(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingRecordsPath,
      result === 'confirmed' ? settlementMessages.confirmed : settlementRefusals[result],
    )
  },
})

const takeBackForm = defineForm({
  name: 'take-back-settlement',
  failed: settlementMessages.failed,
  handle: async ({ platform, actor, id }: Sent, _, __, form) => {
    const result = await takeBackSettlement(platform, actor, id, String(form.get('record')))
    return redirectWithFlash(
      missingRecordsPath,
      result === 'taken-back' ? settlementMessages.takenBack : settlementRefusals[result],
    )
  },
})

/** Handles the forms of a verification without a record. */
export const handleRecordForm = handleForms([settleForm, confirmForm, takeBackForm])
