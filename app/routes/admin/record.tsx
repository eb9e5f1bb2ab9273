import { data } from 'react-router'
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx'
import { canOpenAdminPages } from '#app/features/profile/policy.server.ts'
import { VerificationWithoutBasisPage } from '#app/features/verification/components/missing-records.tsx'
import { retroactiveVerificationBasisToasts } from '#app/features/verification/records/model.ts'
import { getVerificationWithoutBasisRecord } from '#app/features/verification/records/settlement-service.server.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { answerUnsentFormsAboveFields } from '#app/ui/answer-in-place.ts'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/record.ts'
import { handleMissingVerificationBasisForm } from './records.actions.server.ts'
import { requireAdminForPage, requireStaffForPage } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireStaffForPage(request, context)
  const details = await getVerificationWithoutBasisRecord(context.get(platformContext), actor, params.id)
  if (!details) throw data(null, { status: 404 })
  return { details, isAdmin: canOpenAdminPages(actor) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormData(request)
  // Admins write records; anybody on the staff may be the second person.
  const require = form.get('form') === 'settle-record' ? requireAdminForPage : requireStaffForPage
  const actor = await require(request, context)
  return handleMissingVerificationBasisForm({ platform: context.get(platformContext), actor, id: params.id }, form)
}

export const clientAction = (args: Route.ClientActionArgs) =>
  clientActionPreservingInput(
    args,
    retroactiveVerificationBasisToasts.failed,
    answerUnsentFormsAboveFields('settle-record'),
  )

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.details.name ?? 'Not found'} – Missing records – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function RecordPage({ loaderData: { details, isAdmin }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin={isAdmin} />
      <VerificationWithoutBasisPage key={details.id} details={details} answer={actionData} />
    </>
  )
}
