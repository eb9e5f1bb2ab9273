import { href, Link } from 'react-router'
import { DataProtectionComplaintForm } from '#app/features/contact/components/complaint-form.tsx'
import { ContactFormSection } from '#app/features/contact/components/contact-section.tsx'
import { contactSubmissionNotSentToast, dataProtectionComplaintAnswerDays } from '#app/features/contact/model.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import type { Route } from './+types/data-protection-complaint.ts'
import { handleContactSubmissionForm, loadContactSubmissionFormPrefill } from './contact.actions.server.ts'

export const handle: RouteHandle = { cacheable: {} }

const title = 'Data protection complaint'
const lead = 'Tell us if you think we have not handled your data as we should.'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  return { publicUrl, ...(await loadContactSubmissionFormPrefill(request, context)) }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleContactSubmissionForm('complaint', request, context)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, contactSubmissionNotSentToast)

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: `${title} – Muster` }]
  const { publicUrl } = loaderData
  return pageMeta({
    title,
    description: lead,
    canonical: `${publicUrl}/data-protection-complaint`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function DataProtectionComplaint({ loaderData, actionData }: Route.ComponentProps) {
  const { known, sentAt } = loaderData
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="wrap section">
        <ContactFormSection id="complain" title="Your complaint to us" sentAt={sentAt}>
          {(key) => (
            <div className="complaint-page">
              <p>
                We acknowledge it at once, here and by email. The law asks us to look into it and answer without undue
                delay; we answer by email within {dataProtectionComplaintAnswerDays} days. You can do much of what
                people ask for yourself: see <Link to={`${href('/privacy-policy')}#your-rights`}>your rights</Link>.
              </p>
              <p>
                You may complain to the Information Commissioner’s Office at any time, at{' '}
                <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a> or on{' '}
                <a href="tel:+443031231113">0303 123 1113</a>. They usually ask whether you have complained to us first.
              </p>
              <DataProtectionComplaintForm key={key} known={known} answer={actionData} />
            </div>
          )}
        </ContactFormSection>
      </div>
    </>
  )
}
