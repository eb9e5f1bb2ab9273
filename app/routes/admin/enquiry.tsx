import { data } from 'react-router'
import { EnquiryCard } from '#app/features/enquiries/components/enquiry-card.tsx'
import { enquiryPath } from '#app/features/enquiries/rules.ts'
import { getEnquiry, markEnquiry } from '#app/features/enquiries/service.server.ts'
import { AdminNav } from '#app/features/review/components/admin-nav.tsx'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/enquiry.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const enquiry = await getEnquiry(context.get(platformContext), actor, params.id)
  if (!enquiry) throw data(null, { status: 404 })
  return { enquiry }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const state = (await readForm(request)).get('form')
  if (state !== 'handled' && state !== 'waiting') throw data(null, { status: 400 })
  if (!(await markEnquiry(context.get(platformContext), actor, params.id, state))) throw data(null, { status: 404 })
  return redirectWithFlash(enquiryPath(params.id), { title: `Marked as ${state}` })
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

export function meta({ loaderData }: Route.MetaArgs) {
  return [
    { title: `${loaderData?.enquiry.name ?? 'Enquiry'} – Enquiries – Muster` },
    { name: 'robots', content: 'noindex' },
  ]
}

export default function AdminEnquiry({ loaderData: { enquiry } }: Route.ComponentProps) {
  return (
    <>
      <AdminNav isAdmin />
      <EnquiryCard enquiry={enquiry} />
    </>
  )
}
