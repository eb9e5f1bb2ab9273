import { href } from 'react-router'
import { acceptSchema } from '#app/features/verification/names/form-schema.ts'
import { nameMessages } from '#app/features/verification/names/model.ts'
import { acceptNames } from '#app/features/verification/names/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const acceptForm = defineForm({
  name: 'accept-names',
  schema: acceptSchema,
  failed: nameMessages.failed,
  handle: async ({ platform, actor }: Sent, { case: caseId, seen }) =>
    redirectWithFlash(href('/admin/names'), nameMessages[await acceptNames(platform, actor, { caseId, seen })]),
})

/** Handles the form of /admin/names. */
export const handleNamesForm = handleForms([acceptForm])
