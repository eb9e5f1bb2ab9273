import { AdminOnlyPageLayout } from '#app/features/admin/components/admin-page.tsx'
import { ContactSubmissionList } from '#app/features/contact/components/submission-list.tsx'
import { parseContactSubmissionFilter } from '#app/features/contact/rules.ts'
import { getContactSubmissions, getWaitingDataProtectionComplaintCounts } from '#app/features/contact/service.server.ts'
import { EnquirySpamSenderList } from '#app/features/enquiries/components/spam-senders.tsx'
import { getEnquirySpamSenders } from '#app/features/enquiries/inbox-service.server.ts'
import { parseKeysetPageRequest } from '#app/lib/keyset-pagination.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import type { Route } from './+types/submissions.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  const { searchParams } = new URL(request.url)
  const filter = parseContactSubmissionFilter(searchParams)
  const platform = context.get(platformContext)
  return {
    filter,
    page: await getContactSubmissions(platform, actor, filter, parseKeysetPageRequest(searchParams)),
    complaints: await getWaitingDataProtectionComplaintCounts(platform, actor),
    spamSenders: await getEnquirySpamSenders(platform, actor),
  }
}

export function meta() {
  return [{ title: 'Enquiries – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminEnquiries({ loaderData: { spamSenders, ...list } }: Route.ComponentProps) {
  return (
    <AdminOnlyPageLayout
      title="Enquiries"
      lead="What people sent at Support Us and Contact, and complaints about data protection. Each was also emailed to the team."
    >
      <ContactSubmissionList {...list} />
      <EnquirySpamSenderList senders={spamSenders} />
    </AdminOnlyPageLayout>
  )
}
