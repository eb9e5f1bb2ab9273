import { ContactDetails } from '#app/features/contact/components/contact-details.tsx'
import { ContactEmbed } from '#app/features/contact/components/contact-embed.tsx'
import { ContactForm } from '#app/features/contact/components/contact-form.tsx'
import { ContactSection } from '#app/features/contact/components/contact-section.tsx'
import { submissionNotSent } from '#app/features/contact/model.ts'
import { contactPage, siteDetails } from '#app/features/content/service.server.ts'
import { parseCookieChoice } from '#app/lib/cookies.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import type { Route } from './+types/contact.ts'
import { handleEnquiryForm, loadSubmissionForm } from './contact.actions.server.ts'
import '#app/features/contact/components/contact.css'

/** Whoever agreed to content from others gets the form of another site at once. */
export const handle: RouteHandle = { cacheable: { cookies: [cookieNames.choice] } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const url = context.get(platformContext).contactFormUrl
  return {
    page: contactPage,
    site: siteDetails,
    publicUrl,
    embed: url ? { url, isAgreed: (await parseCookieChoice(request.headers.get('Cookie'))).others } : null,
    ...(await loadSubmissionForm(request, context)),
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleEnquiryForm('contact', request, context)
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, submissionNotSent)

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Contact – Muster' }]
  const { publicUrl, page } = loaderData
  return pageMeta({
    title: 'Contact',
    description: page.lead,
    canonical: `${publicUrl}/contact`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { page, site, embed, known, sentAt } = loaderData
  return (
    <>
      <PageHead title="Contact" lead={page.lead} />
      <div className="wrap section contact-page">
        <ContactSection id="write" title="Send us a message" sentAt={sentAt}>
          {(key) => (embed ? <ContactEmbed {...embed} /> : <ContactForm key={key} known={known} answer={actionData} />)}
        </ContactSection>
        <ContactDetails site={site} words={page} />
      </div>
    </>
  )
}
