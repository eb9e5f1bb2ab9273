import { href, type RouterContextProvider } from 'react-router'
import { accountFormProblemToast } from '#app/features/account/model.ts'
import { enquirySchema } from '#app/features/enquiries/form-schema.ts'
import { type EnquiryRecipient, enquiryToasts } from '#app/features/enquiries/model.ts'
import { type EnquirySender, sendEnquiry } from '#app/features/enquiries/service.server.ts'
import { actorContext, platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import type { Platform } from '#app/platform/.server/platform.ts'
import { defineForm, readFormData } from '../define-form.server.ts'
import { redirectWithFlash } from '../flash-redirect.ts'

type Context = Readonly<RouterContextProvider>

interface Sent {
  platform: Platform
  sender: EnquirySender
  slugs: string[]
}

/** The page to see after sending: that of the business, or the shortlist. */
const pageAfter = ([slug, ...more]: string[]) =>
  slug && more.length === 0 ? href('/business/:slug', { slug }) : href('/shortlist')

const askForm = defineForm({
  name: 'ask',
  schema: enquirySchema,
  explain: accountFormProblemToast,
  failed: enquiryToasts.failed,
  handle: async ({ platform, sender, slugs }: Sent, value, refuse) => {
    const result = await sendEnquiry(platform, sender, slugs, value)
    switch (result.outcome) {
      case 'sent': {
        const { businesses, isConfirmed } = result
        const toast = isConfirmed ? enquiryToasts.sentByMember(businesses) : enquiryToasts.sent(businesses, value.email)
        return redirectWithFlash(pageAfter(slugs), toast)
      }
      case 'limited':
        return refuse(enquiryToasts.limited(result.minutes), { status: 429 })
      case 'gone':
        return refuse(enquiryToasts.gone, { status: 404 })
      case 'our-address':
        return refuse(
          { title: enquiryToasts.failed.title, description: enquiryToasts.ourEmail, bad: true },
          { errors: { email: [enquiryToasts.ourEmail] } },
        )
    }
  },
})

/** Handles the form that asks these businesses. */
export async function handleNewEnquiryForm(request: Request, context: Context, recipients: EnquiryRecipient[]) {
  const { clientIp } = context.get(requestContext)
  const sender = { actor: await context.get(actorContext)(), clientIp }
  const slugs = recipients.map(({ slug }) => slug)
  return askForm.handle({ platform: context.get(platformContext), sender, slugs }, await readFormData(request))
}
