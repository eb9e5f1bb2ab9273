import { data } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { enquiryNoteSchema, enquiryStatusSchema } from '#app/features/enquiries/form-schema.ts'
import {
  saveEnquiryNote,
  setInboxEnquiryStatus,
  setOwnBusinessTakesEnquiries,
} from '#app/features/enquiries/inbox-service.server.ts'
import { enquiryToasts } from '#app/features/enquiries/model.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import type { Actor } from '#app/platform/.server/security/actor.ts'
import { defineForm, makeHandlerOfForms } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

interface Sent {
  platform: Platform
  actor: Actor
  /** The path of the page that sent the form. */
  page: string
}

/** Handles the form of an owner's inbox. */
export const handleEnquiryInboxForm = makeHandlerOfForms([
  defineForm({
    name: 'switch-leads',
    failed: enquiryToasts.notSwitched,
    handle: async ({ platform, actor, page }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await setOwnBusinessTakesEnquiries(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(page, isOn ? enquiryToasts.switchedOn : enquiryToasts.switchedOff)
    },
  }),
])

/** Handles the forms of one enquiry. */
export const handleOwnerEnquiryForm = makeHandlerOfForms([
  defineForm({
    name: 'mark-lead',
    schema: enquiryStatusSchema,
    failed: enquiryToasts.notMarked,
    page: ({ page }: Sent & { id: string }) => page,
    handle: async ({ platform, actor, page, id }, { status }) => {
      if (!(await setInboxEnquiryStatus(platform, actor, id, status))) throw data(null, { status: 404 })
      return redirectWithFlash(page, enquiryToasts.marked(status))
    },
  }),
  defineForm({
    name: 'lead-note',
    schema: enquiryNoteSchema,
    explain: accountFormProblemToast,
    failed: enquiryToasts.noteNotSaved,
    handle: async ({ platform, actor, page, id }: Sent & { id: string }, { note }) => {
      if (!(await saveEnquiryNote(platform, actor, id, note))) throw data(null, { status: 404 })
      return redirectWithFlash(page, enquiryToasts.noteSaved)
    },
  }),
])
