import { data } from 'react-router'
import { EnquiryCard } from '#app/features/enquiries/components/enquiry-card.tsx'
import { EnquiryList } from '#app/features/enquiries/components/enquiry-list.tsx'
import { enquiriesPath, enquiryAddress, readEnquiryFilter } from '#app/features/enquiries/rules.ts'
import { getEnquiries, getEnquiry, markEnquiry } from '#app/features/enquiries/service.server.ts'
import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { readPageWish } from '#app/lib/list-pages.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { keepTyped } from '#app/ui/keep-typed.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/enquiries.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const platform = context.get(platformContext)
  const { searchParams } = new URL(request.url)
  const id = searchParams.get('id')
  if (id !== null) {
    const enquiry = await getEnquiry(platform, actor, id)
    if (!enquiry) throw data(null, { status: 404 })
    return { enquiry, list: null }
  }
  const filter = readEnquiryFilter(searchParams)
  return {
    enquiry: null,
    list: { filter, page: await getEnquiries(platform, actor, filter, readPageWish(searchParams)) },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const form = await readForm(request)
  const state = form.get('form')
  if (state !== 'handled' && state !== 'waiting') throw data(null, { status: 400 })
  const id = String(form.get('id') ?? '')
  return (await markEnquiry(context.get(platformContext), actor, id, state))
    ? redirectWithFlash(enquiryAddress(id), { title: state === 'handled' ? 'Marked as handled' : 'Marked as waiting' })
    : redirectWithFlash(enquiriesPath, { title: 'That enquiry is not there any more', bad: true })
}

export const clientAction = (args: Route.ClientActionArgs) => keepTyped(args)

export function meta() {
  return [{ title: 'Enquiries – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminEnquiries({ loaderData: { enquiry, list } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Enquiries"
      lead="What people sent at Support Us and Contact. Each was mailed to the team as well."
    >
      {enquiry ? <EnquiryCard enquiry={enquiry} /> : <EnquiryList {...list} />}
    </AdminPage>
  )
}
