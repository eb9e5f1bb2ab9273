import { AdminPage } from '#app/features/admin/components/admin-page.tsx'
import { SubmissionList } from '#app/features/contact/components/submission-list.tsx'
import { parseSubmissionFilter } from '#app/features/contact/rules.ts'
import { getSubmissions, getWaitingDataComplaints } from '#app/features/contact/service.server.ts'
import { SpamSenders } from '#app/features/enquiries/components/spam-senders.tsx'
import { getSpamSenders } from '#app/features/enquiries/inbox-service.server.ts'
import { parsePageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/submissions.ts'
import { requireAdminPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdminPage(request, context)
  const { searchParams } = new URL(request.url)
  const filter = parseSubmissionFilter(searchParams)
  const platform = context.get(platformContext)
  return {
    filter,
    page: await getSubmissions(platform, actor, filter, parsePageRequest(searchParams)),
    complaints: await getWaitingDataComplaints(platform, actor),
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
      <SubmissionList {...list} />
      <SpamSenders senders={spamSenders} />
    </AdminPage>
  )
}
