import { href } from 'react-router'
import { addPartnerCodesSchema, removePartnerCodesSchema } from '#app/features/offers/form-schema.ts'
import {
  invalidPartnerCodesToast,
  partnerCodesAddedToast,
  partnerCodesNotChangedToast,
  partnerCodesRemovedToast,
} from '#app/features/offers/model.ts'
import { addPartnerCodes, removePartnerCodes } from '#app/features/offers/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const addForm = defineForm({
  name: 'add-codes',
  schema: addPartnerCodesSchema,
  explain: invalidPartnerCodesToast,
  failed: partnerCodesNotChangedToast,
  handle: async ({ platform, actor }: Sent, codes) =>
    redirectWithFlash(href('/admin/offers'), partnerCodesAddedToast(await addPartnerCodes(platform, actor, codes))),
})

const removeForm = defineForm({
  name: 'remove-codes',
  schema: removePartnerCodesSchema,
  failed: partnerCodesNotChangedToast,
  handle: async ({ platform, actor }: Sent, { partner }) =>
    redirectWithFlash(
      href('/admin/offers'),
      partnerCodesRemovedToast(await removePartnerCodes(platform, actor, partner)),
    ),
})

/** Handles the forms of the offers of partners. */
export const handleAdminPartnerOffersForm = makeHandlerOfForms([addForm, removeForm])
