import { data } from 'react-router'
import { AdminPage } from '#app/features/review/components/admin-page.tsx'
import { FailedJobs } from '#app/features/review/components/failed-jobs.tsx'
import { readJobs, retryJob } from '#app/features/review/jobs-service.server.ts'
import { platformContext } from '#app/platform/.server/request-context.ts'
import { preserveInput } from '#app/ui/preserve-input.ts'
import { redirectWithFlash } from '../flash-redirect.ts'
import { readForm } from '../parse-form.server.ts'
import type { Route } from './+types/jobs.ts'
import { requireAdmin } from './staff-access.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireAdmin(request, context)
  return readJobs(context.get(platformContext), actor)
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await requireAdmin(request, context)
  const form = await readForm(request)
  if (form.get('form') !== 'retry') throw data(null, { status: 400 })
  const found = await retryJob(context.get(platformContext), actor, String(form.get('id') ?? ''))
  return redirectWithFlash(
    '/admin/jobs',
    found
      ? { title: 'The job is back in its queue' }
      : { title: 'That job is not among those that failed any more', bad: true },
  )
}

export const clientAction = (args: Route.ClientActionArgs) => preserveInput(args)

export function meta() {
  return [{ title: 'Failed jobs – Admin – Muster' }, { name: 'robots', content: 'noindex' }]
}

export default function AdminJobs({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Failed jobs" lead="Mails and other work that was tried again and again, and then given up.">
      <FailedJobs {...loaderData} />
    </AdminPage>
  )
}
