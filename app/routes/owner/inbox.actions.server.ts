import { data } from 'react-router'
import { explainForm } from '#app/features/account/schema.ts'
import { markSchema, noteSchema } from '#app/features/leads/form-schema.ts'
import { markLead, saveNote, switchEnquiries } from '#app/features/leads/inbox-service.server.ts'
import { leadMessages } from '#app/features/leads/schema.ts'
import type { Actor } from '#app/platform/.server/actor.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
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
    failed: leadMessages.notSwitched,
    handle: async ({ platform, actor, page }: Sent, _, __, form) => {
      const isOn = form.get('on') === 'true'
      if (!(await switchEnquiries(platform, actor, isOn))) throw data(null, { status: 404 })
      return redirectWithFlash(page, isOn ? leadMessages.switchedOn : leadMessages.switchedOff)
    },
  }),
])

/** Handles the forms of one enquiry. */
export const handleLeadForm = handleForms([
  defineForm({
    name: 'mark-lead',
    schema: markSchema,
    failed: leadMessages.notMarked,
    page: ({ page }: Sent & { id: string }) => page,
    handle: async ({ platform, actor, page, id }, { status }) => {
      if (!(await markLead(platform, actor, id, status))) throw data(null, { status: 404 })
      return redirectWithFlash(page, leadMessages.marked(status))
    },
  }),
  defineForm({
    name: 'lead-note',
    schema: noteSchema,
    explain: explainForm,
    failed: leadMessages.noteNotSaved,
    handle: async ({ platform, actor, page, id }: Sent & { id: string }, { note }) => {
      if (!(await saveNote(platform, actor, id, note))) throw data(null, { status: 404 })
      return redirectWithFlash(page, leadMessages.noteSaved)
    },
  }),
])
