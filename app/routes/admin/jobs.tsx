import { AdminPage } from '#app/features/admin/components/admin-page.tsx'
import { FailedJobs } from '#app/features/admin/components/failed-jobs.tsx'
import { getJobs } from '#app/features/admin/jobs-service.server.ts'
import { jobNotRetried } from '#app/features/admin/model.ts'
import { platformContext } from '#app/platform/.server/http/request-context.ts'
import { AnswerNotice } from '#app/ui/answer-notice.tsx'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { readForm } from '../define-form.server.ts'
import type { Route } from './+types/jobs.ts'
import { handleJobForm } from './admin.actions.server.ts'
import { requireAdminPage } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdminPage(request, context)
  return getJobs(context.get(platformContext), actor)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdminPage(request, context)
  return handleJobForm({ platform: context.get(platformContext), actor }, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args, jobNotRetried)

export function meta() {
  return [{ title: 'Failed jobs – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminJobs({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Failed jobs" lead="Emails and other work that failed after several tries.">
      <AnswerNotice answer={actionData} />
      <FailedJobs {...loaderData} />
    </AdminPage>
  )
}
