import { href } from 'react-router'
import { acceptVerificationNameChangeSchema } from '#app/features/verification/names/form-schema.ts'
import { verificationNameChangeToasts } from '#app/features/verification/names/model.ts'
import { acceptVerificationNameChange } from '#app/features/verification/names/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
}

const acceptForm = defineForm({
  name: 'accept-names',
  schema: acceptVerificationNameChangeSchema,
  failed: verificationNameChangeToasts.failed,
  handle: async ({ platform, actor }: Sent, { case: caseId, seen }) =>
    redirectWithFlash(
      href('/admin/names'),
      verificationNameChangeToasts[await acceptVerificationNameChange(platform, actor, { caseId, seen })],
    ),
})

/** Handles the form of /admin/names. */
export const handleVerificationNameChangeForm = makeHandlerOfForms([acceptForm])
