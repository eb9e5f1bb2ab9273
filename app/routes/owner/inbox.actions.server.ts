import { data } from 'react-router'
import { explainAccountForm } from '#app/features/account/model.ts'
import { enquiryMarkSchema, enquiryNoteSchema } from '#app/features/enquiries/form-schema.ts'
import { markEnquiry, saveEnquiryNote, setTakesEnquiries } from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryMessages } from '#app/features/enquiries/model.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, handleForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** The path of the page that sent the form. */
  page: string
}

/** Handles the form of an owner's inbox. */
export const handleInboxForm = handleForms([
  defineForm({
    name: 'switch-leads',
    failed: enquiryMessages.notSwitched,
    handle: async ({ platform, actor, page }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await setTakesEnquiries(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(page, isOn ? enquiryMessages.switchedOn : enquiryMessages.switchedOff)
    },
  }),
])

/** Handles the forms of one enquiry. */
export const handleEnquiryForm = handleForms([
  defineForm({
    name: 'mark-lead',
    schema: enquiryMarkSchema,
    failed: enquiryMessages.notMarked,
    page: ({ page }: Sent & { id: string }) => page,
    handle: async ({ platform, actor, page, id }, { status }) => {
      if (!(await markEnquiry(platform, actor, id, status))) throw data(null, { status: 404 })
      return redirectWithFlash(page, enquiryMessages.marked(status))
    },
  }),
  defineForm({
    name: 'lead-note',
    schema: enquiryNoteSchema,
    explain: explainAccountForm,
    failed: enquiryMessages.noteNotSaved,
    handle: async ({ platform, actor, page, id }: Sent & { id: string }, { note }) => {
      if (!(await saveEnquiryNote(platform, actor, id, note))) throw data(null, { status: 404 })
      return redirectWithFlash(page, enquiryMessages.noteSaved)
    },
  }),
])
