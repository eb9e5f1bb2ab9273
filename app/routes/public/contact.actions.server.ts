import { href, type RouterContextProvider } from 'react-router'
import type { z } from 'zod/mini'
import { explainAccountForm } from '#app/features/account/model.ts'
import { contactSchema, dataComplaintSchema, supportSchema } from '#app/features/contact/form-schema.ts'
import { type SubmissionKind, submissionNotSent, submissionThanks } from '#app/features/contact/model.ts'
import {
  type SubmissionResult,
  type SubmissionSender,
  sendContactMessage,
  sendDataComplaint,
  sendSupportInquiry,
} from '#app/features/contact/service.server.ts'
import { parseFlash } from '#app/lib/cookies.server.ts'
import { formatCount } from '#app/lib/format-count.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, type FormSchema, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { loadKnownSender } from '../known-sender.server.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of an enquiry form: the member who is signed in, and when one was sent, if that was just now. */
export async function loadSubmissionForm(request: Request, context: Context) {
  const known = await loadKnownSender(context)
  const title = (await parseFlash(request.headers.get('Cookie')))?.title
  const wasSent = Object.values(submissionThanks).some((thank) => thank.title === title)
  return { known, sentAt: wasSent ? Date.now() : null }
}

interface SubmissionForm<Schema extends FormSchema> {
  kind: SubmissionKind
  schema: Schema
  send: (platform: Platform, sender: SubmissionSender, value: z.output<Schema>) => Promise<SubmissionResult>
}

const paths: Record<SubmissionKind, string> = {
  contact: href('/contact'),
  support: href('/support'),
  complaint: href('/data-protection-complaint'),
}

interface Sent {
  platform: Platform
  sender: SubmissionSender
}

const submissionForm = <Schema extends FormSchema>({ kind, schema, send }: SubmissionForm<Schema>) =>
  defineForm({
    name: kind,
    schema,
    explain: explainAccountForm,
    failed: submissionNotSent,
    handle: async ({ platform, sender }: Sent, value, refuse) => {
      const result = await send(platform, sender, value)
      if (result.outcome === 'done') return redirectWithFlash(paths[kind], submissionThanks[kind])
      const { minutes } = result
      const description = `Too many messages from your network. Wait ${formatCount(minutes, 'minute')} and try again.`
      return refuse({ ...submissionNotSent, description }, { status: 429 })
    },
  })

const enquiryForms = {
  contact: submissionForm({ kind: 'contact', schema: contactSchema, send: sendContactMessage }),
  support: submissionForm({ kind: 'support', schema: supportSchema, send: sendSupportInquiry }),
  complaint: submissionForm({ kind: 'complaint', schema: dataComplaintSchema, send: sendDataComplaint }),
}

/** Handles the form of /contact, /support or /data-protection-complaint. */
export async function handleEnquiryForm(kind: SubmissionKind, request: Request, context: Context) {
  const { clientIp } = context.get(requestContext)
  const sender = { actor: await context.get(actorContext)(), clientIp }
  return enquiryForms[kind].handle({ platform: context.get(platformContext), sender }, await readForm(request))
}
