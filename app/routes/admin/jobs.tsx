import { AdminOnlyPageLayout } from '#app/features/admin/components/admin-page.tsx'
import { FailedJobsAndQueuesSection } from '#app/features/admin/components/failed-jobs.tsx'
import { getFailedJobsAndQueueCounts } from '#app/features/admin/jobs-service.server.ts'
import { jobNotRetriedToast } from '#app/features/admin/model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { FormAnswerNotice } from '#app/ui/answer-notice.tsx'
import { clientActionPreservingInput } from '#app/ui/preserve-input.ts'
import { readFormData } from '../define-form.server.ts'
import type { Route } from './+types/jobs.ts'
import { handleFailedJobForm } from './admin.actions.server.ts'
import { requireAdminForPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdminForPage(request, context)
  return getFailedJobsAndQueueCounts(context.get(platformContext), actor)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdminForPage(request, context)
  return handleFailedJobForm({ platform: context.get(platformContext), actor }, await readFormData(request))
}

export const clientAction = (args: Route.ClientActionArgs) => clientActionPreservingInput(args, jobNotRetriedToast)

export function meta() {
  return [{ title: 'Failed jobs – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminJobs({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminOnlyPageLayout title="Failed jobs" lead="Emails and other work that failed after several tries.">
      <FormAnswerNotice answer={actionData} />
      <FailedJobsAndQueuesSection {...loaderData} />
    </AdminOnlyPageLayout>
  )
}
