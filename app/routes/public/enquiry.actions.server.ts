import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import { explainForm } from '#app/features/account/schema.ts'
import { type KnownSender, notSent, thanks } from '#app/features/enquiries/schema.ts'
import type { Sender, SendResult } from '#app/features/enquiries/service.server.ts'
import { getMember } from '#app/features/profile/member-service.server.ts'
import { readFlash } from '#app/lib/flash.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import type { ToastMessage } from '#app/ui/toast.tsx'
import { redirectWithFlash } from '../flash-redirect.ts'
import { parseForm, readForm } from '../parse-form.server.ts'

type Context = Readonly<RouterContextProvider>

/** What a page with a form of this kind needs: who sends it, a key to send it under, and whether one was just sent. */
export async function loadEnquiryForm(request: Request, context: Context) {
  const actor = await context.get(actorContext)()
  const member = actor && (await getMember(context.get(platformContext), actor))
  const known: KnownSender | null = member && { name: member.name, email: member.email }
  return {
    known,
    submission: crypto.randomUUID(),
    wasSent: readFlash(request.headers.get('Cookie'))?.title === thanks.support.title,
  }
}

interface Enquiry<Schema extends z.ZodObject> {
  kind: keyof typeof thanks
  schema: Schema
  send: (platform: Platform, sender: Sender, value: z.output<Schema>) => Promise<SendResult>
}

/** Answers a form that was sent: with thanks and an empty one, or with what is wrong and all that was typed. */
export async function answerEnquiry<Schema extends z.ZodObject>(
  request: Request,
  context: Context,
  { kind, schema, send }: Enquiry<Schema>,
) {
  const platform = context.get(platformContext)
  const { id, clientIp } = context.get(requestContext)
  const submission = parseForm(await readForm(request), schema)
  if (submission.status !== 'success') {
    const toast = explainForm(Object.values(submission.error ?? {}).flatMap((messages) => messages ?? []))
    return data({ toast, result: submission.reply() }, { status: 400 })
  }
  const again = (status: number, toast: ToastMessage & { description: string }) =>
    data({ toast, result: submission.reply({ formErrors: [toast.description] }) }, { status })
  try {
    const sender = { actor: await context.get(actorContext)(), clientIp }
    const result = await send(platform, sender, submission.value)
    if (result.outcome === 'done') return redirectWithFlash(`/${kind}`, thanks[kind])
    const { minutes } = result
    const wait = `Too many messages from here. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and try again.`
    return again(429, notSent(wait))
  } catch (error) {
    platform.log.error({ requestId: id, error }, 'an enquiry could not be kept')
    return again(503, notSent('Something went wrong on our side. Please try again in a moment.'))
  }
}
