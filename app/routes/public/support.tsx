import { ContactSection } from '#app/features/contact/components/contact-section.tsx'
import { SupportForm } from '#app/features/contact/components/support-form.tsx'
import { SupportReasons } from '#app/features/contact/components/support-reasons.tsx'
import { submissionNotSent } from '#app/features/contact/model.ts'
import { supportPage } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import { Drawing } from '#app/ui/drawing.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import type { Route } from './+types/support.ts'
import { handleEnquiryForm, loadSubmissionForm } from './contact.actions.server.ts'

export const handle: RouteHandle = { cacheable: {} }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  return { page: supportPage, publicUrl, ...(await loadSubmissionForm(request, context)) }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleEnquiryForm('support', request, context)
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, submissionNotSent)

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Support Us – Muster' }]
  const { publicUrl, page } = loaderData
  return pageMeta({
    title: 'Support Us',
    description: page.lead,
    canonical: `${publicUrl}/support`,
    picture: { url: `${publicUrl}/picture.png`, alt: 'Muster, the directory of verified veteran-owned businesses' },
  })
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  const { page, known, sentAt } = loaderData
  return (
    <>
      <PageHead title="Support Us" lead={page.lead} drawing={<Drawing of="support" />} />
      <div className="wrap section support-page">
        <SupportReasons reasons={page.does} />
        <ContactSection id="inquiry" title="Talk to us about support" lead={page.formLead} sentAt={sentAt}>
          {(key) => <SupportForm key={key} known={known} answer={actionData} />}
        </ContactSection>
      </div>
    </>
  )
}
