import { href, type RouterContextProvider } from 'react-router'
import { explainForm } from '#app/features/account/schema.ts'
import { enquirySchema } from '#app/features/leads/form-schema.ts'
import { leadMessages, type Recipient } from '#app/features/leads/schema.ts'
import { type Sender, sendEnquiry } from '#app/features/leads/service.server.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/request-context.ts'
import { defineForm, readForm } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

type Context = Readonly<RouterContextProvider>

interface Sent {
  platform: Platform
  sender: Sender
  slugs: string[]
}

/** The page to see after sending: that of the business, or the shortlist. */
const pageAfter = ([slug, ...more]: string[]) =>
  slug && more.length === 0 ? href('/business/:slug', { slug }) : href('/shortlist')

const askForm = defineForm({
  name: 'ask',
  schema: enquirySchema,
  explain: explainForm,
  failed: leadMessages.failed,
  handle: async ({ platform, sender, slugs }: Sent, value, refuse) => {
    const result = await sendEnquiry(platform, sender, slugs, value)
    switch (result.outcome) {
      case 'sent': {
        const { businesses, isConfirmed } = result
        const toast = isConfirmed ? leadMessages.sentByMember(businesses) : leadMessages.sent(businesses, value.email)
        return redirectWithFlash(pageAfter(slugs), toast)
      }
      case 'limited':
        return refuse(leadMessages.limited(result.minutes), { status: 429 })
      case 'gone':
        return refuse(leadMessages.gone, { status: 404 })
      case 'our-address':
        return refuse(
          { title: leadMessages.failed.title, description: leadMessages.ourEmail, bad: true },
          { errors: { email: [leadMessages.ourEmail] } },
        )
    }
  },
})

/** Handles the form that asks these businesses. */
export async function handleAskForm(request: Request, context: Context, recipients: Recipient[]) {
  const { clientIp } = context.get(requestContext)
  const sender = { actor: await context.get(actorContext)(), clientIp }
  const slugs = recipients.map(({ slug }) => slug)
  return askForm.handle({ platform: context.get(platformContext), sender, slugs }, await readForm(request))
}
