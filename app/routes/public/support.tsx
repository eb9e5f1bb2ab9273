import { ContactFormSection } from '#app/features/contact/components/contact-section.tsx'
import { SupportMusterForm } from '#app/features/contact/components/support-form.tsx'
import { SupportMusterReasonsSection } from '#app/features/contact/components/support-reasons.tsx'
import { contactSubmissionNotSentToast } from '#app/features/contact/model.ts'
import { supportMusterContent } from '#app/features/content/service.server.ts'
import type { RouteHandle } from '#app/lib/page-cache.ts'
import { pageMeta } from '#app/lib/page-meta.ts'
import { requestContext } from '#app/platform/.server/http/request-context.ts'
import { PageIllustration } from '#app/ui/drawing.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import type { Route } from './+types/support.ts'
import { handleContactSubmissionForm, loadContactSubmissionFormPrefill } from './contact.actions.server.ts'

export const handle: RouteHandle = { cacheable: {} }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(requestContext)
  return { page: supportMusterContent, publicUrl, ...(await loadContactSubmissionFormPrefill(request, context)) }
}

export function action({ request, context }: Route.ActionArgs) {
  return handleContactSubmissionForm('support', request, context)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, contactSubmissionNotSentToast)

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
      <PageHead title="Support Us" lead={page.lead} drawing={<PageIllustration of="support" />} />
      <div className="wrap section support-page">
        <SupportMusterReasonsSection reasons={page.does} />
        <ContactFormSection id="inquiry" title="Talk to us about support" lead={page.formLead} sentAt={sentAt}>
          {(key) => <SupportMusterForm key={key} known={known} answer={actionData} />}
        </ContactFormSection>
      </div>
    </>
  )
}
