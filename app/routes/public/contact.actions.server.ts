import { href, type RouterContextProvider } from 'react-router'
import type { z } from 'zod/mini'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import {
  contactMessageSchema,
  dataProtectionComplaintSchema,
  supportMusterInquirySchema,
} from '#app/features/contact/form-schema.ts'
import {
  type ContactSubmissionKind,
  contactSubmissionNotSentToast,
  contactSubmissionThanksToasts,
} from '#app/features/contact/model.ts'
import {
  type ContactSubmissionSender,
  type SendContactSubmissionResult,
  sendContactMessage,
  sendDataProtectionComplaint,
  sendSupportMusterInquiry,
} from '#app/features/contact/service.server.ts'
import { parseFlashCookie } from '#app/lib/cookies.server.ts'
import { formatCountWithNoun } from '#app/lib/format-count.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, type FormSchema, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { loadSignedInSenderPrefill } from '../known-sender.server.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of an enquiry form: the member who is signed in, and when one was sent, if that was just now. */
export async function loadContactSubmissionFormPrefill(request: Request, context: Context) {
  const known = await loadSignedInSenderPrefill(context)
  const title = (await parseFlashCookie(request.headers.get('Cookie')))?.title
  const wasSent = Object.values(contactSubmissionThanksToasts).some((thank) => thank.title === title)
  return { known, sentAt: wasSent ? Date.now() : null }
}

interface SubmissionForm<Schema extends FormSchema> {
  kind: ContactSubmissionKind
  schema: Schema
  send: (
    platform: Platform,
    sender: ContactSubmissionSender,
    value: z.output<Schema>,
  ) => Promise<SendContactSubmissionResult>
}

const paths: Record<ContactSubmissionKind, string> = {
  contact: href('/contact'),
  support: href('/support'),
  complaint: href('/data-protection-complaint'),
}

interface Sent {
  platform: Platform
  sender: ContactSubmissionSender
}

const submissionForm = <Schema extends FormSchema>({ kind, schema, send }: SubmissionForm<Schema>) =>
  defineForm({
    name: kind,
    schema,
    explain: accountFormProblemToast,
    failed: contactSubmissionNotSentToast,
    handle: async ({ platform, sender }: Sent, value, refuse) => {
      const result = await send(platform, sender, value)
      if (result.outcome === 'done') return redirectWithFlash(paths[kind], contactSubmissionThanksToasts[kind])
      const { minutes } = result
      const description = `Too many messages from your network. Wait ${formatCountWithNoun(minutes, 'minute')} and try again.`
      return refuse({ ...contactSubmissionNotSentToast, description }, { status: 429 })
    },
  })

const enquiryForms = {
  contact: submissionForm({ kind: 'contact', schema: contactMessageSchema, send: sendContactMessage }),
  support: submissionForm({ kind: 'support', schema: supportMusterInquirySchema, send: sendSupportMusterInquiry }),
  complaint: submissionForm({
    kind: 'complaint',
    schema: dataProtectionComplaintSchema,
    send: sendDataProtectionComplaint,
  }),
}

/** Handles the form of /contact, /support or /data-protection-complaint. */
export async function handleContactSubmissionForm(kind: ContactSubmissionKind, request: Request, context: Context) {
  const { clientIp } = context.get(requestContext)
  const sender = { actor: await context.get(actorContext)(), clientIp }
  return enquiryForms[kind].handle({ platform: context.get(platformContext), sender }, await readFormData(request))
}
