import { OrganisationContactDetails } from '#app/features/contact/components/contact-details.tsx'
import { EmbeddedContactForm } from '#app/features/contact/components/contact-embed.tsx'
import { ContactForm } from '#app/features/contact/components/contact-form.tsx'
import { ContactFormSection } from '#app/features/contact/components/contact-section.tsx'
import { contactSubmissionNotSentToast } from '#app/features/contact/model.ts'
import { contactContent, siteDetails } from '#app/features/content/service.server.ts'
import { parseCookieChoice } from '#app/lib/cookies.server.ts'
import { cookieNames } from '#app/lib/cookies.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { platformContext, requestContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import type { Route } from './+types/contact.ts'
import { handleContactSubmissionForm, loadContactSubmissionFormPrefill } from './contact.actions.server.ts'
import '#app/features/contact/components/contact.css'

/** Whoever agreed to content from others gets the form of another site at once. */
export const handle: RouteHandle = { cacheable: { cookies: [cookieNames.choice] } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  const url = context.get(platformContext).contactFormUrl
  return {
    page: contactContent,
    site: siteDetails,
    publicUrl,
    embed: url ? { url, isAgreed: (await parseCookieChoice(request.headers.get('Cookie'))).others } : null,
    ...(await loadContactSubmissionFormPrefill(request, context)),
  }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleContactSubmissionForm('contact', request, context)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, contactSubmissionNotSentToast)

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
        <ContactFormSection id="write" title="Send us a message" sentAt={sentAt}>
          {(key) =>
            embed ? <EmbeddedContactForm {...embed} /> : <ContactForm key={key} known={known} answer={actionData} />
          }
        </ContactFormSection>
        <OrganisationContactDetails site={site} words={page} />
      </div>
    </>
  )
}
