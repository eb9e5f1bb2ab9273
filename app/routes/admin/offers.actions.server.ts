import { href } from 'react-router'
import { codesSchema, removeCodesSchema } from '#app/features/offers/form-schema.ts'
import { codesFailed, explainAdded, explainCodes, explainRemoved } from '#app/features/offers/model.ts'
import { addCodes, removeCodes } from '#app/features/offers/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const addForm = defineForm({
  name: 'add-codes',
  schema: codesSchema,
  explain: explainCodes,
  failed: codesFailed,
  handle: async ({ platform, actor }: Sent, codes) =>
    redirectWithFlash(href('/admin/offers'), explainAdded(await addCodes(platform, actor, codes))),
})

const removeForm = defineForm({
  name: 'remove-codes',
  schema: removeCodesSchema,
  failed: codesFailed,
  handle: async ({ platform, actor }: Sent, { partner }) =>
    redirectWithFlash(href('/admin/offers'), explainRemoved(await removeCodes(platform, actor, partner))),
})

/** Handles the forms of the offers of partners. */
export const handleOffersForm = handleForms([addForm, removeForm])
