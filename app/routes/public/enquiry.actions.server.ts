import { href, type RouterContextProvider } from 'react-router'
import type { z } from 'zod/mini'
import { explainForm } from '#app/features/account/schema.ts'
import { complaintSchema, contactSchema, supportSchema } from '#app/features/enquiries/form-schema.ts'
import { type EnquiryKind, notSent, thanks } from '#app/features/enquiries/schema.ts'
import {
  type Sender,
  type SendResult,
  sendComplaint,
  sendContactMessage,
  sendSupportInquiry,
} from '#app/features/enquiries/service.server.ts'
import { readFlash } from '#app/lib/cookies.server.ts'
import { formatCount } from '#app/lib/format-count.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { defineForm, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { loadKnownSender } from '../known-sender.server.ts'

type Context = Readonly<RouterContextProvider>

/** Loads the data of an enquiry form: the member who is signed in, and when one was sent, if that was just now. */
export async function loadEnquiryForm(request: Request, context: Context) {
  const known = await loadKnownSender(context)
  const title = (await readFlash(request.headers.get('Cookie')))?.title
  const wasSent = Object.values(thanks).some((thank) => thank.title === title)
  return { known, sentAt: wasSent ? Date.now() : null }
}

interface EnquiryForm<Schema extends z.core.$ZodObject> {
  kind: EnquiryKind
  schema: Schema
  send: (platform: Platform, sender: Sender, value: z.output<Schema>) => Promise<SendResult>
}

const paths: Record<EnquiryKind, string> = {
  contact: href('/contact'),
  support: href('/support'),
  complaint: href('/data-protection-complaint'),
}

interface Sent {
  platform: Platform
  sender: Sender
}

const enquiryForm = <Schema extends z.core.$ZodObject>({ kind, schema, send }: EnquiryForm<Schema>) =>
  defineForm({
    name: kind,
    schema,
    explain: explainForm,
    failed: notSent,
    handle: async ({ platform, sender }: Sent, value, refuse) => {
      const result = await send(platform, sender, value)
      if (result.outcome === 'done') return redirectWithFlash(paths[kind], thanks[kind])
      const { minutes } = result
      const description = `Too many messages from here. Please wait ${formatCount(minutes, 'minute')} and try again.`
      return refuse({ ...notSent, description }, { status: 429 })
    },
  })

const enquiryForms = {
  contact: enquiryForm({ kind: 'contact', schema: contactSchema, send: sendContactMessage }),
  support: enquiryForm({ kind: 'support', schema: supportSchema, send: sendSupportInquiry }),
  complaint: enquiryForm({ kind: 'complaint', schema: complaintSchema, send: sendComplaint }),
}

/** Handles the form of /contact, /support or /data-protection-complaint. */
export async function handleEnquiryForm(kind: EnquiryKind, request: Request, context: Context) {
  const { clientIp } = context.get(requestContext)
  const sender = { actor: await context.get(actorContext)(), clientIp }
  return enquiryForms[kind].handle({ platform: context.get(platformContext), sender }, await readForm(request))
}
