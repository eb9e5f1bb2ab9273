import { EnquiryList } from '#app/features/enquiries/components/enquiry-list.tsx'
import { readEnquiryFilter } from '#app/features/enquiries/rules.ts'
import { getEnquiries, getWaitingComplaints } from '#app/features/enquiries/service.server.ts'
import { SpamSenders } from '#app/features/leads/components/spam-senders.tsx'
import { getSpamSenders } from '#app/features/leads/inbox-service.server.ts'
import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { readPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import type { Route } from './+types/enquiries.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  const { searchParams } = new URL(request.url)
  const filter = readEnquiryFilter(searchParams)
  const platform = context.get(platformContext)
  return {
    filter,
    page: await getEnquiries(platform, actor, filter, readPageRequest(searchParams)),
    complaints: await getWaitingComplaints(platform, actor),
    spamSenders: await getSpamSenders(platform, actor),
  }
}

export function meta() {
  return [{ title: 'Enquiries – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminEnquiries({ loaderData: { spamSenders, ...list } }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Enquiries"
      lead="What people sent at Support Us and Contact, and complaints about data protection. Each was also emailed to the team."
    >
      <EnquiryList {...list} />
      <SpamSenders senders={spamSenders} />
    </AdminPage>
  )
}
