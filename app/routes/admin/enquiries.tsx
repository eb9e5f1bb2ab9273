import { EnquiryList } from '#app/features/enquiries/components/enquiry-list.tsx'
import { readEnquiryFilter } from '#app/features/enquiries/rules.ts'
import { getEnquiries } from '#app/features/enquiries/service.server.ts'
import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { readPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/enquiries.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const { searchParams } = new URL(request.url)
  const filter = readEnquiryFilter(searchParams)
  return {
    filter,
    page: await getEnquiries(context.get(platformContext), actor, filter, readPageRequest(searchParams)),
  }
}

export function meta() {
  return [{ title: 'Enquiries – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminEnquiries({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Enquiries" lead="What people sent at Support Us and Contact. Each was also emailed to the team.">
      <EnquiryList {...loaderData} />
    </AdminPage>
  )
}
