import { data } from 'react-router'
import { EnquiryCard } from '#app/features/enquiries/components/enquiry-card.tsx'
import { complaintMessages, notMarked } from '#app/features/enquiries/schema.ts'
import { getEnquiry } from '#app/features/enquiries/service.server.ts'
import { AdminNav } from '#app/features/review/components/admin-nav.tsx'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/enquiry.ts'
import { handleEnquiryForm } from './admin.actions.server.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const enquiry = await getEnquiry(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  return handleEnquiryForm({ platform: context.get(platformContext), actor, id: params.id }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  preserveInput(args, {
    handled: notMarked,
    waiting: notMarked,
    'complaint-answer': complaintMessages.notAnswered,
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
      <EnquiryCard enquiry={enquiry} answer={actionData} />
    </>
  )
}
