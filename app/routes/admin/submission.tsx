import { data } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { AdminContactSubmissionPage } from '#app/features/contact/components/submission-card.tsx'
import { contactSubmissionNotMarkedToast, dataProtectionComplaintAnswerToasts } from '#app/features/contact/model.ts'
import { getContactSubmission } from '#app/features/contact/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/submission.ts'
import { handleStaffContactSubmissionForm } from './admin.actions.server.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  const enquiry = await getContactSubmission(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  return handleStaffContactSubmissionForm(
    { platform: context.get(platformContext), actor, id: params.id },
    await readFormData(request),
  )
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(args, {
    handled: contactSubmissionNotMarkedToast,
    waiting: contactSubmissionNotMarkedToast,
    'complaint-answer': dataProtectionComplaintAnswerToasts.notAnswered,
  })

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.enquiry.name ?? 'Enquiry'} – Enquiries – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function AdminEnquiry({ loaderData: { enquiry }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin />
      <FormAnswerNotice answer={actionData} />
      <AdminContactSubmissionPage enquiry={enquiry} answer={actionData} />
    </>
  )
}
