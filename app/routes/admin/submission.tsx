import { data } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { SubmissionCard } from '#app/features/contact/components/submission-card.tsx'
import { dataComplaintMessages, submissionNotMarked } from '#app/features/contact/model.ts'
import { getSubmission } from '#app/features/contact/service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/submission.ts'
import { handleEnquiryForm } from './admin.actions.server.ts'
import { requireAdminPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdminPage(request, context)
  const enquiry = await getSubmission(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdminPage(request, context)
  return handleEnquiryForm({ platform: context.get(platformContext), actor, id: params.id }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, {
    handled: submissionNotMarked,
    waiting: submissionNotMarked,
    'complaint-answer': dataComplaintMessages.notAnswered,
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
      <AnswerNotice answer={actionData} />
      <SubmissionCard enquiry={enquiry} answer={actionData} />
    </>
  )
}
